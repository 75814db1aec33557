"""The points of a position that are still played for, as a graph of at most 63 nodes, however large the board is.

A point that is forbidden to a side stays forbidden to it (:mod:`refsol.nogo.solver`). So an empty point that is
forbidden to both sides is *dead*: it stays empty for ever, and a group beside it is *safe*, as it always has a liberty.
The other empty points are *live*. From then on, only these things matter, and each is a node of the graph:

- each live point;
- all dead points together, as one empty point on which nobody may play;
- all safe groups of a colour together, as one stone, since whatever joins any of them is safe;
- each other group beside a live point, as one stone.

Nodes are neighbours if points of theirs are. Then the rules are those of the board: connected stones of a colour are a
group, and the empty nodes beside it are its liberties. Of dead liberties, one is as good as many.

A set of nodes is an ``i64`` that is not negative, with a bit for each. The live points come first, row by row.
Everything is O(1) unless it says otherwise.
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
MAX_NODES: Final = 63
"""The largest number of nodes: the bits of a word but the sign."""

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
_MAX_SIZE: Final = 127

_SMALLEST: Final = 3  # the rows and columns of a board of one point, with its frame
_DEAD: Final = -1  # in place of the number of a live point

# The parts of a symmetry.
_LEFT_RIGHT: Final = 1
_UP_DOWN: Final = 2
_DIAGONAL: Final = 4


def size_of(nodes: i64) -> i64:
    """Return the number of ``nodes``."""
    pairs = nodes - ((nodes >> 1) & _PAIRS)
    fours = (pairs & _FOURS) + ((pairs >> 2) & _FOURS)
    return ((((fours + (fours >> 4)) & _BYTES) * _SUM) >> 56) & _MAX_SIZE


@final
class LiveBoard:
    """The live points of a board, ``count`` of them, and the ``black`` and ``white`` stones beside them, as sets.

    ``black_legal`` and ``white_legal`` are the points on which each side may play at first. By the number of a live
    point, ``point`` is that of the board.

    ``stone`` and ``stride`` are those of a :class:`.nogo.board.Board`. Raises ``ValueError`` for an array that is none,
    for a group without a liberty, for more than :data:`MAX_LIVE` live points, and for more than :data:`MAX_NODES`
    nodes. O(n² α(n)) for a board of size n.
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
        self._stone: Final = stone
        self._stride: Final[i64] = stride
        self._number: Final = vec[i64]([i64(_DEAD)] * length)  # by point of the board
        self._index: Final = vec[i64]([i64(0)] * _SLOTS)  # by slot of a live point
        self._near: Final = vec[i64]([i64(0)] * _SLOTS)  # by slot: the neighbours of a node
        black_legal: i64 = 0
        white_legal: i64 = 0
        bit: i64 = 1
        for k in range(self.count):
            self._number[self.point[k]] = k
            self._index[_slot(bit)] = k
            if groups.is_legal(self.point[k], BLACK):
                black_legal |= bit
            if groups.is_legal(self.point[k], WHITE):
                white_legal |= bit
            bit += bit
        self.black_legal: Final[i64] = black_legal
        self.white_legal: Final[i64] = white_legal
        self.black: i64 = bit << 1  # the safe groups come after the dead points
        self.white: i64 = bit << 2
        self._nodes: i64 = (bit << 3) - 1
        self._join(groups, bit)

    def _join(self, groups: PseudoLiberties, dead: i64) -> None:
        """Find the neighbours of the live points: one another, the ``dead`` points, and the stones of groups."""
        near = self._near
        stone = self._stone
        steps = vec[i64]([-self._stride, i64(-1), i64(1), self._stride])
        safe_black = self.black
        safe_white = self.white
        near[_slot(safe_black)] = dead
        near[_slot(safe_white)] = dead
        node_of = vec[i64]([i64(0)] * len(groups.count))  # by the number of a group
        for point in range(len(stone)):
            if stone[point] == EMPTY and self._number[point] == _DEAD:
                for step in steps:
                    if stone[point + step] in (BLACK, WHITE):
                        number = label_of(groups.label, groups.count, point + step) >> SHIFT
                        node_of[number] = safe_black if stone[point + step] == BLACK else safe_white
        for k in range(self.count):
            bit = i64(1) << k
            for step in steps:
                beside = self.point[k] + step
                node: i64 = 0
                if stone[beside] == EMPTY:
                    node = dead if self._number[beside] == _DEAD else i64(1) << self._number[beside]
                elif stone[beside] != EDGE:
                    number = label_of(groups.label, groups.count, beside) >> SHIFT
                    if node_of[number] == 0:
                        node_of[number] = self._new_node(stone[beside] == BLACK)
                    node = node_of[number]
                    near[_slot(node)] |= bit
                near[_slot(bit)] |= node

    def _new_node(self, is_black: bool) -> i64:
        """Return another node, for a group of stones. Raises ``ValueError`` if there are too many."""
        node = self._nodes + 1
        if node >> MAX_NODES:
            raise ValueError(f"more than {MAX_NODES - 3} live points, and groups beside them that aren't safe")
        self._nodes |= node
        if is_black:
            self.black |= node
        else:
            self.white |= node
        return node

    def index(self, bit: i64) -> i64:
        """Return the number of a ``bit``, the set of one live point."""
        return self._index[_slot(bit)]

    def images(self) -> list[vec[i64]]:
        """Return the symmetries of the rectangle that leave the picture of stones and walls unchanged.

        Each is given by the numbers of the live points to which it takes the live points, the identity first.
        O(points of the board).
        """
        columns = self._stride - 2
        rows = len(self._stone) // self._stride - 2
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
                if self._stone[point] != self._stone[to]:
                    return vec[i64]([i64(0)] * (self.count + 1))
                if self._number[point] != _DEAD:
                    image[self._number[point]] = self._number[to]
        return image

    def legal_after(self, point: i64, mine: i64, theirs: i64, my_legal: i64, their_legal: i64) -> tuple[i64, i64]:
        """Return the legal points of both sides, first of the side that moves, after its legal move on ``point``.

        The sets describe the position before the move: the stones of the side that moves, ``mine``, and ``theirs``, and
        where each side may play, ``my_legal`` and ``their_legal``. A point that is forbidden to a side stays so, so
        points are only taken away. Three things can forbid one: the group of the new stone now has a single liberty,
        which the opponent may not take; a group of the opponent's beside it has, which the side that moves may not
        take; or a neighbour of the new stone, or one of these liberties, is left without an empty neighbour, so that a
        stone there lives only by a group with another liberty. O(nodes).
        """
        near = self._near
        mine |= point
        empty = self._nodes & ~(mine | theirs)
        my_legal &= empty
        their_legal &= empty
        beside = near[_slot(point)]
        doubtful = beside & empty
        if not doubtful & (doubtful - 1):
            liberties = _liberties(near, point, mine, empty)
            if not liberties & (liberties - 1):
                their_legal &= ~liberties
                if my_legal & liberties and _is_suicide(near, liberties, mine, empty):
                    my_legal ^= liberties
        rest = beside & theirs
        while rest:
            stone = rest & -rest
            rest ^= stone
            liberties = _liberties(near, stone, theirs, empty)
            if not liberties & (liberties - 1):
                my_legal &= ~liberties
                doubtful |= liberties
        doubtful &= their_legal
        while doubtful:
            last = doubtful & -doubtful
            doubtful ^= last
            if _is_suicide(near, last, theirs, empty):
                their_legal ^= last
        return my_legal, their_legal


def _slot(bit: i64) -> i64:
    """Return a number in 0..63 that is different for each ``bit``. Overflow leaves the bits that count as they are."""
    return ((bit * _DE_BRUIJN) >> _UPPER) & (_SLOTS - 1)


def _liberties(near: vec[i64], stone: i64, own: i64, empty: i64) -> i64:
    """Return the liberties of the group of a ``stone``, or as soon as there are two of them, these. O(stones)."""
    found: i64 = 0
    done: i64 = 0
    rest = stone
    while rest:
        bit = rest & -rest
        done |= bit
        beside = near[_slot(bit)]
        found |= beside & empty
        if found & (found - 1):
            break
        rest = (rest | beside & own) & ~done
    return found


def _is_suicide(near: vec[i64], point: i64, own: i64, empty: i64) -> bool:
    """Return whether a stone on the ``empty`` node ``point`` joins groups of ``own`` stones without another liberty."""
    return not near[_slot(point)] & empty and not _liberties(near, point, own, empty & ~point)
