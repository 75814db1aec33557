"""What assertions demand of the values that are made up before them.

An assertion is carried backwards through the description, as in E. W. Dijkstra's *Guarded commands, nondeterminacy and
formal derivation of programs* (Communications of the ACM 18, 1975). Before an assignment, it speaks of what is
assigned; before a value is made up, of all values in its range; and before a loop, of a sum that has grown by as many
increments as there are rounds. On this way it meets the commands that make up values. What it demands there is
``fixed + factor · value <= 0``, which bounds the value: sums have a budget, and lengths are what they have to be.

Both parts are intervals, since some values aren't made up yet, so a value within the bounds may still turn out to be
wrong. These are hints: whoever makes up an input checks its assertions.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern, PatternError
from refsol.own.description.interpreter import Index, Source
from refsol.own.description.lengths import LengthTable
from refsol.own.description.values import Datum, DescriptionError, ValueTypeError, computed

_MOST_TERMS: Final = 64  # of a sum
_MOST_DEMANDS: Final = 32  # that are carried
_DEPTH: Final = 8  # of what isn't known, and bounds what else isn't
_OPPOSITE: Final[Mapping[str, str]] = {">": "<", ">=": "<="}


class Value(NamedTuple):
    """The value of a variable called ``name``, with ``indices`` (:func:`_key_of`) if it has some.

    If it ``is_length``, it is the length of that value.
    """

    name: str
    indices: "tuple[_Key, ...]"
    is_length: bool


class RoundsLeft(NamedTuple):
    """How many rounds of a ``loop`` follow the present one."""

    loop: syntax.Repeat


class Unknown:
    """A value that isn't made up yet: between the least and the most that ``ends`` may be.

    It has no upper limit unless it ``is_bounded``, and without ends it may be anything. The ``depth`` is how many of
    these there are in each other.
    """

    def __init__(self, ends: Sequence["Sum"], *, is_bounded: bool = True) -> None:
        depths = [atom.depth for end in ends for term in end for atom in term if isinstance(atom, Unknown)]
        self.depth: Final[int] = 1 + max(depths, default=0)
        self.ends: Final = ends if self.depth <= _DEPTH else ()
        self.is_bounded: Final = is_bounded


_Key: TypeAlias = frozenset[tuple[tuple["Atom", ...], int]] | syntax.Expression
Atom: TypeAlias = Value | RoundsLeft | Unknown
"""A factor in a product."""
Sum: TypeAlias = Mapping[tuple["Atom", ...], int]
"""A sum of products of atoms, which are in the order of their hashes, each with an integer before it."""
Interval: TypeAlias = tuple[int | None, int | None]
"""The least and the most; None stands for no limit."""

_ZERO: Final[Sum] = {}
_ONE: Final[Sum] = {(): 1}
_ANYTHING: Final[Interval] = (None, None)


class Demand(NamedTuple):
    """A demand of the assertion ``command``: ``difference`` is at most 0 or, if it ``is_equation``, is 0.

    It is one only where the ``guards`` hold, or don't, as the second part of each says.
    """

    command: syntax.Assert
    difference: Sum
    is_equation: bool = False
    guards: tuple[tuple[syntax.Condition, bool], ...] = ()


class Bound(NamedTuple):
    """What a ``demand`` means for a value: ``fixed + factor · value`` is at most 0, or is 0."""

    demand: Demand
    fixed: Sum
    factor: Sum
    left: tuple[RoundsLeft, ...]
    """The loops over whose rounds the value is part of a sum."""


class Bounds(NamedTuple):
    """The bounds of a value: ``low..high``; an equal ``share`` of what is left for all rounds, if it is part of a sum.

    ``roomy`` is a lower bound than ``high`` for a number of rounds: one with which a round may be nearly as large as
    it can be.
    """

    low: int | None = None
    high: int | None = None
    share: int | None = None
    roomy: int | None = None


# Sums


def _plus(left: Sum, right: Sum, times: int = 1) -> Sum:
    terms = dict(left)
    for term, factor in right.items():
        terms[term] = terms.get(term, 0) + times * factor
    return {term: factor for term, factor in terms.items() if factor}


def _times(left: Sum, right: Sum) -> Sum:
    """Return a product. Raises :class:`_NotASumError` if it has too many terms."""
    if len(left) * len(right) > _MOST_TERMS:
        raise _NotASumError
    product: Sum = {}
    for one, factor in left.items():
        for other, more in right.items():
            product = _plus(product, {tuple(sorted(one + other, key=hash)): factor * more})
    return product


class _NotASumError(Exception):
    """An expression isn't a sum of products, or has too many terms."""


def _sum_of(expression: syntax.Expression) -> Sum:
    """Return what an expression is. Raises :class:`_NotASumError`."""
    match expression:
        case syntax.Constant():
            if not isinstance(expression.value, int):
                raise _NotASumError
            return _constant(expression.value)
        case syntax.Variable():
            return {(_value_of(expression),): 1}
        case syntax.Negation():
            return _plus(_ZERO, _sum_of(expression.operand), -1)
        case syntax.Length():
            if isinstance(expression.operand, syntax.Variable):
                return {(_value_of(expression.operand)._replace(is_length=True),): 1}
            raise _NotASumError
    first, operations = syntax.operations_in(expression)
    found = _sum_of(first)
    for operation in operations:
        found = _joined(operation.operator, found, _sum_of(operation.right))
        if len(found) > _MOST_TERMS:
            raise _NotASumError
    return found


def constant_of(expression: syntax.Expression) -> int | None:
    """Return the integer that an expression is wherever it stands, or None. O(its evaluation)."""
    try:
        found = _sum_of(expression)
    except _NotASumError:
        return None
    return found.get((), 0) if found.keys() <= {()} else None


def _joined(operator: str, left: Sum, right: Sum) -> Sum:
    if operator == "*":
        return _times(left, right)
    if operator in "+-":
        return _plus(left, right, 1 if operator == "+" else -1)
    if left.keys() | right.keys() <= {()}:
        try:
            result = computed(operator, left.get((), 0), right.get((), 0))
        except ValueTypeError:
            raise _NotASumError from None
        if isinstance(result, int):
            return _constant(result)
    raise _NotASumError


def _constant(value: int) -> Sum:
    return {(): value} if value else _ZERO


def _value_of(variable: syntax.Variable) -> Value:
    return Value(variable.name, tuple(map(_key_of, variable.indices)), False)


def _key_of(expression: syntax.Expression) -> _Key:
    """Return what equal indices have in common."""
    try:
        return frozenset(_sum_of(expression).items())
    except _NotASumError:
        return expression  # equal to itself only


def _names_in(value: Value) -> Iterator[str]:
    """Yield the names of a variable and of those in its indices."""
    yield value.name
    for index in value.indices:
        if isinstance(index, frozenset):
            for term, _factor in index:
                for atom in term:
                    yield from _names_in_atom(atom)
        else:
            yield from syntax.names_in(index)


def _names_of(total: Sum) -> set[str]:
    return {name for term in total for atom in term for name in _names_in_atom(atom)}


def _names_in_atom(atom: Atom) -> Iterable[str]:
    if isinstance(atom, Value):
        return _names_in(atom)
    return {name for end in atom.ends for name in _names_of(end)} if isinstance(atom, Unknown) else ()


class _Substitution:
    """Replaces values: those of which ``replace`` returns what takes their place."""

    def __init__(self, replace: Callable[[Value], Sum | None]) -> None:
        self._replace: Final = replace
        self._known: Final[dict[Unknown, Unknown]] = {}  # what is the same stays the same

    def of(self, total: Sum) -> Sum:
        """Return what a sum becomes. Raises :class:`_NotASumError` if it has too many terms."""
        found: Sum = {}
        for term, factor in total.items():
            product: Sum = {(): factor}
            for atom in term:
                product = _times(product, self._of_atom(atom))
            found = _plus(found, product)
        if len(found) > _MOST_TERMS:
            raise _NotASumError
        return found

    def _of_atom(self, atom: Atom) -> Sum:
        if isinstance(atom, Unknown):
            known = self._known.get(atom)
            if known is None:
                ends = [self.of(end) for end in atom.ends]
                is_new = any(end != before for end, before in zip(ends, atom.ends, strict=True))
                known = self._known[atom] = Unknown(ends, is_bounded=atom.is_bounded) if is_new else atom
            return {(known,): 1}
        replaced = self._replace(atom) if isinstance(atom, Value) else None
        return {(atom,): 1} if replaced is None else replaced

    def in_all(self, demands: Sequence[Demand]) -> list[Demand]:
        """Return what is left of demands."""
        found: list[Demand] = []
        for demand in demands:
            try:
                found.append(demand._replace(difference=self.of(demand.difference)))
            except _NotASumError:
                continue
        return found


# The way backwards


class _Loop(NamedTuple):
    """What is known of a loop: the names that are ``assigned`` in it, what is demanded at a round's ``entry``, sums.

    A round adds to each variable that ``grows`` the increment that is given by its name.
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
        self._rounds: Final[dict[syntax.While, Sequence[Demand]]] = {}
        self._ranges: Final[dict[syntax.Choosing, Unknown]] = {}
        for node in description.nodes:
            if isinstance(node, syntax.Variable):
                self._variables.setdefault(_value_of(node), node)
        if any(isinstance(node, syntax.Assert) for node in description.nodes):
            self._before(description.commands, [], attach=True)

    def on(self, command: syntax.Choosing) -> Sequence[Bound]:
        """Return what is demanded of the value that a command makes up. O(1)."""
        return self._bounds.get(command, ())

    def of_rounds(self, command: syntax.While) -> Sequence[Demand]:
        """Return what is demanded of sums that grow in each round of a loop, where one begins. O(1)."""
        return self._rounds.get(command, ())

    def bound_lengths(self) -> set[str]:
        """Return the names of the variables that bound lengths. O(bounds)."""
        found: set[str] = set()
        for command, bounds in self._bounds.items():
            if isinstance(command, syntax.Regex):
                found |= {name for bound in bounds for name in _names_of(bound.fixed)}
        return found

    def variable(self, value: Value) -> syntax.Variable:
        """Return a variable that has a value. O(1)."""
        return self._variables[value._replace(is_length=False)]

    def _before(self, block: syntax.Block, live: Sequence[Demand], *, attach: bool) -> Sequence[Demand]:
        """Return what is demanded before a block, if ``live`` is after it; ``attach`` what that means for values."""
        for command in reversed(block):
            live = self._before_command(command, live[-_MOST_DEMANDS:], attach)
        return live

    def _before_command(self, command: syntax.Instruction, live: Sequence[Demand], attach: bool) -> Sequence[Demand]:
        match command:
            case syntax.Assert():
                return [*live, *_demands_of(command)]
            case syntax.Set():
                for assignment in reversed(command.assignments):
                    try:
                        value = _sum_of(assignment.value)
                    except _NotASumError:
                        value = _anything()
                    live = _assigned(live, _value_of(assignment.target), value)
            case syntax.Unset():
                live = _forgotten(live, frozenset(command.names))
            case syntax.Integer() | syntax.Float() | syntax.Regex():
                if command.target is not None:
                    live = self._made_up(command, command.target, live, attach)
            case syntax.Repeat() | syntax.While():
                live = self._looped(command, live, attach)
            case syntax.If():
                live = self._chosen(command, live, attach)
        return live

    def _made_up(
        self, command: syntax.Choosing, target: syntax.Variable, live: Sequence[Demand], attach: bool
    ) -> Sequence[Demand]:
        is_text = isinstance(command, syntax.Regex)
        value = _value_of(target)._replace(is_length=is_text)
        if attach and not isinstance(command, syntax.Float):
            for demand in live:
                bound = _linear(demand, value)
                if bound is not None:
                    self._bounds.setdefault(command, []).append(bound)
        if command not in self._ranges:
            self._ranges[command] = self._range_of(command)
        return _assigned(live, value, {(self._ranges[command],): 1})

    def _range_of(self, command: syntax.Choosing) -> Unknown:
        """Return a value that a command hasn't made up yet; of a text, its length."""
        if isinstance(command, syntax.Integer):
            try:
                return Unknown([_sum_of(command.low), _sum_of(command.high)])
            except _NotASumError:
                return Unknown(())
        if isinstance(command, syntax.Float):
            return Unknown(())
        found = self._lengths_of(command)
        if not found:
            return Unknown([_ZERO], is_bounded=False)
        low, high = min(each[0] for each in found), max(each[-1] for each in found)
        return Unknown([_constant(low), _constant(high)], is_bounded=high < self._lengths.most)

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
        found: list[Demand] = []
        for block, is_so in ((command.body, True), (command.otherwise, False)):
            for demand in self._before(block, live, attach=attach):
                guarded = demand if demand in live else _guarded(demand, command.test, is_so)
                if guarded is not None and guarded not in found:
                    found.append(guarded)
        return found

    # Loops

    def _looped(self, command: syntax.Loop, live: Sequence[Demand], attach: bool) -> Sequence[Demand]:
        """Return what is demanded before a loop, if ``live`` is after it."""
        loop = self._loop(command)
        if isinstance(command, syntax.While):
            some: Sum = {(Unknown([_ZERO], is_bounded=False),): 1}
            if attach:
                at_end = _forgotten(_grown(live, loop, some), loop.assigned - loop.grows.keys())
                entry = self._before(command.body, at_end, attach=True)
                self._rounds[command] = [
                    each for each in entry if not _names_of(each.difference).isdisjoint(loop.grows)
                ]
            return _forgotten(_grown(live, loop, some), loop.assigned - loop.grows.keys())
        assert isinstance(command, syntax.Repeat)
        if attach:
            left: Sum = {(RoundsLeft(command),): 1}
            later = _forgotten(_grown(loop.entry, loop, _plus(left, _ONE, -1)), loop.assigned - loop.grows.keys())
            after = _forgotten(_grown(live, loop, left), loop.assigned - loop.grows.keys())
            self._before(command.body, [*after, *later], attach=True)
        try:
            count = _sum_of(command.count)
        except _NotASumError:
            count = _anything()
        found = [*_grown(live, loop, count), *_grown(loop.entry, loop, _plus(count, _ONE, -1))]
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
                increment = self._increment(command, _value_of(target))
                if increment is not None:
                    grows[target.name] = increment
            self._loops[command] = _Loop(assigned, entry, self._independent(command, grows, assigned))
        return self._loops[command]

    def _increment(self, command: syntax.Loop, value: Value) -> Sum | None:
        """Return how much a round adds to a value, or None where that can't be said."""
        demand = Demand(_NO_ASSERTION, {(value,): 1})
        found = [
            _plus(each.difference, {(value,): 1}, -1)
            for each in self._before(command.body, [demand], attach=False)
            if each.command is _NO_ASSERTION
        ]
        if not found or any(value.name in _names_of(each) for each in found):
            return None
        return found[0] if len(found) == 1 else {(Unknown(found),): 1}

    def _independent(
        self, command: syntax.Loop, grows: Mapping[str, Sum], assigned: frozenset[str]
    ) -> Mapping[str, Sum]:
        """Return increments that hold for all rounds, whatever has changed in the ones before."""
        number = _anything()
        if isinstance(command, syntax.Repeat):
            try:
                last = _plus(_sum_of(command.count), _ONE, -1)
                number = {(Unknown([_ZERO, last]),): 1}
            except _NotASumError:
                pass
        counter = None if command.target is None else _value_of(command.target)

        def replaced(value: Value) -> Sum | None:
            if value == counter:
                return number
            return None if assigned.isdisjoint(_names_in(value)) else _anything()

        found: dict[str, Sum] = {}
        for name, increment in grows.items():
            try:
                found[name] = _Substitution(replaced).of(increment)
            except _NotASumError:
                continue
        return found


_NO_ASSERTION: Final = syntax.Assert(syntax.Location(0, 0), syntax.Unique(syntax.Location(0, 0), ()), "")


def _anything() -> Sum:
    return {(Unknown(()),): 1}


def _demands_of(command: syntax.Assert) -> Iterator[Demand]:
    """Yield the demands of an assertion that are differences of sums."""
    for test in syntax.conjuncts(command.test):
        if not isinstance(test, syntax.Relation) or test.operator == "!=":
            continue
        try:
            difference = _plus(_sum_of(test.left), _sum_of(test.right), -1)
        except _NotASumError:
            continue
        if test.operator in _OPPOSITE:
            difference = _plus(_ZERO, difference, -1)
        if test.operator in "<>":
            difference = _plus(difference, _ONE)
        yield Demand(command, difference, test.operator == "==")


def _assigned(live: Sequence[Demand], target: Value, value: Sum) -> Sequence[Demand]:
    """Return what is demanded before ``value`` is assigned to a ``target``.

    Guards and indices that speak of it are no longer the same, and other elements of an array stay what they are.
    """

    def replaced(each: Value) -> Sum | None:
        if each == target:
            return value
        names = [*_names_in(each)]
        is_other = target.name in names[1:] or (each.name == target.name and each.indices == target.indices)
        return _anything() if is_other else None

    substitution = _Substitution(replaced)
    affected = [demand for demand in live if not _is_guarded_by(demand, {target.name})]
    return substitution.in_all(affected)


def _grown(live: Sequence[Demand], loop: _Loop, rounds: Sum) -> Sequence[Demand]:
    """Return what is demanded before some more ``rounds`` of a loop, if ``live`` is after them."""
    if not live:
        return live
    try:
        grown = {name: _plus({(Value(name, (), False),): 1}, _times(rounds, each)) for name, each in loop.grows.items()}
    except _NotASumError:
        grown = {}
    replaced = _Substitution(lambda value: grown.get(value.name) if value == Value(value.name, (), False) else None)
    kept = [demand for demand in live if not _is_guarded_by(demand, loop.assigned)]
    return replaced.in_all(kept)


def _forgotten(live: Sequence[Demand], names: frozenset[str]) -> list[Demand]:
    """Return the demands that don't speak of variables with these ``names``."""
    return [
        demand
        for demand in live
        if names.isdisjoint(_names_of(demand.difference)) and not _is_guarded_by(demand, names)
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
            if value in (inner for atom in term if isinstance(atom, Unknown) for inner in _values_in(atom)):
                return None
            fixed = _plus(fixed, {term: number})
        elif len(others) == len(term) - 1:
            factor = _plus(factor, {others: number})
        else:
            return None
    if not factor:
        return None
    left = {atom for term in fixed for atom in term if isinstance(atom, RoundsLeft)}
    return Bound(demand, fixed, factor, tuple(left))


def _values_in(unknown: Unknown) -> Iterator[Value]:
    for end in unknown.ends:
        for term in end:
            for atom in term:
                if isinstance(atom, Value):
                    yield atom
                elif isinstance(atom, Unknown):
                    yield from _values_in(atom)


# At the time at which a value is made up


class Evaluator:
    """Evaluates demands by the values that a ``source`` has made up, and by the numbers of rounds that are ``left``."""

    def __init__(self, demands: Demands, source: Source, left: Callable[[syntax.Repeat], int]) -> None:
        self._demands: Final = demands
        self._source: Final = source
        self._left: Final = left
        self._has_rounds = True

    def bounds(self, found: Sequence[Bound]) -> Bounds:
        """Return what the bounds ``found`` demand of a value that is made up now. O(terms)."""
        low = high = share = roomy = None
        for bound in found:
            if not self._is_one(bound.demand):
                continue
            fixed, factor = self._interval(bound.fixed), self._interval(bound.factor)
            above, below = _above(fixed, factor), _below(fixed, factor)
            if bound.demand.is_equation:
                opposite = _negative(fixed), _negative(factor)
                above, below = _least(above, _above(*opposite)), _most(below, _below(*opposite))
            high, low = _least(high, above), _most(low, below)
            if bound.left and above is not None:
                self._has_rounds = False
                whole = _above(self._interval(bound.fixed), factor)
                self._has_rounds = True
                rounds = 1
                for loop in bound.left:
                    rounds *= self._left(loop.loop) + 1
                share = _least(share, None if whole is None else -(-whole // rounds))
            if factor[0] != factor[1] and fixed[0] is not None and factor[0] is not None and factor[0] > 0:
                most = -fixed[0] if factor[1] is None else min(factor[1], -fixed[0])
                roomy = _least(roomy, 1 + max(0, -fixed[0] - most * 9 // 10) // factor[0])
        return Bounds(low, high, share, roomy)

    def room(self, demands: Iterable[Demand]) -> int | None:
        """Return how much the ``demands`` leave, as far as is known; None if they are no limits. O(terms)."""
        found: int | None = None
        for each in demands:
            low = self._interval(each.difference)[0] if self._is_one(each) else None
            found = _least(found, None if low is None else -low)
        return found

    def _is_one(self, demand: Demand) -> bool:
        try:
            return all(self._source.interpreter.holds(test) == is_so for test, is_so in demand.guards)
        except DescriptionError:  # a variable that has no value yet
            return False

    def _interval(self, total: Sum) -> Interval:
        low: int | None = 0
        high: int | None = 0
        for term, factor in total.items():
            product: Interval = (factor, factor)
            for atom in term:
                product = _product(product, self._of_atom(atom))
            low = None if low is None or product[0] is None else low + product[0]
            high = None if high is None or product[1] is None else high + product[1]
        return low, high

    def _of_atom(self, atom: Atom) -> Interval:
        if isinstance(atom, RoundsLeft):
            left = self._left(atom.loop) if self._has_rounds else 0
            return left, left
        if isinstance(atom, Unknown):
            ends = [self._interval(end) for end in atom.ends]
            lows, highs = [low for low, _ in ends], [high for _, high in ends]
            low = None if None in lows or not ends else min(each for each in lows if each is not None)
            is_bounded = atom.is_bounded and ends and None not in highs
            return low, max(each for each in highs if each is not None) if is_bounded else None
        value = self._now(atom)
        if isinstance(value, bytes):
            value = len(value) if atom.is_length else None
        return (value, value) if isinstance(value, int) else _ANYTHING

    def _now(self, value: Value) -> Datum | None:
        try:
            where: Index = self._source.interpreter.index_of(self._demands.variable(value)) if value.indices else ()
            return self._source.interpreter.values_of(value.name).get(where)
        except DescriptionError:
            return None


def _product(left: Interval, right: Interval) -> Interval:
    if (0, 0) in (left, right):
        return 0, 0
    (a, b), (c, d) = left, right
    if a is not None and b is not None and c is not None and d is not None:
        products = (a * c, a * d, b * c, b * d)
        return min(products), max(products)
    if b is not None and b <= 0:
        return _negative(_product(_negative(left), right))
    if d is not None and d <= 0:
        return _negative(_product(left, _negative(right)))
    if a is not None and c is not None and a >= 0 and c >= 0:
        return a * c, None if b is None or d is None else b * d
    if a == b and a is not None:  # positive
        return None if c is None else a * c, None if d is None else a * d
    if c == d and c is not None:
        return None if a is None else a * c, None if b is None else b * c
    return _ANYTHING


def _negative(interval: Interval) -> Interval:
    low, high = interval
    return None if high is None else -high, None if low is None else -low


def _above(fixed: Interval, factor: Interval) -> int | None:
    """Return the largest value for which ``fixed + factor · value <= 0`` may hold, if there is one."""
    if fixed[0] is None or factor[0] is None or factor[0] <= 0:
        return None
    least = factor[0] if fixed[0] <= 0 else factor[1]
    return None if least is None else -fixed[0] // least


def _below(fixed: Interval, factor: Interval) -> int | None:
    """Return the smallest value for which ``fixed + factor · value <= 0`` may hold, if there is one."""
    if fixed[0] is None or factor[1] is None or factor[1] >= 0:
        return None
    low = factor[0] if fixed[0] > 0 else factor[1]
    return None if low is None else -(fixed[0] // low)


def _least(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else min(left, right)


def _most(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else max(left, right)
