"""Tic-tac-toe on nine small boards, from bytes to bytes.

Problem and idea are in ``plain.py``, from which only the arrays differ.
"""

from mypy_extensions import i64, u8

from refsol.text.scanner import Input
from refsol.tictactoe.board import ALLOWED, EMPTY, SIDE, SMALL_SIDE, Board, read_board


def mark(board: Board) -> None:
    """Put ``!`` on every cell where the next chip may go."""
    top = board.row % SMALL_SIDE * SMALL_SIDE
    left = board.column % SMALL_SIDE * SMALL_SIDE
    if not _mark_empty(board, top, left, SMALL_SIDE):
        _mark_empty(board, 0, 0, SIDE)


def _mark_empty(board: Board, top: i64, left: i64, side: i64) -> bool:
    found = False
    for row in range(top, top + side):
        for cell in range(row * SIDE + left, row * SIDE + left + side):
            if board.cell[cell] == EMPTY:
                board.cell[cell] = u8(ALLOWED)
                found = True
    return found


def solve(data: Input) -> bytes:
    """Return the board of the input ``data`` with ``!`` where the next chip may go. Raises ``InputError``."""
    board = read_board(data)
    mark(board)
    return board.text()
