"""The rules of Multi-Go: territories, and moves that are tried; compared with the oracle."""

from itertools import product
from random import Random

import pytest
import support

from refsol import multigo
from refsol.multigo.oracle import encloses_nobody, is_connected
from refsol.multigo.rules import Territory, territory_of, try_move
from refsol.problem.scene import Cell


def test_a_territory_with_two_parts_that_encloses_two_players() -> None:
    board = multigo.Board.from_rows(
        [[1, 1, 1, 1, 3], [1, 2, 4, 1, 3], [1, 1, 1, 1, 1], [3, 3, 3, 3, 3], [1, 2, 2, 2, 2]], 5
    )
    territory = territory_of(board, 1)
    assert [part[0] for part in territory.parts] == [(1, 1), (5, 1)]
    assert [len(part) for part in territory.parts] == [11, 1]
    assert (territory.enclosed, territory.enclosed_players) == (((2, 2), (2, 3)), (2, 4))
    assert not territory.is_legal()
    assert territory_of(board, 5) == Territory(5, (), (), ())
    assert territory_of(board, 5).is_legal()


def test_moves_are_tried_and_taken_back() -> None:
    rows = [[1, 1, 2], [1, 2, 2]]
    board = multigo.Board.from_rows(rows, 2)
    loser, gainer = try_move(board, (1, 1), 2)
    assert loser == Territory(1, (((1, 2),), ((2, 1),)), (), ())
    assert gainer == Territory(2, (((1, 1),), ((1, 3), (2, 2), (2, 3))), (), ())
    assert board.rows() == rows


def test_territories_agree_with_the_oracle() -> None:
    legal = 0
    for seed in support.seeds(support.CASES // 4):
        rng = Random(seed)
        height, width = rng.randint(1, 6), rng.randint(1, 6)
        board = multigo.Board.from_rows([[rng.choice((1, 1, 2)) for _ in range(width)] for _ in range(height)], 2)
        for player in (1, 2):
            territory = territory_of(board, player)
            assert (len(territory.parts) <= 1) == is_connected(board, player), f"seed {seed!r}"
            assert (not territory.enclosed) == encloses_nobody(board, player), f"seed {seed!r}"
            legal += territory.is_legal()
    assert support.CASES // 40 < legal < support.CASES // 2


@pytest.mark.parametrize("step", [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)], ids=str)
def test_a_way_out_in_each_direction(step: Cell) -> None:
    """Only this step leads from a cell on the edge to the cell inside, which is not enclosed."""
    size = 5
    dx, dy = step
    edge = (1 if dx == 1 else size if dx == -1 else 3, 3 if dx else 1 if dy == 1 else size)
    inside = edge[0] + dx, edge[1] + dy
    cells = range(1, size + 1)
    rows = [[2 if (x, y) in (edge, inside) else 1 for y in cells] for x in cells]
    board = multigo.Board.from_rows(rows, 2)
    assert territory_of(board, 1).enclosed == ()
    assert encloses_nobody(board, 1)
    rows[edge[0] - 1][edge[1] - 1] = 1
    board = multigo.Board.from_rows(rows, 2)
    assert territory_of(board, 1).enclosed == (inside,)
    assert not encloses_nobody(board, 1)
