"""Groups as a disjoint set whose roots hold the liberties themselves, sorted.

When two groups become one, their sets of liberties are merged small-to-large: the smaller set is added to the larger
one. A group of s stones has at most 2s + 2 liberties, so a merge moves O(s) liberties, where s is the number of stones
of the smaller group. Stones are never removed, and a stone of the smaller group ends up in a group at least twice as
large. That happens O(log n) times to a stone, so O(n² log n) liberties move in all. This is slower than counting
pseudo-liberties, but it can say *which* points keep a group alive.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8
from sortedcontainers import SortedSet

from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.groups import Groups, require_move
from refsol.structures.disjoint_set import DisjointSet


@final
class ExactLiberties(Groups):
    """The groups of ``board``, on which every group must have a liberty. Making them is O(n² log² n).

    Raises ``ValueError`` as ``Groups`` does.
    """

    def __init__(self, board: Board) -> None:
        points = len(board.stone)
        self.board: Final = board
        self._steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])
        self._sets: Final = DisjointSet(points)
        self._liberties: Final[list[SortedSet[int] | None]] = [None] * points  # of a group, at its root
        for x in range(1, board.size + 1):
            for point in range(board.point(x, 1), board.point(x, board.size) + 1):
                if board.stone[point] != EMPTY:
                    self._liberties[point] = self._empty_neighbours(point)
        self._join_all()

    def liberties(self, point: i64) -> list[int]:
        """Return the liberties of the group of the stone on ``point``, row by row. O(number of liberties).

        Raises ``ValueError`` if there is no stone.
        """
        self.board.require_point(point)
        return list(self._of(point))

    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether ``colour`` may play on ``point``. O(α(n)) amortised.

        ``point`` is a liberty of every group next to it; what counts is whether a group has a second one.
        """
        require_move(self.board, point, colour)
        stone = self.board.stone
        if stone[point] != EMPTY:
            return False
        alive = False  # whether the group of the new stone has a liberty
        for step in self._steps:
            neighbour = i64(stone[point + step])
            if neighbour == EMPTY:
                alive = True
            elif neighbour != EDGE:
                has_another = len(self._of(point + step)) > 1
                if neighbour == colour:
                    alive = alive or has_another
                elif not has_another:
                    return False
        return alive

    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal, and return whether it was. O(log² n) amortised."""
        if not self.is_legal(point, colour):
            return False
        stone = self.board.stone
        stone[point] = u8(colour)
        self._liberties[point] = self._empty_neighbours(point)
        for step in self._steps:
            neighbour = i64(stone[point + step])
            if neighbour != EMPTY and neighbour != EDGE:
                self._of(point + step).discard(int(point))
                if neighbour == colour:
                    self._join(point, point + step)
        return True

    def _join_all(self) -> None:
        """Join the groups of neighbouring stones of one colour all over the board. O(n²) joins."""
        board = self.board
        stone = board.stone
        for x in range(1, board.size + 1):
            for point in range(board.point(x, 1), board.point(x, board.size) + 1):
                colour = stone[point]
                if colour in (BLACK, WHITE):
                    if stone[point + 1] == colour:
                        self._join(point, point + 1)
                    if stone[point + board.stride] == colour:
                        self._join(point, point + board.stride)

    def _join(self, a: i64, b: i64) -> None:
        """Make one group of the groups of stones ``a`` and ``b``, with the liberties of both."""
        a = self._sets.find(a)
        b = self._sets.find(b)
        if a == b:
            return
        large = self._of(a)
        small = self._of(b)
        if len(large) < len(small):
            large, small = small, large
        for liberty in small:
            large.add(liberty)
        self._liberties[a] = None
        self._liberties[b] = None
        self._liberties[self._sets.union(a, b)] = large

    def _of(self, point: i64) -> SortedSet[int]:
        liberties = self._liberties[self._sets.find(point)]
        if liberties is None:
            raise ValueError(f"no stone on point {point}")
        return liberties

    def _empty_neighbours(self, point: i64) -> SortedSet[int]:
        stone = self.board.stone
        return SortedSet([int(point + step) for step in self._steps if stone[point + step] == EMPTY])
