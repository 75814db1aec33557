"""Runs a description: its control flow, variables, expressions and tests, by a walk over its tree.

What is to be read goes to a :class:`.Source`: one that reads an input, or one that makes it up.
"""

# mypyc: refsol_jury

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, PatternError
from refsol.own.description.source import Source
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

Index: TypeAlias = tuple[int, ...]
"""The indices of an element of an array; of a variable that is none, ``()``."""


class BrokenError(Exception):
    """A generated input doesn't satisfy the description; the message says what it breaks."""


class Interpreter:
    """Runs a ``description`` on a ``source``, and calls ``after``, if it is given, after each command.

    Raises :class:`.DescriptionError` for patterns that are none, for variables that nothing ever assigns, and where
    constants have no value.
    """

    def __init__(
        self, description: syntax.Description, source: Source, after: Callable[[syntax.Instruction], None] | None = None
    ) -> None:
        self._after: Final = after
        self._source: Final = source
        self._retries: Final[bool] = source.retries
        self._tracks_loops: Final[bool] = source.tracks_loops
        self._commands: Final[syntax.Block] = description.commands
        self._variables: Final[dict[str, dict[Index, Datum]]] = {
            name: {} for name in syntax.assigned_in(description.nodes)
        }
        self._counts: Final[dict[str, Counter[Datum]]] = {}  # of the values of an array in which one is looked for
        self._patterns: Final[dict[bytes, Pattern]] = {}
        self._constants: Final[dict[syntax.Expression, Datum]] = {}  # the values of what is computed from constants
        self._journal: Final[list[tuple[str, Index, Datum | None]]] = []
        """Of a source that retries, the changes of variables, each with the value before, if there was one."""
        self._earlier: Final[dict[int, tuple[set[int], dict[int, Sequence[int]]]]] = {}
        """By block, the commands at which one can begin again, and where to begin if one breaks."""
        self._stays: Final[dict[syntax.While, tuple[bool, bool]]] = {}
        for node in description.nodes:
            self._prepare(node)
        self._compute_constants(description)
        if self._retries:
            self._find_earlier(description)
        self._end: Final = description.commands[-1].place if description.commands else syntax.Location(1, 1)
        source.interpreter = self

    def run(self) -> None:
        """Run the description from its beginning to the end of the input. Errors are its own, and the source's."""
        self.clear()
        self._block(self._commands)
        self._source.end(self._end)

    def clear(self) -> None:
        """Forget the values of the latest run. O(values)."""
        for values in self._variables.values():
            values.clear()
        for counts in self._counts.values():
            counts.clear()
        self._patterns.clear()
        self._journal.clear()

    def values_of(self, name: str) -> dict[Index, Datum]:
        """Return the values of the variable or array called ``name``, to which something assigns."""
        return self._variables[name]

    def index_of(self, variable: syntax.Variable) -> Index:
        """Return the indices of an element now. O(their evaluation)."""
        indices = variable.indices
        if not indices:
            return ()
        if len(indices) == 1:
            return (self._integral(indices[0], variable.place),)
        return tuple([self._integral(index, variable.place) for index in indices])

    # What is known of a description before anything is read

    def _prepare(self, node: syntax.Node) -> None:
        names: Sequence[str] = node.names if isinstance(node, syntax.Unset | syntax.Unique) else ()
        if isinstance(node, syntax.Variable | syntax.InArray):
            names = (node.name,)
        for name in names:
            if name not in self._variables:
                raise DescriptionError(*node.place, f"nothing assigns a value to {name}")
        if isinstance(node, syntax.InArray):
            self._counts[node.name] = Counter()
        elif isinstance(node, syntax.Regex) and isinstance(node.pattern, syntax.Constant):
            self.pattern(self._string(node.pattern, node.place), node.place)
        elif isinstance(node, syntax.While):
            within = [*syntax.nodes_in(node)]
            self._stays[node] = not any(syntax.assigned_in(within)), self._retries and _stays(node, within)

    def _compute_constants(self, description: syntax.Description) -> None:
        chained: set[syntax.Operation] = set()
        for node in description.nodes:
            if isinstance(node, syntax.Negation) and not any(syntax.variables_in(node)):
                self._constants[node] = self.value(node)
            elif isinstance(node, syntax.Operation) and node not in chained:
                first: syntax.Expression = node
                chain: list[syntax.Operation] = []
                while isinstance(first, syntax.Operation):  # chains may be long
                    chain.append(first)
                    first = first.left
                chained.update(chain)
                varies = any(syntax.variables_in(first))
                for operation in reversed(chain):
                    varies = varies or any(syntax.variables_in(operation.right))
                    if not varies:
                        self._constants[operation] = self.value(operation)

    def _find_earlier(self, description: syntax.Description) -> None:
        together: dict[str, frozenset[str]] = {}  # the names beside one in tuples that have to be distinct
        for node in description.nodes:
            if isinstance(node, syntax.Unique):
                together.update({name: frozenset(node.names) - {name} for name in node.names})
        for block in description.blocks:
            found = {number: starts for number in range(len(block)) if (starts := _starts(block, number, together))}
            if found:
                self._earlier[id(block)] = {target for starts in found.values() for target in starts}, found

    # Commands

    def _block(self, block: syntax.Block) -> None:
        earlier = self._earlier.get(id(block)) if self._retries else None
        if earlier is None:
            for command in block:
                self._command(command)
            return
        targets, starts_of = earlier
        marks: dict[int, tuple[int, int]] = {}
        failures: dict[int, int] = {}
        number = 0
        while number < len(block):
            if number in targets:
                marks[number] = self._source.position(), len(self._journal)
            try:
                self._command(block[number])
            except BrokenError:
                attempt = failures.get(number, 0) // 12  # from each command at which one can begin again
                failures[number] = failures.get(number, 0) + 1
                starts = starts_of.get(number, ())
                if attempt == len(starts) or not self._rewind(*marks[starts[attempt]]):
                    raise
                number = starts[attempt]
            else:
                number += 1

    def _rewind(self, position: int, changes: int) -> bool:
        """Forget what was generated after a ``position``, and all but the first ``changes``, if possible."""
        if not self._source.rewind(position):
            return False
        for name, where, before in reversed(self._journal[changes:]):
            self._change(name, where, before)
        del self._journal[changes:]  # and what restoring has noted
        return True

    def _command(self, command: syntax.Instruction) -> None:
        source, place = self._source, command.place
        if isinstance(command, syntax.Text):
            source.text(command, self._string(command.text, place))
        elif isinstance(command, syntax.Integer):
            low, high = self._integral(command.low, place), self._integral(command.high, place)
            self._assign(command.target, source.integer(command, low, high))
        elif isinstance(command, syntax.Assert):
            if not self.holds(command.test):
                source.broken(command, lambda: self._found(command.test))
        elif isinstance(command, syntax.Set):
            for each in command.assignments:
                self._assign(each.target, self.value(each.value))
        elif isinstance(command, syntax.If):
            self._block(command.body if self.holds(command.test) else command.otherwise)
        elif isinstance(command, syntax.Repeat):
            self._repeat(command)
        elif isinstance(command, syntax.Regex):
            pattern = self.pattern(self._string(command.pattern, place), place)
            self._assign(command.target, source.regex(command, pattern))
        elif isinstance(command, syntax.Float):
            self._decimal(command)
        elif isinstance(command, syntax.While):
            self._while(command)
        elif isinstance(command, syntax.Unset):
            for name in command.names:
                for where in [*self._variables[name]]:
                    self._change(name, where, None)
        elif isinstance(command, syntax.Shaped):
            nodes = 0 if command.nodes is None else max(0, self._integral(command.nodes, place))
            root = None if command.root is None else self._integral(command.root, place)
            source.begin_shape(command, nodes, root)
            self._block(command.body)
            source.end_shape(command, nodes, root)
        else:
            source.end(place)
        if self._after is not None:
            self._after(command)

    def _decimal(self, command: syntax.Float) -> None:
        place, decimals = command.place, None
        if command.decimals is not None:
            least, most = (self._integral(bound, place) for bound in command.decimals)
            if not 0 <= least <= most <= _MOST_DECIMALS:
                what = f"numbers of decimals are in 0..{_MOST_DECIMALS} and in order, not {least}, {most}"
                raise DescriptionError(*place, what)
            decimals = least, most
        low, high = self._number(command.low, place), self._number(command.high, place)
        self._assign(command.target, self._source.decimal(command, low, high, decimals))

    def pattern(self, text: bytes, place: syntax.Location) -> Pattern:
        """Return the pattern for a ``text`` at a ``place``. Raises :class:`.DescriptionError`."""
        pattern = self._patterns.get(text)
        if pattern is None:
            try:
                pattern = self._patterns[text] = Pattern(text)
            except PatternError as error:
                raise DescriptionError(*place, f"the regular expression has {error}") from None
        return pattern

    def _repeat(self, command: syntax.Repeat) -> None:
        rounds = self._integral(command.count, command.place)
        if not 0 <= rounds <= _ROUNDS:
            raise DescriptionError(*command.place, f"a number of rounds must be in 0..{_ROUNDS}, not {brief(rounds)}")
        if self._tracks_loops:
            self._source.loop(command, rounds)
        for number in range(rounds if command.body or command.separator else 0):
            self._begin_round(command, number)
            if number and command.separator is not None:
                self._command(command.separator)
            self._block(command.body)
        self._assign(command.target, rounds)

    def _while(self, command: syntax.While) -> None:
        is_constant, never_ends = self._stays[command]  # once begun; an input that is read ends
        if self._tracks_loops:
            self._source.loop(command, 0)
        number = before = 0
        while True:
            self._begin_round(command, number)
            first_of_more = number == 1 and command.separator is not None  # the next round begins with the separator
            if number and is_constant and not first_of_more and self._source.position() == before:
                raise DescriptionError(*command.place, "the loop never ends: a round reads and changes nothing")
            if not self.holds(command.test):
                return
            if never_ends:
                raise DescriptionError(*command.place, "the loop never ends: nothing in it changes its test")
            before = self._source.position()
            if number and command.separator is not None:
                self._command(command.separator)
            self._block(command.body)
            number += 1

    def _begin_round(self, command: syntax.Loop, number: int) -> None:
        self._assign(command.target, number)
        if self._tracks_loops:
            self._source.round(command, number)

    # Variables

    def _assign(self, variable: syntax.Variable | None, value: Datum) -> None:
        if variable is not None:
            self._change(variable.name, self.index_of(variable), value)

    def _change(self, name: str, where: Index, value: Datum | None) -> None:
        values = self._variables[name]
        if self._retries or self._counts:
            before = values.get(where)
            if self._retries:
                self._journal.append((name, where, before))
            counts = self._counts.get(name)
            if counts is not None:
                if before is not None:
                    counts[before] -= 1
                if value is not None:
                    counts[value] += 1
        if value is None:
            values.pop(where, None)
        else:
            values[where] = value

    # Expressions

    def value(self, expression: syntax.Expression) -> Datum:
        """Return the value of an expression now. Raises :class:`.DescriptionError` if it has none."""
        if isinstance(expression, syntax.Constant):
            return expression.value
        if isinstance(expression, syntax.Variable):
            where = self.index_of(expression)
            value = self._variables[expression.name].get(where)
            if value is None:
                raise DescriptionError(*expression.place, f"{_element(expression.name, where)} has no value")
            return value
        constant = self._constants.get(expression)
        if constant is not None:
            return constant
        if isinstance(expression, syntax.Operation):
            return self._operation(expression)
        try:
            if isinstance(expression, syntax.Negation):
                return negative(self.value(expression.operand))
        except ValueTypeError as error:
            raise DescriptionError(*expression.place, str(error)) from None
        return len(self._string(expression.operand, expression.place))

    def _operation(self, operation: syntax.Operation) -> Datum:
        """Return the result of a chain of operations, which may be long, from left to right."""
        chain = [operation]
        left = operation.left
        while isinstance(left, syntax.Operation) and left not in self._constants:
            chain.append(left)
            left = left.left
        value = self.value(left)
        for each in reversed(chain):
            right = self.value(each.right)
            try:
                value = computed(each.operator, value, right)
            except ValueTypeError as error:
                raise DescriptionError(*each.place, str(error)) from None
        return value

    def _integral(self, expression: syntax.Expression, place: syntax.Location) -> int:
        found = self.value(expression)
        if isinstance(found, int):
            return found
        raise DescriptionError(*place, f"expected an integer, found {kind_of(found)}")

    def _number(self, expression: syntax.Expression, place: syntax.Location) -> Numeric:
        found = self.value(expression)
        if isinstance(found, bytes):
            raise DescriptionError(*place, f"expected a number, found {kind_of(found)}")
        return found

    def _string(self, expression: syntax.Expression, place: syntax.Location) -> bytes:
        found = self.value(expression)
        if isinstance(found, bytes):
            return found
        raise DescriptionError(*place, f"expected a string, found {kind_of(found)}")

    # Tests

    def holds(self, test: syntax.Condition) -> bool:
        """Return whether a test holds now."""
        if isinstance(test, syntax.Relation):
            left, right = self.value(test.left), self.value(test.right)
            try:
                return holds(test.operator, left, right)
            except ValueTypeError as error:
                raise DescriptionError(*test.place, str(error)) from None
        if isinstance(test, syntax.Connection):
            return self._connected(test)
        if isinstance(test, syntax.Not):
            return not self.holds(test.operand)
        if isinstance(test, syntax.Lookahead):
            characters = None if test.characters is None else self._string(test.characters, test.place)
            return self._source.lookahead(test, characters)
        if isinstance(test, syntax.Unique):
            return not self._repeated(test)
        return self._counts[test.name][self.value(test.value)] > 0

    def _connected(self, test: syntax.Condition) -> bool:
        """Return whether a chain of conditions holds; each is tested only if those before it haven't decided."""
        chain: list[syntax.Connection] = []
        while isinstance(test, syntax.Connection):
            chain.append(test)
            test = test.left
        found = self.holds(test)
        for connection in reversed(chain):
            if found == (connection.operator == "&&"):
                found = self.holds(connection.right)
        return found

    def _repeated(self, test: syntax.Unique) -> str:
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

    def _found(self, test: syntax.Condition) -> str:
        if isinstance(test, syntax.Unique):
            return self._repeated(test)
        values: dict[str, Datum] = {}
        for variable in syntax.variables_in(test):
            where = self.index_of(variable)
            value = self._variables[variable.name].get(where)
            if value is not None:
                values[_element(variable.name, where)] = value
        return ", ".join(f"{name} = {brief(value)}" for name, value in values.items()) or "that it does not hold"


def _element(name: str, where: Index) -> str:
    return f"{name}[{','.join(map(str, where))}]" if where else name


def _stays(command: syntax.While, within: Sequence[syntax.Node]) -> bool:
    unset = {name for node in within if isinstance(node, syntax.Unset) for name in node.names}
    changed = unset.union(syntax.assigned_in(within))
    reads = any(isinstance(node, syntax.Lookahead) for node in syntax.nodes_in(command.test))
    return not reads and changed.isdisjoint(syntax.names_in(command.test))


def _starts(block: syntax.Block, end: int, together: Mapping[str, frozenset[str]]) -> Sequence[int]:
    """Return where to begin again if the command at index ``end`` of a block breaks: nearer commands first.

    These are the commands that make up what it depends on, also by way of what is computed from that. Only assertions,
    ranges, which may be empty, and loops and choices that contain some, break again and again, and what has to be
    distinct ``together`` with that.
    """
    command = block[end]
    within = [*syntax.nodes_in(command)]
    if any(isinstance(node, syntax.Assert | syntax.Shaped) for node in within):
        needed = syntax.names_in(tuple(_parts_of(node) for node in within))
    else:
        ranges = tuple(node for node in within if isinstance(node, syntax.Integer | syntax.Float))
        needed = syntax.names_in(tuple(_parts_of(node) for node in ranges))
        if isinstance(command, syntax.Integer | syntax.Float | syntax.Regex) and command.target is not None:
            needed |= {*together.get(command.target.name, ())}
    found: list[int] = []
    for number in range(end - 1, -1, -1):
        inside = [*syntax.nodes_in(block[number])]
        if not needed.isdisjoint(syntax.assigned_in(inside)):
            if not isinstance(block[number], syntax.Set):
                found.append(number)
            needed |= syntax.names_in(tuple(node.value for node in inside if isinstance(node, syntax.Assignment)))
    return found


def _parts_of(node: syntax.Node) -> tuple[syntax.Node, ...]:
    """Return the parts of a command on which depends what it reads, and whether it can."""
    if isinstance(node, syntax.Integer | syntax.Float):
        return node.low, node.high
    if isinstance(node, syntax.Repeat):
        return (node.count,)
    if isinstance(node, syntax.Assert | syntax.While | syntax.If):
        return (node.test,)
    if isinstance(node, syntax.Shaped):
        return tuple(each for each in (node.nodes, node.root) if each is not None)
    return ()
