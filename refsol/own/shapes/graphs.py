"""Makes graphs in forms that find mistakes, and permutations. Nodes are numbered from 0; labels are shuffled last.

We use neither networkx nor rustworkx: importing networkx takes 0.2 s, more than most commands, rustworkx needs numpy,
and neither makes brooms, or labels in an order.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import islice
from math import isqrt
from random import Random
from typing import Final, NamedTuple

from refsol.own.shapes.kinds import UP, Edge

_TREE_FORMS: Final = ("path", "star", "caterpillar", "broom", "binary", "deep", "random", "random", "near")
_NEAR: Final = 3  # steps back to the parent in trees that are deep
_MORE: Final = 16  # nodes without edges, where there are very many


class NoGraphError(ValueError):
    """There is no such graph."""


class Plan(NamedTuple):
    """What is to be made: ``edges`` edges on ``nodes`` nodes, of all ``kinds``, in a ``form``, or a random one.

    Edges are in ``order``: their first node is less than the second (``<``), greater (``>``), or the parent (``down``)
    or the child (``up``) of the other. Without an order, any will do; with ``!=``, only loops won't. Labels are
    ``in_order`` where that of a node isn't free, and ``root`` is the label that the root of a tree has to have, if any.
    """

    nodes: int
    edges: int
    kinds: Collection[str]
    form: str = ""
    order: str = ""
    in_order: bool = False
    root: int | None = None


def wanted_edges(form: str, nodes: int, kinds: Collection[str]) -> int | None:
    """Return how many edges a graph of some ``kinds`` on ``nodes`` nodes should have, if its ``form`` says so."""
    side = max(1, isqrt(max(0, nodes)))
    most = nodes * (nodes - 1) // 2
    numbers = {
        "sparse": nodes - 1 + nodes // 4,
        "dense": most * 3 // 4,
        "clique": most,
        "grid": 2 * nodes - side - -(-nodes // side),
        "cycle": nodes,
        "parts": nodes * 3 // 4,
        "deep": nodes - 1 + nodes // 8,
    }
    if "forest" in kinds:
        numbers["parts"] = nodes // 2
    return numbers.get(form)


def graph(random: Random, plan: Plan) -> list[Edge]:
    """Return the edges of a graph. Expected O(nodes + edges). Raises :class:`NoGraphError` if there is none."""
    nodes = plan.nodes
    if nodes < 1 or nodes > 2**62:  # more can't be indices
        if plan.edges > 0:
            raise NoGraphError(f"{plan.edges} edges for {nodes} nodes")
        return []
    active = min(nodes, 2 * plan.edges + _MORE)  # edges can't meet more
    edges = _unlabelled(random, plan._replace(nodes=active))
    is_straight = plan.in_order or ("dag" in plan.kinds and plan.order in ("<", ">"))
    labels = _labels(random, plan, active, is_straight)
    found: list[Edge] = []
    for one, other in edges:
        edge = labels[one], labels[other]
        is_backward = plan.order == UP
        if plan.order in ("<", ">"):
            is_backward = (edge[0] > edge[1]) == (plan.order == "<")
        elif plan.order in ("", "!=") and "dag" not in plan.kinds:
            is_backward = random.random() < 0.5
        found.append((edge[1], edge[0]) if is_backward else edge)
    if not plan.in_order:
        random.shuffle(found)
    return found


def parents(random: Random, nodes: int, form: str = "") -> list[int]:
    """Return the parent of each of ``nodes`` nodes of a tree, from node 1 on: a smaller one. O(nodes).

    The tree is in a ``form``, or in a random one if that is no form of trees.
    """
    form = form if form in _TREE_FORMS else random.choice(_TREE_FORMS)
    half = nodes // 2
    match form:
        case "path":
            return [*range(nodes - 1)]
        case "star":
            return [0] * (nodes - 1)
        case "caterpillar":
            return [node - 1 if node <= half else random.randint(0, half) for node in range(1, nodes)]
        case "broom":
            return [min(node - 1, half) for node in range(1, nodes)]
        case "binary":
            return [(node - 1) // 2 for node in range(1, nodes)]
        case "deep":
            back = random.choice((1, 1, _NEAR))
            return [max(0, node - random.randint(1, back)) for node in range(1, nodes)]
        case "near":
            return [random.randrange(max(0, node - _NEAR * _NEAR), node) for node in range(1, nodes)]
    return [int(random.random() * node) for node in range(1, nodes)]


def rooted(random: Random, nodes: int, form: str, *, in_order: bool, root: int | None) -> tuple[int, list[int]]:
    """Return the root of a tree, ``root`` if it is given, and the parent of each node; its own is -1. O(nodes).

    ``nodes`` and ``form`` are those of :func:`parents`. If ``in_order``, parents are smaller than their children.
    """
    above = parents(random, nodes, form)
    plan = Plan(nodes, nodes - 1, ("tree",), form, in_order=in_order, root=root)
    labels = _labels(random, plan, nodes, in_order)
    found = [-1] * nodes
    for node, parent in enumerate(above, 1):
        found[labels[node]] = labels[parent]
    return labels[0] if labels else -1, found


def permutation(random: Random, keys: Sequence[int]) -> list[int]:
    """Return the ranks of ``keys`` from 0 on; equal ones are in random order. O(n log n)."""
    places = sorted(range(len(keys)), key=lambda place: (keys[place], random.random()))
    ranks = [0] * len(keys)
    for rank, place in enumerate(places):
        ranks[place] = rank
    return ranks


def _labels(random: Random, plan: Plan, active: int, is_straight: bool) -> list[int]:
    """Return the labels of ``active`` nodes: shuffled, unless they have to be in order; of deep graphs, often in it."""
    nodes = plan.nodes
    if is_straight:
        labels = [*range(active)] if active == nodes else sorted(random.sample(range(nodes), active))
        return labels[::-1] if plan.order == ">" and "dag" in plan.kinds else labels
    labels = random.sample(range(nodes), active)
    if plan.form == "deep" and active == nodes and random.random() < 0.5:
        labels = [*range(nodes)] if random.random() < 0.5 else [*range(nodes - 1, -1, -1)]
    if plan.root is not None and 0 <= plan.root < nodes and labels:
        if plan.root in labels:
            labels[labels.index(plan.root)] = labels[0]
        labels[0] = plan.root
    return labels


def _unlabelled(random: Random, plan: Plan) -> list[Edge]:
    """Return edges, the smaller node first: of a tree with root 0, or of a graph that has one, or of any graph."""
    nodes, wanted, kinds = plan.nodes, plan.edges, plan.kinds
    form = {"cycle": "path"}.get(plan.form, plan.form)
    above = parents(random, nodes, form)
    if plan.form == "grid":
        side = max(1, isqrt(nodes))
        above = [node - 1 if node % side else node - side for node in range(1, nodes)]
    tree = [(parent, node) for node, parent in enumerate(above, 1)]
    if "tree" in kinds or "forest" in kinds:
        if wanted > len(tree) or ("tree" in kinds and wanted < len(tree)):
            raise NoGraphError(f"{wanted} edges for {nodes} nodes")
        return tree if wanted == len(tree) else random.sample(tree, wanted)
    return _filled(random, plan, tree)


def _filled(random: Random, plan: Plan, tree: Sequence[Edge]) -> list[Edge]:
    """Return a graph that contains a ``tree`` if it has to be connected, then edges that make its form, then others."""
    is_simple = "simple" in plan.kinds
    has_loops = not (is_simple or "dag" in plan.kinds or plan.order)
    edges: list[Edge] = []
    taken: set[Edge] = set()
    if "connected" in plan.kinds:
        if plan.edges < len(tree):
            raise NoGraphError(f"{plan.edges} edges for {plan.nodes} nodes")
        edges += tree
        taken.update(tree)
    for edge in [*_formed(random, plan, tree)]:
        if len(edges) < plan.edges and edge not in taken:
            edges.append(edge)
            taken.add(edge)
    for edge in _pairs(random, plan, has_loops=has_loops):
        if len(edges) >= plan.edges:
            return edges
        if not (is_simple and edge in taken):
            edges.append(edge)
            taken.add(edge)
    if len(edges) < plan.edges:
        raise NoGraphError(f"{plan.edges} edges for {plan.nodes} nodes")
    return edges


def _formed(random: Random, plan: Plan, tree: Sequence[Edge]) -> Iterator[Edge]:
    """Yield edges that make the form of a graph, as many as it may have."""
    nodes, count = plan.nodes, plan.edges
    match plan.form:
        case "clique":
            yield from islice(((one, other) for other in range(nodes) for one in range(other)), 4 * count)
        case "grid":
            side = max(1, isqrt(nodes))
            edges = [(node, node + 1) for node in range(nodes - 1) if (node + 1) % side]
            edges += [(node, node + side) for node in range(nodes - side)]
            random.shuffle(edges)
            yield from edges
        case "cycle":
            if nodes > 2 and "dag" not in plan.kinds:
                yield 0, nodes - 1
            yield from tree
        case "deep":
            yield from tree
        case "parts":
            number = random.randint(2, 4)
            for _ in range(2 * count if nodes > 1 else 0):
                part = random.randrange(number)
                members = range(part * nodes // number, (part + 1) * nodes // number)
                if len(members) > 1:
                    one, other = sorted(random.sample(members, 2))
                    yield one, other


def _pairs(random: Random, plan: Plan, *, has_loops: bool) -> Iterator[Edge]:
    """Yield pairs of nodes, the smaller first: all in random order where most are needed, otherwise random ones."""
    nodes = plan.nodes
    if "simple" in plan.kinds and 8 * plan.edges > nodes * (nodes - 1) // 2:
        pairs = [(one, other) for other in range(nodes) for one in range(other)]
        random.shuffle(pairs)
        yield from pairs
        return
    for _ in range(20 * (plan.edges + _MORE) if nodes > 1 or has_loops else 0):
        one, other = int(random.random() * nodes), int(random.random() * nodes)
        if one != other or has_loops:
            yield min(one, other), max(one, other)
