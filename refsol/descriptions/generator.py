"""Makes up inputs by a description: values in their ranges, in ways that find mistakes.

Ranges are kept by construction, and so is uniqueness. Where an assertion doesn't hold, the values that it speaks of are
made up again, and if that doesn't help, the whole input, and in the end a smaller one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from math import ceil, floor
from random import Random
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from refsol.descriptions.analysis import sized_by, unique_in
from refsol.descriptions.automaton import (
    Characters,
    Choice,
    Expression,
    Joined,
    Pattern,
    Repetition,
    sort_key,
)
from refsol.descriptions.distinct import Taken
from refsol.descriptions.interpreter import BrokenError, Index, Interpreter, shown
from refsol.descriptions.literals import digits, simplest_integer, written
from refsol.descriptions.syntax import (
    Assert,
    AtEnd,
    Block,
    Command,
    Description,
    End,
    Float,
    If,
    Integer,
    Match,
    Newline,
    Regex,
    Repeat,
    Space,
    String,
    Variable,
    While,
)
from refsol.descriptions.validator import validate
from refsol.descriptions.values import DIGITS, Number, Value
from refsol.descriptions.writer import Parts
from refsol.errors import InputError

MAX_LENGTH: Final = 2**24
"""The largest number of bytes of an input that is made up."""

_SCALES: Final = 8  # each makes sizes ten times smaller than the one before
_PER_SCALE: Final = 4  # attempts at a whole input
_MOST_FORGOTTEN: Final = 2**15  # parts of an attempt
_GUESSES: Final = 8  # of a value that is to be new
_FEW: Final = 3  # different values
_MORE: Final = 8  # repetitions beyond the least, where there is no limit
_DECIMALS: Final = 3  # beyond the least, where their number is free
_MANY_ROUNDS: Final = 100  # of a loop without count
_SMALL: Final = 8  # rounds
_BIAS: Final = 1.25  # towards few rounds
_STYLES: Final = 4
_MIXED_STYLE: Final = 4
_SMALL_STYLE: Final = 3
_EDGE_STYLE: Final = 2
_QUICK_SPAN: Final = 2**48  # of ranges for which a random float is good enough
_LIKELY_END: Final = 0.25


class Loop:
    """Where a loop is: in round ``number`` of ``rounds``; ``memories`` are what its commands remember until it ends."""

    def __init__(self, rounds: int) -> None:
        self.rounds: Final = rounds
        self.number = 0
        self.memories: Final[defaultdict[int, dict[str, int | list[int]]]] = defaultdict(dict)


class Chance(NamedTuple):
    """What a value depends on: ``random`` numbers, what was remembered (``memory``) and the ``loop`` around it.

    ``style`` is what the numbers of this input have in common, if anything.
    """

    random: Random
    memory: dict[str, int | list[int]]
    loop: Loop
    style: int


Pick: TypeAlias = Callable[[Chance, int, int], int]
"""Returns an integer in a range."""


class GenerationError(ValueError):
    """No input was found; the message says what couldn't be satisfied."""


def _uniform(chance: Chance, low: int, high: int) -> int:
    span = high - low + 1
    return low + (int(chance.random.random() * span) if span < _QUICK_SPAN else chance.random.randrange(span))


def _varied(chance: Chance, low: int, high: int) -> int:
    """Return any number, or a small one so that some are equal, or one near the ends, as is the style of a loop."""
    if high - low <= _SMALL:
        return _uniform(chance, low, high)
    style = chance.memory.setdefault("style", chance.style or chance.random.randint(1, _STYLES))
    if style == _MIXED_STYLE:
        style = chance.random.randint(1, _STYLES - 1)
    if style == _EDGE_STYLE:
        return _edge(chance, low, high)
    if style == _SMALL_STYLE:
        middle = simplest_integer(low, high)
        reach = max(_FEW, chance.loop.rounds)
        return _uniform(chance, max(low, middle - reach), min(high, middle + reach))
    return _uniform(chance, low, high)


def _few_rounds(chance: Chance, low: int, high: int) -> int:
    """Return a number, small ones more often than large ones."""
    return (
        low + int(chance.random.random() ** _BIAS * (high - low + 1))
        if high - low <= _SMALL
        else _uniform(chance, low, high)
    )


def _lowest(_chance: Chance, low: int, _high: int) -> int:
    return low


def _highest(_chance: Chance, _low: int, high: int) -> int:
    return high


def _edge(chance: Chance, low: int, high: int) -> int:
    near = {low, low + 1, high - 1, high, -1, 0, 1}
    return chance.random.choice(sorted(value for value in near if low <= value <= high))


def _one_of_few(chance: Chance, low: int, high: int) -> int:
    few = chance.memory.setdefault("few", [chance.random.randint(low, high) for _ in range(_FEW)])
    assert isinstance(few, list)
    return min(max(chance.random.choice(few), low), high)


def _same(chance: Chance, low: int, high: int) -> int:
    value = chance.memory.setdefault("same", chance.random.randint(low, high))
    assert isinstance(value, int)
    return min(max(value, low), high)


def _but_one(chance: Chance, low: int, high: int) -> int:
    odd = chance.memory.setdefault("odd", chance.random.randrange(chance.loop.rounds))
    return _uniform(chance, low, high) if odd == chance.loop.number else _same(chance, low, high)


def _ascending(chance: Chance, low: int, high: int) -> int:
    """Return the next of as many numbers in order as there are rounds: the least of those that are left."""
    before = chance.memory.get("before", low)
    assert isinstance(before, int)
    least = min(max(before, low), high)
    share = 1.0 - chance.random.random() ** (1.0 / (chance.loop.rounds - chance.loop.number))
    value = chance.memory["before"] = least + round(Fraction(share) * (high - least))
    return value


def _descending(chance: Chance, low: int, high: int) -> int:
    return -_ascending(chance, -high, -low)


class Way(NamedTuple):
    """A way to make up inputs, called ``name``, and ``what`` it makes of an input.

    ``pick`` picks values, and ``pick_size`` those numbers on which the size of the input depends; these are at most
    ``size`` if possible. None stands for their own limits.
    """

    name: str
    what: str
    pick: Pick
    pick_size: Pick
    size: int | None


WAYS: Final[Mapping[str, Way]] = {
    way.name: way
    for way in (
        Way("random", "random values, small ones among them", _varied, _few_rounds, _SMALL),
        Way("smallest", "every number as small as possible", _lowest, _lowest, _SMALL),
        Way("edges", "numbers at the ends of their ranges, and around zero", _edge, _edge, _SMALL),
        Way("few", "few distinct numbers", _one_of_few, _uniform, _SMALL),
        Way("equal", "equal numbers", _same, _uniform, _SMALL),
        Way("outlier", "equal numbers, except for one", _but_one, _uniform, _SMALL),
        Way("ascending", "numbers in ascending order", _ascending, _uniform, _SMALL),
        Way("descending", "numbers in descending order", _descending, _uniform, _SMALL),
        Way("large", "as many random values as possible", _uniform, _highest, None),
        Way("largest", "every number as large as possible", _highest, _highest, None),
    )
}
"""The ways to make up inputs, by name."""


class Generator:
    """Makes up inputs that a ``description`` allows. It may be shared by threads, which take turns.

    Raises :class:`.DescriptionError` for invalid patterns, and for variables that nothing ever assigns. O(length of the
    description ²).
    """

    def __init__(self, description: Description) -> None:
        self._description: Final = description
        self._maker: Final = _Maker(description)
        self._interpreter: Final = Interpreter(description, self._maker)
        self._maker.index_of = self._interpreter.index_of
        self._unique: Final = unique_in(description)
        self._lock: Final = Lock()

    def generate(self, way: Way, seed: str, size: int | None = None) -> bytes:
        """Return an input, made up in a ``way``. The description and the arguments determine it.

        ``seed`` is any text; ``size``, at least 1, takes the place of that of the way. O(length) for each attempt.
        Raises :class:`GenerationError` if none is found, and :class:`.DescriptionError` where the description is wrong.
        """
        way = way if size is None else way._replace(size=size)
        with self._lock:
            values_of = self._interpreter.values_of
            self._maker.start(seed, [Taken(names, [values_of(name) for name in names]) for names in self._unique])
            try:
                return self._made(way)
            finally:  # an input may be large, and the next one never made
                self._maker.clear()
                self._interpreter.clear()

    def _made(self, way: Way) -> bytes:
        """Return the first attempt that succeeds."""
        broken = ""
        attempts = ((scale, attempt) for scale in range(_SCALES) for attempt in range(_PER_SCALE))
        for scale, attempt in attempts:
            if attempt and self._maker.is_exhausted():
                continue
            self._maker.begin(way, scale)
            try:
                self._interpreter.run()
                data, is_certain = self._maker.parts.joined()
                if not is_certain:
                    validate(self._description, data)
            except BrokenError as error:
                broken = str(error)
            except InputError as error:  # something else had to follow
                broken = f"{error.expected}: found {error.found}"
            else:
                return data
        raise GenerationError(f"no input was found that satisfies {broken}")


def generate(description: Description, way: Way, seed: str, size: int | None = None) -> bytes:
    """Return an input that a ``description`` allows, made up in a ``way``.

    ``seed``, ``size``, costs and errors are those of :meth:`Generator.generate`.
    """
    return Generator(description).generate(way, seed, size)


class _Maker:
    """Makes up the parts of inputs of a ``description``."""

    retries: Final = True
    follows: Final = True

    def __init__(self, description: Description) -> None:
        self.index_of: Callable[[Variable], Index] = lambda _variable: ()
        self._random: Final = Random()
        self._sizes: Final = sized_by(description)
        self._around: Final = {id(command): id(loop) for loop, command in _loops_in(description.commands, None)}
        self._taken: Final[dict[str, Taken]] = {}  # by the name that is assigned last
        self._way = WAYS["random"]
        self._scale = 1
        self.parts: Final = Parts(description)
        """What was made."""
        self._loops: Final[dict[int, Loop]] = {}
        self._chances: Final[dict[int, Chance]] = {}  # by the identity of a command, in the loop that runs now
        self._style = 0
        self._forgotten = 0  # how many parts
        self._redone = 0  # how many parts are made up at random, since what the way has made had to be forgotten

    def start(self, seed: str, unique: Sequence[Taken]) -> None:
        """Start with another input, for a ``seed``, in which the tuples of ``unique`` are distinct."""
        self._random.seed(seed.encode("utf-8", "surrogateescape"))
        self._taken.update({taken.names[-1]: taken for taken in unique})

    def clear(self) -> None:
        """Forget the latest input. O(its length)."""
        self._taken.clear()
        self._loops.clear()
        self._chances.clear()
        self.parts.begin(0)

    def begin(self, way: Way, scale: int) -> None:
        """Begin with an empty input, in a ``way``, with sizes that are divided by ten to the power of ``scale``."""
        self._way = way
        self._scale = 10**scale
        self._loops.clear()
        self._loops[id(None)] = Loop(1)
        self._chances.clear()
        self._style = self._random.randint(0, 1) and self._random.randint(1, _STYLES)
        self.parts.begin(MAX_LENGTH)
        self._forgotten = self._redone = 0

    def is_exhausted(self) -> bool:
        """Return whether so much had to be forgotten that another attempt of this size is not worth its time."""
        return self._forgotten > _MOST_FORGOTTEN or self.parts.is_full

    # The protocol of a source

    def position(self) -> int:
        return len(self.parts)

    def rewind(self, position: int) -> bool:
        self._forgotten += len(self.parts) - position
        if self.is_exhausted():
            return False
        self._redone = len(self.parts)
        self.parts.cut(position)
        return True

    def loop(self, command: Repeat | While, rounds: int) -> None:
        if isinstance(command, While):
            return
        if rounds > MAX_LENGTH:  # hardly any loop makes up nothing
            self.parts.overflow()
        self._loops[id(command)] = Loop(rounds)
        self._chances.clear()

    def round(self, command: Repeat | While, number: int) -> None:
        if isinstance(command, Repeat):
            self._loops[id(command)].number = number
        elif number >= _MANY_ROUNDS:  # the way may never make up what ends the loop
            self._redone = max(self._redone, len(self.parts) + 1)

    def space(self, command: Space) -> None:
        self.parts.add(b" ")

    def newline(self, command: Newline) -> None:
        self.parts.add(b"\n")

    def end(self, command: End) -> None:
        self.parts.ended = True

    def string(self, command: String, text: bytes) -> None:
        self.parts.add(text)

    def integer(self, command: Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError(f"a range from {shown(low)} to {shown(high)} (line {command.place.line})")
        chance, pick, target = self._chance(command), self._pick(), command.target
        taken = None
        if target is not None:
            taken = self._taken.get(target.name)
            if target.name in self._sizes:
                pick = self._way.pick_size if pick == self._way.pick else pick
                if self._way.size is not None:
                    high = min(high, max(low, self._way.size))
                high = low + (high - low) // self._scale
        for _ in range(_GUESSES):
            value = pick(chance, low, high)
            if target is not None and taken is not None:
                value = self._new(taken, self.index_of(target), value, low, high)
            text = digits(value)
            if self.parts.may_follow(text):
                break
        self.parts.add(text)
        return value

    def decimal(self, command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> Decimal:
        chance = self._chance(command)
        least, most = decimals or (0, DIGITS)
        needed = _places_between(low, high, least, most)
        if needed > least + _DECIMALS:
            least = needed
        for pick in self._picks():
            places = pick(chance, least, min(most, least + _DECIMALS))
            unit = 10**places
            first, last = ceil(Fraction(low) * unit), floor(Fraction(high) * unit)
            if first <= last:
                value = Decimal(pick(chance, first, last)).scaleb(-places)
                text = written(value, places, command.notation)
                if (
                    self.parts.may_follow(text)
                    and low <= Decimal(text.decode()) <= high
                    and self._is_new(command.target, value)
                ):
                    self.parts.add(text)
                    self.parts.doubt()
                    return value
        raise BrokenError(f"{_named(command.target, 'a number')} (line {command.place.line})")

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        chance = self._chance(command)
        narrow = len(self.parts) >= self._redone
        for guess, varied in enumerate(self._picks()):
            pick = _uniform if varied is _varied else varied
            text = b"".join(self._text(chance, pattern.expression, pick, narrow=narrow and guess < _GUESSES))
            if self.parts.may_follow(text) and self._is_new(command.target, text):
                break
        else:
            raise BrokenError(f"a new text that matches {shown(pattern.text)} (line {command.place.line})")
        self.parts.add(text)
        return text

    def at_end(self, test: AtEnd) -> bool:
        if not self.parts.ended:
            self.parts.ended = self._random.random() < _LIKELY_END
        return self.parts.ended

    def matches(self, test: Match, characters: bytes) -> bool:
        answer = self._random.random() < 0.5
        self.parts.demand(characters, answer)
        return answer

    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        raise BrokenError(f"{command.text} (line {command.place.line} of the description)")

    # How

    def _pick(self) -> Pick:
        return self._way.pick if len(self.parts) >= self._redone else _uniform

    def _picks(self) -> Iterator[Pick]:
        """Yield what picks a value, again and again, and after a while at random."""
        yield from repeat(self._pick(), _GUESSES)
        yield from repeat(_uniform, _GUESSES * _GUESSES)

    def _chance(self, command: Command) -> Chance:
        chance = self._chances.get(id(command))
        if chance is None:
            loop = self._loops[self._around[id(command)]]
            chance = Chance(self._random, loop.memories[id(command)], loop, self._style)
            self._chances[id(command)] = chance
        return chance

    def _new(self, taken: Taken, where: Index, value: int, low: int, high: int) -> int:
        """Return a value with which the tuples stay distinct, the given one if possible."""
        found = taken.next_free(where, value, low, high)
        if found is None:
            raise BrokenError(
                f"UNIQUE({', '.join(taken.names)}): there are no more values in {shown(low)}..{shown(high)}"
            )
        return found

    def _is_new(self, target: Variable | None, value: Value) -> bool:
        taken = None if target is None else self._taken.get(target.name)
        return target is None or taken is None or taken.take(self.index_of(target), value)

    def _text(self, chance: Chance, expression: Expression, pick: Pick, *, narrow: bool) -> Iterator[bytes]:
        """Yield a text that matches an expression, in pieces; if ``narrow``, from an alphabet that may be small."""
        match expression:
            case Characters():
                allowed = sorted(expression.allowed & _PRINTABLE) or sorted(expression.allowed)
                if not allowed:
                    raise BrokenError("a set of no characters")
                if narrow:
                    allowed = _alphabet(chance, expression, allowed)
                yield bytes([allowed[pick(chance, 0, len(allowed) - 1)]])
            case Joined():
                yield from self._text(chance, expression.first, pick, narrow=narrow)
                yield from self._text(chance, expression.rest, pick, narrow=narrow)
            case Choice():
                options = sorted(expression.options, key=sort_key)
                yield from self._text(chance, options[pick(chance, 0, len(options) - 1)], pick, narrow=narrow)
            case Repetition():
                most = expression.least + _MORE if expression.most is None else expression.most
                if self._way.size is not None:
                    most = min(most, max(expression.least, self._way.size))
                most = expression.least + (most - expression.least) // self._scale
                for _ in range(self._pick_length(pick)(chance, expression.least, most)):
                    yield from self._text(chance, expression.repeated, pick, narrow=narrow)

    def _pick_length(self, pick: Pick) -> Pick:
        """Return what picks a number of repetitions in a text whose characters ``pick`` picks."""
        is_random = self._way.pick_size is _few_rounds or pick != self._way.pick
        return pick if is_random else self._way.pick_size


def _alphabet(chance: Chance, expression: Characters, allowed: list[int]) -> list[int]:
    """Return which of the ``allowed`` characters stand here as long as a loop lasts: as often few as all of them.

    In texts of few characters, parts recur, which is what matters to most programs that read texts.
    """
    key = f"alphabet {id(expression)}"
    if key not in chance.memory:
        count = chance.random.choice((*range(1, _FEW + 1), *[len(allowed)] * _FEW))
        chance.memory[key] = sorted(chance.random.sample(allowed, min(count, len(allowed))))
    alphabet = chance.memory[key]
    assert isinstance(alphabet, list)
    return alphabet


def _loops_in(block: Block, loop: Repeat | None) -> Iterator[tuple[Repeat | None, Command]]:
    """Yield the commands of a block that make something up, each with the innermost loop around it."""
    for command in block:
        match command:
            case Integer() | Float() | Regex():
                yield loop, command
            case Repeat() | While():
                inner = command if isinstance(command, Repeat) else loop
                yield from _loops_in([*command.body, *([command.separator] if command.separator else [])], inner)
            case If():
                yield from _loops_in([*command.body, *command.otherwise], loop)


def _named(target: Variable | None, otherwise: str) -> str:
    return otherwise if target is None else target.name


def _places_between(low: Number, high: Number, least: int, most: int) -> int:
    """Return the least number of decimals that a number in a range can have, or ``least`` if there is none."""
    for places in range(least, min(most, least + DIGITS) + 1):
        if ceil(Fraction(low) * 10**places) <= floor(Fraction(high) * 10**places):
            return places
    return least


_PRINTABLE: Final = frozenset(range(32, 127))
