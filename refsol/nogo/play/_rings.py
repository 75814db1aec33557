"""Groups for boards on which many games are played: each is a ring of stones that are relabelled when groups join.

As in :mod:`refsol.nogo.pseudo_liberties`, the pseudo-liberties of a group are counted, and labels lead to the counts.
But labels are always up to date: when two groups join, the stones of the smaller one get the label of the larger one.
They are found by links from stone to stone, in a ring; two rings become one by exchanging two links. Which is shorter
shows by going around both at the same time. So each stone is relabelled O(log n) times: faster than a disjoint set for
random games on small boards, slower on boards of hundreds of rows.

Empty points, walls and the frame are groups as well, each by itself, that never run out of pseudo-liberties. So the
four neighbours of a point are all treated alike: branches on what they are would be mispredicted in a random game.

Functions take the arrays ``label``, ``count`` and ``ring`` and the ``stride`` of :class:`Rings`.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.groups import require_move

# The label of a point:
#
#     31                                     2       1       0
#    +----------------------------------------+-------+-------+
#    |          number of the group           | white | black |
#    +----------------------------------------+-------+-------+
#                                             |---- kind -----|
#
# number: a stone of the group, by its point; or the point itself
# kind: the colours that can live by touching the point: a stone's own, none for a wall, both for an empty point
SHIFT: Final = 2
"""Where the number of the group begins in a label."""
KIND: Final = 3
"""The part of a label that is the kind of the point."""
FREE: Final = BLACK | WHITE
"""The kind of an empty point."""

_PLENTY: Final = 2**30  # the count of the groups that never run out


@final
class Rings:
    """The groups of the stones on ``board``, which itself doesn't change later. O(n² log n) to make.

    ``label``, ``count`` and ``ring`` are for the loops that play games: by points the labels, by numbers the counts of
    pseudo-liberties, and for each stone another one of its group, in a ring. ``stride`` is the board's.
    Raises ``ValueError`` as :class:`.Groups` does.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.stride: Final[i64] = board.stride
        size = len(board.stone)
        self.label: vec[i32] = vec[i32]([i32(0)] * size)
        self.count: vec[i32] = vec[i32]([i32(_PLENTY)] * size)
        self.ring: vec[i32] = vec[i32]([i32(0)] * size)
        stone = board.stone
        for point in range(size):
            self.label[point] = i32((point << SHIFT) + (FREE if stone[point] == EMPTY else 0))
        for point in range(size):
            colour = i64(stone[point])
            if colour in (BLACK, WHITE):
                free = i64(stone[point - self.stride] == EMPTY) + i64(stone[point - 1] == EMPTY)
                free += i64(stone[point + 1] == EMPTY) + i64(stone[point + self.stride] == EMPTY)
                number: i64 = 0
                if stone[point - self.stride] == colour:
                    number = i64(self.label[point - self.stride]) >> SHIFT
                if stone[point - 1] == colour:
                    left = i64(self.label[point - 1]) >> SHIFT
                    number = joined(self.label, self.count, self.ring, number, left) if number else left
                _enter(self.label, self.count, self.ring, point, colour, number, free)

    def restore(self, start: "Rings") -> None:
        """Become equal to ``start``, groups on a board of the same size. O(n²), at the speed of copying memory."""
        self.label = start.label[:]
        self.count = start.count[:]
        self.ring = start.ring[:]

    def put(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal, and return whether it was. O(log n) amortised."""
        require_move(self.board, point, colour)
        if self.label[point] & KIND != FREE:
            return False
        return place(self.label, self.count, self.ring, self.stride, point, colour, colour) & colour != 0


# The steps of a move, for loops that keep the arrays of Rings in local variables. All but joining are made part of such
# loops by a hint to the C compiler (build_hints.py), as calls would cost as much as the steps do.


def legal_for(label: vec[i32], count: vec[i32], stride: i64, point: i64) -> i64:
    """Return the colours, one bit each, that may play on the empty ``point``."""
    up = i64(label[point - stride])
    left = i64(label[point - 1])
    right = i64(label[point + 1])
    down = i64(label[point + stride])
    return _legal(count, up, left, right, down)


def place(label: vec[i32], count: vec[i32], ring: vec[i32], stride: i64, point: i64, colour: i64, wanted: i64) -> i64:
    """Put a stone of ``colour`` on the empty ``point`` if all the ``wanted`` colours may play there.

    Return the colours that may, one bit each. O(log n) amortised.
    """
    up = i64(label[point - stride])
    left = i64(label[point - 1])
    right = i64(label[point + 1])
    down = i64(label[point + stride])
    legal = _legal(count, up, left, right, down)
    if legal & wanted != wanted:
        return legal
    count[up >> SHIFT] -= 1
    count[left >> SHIFT] -= 1
    count[right >> SHIFT] -= 1
    count[down >> SHIFT] -= 1
    # The group of the stone: the groups of its colour next to it, joined, or else a new one, by its own point.
    number: i64 = 0
    if up & KIND == colour:
        number = up >> SHIFT
    if left & KIND == colour:
        group = i64(label[point - 1]) >> SHIFT
        number = joined(label, count, ring, number, group) if number else group
    if right & KIND == colour:
        group = i64(label[point + 1]) >> SHIFT
        number = joined(label, count, ring, number, group) if number else group
    if down & KIND == colour:
        group = i64(label[point + stride]) >> SHIFT
        number = joined(label, count, ring, number, group) if number else group
    free = i64(up & KIND == FREE) + i64(left & KIND == FREE) + i64(right & KIND == FREE) + i64(down & KIND == FREE)
    _enter(label, count, ring, point, colour, number, free)
    return legal


def _enter(label: vec[i32], count: vec[i32], ring: vec[i32], point: i64, colour: i64, number: i64, free: i64) -> None:
    """Let a new stone enter the group ``number``, or be one if that is 0; it has ``free`` empty neighbours."""
    if number:
        count[number] += i32(free)
        ring[point] = ring[number]
        ring[number] = i32(point)
    else:
        number = point
        count[point] = i32(free)
        ring[point] = i32(point)
    label[point] = i32((number << SHIFT) + colour)


def _legal(count: vec[i32], up: i64, left: i64, right: i64, down: i64) -> i64:
    """Return the colours, one bit each, that may play on a point between neighbours with these labels; no branches.

    A stone takes a pseudo-liberty from each of the groups around it, as often as the group is there. A colour may play
    that lives there, by an empty neighbour or a group that has a pseudo-liberty left, unless the opponent has a group
    there that has none left.
    """
    up_left = i64(up == left)
    up_right = i64(up == right)
    up_down = i64(up == down)
    left_right = i64(left == right)
    left_down = i64(left == down)
    right_down = i64(right == down)
    # -1 for a group of which none is left, otherwise 0
    up_dead = (i64(count[up >> SHIFT]) - 2 - up_left - up_right - up_down) >> 63
    left_dead = (i64(count[left >> SHIFT]) - 2 - up_left - left_right - left_down) >> 63
    right_dead = (i64(count[right >> SHIFT]) - 2 - up_right - left_right - right_down) >> 63
    down_dead = (i64(count[down >> SHIFT]) - 2 - up_down - left_down - right_down) >> 63
    alive = up & ~up_dead | left & ~left_dead | right & ~right_dead | down & ~down_dead
    dead = (up & up_dead | left & left_dead | right & right_dead | down & down_dead) & KIND
    return alive & KIND & ~(dead >> 1 | dead << 1)


def joined(label: vec[i32], count: vec[i32], ring: vec[i32], a: i64, b: i64) -> i64:
    """Join the groups ``a`` and ``b`` of one colour, or one group; return its number. O(stones of the smaller one)."""
    if a == b:
        return a
    in_a = i64(ring[a])
    in_b = i64(ring[b])
    while in_a != a and in_b != b:
        in_a = i64(ring[in_a])
        in_b = i64(ring[in_b])
    if in_b != b:
        a, b = b, a
    count[a] += count[b]
    new = i32((a << SHIFT) + (i64(label[a]) & KIND))
    member = b
    while True:
        label[member] = new
        member = i64(ring[member])
        if member == b:
            break
    next_in_a = ring[a]
    ring[a] = ring[b]
    ring[b] = next_in_a
    return a
