"""Makes up inputs by a description: values in their ranges, in ways that find mistakes.

Ranges are kept by construction, and so is uniqueness. Where an assertion doesn't hold, the values that it speaks of are
generated again, and if that doesn't help, the whole input, and in the end a smaller one.
"""

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from random import Random
from threading import Lock
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import InputError
from refsol.own.description import automaton, syntax
from refsol.own.description.interpreter import BrokenError, Interpreter
from refsol.own.description.values import DIGITS, Numeric, brief, digits, in_units, simplest_integer, written
from refsol.own.description.writer import Writer

MAX_LENGTH: Final = 2**24
"""The largest number of bytes of a generated input."""

_SCALES: Final = 8  # each makes sizes ten times smaller than the one before
_PER_SCALE: Final = 4  # attempts at a whole input
_MOST_FORGOTTEN: Final = 2**15  # parts of an attempt
_GUESSES: Final = 8  # of a value that is to be new
_FEW: Final = 3  # different values
_MORE: Final = 8  # repetitions beyond the least, where there is no limit
_DECIMALS: Final = 3  # beyond the least, where their number is free
_MANY_ROUNDS: Final = 100  # of a loop without count
_MOST_ROUNDS: Final = 2**20  # of such a loop
_SMALL: Final = 8  # rounds
_BIAS: Final = 1.25  # towards few rounds
_STYLES: Final = 4
_MIXED_STYLE: Final = 4
_SMALL_STYLE: Final = 3
_EDGE_STYLE: Final = 2
_QUICK_SPAN: Final = 2**48  # of ranges for which a random float is good enough
_LIKELY_END: Final = 0.25
_LIKELY_MATCH: Final = 0.5


class LoopState:
    """Where a loop is: in round ``number`` of ``rounds``; ``chances`` are those of its commands until it ends."""

    def __init__(self, rounds: int) -> None:
        self.rounds: Final = rounds
        self.number = 0
        self.chances: Final[dict[syntax.Choosing, Chance]] = {}


class Chance(NamedTuple):
    """Whatever a value depends on: ``random`` numbers, what was chosen before, and the ``loop`` around it.

    ``style`` is what the numbers of this input have in common, if anything. Of what was chosen, ``numbers`` and
    ``sets`` of numbers are remembered, by purpose, as long as the loop lasts.
    """

    random: Random
    loop: LoopState
    style: int
    numbers: dict[str, int]
    sets: dict[str, list[int]]


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
    style = chance.numbers.setdefault("style", chance.style or chance.random.randint(1, _STYLES))
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
    if high - low > _SMALL:
        return _uniform(chance, low, high)
    return low + int(chance.random.random() ** _BIAS * (high - low + 1))


def _lowest(_chance: Chance, low: int, _high: int) -> int:
    return low


def _highest(_chance: Chance, _low: int, high: int) -> int:
    return high


def _edge(chance: Chance, low: int, high: int) -> int:
    near = {low, low + 1, high - 1, high, -1, 0, 1}
    return chance.random.choice(sorted(value for value in near if low <= value <= high))


def _one_of_few(chance: Chance, low: int, high: int) -> int:
    few = chance.sets.setdefault("few", [chance.random.randint(low, high) for _ in range(_FEW)])
    return min(max(chance.random.choice(few), low), high)


def _same(chance: Chance, low: int, high: int) -> int:
    return min(max(chance.numbers.setdefault("same", chance.random.randint(low, high)), low), high)


def _but_one(chance: Chance, low: int, high: int) -> int:
    odd = chance.numbers.setdefault("odd", chance.random.randrange(chance.loop.rounds))
    return _uniform(chance, low, high) if odd == chance.loop.number else _same(chance, low, high)


def _ascending(chance: Chance, low: int, high: int) -> int:
    """Return the next of as many numbers in order as there are rounds: the least of those that are left."""
    least = min(max(chance.numbers.get("before", low), low), high)
    share = 1.0 - chance.random.random() ** (1.0 / (chance.loop.rounds - chance.loop.number))
    value = chance.numbers["before"] = least + round(Fraction(share) * (high - least))
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
    """Makes up inputs that a ``description`` allows; threads may share it, and take turns. O(length of it ²) to make.

    Raises :class:`.DescriptionError` for invalid patterns, and for variables that nothing ever assigns.
    """

    def __init__(self, description: syntax.Description) -> None:
        self._maker: Final = _Maker(description)
        self._interpreter: Final = Interpreter(description, self._maker)
        self._lock: Final = Lock()

    def generate(self, way: Way, seed: str, size: int | None = None) -> bytes:
        """Return an input, generated in a ``way``. The description and the arguments determine it.

        ``seed`` is any text; ``size``, at least 1, takes the place of that of the way. O(length) for each attempt.
        Raises :class:`GenerationError` if none is found, and :class:`.DescriptionError` where the description is wrong.
        """
        way = way if size is None else way._replace(size=size)
        with self._lock:
            self._maker.start(seed)
            try:
                return self._made(way)
            finally:  # an input may be large, and the next one never made
                self._maker.clear()
                self._interpreter.clear()

    def _made(self, way: Way) -> bytes:
        broken = ""
        for scale in range(_SCALES):
            for attempt in range(_PER_SCALE):
                if attempt and self._maker.is_exhausted():
                    break
                self._maker.start_attempt(way, 10**scale)
                try:
                    self._interpreter.run()
                    return self._maker.finished()
                except BrokenError as error:
                    broken = str(error)
                except InputError as error:  # something else had to follow
                    broken = f"{error.expected}: found {error.found}"
        raise GenerationError(f"no input was found that satisfies {broken}")


def generate(description: syntax.Description, way: Way, seed: str, size: int | None = None) -> bytes:
    """Return an input that a ``description`` allows, generated in a ``way``.

    ``seed``, ``size``, costs and errors are those of :meth:`Generator.generate`.
    """
    return Generator(description).generate(way, seed, size)


class _Maker(Writer):
    """Makes up inputs of a ``description``."""

    retries = True

    def __init__(self, description: syntax.Description) -> None:
        super().__init__(description)
        self._random: Final = Random()
        self._sizes: Final = _sized_by(description)
        self._around: Final = syntax.loops_around(description, syntax.Repeat)
        self._way = WAYS["random"]
        self._scale = 1
        self._loops: Final[dict[syntax.Loop | None, LoopState]] = {}
        self._style = 0
        self._forgotten = 0  # how many parts
        self._redone = 0  # how many parts are generated at random, since what the way generated had to be forgotten

    def start(self, seed: str) -> None:
        self._random.seed(seed.encode("utf-8", "surrogateescape"))
        self.forget()

    def clear(self) -> None:
        self.forget()
        self._loops.clear()
        self.begin(0)

    def start_attempt(self, way: Way, scale: int) -> None:
        """Begin with an empty input, in a ``way``, with sizes that are divided by ``scale``."""
        self._way, self._scale = way, scale
        self._loops.clear()
        self._loops[None] = LoopState(1)
        self._style = self._random.randint(0, 1) and self._random.randint(1, _STYLES)
        self.begin(MAX_LENGTH)
        self._forgotten = self._redone = 0

    def is_exhausted(self) -> bool:
        """Return whether so much had to be forgotten that another attempt of this size is not worth its time."""
        return self._forgotten > _MOST_FORGOTTEN or self.is_full

    # The protocol of a source

    def rewind(self, position: int) -> bool:
        self._forgotten += self.position() - position
        if self.is_exhausted():
            return False
        self._redone = self.position()
        self._cut(position)
        return True

    def loop(self, command: syntax.Loop, rounds: int) -> None:
        if isinstance(command, syntax.Repeat):
            if rounds > MAX_LENGTH:  # hardly any loop makes up nothing
                self._overflow()
            self._loops[command] = LoopState(rounds)

    def round(self, command: syntax.Loop, number: int) -> None:
        if isinstance(command, syntax.Repeat):
            self._loops[command].number = number
        elif number > _MOST_ROUNDS:
            self._overflow()
        elif number >= _MANY_ROUNDS:  # the way may never make up what ends the loop
            self._redone = max(self._redone, self.position() + 1)

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        if low > high:
            raise BrokenError(f"a range from {brief(low)} to {brief(high)} (line {command.place.line})")
        chance, pick, target = self._chance(command), self._pick(), command.target
        if target is not None and target.name in self._sizes:
            pick = self._way.pick_size if pick == self._way.pick else pick
            if self._way.size is not None:
                high = min(high, max(low, self._way.size))
            high = low + (high - low) // self._scale
        for _ in range(_GUESSES):
            value = self._free(target, pick(chance, low, high), low, high)
            text = digits(value)
            if self._may_follow(text):
                break
        self._add(text)
        return value

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        chance = self._chance(command)
        least, most = decimals or (0, DIGITS)
        needed = _places_between(low, high, least, most)
        if needed > least + _DECIMALS:
            least = needed
        for pick in self._picks():
            places = pick(chance, least, min(most, least + _DECIMALS))
            first, last = in_units(low, high, places)
            if first <= last:
                value = Decimal(pick(chance, first, last)).scaleb(-places)
                text = written(value, places, command.notation)
                is_in_range = low <= Decimal(text.decode()) <= high
                if is_in_range and self._may_follow(text) and self._take(command.target, value):
                    self._add(text)
                    self._is_doubtful = True
                    return value
        name = "a number" if command.target is None else command.target.name
        raise BrokenError(f"{name} (line {command.place.line})")

    def regex(self, command: syntax.Regex, pattern: automaton.Pattern) -> bytes:
        if pattern.expression.least > MAX_LENGTH:
            self._overflow()
        chance = self._chance(command)
        narrow = self.position() >= self._redone
        for guess, varied in enumerate(self._picks()):
            pick = _uniform if varied is _varied else varied
            text = self._limited(self._pieces(chance, pattern.expression, pick, narrow=narrow and guess < _GUESSES))
            if self._may_follow(text) and self._take(command.target, text):
                self._add(text)
                return text
        raise BrokenError(f"a new text that matches {brief(pattern.text)} (line {command.place.line})")

    def _answer(self, test: syntax.Lookahead) -> bool:
        if test.characters is None:
            return self._ended or self._random.random() < _LIKELY_END
        return self._random.random() < _LIKELY_MATCH

    def broken(self, command: syntax.Assert, found: Callable[[], str]) -> None:
        raise BrokenError(f"{command.text} (line {command.place.line} of the description)")

    # How

    def _pick(self) -> Pick:
        return self._way.pick if self.position() >= self._redone else _uniform

    def _picks(self) -> Iterator[Pick]:
        """Yield what picks a value, again and again, and after a while at random."""
        yield from repeat(self._pick(), _GUESSES)
        yield from repeat(_uniform, _GUESSES * _GUESSES)

    def _chance(self, command: syntax.Choosing) -> Chance:
        loop = self._loops[self._around[command]]
        chance = loop.chances.get(command)
        if chance is None:
            chance = loop.chances[command] = Chance(self._random, loop, self._style, {}, {})
        return chance

    def _limited(self, pieces: Iterator[bytes]) -> bytes:
        text = bytearray()
        for piece in pieces:
            text += piece
            if len(text) > MAX_LENGTH:
                self._overflow()
        return bytes(text)

    def _pieces(self, chance: Chance, expression: automaton.RegexTree, pick: Pick, *, narrow: bool) -> Iterator[bytes]:
        """Yield a text that matches an expression, in pieces; if ``narrow``, from an alphabet that may be small."""
        match expression:
            case automaton.Characters():
                allowed = sorted(expression.allowed & _PRINTABLE) or sorted(expression.allowed)
                if not allowed:
                    raise BrokenError("a set of no characters")
                if narrow:
                    allowed = _alphabet(chance, expression, allowed)
                yield bytes([allowed[pick(chance, 0, len(allowed) - 1)]])
            case automaton.Concatenation():
                for part in automaton.parts_of(expression):
                    yield from self._pieces(chance, part, pick, narrow=narrow)
            case automaton.Alternation():
                options = sorted(expression.options, key=automaton.sort_key)
                yield from self._pieces(chance, options[pick(chance, 0, len(options) - 1)], pick, narrow=narrow)
            case automaton.Repetition():
                most = expression.least_rounds + _MORE if expression.most is None else expression.most
                if self._way.size is not None:
                    most = min(most, max(expression.least_rounds, self._way.size))
                most = expression.least_rounds + (most - expression.least_rounds) // self._scale
                is_random = self._way.pick_size is _few_rounds or pick != self._way.pick
                pick_rounds = pick if is_random else self._way.pick_size
                for _ in range(pick_rounds(chance, expression.least_rounds, most)):
                    yield from self._pieces(chance, expression.repeated, pick, narrow=narrow)


def _alphabet(chance: Chance, expression: automaton.Characters, allowed: list[int]) -> list[int]:
    """Return which of the ``allowed`` characters stand here as long as a loop lasts: as often few as all of them.

    In texts of few characters, parts recur, which is what matters to most programs that read texts.
    """
    key = f"alphabet {id(expression)}"
    if key not in chance.sets:
        count = chance.random.choice((*range(1, _FEW + 1), *[len(allowed)] * _FEW))
        chance.sets[key] = sorted(chance.random.sample(allowed, min(count, len(allowed))))
    return chance.sets[key]


def _places_between(low: Numeric, high: Numeric, least: int, most: int) -> int:
    """Return the least number of decimals that a number in a range can have, or ``least`` if there is none."""
    for places in range(least, min(most, least + DIGITS) + 1):
        first, last = in_units(low, high, places)
        if first <= last:
            return places
    return least


_PRINTABLE: Final = frozenset(range(32, 127))


def _sized_by(description: syntax.Description) -> frozenset[str]:
    """Return the names of the variables on which the size of an input depends. O(length of the description ²).

    These are the numbers of rounds, and what bounds the integers of all rounds, such as the number of vertices.
    """
    nodes = description.nodes
    needed = syntax.names_in(tuple(node.count for node in nodes if isinstance(node, syntax.Repeat)))
    for loop in nodes:
        if isinstance(loop, syntax.Loop):
            inside = [*syntax.nodes_in(loop)]
            bounds = tuple((node.low, node.high) for node in inside if isinstance(node, syntax.Integer))
            needed |= syntax.names_in(bounds).difference(syntax.assigned_in(inside))
    while True:
        defined = [node for node in nodes if isinstance(node, syntax.Assignment) and node.target.name in needed]
        more = syntax.names_in(tuple(node.value for node in defined))
        if more <= needed:
            return frozenset(needed)
        needed |= more
