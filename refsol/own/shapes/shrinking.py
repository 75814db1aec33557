"""Smaller graphs of the same kinds: with fewer nodes, whose neighbours are joined instead, or with simpler edges."""

from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import Final, NamedTuple, TypeAlias

from refsol.own.shapes.kinds import Edge

_FEW: Final = 10  # nodes, of which pairs are exchanged
_STARTS: Final = 16  # nodes from which nodes are numbered again


class Smaller(NamedTuple):
    """A smaller graph: without ``removed`` nodes, with ``edges`` by their numbers before, in order.

    Nodes have their numbers before or, if there are ``labels``, these instead.
    """

    removed: Collection[int]
    edges: Mapping[int, Edge]
    labels: Sequence[int] | None = None


Step: TypeAlias = tuple[tuple[int, ...], Callable[[], Smaller], tuple[int, ...] | None]
"""A key, what makes a smaller graph, and the key where to go on if that is taken; keys ascend."""


class Graph:
    """A graph with so many ``nodes`` and ``edges``, by number, of some ``kinds``, in an ``order`` of a :class:`.Plan`.

    Its ``root`` stays, if there is one. If it is a ``single`` column of parents, an edge stays with its child. To
    make it is O(nodes + edges).
    """

    def __init__(
        self,
        nodes: int,
        edges: Mapping[int, Edge],
        kinds: Collection[str],
        *,
        order: str = "",
        root: int | None = None,
        single: bool = False,
    ) -> None:
        self._nodes: Final = nodes
        self._edges: Final = edges
        self._kinds: Final = kinds
        self._order: Final = order
        self._root: Final = root
        self._single: Final = single
        self._near: Final[list[list[int]]] = [[] for _ in range(nodes)]
        for one, other in edges.values():
            self._near[one].append(other)
            self._near[other].append(one)

    def steps(self, least: int) -> Iterator[Step]:
        """Yield steps to smaller graphs with at ``least`` so many nodes, those with the fewest first. O(1) for each."""
        visited = self._visited(0 if self._root is None else self._root)
        for length in _lengths(self._nodes - least):
            for end in range(self._nodes, length - 1, -length):
                part = visited[end - length : end]
                yield (0, -length, -end), partial(self._without, visited, part), (0, -length, length - end)
        for number, edges in enumerate(self._whole()):
            yield (1, number), partial(Smaller, (), edges), None
        starts = range(min(self._nodes, _STARTS) if self._nodes <= _STARTS**2 else 1)
        for number, start in enumerate(starts if self._root is None else (self._root,)):
            for depth_first in (False, True):
                yield (2, number, depth_first), partial(self._numbered, start, depth_first), None
        if self._nodes <= _FEW and not self._single:
            for number, pair in enumerate(combinations(range(self._nodes), 2)):
                yield (3, number), partial(self._exchanged, *pair), None
            for number, edges in enumerate(self._moved()):
                yield (4, number), partial(Smaller, (), edges), None

    def _visited(self, root: int, *, depth_first: bool = True) -> list[tuple[int, int]]:
        """Return the nodes as a search from the ``root`` on visits them, each with the one before it, or -1."""
        found: list[tuple[int, int]] = []
        seen: set[int] = set()
        for start in (root, *range(self._nodes)) if self._nodes else ():
            waiting = deque([(start, -1)])
            while waiting:
                node, above = waiting.pop() if depth_first else waiting.popleft()
                if node not in seen:
                    seen.add(node)
                    found.append((node, above))
                    near = [(other, node) for other in self._near[node] if other not in seen]
                    waiting += near[::-1] if depth_first else near
        return found

    def _directed(self, edge: Edge) -> Edge:
        """Return an edge in the order that it has to have or, if any will do, with the smaller node first."""
        if self._single or self._root is not None or ("dag" in self._kinds and self._order not in ("<", ">")):
            return edge
        return (max(edge), min(edge)) if self._order == ">" else (min(edge), max(edge))

    def _without(self, visited: Sequence[tuple[int, int]], part: Sequence[tuple[int, int]]) -> Smaller:
        """Return the graph without a part of the nodes: edges lead to the nodes above them instead."""
        removed = {node for node, _above in part}
        if self._root is not None:
            removed.discard(self._root)
        target = dict.fromkeys(range(self._nodes), -1)
        waiting: list[int] = []
        for node, above in visited:
            if above < 0:
                waiting.clear()
            target[node] = node if node not in removed else target.get(above, -1)
            if target[node] < 0:
                waiting.append(node)
            elif waiting:  # the first node of its part that stays takes the place of all above it
                target.update((each, node) for each in waiting)
                waiting.clear()
        edges: dict[int, Edge] = {}
        seen: set[Edge] = set()
        for number, (one, other) in self._edges.items():
            edge = (target[one], other) if self._single else (target[one], target[other])
            if (edge[0] == edge[1] and one != other) or (self._single and other in removed) or -1 in edge:
                continue
            pair = min(edge), max(edge)
            if "simple" not in self._kinds or pair not in seen:
                seen.add(pair)
                is_changed = edge != (one, other) and self._order in ("<", ">")
                edges[number] = self._directed(edge) if is_changed else edge
        return Smaller(removed, edges)

    def _whole(self) -> Iterator[Mapping[int, Edge]]:
        """Yield the simplest trees of this size: a star and a path; and the graph with its edges in order."""
        if "tree" in self._kinds and self._root in (None, 0):
            numbers = [*self._edges]
            yield {number: self._directed((0, node)) for node, number in enumerate(numbers, 1)}
            yield {number: self._directed((node - 1, node)) for node, number in enumerate(numbers, 1)}
        if not self._single:
            yield self._sorted({number: self._directed(edge) for number, edge in self._edges.items()})
            yield {number: self._directed(edge) for number, edge in self._edges.items()}

    @staticmethod
    def _sorted(edges: Mapping[int, Edge]) -> Mapping[int, Edge]:
        return dict(sorted(edges.items(), key=lambda each: each[1]))

    def _numbered(self, start: int, depth_first: bool) -> Smaller:
        """Return the graph with its nodes numbered in the order of a search."""
        labels = [0] * self._nodes
        for label, (node, _above) in enumerate(self._visited(start, depth_first=depth_first)):
            labels[node] = label
        return self._relabelled(labels)

    def _exchanged(self, one: int, other: int) -> Smaller:
        labels = [*range(self._nodes)]
        labels[one], labels[other] = other, one
        return self._relabelled(labels)

    def _relabelled(self, labels: Sequence[int]) -> Smaller:
        edges = {number: self._directed((labels[a], labels[b])) for number, (a, b) in self._edges.items()}
        return Smaller((), self._sorted(edges), labels)

    def _moved(self) -> Iterator[Mapping[int, Edge]]:
        """Yield graphs in which one edge is reversed, or leads to another node."""
        for number, (one, other) in self._edges.items():
            if self._directed((other, one)) == (other, one) and one > other:
                yield {**self._edges, number: (other, one)}
            for node in range(self._nodes):
                if len(self._near[other]) == 1 and node < one and node != other:
                    yield self._sorted({**self._edges, number: self._directed((node, other))})
                if len(self._near[one]) == 1 and node < other and node != one and self._root is None:
                    yield self._sorted({**self._edges, number: self._directed((one, node))})


def _lengths(most: int) -> Iterator[int]:
    if most > 0:
        yield most
        yield from (1 << power for power in reversed(range((most - 1).bit_length())))
