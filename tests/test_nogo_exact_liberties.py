"""NoGo's exact liberties, compared with the liberties that a search finds."""

from collections.abc import Iterator
from random import Random

import pytest
import support

from refsol import nogo
from refsol.nogo.board import EDGE
from refsol.nogo.exact_liberties import ExactLiberties
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.nogo.rules import group_of
from refsol.problem import load
from refsol.problem.contract import Family


def searched_liberties(board: nogo.Board, point: int) -> list[int]:
    return [board.point(x, y) for x, y in group_of(board, point).liberties]


def test_liberties_after_any_actions_are_those_that_a_search_finds() -> None:
    for seed, rng in support.randoms(support.CASES // 10):
        board = nogo.read_board(support.GENERATE["nogo"](rng))
        groups = ExactLiberties(board)
        points = [board.point(x, y) for x in range(1, board.size + 1) for y in range(1, board.size + 1)]
        for _action in range(3 * len(points)):
            point = rng.choice(points)
            colour = rng.choice((nogo.BLACK, nogo.WHITE))
            if rng.random() < 0.3 and board.stone[point] != nogo.EMPTY:
                assert groups.liberties(point) == searched_liberties(board, point), f"seed {seed!r}"
            else:
                legal = PseudoLiberties(board).is_legal(point, colour)
                assert groups.is_legal(point, colour) == legal, f"seed {seed!r}"
                assert groups.add(point, colour) == legal, f"seed {seed!r}"
        for point in points:
            if board.stone[point] != nogo.EMPTY:
                assert groups.liberties(point) == searched_liberties(board, point), f"seed {seed!r}"


def stones_of_combs(size: int, rng: Random) -> Iterator[tuple[int, int, int]]:
    """Yield stones in an order in which groups get many liberties, are joined, and lose all but a few.

    Black columns have two liberties a row; white columns take one of them from every other black column. The first row
    joins all black columns. Then black fills the board.
    """
    rows = range(2, size + 1)
    for colour, cells in (
        (nogo.BLACK, [(x, y) for x in rows for y in range(2, size, 4)]),
        (nogo.WHITE, [(x, y) for x in rows for y in range(3, size, 8)]),
        (nogo.BLACK, [(1, y) for y in range(1, size + 1)]),
        (nogo.BLACK, [(x, y) for x in rows for y in range(1, size + 1)]),
    ):
        for x, y in rng.sample(cells, len(cells)):
            yield x, y, colour


def test_liberties_of_groups_that_get_many_and_lose_them_again() -> None:
    size = 56  # a column gets 110 liberties
    for seed, rng in support.randoms(4):
        board = nogo.Board(size)
        groups = ExactLiberties(board)
        columns = range(2, size, 4)
        asked = [board.point(rng.randint(2, size), y) for y in rng.sample(columns, rng.randint(2, len(columns)))]
        chance = rng.choice((0.02, 0.1))
        most = 0
        for x, y, colour in stones_of_combs(size, rng):
            groups.add(board.point(x, y), colour)
            point = rng.choice(asked)
            if rng.random() < chance and board.stone[point] != nogo.EMPTY:
                found = groups.liberties(point)
                assert found == searched_liberties(board, point), f"seed {seed!r}"
                most = max(most, len(found))
        assert most > 500, f"seed {seed!r}"
        for point in [*asked, *rng.sample(board.points(nogo.BLACK), 20), *rng.sample(board.points(nogo.WHITE), 20)]:
            found = groups.liberties(point)
            assert found == searched_liberties(board, point), f"seed {seed!r}"
            assert len(found) < 100, f"seed {seed!r}"


def test_a_single_stone_with_more_liberties_than_the_group_that_it_joins() -> None:
    board = nogo.Board(4)
    groups = ExactLiberties(board)
    for x, y, colour in ((1, 1, nogo.BLACK), (2, 1, nogo.WHITE), (2, 2, nogo.WHITE), (1, 2, nogo.BLACK)):
        groups.add(board.point(x, y), colour)
    assert len(groups.liberties(board.point(1, 1))) == 1
    groups.add(board.point(1, 4), nogo.BLACK)
    groups.add(board.point(1, 3), nogo.BLACK)
    assert groups.liberties(board.point(1, 1)) == [board.point(2, 3), board.point(2, 4)]


def test_a_list_of_liberties_is_the_callers() -> None:
    """Changing what was returned changes nothing."""
    board = nogo.Board(120)
    groups = ExactLiberties(board)
    for y in range(1, 121):
        groups.add(board.point(60, y), nogo.BLACK)
        expected = searched_liberties(board, board.point(60, 1))
        for _look in range(2):
            found = groups.liberties(board.point(60, y))
            assert found == expected
            found.clear()


def test_empty_points_and_the_frame_have_no_group() -> None:
    board = nogo.Board(3)
    groups = ExactLiberties(board)
    for point in range(len(board.stone)):
        wrong = f"point {point} is not on this board" if board.stone[point] == EDGE else f"no stone on point {point}"
        with pytest.raises(ValueError, match=wrong):
            groups.liberties(point)
    point = board.point(2, 2)
    groups.add(point, nogo.BLACK)
    assert groups.liberties(point) == [board.point(x, y) for x, y in ((1, 2), (2, 1), (2, 3), (3, 2))]


@pytest.mark.parametrize("family", load("nogo").jury.families, ids=lambda family: family.name)
def test_games_of_every_family_are_those_with_pseudo_liberties(family: Family) -> None:
    for seed in support.seeds(6):
        data = family.generate(seed, {"size": 30} if family.sizes else {})
        assert nogo.solve(data, liberties="exact") == nogo.solve(data), f"seed {seed!r}"
        exact = nogo.solve(data, liberties="exact", random=True, seed=5)
        assert exact == nogo.solve(data, random=True, seed=5), f"seed {seed!r}"
