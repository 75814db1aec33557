"""The rules of Some Game, read literally: every cycle of every direction is walked to find the runs of stones."""
# mypyc: interpreted

from collections.abc import Iterator, Sequence, Set
from typing import Final, NamedTuple, TypeAlias

from refsol.problem.scene import Cell
from refsol.somegame.board import DIRECTIONS, EMPTY, Board

Step: TypeAlias = tuple[int, int]  # rows down and columns to the right


class Run(NamedTuple):
    """A maximal sequence of ``length`` stones of one ``player``, from ``first`` on, one ``step`` apart."""

    player: int
    step: Step
    same: tuple[Step, ...]  # the other directions that have the same lines on this board
    first: Cell
    length: int
    whole: bool  # whether these are all squares of a cycle, and so a line of any length


class Position:
    """The stones of one data set, with ``players``, ``height``, ``width``, ``line`` and ``owner`` as in its board.

    ``stones`` is the number of stones. Making a position is O(HW). A method that takes a run of L stones is O(L), or
    less if it says so.
    """

    def __init__(self, board: Board) -> None:
        self.players: Final = int(board.players)
        self.height: Final = int(board.height)
        self.width: Final = int(board.width)
        self.line: Final = int(board.line)
        self.owner: Final = [int(player) for player in board.owner]
        self.stones: Final = len(self.owner) - self.owner.count(EMPTY)

    def mover(self) -> int:
        return (self.stones - 1) % self.players + 1

    def due(self, player: int) -> int:
        return self.stones // self.players + (player <= self.stones % self.players)

    def owned(self) -> list[int]:
        owned = [0] * (self.players + 1)
        for player in self.owner:
            owned[player] += 1
        return owned

    def cells_of(self, players: Set[int]) -> tuple[Cell, ...]:
        return tuple([self._cell(square) for square, owner in enumerate(self.owner) if owner in players])

    def cells(self, run: Run) -> tuple[Cell, ...]:
        (down, right), (row, column) = run.step, run.first
        return tuple(
            [
                ((row - 1 + k * down) % self.height + 1, (column - 1 + k * right) % self.width + 1)
                for k in range(run.length)
            ]
        )

    def wraps(self, run: Run) -> bool:
        (down, right), (row, column) = run.step, run.first
        steps = run.length - 1
        return not (1 <= row + steps * down <= self.height and 1 <= column + steps * right <= self.width)

    def is_line(self, run: Run) -> bool:
        return run.whole or run.length >= self.line

    def lines(self) -> list[Run]:
        """Return all runs that hold a line of K; a single stone that is several such runs, only once. O(8·H·W)."""
        lines: list[Run] = []
        single: set[Cell] = set()
        for run in self.runs():
            if self.is_line(run) and not (run.length == 1 and run.first in single):
                lines.append(run)
                if run.length == 1:
                    single.add(run.first)
        return lines

    def last_stones(self, line: Run) -> tuple[Cell, ...]:
        """Return the stones of a line that could have been placed last: removing any one of them breaks it. O(L)."""
        cells = self.cells(line)
        if line.whole:
            return cells if line.length - 1 < self.line else ()
        return cells[max(0, line.length - self.line) : self.line]  # those with fewer than K on either side

    def shared_last_stones(self, lines: Sequence[Run]) -> tuple[Cell, ...]:
        """Return the possible last stones that all ``lines`` share, row by row. O(their stones), plus sorting."""
        shared = set(self.last_stones(lines[0]))
        for line in lines[1:]:
            if not shared:
                break
            shared.intersection_update(self.last_stones(line))
        return tuple(sorted(shared))

    def lines_without_shared(self, lines: Sequence[Run]) -> list[Run]:
        """Return a few of the ``lines``, which share no last stone: without any one of these, the others share one."""
        few = [lines[0]]
        for line in lines[1:]:  # two lines of one direction have no square in common, so eight or nine are enough
            shared = self.shared_last_stones(few)
            if not shared:
                break
            if set(shared) - set(self.last_stones(line)):
                few.append(line)
        for line in list(few):
            rest = [other for other in few if other is not line]
            if rest and not self.shared_last_stones(rest):
                few = rest
        return few

    def runs(self) -> Iterator[Run]:
        """Yield all runs, direction by direction; of directions with the same lines, only the first. O(8·H·W)."""
        for step, same in self._directions():
            for cycle in self._cycles(step):
                owners = [self.owner[square] for square in cycle]
                begins = [k for k, player in enumerate(owners) if player != owners[k - 1]]
                if not begins and owners[0] != EMPTY:
                    yield Run(owners[0], step, same, self._cell(cycle[0]), len(cycle), True)
                for begin, end in zip(begins, [*begins[1:], len(cycle) + (begins or [0])[0]], strict=False):
                    if owners[begin] != EMPTY:
                        yield Run(owners[begin], step, same, self._cell(cycle[begin]), end - begin, False)

    def _directions(self) -> Iterator[tuple[Step, tuple[Step, ...]]]:
        """Yield the directions that differ on this board, each with the others that have the same lines."""
        alike: dict[Step, list[Step]] = {}
        for down, right in DIRECTIONS:
            ahead = (down % self.height, right % self.width)
            back = (-down % self.height, -right % self.width)
            alike.setdefault(min(ahead, back), []).append((down, right))
        for steps in alike.values():
            yield steps[0], tuple(steps[1:])

    def _cycles(self, step: Step) -> Iterator[list[int]]:
        """Yield the cycles of a direction as lists of squares, each from its first square, row by row."""
        down, right = step
        columns = [(column + right) % self.width for column in range(self.width)]
        after: list[int] = []
        for row in range(self.height):
            start = (row + down) % self.height * self.width
            after += [start + column for column in columns]
        seen = bytearray(len(after))
        for first in range(len(after)):
            cycle: list[int] = []
            square = first
            while not seen[square]:
                seen[square] = 1
                cycle.append(square)
                square = after[square]
            if cycle:
                yield cycle

    def _cell(self, square: int) -> Cell:
        row, column = divmod(square, self.width)
        return row + 1, column + 1
