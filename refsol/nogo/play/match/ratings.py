"""How much stronger one player is than another, from pairs of games: the Elo difference, and a sequential test of it.

A pair is two games with the same opening and exchanged colours. Its games depend on each other, since an opening may
favour a colour, but pairs don't; so what is counted are pairs, by their score. Engine testers, with draws, call it the
*pentanomial* model; NoGo has three scores. Elo is logistic: a difference of d means an expected score of
1 / (1 + 10^(-d/400)) a game.

Sources: A. Wald, Sequential Analysis (1947); A. B. Owen, Empirical likelihood ratio confidence intervals for a single
functional, Biometrika 75 (1988); M. Van den Bergh, The generalised sequential probability ratio test for multinomial
distributions, as used by the testers of Stockfish (fishtest). All calls are O(number of scores).
"""

import math
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

_QUANTILE: Final = 3.841458820694124 / 2  # half of the 95 % quantile of the chi-squared distribution with one degree
_LARGEST: Final = 2000  # difference that can be tested
_STEPS: Final = 64  # bisections; each adds a bit, and a float has 53


def expected_score(elo: float) -> float:
    """Return the score in 0..1 to be expected a game by a player who is stronger by ``elo``, at most 100,000 by amount.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1.0 / (1.0 + math.pow(10.0, -elo / 400.0))


def elo_of(score: float) -> float:
    """Return the Elo difference for which ``score`` in 0..1 is expected a game; infinite for 0 and 1.

    >>> round(elo_of(0.64))
    100
    """
    if score <= 0.0:
        return -math.inf
    return math.inf if score >= 1.0 else 400.0 * math.log10(score / (1.0 - score))


def mean_score(pairs: Sequence[int]) -> float:
    """Return the mean score a game, in 0..1; ``pairs[k]`` is the number of pairs that scored k / (len(pairs) - 1).

    Raises ``ValueError`` unless there are at least two scores and one pair.
    """
    if len(pairs) < 2 or sum(pairs) < 1 or min(pairs) < 0:
        raise ValueError(f"expected numbers of pairs by score, at least one pair, found {list(pairs)}")
    return sum(k * count for k, count in enumerate(pairs)) / (sum(pairs) * (len(pairs) - 1))


def log_likelihood(pairs: Sequence[int], score: float) -> float:
    """Return the logarithm of the likelihood of ``pairs`` if ``score``, in 0..1, is expected, up to a constant.

    All distributions on the scores with that mean are allowed, and the one most likely counts; 0 is the value at the
    mean of ``pairs``, which are as for :func:`mean_score`. At 0 and 1 it is -inf, unless all games ended that way.
    Raises ``ValueError`` where that does.

    That distribution gives a score a seen n times among N pairs the probability n / (N (1 + x (a - score))), where x is
    such that its mean is right (Lagrange's method). The sum of n (a - score) / (1 + x (a - score)) decreases in x, so
    its zero is found by bisection. If all pairs are on one side of ``score``, there is no zero: the most likely
    distribution also uses the extreme score on the other side, which was never seen, and x is at the end of its range.
    """
    mean = mean_score(pairs)
    if mean == score:
        return 0.0
    if not 0.0 < score < 1.0:
        return -math.inf
    seen = [(k / (len(pairs) - 1) - score, count) for k, count in enumerate(pairs) if count]
    low, high = -1.0 / (1.0 - score), 1.0 / score  # where the probability of the extreme scores is infinite
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if sum(count * gap / (1.0 + middle * gap) for gap, count in seen) > 0:
            low = middle
        else:
            high = middle
    x = (low + high) / 2
    return -sum(count * math.log1p(x * gap) for gap, count in seen)


class Elo(NamedTuple):
    """An estimate of an Elo difference: the ``difference`` for which the mean score is expected.

    The true one is in ``low..high`` with a confidence of 95 %. All may be infinite, as when a player won all games.
    """

    difference: float
    low: float
    high: float


def elo_difference(pairs: Sequence[int]) -> Elo:
    """Return the Elo difference that ``pairs``, as for :func:`mean_score`, speak for, with an error.

    The interval holds the differences that a likelihood ratio test doesn't reject: for many pairs, 1.96 standard errors
    to each side; but it also makes sense for few. Raises ``ValueError`` where :func:`mean_score` does.

    >>> [round(elo) for elo in elo_difference([20, 40, 40])]
    [70, 18, 124]
    """
    mean = mean_score(pairs)
    return Elo(elo_of(mean), *(elo_of(_interval_end(pairs, mean, end)) for end in (0.0, 1.0)))


def _interval_end(pairs: Sequence[int], mean: float, extreme: float) -> float:
    """Return the score between the ``mean`` and an ``extreme``, 0 or 1, that a test just doesn't reject."""
    if mean == extreme:
        return extreme
    inside, outside = mean, extreme
    for _ in range(_STEPS):
        middle = (inside + outside) / 2
        if log_likelihood(pairs, middle) > -_QUANTILE:
            inside = middle
        else:
            outside = middle
    return inside


class Decision(StrEnum):
    """The decision of a sequential test."""

    H0 = "H0"
    """The difference is ``elo0`` rather than ``elo1``."""
    H1 = "H1"
    """The difference is ``elo1`` rather than ``elo0``."""


class Sprt(NamedTuple):
    """A sequential probability ratio test of the hypothesis H1, that the difference is ``elo1``, against H0, ``elo0``.

    It is the generalised test (GSPRT): each hypothesis stands for the most likely distribution of scores with its mean.
    """

    elo0: float = 0.0
    """The difference under H0."""
    elo1: float = 50.0
    """The difference under H1, larger."""
    alpha: float = 0.05
    """The probability that H1 is accepted though the difference is ``elo0``, in 0..1, approximately."""
    beta: float = 0.05
    """The probability that H0 is accepted though the difference is ``elo1``, in 0..1, approximately."""

    def raise_if_errors(self) -> None:
        """Raise ``ValueError`` unless ``-2000 <= elo0 < elo1 <= 2000``, and the probabilities are possible."""
        if not -_LARGEST <= self.elo0 < self.elo1 <= _LARGEST:
            raise ValueError(f"elo0 is less than elo1, both in -2000..2000, not {self.elo0:g} and {self.elo1:g}")
        if not (0 < self.alpha < 1 and 0 < self.beta < 1 and self.alpha + self.beta < 1):
            raise ValueError(f"alpha and beta are above 0, and below 1 together, not {self.alpha:g} and {self.beta:g}")

    @property
    def lower(self) -> float:
        """The bound of the logarithm of the likelihood ratio at which H0 is accepted, by Wald: below 0."""
        return math.log(self.beta / (1.0 - self.alpha))

    @property
    def upper(self) -> float:
        """The bound at which H1 is accepted: above 0."""
        return math.log((1.0 - self.beta) / self.alpha)

    def log_ratio(self, pairs: Sequence[int]) -> float:
        """Return the logarithm of the likelihood ratio, H1 to H0, of ``pairs`` as for :func:`mean_score`, or 0 of none.

        Raises ``ValueError`` for fewer than two scores.

        >>> round(Sprt(0, 20).log_ratio([20, 40, 40]), 2)
        1.65
        """
        if len(pairs) >= 2 and not any(pairs):
            return 0.0
        return log_likelihood(pairs, expected_score(self.elo1)) - log_likelihood(pairs, expected_score(self.elo0))

    def decision(self, pairs: Sequence[int]) -> Decision | None:
        """Return what is decided after these ``pairs``, as for :meth:`log_ratio`, or None if more are needed."""
        ratio = self.log_ratio(pairs)
        return Decision.H1 if ratio >= self.upper else Decision.H0 if ratio <= self.lower else None
