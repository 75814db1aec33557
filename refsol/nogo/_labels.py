"""Labels of points and counts of groups: the steps of which the loops that play with pseudo-liberties are made.

Groups are numbered in the order in which they are created, and every stone has a *label*: the number of its group and
its colour. When two groups become one, the number of one of them is given up and refers to the number of the other;
labels with the old number are corrected when they are next read. So the elements of the disjoint set are numbers of
groups, not stones (union by rank, path compression), and a label nearly always leads straight to the count of its
group.

Empty points, walls and the frame have labels, too: those of two groups that never run out of pseudo-liberties. So the
four neighbours of a point are all treated alike, and a label says all about a point that a move depends on.

The functions are inlined into these loops, which pass them the arrays ``label``, by points, and ``count``, by numbers
of groups; nothing is checked here. All are O(α(n)) amortised.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, WHITE

# The label of a point:
#
#     31                       2     1       0
#    +--------------------------+-------+-------+
#    |   number of the group    | white | black |
#    +--------------------------+-------+-------+
#                               |---- kind -----|
#
# kind: the colours that can live by touching the point: a stone's own, none for a wall, both for an empty point
SHIFT: Final = 2
"""The lowest bit of the number in a label."""
KIND: Final = 3
"""The mask of the kind in a label."""
WALL: Final = 0
"""The label of a wall and of the frame: group 0, no colour."""
FREE: Final = 7
"""The label of an empty point: group 1, both colours."""

# The count of a number:
#
#     31  30                             5   4           0
#    +---+--------------------------------+---------------+
#    | 0 |  number of pseudo-liberties    | rank of tree  |  of a number in use
#    +---+--------------------------------+---------------+
#    | 1 |  ~successor                                    |  of a number that was given up for another one
#    +---+------------------------------------------------+
PAIR: Final = 32
"""One pseudo-liberty in a count."""
RANK: Final = 31
"""The mask of the rank in a count."""
PLENTY: Final = 2**30
"""The count of groups 0 and 1 at the start: moves take less than 2**27 from it, so they never run out."""


def label_of(label: vec[i32], count: vec[i32], point: i64) -> i64:
    """Return the label of ``point``, corrected if its number was given up. Compresses the path."""
    value = i64(label[point])
    number = value >> SHIFT
    if count[number] >= 0:
        return value
    root = root_of(count, number)
    while number != root:
        successor = ~i64(count[number])
        count[number] = i32(~root)
        number = successor
    value = (root << SHIFT) + (value & KIND)
    label[point] = i32(value)
    return value


def root_of(count: vec[i32], number: i64) -> i64:
    """Return the number of the group that ``number``, which may have been given up, now belongs to."""
    while count[number] < 0:
        number = ~i64(count[number])
    return number


def join(count: vec[i32], a: i64, b: i64) -> i64:
    """Join the groups of numbers ``a`` and ``b``, which may already be one, and return the number of the result."""
    if a == b:
        return a
    a = root_of(count, a)
    b = root_of(count, b)
    if a == b:
        return a
    if count[a] & RANK < count[b] & RANK:
        a, b = b, a
    higher = i32(count[a] & RANK == count[b] & RANK)
    count[a] += (count[b] & ~RANK) + higher
    count[b] = i32(~a)
    return a


def take(label: vec[i32], count: vec[i32], point: i64) -> i64:
    """Take a pseudo-liberty from the group at ``point``, and return its label."""
    value = i64(label[point])
    if count[value >> SHIFT] < 0:
        value = label_of(label, count, point)
    count[value >> SHIFT] -= PAIR
    return value


def lives(count: vec[i32], value: i64, colour: i64) -> bool:
    """Return whether a stone of ``colour`` lives by touching a point with the label ``value``."""
    return value & colour != 0 and count[value >> SHIFT] >= PAIR


def dies(count: vec[i32], value: i64, colour: i64) -> bool:
    """Return whether ``value`` is the label of a group of ``colour`` that has no pseudo-liberty left."""
    return value & KIND == colour and count[value >> SHIFT] < PAIR


def take_around(
    label: vec[i32], count: vec[i32], stride: i64, point: i64, colour: i64
) -> tuple[i64, i64, i64, i64, bool]:
    """Take what a stone of ``colour`` on a free ``point`` takes, a pseudo-liberty from each neighbour, if it is legal.

    ``stride`` is the board's. Returns the labels of the neighbours, and whether it is legal. If not, all is given back.
    """
    up = take(label, count, point - stride)
    left = take(label, count, point - 1)
    right = take(label, count, point + 1)
    down = take(label, count, point + stride)
    opponent = BLACK + WHITE - colour
    legal = not (
        dies(count, up, opponent)
        or dies(count, left, opponent)
        or dies(count, right, opponent)
        or dies(count, down, opponent)
    ) and (
        lives(count, up, colour)
        or lives(count, left, colour)
        or lives(count, right, colour)
        or lives(count, down, colour)
    )
    if not legal:
        give_back(count, up, left, right, down)
    return up, left, right, down, legal


def give_back(count: vec[i32], up: i64, left: i64, right: i64, down: i64) -> None:
    """Give back what was taken from neighbours with the labels ``up``, ``left``, ``right`` and ``down``."""
    give(count, up)
    give(count, left)
    give(count, right)
    give(count, down)


def give(count: vec[i32], value: i64) -> None:
    """Add a pseudo-liberty to the group with the label ``value``."""
    count[value >> SHIFT] += PAIR


def join_around(count: vec[i32], up: i64, left: i64, right: i64, down: i64, colour: i64) -> i64:
    """Join the groups of ``colour`` among neighbours with the labels ``up``, ``left``, ``right`` and ``down``.

    Returns the number of the result, or 0 if there is none.
    """
    number: i64 = 0
    if up & KIND == colour:
        number = up >> SHIFT
    if left & KIND == colour:
        number = join(count, number, left >> SHIFT) if number else left >> SHIFT
    if right & KIND == colour:
        number = join(count, number, right >> SHIFT) if number else right >> SHIFT
    if down & KIND == colour:
        number = join(count, number, down >> SHIFT) if number else down >> SHIFT
    return number


def pairs(up: i64, left: i64, right: i64, down: i64) -> i32:
    """Return the count of a new group of one stone next to the labels ``up``, ``left``, ``right`` and ``down``."""
    free = i64(up == FREE) + i64(left == FREE) + i64(right == FREE) + i64(down == FREE)
    return i32(PAIR * free)
