"""Elo differences and sequential tests: published results, a formula in closed form, and simulated matches."""

import math
import random

import pytest

from refsol.nogo.play.match.ratings import (
    Decision,
    Sprt,
    elo_difference,
    elo_of,
    expected_score,
    log_likelihood,
    mean_score,
)

pytestmark = pytest.mark.slow


@pytest.mark.parametrize(
    ("elo0", "elo1", "pairs", "ratio"),
    [
        (-0.25, 1.25, [292, 5905, 28939, 6129, 299], 2.95),  # Stockfish, tests 5fe50b9d3932f79192d3973c
        (0.25, 1.25, [5, 418, 6043, 506, 12], 2.92),  # and 5fe552e43932f79192d39744, both of December 2020
    ],
)
def test_published_ratios(elo0: float, elo1: float, pairs: list[int], ratio: float) -> None:
    assert Sprt(elo0, elo1).log_ratio(pairs) == pytest.approx(ratio, abs=0.01)


@pytest.mark.parametrize(
    ("pairs", "elo", "error"),  # as fastchess printed them, with the normal approximation
    [
        ([73, 79, 296, 91, 118], 27.02, 15.81),
        ([40, 67, 295, 123, 54], 25.25, 13.92),
        ([19, 23, 269, 81, 108], 83.57, 16.15),
        ([66, 79, 5, 0, 0], -303.61, 30.73),
    ],
)
def test_published_differences(pairs: list[int], elo: float, error: float) -> None:
    estimate = elo_difference(pairs)
    assert estimate.difference == pytest.approx(elo, abs=0.01)
    assert (estimate.high - estimate.low) / 2 == pytest.approx(error, abs=0.04)
    assert estimate.low < estimate.difference < estimate.high


def closed_form(lost: int, split: int, won: int, score: float) -> float:
    """Return the likelihood of three scores: with u half the probability of a split pair, a quadratic equation."""
    total = lost + split + won
    b = split + lost * score + won * (1 - score)
    u = (b - math.sqrt(b * b - 4 * total * split * score * (1 - score))) / (2 * total)
    most_likely = (1 - score - u, 2 * u, score - u)
    seen = [(n, p, n / total) for n, p in zip((lost, split, won), most_likely, strict=True) if n]
    return sum(n * math.log(p / observed) for n, p, observed in seen)


@pytest.mark.parametrize("pairs", [(20, 40, 40), (1, 0, 3), (0, 5, 2), (7, 0, 0), (0, 9, 0), (300, 200, 1)])
@pytest.mark.parametrize("score", [0.01, 0.3, 0.5, 0.501, 0.75, 0.99])
def test_closed_form(pairs: tuple[int, int, int], score: float) -> None:
    assert log_likelihood(pairs, score) == pytest.approx(closed_form(*pairs, score), rel=1e-9, abs=1e-9)


def test_scores() -> None:
    assert expected_score(0) == 0.5
    assert elo_of(expected_score(123)) == pytest.approx(123)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)
    assert mean_score([1, 0, 3]) == 0.75
    assert mean_score([0, 2]) == 1.0


def test_extremes() -> None:
    all_won = elo_difference([0, 0, 10])
    assert (all_won.difference, all_won.high) == (math.inf, math.inf)
    assert 200 < all_won.low < 300
    assert log_likelihood([0, 0, 10], 1.0) == 0
    assert log_likelihood([0, 1, 10], 1.0) == -math.inf
    all_split = elo_difference([0, 10, 0])
    assert all_split.difference == 0
    assert all_split.high == pytest.approx(-all_split.low)
    assert all_split.high > 50
    mirrored = elo_difference([40, 40, 20])
    assert mirrored == pytest.approx([-elo_difference([20, 40, 40])[k] for k in (0, 2, 1)])


@pytest.mark.parametrize("pairs", [[], [3], [0, 0, 0], [1, -1, 2]])
def test_no_pairs(pairs: list[int]) -> None:
    with pytest.raises(ValueError, match="expected numbers of pairs"):
        mean_score(pairs)


def test_bounds() -> None:
    test = Sprt(0, 10, alpha=0.05, beta=0.1)
    assert test.lower == pytest.approx(math.log(0.1 / 0.95))
    assert test.upper == pytest.approx(math.log(0.9 / 0.05))
    assert test.log_ratio([0, 0, 0]) == 0
    assert test.decision([0, 0, 0]) is None
    assert test.decision([0, 0, 200]) is Decision.H1
    assert test.decision([200, 0, 0]) is Decision.H0


@pytest.mark.parametrize(
    "test", [Sprt(5, 5), Sprt(5, 0), Sprt(0, math.inf), Sprt(alpha=0), Sprt(beta=1), Sprt(alpha=0.5, beta=0.5)]
)
def test_impossible(test: Sprt) -> None:
    with pytest.raises(ValueError, match=r"elo0|alpha"):
        test.raise_if_errors()


def pair(elo: float, source: random.Random) -> int:
    """Return the score of a pair between players who differ by ``elo``; the first move is worth 150 either way."""
    bias = source.choice((-150, 150))
    return sum(source.random() < expected_score(elo + advantage) for advantage in (bias, -bias))


@pytest.mark.unmeasured
@pytest.mark.parametrize(("elo", "wrong"), [(0.0, Decision.H1), (80.0, Decision.H0)])
def test_errors_of_decisions(elo: float, wrong: Decision) -> None:
    """With alpha = beta = 0.1 of 300 matches about 30 end wrongly: 50 would be 3.8 standard deviations more."""
    source = random.Random(f"decisions {elo}")
    # What the bias of the openings does to the score has to be known to simulate a match on the bound.
    mean = (expected_score(elo + 150) + expected_score(elo - 150)) / 2
    test = Sprt(elo_of(mean) - 60 * (elo > 0), elo_of(mean) + 60 * (elo == 0), alpha=0.1, beta=0.1)
    decisions = []
    for _ in range(300):
        pairs = [0, 0, 0]
        decision = None
        while decision is None:
            pairs[pair(elo, source)] += 1
            decision = test.decision(pairs)
        decisions.append(decision)
    assert 5 < decisions.count(wrong) < 50


@pytest.mark.unmeasured
def test_intervals_hold_the_truth() -> None:
    """Of 400 intervals 380 are expected to; 365 would be 3.4 standard deviations less."""
    source = random.Random("intervals")
    truth = elo_of((expected_score(190) + expected_score(-110)) / 2)
    held = 0
    for _ in range(400):
        pairs = [0, 0, 0]
        for _ in range(80):
            pairs[pair(40, source)] += 1
        estimate = elo_difference(pairs)
        held += estimate.low <= truth <= estimate.high
    assert 365 <= held <= 394
