"""Searches with an evaluator: their trees are those of a slow program of the same method, and hold what it has said."""

import math
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Final

import pytest
import support

from refsol import nogo

if find_spec("numpy") is None:
    pytest.skip("numpy is not installed", allow_module_level=True)

import numpy
from numpy.typing import NDArray
from test_nogo_batch import legal_actions
from test_nogo_game import start as playable

from refsol.nogo.play.environments.batch import Bytes, planes
from refsol.structures.xoshiro import Xoshiro128

CASES: Final = max(5, support.CASES // 100)

Floats = NDArray[numpy.float64]


def opinion(seen: Bytes) -> tuple[float, list[float]]:
    """Return what is thought of a position: anything, but always the same."""
    rng = Random(seen.tobytes())
    area = seen.shape[1] * seen.shape[2]
    return rng.random(), [rng.choice((0.0, rng.random())) for _action in range(area)]


def evaluate(seen: Bytes, masks: Bytes) -> tuple[Floats, Floats]:
    found = [opinion(each) for each in seen]
    return numpy.array([value for value, _priors in found]), numpy.array([priors for _value, priors in found])


# The same search, slowly: one simulation after the other, with games for positions.


class Node:
    def __init__(self, action: int, prior: float, value: float) -> None:
        self.action, self.prior, self.unvisited = action, prior, value
        self.visits, self.worth = 0, 0.0
        self.children: list[Node] | None = None

    @property
    def value(self) -> float:
        return self.worth / self.visits if self.visits else self.unvisited


def expand(node: Node, game: nogo.Game) -> float:
    """Give a node children, and return what it is worth to the side to move."""
    actions = legal_actions(game)
    if not actions:
        node.children = []
        return 0.0
    value, weights = opinion(planes(game.board, game.to_move))
    total = 0.0
    for action in actions:
        total += weights[action]
    node.children = [Node(action, weights[action] / total if total else 1 / len(actions), value) for action in actions]
    return value


def slow_search(game: nogo.Game, simulations: int, exploration: float) -> Node:
    root = Node(-1, 1.0, 0.0)
    expand(root, game)
    for _simulation in range(simulations):
        copy, path = game.copy(), [root]
        root.visits += 1
        while path[-1].children:
            bonus = exploration * math.sqrt(path[-1].visits)
            scores = [child.value + bonus * child.prior / (1 + child.visits) for child in path[-1].children]
            path.append(path[-1].children[scores.index(max(scores))])
            path[-1].visits += 1
            copy.play_point(copy.board.point_of(path[-1].action))
        value = 0.0 if path[-1].children is not None else expand(path[-1], copy)
        for node in reversed(path):
            value = 1 - value
            node.worth += value
    return root


def test_the_tree_is_that_of_a_slow_program() -> None:
    for seed, rng in support.randoms(CASES):
        game = playable(rng)
        exploration = rng.choice((0.0, 0.5, 2.0))
        search = nogo.Search(game, evaluator=evaluate, batch=1, exploration=exploration)
        for simulations in (0, 1, 50):
            search.run(simulations)
        slow = slow_search(game, 51, exploration)
        assert search.visits == 51
        found = sorted((child.point, child.visits, child.prior, child.wins) for child in search.children())
        assert found == [
            (game.board.point_of(child.action), child.visits, child.prior, round(child.worth))
            for child in slow.children or []
        ], f"seed {seed!r}"
        values = {child.point: child.value for child in search.children()}
        for child in slow.children or []:
            assert values[game.board.point_of(child.action)] == (child.value if child.visits else 0.5)


def test_batches_have_different_leaves_of_games_that_are_not_over() -> None:
    sizes: list[int] = []

    def watched(seen: Bytes, masks: Bytes) -> tuple[Floats, Floats]:
        assert masks.any(axis=1).all()
        assert (seen[:, 2].reshape(masks.shape) >= masks).all()
        assert (seen.sum(axis=1) == 1).all()
        with pytest.raises(ValueError, match="read-only"):
            masks[0, 0] = 1
        sizes.append(len(seen))
        return evaluate(seen, masks)

    for _seed, rng in support.randoms(CASES):
        game = playable(rng)
        batch = rng.choice((1, 3, 16))
        sizes.clear()
        search = nogo.Search(game, evaluator=watched, batch=batch)
        assert search.run(100) == 100
        assert search.visits == 100 == sum(child.visits for child in search.children())
        assert sizes[0] == 1
        assert max(sizes) <= batch
        assert search.nodes <= 1 + len(game.board.points(nogo.EMPTY)) * (1 + sum(sizes))
    search = nogo.Search(nogo.Game(nogo.Board(5)), evaluator=watched, batch=16)
    sizes.clear()
    search.run(200)
    assert 16 in sizes


def test_priors_are_of_legal_moves_and_sum_up_to_one() -> None:
    for seed in support.seeds(CASES):
        game = playable(Random(seed))
        _value, weights = opinion(planes(game.board, game.to_move))
        children = nogo.Search(game, evaluator=evaluate).children()  # without any simulation
        actions = [game.board.action_of(child.point) for child in children]
        assert actions == legal_actions(game)
        assert math.isclose(sum(child.prior for child in children), 1.0)
        total = sum(weights[action] for action in actions)
        for action, child in zip(actions, children, strict=True):
            assert child.prior == pytest.approx(weights[action] / total if total else 1 / len(actions))
            assert (child.visits, child.wins, child.value) == (0, 0, 0.5)
        noisy = nogo.Search(game, evaluator=evaluate, noise=0.25, seed=3).children()
        assert math.isclose(sum(child.prior for child in noisy), 1.0)
        assert all(b.prior >= 0.75 * a.prior for a, b in zip(children, noisy, strict=True))
        assert len(children) == 1 or noisy != children
        assert noisy == nogo.Search(game, evaluator=evaluate, noise=0.25, seed=3).children()
        assert len(children) == 1 or noisy != nogo.Search(game, evaluator=evaluate, noise=0.25, seed=4).children()


def know_nothing(seen: Bytes, masks: Bytes) -> tuple[Floats, Floats]:
    return numpy.full(len(seen), 0.5), numpy.ones(masks.shape)


def test_ends_of_games_are_exact() -> None:
    """Where the outcome is known, a search that knows nothing but the ends finds a winning move."""
    found = 0
    for number in range(60):
        game = playable(Random(f"end {number}"))
        if not 1 < len(game.board.points(nogo.EMPTY)) < 9 or nogo.outcome(game).winner != game.to_move:
            continue
        search = nogo.Search(game, evaluator=know_nothing, batch=4)
        search.run(1500)
        best = search.best()
        assert search.children()[0].value > 0.5
        game.play_point(best)
        assert game.winner is not None or nogo.outcome(game).winner != game.to_move, number
        found += 1
    assert found > 5


def test_the_tree_below_a_move_is_kept_to_the_end_of_a_game() -> None:
    game = nogo.Game(nogo.Board(3, 4, walls=[(2, 2)]))
    search = nogo.Search(game, evaluator=evaluate, batch=4, noise=0.25)
    while game.winner is None:
        assert search.run(40) == 40
        child = search.children()[0]
        assert search.best() == child.point
        search.play(child.point)
        game.play_point(child.point)
        assert search.visits == child.visits
        assert sorted(each.point for each in search.children()) == list(map(int, game.legal_points()))
    assert search.children() == []
    assert search.run(10) == 10
    with pytest.raises(ValueError, match="no legal move"):
        search.best()


def test_the_walk_through_the_tree_shows_what_the_evaluator_has_said() -> None:
    search = nogo.Search(nogo.Game(nogo.Board(4)), evaluator=evaluate, batch=4)
    assert search.line() == []
    search.run(300)
    game = nogo.Game(nogo.Board(4))
    line = search.line()
    assert len(line) > 2
    for k, point in enumerate(line):
        children = search.children(line[:k])
        assert children[0].point == point
        assert math.isclose(sum(child.prior for child in children), 1.0)
        for child in children:  # the first visit of a child is its own evaluation
            if child.visits == 1:
                after = game.copy()
                after.play_point(child.point)
                reply = opinion(planes(after.board, after.to_move))[0] if after.winner is None else 0.0
                assert child.value == 1 - reply
        game.play_point(point)


def test_the_seed_and_the_batch_determine_the_tree() -> None:
    def children(seed: int | Xoshiro128, batch: int) -> list[object]:
        search = nogo.Search(nogo.Game(nogo.Board(5)), evaluator=evaluate, batch=batch, noise=0.3, seed=seed)
        search.run(150)
        return list(search.children())

    assert children(1, 4) == children(1, 4) == children(Xoshiro128(1), 4)
    assert children(1, 4) != children(2, 4)
    assert children(1, 4) != children(1, 1)


def test_trees_are_the_same_in_both_modes() -> None:
    search = nogo.Search(nogo.Game(nogo.Board(5, 4)), evaluator=evaluate, batch=5, noise=0.3)
    search.run(200)
    best = search.children()[:3]
    assert [(child.point, child.visits, child.prior, child.value) for child in best] == EXPECTED


EXPECTED: Final = [
    (19, 32, 0.13361746107858352, 0.545019232846247),
    (33, 31, 0.06881226498362537, 0.5330001727719305),
    (21, 27, 0.11057577873543821, 0.504222527398992),
]


def test_a_tree_stays_within_its_nodes() -> None:
    for nodes in (26, 60):
        search = nogo.Search(nogo.Game(nogo.Board(5)), evaluator=evaluate, nodes=nodes)
        assert search.run(100) == 100
        assert search.nodes <= nodes


def test_time_is_a_limit() -> None:
    search = nogo.Search(nogo.Game(nogo.Board(5)), evaluator=evaluate)
    assert 0 < search.run(seconds=0.02) == search.visits
    assert search.run(5, seconds=3600.0) == 5


Answer = Callable[[int, int], tuple[object, object]]


@pytest.mark.parametrize(
    ("answer", "error", "words"),
    [
        (lambda n, area: ([0.5] * (n + 1), numpy.ones((n, area))), ValueError, "expected values of shape"),
        (lambda n, area: ([[0.5]] * n, numpy.ones((n, area))), ValueError, r"values of shape \(\d,\), found \(\d, 1\)"),
        (lambda n, area: ([0.5] * n, numpy.ones(area)), ValueError, r"priors of shape \(\d, 9\), found \(9,\)"),
        (lambda n, area: ([-0.5] * n, numpy.ones((n, area))), ValueError, r"in 0\.\.1, not -0\.5\.\.-0\.5"),
        (lambda n, area: ([1.5] * n, numpy.ones((n, area))), ValueError, r"in 0\.\.1"),
        (lambda n, area: ([math.nan] * n, numpy.ones((n, area))), ValueError, r"in 0\.\.1"),
        (lambda n, area: ([0.5] * n, -numpy.ones((n, area))), ValueError, "finite and at least 0"),
        (lambda n, area: ([0.5] * n, numpy.full((n, area), math.inf)), ValueError, "finite and at least 0"),
        (lambda n, area: 0.5, TypeError, "cannot unpack|not iterable"),
        (lambda n, area: 1 / 0, ZeroDivisionError, "zero"),
    ],
)
def test_wrong_answers_are_refused_and_leave_the_tree_as_it_was(
    answer: Answer, error: type[Exception], words: str
) -> None:
    wrong = [True]

    def sometimes(seen: Bytes, masks: Bytes) -> tuple[object, object]:
        return answer(len(seen), masks.shape[1]) if wrong[0] else evaluate(seen, masks)

    game = nogo.Game(nogo.Board(3))
    search = nogo.Search(game, evaluator=sometimes, batch=4)
    for ask in (lambda: search.run(10), search.children, search.best):
        with pytest.raises(error, match=words):
            ask()
    wrong[0] = False
    search.run(30)
    before = search.children(), search.visits, search.nodes
    wrong[0] = True
    with pytest.raises(error, match=words):
        search.run(1000)
    assert sum(child.visits for child in search.children()) == search.visits
    wrong[0] = False
    other = nogo.Search(game, evaluator=evaluate, batch=4)
    other.run(search.visits)
    assert (search.children(), search.visits, search.nodes) == (other.children(), other.visits, other.nodes)
    assert before[1] <= search.visits
    search.run(100)
    other.run(100)
    assert search.children() == other.children()


def test_options_that_can_not_be() -> None:
    game = nogo.Game(nogo.Board(3))
    for batch in (0, -1, 2**24 + 1, 2**24 // 25 + 1):
        with pytest.raises(ValueError, match="batch"):
            nogo.Search(game, evaluator=evaluate, batch=batch)
    for noise in (-0.1, 1.1, math.nan):
        with pytest.raises(ValueError, match="noise"):
            nogo.Search(game, evaluator=evaluate, noise=noise)
    assert nogo.Search(nogo.Game(nogo.Board(1)), evaluator=evaluate).children() == []
