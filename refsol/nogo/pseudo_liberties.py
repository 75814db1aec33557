"""Groups as a disjoint set that counts pseudo-liberties.

A *pseudo-liberty* of a group is a pair of one of its stones and an empty point next to that stone. A liberty with k
stones of the group next to it is counted k times, so the count is easily updated and no set of points is needed. It is
zero exactly when the group has no liberty, which is all that NoGo needs to know.

Groups are numbered in the order in which they are created, and every stone has a *label*: the number of its group and
its colour. When two groups become one, the number of one of them is given up and refers to the number of the other;
labels with the old number are corrected when they are next read. So the elements of the disjoint set are numbers of
groups, not stones (union by rank, path compression), and a label nearly always leads straight to the count of its
group.

Empty points and the frame have labels, too: those of two groups that never run out of pseudo-liberties. So the four
neighbours of a point are all treated alike: branches on what they are would be mispredicted in a random game.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups, require_colour, require_move

# The label of a point:
#
#     31                       4     3       2       1       0
#    +--------------------------+-------+-------+-------+-------+
#    |   number of the group    | white | black | white | black |
#    +--------------------------+-------+-------+-------+-------+
#                               |---- last -----|---- kind -----|
#
# kind: the colours that can live by touching the group: a stone's own, none for the frame, both for an empty point
# last: zero in the array; _take copies the kind here if the group has lost its last pseudo-liberty
_SHIFT: Final = 4  # of the number
_KIND: Final = 3  # the mask of the kind
_LAST: Final = 2  # the shift from the kind to the last
_FRAME: Final = 0  # the label of the frame: group 0, no colour
_FREE: Final = 19  # the label of an empty point: group 1, both colours

# The count of a number:
#
#     31  30                             5   4           0
#    +---+--------------------------------+---------------+
#    | 0 |  number of pseudo-liberties    | rank of tree  |  of a number in use
#    +---+--------------------------------+---------------+
#    | 1 |  ~successor                                    |  of a number that was given up for another one
#    +---+------------------------------------------------+
_PAIR: Final = 32  # one pseudo-liberty
_RANK: Final = 31  # the mask of the rank
_PLENTY: Final = 2**30  # the count of the groups that never run out


@final
class PseudoLiberties(Groups):
    """The groups of ``board``. Making them from its stones is O(n² α(n)).

    If :meth:`dead_point` finds a group without a liberty, the other methods must not be used. Raises ``ValueError`` as
    ``Groups`` does.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self._label: Final = vec[i32]([i32(_FREE)] * len(board.stone))  # of every point
        self._count: vec[i32] = vec[i32]([i32(_PLENTY), i32(_PLENTY)])  # of every number; may be longer than needed
        self._numbers: i64 = 2  # how many have been given out
        self._single: Final = Candidates(board)  # for adding a single stone
        self._move: Final = vec[i32]([i32(0)])
        self._label_frame()
        self._add_stones()

    def _label_frame(self) -> None:
        label = self._label
        stride = self.board.stride
        for k in range(stride):
            label[k] = i32(_FRAME)
            label[k * stride] = i32(_FRAME)
            label[-k * stride - 1] = i32(_FRAME)
            label[-k - 1] = i32(_FRAME)

    def _add_stones(self) -> None:
        """Label the stones on the board, row by row; each joins the groups above it and to its left."""
        stone = self.board.stone
        stride = self.board.stride
        label = self._label
        count = self._count
        for point in range(len(stone)):
            colour = i64(stone[point])
            if colour in (BLACK, WHITE):
                free = i64(stone[point - stride] == EMPTY) + i64(stone[point - 1] == EMPTY)
                free += i64(stone[point + 1] == EMPTY) + i64(stone[point + stride] == EMPTY)
                number: i64 = 0
                if stone[point - stride] == colour:
                    number = _label_of(label, count, point - stride) >> _SHIFT
                if stone[point - 1] == colour:
                    left = _label_of(label, count, point - 1) >> _SHIFT
                    number = _join(count, number, left) if number else left
                if number:
                    count[number] += i32(_PAIR * free)
                else:
                    number = len(count)
                    count = append(count, i32(_PAIR * free))
                label[point] = i32((number << _SHIFT) + colour)
        self._count = count
        self._numbers = len(count)

    def restore(self, start: "PseudoLiberties") -> None:
        """Restore the groups and the board to ``start``, a separate copy of an earlier position of the game. O(n²).

        Raises ``ValueError`` for a position that cannot be one.
        """
        if len(start._label) != len(self._label) or start._numbers > len(self._count):
            raise ValueError("this is no earlier position of the game")
        stone = self.board.stone
        label = self._label
        count = self._count
        first_stone = start.board.stone
        first_label = start._label
        first_count = start._count
        for point in range(len(label)):
            stone[point] = first_stone[point]
            label[point] = first_label[point]
        for number in range(start._numbers):
            count[number] = first_count[number]
        self._numbers = start._numbers

    def dead_point(self) -> i64:
        """Return the first point, row by row, of a group without a liberty, or 0 if every group has one. O(n²)."""
        label = self._label
        count = self._count
        for value in count:
            if 0 <= value < _PAIR:
                break
        else:
            return 0
        point: i64 = 0
        while count[_label_of(label, count, point) >> _SHIFT] >= _PAIR:
            point += 1
        return point

    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether ``colour`` may play on ``point``. O(α(n)) amortised.

        The stone would take one pseudo-liberty for each stone next to it. They are taken for a moment and given back:
        a count that reaches zero shows that ``point`` is the last liberty of that group.
        """
        require_move(self.board, point, colour)
        label = self._label
        count = self._count
        if label[point] != _FREE:
            return False
        up = _take(label, count, point - self.board.stride)
        left = _take(label, count, point - 1)
        right = _take(label, count, point + 1)
        down = _take(label, count, point + self.board.stride)
        captures = (up | left | right | down) & (BLACK + WHITE - colour) << _LAST
        alive = _gives_life(count, up, colour) or _gives_life(count, left, colour)
        alive = alive or _gives_life(count, right, colour) or _gives_life(count, down, colour)
        count[up >> _SHIFT] += _PAIR
        count[left >> _SHIFT] += _PAIR
        count[right >> _SHIFT] += _PAIR
        count[down >> _SHIFT] += _PAIR
        return alive and not captures

    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal, and return whether it was. O(α(n)) amortised."""
        require_move(self.board, point, colour)
        single = self._single
        single.end = point + 1
        single.left = 1
        return self.play(single, colour, self._move) == 1

    def play(self, candidates: Candidates, colour: i64, moves: vec[i32]) -> i64:
        """Let the colours take turns, ``colour`` first, each putting a stone on its next legal candidate.

        O(α(n)) amortised for each candidate. ``moves`` and the result are as in ``Groups``. The loop is the same, too,
        but with all steps inline and with local variables only, since calls would cost as much as the steps do.
        """
        # waiting, other          candidates left for the side to move, and for the other side
        # begin, drawn            indices into the bag: of the half of the side to move, and of the drawn point
        # up, left, right, down   labels of the four neighbours, as _take returns them
        # free                    number of empty neighbours
        # number                  number of the stone's group, 0 as long as there is none
        # numbers                 how many have been given out, so also the next new one
        # played, capacity        moves made so far, and the most that fit
        require_colour(colour)
        stone = self.board.stone
        stride = self.board.stride
        label = self._label
        count = self._count
        numbers = self._numbers
        rng = candidates.rng
        bag = candidates.bag
        begin = candidates.begin
        end = candidates.end
        waiting = candidates.left
        other = candidates.other
        capacity: i64 = len(moves)
        played: i64 = 0
        while played < capacity and waiting > 0:
            # The next candidate: the next point row by row, or one that is drawn from the bag and replaced by the last.
            if rng is None:
                point = end - waiting
            else:
                drawn = begin + rng.below(waiting)
                point = i64(bag[drawn])
                bag[drawn] = bag[begin + waiting - 1]
            waiting -= 1
            if label[point] != _FREE:
                continue
            # What the stone takes: a pseudo-liberty from the group of each neighbour.
            up = _take(label, count, point - stride)
            left = _take(label, count, point - 1)
            right = _take(label, count, point + 1)
            down = _take(label, count, point + stride)
            # Is it legal? If not, what was taken is given back.
            captures = (up | left | right | down) & (BLACK + WHITE - colour) << _LAST
            free = i64(up == _FREE) + i64(left == _FREE) + i64(right == _FREE) + i64(down == _FREE)
            if captures or not (
                free
                or _gives_life(count, up, colour)
                or _gives_life(count, left, colour)
                or _gives_life(count, right, colour)
                or _gives_life(count, down, colour)
            ):
                count[up >> _SHIFT] += _PAIR
                count[left >> _SHIFT] += _PAIR
                count[right >> _SHIFT] += _PAIR
                count[down >> _SHIFT] += _PAIR
                continue
            # The group of the stone: the groups of its colour next to it, joined, or else a new one.
            number: i64 = 0
            if up & _KIND == colour:
                number = up >> _SHIFT
            if left & _KIND == colour:
                number = _join(count, number, left >> _SHIFT) if number else left >> _SHIFT
            if right & _KIND == colour:
                number = _join(count, number, right >> _SHIFT) if number else right >> _SHIFT
            if down & _KIND == colour:
                number = _join(count, number, down >> _SHIFT) if number else down >> _SHIFT
            if number:
                count[number] += i32(_PAIR * free)
            else:
                number = numbers
                numbers += 1
                if number < len(count):
                    count[number] = i32(_PAIR * free)
                else:
                    count = append(count, i32(_PAIR * free))
            # The stone is on the board, and it is the other side's turn.
            label[point] = i32((number << _SHIFT) + colour)
            stone[point] = u8(colour)
            moves[played] = i32(point)
            played += 1
            colour = BLACK + WHITE - colour
            waiting, other = other, waiting
            begin = candidates.half - begin
        self._count = count
        self._numbers = numbers
        candidates.left = waiting
        candidates.other = other
        candidates.begin = begin
        return played


def _label_of(label: vec[i32], count: vec[i32], point: i64) -> i64:
    """Return the label of ``point``, corrected if its number was given up. Compresses the path."""
    value = i64(label[point])
    number = value >> _SHIFT
    if count[number] >= 0:
        return value
    root = _root(count, number)
    while number != root:
        successor = ~i64(count[number])
        count[number] = i32(~root)
        number = successor
    value = (root << _SHIFT) + (value & _KIND)
    label[point] = i32(value)
    return value


def _root(count: vec[i32], number: i64) -> i64:
    """Return the number of the group that ``number``, which may have been given up, now belongs to."""
    while count[number] < 0:
        number = ~i64(count[number])
    return number


def _join(count: vec[i32], a: i64, b: i64) -> i64:
    """Join the groups of two numbers, which may already be one group, and return the number of the result."""
    if a == b:
        return a
    a = _root(count, a)
    b = _root(count, b)
    if a == b:
        return a
    if count[a] & _RANK < count[b] & _RANK:
        a, b = b, a
    higher = i32(count[a] & _RANK == count[b] & _RANK)
    count[a] += (count[b] & ~_RANK) + higher
    count[b] = i32(~a)
    return a


def _take(label: vec[i32], count: vec[i32], point: i64) -> i64:
    """Take a pseudo-liberty from the group at ``point`` and return its label, marked "last" if it has none left."""
    value = i64(label[point])
    left = i64(count[value >> _SHIFT])
    if left < 2 * _PAIR:
        if left < 0:
            value = _label_of(label, count, point)
            left = i64(count[value >> _SHIFT])
        if left < 2 * _PAIR:
            count[value >> _SHIFT] = i32(left - _PAIR)
            return value | (value & _KIND) << _LAST
    count[value >> _SHIFT] = i32(left - _PAIR)
    return value


def _gives_life(count: vec[i32], value: i64, colour: i64) -> bool:
    """Return whether a stone of ``colour`` lives by touching a point with the label ``value``."""
    return value & colour != 0 and count[value >> _SHIFT] >= _PAIR
