"""Groups as a disjoint set whose roots count pseudo-liberties.

A *pseudo-liberty* of a group is a pair of one of its stones and an empty point next to that stone. A liberty that
touches the group k times is counted k times, so the count is easily kept and no set of points is needed; and it is
zero exactly when the group has no liberty, which is all that NoGo asks.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import EDGE, EMPTY, Board
from refsol.nogo.groups import Groups
from refsol.structures.disjoint_set import DisjointSet


class PseudoLiberties(Groups):
    """Each operation is O(α(n)) amortised; building it from a board is O(n² α(n))."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        points = len(board.stone)
        self._sets: Final = DisjointSet(points)
        self._count: Final = vec[i32]([i32(0)] * points)  # at the root of a group: its pseudo-liberties
        for x in range(1, board.size + 1):
            for point in range(board.point(x, 1), board.point(x, board.size) + 1):
                if board.stone[point] != EMPTY:
                    self._count[point] = i32(self._empty_neighbours(point))
        self.join_all()

    def is_legal(self, point: i64, colour: i64) -> bool:
        """Tell whether ``colour`` may play on ``point``.

        The stone would take one pseudo-liberty for each stone next to it. It is taken for the moment, so that a
        count of zero tells whose last liberty ``point`` is, and given back.
        """
        stone = self.board.stone
        if stone[point] != EMPTY:
            return False
        sets = self._sets
        count = self._count
        alive = False  # the group of the new stone
        for step in self.steps:
            neighbour = i64(stone[point + step])
            if neighbour == EMPTY:
                alive = True
            elif neighbour != EDGE:
                count[sets.find(point + step)] -= 1
        captures = False
        for step in self.steps:
            neighbour = i64(stone[point + step])
            if neighbour != EMPTY and neighbour != EDGE:
                has_another = count[sets.find(point + step)] > 0
                if neighbour == colour:
                    alive = alive or has_another
                else:
                    captures = captures or not has_another
        for step in self.steps:
            neighbour = i64(stone[point + step])
            if neighbour != EMPTY and neighbour != EDGE:
                count[sets.find(point + step)] += 1
        return alive and not captures

    def place(self, point: i64, colour: i64) -> None:
        """Put a stone of ``colour`` on the empty ``point``, where it is legal."""
        stone = self.board.stone
        stone[point] = u8(colour)
        self._count[point] = i32(self._empty_neighbours(point))
        for step in self.steps:
            neighbour = i64(stone[point + step])
            if neighbour != EMPTY and neighbour != EDGE:
                self._count[self._sets.find(point + step)] -= 1
                if neighbour == colour:
                    self.join(point, point + step)

    def join(self, a: i64, b: i64) -> None:
        """Make one group of the groups of two stones; it has the pseudo-liberties of both."""
        a = self._sets.find(a)
        b = self._sets.find(b)
        if a != b:
            total = self._count[a] + self._count[b]
            self._count[self._sets.union(a, b)] = total

    def _empty_neighbours(self, point: i64) -> i64:
        empty: i64 = 0
        for step in self.steps:
            empty += i64(self.board.stone[point + step] == EMPTY)
        return empty
