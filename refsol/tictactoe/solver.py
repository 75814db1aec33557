"""Tic-tac-toe of nine fields: where may the next chip go?

**Problem.** A 9 × 9 board consists of nine 3 × 3 fields. The place of the last chip *inside its field* names the
field in which the next chip must go: a chip in the top right corner of any field sends the next one to the top
right field. If that field is full, the next chip may go to any empty cell.

**Idea.** With rows and columns counted from 0, a cell's place inside its field is its row and its column modulo 3;
a field's place on the board is that of its cells divided by 3. Mark the empty cells of the named field; if there
are none, mark all empty cells.

**Cost.** One look at 81 cells: O(1).
"""

from mypy_extensions import i64, u8

from refsol.text.scanner import Input, Scanner
from refsol.tictactoe.board import ALLOWED, EMPTY, FIELD, SIDE, Board, scan_board


def mark(board: Board) -> None:
    """Put ``!`` on every cell where the next chip may go. O(1)."""
    top = board.row % FIELD * FIELD
    left = board.column % FIELD * FIELD
    if not _mark_empty(board, top, left, FIELD):
        _mark_empty(board, 0, 0, SIDE)


def _mark_empty(board: Board, top: i64, left: i64, side: i64) -> bool:
    """Mark the empty cells of a square and tell whether there was one."""
    found = False
    for row in range(top, top + side):
        for cell in range(row * SIDE + left, row * SIDE + left + side):
            if board.cell[cell] == EMPTY:
                board.cell[cell] = u8(ALLOWED)
                found = True
    return found


def solve(data: Input) -> bytes:
    """Return the board of the input ``data`` with ``!`` where the next chip may go. O(1).

    Raises ``InputError`` for a broken format, a full board and a last chip on an empty cell.
    """
    scanner = Scanner(data)
    board = scan_board(scanner)
    scanner.finish()
    mark(board)
    return board.text()
