"""Tic-tac-toe on nine small boards: both cases of the rule, and the board as a library."""

from io import BytesIO

import pytest
import support

from refsol import tictactoe
from refsol.errors import InputError


def with_chips(cells: dict[tuple[int, int], str]) -> str:
    rows = [["."] * 9 for _ in range(9)]
    for (x, y), chip in cells.items():
        rows[x - 1][y - 1] = chip
    return "\n".join(" ".join("".join(row[k : k + 3]) for k in (0, 3, 6)) for row in rows)


@pytest.mark.parametrize("x", range(1, 10))
@pytest.mark.parametrize("y", range(1, 10))
def test_the_position_in_the_small_board_names_a_small_board(x: int, y: int) -> None:
    answer = tictactoe.solve(f"{with_chips({(x, y): 'x'})}\n{x} {y}\n".encode())
    rows = [row.replace(b" ", b"") for row in answer.split(b"\n") if row]
    marked = {(r + 1, c + 1) for r in range(9) for c in range(9) if rows[r][c : c + 1] == b"!"}
    top, left = (x - 1) % 3 * 3, (y - 1) % 3 * 3
    assert marked == {(top + r, left + c) for r in (1, 2, 3) for c in (1, 2, 3)} - {(x, y)}


def test_a_full_small_board_frees_the_board() -> None:
    full = {(r, c): "o" for r in (4, 5, 6) for c in (7, 8, 9)}
    answer = tictactoe.solve(f"{with_chips({(2, 3): 'x', **full})}\n2 3".encode())
    assert answer.count(b"!") == 81 - 10
    assert b"." not in answer


def test_board_as_a_library() -> None:
    data = (support.SAMPLES / "tictactoe" / "1.in").read_bytes()
    board = tictactoe.read_board(data)
    assert (board.row, board.column) == (5, 3)
    assert board.text() + b"6 4\n" == data
    assert board.input_text() == data
    tictactoe.mark(board)
    assert board.text() == (support.SAMPLES / "tictactoe" / "1.ans").read_bytes()


def test_a_new_board_is_empty() -> None:
    band = b"... ... ...\n" * 3
    assert tictactoe.Board().input_text() == b"\n".join([band] * 3) + b"1 1\n"


def test_read_board_takes_bytes_and_files() -> None:
    data = (support.SAMPLES / "tictactoe" / "2.in").read_bytes()
    boards = [tictactoe.read_board(source) for source in (data, BytesIO(data))]
    assert [board.input_text() for board in boards] == [data, data]
    assert {int(boards[0].cell[boards[0].last_cell()])} <= {tictactoe.CROSS, tictactoe.NOUGHT}
    with pytest.raises(InputError, match=r"^13:1: expected end of file, found '1'$"):
        tictactoe.read_board(data + b"1")
