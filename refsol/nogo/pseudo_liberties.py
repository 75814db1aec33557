"""Groups as a disjoint set that counts pseudo-liberties.

A *pseudo-liberty* of a group is a pair of one of its stones and an empty point next to that stone. A liberty that
touches the group k times is counted k times, so the count is easily kept and no set of points is needed; and it is
zero exactly when the group has no liberty, which is all that NoGo asks.

Groups are numbered as they are founded, and every stone carries a *label*: the number of its group, and its colour.
When two groups become one, the number of one is given up and refers to the other's; labels that show it stay as they
are until they are read. So the disjoint set is one of numbers (union by rank, path compression), and nearly always a
label leads straight to the count of its group.

Empty points and the frame have labels, too, of two groups that never run out of pseudo-liberties. Thus the four
neighbours of a point are treated alike, whatever they are: in a random game a processor could not foretell branches.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups

# A label is 16 times the number of a group, plus a kind: a bit for each colour that may live by touching that group.
# The kind of a stone is its colour, that of the frame is none and that of an empty point both.
_SHIFT: Final = 4
_KIND: Final = 3
_FRAME: Final = 0  # group 0
_FREE: Final = 19  # group 1
_LAST: Final = 2  # by so much the kind is shifted to mark a group that has lost its last pseudo-liberty

# The count of a number is 32 times the pseudo-liberties of its group, plus the rank of its tree. That of a number that
# was given up is ~successor, which is negative.
_PAIR: Final = 32
_RANK: Final = 31
_PLENTY: Final = 2**30


@final
class PseudoLiberties(Groups):
    """The groups of ``board``. Making them from its stones is O(n² α(n)).

    Where :meth:`dead_point` finds a group without a liberty, the other methods have no meaning.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self._label: Final = vec[i32]([i32(_FREE)] * len(board.stone))  # of every point
        self._count: vec[i32] = vec[i32]([i32(_PLENTY), i32(_PLENTY)])  # of every number, and room for more
        self._numbers: i64 = 2  # so many are in use
        self._single: Final = Candidates(board)  # to add a single stone
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
        """Take in the stones on the board, row by row; each joins the groups above it and to its left."""
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
        """Set the groups and the board back to ``start``, an earlier position of the same game, kept apart. O(n²)."""
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
        """Tell whether ``colour`` may play on ``point``. O(α(n)) amortised.

        The stone would take one pseudo-liberty for each stone next to it. It is taken for the moment, so that a
        count of zero tells whose last liberty ``point`` is, and given back.
        """
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
        """Put a stone of ``colour`` on ``point`` if that is legal; tell whether it was. O(α(n)) amortised."""
        single = self._single
        single.end = point + 1
        single.left = 1
        return self.play(single, colour, self._move) == 1

    def play(self, candidates: Candidates, colour: i64, moves: vec[i32]) -> i64:
        """Let both colours, ``colour`` first, put a stone on their next candidate that is legal, in turn.

        O(α(n)) amortised a candidate. ``moves``, and what is returned, are as in ``Groups``, and so is the loop, but
        with all steps in one place and all that they need in local variables, since calls would cost as much as the
        steps do.
        """
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
        room: i64 = len(moves)
        played: i64 = 0
        while played < room and waiting > 0:
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
            # The group of the stone: those of its colour next to it in one, or a new one.
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
    """Return the label of ``point``, corrected if its number was given up."""
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
    """Return the number that stands for ``number`` now."""
    while count[number] < 0:
        number = ~i64(count[number])
    return number


def _join(count: vec[i32], a: i64, b: i64) -> i64:
    """Make one group of two, which may be one already, and return its number."""
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
    """Take a pseudo-liberty from the group at ``point``; return its label, marked if that was the last one."""
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
    """Tell whether a stone of ``colour`` lives by touching what has the label ``value``."""
    return value & colour != 0 and count[value >> _SHIFT] >= _PAIR
