"""Runs a description: its control flow, variables, expressions and tests.

What is to be read goes to a :class:`Source`: one that reads an input, or one that makes it up. A description is turned
into closures once, so that running it visits no tree.
"""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from functools import partial
from typing import Final, TypeAlias, TypeVar

from refsol.own.description.automaton import Pattern, PatternError
from refsol.own.description.syntax import (
    Assert,
    Assignment,
    Block,
    Condition,
    Connection,
    Constant,
    Description,
    EndOfInput,
    Expression,
    Float,
    If,
    InArray,
    Instruction,
    Integer,
    Location,
    Lookahead,
    Loop,
    Negation,
    Node,
    Not,
    Operation,
    Regex,
    Relation,
    Repeat,
    Set,
    Shaped,
    Text,
    Unique,
    Unset,
    Variable,
    While,
    assigned_in,
    names_in,
    nodes_in,
    operations_in,
    variables_in,
)
from refsol.own.description.values import (
    Datum,
    DescriptionError,
    Numeric,
    ValueTypeError,
    brief,
    computed,
    holds,
    kind_of,
    negative,
)

_ROUNDS: Final = 2**32 - 1  # of a REP, at most
_MOST_DECIMALS: Final = 2**31 - 1  # that can be asked for
_RETRIES: Final = 12  # from each command at which one can begin again

Index: TypeAlias = tuple[int, ...]
"""The indices of an element of an array; of a variable that is none, ``()``."""
_Evaluate: TypeAlias = Callable[[], Datum]
_Check: TypeAlias = Callable[[], bool]
_Run: TypeAlias = Callable[[], None]
_Change: TypeAlias = "tuple[Callable[[Index, Datum | None], None], Index, Datum | None]"
"""A change of a variable: the variable, the index, and the value before, unless it had none."""
_Result = TypeVar("_Result")


class BrokenError(Exception):
    """A generated input doesn't satisfy the description; the message says what it breaks."""


class Source(ABC):
    """Reads or generates the parts of an input, in order; ``interpreter`` is what runs the description on it.

    If it ``retries``, it raises :class:`BrokenError` where an assertion doesn't hold, and whatever was generated since
    the variables in it were assigned is generated again. If it ``tracks_loops``, it learns of loops and their rounds.
    """

    retries: bool = False
    tracks_loops: bool = False
    interpreter: "Interpreter"

    @abstractmethod
    def position(self) -> int:
        """Return how much has been read or generated."""

    def rewind(self, position: int) -> bool:
        """Forget what was generated after a ``position``, unless that is too much: return whether it was forgotten."""
        return False

    def loop(self, command: Loop, rounds: int) -> None:  # noqa: B027  # not called unless the source tracks loops
        """Note that a loop of this many ``rounds`` begins; of ``WHILE``, their number isn't known and is given as 0."""

    def round(self, command: Loop, number: int) -> None:  # noqa: B027  # likewise
        """Note that round ``number`` of a loop begins; in ``WHILE``, its test, after the last round once more."""

    @abstractmethod
    def text(self, command: Text, text: bytes) -> None:
        """Pass over ``text``."""

    @abstractmethod
    def end(self, place: Location) -> None:
        """Pass over the end of the input, which is demanded at a ``place``."""

    @abstractmethod
    def integer(self, command: Integer, low: int, high: int) -> int:
        """Return the next integer, which is in ``low..high``."""

    @abstractmethod
    def decimal(self, command: Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        """Return the next number, in ``low..high``, whose number of ``decimals`` is in this range, if there is one."""

    @abstractmethod
    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        """Return the next text, which matches ``pattern``."""

    @abstractmethod
    def lookahead(self, test: Lookahead, characters: bytes | None) -> bool:
        """Return whether the next character is one of ``characters`` or, for None, whether nothing follows."""

    def begin_shape(self, command: Shaped, nodes: int, root: int | None) -> None:  # noqa: B027  # not all have to know
        """Note that a graph with so many ``nodes`` and this ``root`` begins, or something else with a shape."""

    def end_shape(self, command: Shaped) -> None:  # noqa: B027  # likewise
        """Note that it ends."""

    @abstractmethod
    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        """Note that an assertion doesn't hold; ``found`` returns what there is instead."""


class Interpreter:
    """Runs a ``description`` on a ``source``.

    Raises :class:`.DescriptionError` for patterns that are none, and for variables that nothing ever assigns.
    """

    def __init__(self, description: Description, source: Source) -> None:
        self._source: Final = source
        self._variables: Final[dict[str, dict[Index, Datum]]] = {}
        self._counts: Final[dict[str, Counter[Datum]]] = {}  # of the values of an array in which one is looked for
        self._patterns: Final[dict[bytes, Pattern]] = {}
        self._indices: Final[dict[Variable, Callable[[], Index]]] = {}
        self._checks: Final[dict[Condition, _Check]] = {}
        self._evaluations: Final[dict[Expression, _Evaluate]] = {}
        self._journal: Final[list[_Change]] = []  # of a source that retries
        self._together: Final[dict[str, frozenset[str]]] = {}  # the names beside one in tuples that have to be distinct
        for name in assigned_in(description.nodes):
            self._variables[name] = {}
        for node in description.nodes:
            if isinstance(node, InArray):
                self._counts[node.name] = Counter()
            elif isinstance(node, Unique):
                self._together.update({name: frozenset(node.names) - {name} for name in node.names})
        self._run: Final = self._block(description.commands)
        self._end: Final = description.commands[-1].place if description.commands else Location(1, 1)
        source.interpreter = self

    def run(self) -> None:
        """Run the description from its beginning to the end of the input. Errors are its own, and the source's."""
        self.clear()
        self._run()
        self._source.end(self._end)

    def clear(self) -> None:
        """Forget the values of the latest run. O(values)."""
        for values in self._variables.values():
            values.clear()
        for counts in self._counts.values():
            counts.clear()
        self._patterns.clear()
        self._journal.clear()

    def values_of(self, name: str) -> Mapping[Index, Datum]:
        """Return the values of the variable or array called ``name``, to which something assigns. O(1)."""
        return self._variables[name]

    def index_of(self, variable: Variable) -> Index:
        """Return the indices of an element now. O(their evaluation)."""
        index = self._indices.get(variable)
        if index is None:
            index = self._indices[variable] = self._index(variable)
        return index()

    def holds(self, test: Condition) -> bool:
        """Return whether a test, one without lookaheads, holds now. O(its evaluation)."""
        check = self._checks.get(test)
        if check is None:
            check = self._checks[test] = self._test(test)
        return check()

    def value(self, expression: Expression) -> Datum:
        """Return the value of an expression now. Raises :class:`.DescriptionError` if it has none."""
        evaluate = self._evaluations.get(expression)
        if evaluate is None:
            evaluate = self._evaluations[expression] = self._value(expression)
        return evaluate()

    # Commands

    def _block(self, block: Block) -> _Run:
        commands = [self._command(command) for command in block]
        if self._source.retries and (
            earlier := {n: starts for n in range(len(block)) if (starts := _starts(block, n, self._together))}
        ):
            return self._retrying(commands, earlier)
        if len(commands) == 1:
            return commands[0]

        def run() -> None:
            for command in commands:
                command()

        return run

    def _retrying(self, commands: Sequence[_Run], earlier: Mapping[int, Sequence[int]]) -> _Run:
        """Return what runs commands and, where one of ``earlier`` breaks, goes back to one of those before it."""
        targets = {target for found in earlier.values() for target in found}
        position, journal = self._source.position, self._journal

        def run() -> None:
            marks: dict[int, tuple[int, int]] = {}
            failures: dict[int, int] = {}
            number = 0
            while number < len(commands):
                if number in targets:
                    marks[number] = (position(), len(journal))
                try:
                    commands[number]()
                except BrokenError:
                    attempt = failures.get(number, 0) // _RETRIES
                    failures[number] = failures.get(number, 0) + 1
                    if attempt == len(earlier.get(number, ())) or not self._rewind(*marks[earlier[number][attempt]]):
                        raise
                    number = earlier[number][attempt]
                else:
                    number += 1

        return run

    def _rewind(self, position: int, changes: int) -> bool:
        """Forget what was generated after a ``position``, and all but the first ``changes``, if possible."""
        if not self._source.rewind(position):
            return False
        for restore, where, before in reversed(self._journal[changes:]):
            restore(where, before)
        del self._journal[changes:]  # and what restoring has noted
        return True

    def _command(self, command: Instruction) -> _Run:
        source = self._source
        match command:
            case EndOfInput():
                return lambda: source.end(command.place)
            case Text():
                if isinstance(command.text, Constant) and isinstance(command.text.value, bytes):
                    return partial(source.text, command, command.text.value)
                text = self._string(command.text, command.place)
                return lambda: source.text(command, text())
            case Integer():
                low, high = self._integral(command.low, command.place), self._integral(command.high, command.place)
                read, assign = source.integer, self._assign(command.target)
                return lambda: assign(read(command, low(), high()))
            case Float():
                return self._decimal(command)
            case Regex():
                return self._regex(command)
            case Assert():
                holds_now, broken = self._test(command.test), source.broken
                return lambda: None if holds_now() else broken(command, lambda: self._found(command.test))
            case Set():
                return self._set(command)
            case Unset():
                return self._unset(command)
            case Repeat():
                return self._repeat(command)
            case While():
                return self._while(command)
            case Shaped():
                return self._shaped(command)
        test, body, otherwise = self._test(command.test), self._block(command.body), self._block(command.otherwise)
        return lambda: body() if test() else otherwise()

    def _decimal(self, command: Float) -> _Run:
        low, high = self._number(command.low, command.place), self._number(command.high, command.place)
        assign = self._assign(command.target)
        bounds = [self._integral(bound, command.place) for bound in command.decimals or ()]

        def run() -> None:
            decimals = None
            if bounds:
                least, most = decimals = bounds[0](), bounds[1]()
                if not 0 <= least <= most <= _MOST_DECIMALS:
                    what = f"numbers of decimals are in 0..{_MOST_DECIMALS} and in order, not {least}, {most}"
                    raise DescriptionError(*command.place, what)
            assign(self._source.decimal(command, low(), high(), decimals))

        return run

    def _regex(self, command: Regex) -> _Run:
        text = self._string(command.pattern, command.place)
        assign = self._assign(command.target)
        if isinstance(command.pattern, Constant):
            pattern = self._pattern(text(), command.place)  # where it is wrong, that is known before anything is read
            return lambda: assign(self._source.regex(command, pattern))
        return lambda: assign(self._source.regex(command, self._pattern(text(), command.place)))

    def _pattern(self, text: bytes, place: Location) -> Pattern:
        pattern = self._patterns.get(text)
        if pattern is None:
            try:
                pattern = self._patterns[text] = Pattern(text)
            except PatternError as error:
                raise DescriptionError(*place, f"the regular expression has {error}") from None
        return pattern

    def _set(self, command: Set) -> _Run:
        steps = [(self._assign(each.target), self._value(each.value)) for each in command.assignments]

        def run() -> None:
            for assign, value in steps:
                assign(value())

        return run

    def _unset(self, command: Unset) -> _Run:
        changes = [(self._known(name, command.place), self._changing(name, command.place)) for name in command.names]

        def run() -> None:
            for values, change in changes:
                for where in [*values]:
                    change(where, None)

        return run

    def _in_loop(self, command: Loop) -> tuple[_Run, _Run | None, Callable[[Datum], None] | None]:
        """Return what runs the body and the separator of a loop, and what counts its rounds."""
        body = self._block(command.body)
        separator = None if command.separator is None else self._command(command.separator)
        return body, separator, None if command.target is None else self._assign(command.target)

    def _repeat(self, command: Repeat) -> _Run:
        count = self._integral(command.count, command.place)
        body, separator, assign = self._in_loop(command)
        source, tracks_loops = self._source, self._source.tracks_loops

        def run() -> None:
            rounds = count()
            if not 0 <= rounds <= _ROUNDS:
                raise DescriptionError(
                    *command.place, f"a number of rounds must be in 0..{_ROUNDS}, not {brief(rounds)}"
                )
            if tracks_loops:
                source.loop(command, rounds)
            for number in range(rounds):
                if assign is not None:
                    assign(number)
                if tracks_loops:
                    source.round(command, number)
                if number and separator is not None:
                    separator()
                body()
            if assign is not None:
                assign(rounds)

        return run

    def _shaped(self, command: Shaped) -> _Run:
        body, source = self._block(command.body), self._source
        nodes, root = (
            None if each is None else self._integral(each, command.place) for each in (command.nodes, command.root)
        )

        def run() -> None:
            source.begin_shape(command, max(0, nodes()) if nodes else 0, root() if root else None)
            body()
            source.end_shape(command)

        return run

    def _while(self, command: While) -> _Run:
        test = self._test(command.test)
        body, separator, assign = self._in_loop(command)
        is_constant = not any(assigned_in(nodes_in(command)))
        never_ends = self._source.retries and _stays(command)  # once begun; an input that is read ends
        source, tracks_loops = self._source, self._source.tracks_loops

        def run() -> None:
            number = before = 0
            if tracks_loops:
                source.loop(command, 0)
            while True:
                if assign is not None:
                    assign(number)
                if tracks_loops:
                    source.round(command, number)
                first_of_more = number == 1 and separator is not None  # the next round begins with the separator
                if number and is_constant and not first_of_more and source.position() == before:
                    raise DescriptionError(*command.place, "the loop never ends: a round reads and changes nothing")
                if not test():
                    return
                if never_ends:
                    raise DescriptionError(*command.place, "the loop never ends: nothing in it changes its test")
                before = source.position()
                if number and separator is not None:
                    separator()
                body()
                number += 1

        return run

    # Variables

    def _known(self, name: str, place: Location) -> dict[Index, Datum]:
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

    def _assign(self, variable: Variable | None) -> Callable[[Datum], None]:
        """Return what gives a variable a value, if there is one."""
        if variable is None:
            return lambda _value: None
        change, index = self._changing(variable.name, variable.place), self._index(variable)
        if self._source.retries or variable.name in self._counts:
            return lambda value: change(index(), value)
        values = self._variables[variable.name]

        def assign(value: Datum) -> None:
            values[index()] = value

        return assign

    def _changing(self, name: str, place: Location) -> Callable[[Index, Datum | None], None]:
        """Return what gives an element a value, or takes it away."""
        values, counts = self._known(name, place), self._counts.get(name)
        retries, journal = self._source.retries, self._journal

        def change(where: Index, value: Datum | None) -> None:
            before = values.get(where)
            if retries:
                journal.append((change, where, before))
            if counts is not None:
                if before is not None:
                    counts[before] -= 1
                if value is not None:
                    counts[value] += 1
            if value is None:
                values.pop(where, None)
            else:
                values[where] = value

        return change

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
                guarded = _guarded(lambda: negative(operand()), expression.place)
                return _once(guarded) if _is_constant(expression) else guarded
            case Operation():
                return self._chain(*operations_in(expression))
        text = self._string(expression.operand, expression.place)
        return lambda: len(text())

    def _chain(self, first: Expression, operations: Sequence[Operation]) -> _Evaluate:
        """Return what evaluates a chain of operations on a ``first`` operand, as far as nothing varies only once."""
        found = self._value(first)
        is_constant = _is_constant(first)
        steps: list[tuple[str, _Evaluate, Location]] = []
        for number, operation in enumerate(operations):
            operator, right, place = operation.operator, self._value(operation.right), operation.place
            is_constant = is_constant and _is_constant(operation.right)
            if is_constant:
                found = _once(_joined(operator, found, right, place))
            elif number == len(operations) - 1 and not steps:
                return _joined(operator, found, right, place)
            else:
                steps.append((operator, right, place))
        if not steps:
            return found
        start = found

        def run() -> Datum:
            value = start()
            for operator, right, place in steps:
                try:
                    value = computed(operator, value, right())
                except ValueTypeError as error:
                    raise DescriptionError(*place, str(error)) from None
            return value

        return run

    def _variable(self, variable: Variable) -> _Evaluate:
        values = self._known(variable.name, variable.place)
        index = self._index(variable)

        def get() -> Datum:
            where = index()
            value = values.get(where)
            if value is None:
                raise DescriptionError(*variable.place, f"{_element(variable.name, where)} has no value")
            return value

        return get

    def _integral(self, expression: Expression, place: Location) -> Callable[[], int]:
        value = self._value(expression)
        get = _required(value, int, "an integer", place)
        if _is_constant(expression):
            constant = value()
            return (lambda: constant) if isinstance(constant, int) else get
        if not isinstance(expression, Variable) or expression.indices:
            return get
        values = self._known(expression.name, place)

        def get_quickly() -> int:
            found = values.get(())
            return found if isinstance(found, int) else get()

        return get_quickly

    def _number(self, expression: Expression, place: Location) -> Callable[[], Numeric]:
        return _required(self._value(expression), (int, Decimal), "a number", place)

    def _string(self, expression: Expression, place: Location) -> Callable[[], bytes]:
        return _required(self._value(expression), bytes, "a string", place)

    # Tests

    def _test(self, test: Condition) -> _Check:
        source = self._source
        match test:
            case Relation():
                operator = test.operator
                left, right = self._value(test.left), self._value(test.right)
                return _guarded(lambda: holds(operator, left(), right()), test.place)
            case Not():
                operand = self._test(test.operand)
                return lambda: not operand()
            case Connection():
                return self._connected(test)
            case Lookahead():
                if test.characters is None:
                    return lambda: source.lookahead(test, None)
                characters = self._string(test.characters, test.place)
                return lambda: source.lookahead(test, characters())
            case Unique():
                for name in test.names:
                    self._known(name, test.place)
                return lambda: not self._repeated(test)
        value = self._value(test.value)
        self._known(test.name, test.place)
        counts = self._counts[test.name]
        return lambda: counts[value()] > 0

    def _connected(self, test: Condition) -> _Check:
        """Return what checks a chain of conditions: each only if those before it haven't decided."""
        chain: list[Connection] = []
        while isinstance(test, Connection):
            chain.append(test)
            test = test.left
        start = self._test(test)
        steps = [(connection.operator == "&&", self._test(connection.right)) for connection in reversed(chain)]

        def check() -> bool:
            found = start()
            for is_needed, test in steps:
                if found == is_needed:
                    found = test()
            return found

        return check

    def _repeated(self, test: Unique) -> str:
        """Return why variables are not unique, or an empty text if they are."""
        first, *others = (self._variables[name] for name in test.names)
        for name, values in zip(test.names[1:], others, strict=True):
            if values.keys() != first.keys():
                where = min(values.keys() ^ first.keys())
                owner, lacking = (test.names[0], name) if where in first else (name, test.names[0])
                return f"{_element(owner, where)}, but no {_element(lacking, where)}"
        seen: dict[tuple[Datum, ...], Index] = {}
        for where, value in first.items():
            values_here = (value, *(values[where] for values in others))
            before = seen.setdefault(values_here, where)
            if before != where:
                names = [_element(name, place) for place in (before, where) for name in test.names]
                return f"{', '.join(map(brief, values_here))} twice: {', '.join(names)}"
        return ""

    def _found(self, test: Condition) -> str:
        if isinstance(test, Unique):
            return self._repeated(test)
        values: dict[str, Datum] = {}
        for variable in variables_in(test):
            where = self.index_of(variable)
            value = self._variables[variable.name].get(where)
            if value is not None:
                values[_element(variable.name, where)] = value
        return ", ".join(f"{name} = {brief(value)}" for name, value in values.items()) or "that it does not hold"


def _required(
    value: _Evaluate, kinds: type[_Result] | tuple[type[_Result], ...], what: str, place: Location
) -> Callable[[], _Result]:
    """Return a function that evaluates ``value`` and insists on its being of one of some ``kinds``."""

    def get() -> _Result:
        found = value()
        if not isinstance(found, kinds):
            raise DescriptionError(*place, f"expected {what}, found {kind_of(found)}")
        return found

    return get


def _is_constant(expression: Expression) -> bool:
    return isinstance(expression, Constant) or not (isinstance(expression, Variable) or any(variables_in(expression)))


def _guarded(run: Callable[[], _Result], place: Location) -> Callable[[], _Result]:
    """Return a function that raises the errors of ``run`` as those of the description at ``place``."""

    def guarded() -> _Result:
        try:
            return run()
        except ValueTypeError as error:
            raise DescriptionError(*place, str(error)) from None

    return guarded


def _joined(operator: str, left: _Evaluate, right: _Evaluate, place: Location) -> _Evaluate:
    return _guarded(lambda: computed(operator, left(), right()), place)


def _once(value: _Evaluate) -> _Evaluate:
    constant = value()
    return lambda: constant


def _element(name: str, where: Index) -> str:
    return f"{name}[{','.join(map(str, where))}]" if where else name


def _stays(command: While) -> bool:
    """Return whether the test of a loop has the same result in each round."""
    within = [*nodes_in(command)]
    unset = {name for node in within if isinstance(node, Unset) for name in node.names}
    changed = unset.union(assigned_in(within))
    reads = any(isinstance(node, Lookahead) for node in nodes_in(command.test))
    return not reads and changed.isdisjoint(names_in(command.test))


def _starts(block: Block, end: int, together: Mapping[str, frozenset[str]]) -> Sequence[int]:
    """Return where to begin again if the command at index ``end`` of a block breaks: nearer commands first.

    These are the commands that make up what it depends on, also by way of what is computed from that. Only assertions,
    and loops and choices that contain some, break again and again, and what has to be distinct ``together`` with that.
    """
    command = block[end]
    within = [*nodes_in(command)]
    needed = names_in(tuple(_parts_of(node) for node in within))
    if not any(isinstance(node, Assert | Shaped) for node in within):
        if not isinstance(command, Integer | Float | Regex) or command.target is None:
            return ()
        needed = {*together.get(command.target.name, ())}
    found: list[int] = []
    for number in range(end - 1, -1, -1):
        inside = [*nodes_in(block[number])]
        if not needed.isdisjoint(assigned_in(inside)):
            if not isinstance(block[number], Set):
                found.append(number)
            needed |= names_in(tuple(node.value for node in inside if isinstance(node, Assignment)))
    return found


def _parts_of(node: Node) -> tuple[Node, ...]:
    """Return the parts of a command on which depends what it reads, and whether it can."""
    match node:
        case Integer() | Float():
            return node.low, node.high
        case Repeat():
            return (node.count,)
        case Assert() | While() | If():
            return (node.test,)
        case Shaped():
            return tuple(each for each in (node.nodes, node.root) if each is not None)
    return ()
