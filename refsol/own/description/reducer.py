"""Smaller inputs by a description: fewer rounds with their counts, simpler numbers, shorter and plainer texts.

The input is read into a tree of choices once (:mod:`.choices`), and each candidate is made from the tree with a change.
First, spans of items are deleted, long ones before short ones, and graphs become smaller; as long as that helps, it is
tried again. Then values become simpler, and again, until nothing helps any more. Deleting ever
shorter spans is the idea of delta debugging, and changing choices instead of bytes that of Hypothesis (D. R. MacIver
and A. F. Donaldson, "Test-case reduction via test-case generation", ECOOP 2020).
"""

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from functools import partial
from hashlib import sha256
from math import ceil, isqrt
from typing import Final, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.choices import Change, Chosen, Container, LoopTrace, Replayer, Round, ShapeTrace, trace_of
from refsol.own.description.values import Datum, simplest_integer, written
from refsol.own.shapes.checks import edges_of
from refsol.own.shapes.kinds import Edge
from refsol.own.shapes.shrinking import Graph

_Steps: TypeAlias = Generator[bytes | None, bool, None]
"""Yields smaller inputs, and None for what makes none; for each, it has to be sent whether it is the input now."""
_Trial: TypeAlias = Generator[bytes | None, bool, bool]
"""The same; returns whether one was taken."""
_Spans: TypeAlias = tuple[int, int, Callable[[range], Iterable[Change]]]
"""How many items there are, how many have to stay, and what changes the tree so that some go."""


class Reducer:
    """Makes smaller inputs of a ``description``, the boldest reductions first.

    All of them are valid by the description, distinct, and smaller than the input: by number of tokens, then of bytes,
    then in byte order. Each takes O(length). If one of them replaces the input, what comes after it is next: most of
    what was in vain before it isn't tried again.
    """

    def __init__(self, description: syntax.Description) -> None:
        self._description: Final = description
        self._steps: _Steps | None = None
        self._latest = b""

    def reductions(self, data: bytes) -> Iterator[bytes]:
        """Yield smaller inputs that resemble ``data``.

        Raises ``InputError`` for data that isn't allowed, and :class:`.DescriptionError` for a wrong description.
        """
        for candidate in self.attempts(data):  # compiled, a generator expression would be a list
            if candidate is not data:
                yield candidate

    def attempts(self, data: bytes) -> Iterator[bytes]:
        """Yield what :meth:`reductions` does, and ``data`` itself for what makes no other smaller input.

        So the next one comes after O(length), or the caller stops. Raises what that raises.
        """
        is_taken = self._steps is not None and data == self._latest
        steps = self._steps if self._steps is not None and is_taken else _Search(self._description, data).steps()
        self._steps = steps
        with suppress(StopIteration):
            made = steps.send(True) if is_taken else next(steps)
            while True:
                if made is not None:
                    self._latest = made
                yield data if made is None else made
                made = steps.send(False)


def _size_of(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


class _Search:
    def __init__(self, description: syntax.Description, data: bytes) -> None:
        self._description: Final = description
        self._replay: Final = Replayer(description).replay
        self._seen: Final = {sha256(data).digest()}
        self._take(data)

    def _take(self, data: bytes) -> None:
        self._size = _size_of(data)
        trace = self._trace = trace_of(self._description, data)
        sizes, handled = [*trace.sizes], _handled_by_shapes(trace.shapes)
        counting = {size for size in sizes if size.loops or size.texts}
        self._references = {reference for size in counting for reference in size.references}
        self._free = [each for each in trace.choices if each not in counting and each not in handled]
        self._numbers = [each for each in self._free if not isinstance(each.command, syntax.Regex)]
        self._texts = [each for each in self._free if isinstance(each.command, syntax.Regex)]
        self._spans = [
            *(
                _spans_of(size)
                for size in sizes
                if size not in handled and (size in counting or size.size <= 2 * len(size.references) + 16)
            ),
            *(_spans_of(loop) for loop in trace.loops if isinstance(loop.command, syntax.While)),
            *map(_spans_of_nodes, trace.shapes),
        ]

    def _try(self, change: Change) -> _Trial:
        made = self._replay(self._trace, change)
        digest = b"" if made is None else sha256(made).digest()
        if made is None or digest in self._seen or _size_of(made) >= self._size:
            yield None
            return False
        self._seen.add(digest)
        is_taken = yield made
        if is_taken:
            self._take(made)
        return is_taken

    def _try_all(self, changes: Iterable[Change]) -> _Trial:
        for change in changes:
            if (yield from self._try(change)):
                return True
        return False

    def steps(self) -> _Steps:
        """Yield all smaller inputs, as :data:`_Steps` says."""
        before: Sequence[_Spans] = ()
        while before != self._spans:
            before = self._spans
            yield from self._delete(lambda number: self._spans[number : number + 1])
            yield from self._simplify_many()
            if before == self._spans:
                yield from self._simplify()

    def _delete(self, look: Callable[[int], Sequence[_Spans]]) -> _Steps:
        """Change spans of items, long ones before short ones, each from the end on; ``look`` finds those by number."""
        number = 0
        while found := look(number):
            items, least, changes = found[0]
            length = items - least
            while length > 0:
                end = items
                while end >= length:
                    span = range(end - length, end)
                    if items - len(span) >= least and (yield from self._try_all(changes(span))):
                        items, least, changes = (*look(number), (0, 0, changes))[0]
                    end = min(span.start, items)
                length = (1 << (length - 1).bit_length()) // 2
            number += 1

    def _simplify_many(self) -> _Steps:
        yield from self._try(_simplified(self._free))
        for command in (None, *dict.fromkeys(each.command for each in self._free)):
            yield from self._try(_simplified(self._read_by(command)))
            while (yield from self._try_all(_mapped(self._read_by(command)))):
                pass

    def _read_by(self, command: syntax.Choosing | None) -> Sequence[Chosen]:
        return [each for each in self._free if command in (None, each.command)]

    def _simplify(self) -> _Steps:
        yield from self._delete(lambda number: [*map(_spans_of_text, self._texts[number : number + 1])])
        yield from self._delete(lambda number: [] if number else [self._spans_of_numbers()])
        before = b""
        while before != self._size[2]:
            before = self._size[2]
            for place in range(len(self._numbers)):
                yield from self._lower(place)
            for place in range(len(self._trace.loops)):
                loop = self._trace.loops[place]
                rounds, rest = loop.rounds[: loop.size], loop.rounds[loop.size :]
                yield from self._try(Change(order={loop: [*sorted(rounds, key=_content), *rest]}))

    def _spans_of_numbers(self) -> _Spans:
        numbers = self._numbers
        return len(numbers), 0, lambda span: [_simplified(numbers[span.start : span.stop])]

    def _lower(self, place: int) -> _Steps:
        """Bring a number as near to its simplest value as it may be: halve what is between, if another one will do."""
        choice = self._numbers[place]
        if choice.simplest() in (None, choice.value, choice.text) or (yield from self._try(_simplified([choice]))):
            return
        choice = self._numbers[place]
        if choice in self._references or choice.value != choice.size:  # a decimal number stays if it can't be whole
            return
        value, simplest = choice.size, simplest_integer(int(choice.low), int(choice.high))
        refused, sign = simplest, 1 if value > simplest else -1
        if value < 0 and (yield from self._put(place, -value)):
            return
        is_lower = yield from self._put(place, value - sign)
        value -= sign * is_lower
        while abs(value - refused) > 1:
            middle = (value + refused) // 2
            far, tried = abs(value - simplest), max(1, abs(refused - simplest))
            if far > 16 * tried:  # halve the number of digits
                middle = simplest + sign * isqrt(far * tried)
            if (yield from self._put(place, middle)):
                value, is_lower = middle, True
            elif is_lower:
                refused = middle
            else:
                return

    def _put(self, place: int, value: int) -> _Trial:
        choice = self._numbers[place]
        return (yield from self._try(Change(values={choice: _written(choice, value)})))


# Spans


def _spans_of(group: Container) -> _Spans:
    return group.size, group.least, lambda span: [Change({group: {*span}})]


def _spans_of_text(choice: Chosen) -> _Spans:
    """Return the spans of a text, which may go, or become one character, again and again."""
    text = choice.text
    letters = [*dict.fromkeys(b"a0" + bytes(sorted(text)))] if len({*text}) > 2 else []

    def changes(span: range) -> Iterator[Change]:
        before = text[span.start : span.stop]
        parts = [bytes([letter]) * len(span) for letter in letters]
        plainer = [part for part in parts if part < before or part[0] in b"a0"]
        for part in plainer if choice.length else (b"", *plainer):
            simpler = text[: span.start] + part + text[span.stop :]
            if choice.allows(simpler):
                yield Change(values={choice: simpler})

    return len(text), 0, changes


# Values


def _written(choice: Chosen, value: int) -> Datum:
    """Return an integer as the value of a number: of a decimal one as written."""
    if not isinstance(choice.command, syntax.Float):
        return value
    return written(Decimal(value), 0 if choice.decimals is None else choice.decimals[0], choice.command.notation)


def _simplified(choices: Iterable[Chosen]) -> Change:
    return Change(values={choice: value for choice in choices if (value := choice.simplest()) is not None})


def _mapped(choices: Sequence[Chosen]) -> Iterator[Change]:
    """Yield changes of numbers: to integers, to their ranks, without an offset, and to fractions."""
    integers = {
        choice: int(choice.value)
        for choice in choices
        if not isinstance(choice.command, syntax.Regex) and abs(choice.size) < 10**12
    }
    low, least = max(0, ceil(choices[0].low)) if choices else 0, min(integers.values(), default=0)
    ranks = {value: number for number, value in enumerate(sorted({*integers.values()}), low)}
    most = max(map(abs, integers.values()), default=0) // 8  # by which all become small
    ways: list[Callable[[int], int]] = [int, ranks.__getitem__, lambda value: value - least + low]
    ways += [partial(_divided, divisor) for divisor in (most, isqrt(most), 2) if divisor > 1]
    for simpler in ways:
        yield Change(values={each: _written(each, simpler(value)) for each, value in integers.items()})


def _divided(divisor: int, value: int) -> int:
    return value // divisor if value >= 0 else -(-value // divisor)


def _content(each: Round) -> list[tuple[int, bytes]]:
    """Return something to sort rounds by: what is in it."""
    items = each.items.values()
    found = [_content(inner) for item in items if isinstance(item, LoopTrace) for inner in item.rounds]
    texts = [(len(item.text), item.text) for item in items if isinstance(item, Chosen)]
    return [*texts, *(part for inner in found for part in inner)]


# Graphs


def _handled_by_shapes(shapes: Sequence[ShapeTrace]) -> set[Chosen]:
    """Return what changes of graphs do better than others: numbers of nodes and of edges, and the nodes of edges."""
    found: set[Chosen] = set()
    for shape in shapes:
        if shape.nodes is not None and {"tree", "connected"}.intersection(shape.command.kinds):
            found.add(shape.nodes)
        if "tree" in shape.command.kinds:
            found.update(_edge_sizes(shape))
            found.update(choice for column in shape.columns for choice in column)
    return found


def _spans_of_nodes(shape: ShapeTrace) -> _Spans:
    """Return how many nodes there are, how many have to stay, and what changes the tree so that a span of them goes.

    Spans are parts of the order in which a search visits the nodes. O(edges), and so is a change.
    """
    command, base = shape.command, shape.command.base
    edges = dict(edges_of([[int(choice.value) for choice in column] for column in shape.columns], shape.count, base))
    single = len(shape.columns) == 1
    root = None if shape.root is None else shape.root - base
    if single:
        root = next(iter({*range(shape.count)}.difference(child for _parent, child in edges.values())), None)
    graph = Graph(shape.count, edges, command.kinds, order=command.order, root=root, single=single)
    least = shape.count if shape.nodes is None else max(1, shape.nodes.least)
    return shape.count, least, lambda span: [_changed(shape, *graph.without(span))]


def _edge_sizes(shape: ShapeTrace) -> list[Chosen]:
    return [size for size in shape.loop.sizes if size is not shape.nodes and size.size == shape.loop.size]


def _changed(shape: ShapeTrace, removed: Collection[int], edges: Mapping[int, Edge]) -> Change:
    """Return the change to a graph without some nodes: counts follow, and so does what else refers to nodes."""
    rows = range(shape.loop.size)
    rank = {node: number for number, node in enumerate(node for node in range(shape.count) if node not in removed)}
    values: dict[Chosen, Datum] = {
        column[number]: shape.command.base + rank[node]
        for number, edge in edges.items()
        for column, node in zip(shape.columns, edge, strict=False)
    }
    kept = [*edges]
    if len(shape.columns) == 1:  # a row for each node, also the root, or for all but the first
        kept = [row for row in rows if row + shape.count - len(rows) not in removed]
    items: dict[Container, set[int]] = {size: {*rows}.difference(kept) for size in _edge_sizes(shape)}
    if shape.nodes is not None:
        items[shape.nodes] = {*removed}
    return Change(items, values, {shape.loop: [shape.loop.rounds[row] for row in kept]})
