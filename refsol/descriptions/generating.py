"""Makes up inputs by a description: values in their ranges, in ways that find mistakes.

Ranges are kept by construction, and so is uniqueness. Where an assertion doesn't hold, the values that it speaks of are
made up again, and if that doesn't help, the whole input, and in the end a smaller one.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from math import ceil, floor
from random import Random
from typing import Final, NamedTuple, NoReturn, TypeAlias

from refsol.descriptions.interpreting import BrokenError, Index, Interpreter, shown
from refsol.descriptions.regular import (
    Characters,
    Choice,
    Expression,
    Joined,
    Pattern,
    Repetition,
    sort_key,
)
from refsol.descriptions.simplest import digits, written
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
from refsol.descriptions.taken import Taken
from refsol.descriptions.validating import validate
from refsol.descriptions.values import DIGITS, Number, Value
from refsol.descriptions.walking import sized_by, unique_in
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
_LIKELY_END: Final = 0.25


class Loop:
    """Where a loop is: in round ``number`` of ``rounds``; ``memories`` are what its commands remember until it ends."""

    def __init__(self, rounds: int) -> None:
        self.rounds: Final = rounds
        self.number = 0
        self.memories: Final[defaultdict[int, dict[str, int | list[int]]]] = defaultdict(dict)


class Chance(NamedTuple):
    """What a value depends on: ``random`` numbers, what was remembered (``memory``) and the ``loop`` around it."""

    random: Random
    memory: dict[str, int | list[int]]
    loop: Loop


Pick: TypeAlias = Callable[[Chance, int, int], int]
"""Returns an integer in a range."""


class GenerationError(ValueError):
    """No input was found; the message says what couldn't be satisfied."""


def _uniform(chance: Chance, low: int, high: int) -> int:
    return chance.random.randint(low, high)


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


_SMALL: Final = 8

WAYS: Final[Mapping[str, Way]] = {
    way.name: way
    for way in (
        Way("random", "random values", _uniform, _uniform, _SMALL),
        Way("smallest", "every number as small as possible", _lowest, _lowest, None),
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


def generate(description: Description, way: Way, seed: str, size: int | None = None) -> bytes:
    """Return an input that a ``description`` allows, made up in a ``way``; only these and ``seed`` determine it.

    ``seed`` is any text; ``size``, at least 1, takes the place of that of the way. O(length) for each attempt. Raises
    :class:`GenerationError` if none is found, and :class:`.DescriptionError` where the description is wrong.
    """
    maker = _Maker(description, Random(seed.encode("utf-8", "surrogateescape")))
    interpreter = Interpreter(description, maker)
    maker.values_of, maker.index_of = interpreter.values_of, interpreter.index_of
    way = way if size is None else way._replace(size=size)
    broken = ""
    attempts = ((scale, attempt) for scale in range(_SCALES) for attempt in range(_PER_SCALE))
    for scale, attempt in attempts:
        if attempt and maker.is_exhausted():
            continue
        maker.begin(way, scale)
        try:
            interpreter.run()
            data = maker.made()
            validate(description, data)
        except BrokenError as error:
            broken = str(error)
        except InputError as error:  # something else had to follow
            broken = f"{error.expected}: found {error.found}"
        else:
            return data
    raise GenerationError(f"no input was found that satisfies {broken}")


class _Maker:
    """Makes up the parts of an input of a ``description`` from ``random`` numbers."""

    retries: Final = True
    follows: Final = True

    def __init__(self, description: Description, random: Random) -> None:
        self.values_of: Callable[[str], Mapping[Index, Value]] = lambda _name: {}
        self.index_of: Callable[[Variable], Index] = lambda _variable: ()
        self._random: Final = random
        self._sizes: Final = sized_by(description)
        self._around: Final = {id(command): id(loop) for loop, command in _loops_in(description.commands, None)}
        self._taken: Final = {names[-1]: Taken(names) for names in unique_in(description)}
        self._way = WAYS["random"]
        self._scale = 1
        self._parts: Final[list[bytes]] = []
        self._ends: Final[list[int]] = []  # of the parts
        self._loops: Final[dict[int, Loop]] = {}
        self._demands: Final[list[tuple[bytes, bool]]] = []  # characters: whether the next is one of them
        self._ended = False
        self._forgotten = 0  # how many parts
        self._redone = 0  # how many parts are made up at random, since what the way has made had to be forgotten

    def begin(self, way: Way, scale: int) -> None:
        """Begin with an empty input, in a ``way``, with sizes that are divided by ten to the power of ``scale``."""
        self._way = way
        self._scale = 10**scale
        self._loops.clear()
        self._loops[id(None)] = Loop(1)
        self._forget(0)
        self._forgotten = self._redone = 0

    def is_exhausted(self) -> bool:
        """Return whether so much had to be forgotten that another attempt of this size is not worth its time."""
        return self._forgotten > _MOST_FORGOTTEN

    def made(self) -> bytes:
        """Return the input."""
        return b"".join(self._parts)

    # The protocol of a source

    def position(self) -> int:
        return len(self._parts)

    def rewind(self, position: int) -> bool:
        self._forgotten += len(self._parts) - position
        if self._forgotten > _MOST_FORGOTTEN:
            return False
        self._redone = len(self._parts)
        self._forget(position)
        return True

    def _forget(self, position: int) -> None:
        del self._parts[position:], self._ends[position:]
        self._demands.clear()
        self._ended = False

    def loop(self, command: Repeat | While, rounds: int) -> None:
        if isinstance(command, While):
            return
        if rounds > MAX_LENGTH:  # hardly any loop makes up nothing
            self._fail_for_length()
        self._loops[id(command)] = Loop(rounds)

    def round(self, command: Repeat | While, number: int) -> None:
        if isinstance(command, Repeat):
            self._loops[id(command)].number = number
        elif number >= _MANY_ROUNDS:  # the way may never make up what ends the loop
            self._redone = max(self._redone, len(self._parts) + 1)

    def space(self, command: Space) -> None:
        self._add(b" ", "a space")

    def newline(self, command: Newline) -> None:
        self._add(b"\n", "a line feed")

    def end(self, command: End) -> None:
        self._ended = True

    def string(self, command: String, text: bytes) -> None:
        if text:
            self._add(text, shown(text))

    def integer(self, command: Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError(f"a range from {shown(low)} to {shown(high)} (line {command.place.line})")
        chance, pick = self._chance(command), self._pick()
        if command.target is not None and command.target.name in self._sizes:
            pick = self._way.pick_size if pick == self._way.pick else pick
            if self._way.size is not None:
                high = min(high, max(low, self._way.size))
            high = low + (high - low) // self._scale
        for _ in range(_GUESSES):
            value = self._new(command.target, pick(chance, low, high), low, high)
            text = digits(value)
            if self._may_follow(text):
                break
        self._add(text, _named(command.target, "an integer"))
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
                    self._may_follow(text)
                    and low <= Decimal(text.decode()) <= high
                    and self._is_new(command.target, value)
                ):
                    self._add(text, "")
                    return value
        raise BrokenError(f"{_named(command.target, 'a number')} (line {command.place.line})")

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        chance = self._chance(command)
        narrow = len(self._parts) >= self._redone
        for guess, pick in enumerate(self._picks()):
            text = b"".join(self._text(chance, pattern.expression, pick, narrow=narrow and guess < _GUESSES))
            if self._may_follow(text) and self._is_new(command.target, text):
                break
        else:
            raise BrokenError(f"a new text that matches {shown(pattern.text)} (line {command.place.line})")
        if text:
            self._add(text, shown(pattern.text))
        return text

    def at_end(self, test: AtEnd) -> bool:
        if not self._ended:
            self._ended = self._random.random() < _LIKELY_END
        return self._ended

    def matches(self, test: Match, characters: bytes) -> bool:
        answer = self._random.random() < 0.5
        self._demands.append((characters, answer))
        return answer

    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        raise BrokenError(f"{command.text} (line {command.place.line} of the description)")

    # How

    def _pick(self) -> Pick:
        return self._way.pick if len(self._parts) >= self._redone else _uniform

    def _picks(self) -> Iterator[Pick]:
        """Yield what picks a value, again and again, and after a while at random."""
        yield from repeat(self._pick(), _GUESSES)
        yield from repeat(_uniform, _GUESSES * _GUESSES)

    def _chance(self, command: Command) -> Chance:
        loop = self._loops[self._around[id(command)]]
        return Chance(self._random, loop.memories[id(command)], loop)

    def _add(self, text: bytes, what: str) -> None:
        if self._ended or not self._may_follow(text):
            raise BrokenError(f"what a test has found about {what or 'what follows'}")
        self._demands.clear()
        length = len(text) + (self._ends[-1] if self._ends else 0)
        if length > MAX_LENGTH:
            self._fail_for_length()
        self._parts.append(text)
        self._ends.append(length)

    def _fail_for_length(self) -> NoReturn:
        self._forgotten = _MOST_FORGOTTEN + 1
        raise BrokenError(f"the limit of {MAX_LENGTH} bytes")

    def _may_follow(self, text: bytes) -> bool:
        return not text or all((text[0] in characters) == wanted for characters, wanted in self._demands)

    def _new(self, target: Variable | None, value: int, low: int, high: int) -> int:
        """Return a value with which the tuples stay distinct, the given one if possible."""
        taken = None if target is None else self._taken.get(target.name)
        if target is None or taken is None:
            return value
        found = taken.next_free(self.values_of, self.index_of(target), value, low, high)
        if found is None:
            raise BrokenError(
                f"UNIQUE({', '.join(taken.names)}): there are no more values in {shown(low)}..{shown(high)}"
            )
        return found

    def _is_new(self, target: Variable | None, value: Value) -> bool:
        taken = None if target is None else self._taken.get(target.name)
        return target is None or taken is None or taken.take(self.values_of, self.index_of(target), value)

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
                pick_size = self._way.pick_size if pick == self._way.pick else pick
                for _ in range(pick_size(chance, expression.least, most)):
                    yield from self._text(chance, expression.repeated, pick, narrow=narrow)


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
