"""Records what a valid input chose where its description left a choice: a tree of loops, rounds and choices.

It also says what depends on what: which numbers of rounds, which lengths of texts and which other numbers follow from a
chosen size. So the same choices can be made again with some of them changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description.analysis import assigned_in, commands_in, loops_around, unique_in, variables_in
from refsol.own.description.automaton import Pattern
from refsol.own.description.interpreter import Index, Interpreter
from refsol.own.description.literals import simplest_decimal, simplest_integer, simplest_text
from refsol.own.description.syntax import (
    Assert,
    AtEnd,
    Both,
    Choosing,
    Command,
    Comparison,
    Constant,
    Description,
    Expression,
    Float,
    Integer,
    Length,
    Loop,
    Match,
    Negation,
    Node,
    Operation,
    Regex,
    Repeat,
    Set,
    Test,
    Variable,
    While,
)
from refsol.own.description.validator import Reader
from refsol.own.description.values import Number, Value, ValueTypeError, computed, negative

_Values: TypeAlias = Mapping[Variable, Value]
Count: TypeAlias = Callable[[int], int | None]
"""Returns what a count would be if a size had another value, or None if it can't be said."""


@dataclass(eq=False, slots=True)
class Round:
    """A round of a ``loop``, the one with this ``number``; or all of the input, where there is no loop."""

    loop: "LoopRecord | None"
    number: int
    items: "dict[Node, Choice | LoopRecord]" = field(default_factory=dict)
    """What was chosen and which loops ran in it, by the command: each runs once at most."""
    answers: dict[AtEnd | Match, bool] = field(default_factory=dict)
    """The answers about what follows."""


@dataclass(eq=False, slots=True)
class LoopRecord:
    """A ``command`` that ran as part of the round ``around`` it, and its ``rounds``, in order.

    ``WHILE`` has a last round for the test that ended it. ``sizes`` are those on which its number of rounds depends,
    and how.
    """

    command: Loop
    around: Round
    rounds: list[Round] = field(default_factory=list)
    sizes: "list[tuple[Size, Count]]" = field(default_factory=list)

    @property
    def value(self) -> int:
        """The number of its rounds."""
        return len(self.rounds) - isinstance(self.command, While)

    @property
    def least(self) -> int:
        """How few rounds it may have by itself."""
        return 0

    @property
    def leaves(self) -> int:
        """How many choices there are in it."""
        items = [item for each in self.rounds for item in each.items.values()]
        return sum(item.leaves if isinstance(item, LoopRecord) else 1 for item in items)


@dataclass(eq=False, slots=True)
class Choice:
    """A number or a text that a ``command`` read as part of a ``round``: its ``value``, and the ``text`` as written.

    A number was allowed in ``low..high``, and with numbers of ``decimals`` where these are restricted; a text has to
    match a ``pattern``.
    """

    command: Choosing
    round: Round
    value: Value
    text: bytes
    low: Number = 0
    high: Number = 0
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

    def simplest(self) -> Value | None:
        """Return the simplest value that it could have, of a decimal number as it is written; None if unknown."""
        match self.command:
            case Regex():
                return None if self.pattern is None else simplest_text(self.pattern.expression)
            case Float():
                return simplest_decimal(self.low, self.high, self.decimals, self.command.notation)
        return self.simplest_integer

    def allows(self, text: bytes) -> bool:
        """Return whether a text could be another. O(length)."""
        return self.pattern is not None and self.pattern.matches_all(text)


@dataclass(eq=False, slots=True)
class Size:
    """A ``choice`` on which others depend: a number, or the length of a text.

    These are the number of rounds of ``loops`` and the length of ``texts``, with how they depend on it, and the range
    of ``references``, such as the vertices of a graph.
    """

    choice: Choice
    loops: list[tuple[LoopRecord, Count]] = field(default_factory=list)
    texts: list[tuple[Choice, Count]] = field(default_factory=list)
    references: list[Choice] = field(default_factory=list)

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

    def unit(self, reference: Choice) -> int:
        """Return to which of its items, from 0 on, a number refers. O(1)."""
        starts_at_1 = reference.low == 1 or (reference.low == 0 and reference.high == self.value)
        return reference.integer - (1 if starts_at_1 else int(reference.low))


Group: TypeAlias = Size | LoopRecord
"""What has items: as many as its ``value``, of which the ``least`` number has to stay."""


@dataclass(slots=True)
class Record:
    """What an input of ``length`` bytes chose: all ``choices``, and all ``loops`` in the order in which they began.

    ``root`` is the input as a whole. ``sizes`` are what others depend on, in order; some of these depend on nothing but
    themselves. ``distinct`` are the names of the variables that have to be distinct on their own.
    """

    root: Round
    choices: list[Choice]
    loops: list[LoopRecord]
    sizes: list[Size]
    length: int
    distinct: frozenset[str]


def record(description: Description, data: bytes) -> Record:
    """Return what ``data`` chose where a ``description`` leaves a choice. O(length).

    Raises ``InputError`` for data that the description doesn't allow.
    """
    recorder = _Recorder(description, data)
    Interpreter(description, recorder).run()
    return recorder.recorded()


class _Recorder(Reader):
    """Reads an input and notes what it chose."""

    follows = True

    def __init__(self, description: Description, data: bytes) -> None:
        super().__init__(data, lenient=False)
        self._around: Final = loops_around(description)
        self._dependencies: Final = _Dependencies(description)
        self._root: Final = Round(None, 0)
        self._choices: Final[list[Choice]] = []
        self._all_loops: Final[list[LoopRecord]] = []
        self._rounds: Final[dict[Loop | None, Round]] = {None: self._root}
        self._loops: Final[dict[Loop, LoopRecord]] = {}  # the latest ones
        self._latest: Final[dict[tuple[str, Index], Choice]] = {}
        self._sizes: Final[dict[Choice, Size]] = {}

    def recorded(self) -> Record:
        """Return what was recorded."""
        sizes, distinct = [*self._sizes.values()], self._dependencies.distinct
        return Record(self._root, self._choices, self._all_loops, sizes, len(self._data), distinct)

    def loop(self, command: Loop, rounds: int) -> None:
        """Note a loop and what its number of rounds depends on."""
        around = self._rounds[self._around[command]]
        loop = around.items[command] = self._loops[command] = LoopRecord(command, around)
        self._all_loops.append(loop)
        for size, count in self._relations(self._dependencies.counts.get(command)):
            size.loops.append((loop, count))
            loop.sizes.append((size, count))

    def round(self, command: Loop, number: int) -> None:
        """Note a round."""
        loop = self._loops[command]
        now = self._rounds[command] = Round(loop, number)
        loop.rounds.append(now)

    def integer(self, command: Integer, low: int, high: int) -> int:
        """Read an integer, and note it and what its range depends on."""
        value = super().integer(command, low, high)
        choice = self._note(command, value, b"", low, high)
        for variable in self._dependencies.bounds.get(command, ()):
            for size in self._sizes_of(variable):
                if choice not in size.references[-1:]:
                    size.references.append(choice)
        return value

    def decimal(self, command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> Decimal:
        """Read a number, and note it."""
        start = self.position()
        value = super().decimal(command, low, high, decimals)
        self._note(command, value, self._data[start : self.position()], low, high).decimals = decimals
        return value

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        """Read a text, and note it and what its length depends on."""
        text = super().regex(command, pattern)
        choice = self._note(command, text, text, 0, 0)
        choice.pattern = pattern
        if command.target is not None:
            for size, count in self._relations(self._dependencies.lengths.get(command.target.name)):
                if size.choice is not choice and count(size.value) == len(text):
                    size.texts.append((choice, count))
        return text

    def at_end(self, test: AtEnd) -> bool:
        """Note the answer."""
        return self._answered(test, super().at_end(test))

    def matches(self, test: Match, characters: bytes) -> bool:
        """Note the answer."""
        return self._answered(test, super().matches(test, characters))

    def _answered(self, test: AtEnd | Match, answer: bool) -> bool:
        self._rounds[self._around[test]].answers[test] = answer
        return answer

    def _note(self, command: Choosing, value: Value, text: bytes, low: Number, high: Number) -> Choice:
        around = self._rounds[self._around[command]]
        choice = around.items[command] = Choice(command, around, value, text, low, high)
        self._choices.append(choice)
        if command.target is not None and command.target.name in self._dependencies.needed:
            self._latest[command.target.name, self.interpreter.index_of(command.target)] = choice
        return choice

    def _sizes_of(self, variable: Variable) -> Sequence[Size]:
        """Return the sizes on which the value of a variable depends."""
        counted = self._dependencies.indices.get(variable.name)
        if counted in self._loops:
            return [size for size, _count in self._loops[counted].sizes]
        choice = self._latest.get((variable.name, self.interpreter.index_of(variable)))
        return () if choice is None else (self._size(choice),)

    def _size(self, choice: Choice) -> Size:
        return self._sizes.setdefault(choice, Size(choice))

    def _relations(self, expression: "_Counted | None") -> Iterator[tuple[Size, Count]]:
        """Yield the sizes on which an expression depends, and how."""
        if expression is None or not expression.variables:
            return
        values: dict[Variable, Value] = {}
        choices: dict[Variable, Choice] = {}
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

    tree: Expression
    variables: Sequence[Variable]


def _counting(expression: Expression, values: _Values, choices: Mapping[Variable, Choice], choice: Choice) -> Count:
    """Return how the value of an expression depends on a choice, if nothing else changes."""

    def count(size: int) -> int | None:
        value: Value = bytes(size) if isinstance(choice.value, bytes) else size
        changed = {key: value if choices.get(key) is choice else old for key, old in values.items()}
        try:
            found = _evaluated(expression, changed)
        except ValueTypeError:
            return None
        return found if isinstance(found, int) else None

    return count


def _evaluated(expression: Expression, values: _Values) -> Value:
    match expression:
        case Constant():
            return expression.value
        case Variable():
            return values[expression]
        case Negation():
            return negative(_evaluated(expression.operand, values))
        case Operation():
            left, right = _evaluated(expression.left, values), _evaluated(expression.right, values)
            return computed(expression.operator, left, right)
    text = _evaluated(expression.operand, values)
    if not isinstance(text, bytes):
        raise ValueTypeError("only a string has a length")
    return len(text)


class _Dependencies:
    """What depends on what by a ``description``: the expressions behind counts, lengths and ranges."""

    def __init__(self, description: Description) -> None:
        commands = [*commands_in(description.commands)]
        self._definitions: Final = _definitions(commands)
        self.counts: Final[dict[Loop, _Counted]] = {}
        """The number of rounds of a loop."""
        self.lengths: Final[dict[str, _Counted]] = {}
        """The length of a text, by the name of its variable."""
        self.bounds: Final[dict[Integer, Sequence[Variable]]] = {}
        """The variables in the range of an integer."""
        self.indices: Final[dict[str, Loop]] = {}
        """A loop, by the name of the variable that counts its rounds."""
        self.distinct: Final = frozenset(names[0] for names in unique_in(description) if len(names) == 1)
        for command in commands:
            match command:
                case Repeat():
                    self.counts[command] = self._counted(command.count)
                    if command.index is not None:
                        self.indices[command.index.name] = command
                case Assert():
                    for name, length in _lengths(command.test):
                        self.lengths.setdefault(name, self._counted(length))
        counted = (*self.counts.values(), *self.lengths.values())
        counting = {variable.name for each in counted for variable in each.variables}
        for command in commands:
            if isinstance(command, Integer) and (command.target is None or command.target.name not in counting):
                bounds = (*self._counted(command.low).variables, *self._counted(command.high).variables)
                if bounds:
                    self.bounds[command] = bounds
        self.needed: Final = counting | {variable.name for bounds in self.bounds.values() for variable in bounds}
        """The names of the variables that something depends on."""

    def _counted(self, expression: Expression) -> _Counted:
        tree = self._inlined(expression, _MOST_INLINED)
        return _Counted(tree, tuple(variables_in(tree)))

    def _inlined(self, expression: Expression, depth: int) -> Expression:
        """Return an expression with computed variables replaced by what they are computed from."""
        match expression:
            case Variable():
                value = self._definitions.get(expression.name)
                return expression if value is None or depth == 0 else self._inlined(value, depth - 1)
            case Negation() | Length():
                return replace(expression, operand=self._inlined(expression.operand, depth))
            case Operation():
                left, right = self._inlined(expression.left, depth), self._inlined(expression.right, depth)
                return replace(expression, left=left, right=right)
        return expression


def _definitions(commands: Sequence[Command]) -> Mapping[str, Expression]:
    """Return the expressions of the variables that are computed in one place only."""
    times = Counter(assigned_in(commands))
    return {
        target.name: value
        for command in commands
        if isinstance(command, Set)
        for target, value in command.assignments
        if not target.indices and times[target.name] == 1
    }


def _lengths(test: Test) -> Iterator[tuple[str, Expression]]:
    """Yield the names of texts whose lengths a test demands to be equal to something, and that."""
    match test:
        case Both():
            yield from _lengths(test.left)
            yield from _lengths(test.right)
        case Comparison(operator="=="):
            for one, other in ((test.left, test.right), (test.right, test.left)):
                if isinstance(one, Length) and isinstance(one.operand, Variable):
                    yield one.operand.name, other


_MOST_INLINED: Final = 8
