"""The board of NoGo: stones on crossings, and the promises of the statement about them."""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from refsol.errors import InputError
from refsol.text.scanner import Scanner, symbol_codes

MAX_SIZE: Final = 600
"""The most rows, and columns, of a board."""

EMPTY: Final = 0
"""A crossing without a stone."""
BLACK: Final = 1
"""A black stone, or the side that has black and moves first."""
WHITE: Final = 2
"""A white stone, or the side that has white."""
EDGE: Final = 3
"""A point of the frame around the board."""

SYMBOLS: Final = b".XO"
"""The characters of :data:`EMPTY`, :data:`BLACK` and :data:`WHITE` in files, in this order."""

_STONES: Final = symbol_codes(SYMBOLS)


class Board:
    """A ``size`` × ``size`` board inside a frame one point wide, so that every point has four neighbours.

    Crossing (x, y), both in 1..size, is the point ``x * stride + y`` with ``stride = size + 2``; ``stone[point]``
    is ``EMPTY``, ``BLACK``, ``WHITE`` or, on the frame, ``EDGE``. The board is empty at first, unless it is given the
    points to use as ``stone``. Making one is O(n²) for size n. Raises ``ValueError`` for a size not in 1..600.
    """

    def __init__(self, size: i64, stone: vec[u8] | None = None) -> None:
        if size < 1 or size > MAX_SIZE:
            raise ValueError(f"a board has a size in 1..{MAX_SIZE}, not {size}")
        self.size: Final[i64] = size
        self.stride: Final[i64] = size + 2
        self.stone: Final = _empty_board(size) if stone is None else stone

    def point(self, x: i64, y: i64) -> i64:
        """Return the point of crossing (x, y), row and column from 1. O(1)."""
        return x * self.stride + y

    def copy(self) -> "Board":
        """Return a board with the same stones. O(n²)."""
        return Board(self.size, self.stone[:])

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


def _empty_board(size: i64) -> vec[u8]:
    """Return the points of an empty board, with the frame."""
    stride = size + 2
    stone = vec[u8]([u8(EMPTY)] * (stride * stride))
    for k in range(stride):
        stone[k] = u8(EDGE)
        stone[k * stride] = u8(EDGE)
        stone[-k * stride - 1] = u8(EDGE)
        stone[-k - 1] = u8(EDGE)
    return stone


def scan_board(scanner: Scanner) -> Board:
    """Read a board in the format of the statement: its size n, then its rows. O(n²).

    Raises ``InputError`` also where black and white stones are not equally many or a group has no liberty. What
    follows the rows is not read.
    """
    board, starts = read_rows(scanner)
    dead = board.dead_points()
    if len(dead):
        raise no_liberty(scanner, board, starts, dead[0])
    return board


def read_rows(scanner: Scanner) -> tuple[Board, vec[i64]]:
    """Read a board as :func:`scan_board` does, but leave groups without a liberty to the caller. O(n²).

    Returns the offset of each row, too, that of row x at index x - 1. Raises ``InputError`` for all other breaches;
    a scanner that collects errors adds unequal numbers of stones to them, and goes on.
    """
    size = scanner.integer(1, MAX_SIZE, "board size n")
    scanner.raise_if_errors()
    header = scanner.last()
    board = Board(size)
    starts = vec[i64]([i64(0)] * size)
    for k in range(size):
        first = board.point(k + 1, 1)
        starts[k] = scanner.symbols(board.stone, first, size, _STONES, "a row", "a crossing 'X', 'O' or '.'")
    scanner.raise_if_errors()
    surplus: i64 = 0
    for stone in board.stone:
        surplus += i64(stone & BLACK) - i64(stone >> 1)  # 1 for BLACK, -1 for WHITE
    if surplus:
        black = board.text().count(b"X")
        scanner.report(scanner.error(header, "as many X as O", f"{black} X and {black - surplus} O"))
    return board, starts


def no_liberty(scanner: Scanner, board: Board, starts: vec[i64], point: i64) -> InputError:
    """Return the error that the group of the stone on ``point`` has no liberty. O(n²).

    ``starts`` are the offsets of the rows that :func:`read_rows` returned.
    """
    x = point // board.stride
    y = point % board.stride
    colour = "black" if board.stone[point] == BLACK else "white"
    at = starts[x - 1] + y - 1
    return scanner.error(at, "a liberty for every group", f"the {colour} group of ({x}, {y}) without one")
