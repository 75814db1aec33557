"""Puts shapes into a description: around the loops that read them, behind assertions about their counts.

The assertions say how many edges a graph of a kind may have, so that counts are made right before edges are.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from refsol.errors import InputError, unknown
from refsol.own.description import syntax
from refsol.own.description.parser import parse_expression
from refsol.own.shapes.kinds import DOWN, UP, Shape, ShapeError, parse_shape

_Around: TypeAlias = "dict[syntax.Node, dict[tuple[str, ...], list[Shape]]]"
_OPERATORS: Final[Mapping[str, str]] = {"<": "<", "<=": "<", ">": ">", ">=": ">", "!=": "!="}
_OPPOSITE: Final[Mapping[str, str]] = {"<": ">", ">": "<", "!=": "!="}


def with_shapes(description: syntax.Description, texts: Iterable[str]) -> syntax.Description:
    """Return a ``description`` whose inputs also have the shapes that :func:`.parse_shape` reads from ``texts``.

    Raises :class:`.ShapeError` for one that is no shape or that nothing in the description reads. O(length · shapes).
    """
    around: _Around = {}
    for text in texts:
        shape = parse_shape(text)
        for command in _commands_for(description, shape):
            groups = around.setdefault(command, {})
            for other in (each[0] for each in groups.values()):
                is_shared = not {*shape.variables}.isdisjoint(other.variables)
                if is_shared and shape[1:] != other[1:]:
                    raise ShapeError(f"{shape} and {other} are about the same variables, and only kinds may differ")
            groups.setdefault(shape.variables, []).append(shape)
    return syntax.Description(_block(description.commands, around)) if around else description


def _commands_for(description: syntax.Description, shape: Shape) -> Sequence[syntax.Repeat]:
    names = [*dict.fromkeys(syntax.assigned_in(description.nodes))]
    for name in (*shape.variables, *_names_in(shape.nodes, shape), *_names_in(shape.root, shape)):
        if name not in names:
            raise ShapeError(f"{shape}: {unknown('variable', name, names)}")
    found = [
        node
        for node in description.nodes
        if isinstance(node, syntax.Repeat)
        and sorted(name for name in _read_in(node) if name in shape.variables) == sorted(shape.variables)
    ]
    if not found:
        reading = " and one that reads ".join(shape.variables)
        expected = f"a loop REP or REPI with an INT in each round that reads {reading}"
        raise ShapeError(f"{shape}: expected {expected}, found none")
    for command in found:
        before = {*syntax.assigned_in(description.nodes[: description.nodes.index(command)])}
        for role, text in (("nodes", shape.nodes), ("root", shape.root)):
            late = sorted(_names_in(text, shape) - before)
            if late:
                raise ShapeError(
                    f"{shape}: expected {role} read before line {command.place.line}, found {late[0]} later"
                )
    return found


def _names_in(text: str, shape: Shape) -> set[str]:
    return syntax.names_in(_expression(text, shape)) if text else set()


def _expression(text: str, shape: Shape, place: syntax.Location | None = None) -> syntax.Expression:
    try:
        return parse_expression(text.encode("latin-1", "replace"), place)
    except InputError as error:
        raise ShapeError(f"{shape}: {text!r}: {error}") from error


def _read_in(loop: syntax.Repeat) -> Iterator[str]:
    for each in loop.body:
        if isinstance(each, syntax.Integer) and each.target is not None:
            yield each.target.name


def _block(block: syntax.Block, around: _Around) -> syntax.Block:
    commands: list[syntax.Instruction] = []
    for command in block:
        made: syntax.Instruction = command
        if isinstance(command, syntax.Repeat | syntax.While):
            made = replace(command, body=_block(command.body, around))
        elif isinstance(command, syntax.If):
            made = replace(command, body=_block(command.body, around), otherwise=_block(command.otherwise, around))
        if isinstance(command, syntax.Repeat):
            for shapes in around.get(command, {}).values():
                made = shaped = _shaped(command, made, shapes)
                if shaped.nodes is not None:
                    commands += _counts(command.place, shapes, command.count, shaped.nodes, shaped.root)
        commands.append(made)
    return tuple(commands)


def _shaped(loop: syntax.Repeat, body: syntax.Instruction, shapes: Sequence[Shape]) -> syntax.Shaped:
    shape, place = shapes[0], loop.place
    nodes, root = (_expression(text, shape, place) if text else None for text in (shape.nodes, shape.root))
    kinds = tuple(dict.fromkeys(each.kind for each in shapes))
    shaped = syntax.Shaped(place, (body,), kinds, shape.variables, nodes, shape.base, root, "", False)
    if nodes is None:
        return shaped
    order, in_order = _order(loop, shaped)
    return replace(shaped, order=order, in_order=in_order)


def _order(loop: syntax.Repeat, shaped: syntax.Shaped) -> tuple[str, bool]:
    """Return the order of edges, and whether labels are in order, as the ranges and assertions in a loop say."""
    names = shaped.names
    changing = {*syntax.assigned_in(syntax.nodes_in(loop))} - {*names}
    bounds = [syntax.names_in((each.low, each.high)) for each in shaped.commands]
    low = [syntax.names_in(each.low) for each in shaped.commands]
    if any(not changing.isdisjoint(found) for found in bounds):
        return (UP if not changing.isdisjoint(low[0]) else DOWN), True
    if shaped.root is not None:
        return DOWN, False
    if len(names) > 1:
        for one, other in ((0, 1), (1, 0)):
            if names[one] in bounds[other]:  # this one is greater if that is less than all of its range
                is_greater = names[one] in low[other]
                return ("<" if is_greater == (one == 0) else ">"), False
        for test in syntax.asserted_in(loop.body):
            if isinstance(test, syntax.Relation) and test.operator in _OPERATORS:
                sides = [each.name if isinstance(each, syntax.Variable) else "" for each in (test.left, test.right)]
                operator = _OPERATORS[test.operator]
                if sides in ([*names], [*reversed(names)]):
                    return (operator if sides == [*names] else _OPPOSITE[operator]), False
    return "", False


def _counts(
    place: syntax.Location,
    shapes: Sequence[Shape],
    edges: syntax.Expression,
    nodes: syntax.Expression,
    root: syntax.Expression | None,
) -> Iterator[syntax.Assert]:
    """Yield what has to hold for the numbers of edges and nodes, and for the root."""
    kinds = {shape.kind for shape in shapes}
    name, is_single = shapes[0].nodes, len(shapes[0].variables) == 1

    def number(value: int) -> syntax.Expression:
        return syntax.Constant(place, value)

    def computed(left: syntax.Expression, operator: str, right: syntax.Expression) -> syntax.Expression:
        return syntax.Operation(place, operator, left, right)

    def asserted(left: syntax.Expression, operator: str, right: syntax.Expression, text: str) -> syntax.Assert:
        return syntax.Assert(place, syntax.Relation(place, operator, left, right), text)

    before = computed(nodes, "-", number(1))
    if "tree" in kinds and is_single:
        text = f"{name} or {name} - 1 parents in a tree"
        yield asserted(edges, ">=", before, text)
        yield asserted(edges, "<=", nodes, text)
        if root is not None:
            test: syntax.Condition = syntax.Relation(place, "==", root, number(shapes[0].base))
            if not (isinstance(edges, syntax.Operation) and edges.operator == "-"):  # the count decides
                test = syntax.Connection(place, "||", syntax.Relation(place, "==", edges, nodes), test)
            yield syntax.Assert(place, test, f"root {shapes[0].base} of a tree with {name} - 1 parents")
    elif "tree" in kinds:
        yield asserted(edges, "==", before, f"{name} - 1 edges of a tree")
    else:
        if "forest" in kinds:
            yield asserted(edges, "<=", before, f"at most {name} - 1 edges of a forest")
        if "connected" in kinds:
            yield asserted(edges, ">=", before, f"at least {name} - 1 edges of a connected graph")
        pairs = computed(nodes, "*", before)
        if "simple" in kinds:
            yield asserted(computed(number(2), "*", edges), "<=", pairs, f"at most {name} * ({name} - 1) / 2 edges")
        elif "dag" in kinds:  # a single node has no edge
            yield asserted(edges, "<=", computed(edges, "*", pairs), "no edge of a single node")
        elif "forest" not in kinds:
            yield asserted(edges, "<=", computed(edges, "*", nodes), "no edge without nodes")
