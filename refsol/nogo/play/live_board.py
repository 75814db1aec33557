"""The live points of a position, and what stones on them touch, however large the board is.

A point that is forbidden to a side stays forbidden to it (:mod:`refsol.nogo.plain`). So an empty point that is
forbidden to both sides is *dead*: it stays empty for ever. The other empty points are *live*, and from then on, all
stones are put on them. The stones that are there already matter in two ways only: a new stone that joins a group of its
colour also has the liberties of that group, and a group keeps its last liberty. So it is enough to know

- for each live point: the live and dead points beside it;
- for each live point and colour: the same and the liberties of the groups of this colour beside it, all of which a
  stone there *touches*;
- for each live point and colour: the liberties of each group of this colour beside it.

Of dead points, one is as good as many: a group that has one as a liberty is safe. So there is only one dead point.

A set of points is an ``i64`` that is not negative, with a bit for each. The live points come first, row by row, and
then the dead one.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.errors import require_range
from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.pseudo_liberties import SHIFT, PseudoLiberties, label_of

MAX_LIVE: Final = 35
"""The largest number of live points: a position of more, written in base 3, would not fit beside an outcome in a word.
"""
# Times a power of 2, this constant has other upper six bits for each: a de Bruijn sequence (C. Leiserson, H. Prokop and
# K. Randall, "Using de Bruijn sequences to index a 1 in a computer word", 1998).
_DE_BRUIJN: Final = 0x03F79D71B4CB0A89
_UPPER: Final = 58
_SLOTS: Final = 64

# For counting bits in parallel, in fields of two, four and eight bits (Hacker's Delight, section 5-1). Bit 63 is 0. For
# mypyc, literals of 2**62 and more are objects.
_PAIRS: Final = 0x1555555555555555
_FOURS: Final = 0x3333333333333333
_BYTES: Final = 0x0F0F0F0F0F0F0F0F
_SUM: Final = 0x0101010101010101

_SIDES: Final = 4  # of a point
_SMALLEST: Final = 3  # the rows and columns of a board of one point, with its frame

# The parts of a symmetry.
_LEFT_RIGHT: Final = 1
_UP_DOWN: Final = 2
_DIAGONAL: Final = 4


def size_of(points: i64) -> i64:
    """Return the number of ``points``."""
    pairs = points - ((points >> 1) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> 2) & _FOURS)
    return ((((fours + (fours >> 4)) & _BYTES) * _SUM) >> 56) & 127


@final
class LiveBoard:
    """The live points of a board, ``count`` of them.

    ``stone`` is what is on the board. ``black_legal`` and ``white_legal`` are the sets of live points on which each
    side may play at first. By the number of a live point, ``point`` is that of the board.

    It is made of ``stone`` and ``stride`` of a :class:`.nogo.board.Board`. Raises ``ValueError`` for an array that is
    none, for a group without a liberty, and for more than :data:`MAX_LIVE` live points. O(n² α(n)) for a board of
    size n.
    """

    def __init__(self, stone: vec[u8], stride: i64) -> None:
        length: i64 = len(stone)
        if stride < _SMALLEST or length < _SMALLEST * stride or length % stride:
            raise ValueError(f"{length} points are no rows of {stride} in a frame")
        groups = PseudoLiberties(Board(length // stride - 2, int(stride - 2), stone=stone))
        if groups.dead_point():
            raise ValueError("a group has no liberty")
        live = [point for point in range(length) if groups.is_legal(point, BLACK) or groups.is_legal(point, WHITE)]
        require_range("number of live points", len(live), 0, MAX_LIVE)
        self.count: Final[i64] = len(live)
        self.point: Final = vec[i64]([i64(point) for point in live])
        self.stone: Final = stone
        self._stride: Final[i64] = stride
        self._number: Final = vec[i64]([self.count] * length)  # by point of the board; that of dead points is the last
        self._bit: Final = vec[i64]([i64(1)] * (self.count + 1))  # by number
        black_legal: i64 = 0
        white_legal: i64 = 0
        for k in range(self.count):
            bit = self._bit[k]
            self._bit[k + 1] = bit + bit  # compiled, a literal is shifted as 32 bits
            self._number[self.point[k]] = k
            if groups.is_legal(self.point[k], BLACK):
                black_legal |= bit
            if groups.is_legal(self.point[k], WHITE):
                white_legal |= bit
        self.black_legal: Final[i64] = black_legal
        self.white_legal: Final[i64] = white_legal
        self._all: Final[i64] = 2 * self._bit[self.count] - 1

        # By the slot of a live point: its number, what is beside it, and what a stone of a colour there touches.
        self._index: Final = vec[i64]([i64(0)] * _SLOTS)
        self._beside: Final = vec[i64]([i64(0)] * _SLOTS)
        self._black_touches: Final = vec[i64]([i64(0)] * _SLOTS)
        self._white_touches: Final = vec[i64]([i64(0)] * _SLOTS)
        # From four times the number of a live point on: the liberties of the groups beside it that aren't safe, then 0.
        self._black_groups: Final = vec[i64]([i64(0)] * (_SIDES * (self.count + 1)))
        self._white_groups: Final = vec[i64]([i64(0)] * (_SIDES * (self.count + 1)))
        self._look_around(groups)

    def _look_around(self, groups: PseudoLiberties) -> None:
        stone = self.stone
        steps = vec[i64]([-self._stride, i64(-1), i64(1), self._stride])
        dead = self._bit[self.count]
        liberties = vec[i64]([i64(0)] * len(groups.count))  # by the number of a group
        for point in range(len(stone)):
            if stone[point] == EMPTY:
                bit = self._bit[self._number[point]]
                for step in steps:
                    if stone[point + step] in (BLACK, WHITE):
                        liberties[label_of(groups.label, groups.count, point + step) >> SHIFT] |= bit
        for k in range(self.count):
            slot = _slot(self._bit[k])
            self._index[slot] = k
            touched = vec[i64]([i64(0)] * EDGE)  # by colour
            ends = vec[i64]([_SIDES * k] * EDGE)
            for step in steps:
                beside = self.point[k] + step
                colour = i64(stone[beside])
                if colour == EMPTY:
                    self._beside[slot] |= self._bit[self._number[beside]]
                elif colour != EDGE:
                    found = liberties[label_of(groups.label, groups.count, beside) >> SHIFT]
                    touched[colour] |= found
                    if not found & dead:
                        (self._black_groups if colour == BLACK else self._white_groups)[ends[colour]] = found
                        ends[colour] += 1
            self._black_touches[slot] = self._beside[slot] | touched[BLACK]
            self._white_touches[slot] = self._beside[slot] | touched[WHITE]

    def index(self, bit: i64) -> i64:
        """Return the number of a ``bit``, the set of one live point."""
        return self._index[_slot(bit)]

    def images(self) -> list[vec[i64]]:
        """Return the symmetries of the rectangle that leave the picture of stones and walls unchanged.

        Each is given by the numbers of the live points to which it takes the live points, the identity first.
        O(points of the board).
        """
        columns = self._stride - 2
        rows = len(self.stone) // self._stride - 2
        found: list[vec[i64]] = []
        for symmetry in range(8 if rows == columns else 4):
            if (symmetry & _LEFT_RIGHT and columns == 1) or (symmetry & _UP_DOWN and rows == 1):
                continue  # the same as without it
            image = self._image(symmetry, rows, columns)
            if len(image) == self.count:
                found.append(image)
        return found

    def _image(self, symmetry: i64, rows: i64, columns: i64) -> vec[i64]:
        """Return the image of each live point, or one too many if the picture changes."""
        image = vec[i64]([i64(0)] * self.count)
        for x in range(rows):
            for y in range(columns):
                to_x = rows - 1 - x if symmetry & _UP_DOWN else x
                to_y = columns - 1 - y if symmetry & _LEFT_RIGHT else y
                if symmetry & _DIAGONAL:
                    to_x, to_y = to_y, to_x
                point = (x + 1) * self._stride + y + 1
                to = (to_x + 1) * self._stride + to_y + 1
                if self.stone[point] != self.stone[to]:
                    return vec[i64]([i64(0)] * (self.count + 1))
                if self._number[point] < self.count:
                    image[self._number[point]] = self._number[to]
        return image

    def legal_after(
        self, point: i64, is_black: bool, mine: i64, theirs: i64, my_legal: i64, their_legal: i64
    ) -> tuple[i64, i64]:
        """Return the legal points of both sides, first of the side that moves, after its legal move on ``point``.

        The sets describe the position before the move: the stones on live points of the side that moves, ``mine``, and
        of the other side, ``theirs``, and where each side may play, ``my_legal`` and ``their_legal``. The side that
        moves is black if ``is_black``. A point that is forbidden to a side stays so, so points are only taken away.
        Three things can forbid one: the group of the new stone now has a single liberty, which the opponent may not
        take; a group of the opponent's beside it has, which the side that moves may not take; or a neighbour of the new
        stone, or one of these liberties, is left without an empty neighbour, so that a stone there lives only by a
        group with another liberty. O(live points).
        """
        my_touches = self._black_touches if is_black else self._white_touches
        their_touches = self._white_touches if is_black else self._black_touches
        their_groups = self._white_groups if is_black else self._black_groups
        slot = _slot(point)
        mine |= point
        empty = self._all & ~(mine | theirs)
        my_legal &= empty
        their_legal &= empty
        touched = my_touches[slot]
        liberties = touched & empty
        if not liberties & (liberties - 1):
            liberties = _liberties(my_touches, touched, mine, empty)
            if not liberties & (liberties - 1):
                their_legal &= ~liberties
                if my_legal & liberties and _is_suicide(my_touches, liberties, mine, empty):
                    my_legal ^= liberties
        beside = self._beside[slot]
        doubtful = beside & empty
        rest = beside & theirs
        while rest:
            stone = rest & -rest
            rest ^= stone
            liberties = _liberties(their_touches, their_touches[_slot(stone)], theirs, empty)
            if not liberties & (liberties - 1):
                my_legal &= ~liberties
                doubtful |= liberties
        at = _SIDES * self._index[slot]
        end = at + _SIDES
        while at < end and their_groups[at]:
            liberties = _liberties(their_touches, their_groups[at], theirs, empty)
            if not liberties & (liberties - 1):
                my_legal &= ~liberties
                doubtful |= liberties
            at += 1
        doubtful &= their_legal
        while doubtful:
            last = doubtful & -doubtful
            doubtful ^= last
            if _is_suicide(their_touches, last, theirs, empty):
                their_legal ^= last
        return my_legal, their_legal


def _slot(bit: i64) -> i64:
    """Return a number in 0..63 that is different for each ``bit``. Overflow leaves the bits that count as they are."""
    return ((bit * _DE_BRUIJN) >> _UPPER) & (_SLOTS - 1)


def _liberties(touches: vec[i64], touched: i64, own: i64, empty: i64) -> i64:
    """Return the liberties of the group that has ``touched`` these points, or as soon as there are two of them, these.

    The stones of its colour on live points are ``own``, and by slot, ``touches`` is what they touch. O(stones).
    """
    done: i64 = 0
    while True:
        found = touched & empty
        rest = touched & own & ~done
        if found & (found - 1) or not rest:
            return found
        stone = rest & -rest
        done |= stone
        touched |= touches[_slot(stone)]


def _is_suicide(touches: vec[i64], point: i64, own: i64, empty: i64) -> bool:
    """Return whether a stone on the ``empty`` point joins groups of ``own`` stones without another liberty."""
    return not _liberties(touches, touches[_slot(point)], own, empty & ~point)
