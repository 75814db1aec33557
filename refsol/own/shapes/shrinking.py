"""Smaller graphs of the same kinds: with fewer nodes, whose neighbours are joined instead."""

from collections.abc import Collection, Mapping
from typing import Final

from refsol.own.shapes.kinds import Edge


class Graph:
    """A graph with ``nodes`` nodes, and ``edges``, by number, of some ``kinds``, in an ``order`` of a :class:`.Plan`.

    Its ``root`` stays, if there is one. If it is a ``single`` column of parents, an edge stays with its child. To make
    it is O(nodes + edges).
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
        self._edges: Final = edges
        self._is_simple: Final = "simple" in kinds
        self._order: Final = order
        self._root: Final = root
        self._single: Final = single
        self._visited: Final = _visited(nodes, edges, root or 0)

    def without(self, span: range) -> tuple[Collection[int], Mapping[int, Edge]]:
        """Return which nodes a depth-first search visits in a ``span``, but the root, and the edges without these.

        Edges lead to the nodes above them instead, and keep their numbers. O(nodes + edges).
        """
        removed = {node for node, _above in self._visited[span.start : span.stop] if node != self._root}
        target: dict[int, int] = {}
        waiting: list[int] = []
        for node, above in self._visited:
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
            low, high = sorted(edge := (target[one], other if self._single else target[other]))
            if (low == high and one != other) or (self._single and other in removed) or low < 0:
                continue
            if not self._is_simple or (low, high) not in seen:
                seen.add((low, high))
                if self._order in ("<", ">") and edge != (one, other):
                    edge = (low, high) if self._order == "<" else (high, low)
                edges[number] = edge
        return removed, edges


def _visited(nodes: int, edges: Mapping[int, Edge], root: int) -> list[tuple[int, int]]:
    """Return the nodes as a depth-first search from the ``root`` on visits them, each with the one before it, or -1."""
    near: list[list[int]] = [[] for _ in range(nodes)]
    for one, other in edges.values():
        near[one].append(other)
        near[other].append(one)
    found: dict[int, int] = {}
    for start in (root, *range(nodes)) if nodes else ():
        waiting = [(start, -1)]
        while waiting:
            node, above = waiting.pop()
            if node not in found:
                found[node] = above
                waiting += [(other, node) for other in reversed(near[node]) if other not in found]
    return [*found.items()]
