"""The board of Codeforces 907B: nine small boards of nine cells."""

from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.text.scanner import NO_SYMBOL, Input, Scanner

SIDE: Final = 9  # rows, and columns, of the board
CELLS: Final = SIDE * SIDE
SMALL_SIDE: Final = 3  # of a small board

EMPTY: Final = 46
"""The character of an empty cell, ``"."``."""
CROSS: Final = 120
"""The character of a cross, ``"x"``."""
NOUGHT: Final = 111
"""The character of a nought, ``"o"``."""
ALLOWED: Final = 33
"""The character that marks a cell where the next chip may go, ``"!"``."""

_CODES: Final = vec[u8]([u8(c if c in (EMPTY, CROSS, NOUGHT) else NO_SYMBOL) for c in range(256)])


@final
class Board:
    """Nine small boards, and the ``row`` and ``column`` of the last chip, both from 0.

    ``cell[row * 9 + column]`` is one of the characters ``EMPTY``, ``CROSS``, ``NOUGHT`` and, in answers, ``ALLOWED``.
    On a new board all cells are empty.

    Boards are equal if their cells and the places of their last chips are; so they can't be hashed. ``str`` shows the
    rows, ``repr`` adds a headline with the place of the last chip, from 1. A copy has its own cells.
    """

    def __init__(self) -> None:
        self.cell: Final = vec[u8]([u8(EMPTY)] * CELLS)
        self.row: i64 = 0
        self.column: i64 = 0

    def text(self) -> bytes:
        """Return the nine rows in the layout of the statement, without trailing blanks or the line ``x y``."""
        out = BytesWriter()
        for row in range(SIDE):
            if row > 0 and row % SMALL_SIDE == 0:
                out.append(10)
            for column in range(SIDE):
                if column > 0 and column % SMALL_SIDE == 0:
                    out.append(32)
                out.append(self.cell[row * SIDE + column])
            out.append(10)
        return out.getvalue()

    def input_text(self) -> bytes:
        """Return the board as an input: the nine rows and the cell of the last chip."""
        return self.text() + f"{self.row + 1} {self.column + 1}\n".encode("ascii")

    def last_cell(self) -> i64:
        """Return the index in ``cell`` of the last chip."""
        return self.row * SIDE + self.column

    def copy(self) -> "Board":
        """Return an independent board with the same chips."""
        return _board(bytes([int(value) for value in self.cell]), int(self.row), int(self.column))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if self.row != other.row or self.column != other.column:
            return False
        return all(self.cell[cell] == other.cell[cell] for cell in range(CELLS))

    def __str__(self) -> str:
        return self.text().decode("latin-1").rstrip("\n")

    def __repr__(self) -> str:
        return f"<Board, last chip on ({self.row + 1}, {self.column + 1})>\n{self}"

    def __reduce__(self) -> tuple[object, ...]:
        return _board, (bytes([int(value) for value in self.cell]), self.row, self.column)


def _board(cells: bytes, row: int, column: int) -> Board:
    board = Board()
    for cell in range(CELLS):
        board.cell[cell] = u8(cells[cell])
    board.row = row
    board.column = column
    return board


def read_board(source: Input) -> Board:
    r"""Read a whole input from ``source``, bytes or an open binary file: the nine rows and the cell of the last chip.

    Raises ``InputError`` for a breach of the format, a full board, a last chip on an empty cell, and trailing input.

    >>> board = read_board(b"x.. ... ...\n" + 8 * b"... ... ...\n" + b"1 1\n")
    >>> board.cell[0] == CROSS, board.row, board.column
    (True, 0, 0)
    """
    scanner = Scanner(source)
    board = scan_board(scanner)
    scanner.finish()
    return board


def validate(scanner: Scanner) -> None:
    scan_board(scanner)
    scanner.finish()


def scan_board(scanner: Scanner) -> Board:
    board = Board()
    for row in range(SIDE):
        for group in range(SMALL_SIDE):
            first = row * SIDE + group * SMALL_SIDE
            scanner.symbols(board.cell, first, SMALL_SIDE, _CODES, "a group of cells", "a cell 'x', 'o' or '.'")
    board.row = scanner.integer(1, SIDE, "row x of the last chip") - 1
    board.column = scanner.integer(1, SIDE, "column y of the last chip") - 1
    if not scanner.ok():
        return board
    if board.cell[board.last_cell()] == EMPTY:
        found = f"the empty cell ({board.row + 1}, {board.column + 1})"
        scanner.report(scanner.error(scanner.last(1), "the cell of the last chip", found))
    if EMPTY not in board.cell:
        scanner.report(scanner.error(scanner.last(1), "a board with an empty cell", "a full board"))
    return board
