"""Checks shapes: finds the first edge or number that is wrong, and says why."""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from refsol.own.shapes.kinds import Edge


class Fault(NamedTuple):
    """What is wrong in round ``number``, or behind the last one: the message, ``found``."""

    number: int
    found: str


def fault_in(
    kinds: Collection[str], columns: Sequence[Sequence[int]], nodes: int, base: int, root: int | None
) -> Fault | None:
    """Return the first fault in what the rounds of a loop have read, or None if it has the shapes of all ``kinds``.

    ``columns`` has the values of each variable in turn. A graph has ``nodes`` nodes, numbered from ``base`` on, and
    maybe a ``root``; of a permutation, ``nodes`` is 0. O(rounds · log rounds).
    """
    if "permutation" in kinds:
        values = columns[0]
        return _first_outside(values, base, base + len(values) - 1, "number") or _repeated(values)
    for column in columns if len(columns) > 1 or len(columns[0]) < nodes else ():
        fault = _first_outside(column, base, base + nodes - 1, "node")
        if fault is not None:
            return fault
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
    if not {"tree", "forest", "connected"}.isdisjoint(kinds):
        components = nodes
        leader: dict[int, int] = {}  # disjoint sets
        for number, (one, other) in edges:
            first, second = _find(leader, one), _find(leader, other)
            leader[first] = second
            components -= first != second
            if first == second and not {"tree", "forest"}.isdisjoint(kinds):
                return faulty(number, "joins a node to itself" if one == other else "closes a cycle")
        if "connected" in kinds and components > 1:
            return Fault(len(columns[0]), f"{components} components")
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


def _find(leader: dict[int, int], node: int) -> int:
    while (above := leader.get(node, node)) != node:
        leader[node] = node = leader.get(above, above)
    return node


def _closing(edges: Sequence[Edge]) -> int | None:
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
