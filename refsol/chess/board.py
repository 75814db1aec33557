"""The board of NOIP chess: crossings, the roads between them, and the pieces in the order of their placement."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.text.scanner import Input, Scanner, symbol_codes
from refsol.text.words import fast_integer

MAX_CROSSINGS: Final = 2 * 10**5  # of a board
MAX_SIDE: Final = 10**5  # rows, and columns, of a board; at least 2
MAX_PIECES: Final = 10**5  # of a data set; at least 1
MAX_DATA_SETS: Final = 5  # of an input; at least 1

BLOCKED: Final = 0  # no move can use it; also stands for a missing road
ORDINARY: Final = 1  # a move by itself: a move takes exactly one
STRAIGHT: Final = 2  # a move takes one or more along one line
OPEN: Final = 3  # a move takes one or more, in any directions

NO_PIECE: Final = -1  # in `Board.piece_at`: no piece is ever placed on this crossing

Placement: TypeAlias = tuple[int, int, int, int]  # a piece as in the input: colour, level, x, y

_QUADRUPLE_LOOKAHEAD: Final = 32  # the bytes that _fast_quadruple may look at, from the beginning of a line

_ROADS: Final = symbol_codes(b"0123")


@final
class Board:
    """``rows`` × ``columns`` crossings, ``crossings`` in all, and ``pieces`` pieces.

    Crossing (x, y), row and column from 1, has the index ``(x - 1) * columns + (y - 1)``.

    ``east[v]`` is the type of the road from crossing v to the right, to v + 1, and ``south[v]`` that of the road down,
    to v + columns; both are ``BLOCKED`` where there is no neighbour. So ``east[v - 1]`` and ``south[v - columns]`` are
    the roads to the left and up, even in the first column and row: there the index leads to the end of another row or
    of the array, where the road is also ``BLOCKED``.

    Piece t (from 0, in the order of placement) has ``colour[t]`` (0 black, 1 white) and ``level[t]`` and is placed on
    crossing ``crossing_of[t]``; ``piece_at[v]`` is the piece that is placed on crossing v at some time, or
    ``NO_PIECE``. A new board has only blocked roads, and its pieces are still to be filled in. O(nm + q) to make, and
    to copy. Raises ``ValueError`` for numbers outside the limits of the statement.
    """

    def __init__(self, rows: i64, columns: i64, pieces: i64) -> None:
        if not (2 <= rows <= MAX_SIDE and 2 <= columns <= MAX_SIDE and rows * columns <= MAX_CROSSINGS):
            raise ValueError(f"no board has {rows} rows and {columns} columns")
        if not 1 <= pieces <= min(MAX_PIECES, rows * columns):
            raise ValueError(f"no board of {rows * columns} crossings has {pieces} pieces")
        self.rows: Final[i64] = rows
        self.columns: Final[i64] = columns
        self.pieces: Final[i64] = pieces
        self.crossings: Final[i64] = rows * columns
        self.east: Final = vec[u8]([u8(BLOCKED)] * (rows * columns))
        self.south: Final = vec[u8]([u8(BLOCKED)] * (rows * columns))
        self.colour: Final = vec[u8]([u8(0)] * pieces)
        self.level: Final = vec[i32]([i32(0)] * pieces)
        self.crossing_of: Final = vec[i32]([i32(0)] * pieces)
        self.piece_at: Final = vec[i32]([i32(NO_PIECE)] * (rows * columns))

    def __reduce__(self) -> tuple[object, ...]:
        small = tuple([bytes([int(value) for value in values]) for values in (self.east, self.south, self.colour)])
        large = tuple(
            [tuple([int(value) for value in values]) for values in (self.level, self.crossing_of, self.piece_at)]
        )
        return _board, (self.rows, self.columns, self.pieces, small, large)


def _board(rows: int, columns: int, pieces: int, small: tuple[bytes, ...], large: tuple[tuple[int, ...], ...]) -> Board:
    board = Board(rows, columns, pieces)
    for roads, copied in zip((board.east, board.south, board.colour), small, strict=True):
        for k in range(len(copied)):
            roads[k] = u8(copied[k])
    for numbers, numbers_copied in zip((board.level, board.crossing_of, board.piece_at), large, strict=True):
        for k in range(len(numbers_copied)):
            numbers[k] = i32(numbers_copied[k])
    return board


def read_boards(source: Input) -> list[Board]:
    r"""Read all data sets of ``source``, the bytes of an input or an open binary file. O(nm + q) per data set.

    Raises ``InputError`` for a breach of the format, and for a piece on an occupied crossing.

    >>> [board] = read_boards(b"1\n2 3 2\n33\n00\n222\n0 1 1 2\n1 2 2 3\n")
    >>> board.rows, board.columns, board.pieces
    (2, 3, 2)
    >>> list(board.crossing_of)
    [1, 5]
    """
    scanner = Scanner(source)
    boards = [scan_board(scanner) for _ in range(scan_data_sets(scanner))]
    scanner.finish()
    return boards


def validate(scanner: Scanner) -> None:
    """Read an input to its end; if the number of data sets is wrong, read them up to the end."""
    data_sets = scan_data_sets(scanner)
    if scanner.ok():
        for _ in range(data_sets):
            scan_board(scanner)
    else:
        while not scanner.at_end():
            scan_board(scanner)
    scanner.finish()


def scan_data_sets(scanner: Scanner) -> i64:
    return scanner.integer(1, MAX_DATA_SETS, "number of data sets T")


def scan_board(scanner: Scanner) -> Board:
    """Read one data set; if errors are collected, continue after them, except after one in ``n m q``."""
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
    """Slow path: read the placement of piece t, however it is written, or report what is wrong with it."""
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
    board.crossing_of[t] = i32(v)
    board.piece_at[v] = i32(t)


def _read_placements_fast(scanner: Scanner, board: Board, first: i64) -> i64:
    """Fast path: read placements from piece ``first`` on and return the number of the first piece not read.

    It reads lines ``colour level x y`` with single spaces and a line feed, and stops before any other line and before
    any error.
    """
    rows = board.rows
    columns = board.columns
    pieces = board.pieces
    colours = board.colour
    levels = board.level
    crossing_of = board.crossing_of
    piece_at = board.piece_at
    window, offset, size = scanner.buffer()
    last = size - _QUADRUPLE_LOOKAHEAD
    t = first
    while t < pieces and offset <= last:
        colour, level, x, y, length = _fast_quadruple(window, offset)
        if not (0 <= colour <= 1 and 1 <= level <= pieces and 1 <= x <= rows and 1 <= y <= columns):
            break
        v = (x - 1) * columns + y - 1
        if piece_at[v] != NO_PIECE:
            break
        colours[t] = u8(colour)
        levels[t] = i32(level)
        crossing_of[t] = i32(v)
        piece_at[v] = i32(t)
        offset += length
        t += 1
    scanner.skip_to(offset)
    return t


def _fast_quadruple(window: bytes, i: i64) -> tuple[i64, i64, i64, i64, i64]:
    """Return the four integers of up to 6 digits from ``window[i]`` on, each before a blank, and their length.

    One that is not there is -1. ``window`` must have ``_QUADRUPLE_LOOKAHEAD`` bytes from index ``i`` on. Four words are
    read, each from where the number before it ends::

        0 _   1 2 _   7 _   1 1 ↵        0, 12, 7, 11; length 10
        └─┘   └───┘   └─┘   └───┘
    """
    first, length = fast_integer(read_i64_le(window, i))
    second, second_length = fast_integer(read_i64_le(window, i + length))
    length += second_length
    third, third_length = fast_integer(read_i64_le(window, i + length))
    length += third_length
    fourth, fourth_length = fast_integer(read_i64_le(window, i + length))
    return first, second, third, fourth, length + fourth_length


def rows_of(roads: bytes, length: int) -> list[bytes]:
    return [roads[start : start + length] for start in range(0, len(roads), length)]


def data_set_text(east: Sequence[bytes], south: Sequence[bytes], placements: Iterable[Placement]) -> bytes:
    pieces = [b"%d %d %d %d\n" % placement for placement in placements]
    size = b"%d %d %d" % (len(east), len(next(iter(south), b"")), len(pieces))
    return b"\n".join([size, *east, *south, b"".join(pieces)])


def input_text(data_sets: Sequence[bytes]) -> bytes:
    return b"%d\n" % len(data_sets) + b"".join(data_sets)
