"""The board of NoGo: stones on points, and the promises that the statement makes about them."""

from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from refsol.errors import InputError, out_of_range
from refsol.text.scanner import Input, Scanner, symbol_codes

MAX_SIZE: Final = 600
"""The largest number of rows, and of columns, of a board."""

EMPTY: Final = 0
"""A point without a stone."""
BLACK: Final = 1
"""A black stone, or the player of the black stones, who moves first."""
WHITE: Final = 2
"""A white stone, or the player of the white stones."""
EDGE: Final = 3
"""A point of the frame around the board."""

SYMBOLS: Final = b".XO"
"""The characters of :data:`EMPTY`, :data:`BLACK` and :data:`WHITE` in files, in this order."""

_STONES: Final = symbol_codes(SYMBOLS)


@final
class Board:
    """A ``size`` × ``size`` board inside a frame one point wide, so that every point has four neighbours.

    The point in row x and column y, both in 1..size, has the number ``x * stride + y``, where ``stride = size + 2``.
    All functions that take or return a ``point`` mean this number. ``stone[point]`` is ``EMPTY``, ``BLACK``, ``WHITE``
    or, on the frame, ``EDGE``. A new board is empty unless ``stone`` is given, which the board then uses without
    copying it. Making a board is O(n²) for size n. Raises ``ValueError`` for a size outside 1..600, and for a ``stone``
    of another length than ``stride * stride``. Copies, also those of ``copy``, have stones of their own.

    >>> board = Board(9)
    >>> board.stone[board.point(5, 5)] = BLACK
    >>> [board.coordinates(point) for point in board.points(BLACK)]
    [(5, 5)]
    """

    def __init__(self, size: i64, stone: vec[u8] | None = None) -> None:
        if size < 1 or size > MAX_SIZE:
            raise ValueError(f"the size of a board is in 1..{MAX_SIZE}, not {size}")
        self.size: Final[i64] = size
        self.stride: Final[i64] = size + 2
        if stone is not None and len(stone) != (size + 2) * (size + 2):
            raise ValueError(f"a board of size {size} has {(size + 2) * (size + 2)} points, not {len(stone)}")
        self.stone: Final = _empty_board(size) if stone is None else stone

    def point(self, x: i64, y: i64) -> i64:
        """Return the number of the point in row ``x`` and column ``y``, both from 1. O(1).

        The frame has the rows and columns 0 and ``size + 1``. Raises ``ValueError`` for a point beyond it.
        """
        if x < 0 or x >= self.stride or y < 0 or y >= self.stride:
            raise ValueError(f"no point ({x}, {y}) on this board or its frame")
        return x * self.stride + y

    def coordinates(self, point: i64) -> tuple[int, int]:
        """Return the row and the column, both from 1, of ``point``; on the frame they may be 0 or ``size + 1``. O(1).

        Raises ``ValueError`` for a point beyond the frame.
        """
        if point < 0 or point >= len(self.stone):
            raise out_of_range("point", point, 0, len(self.stone) - 1)
        return int(point // self.stride), int(point % self.stride)

    def require_point(self, point: i64) -> None:
        """Raise ``ValueError`` unless ``point`` is on the board. O(1)."""
        if point < 0 or point >= len(self.stone) or self.stone[point] == EDGE:
            raise ValueError(f"point {point} is not on this board")

    def points(self, colour: i64) -> list[int]:
        """Return the points where ``stone`` is ``colour`` (which may be ``EMPTY``), row by row. O(n²)."""
        stone = self.stone
        return [point for point in range(len(stone)) if stone[point] == colour]

    def copy(self) -> "Board":
        """Return a new board with the same stones. O(n²)."""
        return Board(self.size, self.stone[:])

    def __reduce__(self) -> tuple[object, ...]:
        return _board, (self.size, bytes([int(stone) for stone in self.stone]))

    def text(self) -> bytes:
        """Return the board in the format of the statement: its size, then its rows. O(n²)."""
        out = BytesWriter()
        out.write(b"%d\n" % int(self.size))
        for x in range(1, self.size + 1):
            for y in range(1, self.size + 1):
                out.append(SYMBOLS[i64(self.stone[x * self.stride + y])])
            out.append(10)
        return out.getvalue()

    def dead_points(self) -> vec[i64]:
        """Return the first point of each group without a liberty, row by row. O(n²)."""
        stone = self.stone
        dead = vec[i64]()
        seen = vec[u8]([u8(0)] * len(stone))
        steps = vec[i64]([-self.stride, i64(-1), i64(1), self.stride])
        for x in range(1, self.size + 1):
            for first in range(x * self.stride + 1, x * self.stride + self.size + 1):
                if stone[first] == EMPTY or seen[first]:
                    continue
                seen[first] = u8(1)
                stack = vec[i64]([first])
                alive = False
                while len(stack):
                    stack, point = pop(stack)
                    for step in steps:
                        next_point = point + step
                        if stone[next_point] == EMPTY:
                            alive = True
                        elif stone[next_point] == stone[first] and not seen[next_point]:
                            seen[next_point] = u8(1)
                            stack = append(stack, next_point)
                if not alive:
                    dead = append(dead, first)
        return dead


def _board(size: int, stone: bytes) -> Board:
    """Return a copied board."""
    return Board(size, vec[u8]([u8(value) for value in stone]))


def _empty_board(size: i64) -> vec[u8]:
    """Return the ``stone`` of an empty board."""
    stride = size + 2
    stone = vec[u8]([u8(EMPTY)] * (stride * stride))
    for k in range(stride):
        stone[k] = u8(EDGE)
        stone[k * stride] = u8(EDGE)
        stone[-k * stride - 1] = u8(EDGE)
        stone[-k - 1] = u8(EDGE)
    return stone


def read_board(source: Input) -> Board:
    r"""Read the whole input ``source``, in the format of the statement: the size n, then n rows. O(n²).

    Raises ``InputError`` for a breach of the format, unequal numbers of black and white stones, a group without a
    liberty, or anything after the last row.

    >>> read_board(b"2\nX.\n.O\n").points(WHITE)  # 2 * stride + 2
    [10]
    """
    scanner = Scanner(source)
    board, starts = scan_rows(scanner)
    dead = board.dead_points()
    if len(dead):
        raise no_liberty(scanner, board, starts, dead[0])
    scanner.finish()
    return board


def scan_rows(scanner: Scanner) -> tuple[Board, vec[i64]]:
    """Read the size and the rows; return the board and the offset of each row, that of row x at index x - 1. O(n²).

    The caller checks that every group has a liberty and that the input ends here. Raises ``InputError`` for all other
    breaches. A scanner that collects errors records unequal numbers of stones and continues.
    """
    size = scanner.integer(1, MAX_SIZE, "board size n")
    scanner.raise_if_errors()
    header = scanner.last()
    board = Board(size)
    starts = vec[i64]([i64(0)] * size)
    for k in range(size):
        first = board.point(k + 1, 1)
        starts[k] = scanner.symbols(board.stone, first, size, _STONES, "a row", "a point 'X', 'O' or '.'")
    scanner.raise_if_errors()
    difference: i64 = 0
    for stone in board.stone:
        difference += i64(stone & BLACK) - i64(stone >> 1)  # 1 for BLACK, -1 for WHITE, 0 for EMPTY and EDGE
    if difference:
        black = board.text().count(b"X")
        scanner.report(scanner.error(header, "as many X as O", f"{black} X and {black - difference} O"))
    return board, starts


def no_liberty(scanner: Scanner, board: Board, starts: vec[i64], point: i64) -> InputError:
    """Return the error reporting that the group of the stone on ``point`` has no liberty. O(n²).

    ``starts`` are the offsets of the rows, as :func:`scan_rows` returns them. Raises ``ValueError`` for a point off the
    board.
    """
    x, y = board.coordinates(point)
    colour = "black" if board.stone[point] == BLACK else "white"
    at = starts[x - 1] + y - 1
    return scanner.error(at, "a liberty for every group", f"the {colour} group at ({x}, {y}) without one")
