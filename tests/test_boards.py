"""Boards built in code, as users of the library build them."""

import pytest

from refsol import chess, multigo, nogo, somegame


@pytest.mark.parametrize("size", [-1, 0, 601, 10**9])
def test_nogo_sizes(size: int) -> None:
    with pytest.raises(ValueError, match="size"):
        nogo.Board(size)


@pytest.mark.parametrize("size", [1, 600])
def test_nogo_sizes_at_the_bounds(size: int) -> None:
    board = nogo.Board(size)
    assert len(board.points(nogo.EMPTY)) == size * size


@pytest.mark.parametrize("numbers", [(0, 1, 2), (1, 0, 2), (1001, 1, 2), (1, 1001, 2), (1, 1, 1), (1, 1, 10**6 + 1)])
def test_multigo_numbers(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no board"):
        multigo.Board(*numbers)


@pytest.mark.parametrize("numbers", [(1, 1, 2), (1000, 2, 10**6), (2, 1000, 10**6)])
def test_multigo_numbers_at_the_bounds(numbers: tuple[int, int, int]) -> None:
    board = multigo.Board(*numbers)
    assert (board.height, board.width, board.players) == numbers


@pytest.mark.parametrize("numbers", [(0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 421, 1), (1, 1, 1, -1), (9002, 1, 1, 1)])
def test_somegame_numbers(numbers: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match=r"no board|no game"):
        somegame.Board(*numbers)


@pytest.mark.parametrize("numbers", [(1, 1, 1, 0), (9001, 420, 2, 9001), (9001, 2, 420, 9001)])
def test_somegame_numbers_at_the_bounds(numbers: tuple[int, int, int, int]) -> None:
    board = somegame.Board(*numbers)
    assert (board.players, board.width, board.height, board.line) == numbers


@pytest.mark.parametrize(
    "numbers", [(1, 2, 1), (2, 1, 1), (2, 2, 0), (2, 2, 5), (1000, 1000, 1), (400, 500, 10**5 + 1)]
)
def test_chess_numbers(numbers: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="no board"):
        chess.Board(*numbers)


def test_the_numbers_that_no_board_of_chess_has() -> None:
    with pytest.raises(ValueError, match="no board has 1 rows and 3 columns"):
        chess.Board(1, 3, 1)
    with pytest.raises(ValueError, match="no board of 6 crossings has 7 pieces"):
        chess.Board(2, 3, 7)


@pytest.mark.parametrize("numbers", [(2, 2, 4), (2, 10**5, 1), (10**5, 2, 10**5)])
def test_chess_numbers_at_the_bounds(numbers: tuple[int, int, int]) -> None:
    rows, columns, pieces = numbers
    board = chess.Board(rows, columns, pieces)
    assert (len(board.east), len(board.piece_at), len(board.level)) == (rows * columns, rows * columns, pieces)


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
