"""Runs a description: its control flow, variables, expressions and tests.

What is to be read goes to a :class:`Source`: one that reads an input, or one that makes it up. A description is turned
into closures once, so that running it visits no tree.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Final, Protocol, TypeAlias, TypeVar

from refsol.descriptions.regular import Pattern, PatternError
from refsol.descriptions.syntax import (
    Assert,
    AtEnd,
    Block,
    Both,
    Command,
    Comparison,
    Constant,
    Description,
    Either,
    End,
    Expression,
    Float,
    If,
    InArray,
    Integer,
    Length,
    Match,
    Negation,
    Newline,
    Not,
    Operation,
    Place,
    Regex,
    Repeat,
    Set,
    Space,
    String,
    Test,
    Unique,
    Unset,
    Variable,
    While,
)
from refsol.descriptions.values import (
    DescriptionError,
    Number,
    Value,
    ValueTypeError,
    compare,
    computed,
    kind_of,
    negative,
)

MAX_ROUNDS: Final = 2**32 - 1
"""The largest number of rounds of a ``REP``."""
MAX_DECIMALS: Final = 2**31 - 1
"""The largest number of decimals that can be asked for."""

Index: TypeAlias = tuple[int, ...]
"""The indices of an element of an array; of a variable that is none, ``()``."""
_Evaluate: TypeAlias = Callable[[], Value]
_Check: TypeAlias = Callable[[], bool]
_Run: TypeAlias = Callable[[], None]
_Change: TypeAlias = "tuple[Callable[[Index, Value | None], None], Index, Value | None]"
"""What changed a variable, with its index and its value before; without one it had none."""
_Result = TypeVar("_Result")


class BrokenError(Exception):
    """What was made up doesn't satisfy the description; the message says what it breaks."""


class Source(Protocol):
    """Where the parts of an input come from, in order.

    One that ``retries`` raises :class:`BrokenError` where an assertion doesn't hold, so that what was made up since the
    variables in it were assigned is made up again.
    """

    @property
    def retries(self) -> bool:
        """Whether parts can be made up again."""

    def position(self) -> int:
        """Return how much has been read or made up."""

    def rewind(self, position: int) -> bool:
        """Forget what was made up after a ``position``, unless that is too much: return whether it was."""

    def loop(self, command: Repeat, rounds: int) -> None:
        """Note that a loop of so many ``rounds`` begins. Only a source that retries is told so."""

    def round(self, command: Repeat, number: int) -> None:
        """Note that round ``number`` of a loop begins. Only a source that retries is told so."""

    def space(self, command: Space) -> None:
        """Pass over a space."""

    def newline(self, command: Newline) -> None:
        """Pass over a line feed."""

    def end(self, command: End) -> None:
        """Pass over the end."""

    def integer(self, command: Integer, low: int, high: int) -> int:
        """Return the next integer, which is in ``low..high``."""

    def decimal(self, command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> Decimal:
        """Return the next number, in ``low..high``, whose number of ``decimals`` is in this range, if there is one."""

    def string(self, command: String, text: bytes) -> None:
        """Pass over ``text``."""

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        """Return the next text, which matches ``pattern``."""

    def at_end(self) -> bool:
        """Return whether nothing follows."""

    def matches(self, characters: bytes) -> bool:
        """Return whether the next character is one of ``characters``."""

    def broken(self, command: Assert, found: str) -> None:
        """Note that an assertion doesn't hold; ``found`` says what there is instead."""


class Interpreter:
    """Runs a ``description`` on a ``source``.

    Raises :class:`.DescriptionError` for patterns that are none, and for variables that nothing ever assigns.
    """

    def __init__(self, description: Description, source: Source) -> None:
        self._source: Final = source
        self._variables: Final[dict[str, dict[Index, Value]]] = {}
        self._counts: Final[dict[str, Counter[Value]]] = {}
        self._patterns: Final[dict[bytes, Pattern]] = {}
        self._journal: Final[list[_Change]] = []  # of a source that retries
        commands = [*_commands_in(description.commands)]
        for name in _assigned_in(commands):
            self._variables[name] = {}
        for command in commands:
            for test in _tests_in(command):
                if isinstance(test, InArray):
                    self._counts[test.name] = Counter()
        self._run: Final = self._block(description.commands)

    def run(self) -> None:
        """Run the description from its beginning: whatever it costs to read or to make up.

        Ends with an error of the description where that is wrong, and with those of the source.
        """
        for values in self._variables.values():
            values.clear()
        for counts in self._counts.values():
            counts.clear()
        self._journal.clear()
        self._run()

    def values_of(self, name: str) -> Mapping[Index, Value]:
        """Return the values of the variable or array called ``name``, to which something assigns. O(1)."""
        return self._variables[name]

    def index_of(self, variable: Variable) -> Index:
        """Return the indices of an element now. O(their evaluation)."""
        return self._index(variable)()

    # Commands

    def _block(self, block: Block) -> _Run:
        commands = [self._command(command) for command in block]
        if self._source.retries:
            starts = {end: found for end in range(len(block)) if (found := _starts(block, end))}
            if starts:
                return self._retrying(commands, starts)
        if len(commands) == 1:
            return commands[0]

        def run() -> None:
            for command in commands:
                command()

        return run

    def _retrying(self, commands: Sequence[_Run], starts: Mapping[int, Sequence[int]]) -> _Run:
        """Return what runs commands and, where one of ``starts`` breaks, goes back to an earlier one of its starts."""

        def run() -> None:
            marks: list[tuple[int, int]] = []
            failures: Counter[int] = Counter()
            number = 0
            while number < len(commands):
                del marks[number:]
                marks.append((self._source.position(), len(self._journal)))
                try:
                    commands[number]()
                except BrokenError:
                    attempt = failures[number] // _RETRIES
                    failures[number] += 1
                    if attempt == len(starts.get(number, ())) or not self._rewind(*marks[starts[number][attempt]]):
                        raise
                    number = starts[number][attempt]
                else:
                    number += 1

        return run

    def _rewind(self, position: int, changes: int) -> bool:
        """Forget what was made up after a ``position``, and all but the first ``changes`` of variables, if possible."""
        if not self._source.rewind(position):
            return False
        while len(self._journal) > changes:
            restore, where, before = self._journal.pop()
            restore(where, before)
        return True

    def _command(self, command: Command) -> _Run:
        source = self._source
        match command:
            case Space():
                return lambda: source.space(command)
            case Newline():
                return lambda: source.newline(command)
            case End():
                return lambda: source.end(command)
            case Integer():
                return self._integer(command)
            case Float():
                return self._decimal(command)
            case String():
                text = self._string(command.text, command.place)
                return lambda: source.string(command, text())
            case Regex():
                return self._regex(command)
            case Assert():
                return self._assert(command)
            case Set():
                steps = [(self._assign(target), self._value(value)) for target, value in command.assignments]

                def assign() -> None:
                    for step, value in steps:
                        step(value())

                return assign
            case Unset():
                names = command.names
                changes = [self._changing(name, command.place) for name in names]

                def unset() -> None:
                    for name, change in zip(names, changes, strict=True):
                        for where in [*self._variables[name]]:
                            change(where, None)

                return unset
            case Repeat():
                return self._repeat(command)
            case While():
                return self._while(command)
        test, body, otherwise = self._test(command.test), self._block(command.body), self._block(command.otherwise)

        def choose() -> None:
            if test():
                body()
            else:
                otherwise()

        return choose

    def _integer(self, command: Integer) -> _Run:
        low, high = self._integral(command.low, command.place), self._integral(command.high, command.place)
        read = self._source.integer
        if command.target is None:
            return lambda: _ignore(read(command, low(), high()))
        assign = self._assign(command.target)
        return lambda: assign(read(command, low(), high()))

    def _decimal(self, command: Float) -> _Run:
        low, high = self._number(command.low, command.place), self._number(command.high, command.place)
        assign = _ignore if command.target is None else self._assign(command.target)
        bounds = command.decimals
        least = None if bounds is None else self._integral(bounds.least, command.place)
        most = None if bounds is None else self._integral(bounds.most, command.place)

        def run() -> None:
            decimals = None
            if least is not None and most is not None:
                decimals = (least(), most())
                if not 0 <= decimals[0] <= decimals[1] <= MAX_DECIMALS:
                    what = (
                        f"numbers of decimals are in 0..{MAX_DECIMALS} and in order, not {decimals[0]}, {decimals[1]}"
                    )
                    raise DescriptionError(*command.place, what)
            assign(self._source.decimal(command, low(), high(), decimals))

        return run

    def _regex(self, command: Regex) -> _Run:
        text = self._string(command.pattern, command.place)
        assign = _ignore if command.target is None else self._assign(command.target)
        if isinstance(command.pattern, Constant):
            self._pattern(text(), command.place)  # where it is wrong, that is known before anything is read
        return lambda: assign(self._source.regex(command, self._pattern(text(), command.place)))

    def _pattern(self, text: bytes, place: Place) -> Pattern:
        pattern = self._patterns.get(text)
        if pattern is None:
            try:
                pattern = self._patterns[text] = Pattern(text)
            except PatternError as error:
                raise DescriptionError(*place, f"the regular expression has {error}") from None
        return pattern

    def _assert(self, command: Assert) -> _Run:
        test, source = self._test(command.test), self._source

        def run() -> None:
            if not test():
                source.broken(command, "" if source.retries else self._found(command.test))

        return run

    def _repeat(self, command: Repeat) -> _Run:
        count = self._integral(command.count, command.place)
        body = self._block(command.body)
        separator = None if command.separator is None else self._command(command.separator)
        assign = None if command.index is None else self._assign(command.index)
        source = self._source

        def run() -> None:
            rounds = count()
            if not 0 <= rounds <= MAX_ROUNDS:
                raise DescriptionError(*command.place, f"a number of rounds is in 0..{MAX_ROUNDS}, not {shown(rounds)}")
            if source.retries:
                source.loop(command, rounds)
            for number in range(rounds):
                if assign is not None:
                    assign(number)
                if source.retries:
                    source.round(command, number)
                if number and separator is not None:
                    separator()
                body()
            if assign is not None:
                assign(rounds)

        return run

    def _while(self, command: While) -> _Run:
        test, body = self._test(command.test), self._block(command.body)
        separator = None if command.separator is None else self._command(command.separator)
        assign = None if command.index is None else self._assign(command.index)
        inside = [*_commands_in(command.body), *_commands_in([command.separator] if command.separator else [])]
        is_constant = assign is None and not any(True for _ in _assigned_in(inside))

        def run() -> None:
            number = 0
            if assign is not None:
                assign(number)
            while test():
                before = self._source.position()
                if number and separator is not None:
                    separator()
                body()
                number += 1
                if assign is not None:
                    assign(number)
                first_of_more = number == 1 and separator is not None  # the next round begins with the separator
                if is_constant and not first_of_more and self._source.position() == before:
                    raise DescriptionError(*command.place, "the loop never ends: a round reads and changes nothing")

        return run

    # Variables

    def _known(self, name: str, place: Place) -> dict[Index, Value]:
        values = self._variables.get(name)
        if values is None:
            raise DescriptionError(*place, f"nothing assigns a value to {name}")
        return values

    def _index(self, variable: Variable) -> Callable[[], Index]:
        indices = [self._integral(index, variable.place) for index in variable.indices]
        if not indices:
            return lambda: ()
        if len(indices) == 1:
            only = indices[0]
            return lambda: (only(),)
        return lambda: tuple([index() for index in indices])

    def _assign(self, variable: Variable) -> Callable[[Value], None]:
        change, index = self._changing(variable.name, variable.place), self._index(variable)
        return lambda value: change(index(), value)

    def _changing(self, name: str, place: Place) -> Callable[[Index, Value | None], None]:
        """Return what gives an element a value, or takes it away."""
        values = self._known(name, place)
        change = _setting(values) if name not in self._counts else _counting(values, self._counts[name])
        if not self._source.retries:
            return change
        journal = self._journal

        def noted(where: Index, value: Value | None) -> None:
            journal.append((change, where, values.get(where)))
            change(where, value)

        return noted

    # Expressions

    def _value(self, expression: Expression) -> _Evaluate:
        match expression:
            case Constant():
                constant = expression.value
                return lambda: constant
            case Variable():
                return self._variable(expression)
            case Negation():
                operand = self._value(expression.operand)
                return _guarded(lambda: negative(operand()), expression.place)
            case Operation():
                operator = expression.operator
                left, right = self._value(expression.left), self._value(expression.right)
                run = _guarded(lambda: computed(operator, left(), right()), expression.place)
                if isinstance(expression.left, Constant) and isinstance(expression.right, Constant):
                    result = run()
                    return lambda: result
                return run
        text = self._string(expression.operand, expression.place)
        return lambda: len(text())

    def _variable(self, variable: Variable) -> _Evaluate:
        values = self._known(variable.name, variable.place)
        index = self._index(variable)

        def get() -> Value:
            where = index()
            value = values.get(where)
            if value is None:
                raise DescriptionError(*variable.place, f"{_element(variable.name, where)} has no value")
            return value

        return get

    def _integral(self, expression: Expression, place: Place) -> Callable[[], int]:
        value = self._value(expression)
        if isinstance(expression, Constant) and isinstance(expression.value, int):
            constant = expression.value
            return lambda: constant

        def get() -> int:
            found = value()
            if not isinstance(found, int):
                raise DescriptionError(*place, f"expected an integer, found {kind_of(found)}")
            return found

        return get

    def _number(self, expression: Expression, place: Place) -> Callable[[], Number]:
        value = self._value(expression)

        def get() -> Number:
            found = value()
            if isinstance(found, bytes):
                raise DescriptionError(*place, "expected a number, found a string")
            return found

        return get

    def _string(self, expression: Expression, place: Place) -> Callable[[], bytes]:
        value = self._value(expression)

        def get() -> bytes:
            found = value()
            if not isinstance(found, bytes):
                raise DescriptionError(*place, f"expected a string, found {kind_of(found)}")
            return found

        return get

    # Tests

    def _test(self, test: Test) -> _Check:
        source = self._source
        match test:
            case Comparison():
                operator = test.operator
                left, right = self._value(test.left), self._value(test.right)
                return _guarded(lambda: compare(operator, left(), right()), test.place)
            case Not():
                operand = self._test(test.operand)
                return lambda: not operand()
            case Both():
                first, second = self._test(test.left), self._test(test.right)
                return lambda: first() and second()
            case Either():
                first, second = self._test(test.left), self._test(test.right)
                return lambda: first() or second()
            case AtEnd():
                return source.at_end
            case Match():
                characters = self._string(test.characters, test.place)
                return lambda: source.matches(characters())
            case Unique():
                for name in test.names:
                    self._known(name, test.place)
                return lambda: not self._repeated(test)
        value = self._value(test.value)
        self._known(test.name, test.place)
        counts = self._counts[test.name]
        return lambda: counts[value()] > 0

    def _repeated(self, test: Unique) -> str:
        """Return why variables are not unique, or an empty text if they are."""
        first, *others = (self._variables[name] for name in test.names)
        for name, values in zip(test.names[1:], others, strict=True):
            if values.keys() != first.keys():
                where = min(values.keys() ^ first.keys())
                owner, lacking = (test.names[0], name) if where in first else (name, test.names[0])
                return f"{_element(owner, where)}, but no {_element(lacking, where)}"
        seen: dict[tuple[Value, ...], Index] = {}
        for where, value in first.items():
            values_here = (value, *(values[where] for values in others))
            before = seen.setdefault(values_here, where)
            if before != where:
                names = [_element(name, place) for place in (before, where) for name in test.names]
                return f"{', '.join(map(shown, values_here))} twice: {', '.join(names)}"
        return ""

    def _found(self, test: Test) -> str:
        """Return the values of what a test that doesn't hold speaks of."""
        if isinstance(test, Unique):
            return self._repeated(test)
        values: dict[str, Value] = {}
        for variable in _variables_in(test):
            where = self._index(variable)()
            value = self._variables[variable.name].get(where)
            if value is not None:
                values[_element(variable.name, where)] = value
        return ", ".join(f"{name} = {shown(value)}" for name, value in values.items()) or "that it does not hold"


def _setting(values: dict[Index, Value]) -> Callable[[Index, Value | None], None]:
    def change(where: Index, value: Value | None) -> None:
        if value is None:
            values.pop(where, None)
        else:
            values[where] = value

    return change


def _counting(values: dict[Index, Value], counts: Counter[Value]) -> Callable[[Index, Value | None], None]:
    change = _setting(values)

    def counted(where: Index, value: Value | None) -> None:
        before = values.get(where)
        if before is not None:
            counts[before] -= 1
        change(where, value)
        if value is not None:
            counts[value] += 1

    return counted


def shown(value: Value) -> str:
    """Return a value as messages show it, abbreviated if it is long. O(digits shown)."""
    if isinstance(value, bytes):
        return repr(value[:_SHOWN])[1:] + ("..." if len(value) > _SHOWN else "")
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        return f"{'-' if value < 0 else ''}{_leading(abs(value))}..."
    return str(value)


def _leading(value: int) -> str:
    """Return the first digits of a large positive number, and about how many more there are."""
    more = int((value.bit_length() - _SHOWN_BITS // 2) * 0.30103)
    return f"{value // 10**more} and about {more} more digits"


_RETRIES: Final = 12  # from each command at which one can begin again
_SHOWN: Final = 24
_SHOWN_BITS: Final = 128


def _ignore(_value: Value) -> None:
    pass


def _guarded(run: Callable[[], _Result], place: Place) -> Callable[[], _Result]:
    """Return a function that raises the errors of ``run`` as those of the description at ``place``."""

    def guarded() -> _Result:
        try:
            return run()
        except ValueTypeError as error:
            raise DescriptionError(*place, str(error)) from None

    return guarded


def _element(name: str, where: Index) -> str:
    return f"{name}[{','.join(map(str, where))}]" if where else name


# Walking through the tree


def _starts(block: Block, end: int) -> Sequence[int]:
    """Return where to begin again if the command at index ``end`` of a block breaks: nearer commands first.

    These are the commands that make up what it depends on, also by way of what is computed from that. Only assertions,
    and loops and choices that contain some, break again and again.
    """
    within = [*_commands_in([block[end]])]
    if not any(isinstance(command, Assert) for command in within):
        return ()
    needed = {name for command in within for part in _parts_of(command) for name in _names_in(part)}
    starts: list[int] = []
    for number in range(end - 1, -1, -1):
        inside = [*_commands_in([block[number]])]
        if needed & set(_assigned_in(inside)):
            if not isinstance(block[number], Set):
                starts.append(number)
            for each in inside:
                if isinstance(each, Set):
                    needed |= {name for _target, value in each.assignments for name in _names_in(value)}
    return starts


def _parts_of(command: Command) -> Iterator[Test | Expression]:
    """Yield the tests and expressions of a command on which depends what it reads, and whether it can."""
    match command:
        case Integer() | Float():
            yield from (command.low, command.high)
        case Repeat():
            yield command.count
        case Assert() | While() | If():
            yield from _tests_in(command)


def sized_by(description: Description) -> frozenset[str]:
    """Return the names of the variables on which the size of an input depends. O(length of the description ²).

    These are the numbers of rounds, and what bounds the integers of all rounds, such as the number of vertices.
    """
    commands = [*_commands_in(description.commands)]
    needed = {name for command in commands if isinstance(command, Repeat) for name in _names_in(command.count)}
    for loop in commands:
        if isinstance(loop, Repeat | While):
            inside = [*_commands_in([loop])]
            bounds = [
                bound for command in inside if isinstance(command, Integer) for bound in (command.low, command.high)
            ]
            needed |= {name for bound in bounds for name in _names_in(bound)} - {*_assigned_in(inside)}
    while True:
        more = {
            name
            for command in commands
            if isinstance(command, Set)
            for target, value in command.assignments
            if target.name in needed
            for name in _names_in(value)
        }
        if more <= needed:
            return frozenset(needed)
        needed |= more


def unique_in(description: Description) -> Sequence[Sequence[str]]:
    """Return the names of each ``UNIQUE`` that is asserted, in the order in which they are assigned. O(length)."""
    commands = [*_commands_in(description.commands)]
    order = list(dict.fromkeys(_assigned_in(commands)))
    found: list[Sequence[str]] = []
    for command in commands:
        waiting: list[Test] = [command.test] if isinstance(command, Assert) else []
        while waiting:
            test = waiting.pop()
            if isinstance(test, Both):
                waiting += [test.left, test.right]
            elif isinstance(test, Unique) and all(name in order for name in test.names):
                found.append(sorted(set(test.names), key=order.index))
    return found


def _names_in(part: Test | Expression) -> Iterator[str]:
    """Yield the names of the variables in a test or an expression."""
    yield from (variable.name for variable in _variables_in(part))
    if isinstance(part, Unique):
        yield from part.names
    elif isinstance(part, InArray):
        yield part.name


def _commands_in(block: Sequence[Command]) -> Iterator[Command]:
    """Yield the commands of a block and of the blocks inside it, separators included."""
    for command in block:
        yield command
        match command:
            case Repeat() | While():
                if command.separator is not None:
                    yield command.separator
                yield from _commands_in(command.body)
            case If():
                yield from _commands_in(command.body)
                yield from _commands_in(command.otherwise)


def _assigned_in(commands: Sequence[Command]) -> Iterator[str]:
    """Yield the names of the variables to which commands assign."""
    for command in commands:
        match command:
            case Integer() | Float() | Regex():
                if command.target is not None:
                    yield command.target.name
            case Set():
                yield from (target.name for target, _value in command.assignments)
            case Repeat() | While():
                if command.index is not None:
                    yield command.index.name


def _tests_in(command: Command) -> Iterator[Test]:
    """Yield the test of a command, and the tests inside it."""
    if isinstance(command, Assert | While | If):
        waiting: list[Test] = [command.test]
        while waiting:
            test = waiting.pop()
            yield test
            match test:
                case Not():
                    waiting.append(test.operand)
                case Both() | Either():
                    waiting += [test.left, test.right]


def _variables_in(part: Test | Expression) -> Iterator[Variable]:
    """Yield the variables in a test or an expression, from left to right."""
    match part:
        case Variable():
            yield part
            for index in part.indices:
                yield from _variables_in(index)
        case Negation() | Not() | Length():
            yield from _variables_in(part.operand)
        case Operation() | Comparison() | Both() | Either():
            yield from _variables_in(part.left)
            yield from _variables_in(part.right)
        case InArray():
            yield from _variables_in(part.value)
