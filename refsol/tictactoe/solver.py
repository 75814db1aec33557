"""Tic-tac-toe on nine small boards: where may the next chip go?

**Problem.** A 9 × 9 board consists of nine small boards of 3 × 3 cells. The position of the last chip *inside its
small board* names the small board to which the next chip must go: a chip in the upper right cell of any small board
names the upper right small board. If that one is full, the next chip may go to any empty cell.

**Idea.** With rows and columns counted from 0, the position of a cell inside its small board is its row and its column
modulo 3; the position of a small board among the nine is the row and the column of its cells divided by 3, rounded
down. Mark the empty cells of the named small board; if there are none, mark all empty cells.

**Cost.** At most 90 cells are inspected: O(1).
"""

from mypy_extensions import i64, u8

from refsol.text.scanner import Input
from refsol.tictactoe.board import ALLOWED, EMPTY, SIDE, SMALL_SIDE, Board, read_board


def mark(board: Board) -> None:
    """Put ``!`` on every cell where the next chip may go. O(1)."""
    top = board.row % SMALL_SIDE * SMALL_SIDE
    left = board.column % SMALL_SIDE * SMALL_SIDE
    if not _mark_empty(board, top, left, SMALL_SIDE):
        _mark_empty(board, 0, 0, SIDE)


def _mark_empty(board: Board, top: i64, left: i64, side: i64) -> bool:
    """Mark the empty cells of a square and return whether there were any."""
    found = False
    for row in range(top, top + side):
        for cell in range(row * SIDE + left, row * SIDE + left + side):
            if board.cell[cell] == EMPTY:
                board.cell[cell] = u8(ALLOWED)
                found = True
    return found


def solve(data: Input) -> bytes:
    """Return the board of the input ``data`` with ``!`` where the next chip may go. Raises ``InputError``. O(1)."""
    board = read_board(data)
    mark(board)
    return board.text()
