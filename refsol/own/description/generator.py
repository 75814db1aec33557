"""Makes up inputs by a description: values in their ranges, in ways that find mistakes.

Ranges are kept by construction, and so are uniqueness and the bounds that follow from assertions (:class:`.Demands`). A
sum over the rounds of a loop is a budget: a round leaves to the others what they need at least, and either takes all
else or a fair share. Where an assertion still doesn't hold, the values that it speaks of are generated again, and if
that doesn't help, the whole input, and in the end a smaller one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from decimal import Decimal
from fractions import Fraction
from itertools import repeat
from math import ceil, log2
from random import Random
from threading import Lock
from time import process_time
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import InputError
from refsol.own.description import automaton, syntax
from refsol.own.description.demands import MAX_LENGTH, Bounds, Demands
from refsol.own.description.interpreter import BrokenError, Interpreter
from refsol.own.description.plans import Planner
from refsol.own.description.values import (
    DIGITS,
    DescriptionError,
    Numeric,
    brief,
    digits,
    in_units,
    simplest_integer,
    written,
)
from refsol.own.description.writer import Writer
from refsol.own.shapes.kinds import FORMS, forms_of

DEEP: Final = "deep"
"""The way that makes graphs of the largest depth."""
SECONDS: Final = 10.0
"""The processor time that making an input may take, unless something else is said."""

_GUESSES: Final = 8  # of a value that is to be new
_FEW: Final = 3  # different values
_MORE: Final = 8  # repetitions beyond the least, where there is no limit
_MOST_FLOAT: Final = 10**1000
_DECIMALS: Final = 3  # beyond the least, where their number is free
_MOST_ROUNDS: Final = 2**20  # of a loop without count
_SMALL: Final = 8  # rounds
_STYLES: Final = 4  # of the numbers of a loop
_PRINTABLE: Final = frozenset(range(32, 127))
_PER_LOOK: Final = 64  # rounds of a loop, or pieces of a text, between looks at the clock


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


class GenerationTimeoutError(GenerationError):
    """No input was found in time."""


class _SlowError(Exception):
    """The rest of an input would take longer than there is time."""


class _NoTextError(Exception):
    """No text of the length that is demanded was found."""


def _uniform(chance: Chance, low: int, high: int) -> int:
    span = high - low + 1
    is_small = span < 2**48  # a random float is good enough
    return low + (int(chance.random.random() * span) if is_small else chance.random.randrange(span))


def _varied(chance: Chance, low: int, high: int) -> int:
    """Return any number, or a small one so that some are equal, or one near the ends, as is the style of a loop."""
    if high - low <= _SMALL:
        return _uniform(chance, low, high)
    style = chance.numbers.setdefault("style", chance.style or chance.random.randint(1, _STYLES))
    if style == _STYLES:  # all others mixed
        style = chance.random.randint(1, _STYLES - 1)
    if style == 2:
        return _edge(chance, low, high)
    if style == 3:
        middle = simplest_integer(low, high)
        reach = max(_FEW, chance.loop.rounds)
        return _uniform(chance, max(low, middle - reach), min(high, middle + reach))
    return _uniform(chance, low, high)


def _few_rounds(chance: Chance, low: int, high: int) -> int:
    """Return a number, small ones more often than large ones."""
    if high - low > _SMALL:
        return _uniform(chance, low, high)
    return low + int(chance.random.random() ** 1.25 * (high - low + 1))


def _lowest(_chance: Chance, low: int, _high: int) -> int:
    return low


def _highest(_chance: Chance, _low: int, high: int) -> int:
    return high


def _edge(chance: Chance, low: int, high: int) -> int:
    near = {low, low + 1, high - 1, high, -1, 0, 1}
    return chance.random.choice(sorted(value for value in near if low <= value <= high))


def _small(chance: Chance, low: int, high: int) -> int:
    middle = simplest_integer(low, high)
    return _uniform(chance, max(low, middle - _FEW), min(high, middle + _FEW))


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
    form: str = ""
    """The form of graphs, one of :data:`.FORMS`; any one if it is empty."""


WAYS: Final[Mapping[str, Way]] = {
    way.name: way
    for way in (
        Way("random", "random values, small ones among them", _varied, _few_rounds, _SMALL),
        Way("smallest", "every number as small as possible", _lowest, _lowest, _SMALL),
        Way("edges", "numbers at the ends of their ranges, and around zero", _edge, _edge, _SMALL),
        Way("tiny", "small numbers only, in lists and elsewhere", _small, _few_rounds, _SMALL),
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


def ways_for(description: syntax.Description) -> Mapping[str, Way]:
    """Return the ways to make up inputs of a ``description``, by name. O(length).

    These are :data:`WAYS`, and one for each form of its graphs.
    """
    kinds = {kind for node in description.nodes if isinstance(node, syntax.Shaped) for kind in node.kinds}
    ways = [Way(form, FORMS[form], _varied, _uniform, _SMALL, form) for form in forms_of(kinds)]
    deepest = [way._replace(pick=_uniform, pick_size=_highest, size=None) for way in ways if way.name == DEEP]
    return {**WAYS, **{way.name: way for way in (*ways, *deepest)}}


class Generator:
    """Makes up inputs that a ``description`` allows; threads may share it, and take turns. O(length of it ²) to make.

    Some texts are one of the ``words``, or a part of one, where that matches. Raises :class:`.DescriptionError` for
    invalid patterns, and for variables that nothing ever assigns.
    """

    def __init__(self, description: syntax.Description, words: Sequence[bytes] = ()) -> None:
        self._maker: Final = _Maker(description, words)
        self._interpreter: Final = Interpreter(description, self._maker)
        self._lock: Final = Lock()

    def generate(self, way: Way, seed: str, size: int | None = None, seconds: float = SECONDS) -> bytes:
        """Return an input, generated in a ``way``. The description and the arguments determine it.

        ``seed`` is any text; ``size``, at least 1, takes the place of that of the way. O(length) for each attempt.
        Where the largest input would take too long, it is one as large as there is time for.
        Raises :class:`GenerationError` if none is found, or not within ``seconds`` of processor time, and
        :class:`.DescriptionError` where the description is wrong.
        """
        way = way if size is None else way._replace(size=size)
        with self._lock:
            self._maker.start(seed, seconds)
            try:
                return self._made(way)
            finally:  # an input may be large, and the next one never made
                self._maker.clear()
                self._interpreter.clear()

    def _made(self, way: Way) -> bytes:
        broken = ""
        for _ in range(8):
            factor = 10
            for attempt in range(4):
                if attempt and self._maker.is_exhausted():
                    break
                self._maker.start_attempt(way)
                try:
                    self._interpreter.run()
                    return self._maker.finished()
                except BrokenError as error:
                    broken = str(error)
                except InputError as error:  # something else had to follow
                    broken = f"{error.expected}: found {error.found}"
                except _SlowError:
                    factor = 0
                    break
            self._maker.scale_down(factor)
        raise GenerationError(f"no input was found that satisfies {broken}")


class _Maker(Writer):
    retries = True

    def __init__(self, description: syntax.Description, words: Sequence[bytes]) -> None:
        super().__init__(description)
        self._words: Final = words
        self._fitting_words: Final[dict[bytes, list[bytes]]] = {}  # by the text of a pattern
        self._random: Final = Random()
        self._wanted: Final = Demands(description, self, self._round_of)
        self._sizes: Final = _sized_by(description, self._wanted.sizes())
        self._endings: Final = _endings_of(description)
        self._room: Final[dict[syntax.While, int]] = {}  # what was left of a budget when the latest round began
        self._planner: Final = Planner(description, self._random, self._picked, self._range_of)
        self._number = 0  # of the latest round of a loop without count
        self._around: Final = syntax.loops_around(description, syntax.Repeat)
        self._way = WAYS["random"]
        self._scale = 1  # by which sizes are divided
        self._text_scale = 1  # by which lengths of texts are
        self._slower = 0  # by which factor sizes have to be smaller, so that there is time enough
        self._running: syntax.Loop | None = None  # the latest that began a round
        self._loops: Final[dict[syntax.Loop | None, LoopState]] = {}
        self._style = 0
        self._forgotten = 0  # how many parts
        self._redone = 0  # how many parts are generated at random, since what the way generated had to be forgotten
        self._seconds = SECONDS
        self._begun = self._look = self._deadline = 0.0
        self._latest = ""  # what broke
        self._text = b""  # the latest one

    def start(self, seed: str, seconds: float) -> None:
        self._random.seed(seed.encode("utf-8", "surrogateescape"))
        self._seconds, self._begun = seconds, process_time()
        self._look, self._deadline = self._begun + seconds / 2, self._begun + seconds
        self._scale = self._text_scale = 1
        self._slower = 0
        self._latest = ""
        self.forget()

    def clear(self) -> None:
        self.forget()
        self._loops.clear()
        self._planner.clear()
        self.begin(0)

    def scale_down(self, factor: int) -> None:
        """Let sizes be smaller by a ``factor`` or, where it is 0, as small as there is time for."""
        if factor or self._running is None:
            self._text_scale *= factor or self._slower
        self._scale *= factor or self._slower

    def start_attempt(self, way: Way) -> None:
        """Begin with an empty input, in a ``way``."""
        self._way, self._running, self._text = way, None, b""
        self._begun = process_time()
        self._loops.clear()
        self._loops[None] = LoopState(1)
        self._style = self._random.randint(0, 1) and self._random.randint(1, _STYLES)
        self.begin(MAX_LENGTH)
        self._forgotten = self._redone = 0

    def is_exhausted(self) -> bool:
        """Return whether too much had to be forgotten: another attempt of this size is not worth its time."""
        return self._forgotten > 2**15 + 8 * self.position() or self.is_full

    # The protocol of a source

    def rewind(self, position: int) -> bool:
        self._require_time()
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
        elif isinstance(command, syntax.While):
            self._room.pop(command, None)

    def round(self, command: syntax.Loop, number: int) -> None:
        if number % _PER_LOOK == 0:
            self._require_time()
        if isinstance(command, syntax.Repeat):
            self._running = command
            self._loops[command].number = number
        elif number > _MOST_ROUNDS:
            self._overflow()
        else:
            self._number = number
            if number >= 100:  # the way may never make up what ends the loop
                self._redone = max(self._redone, self.position() + 1)

    def begin_shape(self, command: syntax.Shaped, nodes: int, root: int | None) -> None:
        loop = command.loop
        rounds = self.interpreter.value(loop.count)
        if not isinstance(rounds, int) or rounds < 0:  # as the loop will say
            return
        self._require_time()
        if rounds * len(command.names) * max(2, len(digits(nodes))) > MAX_LENGTH:  # about as long as the numbers
            self._overflow()
        self._loops[loop] = LoopState(rounds)
        self._running = loop
        self._planner.begin(command, self._way.form, nodes, root, rounds)

    def _picked(self, command: syntax.Integer, low: int, high: int) -> list[int]:
        chance, pick = self._chance(command), self._pick()
        values: list[int] = []
        for number in range(chance.loop.rounds):
            if number % _PER_LOOK == 0:
                self._require_time()
            chance.loop.number = number
            values.append(pick(chance, low, high))
        return values

    def _range_of(self, command: syntax.Integer) -> tuple[int, int] | None:
        """Return the range of a command, unless it depends on the round."""
        changing = syntax.assigned_in(syntax.nodes_in(self._around[command]))
        if not syntax.names_in((command.low, command.high)).isdisjoint(changing):
            return None  # even if the names have values, of a loop before
        try:
            low, high = self.interpreter.value(command.low), self.interpreter.value(command.high)
        except DescriptionError:
            return None
        return (low, high) if isinstance(low, int) and isinstance(high, int) else None

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        planned = self._planner.planned(command, self._loops[self._around[command]].number)
        if low > high or (planned is not None and not low <= planned <= high):
            raise BrokenError(f"a range from {brief(low)} to {brief(high)} (line {command.place.line})")
        if planned is not None:
            self._add(digits(planned))
            return planned
        chance, pick, target = self._chance(command), self._pick(), command.target
        is_size = target is not None and target.name in self._sizes
        low, high = self._narrowed(command, chance, low, high, is_size=is_size)
        most = high
        if is_size:
            pick = self._way.pick_size if pick == self._way.pick else pick
            if self._way.size is not None:
                high = min(high, max(low, self._way.size))
            high = low + (high - low) // self._scale
        wanted = self._planner.edges(command, self._way.form, self.interpreter)
        if wanted is not None:
            low = high = min(max(low, wanted), most)  # the nodes are few already
        excluded = () if self._way.size is not None else self._wanted.excluded(command)
        for _ in range(_GUESSES):
            value = self._free(target, pick(chance, low, high), low, high, excluded)
            text = digits(value)
            if self._may_follow(text):
                break
        self._add(text)
        return value

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        chance = self._chance(command)
        low, high = max(low, min(high, -_MOST_FLOAT)), min(high, max(low, _MOST_FLOAT))
        if low > _MOST_FLOAT or high < -_MOST_FLOAT:
            raise BrokenError(f"a number of too many digits (line {command.place.line})")
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
        possible = self._possible(command, chance, pattern.expression)
        word = self._word(chance, pattern, possible) if self._words else None
        if word is not None and self._may_follow(word) and self._take(command.target, word):
            self._add(word)
            self._text = word
            return word
        for guess, varied in enumerate(self._picks()):
            pick = _uniform if varied is _varied else varied
            is_narrow = narrow and guess < _GUESSES
            if possible is None or guess > 4 * _GUESSES:  # there is no text of such a length, as assertions will say
                text = self._matching(chance, pattern.expression, pick, narrow=is_narrow)
            else:
                try:
                    text = self._fitting(chance, pattern.expression, *possible, pick, narrow=is_narrow)
                except _NoTextError:
                    continue
            if self._may_follow(text) and self._take(command.target, text):
                self._add(text)
                self._text = text
                return text
        raise BrokenError(f"a new text that matches {brief(pattern.text)} (line {command.place.line})")

    def _answer(self, test: syntax.Lookahead) -> bool:
        if test in self._endings and not self._ended:
            loop, ends = self._endings[test]
            goes_on = self._goes_on(loop)
            if goes_on is not None:
                return ends != goes_on
        if test.characters is None:
            return self._ended or self._random.random() < 0.25
        return self._random.random() < 0.5

    def _goes_on(self, loop: syntax.While) -> bool | None:
        """Return whether a loop has another round, which is None unless a budget says so."""
        room = self._wanted.room(loop)
        if room is None or room < 0:
            return None if room is None else False
        before = self._room.get(loop)
        self._room[loop] = room
        has_space = self._number < (self._way.size or 10**6) and self._length < MAX_LENGTH // 2
        return True if self._way.pick_size is _highest and room != before and has_space else None

    def broken(self, command: syntax.Assert, found: Callable[[], str]) -> None:
        line, column = command.place
        self._latest = f"{command.text} (line {line}, column {column} of the description)"
        raise BrokenError(self._latest)

    # How

    def _require_time(self) -> None:
        now = process_time()
        if now > self._deadline:
            broken = f" that satisfies {self._latest}" if self._latest else ""
            raise GenerationTimeoutError(f"no input{broken} was found in {self._seconds:.3g} s")
        if now > self._look and self._way.pick_size is _highest:
            self._require_pace(now)

    def _require_pace(self, now: float) -> None:
        """Raise :class:`_SlowError` unless the attempt is likely to end in time."""
        left = self._deadline - now
        self._look = now + left / 2 if left > self._seconds / 50 else self._deadline
        done = rounds = part = 0.0  # of the outermost loops
        depth, loop, outermost = 0, self._running, self._running
        while loop is not None:
            state = self._loops[loop]
            outermost, depth, part = loop, depth + 1, (state.number + part) / max(1, state.rounds)
            loop = self._around[loop]
        for each, state in self._loops.items():
            if each is not None and self._around[each] is None:
                rounds += state.rounds
                done += state.rounds * (part if each is outermost else 1)
        needed = (now - self._begun) * rounds / done if done else 3 * left
        if now - self._begun + left < needed:
            factor = 1 << ceil(log2(needed / left * 2) / max(1, depth))
            self._slower = max(factor, 8 * self._slower)  # where an estimate was wrong, the next one may also be
            raise _SlowError

    def _round_of(self, loop: syntax.Loop) -> tuple[int, int]:
        """Return the number of the present round of a loop, and how many follow, as far as that is known."""
        if not isinstance(loop, syntax.Repeat):
            return 0, 0
        state = self._loops[loop]
        return state.number, state.rounds - state.number - 1

    def _narrowed(
        self, command: syntax.Choosing, chance: Chance, low: int, high: int, *, is_size: bool
    ) -> tuple[int, int]:
        """Return the part of a range that assertions allow; if there is none, its least, so that they soon break."""
        if not self._wanted.on(command):
            return low, high
        pick = self._way.pick
        takes_all = pick is _highest or (self._way.pick_size is not _highest if is_size else pick is _lowest)
        bounds = self._wanted.bounds(command, low, high, shared=not takes_all)
        if bounds.low > bounds.high:
            return low, low
        return bounds.low, max(bounds.low, bounds.high if takes_all else self._shared(bounds, chance, is_size))

    def _shared(self, bounds: Bounds, chance: Chance, is_size: bool) -> int:
        """Return the most that a value may take of a budget: all that is left, or about an equal share."""
        share, most = bounds.share, min(bounds.high, bounds.roomy) if is_size else bounds.high
        if not is_size and share is not None:
            share *= 2  # so that it is the mean
        if share is None or share >= most:
            return most
        return share if chance.numbers.setdefault("even", chance.random.randrange(2)) else most  # one of two

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
        for number, piece in enumerate(pieces):
            if number % _PER_LOOK == 0:
                self._require_time()
            text += piece
            if len(text) > MAX_LENGTH:
                self._overflow()
        return bytes(text)

    def _word(self, chance: Chance, pattern: automaton.Pattern, possible: tuple[int, int] | None) -> bytes | None:
        """Return one of the words or the text before, or a part of it, maybe with two characters exchanged.

        In some loops half of the texts are made so, in others none. Returns None, too, if what was made doesn't match.
        """
        if self._way.pick in (_lowest, _highest, _same) or self._way.size is None:
            return None
        words = self._fitting_words.get(pattern.text)
        if words is None:
            words = self._fitting_words[pattern.text] = [word for word in self._words if pattern.matches_all(word)]
        if not words or chance.numbers.setdefault("words", self._random.randrange(3)) or self._random.randrange(2):
            return None
        word = self._text if self._text and self._random.randrange(3) == 0 else self._random.choice(words)
        low, high = possible or (1, len(word))
        if self._random.randrange(4) == 0 or len(word) > high:
            length = high if len(word) > high else self._random.randint(1, len(word))
            start = self._random.randint(0, len(word) - length)
            word = word[start : start + length]
        if len(word) > 1 and self._random.randrange(3) == 0:
            one, other = self._random.sample(range(len(word)), 2)
            changed = bytearray(word)
            changed[one], changed[other] = word[other], word[one]
            word = bytes(changed)
        return word if low <= len(word) and pattern.matches_all(word) else None

    def _matching(self, chance: Chance, expression: automaton.RegexTree, pick: Pick, *, narrow: bool) -> bytes:
        """Return a text that matches an expression; if ``narrow``, from an alphabet that may be small."""
        text = bytearray()
        self._append(text, chance, expression, pick, narrow)
        return bytes(text)

    def _append(
        self, text: bytearray, chance: Chance, expression: automaton.RegexTree, pick: Pick, narrow: bool
    ) -> None:
        match expression:
            case automaton.Characters():
                text += self._characters(chance, expression, 1, pick, narrow=narrow)
                if len(text) > MAX_LENGTH:
                    self._overflow()
            case automaton.Concatenation():
                for part in automaton.parts_of(expression):
                    self._append(text, chance, part, pick, narrow)
            case automaton.Alternation():
                options = sorted(expression.options, key=automaton.sort_key)
                self._append(text, chance, options[pick(chance, 0, len(options) - 1)], pick, narrow)
            case automaton.Repetition():
                most = expression.least_rounds + _MORE if expression.most is None else expression.most
                if self._way.size is not None:
                    most = min(most, max(expression.least_rounds, self._way.size))
                most = expression.least_rounds + (most - expression.least_rounds) // self._text_scale
                rounds = self._pick_rounds(pick)(chance, expression.least_rounds, most)
                repeated = expression.repeated
                if isinstance(repeated, automaton.Characters) and rounds:
                    if len(text) + rounds > MAX_LENGTH:
                        self._overflow()
                    text += self._characters(chance, repeated, rounds, pick, narrow=narrow)
                    return
                for number in range(rounds):
                    if number % _PER_LOOK == 0:
                        self._require_time()
                    self._append(text, chance, repeated, pick, narrow)

    def _pick_rounds(self, pick: Pick) -> Pick:
        return pick if self._way.pick_size is _few_rounds or pick != self._way.pick else self._way.pick_size

    # Texts of lengths that are demanded

    def _possible(
        self, command: syntax.Regex, chance: Chance, expression: automaton.RegexTree
    ) -> tuple[int, int] | None:
        """Return the least and the largest length that a text may have, or None if nothing is demanded of it."""
        if not self._wanted.on(command):
            return None
        longest = MAX_LENGTH if expression.longest is None else min(MAX_LENGTH, expression.longest)
        low, high = self._narrowed(command, chance, expression.least, longest, is_size=True)
        return low, low + _MORE if high == MAX_LENGTH else high  # if there is no limit

    def _fitting(
        self, chance: Chance, expression: automaton.RegexTree, low: int, high: int, pick: Pick, *, narrow: bool
    ) -> bytes:
        """Return a text with a length in ``low..high``. Raises :class:`_NoTextError` if none is found."""
        if self._way.pick_size is not _highest:
            text = self._matching(chance, expression, pick, narrow=narrow)
            if low <= len(text) <= high:
                return text
        if self._way.size is not None:
            high = min(high, max(low, self._way.size))
        length = self._pick_rounds(pick)(chance, low, low + (high - low) // self._text_scale)
        return self._limited(self._of_length(chance, expression, length, pick, narrow=narrow))

    def _of_length(
        self, chance: Chance, expression: automaton.RegexTree, length: int, pick: Pick, *, narrow: bool
    ) -> Iterator[bytes]:
        """Yield a text of a ``length`` that matches an expression, in pieces; raises :class:`_NoTextError`.

        Parts have any lengths between their least and their largest; where some of these are impossible, another try
        may have more luck.
        """
        while isinstance(expression, automaton.Concatenation):
            first, expression = expression.first, expression.rest
            part = self._part(first, length - _longest(expression, length), length - expression.least)
            yield from self._of_length(chance, first, part, pick, narrow=narrow)
            length -= part
        if not expression.least <= length <= _longest(expression, length):
            raise _NoTextError
        match expression:
            case automaton.Characters():
                yield self._characters(chance, expression, 1, pick, narrow=narrow)
            case automaton.Alternation():
                options = [each for each in expression.options if each.least <= length <= _longest(each, length)]
                if not options:
                    raise _NoTextError
                options.sort(key=automaton.sort_key)
                chosen = options[pick(chance, 0, len(options) - 1)]
                yield from self._of_length(chance, chosen, length, pick, narrow=narrow)
            case automaton.Repetition(repeated=automaton.Characters() as repeated):
                yield self._characters(chance, repeated, length, pick, narrow=narrow)
            case automaton.Repetition(repeated=repeated) if length:  # rounds that may be empty are left out
                low, high = max(1, repeated.least), _longest(repeated, length)
                least = max(-(-length // high), expression.least_rounds * (repeated.least > 0))
                most = length // low if expression.most is None else min(length // low, expression.most)
                if least > most:
                    raise _NoTextError
                for left in range(pick(chance, least, most) - 1, -1, -1):
                    fair = max(low, 2 * length // (left + 1) - low)
                    part = self._part(repeated, max(1, length - left * high), length - left * low, fair)
                    yield from self._of_length(chance, repeated, part, pick, narrow=narrow)
                    length -= part

    def _part(self, expression: automaton.RegexTree, low: int, high: int, most: int = MAX_LENGTH) -> int:
        """Return a length of an expression in ``low..high``, at ``most`` that if possible."""
        low, high = max(low, expression.least), min(high, _longest(expression, high))
        if low > high:
            raise _NoTextError
        return self._random.randint(low, max(low, min(high, most)))

    def _characters(
        self, chance: Chance, expression: automaton.Characters, count: int, pick: Pick, *, narrow: bool
    ) -> bytes:
        allowed = _allowed(chance, expression, narrow=narrow)
        if pick is _uniform:
            return bytes(self._random.choices(allowed, k=count))
        return bytes([allowed[pick(chance, 0, len(allowed) - 1)] for _ in range(count)])


def _longest(expression: automaton.RegexTree, length: int) -> int:
    return length if expression.longest is None else min(length, expression.longest)


def _allowed(chance: Chance, expression: automaton.Characters, *, narrow: bool) -> list[int]:
    """Return which characters may stand for an expression: if ``narrow``, as long as a loop lasts, as often few as all.

    In texts of few characters, parts recur, which is what matters to most programs that read texts.
    """
    key = f"{'few' if narrow else 'all'} {id(expression)}"
    if key not in chance.sets:
        allowed = sorted(expression.allowed & _PRINTABLE) or sorted(expression.allowed)
        if not allowed:
            raise BrokenError("a set of no characters")
        if narrow:
            count = chance.random.choice((*range(1, _FEW + 1), *[len(allowed)] * _FEW))
            allowed = sorted(chance.random.sample(allowed, min(count, len(allowed))))
        chance.sets[key] = allowed
    return chance.sets[key]


def _places_between(low: Numeric, high: Numeric, least: int, most: int) -> int:
    """Return the least number of decimals that a number in a range can have, or ``least`` if there is none."""
    for places in range(least, min(most, least + DIGITS) + 1):
        first, last = in_units(low, high, places)
        if first <= last:
            return places
    return least


def _endings_of(description: syntax.Description) -> Mapping[syntax.Lookahead, tuple[syntax.While, bool]]:
    """Return which lookahead ends which loop, and with which answer. O(length of the description)."""
    found: dict[syntax.Lookahead, tuple[syntax.While, bool]] = {}
    for loop in description.nodes:
        for test in syntax.conjuncts(loop.test) if isinstance(loop, syntax.While) else ():
            ends = False
            while isinstance(test, syntax.Not):
                test, ends = test.operand, not ends
            if isinstance(test, syntax.Lookahead) and isinstance(loop, syntax.While):
                found[test] = loop, ends
    return found


def _sized_by(description: syntax.Description, lengths: Set[str]) -> frozenset[str]:
    """Return the names of the variables on which the size of an input depends. O(length of the description ²).

    These are the numbers of rounds, what bounds ``lengths``, and what bounds the integers of all rounds, such as the
    number of vertices.
    """
    nodes = description.nodes
    needed = syntax.names_in(tuple(node.count for node in nodes if isinstance(node, syntax.Repeat))) | lengths
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
