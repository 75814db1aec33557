"""What assertions demand of the values that are made up before them.

An assertion is carried backwards through the description, as in E. W. Dijkstra's *Guarded commands, nondeterminacy and
formal derivation of programs* (Communications of the ACM 18, 1975). Before an assignment, it speaks of what is
assigned; before a value is made up, of all values in its range; and before a loop, of a sum that has grown by as many
increments as there are rounds. On this way it meets the commands that make up values. What it demands there is
``fixed + factor · value <= 0``, which bounds the value: sums have a budget, and lengths are what they have to be.

Both parts are intervals, since some values aren't made up yet, so a value within the bounds may still turn out to be
wrong. These are hints: whoever makes up an input checks its assertions.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, PatternError
from refsol.own.description.lengths import LengthTable
from refsol.own.description.sums import (
    ONE,
    ZERO,
    NotASumError,
    RoundsLeft,
    Substitution,
    Sum,
    Unknown,
    Value,
    anything,
    constant,
    names_in,
    names_of,
    plus,
    shifted_by,
    sum_of,
    times,
    value_of,
    values_in,
)

_MOST_DEMANDS: Final = 32  # that are carried
_OPPOSITE: Final[Mapping[str, str]] = {">": "<", ">=": "<="}


class Demand(NamedTuple):
    """A demand of the assertion ``command``: ``difference`` is at most 0; or it ``is_equation``, and is 0.

    Or it ``is_exclusion``, and is not 0. It is one only where the ``guards`` hold, or don't, as the second part of each
    says.
    """

    command: syntax.Assert
    difference: Sum
    is_equation: bool = False
    guards: tuple[tuple[syntax.Condition, bool], ...] = ()
    is_exclusion: bool = False


class Bound(NamedTuple):
    """What a ``demand`` means for a value: ``fixed + factor · value`` is at most 0, or is 0."""

    demand: Demand
    fixed: Sum
    factor: Sum
    left: tuple[RoundsLeft, ...]
    """The loops over whose rounds the value is part of a sum."""


class _Loop(NamedTuple):
    """What is known of a loop: the names ``assigned`` in it, and what is demanded at the ``entry`` of a round.

    The value of each variable that ``grows`` is a sum: a round adds the increment that is given by the name.
    """

    assigned: frozenset[str]
    entry: Sequence[Demand]
    grows: Mapping[str, Sum]


class Demands:
    """What the assertions of a ``description`` demand of the values that are made up. O(its length · its depth)."""

    def __init__(self, description: syntax.Description, lengths: LengthTable) -> None:
        self._lengths: Final = lengths
        self._loops: Final[dict[syntax.Loop, _Loop]] = {}
        self._variables: Final[dict[Value, syntax.Variable]] = {}
        self._bounds: Final[dict[syntax.Choosing, list[Bound]]] = {}
        self._exclusions: Final[dict[syntax.Integer, list[Bound]]] = {}
        self._rounds: Final[dict[syntax.While, Sequence[Demand]]] = {}
        self._ranges: Final[dict[syntax.Choosing, Unknown]] = {}
        self._around: Final = syntax.loops_around(description)
        self._making: Final = {
            node.target.name: node for node in description.nodes if isinstance(node, syntax.Integer) and node.target
        }
        for node in description.nodes:
            if isinstance(node, syntax.Variable):
                self._variables.setdefault(value_of(node), node)
        if any(isinstance(node, syntax.Assert) for node in description.nodes):
            self._before(description.commands, [], attach=True)

    def on(self, command: syntax.Choosing) -> Sequence[Bound]:
        """Return what is demanded of the value that a command makes up. O(1)."""
        return self._bounds.get(command, ())

    def excluding(self, command: syntax.Integer) -> Sequence[Bound]:
        """Return what excludes values of the integer that a command makes up. O(1)."""
        return self._exclusions.get(command, ())

    def of_rounds(self, command: syntax.While) -> Sequence[Demand]:
        """Return what is demanded of sums that grow in each round of a loop, where one begins. O(1)."""
        return self._rounds.get(command, ())

    def bound_lengths(self) -> set[str]:
        """Return the names of the variables that bound lengths. O(bounds)."""
        found: set[str] = set()
        for command, bounds in self._bounds.items():
            if isinstance(command, syntax.Regex):
                found |= {name for bound in bounds for name in names_of(bound.fixed)}
        return found

    def variable(self, value: Value) -> syntax.Variable | None:
        """Return a variable that has a value, if there is one. O(1)."""
        return self._variables.get(value._replace(is_length=False))

    def _before(self, block: syntax.Block, live: Sequence[Demand], *, attach: bool) -> Sequence[Demand]:
        """Return what is demanded before a block, if ``live`` is after it; ``attach`` what that means for values."""
        for command in reversed(block):
            live = self._before_command(command, live[-_MOST_DEMANDS:], attach)
        return live

    def _before_command(self, command: syntax.Instruction, live: Sequence[Demand], attach: bool) -> Sequence[Demand]:
        match command:
            case syntax.Assert():
                return [*live, *_demands_of(command), *self._enough_for(command)]
            case syntax.Set():
                for assignment in reversed(command.assignments):
                    try:
                        value = sum_of(assignment.value)
                    except NotASumError:
                        value = anything()
                    live = _assigned(live, value_of(assignment.target), value)
            case syntax.Unset():
                live = _forgotten(live, frozenset(command.names))
            case syntax.Integer() | syntax.Float() | syntax.Regex():
                if command.target is not None:
                    live = self._made_up(command, command.target, live, attach)
            case syntax.Repeat() | syntax.While():
                live = self._looped(command, live, attach)
            case syntax.If():
                live = self._chosen(command, live, attach)
            case syntax.Shaped():
                live = self._before(command.body, live, attach=attach)
        return live

    def _made_up(
        self, command: syntax.Choosing, target: syntax.Variable, live: Sequence[Demand], attach: bool
    ) -> Sequence[Demand]:
        is_text = isinstance(command, syntax.Regex)
        value = value_of(target)._replace(is_length=is_text)
        if attach and not isinstance(command, syntax.Float):
            for demand in _replaced(Substitution(lambda each: _at(each, value)), live):
                bound = _linear(demand, value)
                if bound is not None and demand.is_exclusion:
                    if isinstance(command, syntax.Integer):
                        self._exclusions.setdefault(command, []).append(bound)
                elif bound is not None:
                    self._bounds.setdefault(command, []).append(bound)
        if command not in self._ranges:
            self._ranges[command] = self._range_of(command)
        return _assigned(live, value, {(self._ranges[command],): 1})

    def _range_of(self, command: syntax.Choosing) -> Unknown:
        """Return a value that a command hasn't made up yet; of a text, its length."""
        if isinstance(command, syntax.Integer):
            try:
                return Unknown([sum_of(command.low), sum_of(command.high)])
            except NotASumError:
                return Unknown(())
        if isinstance(command, syntax.Float):
            return Unknown(())
        found = self._lengths_of(command)
        if not found:
            return Unknown([ZERO], is_bounded=False)
        low, high = min(each[0] for each in found), max(each[-1] for each in found)
        return Unknown([constant(low), constant(high)], is_bounded=high < self._lengths.most)

    def _lengths_of(self, command: syntax.Regex) -> Sequence[range]:
        pattern = command.pattern
        if not (isinstance(pattern, syntax.Constant) and isinstance(pattern.value, bytes)):
            return ()
        try:
            return self._lengths.of(Pattern(pattern.value).expression)
        except PatternError:  # which whoever runs the description says
            return ()

    def _chosen(self, command: syntax.If, live: Sequence[Demand], attach: bool) -> Sequence[Demand]:
        """Return what is demanded before one of two blocks is chosen."""
        if_so, if_not = (self._before(block, live, attach=attach) for block in (command.body, command.otherwise))
        always = [demand for demand in if_so if demand in if_not]
        sometimes = [(demand, True) for demand in if_so] + [(demand, False) for demand in if_not]
        guarded = [_guarded(demand, command.test, is_so) for demand, is_so in sometimes if demand not in always]
        return [*always, *(demand for demand in guarded if demand is not None)]

    def _enough_for(self, command: syntax.Assert) -> Iterator[Demand]:
        """Yield that a loop has no more rounds than there are tuples of integers which have to be distinct."""
        for test in syntax.conjuncts(command.test):
            names = test.names if isinstance(test, syntax.Unique) else ()
            made = [self._making[name] for name in names if name in self._making]
            loop = self._around[made[0]] if made and len(made) == len(names) else None
            if isinstance(loop, syntax.Repeat):
                try:
                    rounds, tuples = sum_of(loop.count), ONE
                    for each in made:
                        tuples = times(tuples, plus(plus(sum_of(each.high), sum_of(each.low), -1), ONE))
                    yield Demand(command, plus(rounds, tuples, -1))
                except NotASumError:
                    continue

    # Loops

    def _looped(self, command: syntax.Loop, live: Sequence[Demand], attach: bool) -> Sequence[Demand]:
        """Return what is demanded before a loop, if ``live`` is after it."""
        loop = self._loop(command)
        if isinstance(command, syntax.While):
            some: Sum = {(Unknown([ZERO], is_bounded=False),): 1}
            if attach:
                at_end = _forgotten(_grown(live, loop, some), loop.assigned - loop.grows.keys())
                entry = self._before(command.body, at_end, attach=True)
                self._rounds[command] = [
                    each
                    for each in entry
                    if not each.is_exclusion and not names_of(each.difference).isdisjoint(loop.grows)
                ]
            return _forgotten(_grown(live, loop, some), loop.assigned - loop.grows.keys())
        assert isinstance(command, syntax.Repeat)
        if attach:
            left: Sum = {(RoundsLeft(command),): 1}
            later = _forgotten(_grown(loop.entry, loop, plus(left, ONE, -1)), loop.assigned - loop.grows.keys())
            after = _forgotten(_grown(live, loop, left), loop.assigned - loop.grows.keys())
            chained = [
                each for demand in loop.entry if not demand.is_exclusion for each in _chained(demand, loop, command)
            ]
            of_all = [demand for demand in live if _is_of_all(demand, loop)]
            self._before(command.body, [*after, *later, *chained, *of_all], attach=True)
        try:
            count = sum_of(command.count)
        except NotASumError:
            count = anything()
        of_all = _replaced(Substitution(lambda value: _of_all(value, command)), loop.entry)
        found = [*_grown(live, loop, count), *_grown(loop.entry, loop, plus(count, ONE, -1)), *of_all]
        return _forgotten(found, loop.assigned - loop.grows.keys())

    def _loop(self, command: syntax.Loop) -> _Loop:
        if command not in self._loops:
            nodes = [*syntax.nodes_in(command)]
            unset = {name for node in nodes if isinstance(node, syntax.Unset) for name in node.names}
            assigned = frozenset(unset.union(syntax.assigned_in(nodes)))
            entry = self._before(command.body, [], attach=False)
            sums = [node.target for node in nodes if isinstance(node, syntax.Assignment) and not node.target.indices]
            grows: dict[str, Sum] = {}
            for target in {target.name: target for target in sums}.values():
                increment = self._increment(command, value_of(target))
                if increment is not None:
                    grows[target.name] = increment
            self._loops[command] = _Loop(assigned, entry, self._independent(command, grows, assigned))
        return self._loops[command]

    def _increment(self, command: syntax.Loop, value: Value) -> Sum | None:
        """Return how much a round adds to a value, or None where that can't be said."""
        demand = Demand(_NO_ASSERTION, {(value,): 1})
        found = [
            plus(each.difference, {(value,): 1}, -1)
            for each in self._before(command.body, [demand], attach=False)
            if each.command is _NO_ASSERTION
        ]
        if not found or any(value.name in names_of(each) for each in found):
            return None
        return found[0] if len(found) == 1 else {(Unknown(found),): 1}

    def _independent(
        self, command: syntax.Loop, grows: Mapping[str, Sum], assigned: frozenset[str]
    ) -> Mapping[str, Sum]:
        """Return increments that hold for all rounds, whatever has changed in the ones before."""
        number = anything()
        if isinstance(command, syntax.Repeat):
            try:
                last = plus(sum_of(command.count), ONE, -1)
                number = {(Unknown([ZERO, last]),): 1}
            except NotASumError:
                pass
        counter = None if command.target is None else value_of(command.target)

        def replaced(value: Value) -> Sum | None:
            if value == counter:
                return number
            return None if assigned.isdisjoint(names_in(value)) else anything()

        found: dict[str, Sum] = {}
        for name, increment in grows.items():
            try:
                found[name] = Substitution(replaced).of(increment)
            except NotASumError:
                continue
        return found


_ALL: Final = syntax.Constant(syntax.Location(0, 0), 0)
"""The index of any element of an array, for all of which there is the same demand."""
_NO_ASSERTION: Final = syntax.Assert(syntax.Location(0, 0), syntax.Unique(syntax.Location(0, 0), ()), "")


def _demands_of(command: syntax.Assert) -> Iterator[Demand]:
    """Yield the demands of an assertion that are differences of sums."""
    for test in syntax.conjuncts(command.test):
        if not isinstance(test, syntax.Relation):
            continue
        try:
            difference = plus(sum_of(test.left), sum_of(test.right), -1)
        except NotASumError:
            continue
        if test.operator in _OPPOSITE:
            difference = plus(ZERO, difference, -1)
        if test.operator in "<>":
            difference = plus(difference, ONE)
        yield Demand(command, difference, test.operator == "==", is_exclusion=test.operator == "!=")


def _assigned(live: Sequence[Demand], target: Value, value: Sum) -> Sequence[Demand]:
    """Return what is demanded before ``value`` is assigned to a ``target``.

    Guards and indices that speak of it are no longer the same, and other elements of an array stay what they are.
    """

    def replaced(each: Value) -> Sum | None:
        if each == target:
            return value
        names = [*names_in(each)]
        is_other = target.name in names[1:] or (each.name == target.name and each.indices == target.indices)
        return anything() if is_other else None

    substitution = Substitution(replaced)
    affected = [demand for demand in live if not _is_guarded_by(demand, {target.name})]
    return _replaced(substitution, affected)


def _grown(live: Sequence[Demand], loop: _Loop, rounds: Sum) -> Sequence[Demand]:
    """Return what is demanded before some more ``rounds`` of a loop, if ``live`` is after them."""
    if not live:
        return live
    try:
        grown = {name: plus({(Value(name, (), False),): 1}, times(rounds, each)) for name, each in loop.grows.items()}
    except NotASumError:
        grown = {}
    substitution = Substitution(lambda value: grown.get(value.name) if value == Value(value.name, (), False) else None)
    kept = [demand for demand in live if not _is_guarded_by(demand, loop.assigned)]
    return _replaced(substitution, kept)


def _chained(demand: Demand, loop: _Loop, command: syntax.Repeat) -> Iterator[Demand]:
    """Yield what a demand on a value of the round before, as of sorted numbers, means for that round.

    It is the same demand, as often as there are rounds left.
    """
    counter = None if command.target is None else value_of(command.target)
    step: Sum = ONE if counter is None else plus({(counter,): 1}, ONE)
    left: Sum = {(RoundsLeft(command),): demand.difference.get((), 0)}
    chain = plus(plus(demand.difference, constant(demand.difference.get((), 0)), -1), left)
    shifted = Substitution(lambda value: None if counter is None else shifted_by(value, counter, step))
    changing = loop.assigned - loop.grows.keys()
    before = [atom for term in chain for atom in term if not changing.isdisjoint(names_of({(atom,): 1}))]
    if len(before) == 1 and isinstance(before[0], Value) and before[0] != counter:
        with suppress(NotASumError):
            yield demand._replace(difference=shifted.of(chain), guards=())


def _of_all(value: Value, loop: syntax.Repeat) -> Sum | None:
    """Return the elements of an array for the one with the number of a round, of which a ``loop`` makes a demand."""
    counter = None if loop.target is None else frozenset([((value_of(loop.target),), 1)])
    return {(value._replace(indices=(_ALL,)),): 1} if value.indices == (counter,) else None


def _at(value: Value, other: Value) -> Sum | None:
    """Return the element for all elements that has the same index as that of an ``other`` array."""
    is_one = value.indices == (_ALL,) and len(other.indices) == 1
    return {(value._replace(indices=other.indices),): 1} if is_one else None


def _is_of_all(demand: Demand, loop: _Loop) -> bool:
    """Return whether there is a demand of all elements of arrays, which a loop may make up, but nothing else in it."""
    values = {atom for term in demand.difference for atom in term if isinstance(atom, Value)}
    arrays = {value.name for value in values if value.indices == (_ALL,)}
    others = names_of(demand.difference) - arrays
    return bool(arrays) and loop.assigned.isdisjoint(others) and not _is_guarded_by(demand, loop.assigned)


def _forgotten(live: Sequence[Demand], names: frozenset[str]) -> list[Demand]:
    """Return the demands that don't speak of variables with these ``names``."""
    return [
        demand for demand in live if names.isdisjoint(names_of(demand.difference)) and not _is_guarded_by(demand, names)
    ]


def _is_guarded_by(demand: Demand, names: Iterable[str]) -> bool:
    return any(not syntax.names_in(test).isdisjoint(names) for test, _ in demand.guards)


def _guarded(demand: Demand, test: syntax.Condition, is_so: bool) -> Demand | None:
    """Return a demand that is one only if a test ``is_so``, or None if that can't be said beforehand."""
    if demand.command is _NO_ASSERTION:
        return demand
    if any(isinstance(node, syntax.Lookahead) for node in syntax.nodes_in(test)):
        return None
    return demand._replace(guards=(*demand.guards, (test, is_so)))


def _linear(demand: Demand, value: Value) -> Bound | None:
    """Return what a demand means for a value, if it is about it and linear in it."""
    fixed: Sum = {}
    factor: Sum = {}
    for term, number in demand.difference.items():
        others = tuple(atom for atom in term if atom != value)
        if len(others) == len(term):
            if value in (inner for atom in term if isinstance(atom, Unknown) for inner in values_in(atom)):
                return None
            fixed = plus(fixed, {term: number})
        elif len(others) == len(term) - 1:
            factor = plus(factor, {others: number})
        else:
            return None
    if not factor:
        return None
    left = {atom for term in fixed for atom in term if isinstance(atom, RoundsLeft)}
    return Bound(demand, fixed, factor, tuple(left))


def _replaced(substitution: Substitution, demands: Sequence[Demand]) -> list[Demand]:
    """Return what is left of demands."""
    found: list[Demand] = []
    for demand in demands:
        try:
            found.append(demand._replace(difference=substitution.of(demand.difference)))
        except NotASumError:
            continue
    return found
