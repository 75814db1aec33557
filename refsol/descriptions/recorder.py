"""Records what a valid input chose where its description left a choice: a tree of loops, rounds and choices.

It also says what depends on what: which numbers of rounds, which lengths of texts and which other numbers follow from a
chosen size. So the same choices can be made again with some of them changed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Final, NamedTuple, TypeAlias

from refsol.descriptions.analysis import assigned_in, commands_in, tests_in, unique_in, variables_in
from refsol.descriptions.automaton import Pattern
from refsol.descriptions.interpreter import Index, Interpreter
from refsol.descriptions.syntax import (
    Assert,
    AtEnd,
    Both,
    Command,
    Comparison,
    Constant,
    Description,
    End,
    Expression,
    Float,
    If,
    Integer,
    Length,
    Match,
    Negation,
    Operation,
    Regex,
    Repeat,
    Set,
    Test,
    Variable,
    While,
)
from refsol.descriptions.validator import Reader, place_after
from refsol.descriptions.values import Number, Value, ValueTypeError, computed, negative

Reading: TypeAlias = Integer | Float | Regex
"""The commands that leave a choice."""
Count: TypeAlias = Callable[[int], int | None]
"""Returns what a count would be if a size had another value, or None if it can't be said."""


class _Counted(NamedTuple):
    """An expression: its ``tree``, in which computed variables are replaced, and the ``variables`` in it."""

    tree: Expression
    variables: Sequence[Variable]


@dataclass(eq=False, slots=True)
class Round:
    """A round of a ``loop``, the one with this ``number``; or all of the input, where there is no loop."""

    loop: "Loop | None"
    number: int
    items: "dict[int, Choice | Loop]" = field(default_factory=dict)
    """What was chosen and which loops ran in it, by the identity of the command: each runs once at most."""
    answers: dict[int, bool] = field(default_factory=dict)
    """The answers about what follows, by the identity of the test."""


@dataclass(eq=False, slots=True)
class Loop:
    """A loop that ran as part of the round ``around`` it; ``WHILE`` has a last round for the test that ended it."""

    command: Repeat | While
    """The command."""
    around: Round
    rounds: list[Round] = field(default_factory=list)
    """Its rounds, in order."""
    sizes: "list[tuple[Size, Count]]" = field(default_factory=list)
    """The sizes on which its number of rounds depends, and how."""
    leaves: int = 0
    """How many choices there are in it."""

    def length(self) -> int:
        """Return the number of its rounds. O(1)."""
        return len(self.rounds) - isinstance(self.command, While)


@dataclass(eq=False, slots=True)
class Choice:
    """A number or a text that a ``command`` read as part of a ``round``: its ``value``, and how it was written."""

    command: Reading
    round: Round
    value: Value
    text: bytes
    """How a decimal number or a text was written."""
    low: Number = 0
    """The smallest number that was allowed."""
    high: Number = 0
    """The largest number that was allowed."""
    decimals: tuple[int, int] | None = None
    """The least and the most decimals, where these are restricted."""
    pattern: Pattern | None = None
    """What a text has to match."""


@dataclass(eq=False, slots=True)
class Size:
    """A ``choice`` on which others depend: a number, or the length of a text."""

    choice: Choice
    loops: list[tuple[Loop, Count]] = field(default_factory=list)
    """The loops whose number of rounds depends on it, and how."""
    texts: list[tuple[Choice, Count]] = field(default_factory=list)
    """The texts whose length depends on it, and how."""
    references: list[Choice] = field(default_factory=list)
    """The numbers whose range depends on it, such as the vertices of a graph."""

    @property
    def value(self) -> int:
        """How large it is."""
        value = self.choice.value
        return len(value) if isinstance(value, bytes) else int(value)

    @property
    def least(self) -> int:
        """How small it may get by its own range; a text says that by its pattern."""
        return 0 if isinstance(self.choice.value, bytes) else max(0, int(self.choice.low))

    def unit(self, reference: Choice) -> int:
        """Return to which of its items, from 0 on, a number refers. O(1)."""
        assert isinstance(reference.value, int)
        starts_at_1 = reference.low == 1 or (reference.low == 0 and reference.high == self.value)
        return reference.value - (1 if starts_at_1 else int(reference.low))


@dataclass(slots=True)
class Record:
    """What an input chose."""

    root: Round
    """The input as a whole."""
    choices: list[Choice]
    """All choices, in order."""
    loops: list[Loop]
    """All loops, in the order in which they began."""
    sizes: list[Size]
    """What others depend on, in order; some of these depend on nothing but themselves."""
    length: int
    """The number of bytes of the input."""
    distinct: frozenset[str]
    """The names of the variables that have to be distinct on their own."""


def record(description: Description, data: bytes) -> Record:
    """Return what ``data`` chose where a ``description`` leaves a choice. O(length).

    Raises ``InputError`` for data that the description doesn't allow.
    """
    recorder = _Recorder(description, data)
    interpreter = Interpreter(description, recorder)
    recorder.values_of, recorder.index_of = interpreter.values_of, interpreter.index_of
    interpreter.run()
    recorder.end(End(place_after(description)))
    return recorder.recorded()


def contexts(description: Description) -> Mapping[int, int]:
    """Return the identity of the innermost loop around each command and test, by its identity. O(length).

    What is part of no loop has that of None; the test of ``WHILE`` is part of this loop.
    """
    return dict(_contexts(description.commands, None))


def _contexts(block: Sequence[Command], loop: Command | None) -> Iterator[tuple[int, int]]:
    for command in block:
        yield id(command), id(loop)
        for test in tests_in(command):
            yield id(test), id(command if isinstance(command, While) else loop)
        match command:
            case Repeat() | While():
                yield from _contexts([*command.body, *([command.separator] if command.separator else [])], command)
            case If():
                yield from _contexts([*command.body, *command.otherwise], loop)


class _Recorder(Reader):
    """Reads an input and notes what it chose."""

    follows = True

    def __init__(self, description: Description, data: bytes) -> None:
        super().__init__(data, lenient=False)
        self.values_of: Callable[[str], Mapping[Index, Value]] = lambda _name: {}
        self.index_of: Callable[[Variable], Index] = lambda _variable: ()
        self._around: Final = contexts(description)
        self._plan: Final = _Plan(description)
        self._record: Final = Record(Round(None, 0), [], [], [], len(data), self._plan.distinct)
        self._rounds: Final[dict[int, Round]] = {id(None): self._record.root}
        self._loops: Final[dict[int, Loop]] = {}
        self._latest: Final[dict[tuple[str, Index], Choice]] = {}
        self._sizes: Final[dict[Choice, Size]] = {}

    def recorded(self) -> Record:
        """Return what was recorded."""
        for choice in self._record.choices:
            loop = choice.round.loop
            while loop is not None:
                loop.leaves += 1
                loop = loop.around.loop
        self._record.sizes.extend(self._sizes.values())
        return self._record

    def loop(self, command: Repeat | While, rounds: int) -> None:
        """Note a loop and what its number of rounds depends on."""
        around = self._rounds[self._around[id(command)]]
        loop = around.items[id(command)] = self._loops[id(command)] = Loop(command, around)
        self._record.loops.append(loop)
        for size, count in self._relations(self._plan.counts.get(id(command))):
            size.loops.append((loop, count))
            loop.sizes.append((size, count))

    def round(self, command: Repeat | While, number: int) -> None:
        """Note a round."""
        loop = self._loops[id(command)]
        now = self._rounds[id(command)] = Round(loop, number)
        loop.rounds.append(now)

    def integer(self, command: Integer, low: int, high: int) -> int:
        """Read an integer, and note it and what its range depends on."""
        value = super().integer(command, low, high)
        choice = self._note(command, value, b"", low, high)
        for variable in self._plan.bounds.get(id(command), ()):
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
            for size, count in self._relations(self._plan.lengths.get(command.target.name)):
                if size.choice is not choice and count(size.value) == len(text):
                    size.texts.append((choice, count))
        return text

    def at_end(self, test: AtEnd) -> bool:
        """Note the answer."""
        answer = super().at_end(test)
        return self._answered(test, answer)

    def matches(self, test: Match, characters: bytes) -> bool:
        """Note the answer."""
        return self._answered(test, super().matches(test, characters))

    def _answered(self, test: AtEnd | Match, answer: bool) -> bool:
        self._rounds[self._around[id(test)]].answers[id(test)] = answer
        return answer

    def _note(self, command: Reading, value: Value, text: bytes, low: Number, high: Number) -> Choice:
        around = self._rounds[self._around[id(command)]]
        choice = around.items[id(command)] = Choice(command, around, value, text, low, high)
        self._record.choices.append(choice)
        if command.target is not None and command.target.name in self._plan.needed:
            self._latest[command.target.name, self.index_of(command.target)] = choice
        return choice

    def _sizes_of(self, variable: Variable) -> Sequence[Size]:
        """Return the sizes on which the value of a variable depends."""
        loop = self._loops.get(self._plan.indices.get(variable.name, 0))
        if loop is not None:
            return [size for size, _count in loop.sizes]
        choice = self._latest.get((variable.name, self.index_of(variable)))
        return () if choice is None else (self._size(choice),)

    def _size(self, choice: Choice) -> Size:
        size = self._sizes.get(choice)
        if size is None:
            size = self._sizes[choice] = Size(choice)
        return size

    def _relations(self, expression: _Counted | None) -> Iterator[tuple[Size, Count]]:
        """Yield the sizes on which an expression depends, and how."""
        if expression is None or not expression.variables:
            return
        values: dict[int, Value] = {}
        choices: dict[int, Choice] = {}
        for variable in expression.variables:
            where = self.index_of(variable)
            value = self.values_of(variable.name).get(where)
            if value is None:
                return
            values[id(variable)] = value
            choice = self._latest.get((variable.name, where))
            if choice is not None:
                choices[id(variable)] = choice
        for choice in dict.fromkeys(choices.values()):
            yield self._size(choice), _counting(expression.tree, values, choices, choice)


def _counting(
    expression: Expression, values: Mapping[int, Value], choices: Mapping[int, Choice], choice: Choice
) -> Count:
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


def _evaluated(expression: Expression, values: Mapping[int, Value]) -> Value:
    match expression:
        case Constant():
            return expression.value
        case Variable():
            return values[id(expression)]
        case Negation():
            return negative(_evaluated(expression.operand, values))
        case Operation():
            return computed(
                expression.operator, _evaluated(expression.left, values), _evaluated(expression.right, values)
            )
    text = _evaluated(expression.operand, values)
    if not isinstance(text, bytes):
        raise ValueTypeError("only a string has a length")
    return len(text)


class _Plan:
    """What depends on what by a ``description``: the expressions behind counts, lengths and ranges."""

    def __init__(self, description: Description) -> None:
        commands = [*commands_in(description.commands)]
        self._definitions: Final = _definitions(commands)
        self.counts: Final[dict[int, _Counted]] = {}
        """The number of rounds of a loop, by its identity."""
        self.lengths: Final[dict[str, _Counted]] = {}
        """The length of a text, by the name of its variable."""
        self.bounds: Final[dict[int, Sequence[Variable]]] = {}
        """The variables in the range of an integer, by the identity of the command."""
        self.indices: Final[dict[str, int]] = {}
        """The identity of a loop, by the name of the variable that counts its rounds."""
        self.distinct: Final = frozenset(names[0] for names in unique_in(description) if len(names) == 1)
        for command in commands:
            match command:
                case Repeat():
                    self.counts[id(command)] = self._counted(command.count)
                    if command.index is not None:
                        self.indices[command.index.name] = id(command)
                case Assert():
                    for name, length in _lengths(command.test):
                        self.lengths.setdefault(name, self._counted(length))
        counting = {
            variable.name
            for counted in (*self.counts.values(), *self.lengths.values())
            for variable in counted.variables
        }
        for command in commands:
            if isinstance(command, Integer) and (command.target is None or command.target.name not in counting):
                bounds = (*self._counted(command.low).variables, *self._counted(command.high).variables)
                if bounds:
                    self.bounds[id(command)] = bounds
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
