"""Groups as a disjoint set whose roots hold lists of the liberties themselves.

A *pseudo-liberty* is a pair of a stone and an empty point next to it. So there are at most four for each point, and
each of them is a node: the liberties of a group are a doubly linked list of nodes, with exactly one for each liberty.
If several stones of the group touch a liberty, one of its nodes is linked; the others are not. So all lists together
are two arrays of four entries a point, whatever the groups are; and when a stone is put on a point, its linked nodes
are its places in the lists of the groups around it, from which each is removed in O(1).

When two groups become one, their lists are merged small-to-large: the nodes of the shorter list are added to the longer
one, except those of points that have a node there already. A group of s stones has at most 2s + 2 liberties, so a merge
moves O(s) nodes, where s is the number of stones of the smaller group. Stones are never removed, and a stone of the
smaller group ends up in a group at least twice as large. That happens O(log n) times to a stone, so O(n² log n) nodes
move in all. To move a node takes at most four operations on the disjoint set. So many of them, O(n² log n) on n²
elements, cost O(1) each, which makes O(n² log n) for a game. This is slower than counting pseudo-liberties, but it can
say *which* points keep a group alive.

What is legal doesn't depend on the order of the liberties, so they are put in order only when somebody asks for them. A
few are sorted each time. A group with many gets a sorted set when they are first asked for. From then on, each change
of its list also changes the set, in O(log n), and they are just read from it. So a game takes O(n² log² n) if somebody
asks for the liberties of all groups, apart from the answers.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.groups import Groups, require_move, require_stone
from refsol.structures.disjoint_set import DisjointSet

if TYPE_CHECKING:
    from sortedcontainers import SortedSet

# The node of empty point p and the stone in direction d, the index of a step, is 4 * p + d. Opposite directions add up
# to 3.
_UNLINKED: Final = -1  # the next node of a node that is in no list
_MANY: Final = 100  # from here on, changing a sorted set after each move is faster than sorting


@final
class ExactLiberties(Groups):
    """The groups of ``board``, on which every group must have a liberty. Making them is O(n² log n).

    Raises ``ValueError`` as ``Groups`` does.
    """

    def __init__(self, board: Board) -> None:
        points = len(board.stone)
        self.board: Final = board
        self._steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])
        self._sets: DisjointSet = DisjointSet(points)
        self._count: Final = vec[i32]([i32(0)] * points)  # of the liberties of a group, at its root
        self._first: Final = vec[i32]([i32(0)] * points)  # the first node of a group with liberties, at its root
        self._next: Final = vec[i32]([i32(_UNLINKED)] * (4 * points))  # of every node
        self._previous: Final = vec[i32]([i32(0)] * (4 * points))  # of every linked node
        self._ordered: Final[dict[int, SortedSet[int]]] = {}  # of some groups, by root
        self._add_stones()

    def _add_stones(self) -> None:
        """Make groups of the stones on the board, row by row; each joins the groups above it and to its left."""
        stone = self.board.stone
        stride = self.board.stride
        for point in range(len(stone)):
            colour = stone[point]
            if colour in (BLACK, WHITE):
                self._link_liberties(point)
                if stone[point - stride] == colour:
                    self._join(point, point - stride)
                if stone[point - 1] == colour:
                    self._join(point, point - 1)

    def remade(self, board: Board) -> "ExactLiberties":
        """Return the groups of another ``board``. O(n² log n)."""
        return ExactLiberties(board)

    def liberties(self, point: i64) -> list[int]:
        """Return the liberties of the group of the stone on ``point``, row by row. O(k log k) for k liberties.

        O(k) if there are many and they were asked for before. Raises ``ValueError`` if there is no stone.
        """
        require_stone(self.board, point)
        root = self._sets.find(point)
        if self._count[root] < _MANY:
            return sorted(self._unordered(root))
        ordered = self._ordered.get(root)
        if ordered is None:
            from sortedcontainers import SortedSet  # imported here because it is slow to load

            ordered = self._ordered[root] = SortedSet(self._unordered(root))
        return list(ordered)

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
                has_another = self._count[self._sets.find(point + step)] > 1
                if neighbour == colour:
                    alive = alive or has_another
                elif not has_another:
                    return False
        return alive

    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal, and return whether it was. O(log n) amortised.

        O(log² n) if sets that are in order change, too.
        """
        if not self.is_legal(point, colour):
            return False
        stone = self.board.stone
        stone[point] = u8(colour)
        for d in range(4):
            if self._next[4 * point + d] != _UNLINKED:
                self._unlink(4 * point + d, self._sets.find(point + self._steps[d]))
        self._link_liberties(point)
        for step in self._steps:
            if stone[point + step] == colour:
                self._join(point, point + step)
        return True

    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board, and make all groups anew. O(n² log n).

        Raises ``ValueError`` if there is none.
        """
        require_stone(self.board, point)
        self.board.stone[point] = u8(EMPTY)
        self._sets = DisjointSet(len(self.board.stone))
        for element in range(len(self._count)):
            self._count[element] = i32(0)
        for node in range(len(self._next)):
            self._next[node] = i32(_UNLINKED)
        self._ordered.clear()
        self._add_stones()

    def _link_liberties(self, point: i64) -> None:
        """Link the liberties of the stone on ``point``, which is a group of its own so far."""
        stone = self.board.stone
        for d in range(4):
            neighbour = point + self._steps[d]
            if stone[neighbour] == EMPTY:
                self._link(4 * neighbour + 3 - d, point)

    def _join(self, a: i64, b: i64) -> None:
        """Make one group of the groups of stones ``a`` and ``b``, with the liberties of both."""
        large = self._sets.find(a)
        small = self._sets.find(b)
        if large == small:
            return
        if self._count[large] < self._count[small]:
            large, small = small, large
        node = i64(self._first[small])
        for _ in range(i64(self._count[small])):
            following = i64(self._next[node])
            if self._has_liberty(large, node >> 2):
                self._next[node] = i32(_UNLINKED)
            else:
                self._link(node, large)
            node = following
        root = self._sets.union(large, small)
        self._count[root] = self._count[large]
        self._first[root] = self._first[large]
        if self._ordered:
            self._ordered.pop(small, None)
            ordered = self._ordered.pop(large, None)
            if ordered is not None:
                self._ordered[root] = ordered

    def _has_liberty(self, root: i64, point: i64) -> bool:
        """Return whether the empty ``point`` has a node in the list of the group with this root."""
        for d in range(4):
            if self._next[4 * point + d] != _UNLINKED and self._sets.find(point + self._steps[d]) == root:
                return True
        return False

    def _link(self, node: i64, root: i64) -> None:
        """Append a node to the list of the group with this root."""
        if self._count[root] == 0:
            self._first[root] = i32(node)
            self._previous[node] = i32(node)
        first = i64(self._first[root])
        last = i64(self._previous[first])
        self._next[last] = i32(node)
        self._previous[node] = i32(last)
        self._next[node] = i32(first)
        self._previous[first] = i32(node)
        self._count[root] += 1
        if self._ordered:
            ordered = self._ordered.get(root)
            if ordered is not None:
                ordered.add(int(node >> 2))

    def _unlink(self, node: i64, root: i64) -> None:
        """Remove a node from the list of the group with this root."""
        following = i64(self._next[node])
        previous = i64(self._previous[node])
        self._next[previous] = i32(following)
        self._previous[following] = i32(previous)
        self._next[node] = i32(_UNLINKED)
        self._first[root] = i32(following)  # if none is left, it is not read
        self._count[root] -= 1
        if self._ordered:
            ordered = self._ordered.get(root)
            if ordered is not None:
                ordered.remove(int(node >> 2))

    def _unordered(self, root: i64) -> list[int]:
        """Return the liberties of the group with this root in the order of its list."""
        points = []
        node = i64(self._first[root])
        for _ in range(i64(self._count[root])):
            points.append(int(node >> 2))
            node = i64(self._next[node])
        return points
