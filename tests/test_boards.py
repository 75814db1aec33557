"""Boards built in code, as users of the library build them."""

from collections.abc import Callable

import pytest

from refsol import chess, multigo, nogo, somegame


@pytest.mark.parametrize(
    ("board", "wrong", "message"),
    [
        (nogo.Board, [(-1,), (0,), (601,), (10**9,)], "size"),
        (multigo.Board, [(0, 1, 2), (1, 0, 2), (1001, 1, 2), (1, 1001, 2), (1, 1, 1), (1, 1, 10**6 + 1)], "no board"),
        (
            somegame.Board,
            [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 421, 1), (1, 1, 1, -1), (9002, 1, 1, 1)],
            "no (board|game)",
        ),
        (chess.Board, [(1, 2, 1), (2, 1, 1), (2, 2, 0), (1000, 1000, 1), (400, 500, 10**5 + 1)], "no board"),
        (chess.Board, [(1, 3, 1)], "no board has 1 rows and 3 columns"),
        (chess.Board, [(2, 2, 5)], "no board of 4 crossings has 5 pieces"),
    ],
)
def test_numbers_that_no_board_has(board: Callable[..., object], wrong: list[tuple[int, ...]], message: str) -> None:
    for numbers in wrong:
        with pytest.raises(ValueError, match=message):
            board(*numbers)


def test_numbers_at_the_bounds() -> None:
    for size in (1, 600):
        assert len(nogo.Board(size).points(nogo.EMPTY)) == size * size
    for height, width, players in ((1, 1, 2), (1000, 2, 10**6), (2, 1000, 10**6)):
        cells = multigo.Board(height, width, players)
        assert (cells.height, cells.width, cells.players) == (height, width, players)
    for players, width, height, line in ((1, 1, 1, 0), (9001, 420, 2, 9001), (9001, 2, 420, 9001)):
        torus = somegame.Board(players, width, height, line)
        assert (torus.players, torus.width, torus.height, torus.line) == (players, width, height, line)
    for rows, columns, pieces in ((2, 2, 4), (2, 10**5, 1), (10**5, 2, 10**5)):
        roads = chess.Board(rows, columns, pieces)
        assert (len(roads.east), len(roads.piece_at), len(roads.level)) == (rows * columns, rows * columns, pieces)


def test_boards_filled_in_code() -> None:
    board = somegame.Board(1, 3, 3, 3)
    for square in range(3):
        board.owner[square] = 1
    assert somegame.judge(board) == 1
    territories = multigo.Board(1, 3, 2)
    for cell, player in ((territories.stride + 1, 1), (territories.stride + 2, 1), (territories.stride + 3, 2)):
        territories.settle(cell, player)
    assert multigo.Game(territories).play(1, 2, 2)
    assert nogo.Board(2).text() == b"2\n..\n..\n"
