"""Groups as a disjoint set that counts pseudo-liberties.

A *pseudo-liberty* of a group is a pair of one of its stones and an empty point next to that stone. A liberty with k
stones of the group next to it is counted k times, so the count is easily updated and no set of points is needed. It is
zero exactly when the group has no liberty, which is all that NoGo needs to know.

The counts are found by way of *labels*: see :mod:`refsol.nogo._labels`.

To take a stone back, nothing has to be stored with each move: without the stone, its group falls apart into the groups
of the stones next to it, and each of them gets a new number and is counted again.
"""

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from refsol.nogo._labels import FREE, KIND, LAST, PAIR, PLENTY, SHIFT, WALL, gives_life, join, label_of, take
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups, require_colour, require_move, require_stone


@final
class PseudoLiberties(Groups):
    """The groups of ``board``. Making them from its stones is O(n² α(n)).

    If :meth:`dead_point` finds a group without a liberty, the other methods must not be used. Raises ``ValueError`` as
    ``Groups`` does. The labels of points are in ``label``, the counts of ``numbers`` groups in ``count``, which may be
    longer; they are only for loops that play as :meth:`play` does.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.label: Final = vec[i32]([i32(FREE)] * len(board.stone))
        self.count: vec[i32] = vec[i32]([i32(PLENTY), i32(PLENTY)])
        self.numbers: i64 = 2
        self._steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])
        self._single: Final = Candidates(board)  # for adding a single stone
        self._move: Final = vec[i32]([i32(0)])
        self._add_stones()

    def _add_stones(self) -> None:
        """Label the walls and the stones on the board, row by row; stones join the groups above and to their left."""
        stone = self.board.stone
        stride = self.board.stride
        label = self.label
        count = self.count
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
            elif colour != EMPTY:
                label[point] = i32(WALL)
        self.count = count
        self.numbers = len(count)

    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board. O(s) amortised for the s stones of its group.

        Raises ``ValueError`` if there is none.
        """
        colour = require_stone(self.board, point)
        label = self.label
        first = self.numbers
        self.board.stone[point] = u8(EMPTY)
        label[point] = i32(FREE)
        for step in self._steps:
            value = label_of(label, self.count, point + step)
            if value & KIND == colour:
                if value >> SHIFT < first:
                    self._renumber(point + step, colour)
            else:
                self.count[value >> SHIFT] += i32(PAIR)  # also of empty points and walls, for which it means nothing
        if self.numbers > 2 * len(label):  # many numbers are of no group any more
            self._start_again()

    def _renumber(self, start: i64, colour: i64) -> None:
        """Give a new number to the group of ``colour`` with a stone on ``start``, and count its pseudo-liberties."""
        stone = self.board.stone
        steps = self._steps
        label = self.label
        new = i32((self.numbers << SHIFT) + colour)
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
        if self.numbers < len(self.count):
            self.count[self.numbers] = i32(PAIR * free)
        else:
            self.count = append(self.count, i32(PAIR * free))
        self.numbers += 1

    def _start_again(self) -> None:
        """Give new numbers to all groups. O(n² α(n))."""
        label = self.label
        for point in range(len(label)):
            label[point] = i32(FREE)
        self.count = vec[i32]([i32(PLENTY), i32(PLENTY)])
        self._add_stones()

    def restore(self, start: "PseudoLiberties") -> None:
        """Restore the groups and the board to ``start``, a separate copy of an earlier position of the game. O(n²).

        Raises ``ValueError`` for a position that cannot be one.
        """
        if len(start.label) != len(self.label) or start.numbers > len(self.count):
            raise ValueError("this is no earlier position of the game")
        stone = self.board.stone
        label = self.label
        count = self.count
        first_stone = start.board.stone
        first_label = start.label
        first_count = start.count
        for point in range(len(label)):
            stone[point] = first_stone[point]
            label[point] = first_label[point]
        for number in range(start.numbers):
            count[number] = first_count[number]
        self.numbers = start.numbers

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

    def remade(self, board: Board) -> "PseudoLiberties":
        """Return the groups of another ``board``. O(n² α(n))."""
        return PseudoLiberties(board)

    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether ``colour`` may play on ``point``. O(α(n)) amortised.

        The stone would take one pseudo-liberty for each stone next to it. They are taken for a moment and given back:
        a count that reaches zero shows that ``point`` is the last liberty of that group.
        """
        require_move(self.board, point, colour)
        label = self.label
        count = self.count
        if label[point] != FREE:
            return False
        up = take(label, count, point - self.board.stride)
        left = take(label, count, point - 1)
        right = take(label, count, point + 1)
        down = take(label, count, point + self.board.stride)
        captures = (up | left | right | down) & (BLACK + WHITE - colour) << LAST
        alive = gives_life(count, up, colour) or gives_life(count, left, colour)
        alive = alive or gives_life(count, right, colour) or gives_life(count, down, colour)
        count[up >> SHIFT] += PAIR
        count[left >> SHIFT] += PAIR
        count[right >> SHIFT] += PAIR
        count[down >> SHIFT] += PAIR
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
        # up, left, right, down   labels of the four neighbours, as take returns them
        # free                    number of empty neighbours
        # number                  number of the stone's group, 0 as long as there is none
        # numbers                 how many have been given out, so also the next new one
        # played, capacity        moves made so far, and the most that fit
        require_colour(colour)
        stone = self.board.stone
        stride = self.board.stride
        label = self.label
        count = self.count
        numbers = self.numbers
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
            if label[point] != FREE:
                continue
            # What the stone takes: a pseudo-liberty from the group of each neighbour.
            up = take(label, count, point - stride)
            left = take(label, count, point - 1)
            right = take(label, count, point + 1)
            down = take(label, count, point + stride)
            # Is it legal? If not, what was taken is given back.
            captures = (up | left | right | down) & (BLACK + WHITE - colour) << LAST
            free = i64(up == FREE) + i64(left == FREE) + i64(right == FREE) + i64(down == FREE)
            if captures or not (
                free
                or gives_life(count, up, colour)
                or gives_life(count, left, colour)
                or gives_life(count, right, colour)
                or gives_life(count, down, colour)
            ):
                count[up >> SHIFT] += PAIR
                count[left >> SHIFT] += PAIR
                count[right >> SHIFT] += PAIR
                count[down >> SHIFT] += PAIR
                continue
            # The group of the stone: the groups of its colour next to it, joined, or else a new one.
            number: i64 = 0
            if up & KIND == colour:
                number = up >> SHIFT
            if left & KIND == colour:
                number = join(count, number, left >> SHIFT) if number else left >> SHIFT
            if right & KIND == colour:
                number = join(count, number, right >> SHIFT) if number else right >> SHIFT
            if down & KIND == colour:
                number = join(count, number, down >> SHIFT) if number else down >> SHIFT
            if number:
                count[number] += i32(PAIR * free)
            else:
                number = numbers
                numbers += 1
                if number < len(count):
                    count[number] = i32(PAIR * free)
                else:
                    count = append(count, i32(PAIR * free))
            # The stone is on the board, and it is the other side's turn.
            label[point] = i32((number << SHIFT) + colour)
            stone[point] = u8(colour)
            moves[played] = i32(point)
            played += 1
            colour = BLACK + WHITE - colour
            waiting, other = other, waiting
            begin = candidates.half - begin
        self.count = count
        self.numbers = numbers
        candidates.left = waiting
        candidates.other = other
        candidates.begin = begin
        return played
