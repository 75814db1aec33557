"""Groups as a disjoint set that counts pseudo-liberties; :mod:`refsol.nogo.plain` says why that is enough.

Groups are numbered in the order in which they are created, and every stone has a *label*: the number of its group and
its colour. When two groups become one, the number of one of them is given up and refers to the number of the other;
labels with the old number are corrected when they are next read. So the elements of the disjoint set are numbers of
groups, not stones (union by rank, path compression), and a label nearly always leads straight to the count of its
group.

Empty points, walls and the frame also have labels: those of two groups, 0 and 1, that never run out of
pseudo-liberties. Group 0 keeps no stone alive, group 1 stones of both colours. So the four neighbours of a point are
all treated alike, and a label says all about a point that a move depends on.

To take a stone back, nothing has to be stored with each move: without the stone, its group falls apart into the groups
of the stones next to it, and each of them gets a new number and is counted again.

The functions are the steps of which loops that play are made. They are inlined into these loops, which pass them the
arrays ``label``, by points, and ``count``, by numbers of groups, and the labels of a point's neighbours, ``up``,
``left``, ``right`` and ``down``. Nothing is checked. All are O(α(n)) amortised.
"""

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.groups import Candidates, Groups, require_colour, require_move, require_stone

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

    ``stride`` is the board's. Returns the labels of the neighbours, and whether the move is legal, that is neither a
    capture (a neighbour dies) nor suicide (none lives). If it is not, all is given back.
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
    """Give back what was taken from the neighbours."""
    give(count, up)
    give(count, left)
    give(count, right)
    give(count, down)


def give(count: vec[i32], value: i64) -> None:
    """Add a pseudo-liberty to the group with the label ``value``."""
    count[value >> SHIFT] += PAIR


def join_around(count: vec[i32], up: i64, left: i64, right: i64, down: i64, colour: i64) -> i64:
    """Join the neighbouring groups of ``colour``; return the number of the result, or 0 if there is none."""
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
    """Return the count of a new group of one stone with these neighbours."""
    free = i64(up == FREE) + i64(left == FREE) + i64(right == FREE) + i64(down == FREE)
    return i32(PAIR * free)


@final
class PseudoLiberties(Groups):
    """The groups of ``board``. Making them from its stones is O(n² α(n)). Raises ``ValueError`` as ``Groups`` does.

    If :meth:`dead_point` finds a group without a liberty, the other methods must not be used. The labels of points are
    in ``label``, and the counts of groups, by their numbers, in ``count``.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self.label: Final = vec[i32]([i32(FREE)] * len(board.stone))
        self.count: vec[i32] = vec[i32]()
        self._steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])
        self._add_stones()

    def _add_stones(self) -> None:
        """Label all points anew, row by row; stones join the groups above and to their left."""
        stone = self.board.stone
        stride = self.board.stride
        label = self.label
        count = vec[i32]([i32(PLENTY), i32(PLENTY)])
        for point in range(len(stone)):
            colour = i64(stone[point])
            if colour in (BLACK, WHITE):
                free = i64(stone[point - stride] == EMPTY) + i64(stone[point - 1] == EMPTY)
                free += i64(stone[point + 1] == EMPTY) + i64(stone[point + stride] == EMPTY)
                number: i64 = 0
                if stone[point - stride] == colour:
                    number = label_of(label, count, point - stride) >> SHIFT
                if stone[point - 1] == colour:
                    left = label_of(label, count, point - 1) >> SHIFT
                    number = join(count, number, left) if number else left
                if number:
                    count[number] += i32(PAIR * free)
                else:
                    number = len(count)
                    count = append(count, i32(PAIR * free))
                label[point] = i32((number << SHIFT) + colour)
            else:
                label[point] = i32(FREE if colour == EMPTY else WALL)
        self.count = count

    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board. O(s) amortised for the s stones of its group."""
        colour = require_stone(self.board, point)
        label = self.label
        first = len(self.count)
        self.board.stone[point] = u8(EMPTY)
        label[point] = i32(FREE)
        for step in self._steps:
            value = label_of(label, self.count, point + step)
            if value & KIND == colour:
                if value >> SHIFT < first:
                    self._renumber(point + step, colour)
            else:
                give(self.count, value)
        if len(self.count) > 2 * len(label):  # many numbers are of no group any more
            self._add_stones()

    def _renumber(self, start: i64, colour: i64) -> None:
        """Give a new number to the group of ``colour`` with a stone on ``start``, and count its pseudo-liberties."""
        stone = self.board.stone
        steps = self._steps
        label = self.label
        new = i32((len(self.count) << SHIFT) + colour)
        free: i64 = 0
        label[start] = new
        stack = vec[i32]([i32(start)])
        while len(stack):
            stack, point = pop(stack)
            for step in steps:
                neighbour = i64(point) + step
                if stone[neighbour] == EMPTY:
                    free += 1
                elif stone[neighbour] == colour and label[neighbour] != new:
                    label[neighbour] = new
                    stack = append(stack, i32(neighbour))
        self.count = append(self.count, i32(PAIR * free))

    def dead_point(self) -> i64:
        """Return the first point, row by row, of a group without a liberty, or 0 if every group has one. O(n²)."""
        label = self.label
        count = self.count
        for value in count:
            if 0 <= value < PAIR:
                break
        else:
            return 0
        point: i64 = 0
        while count[label_of(label, count, point) >> SHIFT] >= PAIR:
            point += 1
        return point

    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether ``colour`` may play on ``point``. O(α(n)) amortised.

        What the stone would take is taken for a moment: a count of zero shows that ``point`` is a group's last liberty.
        """
        require_move(self.board, point, colour)
        if self.label[point] != FREE:
            return False
        up, left, right, down, legal = take_around(self.label, self.count, self.board.stride, point, colour)
        if legal:
            give_back(self.count, up, left, right, down)
        return legal

    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal, and return whether it was. O(α(n)) amortised."""
        require_move(self.board, point, colour)
        if self.label[point] != FREE:
            return False
        up, left, right, down, legal = take_around(self.label, self.count, self.board.stride, point, colour)
        if legal:
            number = join_around(self.count, up, left, right, down, colour)
            if number:
                self.count[number] += pairs(up, left, right, down)
            else:
                number = len(self.count)
                self.count = append(self.count, pairs(up, left, right, down))
            self.label[point] = i32((number << SHIFT) + colour)
            self.board.stone[point] = u8(colour)
        return legal

    def play(self, candidates: Candidates, colour: i64, moves: vec[i32]) -> i64:
        """Let the colours take turns, ``colour`` first, each putting a stone on its next legal candidate.

        O(α(n)) amortised for each candidate. ``moves`` and the result are as in ``Groups``. The loop is also the same,
        but does what :meth:`add` does with local variables, which gains up to 9 %.
        """
        require_colour(colour)
        stone = self.board.stone
        stride = self.board.stride
        label = self.label
        count = self.count
        played: i64 = 0
        while played < len(moves) and candidates.left > 0:
            point = candidates.next()
            if label[point] != FREE:
                continue
            up, left, right, down, legal = take_around(label, count, stride, point, colour)
            if not legal:
                continue
            number = join_around(count, up, left, right, down, colour)
            if number:
                count[number] += pairs(up, left, right, down)
            else:
                number = len(count)
                count = append(count, pairs(up, left, right, down))
            label[point] = i32((number << SHIFT) + colour)
            stone[point] = u8(colour)
            moves[played] = i32(point)
            played += 1
            colour = BLACK + WHITE - colour
            candidates.switch_sides()
        self.count = count
        return played
