"""A game tree in flat arrays: the nodes of a Monte Carlo tree search, and what is known about each of them.

Children of a node are next to each other, so that choosing among them reads memory in order. There are no objects, and
no pointers but indices: a tree of a million nodes is ten arrays.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range

MAX_NODES: Final = 2**26
"""The largest number of nodes that a tree may be limited to."""

_FIRST_ROOM: Final = 1024  # nodes

UNEXPANDED: Final = -1
"""The ``count`` of a node whose children aren't in the tree."""


@final
class Tree:
    """A tree of at most ``nodes`` nodes, numbered 0..``size`` - 1; node 0 is the root, and a new tree has no other.

    ``point[k]`` is the move that leads to node k. ``first[k]`` is its first child, and ``count[k]`` the number of its
    children, or :data:`UNEXPANDED`. ``visits[k]`` simulations went through it, of which ``wins[k]`` were won by the
    player of that move. In ``amaf_visits[k]`` simulations that went through its parent, that player played that point
    then or later, and won ``amaf_wins[k]`` of them. ``value[k]`` and ``width[k]`` say how good it is and how uncertain
    that is; what they mean is up to the search, which also says what they are for a new node: ``value`` and ``width``,
    with ``amaf`` visits that are wins. All counts are floats, which hold them exactly, since values are made of them.

    Memory grows with the tree, 60 bytes a node, for at most twice as many nodes. Raises ``ValueError`` for a number of nodes outside
    1..:data:`MAX_NODES`. Making a tree is O(1).
    """

    def __init__(self, nodes: i64, value: float, width: float, amaf: float) -> None:
        require_range("number of nodes", nodes, 1, MAX_NODES)
        self.nodes: Final = nodes
        self._value: Final = value
        self._width: Final = width
        self._amaf: Final = amaf
        room = min(nodes, _FIRST_ROOM)
        self._room: i64 = room
        self.size: i64 = 1
        self.point: vec[i32] = vec[i32]([i32(0)] * room)
        self.first: vec[i32] = vec[i32]([i32(0)] * room)
        self.count: vec[i32] = vec[i32]([i32(UNEXPANDED)] * room)
        self.visits: vec[float] = vec[float]([0.0] * room)
        self.wins: vec[float] = vec[float]([0.0] * room)
        self.amaf_visits: vec[float] = vec[float]([amaf] * room)
        self.amaf_wins: vec[float] = vec[float]([amaf] * room)
        self.value: vec[float] = vec[float]([value] * room)
        self.width: vec[float] = vec[float]([width] * room)

    def expand(self, node: i64, points: vec[i32], count: i64) -> bool:
        """Give ``node`` children for the first ``count`` of ``points``; return whether there was room for them.

        O(count) amortised.
        """
        size = self.size
        if size + count > self.nodes:
            return False
        if size + count > self._room:
            self._grow(size + count)
        self.first[node] = i32(size)
        self.count[node] = i32(count)
        point = self.point
        for k in range(count):
            point[size + k] = points[k]
        self.size = size + count
        return True

    def child(self, node: i64, point: i64) -> i64:
        """Return the child of ``node`` that ``point`` leads to, or 0 if there is none. O(children)."""
        first = i64(self.first[node])
        for k in range(first, first + i64(self.count[node])):
            if self.point[k] == point:
                return k
        return 0

    def below(self, node: i64) -> "Tree":
        """Return a new tree, the part of this one at and below ``node``, in the same order. O(its nodes)."""
        tree = Tree(self.nodes, self._value, self._width, self._amaf)
        old = vec[i32]([i32(node)] * self.size)  # by new numbers
        tree._copy(0, self, node)
        k: i64 = 0
        while k < tree.size:
            node = i64(old[k])
            count = i64(self.count[node])
            if count > 0:
                first = i64(self.first[node])
                begin = tree.size
                tree.expand(k, self.point[first : first + count], count)
                for i in range(count):
                    old[begin + i] = i32(first + i)
                    tree._copy(begin + i, self, first + i)
            elif count == 0:
                tree.count[k] = i32(0)
            k += 1
        return tree

    def _copy(self, node: i64, other: "Tree", source: i64) -> None:
        """Make a node like the node ``source`` of another tree, except for its children."""
        self.point[node] = other.point[source]
        self.visits[node] = other.visits[source]
        self.wins[node] = other.wins[source]
        self.amaf_visits[node] = other.amaf_visits[source]
        self.amaf_wins[node] = other.amaf_wins[source]
        self.value[node] = other.value[source]
        self.width[node] = other.width[source]

    def _grow(self, needed: i64) -> None:
        """Make room for ``needed`` nodes, and for at least twice as many as before, up to the limit."""
        room = min(self.nodes, max(needed, 2 * self._room))
        more = room - self._room
        self.point = _longer(self.point, more, 0)
        self.first = _longer(self.first, more, 0)
        self.count = _longer(self.count, more, UNEXPANDED)
        self.visits = _longer_floats(self.visits, more, 0.0)
        self.wins = _longer_floats(self.wins, more, 0.0)
        self.amaf_visits = _longer_floats(self.amaf_visits, more, self._amaf)
        self.amaf_wins = _longer_floats(self.amaf_wins, more, self._amaf)
        self.value = _longer_floats(self.value, more, self._value)
        self.width = _longer_floats(self.width, more, self._width)
        self._room = room


def _longer(items: vec[i32], more: i64, item: i64) -> vec[i32]:
    """Return a copy of an array with ``more`` items at its end, each of them ``item``."""
    longer = vec[i32]([i32(item)] * (len(items) + more))
    for k in range(i64(len(items))):
        longer[k] = items[k]
    return longer


def _longer_floats(items: vec[float], more: i64, item: float) -> vec[float]:
    """Return a copy of an array with ``more`` items at its end, each of them ``item``."""
    longer = vec[float]([item] * (len(items) + more))
    for k in range(i64(len(items))):
        longer[k] = items[k]
    return longer
