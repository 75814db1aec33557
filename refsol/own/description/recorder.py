"""Records what a valid input chose where its description left a choice: a tree of loops, rounds and choices.

It also says what depends on what: which numbers of rounds, which lengths of texts and which other numbers follow from a
chosen size. So the same choices can be made again with some of them changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import ClassVar, Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, simplest_text
from refsol.own.description.interpreter import Index, Interpreter
from refsol.own.description.validator import Reader
from refsol.own.description.values import (
    Datum,
    Numeric,
    ValueTypeError,
    computed,
    negative,
    simplest_decimal,
    simplest_integer,
)
from refsol.own.description.writer import unique_in

_MOST_INLINED: Final = 8  # definitions, one in the other

_Values: TypeAlias = Mapping[syntax.Variable, Datum]
Count: TypeAlias = Callable[[int], int | None]
"""Returns what a count would be if a size had another value, or None if it can't be said."""


@dataclass(eq=False, slots=True)
class Round:
    """The round with this ``number`` of a ``loop``; or all of the input, where there is no loop.

    ``items`` are its choices and loops by the command, which runs once at most, ``answers`` those about what follows.
    """

    loop: "LoopTrace | None"
    number: int
    items: "dict[syntax.Node, Chosen | LoopTrace]" = field(default_factory=dict)
    answers: dict[syntax.Lookahead, bool] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class LoopTrace:
    """A ``command`` that ran in the round ``around`` it, and its ``rounds``: ``WHILE`` has one more, for its last test.

    ``sizes`` are those on which their number depends, and how.
    """

    command: syntax.Loop
    around: Round
    rounds: list[Round] = field(default_factory=list)
    sizes: "list[tuple[Dimension, Count]]" = field(default_factory=list)
    least: ClassVar = 0
    """How few rounds it may have by itself."""

    @property
    def value(self) -> int:
        """The number of its rounds."""
        return len(self.rounds) - isinstance(self.command, syntax.While)

    @property
    def leaves(self) -> int:
        """How many choices there are in it."""
        items = [item for each in self.rounds for item in each.items.values()]
        return sum(item.leaves if isinstance(item, LoopTrace) else 1 for item in items)


@dataclass(eq=False, slots=True)
class Chosen:
    """A number or a text that a ``command`` read in a ``round``: its ``value``, and the ``text`` as written.

    A number may be in ``low..high``, with a number of ``decimals`` if that is restricted; a text matches a ``pattern``.
    """

    command: syntax.Choosing
    round: Round
    value: Datum
    text: bytes
    low: Numeric = 0
    high: Numeric = 0
    decimals: tuple[int, int] | None = None
    pattern: Pattern | None = None

    @property
    def integer(self) -> int:
        """The value of an integer."""
        assert isinstance(self.value, int)
        return self.value

    @property
    def characters(self) -> bytes:
        """The value of a text."""
        assert isinstance(self.value, bytes)
        return self.value

    @property
    def simplest_integer(self) -> int:
        """The simplest value that an integer could have."""
        return simplest_integer(int(self.low), int(self.high))

    def simplest(self) -> Datum | None:
        """Return the simplest value that it could have, of a decimal number as written; None if unknown."""
        match self.command:
            case syntax.Regex():
                return None if self.pattern is None else simplest_text(self.pattern.expression)
            case syntax.Float():
                return simplest_decimal(self.low, self.high, self.decimals, self.command.notation)
        return self.simplest_integer

    def allows(self, text: bytes) -> bool:
        """Return whether a ``text`` could be another. O(length)."""
        return self.pattern is not None and self.pattern.matches_all(text)


@dataclass(eq=False, slots=True)
class Dimension:
    """A size: a ``choice``, a number or a text, on whose value or length others depend.

    These are the rounds of ``loops`` and the lengths of ``texts``, with how they depend on it, and the ranges of
    ``references``, such as the vertices of a graph.
    """

    choice: Chosen
    loops: list[tuple[LoopTrace, Count]] = field(default_factory=list)
    texts: list[tuple[Chosen, Count]] = field(default_factory=list)
    references: list[Chosen] = field(default_factory=list)

    @property
    def value(self) -> int:
        """How large it is."""
        value = self.choice.value
        return len(value) if isinstance(value, bytes) else int(value)

    @property
    def least(self) -> int:
        """How small it may get by its own range; a text says that by its pattern."""
        return 0 if isinstance(self.choice.value, bytes) else max(0, int(self.choice.low))

    @property
    def leaves(self) -> int:
        """How many choices there are in what depends on it."""
        return 1 + len(self.texts) + sum(loop.leaves for loop, _count in self.loops)

    def unit(self, reference: Chosen) -> int:
        """Return to which of its items, from 0 on, a number refers. O(1)."""
        starts_at_1 = reference.low == 1 or (reference.low == 0 and reference.high == self.value)
        return reference.integer - (1 if starts_at_1 else int(reference.low))


@dataclass(eq=False, slots=True)
class ShapeTrace:
    """A graph that a ``command`` has read in a ``loop``: the choices in its ``columns``, one for each variable.

    It has so many nodes, ``count``, whose size is ``nodes`` if that is a choice, and maybe a ``root``.
    """

    command: syntax.Shaped
    loop: LoopTrace
    columns: Sequence[Sequence[Chosen]]
    nodes: Dimension | None
    count: int
    root: int | None


Container: TypeAlias = Dimension | LoopTrace
"""A place that has items: as many as its ``value``, of which the ``least`` number has to stay."""


@dataclass(slots=True)
class Trace:
    """The record of an input of ``length`` bytes: all ``choices``, and all ``loops`` in the order in which they began.

    ``root`` is the input as a whole. ``sizes`` are the choices on which others depend, in order; some of these depend
    on nothing but themselves. ``distinct`` are the names of the variables that have to be distinct on their own.
    """

    length: int
    distinct: frozenset[str]
    root: Round = field(default_factory=lambda: Round(None, 0))
    choices: list[Chosen] = field(default_factory=list)
    loops: list[LoopTrace] = field(default_factory=list)
    sizes: dict[Chosen, Dimension] = field(default_factory=dict)
    shapes: list[ShapeTrace] = field(default_factory=list)
    """The graphs."""


def trace_of(description: syntax.Description, data: bytes) -> Trace:
    """Return what ``data`` chose where a ``description`` leaves a choice. O(length).

    Raises ``InputError`` for data that the description doesn't allow.
    """
    recorder = _Recorder(description, data)
    Interpreter(description, recorder).run()
    return recorder.trace


class _Recorder(Reader):
    """Reads an input and notes what it chose."""

    tracks_loops = True

    def __init__(self, description: syntax.Description, data: bytes) -> None:
        super().__init__(data, lenient=False)
        distinct = {names[0] for names in unique_in(description) if len(names) == 1}
        shapes = [node for node in description.nodes if isinstance(node, syntax.Shaped)]
        distinct.update(each.names[0] for each in shapes if "permutation" in each.kinds)
        self.trace: Final = Trace(len(data), frozenset(distinct))
        self._around: Final = syntax.loops_around(description)
        self._dependencies: Final = _Dependencies(description)
        self._rounds: Final[dict[syntax.Loop | None, Round]] = {None: self.trace.root}
        self._loops: Final[dict[syntax.Loop, LoopTrace]] = {}  # the latest ones
        self._latest: Final[dict[tuple[str, Index], Chosen]] = {}

    def loop(self, command: syntax.Loop, rounds: int) -> None:
        around = self._rounds[self._around[command]]
        loop = around.items[command] = self._loops[command] = LoopTrace(command, around)
        self.trace.loops.append(loop)
        for size, count in self._relations(self._dependencies.counts.get(command)):
            size.loops.append((loop, count))
            loop.sizes.append((size, count))

    def round(self, command: syntax.Loop, number: int) -> None:
        loop = self._loops[command]
        now = self._rounds[command] = Round(loop, number)
        loop.rounds.append(now)

    def end_shape(self, command: syntax.Shaped) -> None:
        count, root = self._sizes[command]
        super().end_shape(command)
        if command.nodes is not None:
            loop = self._loops[command.loop]
            items = [[each.items[column] for each in loop.rounds] for column in command.commands]
            columns = [[item for item in column if isinstance(item, Chosen)] for column in items]
            sizes = self._sizes_of(command.nodes) if isinstance(command.nodes, syntax.Variable) else ()
            nodes = next((size for size in sizes if size.value == count), None)
            self.trace.shapes.append(ShapeTrace(command, loop, columns, nodes, count, root))

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        value = super().integer(command, low, high)
        choice = self._note(command, value, b"", low, high)
        for variable in self._dependencies.bounds.get(command, ()):
            for size in self._sizes_of(variable):
                if choice not in size.references[-1:]:
                    size.references.append(choice)
        return value

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        start = self.position()
        value = super().decimal(command, low, high, decimals)
        self._note(command, value, self._data[start : self.position()], low, high).decimals = decimals
        return value

    def regex(self, command: syntax.Regex, pattern: Pattern) -> bytes:
        text = super().regex(command, pattern)
        choice = self._note(command, text, text, 0, 0)
        choice.pattern = pattern
        if command.target is not None:
            for size, count in self._relations(self._dependencies.lengths.get(command.target.name)):
                if size.choice is not choice and count(size.value) == len(text):
                    size.texts.append((choice, count))
        return text

    def lookahead(self, test: syntax.Lookahead, characters: bytes | None) -> bool:
        answer = super().lookahead(test, characters)
        self._rounds[self._around[test]].answers[test] = answer
        return answer

    def _note(self, command: syntax.Choosing, value: Datum, text: bytes, low: Numeric, high: Numeric) -> Chosen:
        around = self._rounds[self._around[command]]
        choice = around.items[command] = Chosen(command, around, value, text, low, high)
        self.trace.choices.append(choice)
        if command.target is not None and command.target.name in self._dependencies.needed:
            self._latest[command.target.name, self.interpreter.index_of(command.target)] = choice
        return choice

    def _sizes_of(self, variable: syntax.Variable) -> Sequence[Dimension]:
        counted = self._dependencies.indices.get(variable.name)
        if counted in self._loops:
            return [size for size, _count in self._loops[counted].sizes]
        choice = self._latest.get((variable.name, self.interpreter.index_of(variable)))
        return () if choice is None else (self._size(choice),)

    def _size(self, choice: Chosen) -> Dimension:
        return self.trace.sizes.setdefault(choice, Dimension(choice))

    def _relations(self, expression: "_Counted | None") -> Iterator[tuple[Dimension, Count]]:
        """Yield the sizes on which an expression depends, and how."""
        if expression is None:
            return
        values: dict[syntax.Variable, Datum] = {}
        choices: dict[syntax.Variable, Chosen] = {}
        for variable in expression.variables:
            where = self.interpreter.index_of(variable)
            value = self.interpreter.values_of(variable.name).get(where)
            if value is None:
                return
            values[variable] = value
            choice = self._latest.get((variable.name, where))
            if choice is not None:
                choices[variable] = choice
        for choice in dict.fromkeys(choices.values()):
            yield self._size(choice), _counting(expression.tree, values, choices, choice)


class _Counted(NamedTuple):
    """An expression: its ``tree``, in which computed variables are replaced, and the ``variables`` in it."""

    tree: syntax.Expression
    variables: Sequence[syntax.Variable]


def _counting(
    expression: syntax.Expression, values: _Values, choices: Mapping[syntax.Variable, Chosen], choice: Chosen
) -> Count:
    """Return how the value of an expression depends on a choice, if nothing else changes."""

    def count(size: int) -> int | None:
        value: Datum = bytes(size) if isinstance(choice.value, bytes) else size
        try:
            found = _evaluated(
                expression, {key: value if choices.get(key) is choice else old for key, old in values.items()}
            )
        except ValueTypeError:
            return None
        return found if isinstance(found, int) else None

    return count


def _evaluated(expression: syntax.Expression, values: _Values) -> Datum:
    match expression:
        case syntax.Constant():
            return expression.value
        case syntax.Variable():
            return values[expression]
        case syntax.Negation():
            return negative(_evaluated(expression.operand, values))
        case syntax.Operation():
            first, operations = syntax.operations_in(expression)
            found = _evaluated(first, values)
            for operation in operations:
                found = computed(operation.operator, found, _evaluated(operation.right, values))
            return found
    text = _evaluated(expression.operand, values)
    if not isinstance(text, bytes):
        raise ValueTypeError("only a string has a length")
    return len(text)


class _Dependencies:
    """The dependencies in a ``description``: the expressions behind counts, lengths and ranges."""

    def __init__(self, description: syntax.Description) -> None:
        nodes = description.nodes
        times = Counter(syntax.assigned_in(nodes))
        self._definitions: Final = {
            node.target.name: node.value
            for node in nodes
            if isinstance(node, syntax.Assignment) and not node.target.indices and times[node.target.name] == 1
        }
        self.counts: Final[dict[syntax.Loop, _Counted]] = {
            node: self._counted(node.count) for node in nodes if isinstance(node, syntax.Repeat)
        }
        """The number of rounds of a loop."""
        self.indices: Final = {node.target.name: node for node in self.counts if node.target is not None}
        """A loop, by the name of the variable that counts its rounds."""
        self.lengths: Final[dict[str, _Counted]] = {}
        """The length of a text, by the name of its variable."""
        for node in nodes:
            if isinstance(node, syntax.Assert):
                for name, length in _lengths(node.test):
                    self.lengths.setdefault(name, self._counted(length))
        counted = (*self.counts.values(), *self.lengths.values())
        counting = {variable.name for each in counted for variable in each.variables}
        self.bounds: Final = {
            node: (*self._counted(node.low).variables, *self._counted(node.high).variables)
            for node in nodes
            if isinstance(node, syntax.Integer) and (node.target is None or node.target.name not in counting)
        }
        """The variables in the range of an integer."""
        self.needed: Final = counting | {variable.name for bounds in self.bounds.values() for variable in bounds}
        """The names of the variables that something depends on."""

    def _counted(self, expression: syntax.Expression) -> _Counted:
        tree = self._inlined(expression, _MOST_INLINED)
        return _Counted(tree, tuple(syntax.variables_in(tree)))

    def _inlined(self, expression: syntax.Expression, depth: int) -> syntax.Expression:
        """Return an expression with computed variables replaced by what they are computed from."""
        match expression:
            case syntax.Variable():
                value = self._definitions.get(expression.name)
                return expression if value is None or depth == 0 else self._inlined(value, depth - 1)
            case syntax.Negation() | syntax.Length():
                return replace(expression, operand=self._inlined(expression.operand, depth))
            case syntax.Operation():
                first, operations = syntax.operations_in(expression)
                found = self._inlined(first, depth)
                for operation in operations:
                    found = replace(operation, left=found, right=self._inlined(operation.right, depth))
                return found
        return expression


def _lengths(test: syntax.Condition) -> Iterator[tuple[str, syntax.Expression]]:
    """Yield the names of texts whose lengths a test demands to be equal to something, and that."""
    for part in syntax.conjuncts(test):
        if isinstance(part, syntax.Relation) and part.operator == "==":
            for one, other in ((part.left, part.right), (part.right, part.left)):
                if isinstance(one, syntax.Length) and isinstance(one.operand, syntax.Variable):
                    yield one.operand.name, other
