"""The board of Lamps: each cell is empty, a lamp or a wall."""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8
from refsol.text.scanner import Input, Scanner, symbol_codes

MAX_SIDE: Final = 1000
"""The largest number of rows, and of columns."""

EMPTY: Final = 0
"""The code of an empty cell."""
LAMP: Final = 1
"""The code of a lamp."""
WALL: Final = 2
"""The code of a wall."""
LIT: Final = 3
"""The code of an empty cell on which light falls; only in answers."""

SYMBOLS: Final = b".*#+"
"""The characters for the four codes, in the order of the codes."""

_CELLS: Final = symbol_codes(SYMBOLS[:LIT])


class Board:
    """A board of ``height`` rows and ``width`` columns. A new board is empty; creating it is O(cells).

    ``cell[x * width + y]``, row x and column y from 0, is ``EMPTY``, ``LAMP``, ``WALL`` or ``LIT``.
    """

    def __init__(self, height: i64, width: i64) -> None:
        self.height: Final[i64] = height
        self.width: Final[i64] = width
        self.cell: Final = vec[u8]([u8(EMPTY)] * (height * width))

    def text(self) -> bytes:
        """Return the rows as in the statement, one per line. O(cells)."""
        out = BytesWriter()
        for x in range(self.height):
            for cell in range(x * self.width, (x + 1) * self.width):
                out.append(SYMBOLS[i64(self.cell[cell])])
            out.append(10)
        return out.getvalue()


def read_board(source: Input) -> Board:
    r"""Read a whole input from ``source``, bytes or an open binary file. Raises ``InputError``. O(cells).

    >>> read_board(b"1 3\n*.#\n").text()
    b'*.#\n'
    """
    scanner = Scanner(source)
    board = scan_board(scanner)
    scanner.finish()
    return board


def scan_board(scanner: Scanner) -> Board:
    """Read the height, the width and the rows. Raises ``InputError``. O(cells)."""
    height = scanner.integer(1, MAX_SIDE, "height h")
    width = scanner.integer(1, MAX_SIDE, "width w")
    scanner.raise_if_errors()
    board = Board(height, width)
    for x in range(height):
        scanner.symbols(board.cell, x * width, width, _CELLS, "a row", "a cell '.', '*' or '#'")
    return board
