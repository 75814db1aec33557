"""The board of NOIP chess: crossings, the roads between them, and the pieces in the order of their placement."""

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.text.scanner import Scanner, symbol_codes
from refsol.text.words import positive_before

MAX_CROSSINGS: Final = 2 * 10**5
"""The most crossings of a board."""
MAX_SIDE: Final = 10**5
"""The most rows, and columns, of a board; the fewest are 2."""
MAX_PIECES: Final = 10**5
"""The most pieces of a data set; the fewest are 1."""
MAX_DATA_SETS: Final = 5
"""The most data sets of an input; the fewest are 1."""

BLOCKED: Final = 0
"""The type of a road that nothing can use, or of none at all."""
ORDINARY: Final = 1
"""The type of a road that a move can use once and alone."""
STRAIGHT: Final = 2
"""The type of a road that a move can use with others in the same line."""
OPEN: Final = 3
"""The type of a road that a move can use with any others of this type."""

NO_PIECE: Final = -1
"""Instead of the number of a piece: none will stand there."""

_ROADS: Final = symbol_codes(b"0123")

_SPACE: Final = 32
_LINE_FEED: Final = 10
_BLACK_BEGINS: Final = 48 | _SPACE << 8  # the line of a black piece begins with these two characters: "0 "
_PLACEMENT_LOOKAHEAD: Final = 32  # bytes that reading a placement in the usual way may look at


class Board:
    """``rows`` × ``columns`` crossings, ``crossings`` in all, and ``pieces`` pieces.

    Crossing (x, y), row and column from 1, has index ``(x - 1) * columns + (y - 1)``.

    ``east[v]`` is the type of the road from crossing v to its right neighbour v + 1, ``south[v]`` of the one to
    its lower neighbour v + columns; ``BLOCKED`` where there is no neighbour. So ``east[v - 1]`` and ``south[v -
    columns]`` are the roads to the left and up even where the index is negative: what it finds at the end is
    ``BLOCKED``, too.

    Piece t (from 0, in the order of placement) has ``colour[t]`` (0 black, 1 white) and ``level[t]`` and goes to
    crossing ``place[t]``; ``piece_at[v]`` is the piece that will stand on v, or ``NO_PIECE``. At first all roads are
    blocked, and no piece has a place. Making one is O(nm + q). Raises ``ValueError`` for numbers beyond the limits of
    the statement.
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


def scan_board(scanner: Scanner) -> Board:
    """Read one data set: ``n m q``, the roads and the placements. O(nm + q).

    Raises ``InputError`` also where a piece is placed on an occupied crossing. A scanner that collects errors goes on
    after them, without the pieces whose coordinates are wrong; only after an error in ``n m q`` it can't.
    """
    known = scanner.error_count()
    rows = scanner.integer(2, MAX_SIDE, "number of rows n")
    columns = scanner.integer(2, MAX_SIDE, "number of columns m")
    scanner.raise_if_errors(known)
    if rows * columns > MAX_CROSSINGS:
        found = f"{rows} * {columns} = {rows * columns}"
        raise scanner.error(scanner.last(), f"n * m of at most {MAX_CROSSINGS}", found)
    pieces = scanner.integer(1, min(MAX_PIECES, rows * columns), "number of pieces q")
    scanner.raise_if_errors(known)
    board = Board(rows, columns, pieces)
    for x in range(rows):
        scanner.symbols(board.east, x * columns, columns - 1, _ROADS, "a row of road types", "road type in 0..3")
    for x in range(rows - 1):
        scanner.symbols(board.south, x * columns, columns, _ROADS, "a row of road types", "road type in 0..3")
    t = _read_placements_fast(scanner, board, 0)
    while t < pieces:
        _read_placement(scanner, board, t)
        t = _read_placements_fast(scanner, board, t + 1)
    return board


def _read_placement(scanner: Scanner, board: Board, t: i64) -> None:
    """Read the placement of piece t, or find out what is wrong with it."""
    columns = board.columns
    board.colour[t] = u8(scanner.integer(0, 1, "colour"))
    board.level[t] = i32(scanner.integer(1, board.pieces, "level"))
    known = scanner.error_count()
    x = scanner.integer(1, board.rows, "row x") - 1
    v = x * columns + scanner.integer(1, columns, "column y") - 1
    if scanner.error_count() > known:
        return
    if board.piece_at[v] != NO_PIECE:
        occupied = f"({x + 1}, {v - x * columns + 1}), which is occupied"
        scanner.report(scanner.error(scanner.last(1), "an empty crossing", occupied))
    board.place[t] = i32(v)
    board.piece_at[v] = i32(t)


def _read_placements_fast(scanner: Scanner, board: Board, first: i64) -> i64:
    """Read the placements from piece ``first`` to the next one that isn't right or not written in the usual way.

    That is a line ``colour level x y`` with single spaces. Returns the number of that next piece.
    """
    rows = board.rows
    columns = board.columns
    pieces = board.pieces
    colours = board.colour
    levels = board.level
    place = board.place
    piece_at = board.piece_at
    window, position, size = scanner.buffer()
    last = size - _PLACEMENT_LOOKAHEAD
    t = first
    while t < pieces and position <= last:
        colour = (read_i64_le(window, position) & 0xFFFF) - _BLACK_BEGINS
        level, level_length = positive_before(read_i64_le(window, position + 2), _SPACE)
        end = position + 2 + level_length
        x, x_length = positive_before(read_i64_le(window, end), _SPACE)
        end += x_length
        y, y_length = positive_before(read_i64_le(window, end), _LINE_FEED)
        end += y_length
        # The sign says whether any of them is out of range: one branch, which is seldom taken.
        if (colour | 1 - colour | level - 1 | pieces - level | x - 1 | rows - x | y - 1 | columns - y) < 0:
            break
        v = (x - 1) * columns + y - 1
        if piece_at[v] != NO_PIECE:
            break
        colours[t] = u8(colour)
        levels[t] = i32(level)
        place[t] = i32(v)
        piece_at[v] = i32(t)
        position = end
        t += 1
    scanner.skip_to(position)
    return t
