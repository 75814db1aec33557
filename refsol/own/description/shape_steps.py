"""Steps that shrink what has a shape, as changes of the record of an input."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from refsol.own.description.recorder import Chosen, Container, Dimension, LoopTrace, Round, ShapeTrace, Trace
from refsol.own.description.replayer import Change
from refsol.own.description.values import Datum
from refsol.own.shapes.checks import edges_of
from refsol.own.shapes.shrinking import Graph, Smaller

ShapeStep: TypeAlias = tuple[tuple[int, ...], Callable[[], Change], tuple[int, ...] | None]
"""A key, a change, and the key where to go on after it."""


class Handled(NamedTuple):
    """What steps for shapes change better than others do: ``sizes``, and ``choices``."""

    sizes: frozenset[Container]
    """Numbers of nodes and of edges."""
    choices: frozenset[Chosen]
    """The nodes of edges."""


def handled_by_shapes(recorded: Trace) -> Handled:
    """Return what of a record other steps leave alone. O(edges)."""
    sizes: set[Container] = set()
    numbers: set[Chosen] = set()
    for shape in recorded.shapes:
        if shape.nodes is not None and {"tree", "connected"}.intersection(shape.command.kinds):
            sizes.add(shape.nodes)
        if "tree" in shape.command.kinds:
            sizes.update(_edge_sizes(shape))
            numbers.update(choice for column in shape.columns for choice in column)
    return Handled(frozenset(sizes), frozenset(numbers))


def shape_steps(recorded: Trace) -> Iterator[ShapeStep]:
    """Yield steps to smaller graphs. O(length) for each."""
    for number, shape in enumerate(recorded.shapes):
        command = shape.command
        if shape.columns and command.nodes is not None:
            base = command.base
            values = [[choice.integer for choice in column] for column in shape.columns]
            edges = dict(edges_of(values, shape.count, base))
            single = len(values) == 1
            root = None if shape.root is None else shape.root - base
            if single:
                root = next(iter({*range(shape.count)}.difference(child for _parent, child in edges.values())), None)
            graph = Graph(shape.count, edges, command.kinds, order=command.order, root=root, single=single)
            least = shape.count if shape.nodes is None else max(1, shape.nodes.least)
            for key, smaller, after in graph.steps(least):
                yield (number, *key), partial(_changed, shape, smaller), None if after is None else (number, *after)


def _edge_sizes(shape: ShapeTrace) -> list[Dimension]:
    """Return the sizes that count edges and nothing else."""
    return [size for size, _count in shape.loop.sizes if size is not shape.nodes and size.value == shape.loop.value]


def _changed(shape: ShapeTrace, make: Callable[[], Smaller]) -> Change:
    """Return the change to a smaller graph: counts follow, and so does what else refers to nodes."""
    removed, edges, labels = make()
    base, nodes = shape.command.base, shape.nodes
    kept = [node for node in range(shape.count) if node not in removed]
    rank = {node: number for number, node in enumerate(kept)}
    values: dict[Chosen, Datum] = {}
    for number, edge in edges.items():
        for column, node in zip(shape.columns, edge, strict=False):
            values[column[number]] = base + rank[node]
    rows = len(shape.columns[0])
    gone = {*range(rows)} - edges.keys()
    if len(shape.columns) == 1:  # the row of a root has no edge, and stays
        gone = {row for row in range(rows) if row + shape.count - rows in removed}
    order: dict[LoopTrace, list[int]] = {}
    if labels is not None and nodes is not None:
        for each in nodes.references:
            unit = nodes.unit(each)
            if each not in values and 0 <= unit < shape.count:
                values[each] = each.integer - unit + labels[unit]
        order |= {loop: _ordered(labels, loop) for loop, _count in nodes.loops if loop.value == shape.count}
    if not gone and (labels is not None or len(shape.columns) > 1):
        order[shape.loop] = [*edges] if labels is None or len(shape.columns) > 1 else _ordered(labels, shape.loop)
    items: dict[Container, set[int]] = {size: set(gone) for size in _edge_sizes(shape)} if gone else {}
    if nodes is not None and removed:
        items[nodes] = {*removed}
    rounds: dict[LoopTrace, Sequence[Round]] = {
        loop: [loop.rounds[row] for row in found] for loop, found in order.items()
    }
    return Change(items, rounds, values, gone={shape.loop: gone})


def _ordered(labels: Sequence[int], loop: LoopTrace) -> list[int]:
    """Return the rounds of a loop, one for each node or for all but the first, in the order of new labels."""
    skipped = len(labels) - loop.value
    return [node - skipped for node in sorted(range(skipped, len(labels)), key=labels.__getitem__)]
