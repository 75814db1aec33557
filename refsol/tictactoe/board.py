"""The board of Codeforces 907B: nine fields of nine cells. It always has 81, so everything is O(1)."""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.text.scanner import NO_SYMBOL, Scanner

SIDE: Final = 9
"""How many rows the board has, and columns."""
FIELD: Final = 3
"""How many rows a field has, and columns."""

EMPTY: Final = 46
"""The character of an empty cell, ``.``."""
CROSS: Final = 120
"""The character of a cross, ``x``."""
NOUGHT: Final = 111
"""The character of a nought, ``o``."""
ALLOWED: Final = 33
"""The character of a cell where the next chip may go, ``!``."""

_CELLS: Final = vec[u8]([u8(c if c in (EMPTY, CROSS, NOUGHT) else NO_SYMBOL) for c in range(256)])


class Board:
    """``cell[row * 9 + column]`` (both from 0) is a character; the last chip stands at ``row``, ``column``.

    At first all cells are empty.
    """

    def __init__(self) -> None:
        self.cell: Final = vec[u8]([u8(EMPTY)] * (SIDE * SIDE))
        self.row: i64 = 0
        self.column: i64 = 0

    def text(self) -> bytes:
        """Return the 9 rows in the layout of the statement, without trailing blanks; not where the last chip is."""
        out = BytesWriter()
        for row in range(SIDE):
            if row > 0 and row % FIELD == 0:
                out.append(10)
            for column in range(SIDE):
                if column > 0 and column % FIELD == 0:
                    out.append(32)
                out.append(self.cell[row * SIDE + column])
            out.append(10)
        return out.getvalue()


def scan_board(scanner: Scanner) -> Board:
    """Read the nine rows and ``x y``. Raises ``InputError`` also for a full board and a last chip that is not there.

    These two are looked for where the scanner has not collected another error.
    """
    board = Board()
    for row in range(SIDE):
        for group in range(FIELD):
            first = row * SIDE + group * FIELD
            scanner.symbols(board.cell, first, FIELD, _CELLS, "a group of cells", "a cell 'x', 'o' or '.'")
    board.row = scanner.integer(1, SIDE, "row x of the last chip") - 1
    board.column = scanner.integer(1, SIDE, "column y of the last chip") - 1
    if scanner.ok():
        _report_broken_promises(scanner, board)
    return board


def _report_broken_promises(scanner: Scanner, board: Board) -> None:
    """Report a last chip on an empty cell and a board without one; ``scanner`` has read both."""
    if board.cell[board.row * SIDE + board.column] == EMPTY:
        found = f"the empty cell ({board.row + 1}, {board.column + 1})"
        scanner.report(scanner.error(scanner.last(1), "the cell of the last chip", found))
    if EMPTY not in board.cell:
        scanner.report(scanner.error(scanner.last(1), "a board with an empty cell", "a full board"))
