"""Small boards of NoGo as sets of points in single words: a few shifts find the neighbours of all points at once.

The bit of a point is row · stride + column, both counted from 0. The stride is one more than the number of
columns, so a bit that no point uses separates each row from the next, and a shift by one leads from no row into
another::

    row 0    row 1    row 2          3 × 4: the stride is 5, and the bits 4, 9 and 14 are unused
    0123.    5678.    .......

A board that is higher than wide is laid on its side, since that needs fewer bits. A set of points is an ``i64`` that is
not negative. Everything is O(1) unless it says otherwise. Chess programs have such boards; filling a group by shifts is
also known as dumb fill (chessprogramming.org, "Fill Algorithms").
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE

MAX_BITS: Final = 63
"""The bits that a board may need: all but the sign."""

# The powers of 2 have different remainders modulo 67, of which 2 is a primitive root (Hacker's Delight, section 5-4).
_PRIME: Final = 67

# For counting bits in parallel, in fields of two, four and eight bits (Hacker's Delight, section 5-1).
_PAIRS: Final = 0x5555555555555555
_FOURS: Final = 0x3333333333333333
_BYTES: Final = 0x0F0F0F0F0F0F0F0F
_SUM: Final = 0x0101010101010101
_ALL: Final = 2**63 - 1
_MAX_SIZE: Final = 127

_SMALLEST: Final = 3  # the rows and columns of a board of one point, with its frame

# The parts of a symmetry.
_LEFT_RIGHT: Final = 1
_UP_DOWN: Final = 2
_DIAGONAL: Final = 4


def size_of(points: i64) -> i64:
    """Return the number of ``points``."""
    points &= _ALL
    pairs = points - ((points >> 1) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> 2) & _FOURS)
    return ((((fours + (fours >> 4)) & _BYTES) * _SUM) >> 56) & _MAX_SIZE


@final
class BitBoard:
    """The points and stones of a board as sets: ``empty``, ``black`` and ``white``.

    There are ``bits`` bits, from the first point to the last, and that of the point below has a number larger by
    ``stride``. By the number of a bit, ``point`` has the point of the board, or 0 for a wall and where no point is.

    ``stone`` and ``board_stride`` are those of a :class:`.nogo.board.Board`: rows with a frame one point wide. Points
    of the board that are ``EDGE`` are walls. Raises ``ValueError`` for an array that is no such rows, and for a board
    that needs more than :data:`MAX_BITS` bits: the longer side plus one, times the shorter one. O(points).
    """

    def __init__(self, stone: vec[u8], board_stride: i64) -> None:
        length: i64 = len(stone)
        if board_stride < _SMALLEST or length < _SMALLEST * board_stride or length % board_stride:
            raise ValueError(f"{length} points are no rows of {board_stride} in a frame")
        rows = length // board_stride - 2
        columns = board_stride - 2
        shorter = min(rows, columns)
        stride = max(rows, columns) + 1
        bits = shorter * stride
        if shorter > MAX_BITS or stride > MAX_BITS or bits > MAX_BITS:
            raise ValueError(
                f"a board of {rows} × {columns} is too large: (longer side + 1) × shorter side > {MAX_BITS}"
            )
        self.bits: Final[i64] = bits
        self.stride: Final[i64] = stride
        self.point: Final = vec[i64]([i64(0)] * bits)
        self._index: Final = vec[i64]([i64(0)] * _PRIME)
        self._kind: Final = vec[u8]([u8(EDGE)] * bits)
        down: i64 = board_stride if rows <= columns else 1  # on the board, for the next row of this one
        right: i64 = 1 if rows <= columns else board_stride
        empty: i64 = 0
        black: i64 = 0
        white: i64 = 0
        bit: i64 = 1
        for k in range(bits):
            self._index[bit % _PRIME] = k
            if k % stride < stride - 1:
                point = (k // stride + 1) * down + (k % stride + 1) * right
                if stone[point] == EMPTY:
                    empty |= bit
                elif stone[point] == BLACK:
                    black |= bit
                elif stone[point] == WHITE:
                    white |= bit
                if stone[point] <= WHITE:
                    self.point[k] = point
                    self._kind[k] = stone[point]
            bit += bit
        self.empty: Final[i64] = empty
        self.black: Final[i64] = black
        self.white: Final[i64] = white
        self._points: Final[i64] = empty | black | white

    def index(self, bit: i64) -> i64:
        """Return the number of a ``bit``, a set of one point."""
        return self._index[bit % _PRIME]

    def is_empty(self, index: i64) -> bool:
        """Return whether bit number ``index`` is a point without a stone. Raises ``IndexError`` if there is no bit."""
        return self._kind[index] == EMPTY

    def images(self) -> list[vec[i64]]:
        """Return the symmetries of the rectangle that leave the picture of stones and walls unchanged. O(points).

        Each is given by the numbers of the bits to which it takes those of the points, the identity first.
        """
        columns = self.stride - 1
        rows = self.bits // self.stride
        found: list[vec[i64]] = []
        for symmetry in range(8 if rows == columns else 4 if rows > 1 else 2):  # of a single row, half are the same
            image = vec[i64]([i64(0)] * self.bits)
            fits = True
            for k in range(self.bits):
                x = k // self.stride
                y = k % self.stride
                if y < columns:
                    if symmetry & _LEFT_RIGHT:
                        y = columns - 1 - y
                    if symmetry & _UP_DOWN:
                        x = rows - 1 - x
                    image[k] = y * self.stride + x if symmetry & _DIAGONAL else x * self.stride + y
                    fits = fits and self._kind[image[k]] == self._kind[k]
            if fits:
                found.append(image)
        return found

    def legal(self, mine: i64, theirs: i64) -> i64:
        """Return the points on which the side with the stones ``mine``, against ``theirs``, may play. O(points²)."""
        stride = self.stride
        mine &= self._points
        theirs &= self._points
        empty = self._points & ~(mine | theirs)
        legal: i64 = 0
        rest = empty
        while rest:
            point = rest & -rest
            rest ^= point
            left = empty ^ point
            if not _is_suicide(point, mine, left, stride) and not _captures(point, theirs, left, stride):
                legal |= point
        return legal

    def legal_after(self, point: i64, mine: i64, theirs: i64, my_legal: i64, their_legal: i64) -> tuple[i64, i64]:
        """Return the legal points of both sides, first of the side that moves, after its legal move on ``point``.

        The sets describe the position before the move: the stones of the side that moves, ``mine``, and ``theirs``, and
        where each side may play, ``my_legal`` and ``their_legal``. A point that is forbidden to a side stays so (see
        :mod:`refsol.nogo.solver`), so points are only taken away. Three things can forbid one: the group of the new
        stone now has a single liberty, which the opponent may not take; a group of the opponent's beside it has, which
        the side that moves may not take; or a neighbour of the new stone, or one of these liberties, is left without an
        empty neighbour, so that a stone there lives only by a group with another liberty. O(points).
        """
        stride = self.stride
        mine = (mine | point) & self._points
        theirs &= self._points
        empty = self._points & ~(mine | theirs)
        my_legal &= empty
        their_legal &= empty
        crowded = ~_around(empty, stride)  # points without an empty neighbour
        liberties = _around(_filled(point, mine, stride), stride) & empty
        if not liberties & (liberties - 1):
            their_legal &= ~liberties
            if my_legal & liberties & crowded and _is_suicide(liberties, mine, empty ^ liberties, stride):
                my_legal ^= liberties
        beside = _around(point, stride)
        doubtful = beside & empty
        rest = beside & theirs
        while rest:
            group = _filled(rest & -rest, theirs, stride)
            rest &= ~group
            liberties = _around(group, stride) & empty
            if not liberties & (liberties - 1):
                my_legal &= ~liberties
                doubtful |= liberties
        doubtful &= their_legal & crowded
        while doubtful:
            last = doubtful & -doubtful
            doubtful ^= last
            if _is_suicide(last, theirs, empty ^ last, stride):
                their_legal ^= last
        return my_legal, their_legal


def _around(points: i64, stride: i64) -> i64:
    """Return the neighbours of all ``points``, and bits that are no points, for the caller to mask out."""
    return (points << 1) | (points >> 1) | (points << stride) | (points >> stride)


def _filled(seed: i64, within: i64, stride: i64) -> i64:
    """Return the points that can be reached from those of ``seed`` through points of ``within``. O(points)."""
    while True:
        grown = (seed | (seed << 1) | (seed >> 1) | (seed << stride) | (seed >> stride)) & within
        if grown == seed:
            return seed
        seed = grown


def _is_suicide(point: i64, own: i64, empty: i64, stride: i64) -> bool:
    """Return whether a stone on ``point`` joins groups of ``own`` stones without a liberty left in ``empty``."""
    return not _around(_filled(point, own | point, stride), stride) & empty


def _captures(point: i64, theirs: i64, empty: i64, stride: i64) -> bool:
    """Return whether a stone on ``point`` leaves a group of ``theirs`` beside it without a liberty in ``empty``."""
    rest = _around(point, stride) & theirs
    while rest:
        group = _filled(rest & -rest, theirs, stride)
        rest &= ~group
        if not _around(group, stride) & empty:
            return True
    return False
