"""A game tree in flat arrays: the nodes of a Monte Carlo tree search, and what is known about each of them.

Children of a node are next to each other, so that choosing among them reads memory in order. There are no objects, and
no pointers but indices: a tree of a million nodes is ten arrays.
"""

from typing import Final, final

from librt.vecs import extend, vec
from mypy_extensions import i32, i64

from refsol.errors import require_range

MAX_NODES: Final = 2**26
"""The largest number of nodes that a tree may be limited to."""

_BLOCK: Final = 1024  # the arrays become longer by this many nodes at a time

UNEXPANDED: Final = -1
"""The ``count`` of a node whose children aren't in the tree."""


@final
class Tree:
    """A tree of at most ``nodes`` nodes, numbered 0..``size`` - 1; node 0 is the root, and a new tree has no other.

    ``point[k]`` is the move that leads to node k. ``first[k]`` is its first child, and ``count[k]`` the number of its
    children, or :data:`UNEXPANDED`. ``visits[k]`` simulations went through it, of which ``wins[k]`` were won by the
    player of that move. ``value[k]`` and ``width[k]`` say how good it is and how uncertain that is; what they mean is
    up to the search, which also says what they are for a new node: ``value`` and ``width``. If ``amaf`` isn't 0, then
    in ``amaf_visits[k]`` simulations that went through the parent of node k, that player played that point then or
    later, and won ``amaf_wins[k]`` of them; a new node has ``amaf`` such visits that are wins. Otherwise these two
    arrays are empty. All counts are floats, which hold them exactly, since values are made of them.

    Memory grows with the tree: 60 bytes a node, or 44 without ``amaf``, are used, and reserved for at most twice as
    many nodes. Raises ``ValueError`` for a number of nodes outside 1..:data:`MAX_NODES`.
    """

    def __init__(self, nodes: i64, value: float, width: float, amaf: float) -> None:
        require_range("number of nodes", nodes, 1, MAX_NODES)
        self.nodes: Final = nodes
        self._value: Final = value
        self._width: Final = width
        self._amaf: Final = amaf
        self.size: i64 = 1
        self.point: vec[i32] = vec[i32]()
        self.first: vec[i32] = vec[i32]()
        self.count: vec[i32] = vec[i32]()
        self.visits: vec[float] = vec[float]()
        self.wins: vec[float] = vec[float]()
        self.amaf_visits: vec[float] = vec[float]()
        self.amaf_wins: vec[float] = vec[float]()
        self.value: vec[float] = vec[float]()
        self.width: vec[float] = vec[float]()
        self._grow()

    def expand(self, node: i64, points: vec[i32], count: i64) -> bool:
        """Give ``node`` the first ``count`` of ``points`` as children; return whether there was room. O(count)."""
        size = self.size
        if size + count > self.nodes:
            return False
        while size + count > len(self.point):
            self._grow()
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
        self.point[node] = other.point[source]
        self.visits[node] = other.visits[source]
        self.wins[node] = other.wins[source]
        self.value[node] = other.value[source]
        self.width[node] = other.width[source]
        if self._amaf:
            self.amaf_visits[node] = other.amaf_visits[source]
            self.amaf_wins[node] = other.amaf_wins[source]

    def _grow(self) -> None:
        """Make the arrays longer by a block of new nodes; memory that is reserved for more is not written before."""
        no_counts = vec[i32]([i32(0)] * _BLOCK)
        no_visits = vec[float]([0.0] * _BLOCK)
        self.point = extend(self.point, no_counts)
        self.first = extend(self.first, no_counts)
        self.count = extend(self.count, vec[i32]([i32(UNEXPANDED)] * _BLOCK))
        self.visits = extend(self.visits, no_visits)
        self.wins = extend(self.wins, no_visits)
        if self._amaf:
            amafs = vec[float]([self._amaf] * _BLOCK)
            self.amaf_visits = extend(self.amaf_visits, amafs)
            self.amaf_wins = extend(self.amaf_wins, amafs)
        self.value = extend(self.value, vec[float]([self._value] * _BLOCK))
        self.width = extend(self.width, vec[float]([self._width] * _BLOCK))
