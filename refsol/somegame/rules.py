"""A position of Some Game and its runs of stones: every cycle of every direction is walked, as the rules read."""

from collections.abc import Iterator, Set
from typing import Final, NamedTuple, TypeAlias

from refsol.scene import Cell
from refsol.somegame.board import EMPTY, Board
from refsol.somegame.oracle import DIRECTIONS

Step: TypeAlias = tuple[int, int]
"""Rows down and columns to the right."""


class Run(NamedTuple):
    """Stones of one ``player`` in line, ``length`` of them and no more, from ``first`` on by ``step``."""

    player: int
    step: Step
    same: tuple[Step, ...]
    """The other directions that have the same lines on this board."""
    first: Cell
    length: int
    whole: bool
    """Whether these are all squares of a cycle, and so a line of any length."""


class Position:
    """The stones of one data set: ``players``, ``height``, ``width``, ``line`` and ``owner`` as in its board.

    There are ``stones`` of them. A position is O(HW) to make, and a run of L stones costs O(L) or O(1).
    """

    def __init__(self, board: Board) -> None:
        self.players: Final = int(board.players)
        self.height: Final = int(board.height)
        self.width: Final = int(board.width)
        self.line: Final = int(board.line)
        self.owner: Final = [int(player) for player in board.owner]
        self.stones: Final = len(self.owner) - self.owner.count(EMPTY)

    def is_line(self, run: Run) -> bool:
        """Tell whether a run holds a line of K. O(1)."""
        return run.whole or run.length >= self.line

    def lasts(self, run: Run) -> tuple[Cell, ...]:
        """Return the stones of a line without any one of which it holds no line of K. O(L)."""
        cells = self.cells(run)
        if run.whole:
            return cells if run.length - 1 < self.line else ()
        return cells[max(0, run.length - self.line) : self.line]  # fewer than K are left on either side

    def cells(self, run: Run) -> tuple[Cell, ...]:
        """Return the squares of a run in their order. O(L)."""
        (down, right), (row, column) = run.step, run.first
        return tuple(
            [
                ((row - 1 + k * down) % self.height + 1, (column - 1 + k * right) % self.width + 1)
                for k in range(run.length)
            ]
        )

    def crosses_glue(self, run: Run) -> bool:
        """Tell whether a run goes on at the opposite edge. O(1)."""
        (down, right), (row, column) = run.step, run.first
        steps = run.length - 1
        return not (1 <= row + steps * down <= self.height and 1 <= column + steps * right <= self.width)

    def cells_of(self, players: Set[int]) -> tuple[Cell, ...]:
        """Return the squares of the ``players``, row by row. O(HW)."""
        return tuple([self._cell(square) for square, owner in enumerate(self.owner) if owner in players])

    def owned(self) -> list[int]:
        """Return how many stones each player has, at the player's number. O(HW + N)."""
        owned = [0] * (self.players + 1)
        for player in self.owner:
            owned[player] += 1
        return owned

    def runs(self) -> Iterator[Run]:
        """Yield all runs, direction by direction, of those with the same lines the first. O(8·H·W)."""
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
        """Yield the directions that differ on this board, and with each the others that do the same."""
        alike: dict[Step, list[Step]] = {}
        for down, right in DIRECTIONS:
            ahead = (down % self.height, right % self.width)
            back = (-down % self.height, -right % self.width)
            alike.setdefault(min(ahead, back), []).append((down, right))
        for steps in alike.values():
            yield steps[0], tuple(steps[1:])

    def _cycles(self, step: Step) -> Iterator[list[int]]:
        """Yield the cycles of a direction, as squares from the first in reading order on."""
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
