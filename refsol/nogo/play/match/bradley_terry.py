"""How strong several players are, from pairs of games between them: ratings by maximum likelihood, with intervals.

By the model of Bradley and Terry, a player who is d Elo stronger than another one wins a game between them with the
probability 1 / (1 + 10^(-d/400)). The first player has the rating 0, and the ratings of the others are those by which
the games are most likely: everybody's expected score is then the score observed. A rating is finite if and only if
chains of games, each won by the player who lost the last one, lead from its player to the first one and back (Ford).
The likelihood has a single maximum, which Newton's method finds in fewer steps than Hunter's MM algorithm.

An interval holds the ratings that a likelihood ratio test doesn't reject, with the most likely ratings of all others.
Since the games of a pair depend on each other, the test divides the logarithm of the ratio by the *dispersion*, as
quasi-likelihood does (Wedderburn): the variance of the scores of pairs, divided by that of two independent games. It is
estimated from the pairs that the player has played, and one more, of which an equal player won both games. So it is
never 0, and it is 2, as if a pair were a single game, where each engine has won all games against another one, or none.

Sources: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952); L. R. Ford,
Solution of a ranking problem from binary comparisons, American Mathematical Monthly 64 (1957); R. W. M. Wedderburn,
Quasi-likelihood functions, Biometrika 61 (1974); D. R. Hunter, MM algorithms for generalized Bradley-Terry models,
Annals of Statistics 32 (2004).
"""

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.nogo.play.match.ratings import Elo, elo_of, interval_end

Pairings: TypeAlias = Mapping[tuple[int, int], Sequence[int]]
"""By two players, numbers from 0: of how many pairs the first of them has won no game, one and both games."""

_BOTH: Final = 2  # games of a pair
_PRECISE: Final = 1e-9  # the last step of Newton's method, in logits, which are 174 Elo each
_Matrix: TypeAlias = Sequence[Sequence[float]]


def ratings_of(players: int, pairings: Pairings) -> list[Elo | None]:
    """Return the ratings of all ``players``, and None for one whose games don't connect it with the first one.

    A rating is infinite, with one end of its interval, where the games set no bound, as for a player who won them all.
    That of the first player is 0 by definition. O(players⁴), times the few hundred steps that searching a bound takes.

    >>> ratings = ratings_of(3, {(0, 1): [20, 40, 40], (0, 2): [0, 0, 9], (1, 2): [0, 0, 9]})
    >>> [None if elo is None else [round(bound) for bound in elo if abs(bound) < 9999] for elo in ratings]
    [[0, 0, 0], [-70, -124, -18], [-416]]
    """
    wins = [[0] * players for _ in range(players)]
    for (i, j), pairs in pairings.items():
        for won, count in enumerate(pairs):
            wins[i][j] += won * count
            wins[j][i] += (_BOTH - won) * count
    best = _fit(wins, {0: 0.0}, [0.0] * players)
    reached = _reached(wins, ())
    found: list[Elo | None] = [Elo(0.0, 0.0, 0.0)]
    for player in range(1, players):
        above, below = reached[player][0], reached[0][player]
        if not above and not below:
            found.append(None)
            continue
        score = _expected(best.logits[player]) if above and below else float(above)
        dispersion = _dispersion({both: pairs for both, pairs in pairings.items() if player in both}, wins, best)

        def log_ratio(expected: float, player: int = player, dispersion: float = dispersion) -> float:
            if not 0.0 < expected < 1.0:
                return -math.inf
            fixed = {0: 0.0, player: math.log(expected / (1.0 - expected))}
            return (_fit(wins, fixed, best.logits).value - best.value) / dispersion

        found.append(Elo(elo_of(score), *(elo_of(interval_end(log_ratio, score, end)) for end in (0.0, 1.0))))
    return found


class _Fit(NamedTuple):
    """The most likely ``logits``, and the logarithm of the likelihood, ``value``. Only in a ``group`` they compare."""

    logits: Sequence[float]
    value: float
    group: Sequence[int]


def _fit(wins: Sequence[Sequence[int]], fixed: Mapping[int, float], start: Sequence[float]) -> _Fit:
    """Return what is most likely if some logits are ``fixed``, by Newton's method from ``start``.

    In a group, chains of won games lead from everybody to everybody. Games between two groups have all been won by the
    same one. The further it is above the other one, the better, so these games add nothing to the value.
    """
    players = range(len(wins))
    reached = _reached(wins, [*fixed])
    group = [next(k for k in players if reached[i][k] and reached[k][i]) for i in players]
    anchored = {group[k] for k in fixed}
    free = [k for k in players if k not in fixed and (group[k] in anchored or group[k] != k)]
    games = [(i, j) for i in players for j in range(i) if group[i] == group[j] and wins[i][j] + wins[j][i]]

    def value_of(logits: Sequence[float]) -> float:
        return sum(
            wins[i][j] * _log_expected(logits[i] - logits[j]) + wins[j][i] * _log_expected(logits[j] - logits[i])
            for i, j in games
        )

    logits = [fixed.get(k, each) for k, each in enumerate(start)]
    value = value_of(logits)
    size = 1.0
    while size > _PRECISE:
        gradient = [0.0 for _ in players]
        information = [[0.0 for _ in players] for _ in players]
        for i, j in games:
            played = wins[i][j] + wins[j][i]
            score = _expected(logits[i] - logits[j])
            surplus = wins[i][j] - played * score
            weight = played * score * (1.0 - score)
            for a, b, sign in ((i, j, 1), (j, i, -1)):
                gradient[a] += sign * surplus
                information[a][a] += weight
                information[a][b] -= weight
        step = _solved([[*(information[a][b] for b in free), gradient[a]] for a in free])
        size = max(map(abs, step), default=0.0)
        while size > _PRECISE:  # far from the maximum, a whole step may be too much
            tried = [*logits]
            for k, each in zip(free, step, strict=True):
                tried[k] += each
            if (better := value_of(tried)) >= value:
                logits, value = tried, better
                break
            step = [each / 2 for each in step]
            size /= 2
    return _Fit(logits, value, group)


def _reached(wins: Sequence[Sequence[int]], equals: Sequence[int]) -> list[list[bool]]:
    """Return whether chains of won games lead from i to j, as they do between any two of ``equals``. O(players³)."""
    players = range(len(wins))
    found = [[i == j or wins[i][j] > 0 or (i in equals and j in equals) for j in players] for i in players]
    for k in players:
        for i in players:
            if found[i][k]:
                found[i] = [a or b for a, b in zip(found[i], found[k], strict=True)]
    return found


def _solved(rows: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, each with its right side; no pivots, since the matrix is definite."""
    for k, row in enumerate(rows):
        for other in rows[:k] + rows[k + 1 :]:
            factor = other[k] / row[k]
            for column in range(k, len(row)):
                other[column] -= factor * row[column]
    return [row[-1] / row[k] for k, row in enumerate(rows)]


def _dispersion(pairings: Pairings, wins: _Matrix, fit: _Fit) -> float:
    """Return by which factor scores of pairs vary more than those of two independent games; it is above 0."""
    seen, independent = 1.0, 0.5
    for (i, j), pairs in pairings.items():
        same = fit.group[i] == fit.group[j]
        score = _expected(fit.logits[i] - fit.logits[j]) if same else float(wins[i][j] > 0)
        seen += sum(count * (won - _BOTH * score) ** 2 for won, count in enumerate(pairs))
        independent += sum(pairs) * _BOTH * score * (1.0 - score)
    return seen / independent


def _expected(logit: float) -> float:
    """Return the score expected a game."""
    return math.exp(_log_expected(logit))


def _log_expected(logit: float) -> float:
    """Return its logarithm, without a loss of precision or overflow."""
    return -math.log1p(math.exp(-logit)) if logit >= 0 else logit - math.log1p(math.exp(logit))
