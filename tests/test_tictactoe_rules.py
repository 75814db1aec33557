"""The rules of tic-tac-toe on nine small boards, compared with the oracle."""

from random import Random

import support

from refsol.tictactoe.board import ALLOWED, CELLS, read_board
from refsol.tictactoe.oracle import solve
from refsol.tictactoe.rules import allowed_cells, named_small_board, position_in_small_board, small_board_of


def test_small_boards() -> None:
    assert small_board_of(0) == small_board_of(20) == [0, 1, 2, 9, 10, 11, 18, 19, 20]
    assert small_board_of(80) == [60, 61, 62, 69, 70, 71, 78, 79, 80]
    assert position_in_small_board(5 * 9 + 3) == (2, 0)
    assert named_small_board(5 * 9 + 3) == small_board_of(6 * 9)
    assert all(cell in small_board_of(cell) for cell in range(CELLS))


def test_allowed_cells_are_those_that_the_oracle_marks() -> None:
    for seed in support.seeds(support.CASES // 4):
        data = support.GENERATE["tictactoe"](Random(seed))
        marked = [cell for cell, sign in enumerate(b"".join(solve(data).split())) if sign == ALLOWED]
        assert allowed_cells(read_board(data)) == marked, f"seed {seed!r}"
