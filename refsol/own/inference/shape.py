"""The shape of an input: lines of fields, and loops over lines. What the fields contain is not part of it.

The fields of a shape, and the indices of its loops, are numbered in the order in which they are read. A shape is run on
a sample to find out whether it matches, and where its parts end.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias

from refsol.own.inference.samples import SampleLines

Environment: TypeAlias = dict[int, int]
"""The values of the fields and indices that may count something."""


class Form(NamedTuple):
    """A form of an expression over one variable or two, ``a`` and ``b``."""

    text: str
    """How it is written."""
    bits: float
    """How much it adds to the length of a format."""
    value: Callable[[int, int], int]
    """What it evaluates to."""
    is_binary: bool = False
    """Whether it needs the second variable."""


READINGS: Final = (
    Form("{a}", 0.0, lambda a, _b: a),
    Form("{a} - 1", 2.0, lambda a, _b: a - 1),
    Form("{a} + 1", 5.5, lambda a, _b: a + 1),
    Form("2 * {a}", 9.0, lambda a, _b: 2 * a),
    Form("{a} * {a}", 4.5, lambda a, _b: a * a),
    Form("{a} * ({a} - 1) / 2", 5.0, lambda a, _b: a * (a - 1) // 2),
    Form("2 ^ {a}", 10.0, lambda a, _b: 2 ** min(a, 24)),
    Form("{a} * {b}", 3.5, lambda a, b: a * b, True),
    Form("{a} + {b}", 9.5, lambda a, b: a + b, True),
    Form("{a} - {b}", 6.5, lambda a, b: a - b, True),
    Form("{a} - {b} - 1", 6.0, lambda a, b: a - b - 1, True),
)
"""The forms of expressions that counts may have."""


class Expression(NamedTuple):
    """An expression of a ``form`` over variables number ``first`` and ``second``; without form, a ``constant``."""

    form: Form | None
    first: int = -1
    second: int = -1
    constant: int = 0

    def value(self, environment: Mapping[int, int]) -> int | None:
        """Return the value, or None if a variable has none in the ``environment``. O(1)."""
        if self.form is None:
            return self.constant
        a = environment.get(self.first)
        if a is None:
            return None
        if not self.form.is_binary:
            return self.form.value(a, 0)
        b = environment.get(self.second)
        return None if b is None else self.form.value(a, b)

    def variables(self) -> tuple[int, ...]:
        """Return the variables. O(1)."""
        if self.form is None:
            return ()
        return (self.first, self.second) if self.form.is_binary else (self.first,)

    def written(self, names: Mapping[int, str]) -> str:
        """Return the expression with the ``names`` of its variables. O(1)."""
        if self.form is None:
            return str(self.constant)
        return self.form.text.format(a=names.get(self.first, "?"), b=names.get(self.second, "?"))


class Listing(NamedTuple):
    """Fields that end a line: ``width`` of them, this many ``times``."""

    times: Expression
    width: int


class Line(NamedTuple):
    """A line of ``fixed`` fields, numbered from ``first``, and a ``listing`` behind them, if there is one."""

    first: int
    fixed: int
    listing: Listing | None

    @property
    def fields(self) -> range:
        """The numbers of the fixed fields."""
        return range(self.first, self.first + self.fixed)

    @property
    def listed(self) -> range:
        """The numbers of the fields in the listing."""
        return range(self.fields.stop, self.fields.stop + (self.listing.width if self.listing else 0))


class TaggedLine(NamedTuple):
    """A line whose first word decides how many there are; it is field number ``first``."""

    first: int


class FreeLine(NamedTuple):
    """A line of any number of words, or numbers, which are field number ``first``."""

    first: int


class Repetition(NamedTuple):
    """A loop that runs its ``body`` this many ``times``; field number ``counter`` counts the rounds from 0.

    While a shape is searched for, the body is empty if the loop hasn't had any round yet.
    """

    times: Expression
    body: "tuple[Item, ...]"
    counter: int


class Until(NamedTuple):
    """A loop over ``body`` until the end of the file or, if there are words in ``sentinel``, until a line of these.

    Field number ``counter`` counts the rounds from 0.
    """

    body: "tuple[Item, ...]"
    sentinel: tuple[str, ...]
    counter: int


Item: TypeAlias = Line | TaggedLine | FreeLine | Repetition | Until
"""A part of a shape: lines that follow one another."""
Path: TypeAlias = tuple[int, ...]
"""Numbers of rounds of the loops around something, the outermost first."""
Scopes: TypeAlias = Mapping[int, tuple[int, ...]]
"""For each field, the loops around it, by their indices; a list counts as one."""
Visit: TypeAlias = Callable[[Item, int, Path, Environment], None]
"""Called for each line: by which item it is matched, its number, in which rounds, and with which values."""


class Slot(NamedTuple):
    """A field of a shape, its ``line``, and the loops around it: ``scope``; it has so many ``dimensions`` in an array.

    ``times`` is the number of rounds of the list or row of an array that it is in, if anything says it.
    """

    number: int
    """Its number."""
    line: Line | TaggedLine | FreeLine
    scope: tuple[int, ...]
    dimensions: int
    times: Expression | None


def is_row(body: Sequence[Item]) -> bool:
    """Return whether the ``body`` of a loop is a single line or a loop, so that its rounds are rows of an array."""
    return len(body) == 1


def slots_of(
    items: Sequence[Item], scope: tuple[int, ...] = (), dimensions: int = 0, times: Expression | None = None
) -> Iterator[Slot]:
    """Yield the fields of a shape, ``items``, in the order of reading.

    The loops around it make the ``scope`` and so many ``dimensions``, the innermost with these ``times``. O(items).
    """
    for item in items:
        match item:
            case Repetition() | Until():
                row = is_row(item.body)
                rounds = item.times if row and isinstance(item, Repetition) else None
                yield from slots_of(item.body, (*scope, item.counter), dimensions + row, rounds)
            case FreeLine(first):
                yield Slot(first, item, (*scope, ~first), dimensions + 1, None)
            case TaggedLine(first):
                yield Slot(first, item, scope, dimensions, times)
            case Line(_, _, listing):
                for number in item.fields:
                    yield Slot(number, item, scope, dimensions, times)
                for number in item.listed:
                    rounds = None if listing is None else listing.times
                    yield Slot(number, item, (*scope, ~item.listed.start), dimensions + 1, rounds)


def scopes_of(items: Sequence[Item]) -> dict[int, tuple[int, ...]]:
    """Return the scopes of all fields and indices of a shape, ``items``. O(items)."""
    found: dict[int, tuple[int, ...]] = {}
    for slot in slots_of(items):
        found[slot.number] = slot.scope
        found |= {number: slot.scope[: place + 1] for place, number in enumerate(slot.scope) if number >= 0}
    return found


def is_known(scopes: Scopes, number: int, user: int) -> bool:
    """Return whether the value of field ``number`` is known, and the only one, where field ``user`` is read. O(1)."""
    scope = scopes[number]
    return number < user and scope == scopes[user][: len(scope)] and not (scope and scope[-1] < 0)


def all_items(items: Sequence[Item]) -> Iterator[Item]:
    """Yield ``items`` and those in the bodies of loops, in the order of reading. O(items)."""
    for item in items:
        yield item
        if isinstance(item, Repetition | Until):
            yield from all_items(item.body)


class UnknownBodyError(Exception):
    """A ``loop`` without a body has rounds in sample ``source`` from the line at ``position`` on.

    The ``environment`` has the values that are known by then.
    """

    def __init__(self, loop: Repetition, source: int, position: int, environment: Environment) -> None:
        super().__init__(loop, source, position)
        self.loop: Final = loop
        self.source: Final = source
        self.position: Final = position
        self.environment: Final = environment


class ExhaustedError(Exception):
    """The search has taken more steps than it may."""


class Runner:
    """Runs shapes on ``samples``, in ``budget`` lines at most; then raises :class:`ExhaustedError`."""

    def __init__(self, samples: Sequence[SampleLines], budget: int) -> None:
        self._samples: Final = samples
        self.budget = budget

    def run(
        self,
        items: Sequence[Item],
        number: int,
        position: int,
        environment: Environment,
        path: Path = (),
        visit: Visit | None = None,
    ) -> int:
        """Match ``items`` with sample ``number`` from the line at ``position`` on; return the line behind, or -1.

        The values of fields are added to the ``environment``. ``visit`` is called for each line, with the ``path`` of
        rounds in which it is. Raises :class:`UnknownBodyError` for a loop that has rounds, but no body. O(lines).
        """
        for item in items:
            if isinstance(item, Repetition):
                position = self._repeat(item, number, position, environment, path, visit)
            elif isinstance(item, Until):
                position = self._until(item, number, position, environment, path, visit)
            else:
                position = self._line(item, number, position, environment, path, visit)
            if position < 0:
                return -1
        return position

    def _line(
        self,
        item: Line | TaggedLine | FreeLine,
        number: int,
        position: int,
        environment: Environment,
        path: Path,
        visit: Visit | None,
    ) -> int:
        self.budget -= 1
        if self.budget < 0:
            raise ExhaustedError
        lines = self._samples[number].counts
        if position >= len(lines):
            return -1
        counts = lines[position]
        if isinstance(item, Line):
            if len(counts) < item.fixed:
                return -1
            for place in range(item.fixed):
                count = counts[place]
                if count is None:
                    environment.pop(item.first + place, None)
                else:
                    environment[item.first + place] = count
            listed = len(counts) - item.fixed
            if item.listing is None:
                if listed:
                    return -1
            else:
                wanted = item.listing.times.value(environment)
                if wanted is None or wanted < 0 or wanted * item.listing.width != listed:
                    return -1
        elif not counts:
            return -1
        if visit is not None:
            visit(item, position, path, environment)
        return position + 1

    def _repeat(
        self,
        item: Repetition,
        number: int,
        position: int,
        environment: Environment,
        path: Path,
        visit: Visit | None,
    ) -> int:
        rounds = item.times.value(environment)
        if rounds is None or rounds < 0 or position + rounds > len(self._samples[number].lines):
            return -1
        if rounds and not item.body:
            raise UnknownBodyError(item, number, position, environment)
        for index in range(rounds):
            environment[item.counter] = index
            end = self.run(item.body, number, position, environment, (*path, index), visit)
            if end <= position:  # a round has lines
                return -1
            position = end
        return position

    def _until(
        self, item: Until, number: int, position: int, environment: Environment, path: Path, visit: Visit | None
    ) -> int:
        lines = self._samples[number].lines
        end = len(lines) - bool(item.sentinel)
        index = 0
        while position < end:
            if item.sentinel and lines[position] and lines[position][0][0] == item.sentinel[0][0]:
                return -1
            environment[item.counter] = index
            following = self.run(item.body, number, position, environment, (*path, index), visit)
            if following <= position:
                return -1
            position = following
            index += 1
        if position != end or (item.sentinel and lines[end] != item.sentinel):
            return -1
        return len(lines)
