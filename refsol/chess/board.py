"""The board of NOIP chess: crossings, the roads between them, and the pieces in the order of their placement."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.text.scanner import Scanner, symbol_codes

MAX_CROSSINGS: Final = 2 * 10**5
MAX_SIDE: Final = 10**5
MAX_PIECES: Final = 10**5
MAX_DATA_SETS: Final = 5

BLOCKED: Final = 0
ORDINARY: Final = 1
STRAIGHT: Final = 2
OPEN: Final = 3

NO_PIECE: Final = -1

_ROADS: Final = symbol_codes(b"0123")


class Board:
    """``rows`` × ``columns`` crossings; (x, y), both from 1, has index ``(x - 1) * columns + (y - 1)``.

    ``east[v]`` is the type of the road from crossing v to its right neighbour v + 1, ``south[v]`` of the one to
    its lower neighbour v + columns; ``BLOCKED`` where there is no neighbour. So ``east[v - 1]`` and ``south[v -
    columns]`` are the roads to the left and up even where the index is negative: what it finds at the end is
    ``BLOCKED``, too.

    Piece t (from 0, in the order of placement) has ``colour[t]`` (0 black, 1 white) and ``level[t]`` and goes to
    crossing ``place[t]``; ``piece_at[v]`` is the piece that will stand on v, or ``NO_PIECE``. At first all roads are
    blocked. Raises ``ValueError`` for numbers beyond the limits of the statement.
    """

    def __init__(self, rows: i64, columns: i64, pieces: i64) -> None:
        if not (2 <= rows <= MAX_SIDE and 2 <= columns <= MAX_SIDE and rows * columns <= MAX_CROSSINGS):
            raise ValueError(f"no board has {rows} rows and {columns} columns")
        if not 1 <= pieces <= min(MAX_PIECES, rows * columns):
            raise ValueError(f"no board of {rows * columns} crossings gets {pieces} pieces")
        self.rows: Final[i64] = rows
        self.columns: Final[i64] = columns
        self.pieces: Final[i64] = pieces
        self.crossings: Final[i64] = rows * columns
        self.east: Final = vec[u8]([u8(BLOCKED)] * (rows * columns))
        self.south: Final = vec[u8]([u8(BLOCKED)] * (rows * columns))
        self.colour: Final = vec[u8]([u8(0)] * pieces)
        self.level: Final = vec[i32]([i32(0)] * pieces)
        self.place: Final = vec[i32]([i32(0)] * pieces)
        self.piece_at: Final = vec[i32]([i32(NO_PIECE)] * (rows * columns))


def read_board(scanner: Scanner) -> Board:
    """Read one data set: ``n m q``, the roads and the placements. O(nm + q).

    Raises ``InputError`` also where a piece is placed on an occupied crossing. A scanner that collects errors goes on
    after them, without the pieces whose coordinates are wrong; only after an error in ``n m q`` it can't.
    """
    known = scanner.error_count()
    rows = scanner.integer(2, MAX_SIDE, "number of rows n")
    columns = scanner.integer(2, MAX_SIDE, "number of columns m")
    scanner.insist(known)
    if rows * columns > MAX_CROSSINGS:
        found = f"{rows} * {columns} = {rows * columns}"
        raise scanner.error(scanner.last(), f"n * m of at most {MAX_CROSSINGS}", found)
    pieces = scanner.integer(1, min(MAX_PIECES, rows * columns), "number of pieces q")
    scanner.insist(known)
    board = Board(rows, columns, pieces)
    for x in range(rows):
        scanner.symbols(board.east, x * columns, columns - 1, _ROADS, "a row of road types", "road type in 0..3")
    for x in range(rows - 1):
        scanner.symbols(board.south, x * columns, columns, _ROADS, "a row of road types", "road type in 0..3")
    for t in range(pieces):
        board.colour[t] = u8(scanner.integer(0, 1, "colour"))
        board.level[t] = i32(scanner.integer(1, pieces, "level"))
        known = scanner.error_count()
        x = scanner.integer(1, rows, "row x") - 1
        v = x * columns + scanner.integer(1, columns, "column y") - 1
        if scanner.error_count() > known:
            continue
        if board.piece_at[v] != NO_PIECE:
            occupied = f"({x + 1}, {v - x * columns + 1}), which is occupied"
            scanner.report(scanner.error(scanner.last(1), "an empty crossing", occupied))
        board.place[t] = i32(v)
        board.piece_at[v] = i32(t)
    return board
