"""Checks shapes: finds the first edge, number, point or character that is wrong, and says why."""

from collections.abc import Collection, Sequence
from math import gcd
from typing import NamedTuple

from refsol.own.shapes.kinds import GRAPHS, Edge


class Fault(NamedTuple):
    """What is wrong in round ``number``, or behind the last one: the message, ``found``."""

    number: int
    found: str


def fault_in(
    kinds: Collection[str], columns: Sequence[Sequence[int]], nodes: int, base: int, root: int | None
) -> Fault | None:
    """Return the first fault in what the rounds of a loop have read, or None if it has the shapes of all ``kinds``.

    ``columns`` has the values of each variable in turn. A graph has so many ``nodes``, numbered from ``base`` on, and
    maybe a ``root``; of other shapes, ``nodes`` is 0.
    O(rounds · log rounds); of points, O(rounds²).
    """
    first = columns[0]
    if "permutation" in kinds:
        fault = _first_outside(first, base, base + len(first) - 1, "number")
        if fault is not None:
            return fault
    if "permutation" in kinds or "distinct" in kinds:
        fault = _repeated(first)
        if fault is not None:
            return fault
    if "sorted" in kinds:
        for number in range(1, len(first)):
            if first[number] < first[number - 1]:
                return Fault(number, f"{first[number]} after {first[number - 1]}")
    if "points" in kinds:
        return _collinear([*zip(first, columns[1], strict=True)])
    is_graph = any(kind in GRAPHS for kind in kinds)
    return _graph_fault(kinds, columns, nodes, base, root) if is_graph else None


def edges_of(columns: Sequence[Sequence[int]], nodes: int, base: int) -> list[tuple[int, Edge]]:
    """Return the edges between ``nodes`` numbered from 0, with the rounds that read them. O(rounds).

    ``columns`` and ``base`` are those of :func:`fault_in`. A single column has the parents of all nodes but the first,
    or of all nodes, where that of the root is no node or the root itself.
    """
    first = columns[0]
    if len(columns) > 1:
        pairs = zip(first, columns[1], strict=True)
        return [(number, (one - base, other - base)) for number, (one, other) in enumerate(pairs)]
    skipped = nodes - len(first)
    edges = [(number, (parent - base, number + skipped)) for number, parent in enumerate(first)]
    return [(number, edge) for number, edge in edges if skipped or (edge[0] != edge[1] and 0 <= edge[0] < nodes)]


def unbalanced(text: bytes) -> int | None:
    """Return the index of the first character of ``text`` that is no parenthesis or has no partner, or None. O(length).

    An unclosed opening one is reported at the end of the text.
    """
    waiting: list[int] = []
    for number, character in enumerate(text):
        if character in b"([{<":
            waiting.append(character)
        elif character not in b")]}>" or not waiting or b"([{<".index(waiting.pop()) != b")]}>".index(character):
            return number
    return len(text) if waiting else None


def _first_outside(values: Sequence[int], low: int, high: int, what: str) -> Fault | None:
    for number, value in enumerate(values):
        if not low <= value <= high:
            return Fault(number, f"{value}, which is no {what} in {low}..{high}")
    return None


def _repeated(values: Sequence[int]) -> Fault | None:
    seen: set[int] = set()
    for number, value in enumerate(values):
        if value in seen:
            return Fault(number, f"{value} twice")
        seen.add(value)
    return None


def _collinear(points: Sequence[Edge]) -> Fault | None:
    for number, (x, y) in enumerate(points):
        directions: dict[Edge, int] = {}
        for before in range(number):
            across, up = points[before][0] - x, points[before][1] - y
            if across == up == 0:
                return Fault(number, f"point {x} {y} twice")
            if across < 0 or (across == 0 and up < 0):
                across, up = -across, -up
            divisor = gcd(across, up)
            other = directions.setdefault((across // divisor, up // divisor), before)
            if other != before:
                (a, b), (c, d) = points[other], points[before]
                return Fault(number, f"point {x} {y} on a line with {a} {b} and {c} {d}")
    return None


def _graph_fault(
    kinds: Collection[str], columns: Sequence[Sequence[int]], nodes: int, base: int, root: int | None
) -> Fault | None:
    for column in columns if len(columns) > 1 or len(columns[0]) < nodes or "functional" in kinds else ():
        fault = _first_outside(column, base, base + nodes - 1, "node")
        if fault is not None:
            return fault
    if "functional" in kinds:
        return None
    if root is not None and not base <= root < base + nodes:
        return Fault(len(columns[0]), f"the root {root}, which is no node in {base}..{base + nodes - 1}")
    edges = edges_of(columns, nodes, base)

    def faulty(number: int, why: str) -> Fault:
        if len(columns) == 1:
            value, node = columns[0][number], number + nodes - len(columns[0]) + base
            own = f"node {node} as its own parent"
            return Fault(number, own if value == node else f"{value} as the parent of node {node}, which {why}")
        shown = " ".join(str(column[number]) for column in columns)
        return Fault(number, f"edge {number + 1}, {shown}, which {why}")

    if len(columns) == 1 and len(columns[0]) == nodes:
        roots = [*{*range(nodes)}.difference(number for number, _edge in edges)]
        if len(roots) > 1:
            return Fault(max(roots), f"{columns[0][max(roots)]}, a second root")
        if root is not None and roots and roots[0] != root - base:
            return Fault(roots[0], f"{columns[0][roots[0]]}, a root that isn't {root}")
    if not {"tree", "forest", "connected", "bipartite"}.isdisjoint(kinds):
        found = _Parts(kinds).fault(edges)
        if isinstance(found, tuple):
            return faulty(*found)
        if "connected" in kinds and nodes - found > 1:
            return Fault(len(columns[0]), f"{nodes - found} components")
    if "simple" in kinds:
        seen: set[Edge] = set()
        for number, (one, other) in edges:
            edge = min(one, other), max(one, other)
            if one == other or edge in seen:
                return faulty(number, "joins a node to itself" if one == other else "was there before")
            seen.add(edge)
    if "dag" in kinds:
        last = _closing([edge for _number, edge in edges])
        if last is not None:
            return faulty(last, "closes a directed cycle")
    if root is not None and len(columns) > 1:
        has_parent = {root - base}
        for number, (_parent, child) in edges:
            if child in has_parent:
                return faulty(number, f"doesn't lead away from the root, {root}")
            has_parent.add(child)
    return None


class _Parts:
    """The connected components of a graph, as disjoint sets; of a bipartite one, with the side of each node."""

    def __init__(self, kinds: Collection[str]) -> None:
        self._has_cycles = "tree" not in kinds and "forest" not in kinds
        self._has_sides = "bipartite" in kinds
        self._leader: dict[int, int] = {}
        self._side: dict[int, int] = {}  # compared with the leader

    def fault(self, edges: Sequence[tuple[int, Edge]]) -> tuple[int, str] | int:
        """Return the first round with a wrong edge, and what it does; or how many edges joined two components."""
        joined = 0
        for number, (one, other) in edges:
            first, side = self._find(one)
            second, other_side = self._find(other)
            if first == second:
                if not self._has_cycles:
                    return number, "joins a node to itself" if one == other else "closes a cycle"
                if self._has_sides and side == other_side:
                    return number, "joins a node to itself" if one == other else "closes an odd cycle"
            else:
                joined += 1
                self._leader[first] = second
                if self._has_sides:
                    self._side[first] = 1 - (side ^ other_side)
        return joined

    def _find(self, node: int) -> tuple[int, int]:
        leader = self._leader
        if not self._has_sides:
            while (above := leader.get(node, node)) != node:
                leader[node] = node = leader.get(above, above)
            return node, 0
        way: list[int] = []
        while (above := leader.get(node, node)) != node:
            way.append(node)
            node = above
        side = 0
        for each in reversed(way):
            side ^= self._side[each]
            leader[each], self._side[each] = node, side
        return node, side


def _closing(edges: Sequence[Edge]) -> int | None:
    """Return the last edge of a directed cycle, or None if there is none. O(edges)."""
    following: dict[int, list[tuple[int, int]]] = {}
    before: dict[int, int] = {}
    for number, (one, other) in enumerate(edges):
        following.setdefault(one, []).append((other, number))
        before[other] = before.get(other, 0) + 1
    free = [node for node in following if node not in before]
    for node in free:  # which grows
        for other, _number in following.pop(node, ()):
            before[other] -= 1
            if before[other] == 0:
                free.append(other)
    closed = {node for node, count in before.items() if count}
    if not closed:
        return None
    node = min(closed)
    seen: dict[int, int] = {}
    way: list[int] = []
    backwards: dict[int, Edge] = {}  # the node before one, and the number of the edge between
    for number, (one, other) in enumerate(edges):
        if one in closed and other in closed:
            backwards.setdefault(other, (one, number))
    while node not in seen:  # each of these nodes follows another
        seen[node] = len(way)
        node, number = backwards[node]
        way.append(number)
    return max(way[seen[node] :])
