"""Groups as a disjoint set whose roots hold the sets of their liberties, merged small to large.

This is the textbook way to keep liberties. Each stone is an element of a disjoint set, whose trees are the groups. The
root of a group of two stones or more has a ``SortedSet`` of its liberties. A new stone removes its point from the sets
of the groups around it; when it joins groups, the liberties of the smaller set are added to the larger one. A single
stone needs no set: its liberties are the empty points next to it. To judge a move, it is enough to ask whether the
groups next to it have a second liberty.

A group of s stones has at most 2s + 2 liberties: a single stone has at most four, and each further one, next to a stone
before it, occupies one and adds at most three. The smaller set has at most as many as the group with fewer stones. So a
merge adds O(s) liberties for the s stones of that group, each of which is then in one at least twice as large, which
happens to a stone O(log n) times. So O(n² log n) liberties are added in a game, at O(log n) each. Counting
pseudo-liberties is much faster (:mod:`refsol.nogo.pseudo_liberties`), but doesn't say *which* points they are.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8
from sortedcontainers import SortedSet

from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.groups import Groups, require_move, require_stone
from refsol.structures.disjoint_set import DisjointSet


@final
class ExactLiberties(Groups):
    """The groups of ``board``, each of which must have a liberty. Raises as ``Groups`` does. O(n² log² n) to make."""

    def __init__(self, board: Board) -> None:
        super().__init__(board)
        self._steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])
        self._sets: DisjointSet
        self._liberties: Final[dict[int, SortedSet[int]]] = {}  # of groups of two stones or more, by root
        self._start()

    def _start(self) -> None:
        """Make groups of the stones on the board, row by row; each joins the groups above it and to its left."""
        stone = self.board.stone
        stride = self.board.stride
        self._sets = DisjointSet(len(stone))
        self._liberties.clear()
        for point in range(len(stone)):
            colour = stone[point]
            if colour in (BLACK, WHITE):
                if stone[point - stride] == colour:
                    self._join(point, point - stride)
                if stone[point - 1] == colour:
                    self._join(point, point - 1)

    def liberties(self, point: i64) -> list[int]:
        """Return the k liberties of the group of the stone on ``point``, row by row. O(k)."""
        require_stone(self.board, point)
        return list(self._of_group(self._sets.find(point)))

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
                has_another = len(self._of_group(self._sets.find(point + step))) > 1
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
        for step in self._steps:
            if stone[point + step] in (BLACK, WHITE):
                liberties = self._liberties.get(self._sets.find(point + step))
                if liberties is not None:
                    liberties.discard(int(point))
        for step in self._steps:
            if stone[point + step] == colour:
                self._join(point, point + step)
        return True

    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board, and make all groups anew. O(n² log² n)."""
        require_stone(self.board, point)
        self.board.stone[point] = u8(EMPTY)
        self._start()

    def _of_group(self, root: i64) -> SortedSet[int] | list[int]:
        liberties = self._liberties.get(root)
        if liberties is not None:
            return liberties
        return [root + step for step in self._steps if self.board.stone[root + step] == EMPTY]

    def _join(self, a: i64, b: i64) -> None:
        one, other = self._sets.find(a), self._sets.find(b)
        if one == other:
            return
        large, small = self._of_group(one), self._of_group(other)
        if len(large) < len(small):
            large, small = small, large
        if not isinstance(large, SortedSet):
            large = SortedSet(large)
        for liberty in small:
            large.add(liberty)
        self._liberties.pop(one, None)
        self._liberties.pop(other, None)
        self._liberties[self._sets.union(one, other)] = large
