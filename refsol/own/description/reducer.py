"""Smaller inputs by a description: fewer rounds with their counts, simpler numbers, shorter and plainer texts.

The input is recorded once (:mod:`.recorder`), and each candidate is made from the record with a change
(:mod:`.replayer`). Changes come in an order, boldest first: large parts before small ones, all numbers before each.

Each candidate costs a run of the program, so what was refused is remembered: parts that can't go aren't tried again
while only values change, and the search for a number's simplest value halves what is left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from decimal import Decimal
from functools import partial
from itertools import combinations, pairwise, product
from math import gcd, isqrt
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.recorder import Chosen, Container, Dimension, LoopTrace, Round, Trace, trace_of
from refsol.own.description.replayer import Alignment, Change, References, Replayer
from refsol.own.description.shape_steps import handled_by_shapes, shape_steps
from refsol.own.description.values import Datum, in_units, simplest_decimal, simplest_integer, written

_Key: TypeAlias = tuple[int, ...]

_LARGE: Final = 16  # parts of a group that are tried before anything smaller
_FEW_NUMBERS: Final = 10  # of which each pair is changed
_SMALL_NUMBER: Final = 8  # about which numbers become at once, if possible
_FEW_LETTERS: Final = 2  # of a text that is plain enough
_FEW_ROUNDS: Final = 16  # that are swapped with the next
_ALPHABETS: Final = [alphabet.encode() for alphabet in (ascii_lowercase, ascii_uppercase, digits)]
_BYTES: Final = 256
_NUMBERS: Final = 6  # the stage of single numbers
_PAIRS: Final = 8  # the last stage
_STICKY: Final = (0, 2, 3, 4)  # stages in which what was refused isn't tried again while only values change
_TENTH: Final = 10
_FAR: Final = 16  # times as far
_NEAR: Final = 16  # so near are numbers to what they should be, where each step is tried


class _Step(NamedTuple):
    """A ``change`` to be tried: its ``key`` says where it comes in the order, and ``after`` where to go on.

    That is so if it succeeds; otherwise, the order continues by itself.
    """

    key: _Key
    change: Callable[[], Change]
    after: _Key | None = None


class _Search:
    """The search for the simplest value of a number, in units of this many decimal ``places``.

    What is between the value that was ``refused`` last and the present one may be accepted. The next one to be tried is
    one ``stride`` away or, without strides, halfway.
    """

    def __init__(self, refused: int, places: int) -> None:
        self.refused = refused
        self.places: Final = places
        self.stride = 0


class _Memory:
    """What was refused of inputs with one ``shape``, which are equal but for values.

    ``keys`` are those of steps that were refused, and ``searches`` are those of numbers, by their places among all; the
    one at the place ``active`` goes on where it was.
    """

    def __init__(self, shape: tuple[int, ...] = ()) -> None:
        self.shape: Final = shape
        self.keys: Final[set[_Key]] = set()
        self.searches: Final[dict[int, _Search]] = {}
        self.active = -1


def reductions(description: syntax.Description, data: bytes) -> Iterator[bytes]:
    """Yield smaller inputs that resemble ``data``, which a ``description`` allows, the boldest reductions first.

    All of them are valid by the description, distinct, and smaller than ``data``: by number of tokens, then of bytes,
    then in byte order. Each takes O(length). Raises ``InputError`` for data that the description doesn't allow,
    and :class:`.DescriptionError` where the description is wrong.
    """
    return Reducer(description).reductions(data)


class Reducer:
    """Makes smaller inputs of a ``description``, and continues where it was if one of them replaces the input."""

    def __init__(self, description: syntax.Description) -> None:
        self._description: Final = description
        self._replayer: Replayer | None = None  # until the first input, since the description may be wrong
        self._last: tuple[bytes, _Key] = (b"", ())
        self._memory = _Memory()

    def reductions(self, data: bytes) -> Iterator[bytes]:
        """Yield what :func:`reductions` does; in another order if ``data`` is what was last yielded.

        Then the last change was a success, so what comes after it is tried first. As long as only values have changed,
        most of what was in vain isn't tried again. Raises ``InputError`` and :class:`.DescriptionError` in the same
        cases.
        """
        for candidate in self.attempts(data):  # compiled, a generator expression would be a list
            if candidate is not data:
                yield candidate

    def attempts(self, data: bytes) -> Iterator[bytes]:
        """Yield what :meth:`reductions` does, and ``data`` itself for what makes no other smaller input.

        So whoever asks for the next has the word after O(length), and may stop. Raises ``InputError`` and
        :class:`.DescriptionError` in the same cases.
        """
        replayer = self._replayer = self._replayer or Replayer(self._description)
        last, begin = self._last
        recorded = trace_of(self._description, data)
        size, seen = _size_of(data), {data}
        shape = _shape_of(recorded)
        if data != last or shape != self._memory.shape:
            self._memory = _Memory(shape)
        memory = self._memory
        for step in _from(begin if data == last else (), recorded, memory):
            if step.key in memory.keys:
                continue
            made = replayer.replay(recorded, step.change())
            if made is not None and made not in seen and _size_of(made) < size:
                seen.add(made)
                self._last = (made, step.key if step.after is None else step.after)
                yield made
                if step.key[0] in _STICKY or step.key[:2] == (_NUMBERS, 0):
                    memory.keys.add(step.key)
            else:
                yield data


def _size_of(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


def _shape_of(recorded: Trace) -> tuple[int, ...]:
    """Return what inputs have in common whose choices correspond to each other: the numbers of rounds, and so on."""
    lengths = (len(choice.value) if isinstance(choice.value, bytes) else 0 for choice in recorded.choices)
    sizes = (size.value for size in recorded.sizes.values() if size.loops or size.texts)
    return (*(loop.value for loop in recorded.loops), *lengths, *sizes)


def _from(begin: _Key, recorded: Trace, memory: _Memory) -> Iterator[_Step]:
    """Yield all steps, beginning with the first one not before ``begin``; the pairs come last."""
    if begin[:2] != (_NUMBERS, 1):
        memory.active = -1
    if begin >= (_PAIRS,):
        yield from (step for step in _last_steps(recorded) if step.key >= begin)
    first = () if begin >= (_PAIRS,) else begin
    yield from _steps(recorded, memory, first, (_PAIRS,))
    memory.active = -1
    yield from _steps(recorded, memory, (), first)
    yield from (step for step in _last_steps(recorded) if begin < (_PAIRS,) or step.key < begin)


def _last_steps(recorded: Trace) -> Iterator[_Step]:
    for key, change, after in _pairs(recorded):
        yield _Step((_PAIRS, *key), change, None if after is None else (_PAIRS, *after))


def _free(recorded: Trace) -> Sequence[Chosen]:
    """Return the choices that are no counts, and that shapes don't determine."""
    taken = {size.choice for size in recorded.sizes.values() if size.loops or size.texts}
    taken |= handled_by_shapes(recorded).choices
    return [choice for choice in recorded.choices if choice not in taken]


def _references(recorded: Trace) -> set[Chosen]:
    """Return the numbers that refer to items of what has a size."""
    return {reference for size in recorded.sizes.values() for reference in size.references}


def _steps(recorded: Trace, memory: _Memory, first: _Key, end: _Key) -> Iterator[_Step]:
    """Yield the steps from ``first`` up to ``end``, without that."""
    handled = handled_by_shapes(recorded)
    groups = [group for group in _groups(recorded) if group not in handled.sizes]
    free, references = _free(recorded), _references(recorded)
    ruled = {choice for size in recorded.sizes.values() for choice, _count in size.texts}
    stages = (
        _parts(groups, are_large=True),
        (_Step(*step) for step in shape_steps(recorded)),
        _all_values(recorded, free, references),
        _parts(groups, are_large=False),
        _texts([choice for choice in free if isinstance(choice.command, syntax.Regex)], ruled),
        _answers(recorded),
        _numbers(
            free,
            references,
            memory,
            first[1:] if first[:1] == (_NUMBERS,) else (),
            end[1:] if end[:1] == (_NUMBERS,) else None,
        ),
        _order(recorded),
    )
    for stage, steps in enumerate(stages):
        if (stage + 1,) <= first or (stage,) >= end:
            continue
        for key, change, after in steps:
            if first <= (stage, *key) < end:
                yield _Step((stage, *key), change, None if after is None else (stage, *after))


# Items of what has a size


def _groups(recorded: Trace) -> Sequence[Container]:
    sizes = [
        size
        for size in recorded.sizes.values()
        if size.value > size.least
        and (size.loops or size.texts or (size.references and size.value <= 2 * len(size.references) + _LARGE))
    ]
    loops = [loop for loop in recorded.loops if isinstance(loop.command, syntax.While) and loop.value]
    return [*sizes, *loops]


def _parts(groups: Sequence[Container], *, are_large: bool) -> Iterator[_Step]:
    """Yield steps without parts of items, from large to small."""
    parts: list[tuple[int, int, int]] = []
    for number, group in enumerate(groups):
        items, leaves = group.value, group.leaves
        lengths = _lengths(items)
        if not group.least and items > 1:  # hardly ever does nothing at all fail
            next(lengths)
        for length in lengths:
            if (items <= length * _LARGE) == are_large:
                weight = length * leaves // items
                parts.append((-weight.bit_length(), number, -length))
    for weight, number, minus_length in sorted(parts):
        group, length = groups[number], -minus_length
        for end, taken in _chunks(group.value, length, group.least):
            key = (weight, number, minus_length)
            for variant, (layout, references) in enumerate(_variants(group)):
                change = partial(Change, {group: set(taken)}, layout=layout, references=references)
                yield _Step((*key, -end, variant), change, (*key, length - end))


def _lengths(items: int) -> Iterator[int]:
    """Yield the number of items, then the powers of two below, from large to small."""
    if items:
        yield items
        yield from (1 << power for power in reversed(range((items - 1).bit_length())))


def _chunks(items: int, length: int, least: int) -> Iterator[tuple[int, range]]:
    """Yield the ends of chunks of items, and the chunks: from the end, such that enough items are left."""
    if length == items and least:
        yield items, range(least, items)
        yield items - least, range(items - least)
        return
    for end in range(items, 0, -length):
        start = max(0, end - length)
        if items - (end - start) >= least:
            yield end, range(start, end)


def _variants(group: Container) -> Sequence[tuple[Alignment, References]]:
    """Return in which ways items can be taken out that make a difference."""
    layouts, references = [Alignment.FIRST], [References.STAY]
    if isinstance(group, Dimension):
        lengths = [loop.value for loop, _count in group.loops]
        lengths += [len(choice.characters) for choice, _count in group.texts]
        if any(length != group.value for length in lengths):
            layouts.append(Alignment.LAST)
        if any(length > group.value and length % group.value == 0 for length in lengths):
            layouts.append(Alignment.APART)
        if group.references:
            references = [References.FOLLOW, References.STAY]
            if len(group.references) == group.value > 1:
                references = [References.RANK, References.STAY]
    return [*product(layouts, references)]


# Values


def _simplest(choices: Sequence[Chosen]) -> dict[Chosen, Datum]:
    """Return the simplest values of choices, where they have others now."""
    found: dict[Chosen, Datum] = {}
    for choice in choices:
        value = choice.simplest()
        if value is not None and value != (choice.text if isinstance(choice.command, syntax.Float) else choice.value):
            found[choice] = value
    return found


def _simplified(choices: Sequence[Chosen]) -> Change:
    return Change(values=_simplest(choices))


def _all_values(recorded: Trace, free: Sequence[Chosen], references: Set[Chosen]) -> Iterator[_Step]:
    """Yield steps that change the values of many choices at once."""
    yield _Step((0,), partial(_simplified, free))
    for number, size in enumerate(recorded.sizes.values()):
        if size.references and not size.loops and not size.texts:
            yield _Step((1, number), partial(_compressed, size))
    by_command: dict[int, list[Chosen]] = {}
    for choice in free:
        by_command.setdefault(id(choice.command), []).append(choice)
    for number, choices in enumerate(by_command.values()):
        if len(choices) > 1:
            yield _Step((2, number, 0), partial(_simplified, choices))
            if choices[0] in references:  # there are better steps
                continue
            if not isinstance(choices[0].value, bytes):
                smaller = _smaller_numbers if isinstance(choices[0].value, int) else _smaller_decimals
                for kind, values in enumerate(smaller(choices)):
                    if values:
                        yield _Step((2, number, 1, kind), partial(Change, values=values))
            items = len(choices)
            for length in [*_lengths(items)][1:]:
                if items <= length * _LARGE:
                    yield from _simpler_parts((2, number, 2), choices, length)


def _simpler_parts(key: _Key, choices: Sequence[Chosen], length: int) -> Iterator[_Step]:
    """Yield steps to the simplest values in parts of this many choices."""
    for end, part in _chunks(len(choices), length, 0):
        here = (*key, -length, -end)
        change = partial(_simplified, [choices[number] for number in part])
        yield _Step(here, change, (*key, -length, length - end))


def _compressed(size: Dimension) -> Change:
    """Return the change in which what is referred to is numbered 1, 2, …, without gaps."""
    units = sorted({size.unit(reference) for reference in size.references})
    rank = {unit: number for number, unit in enumerate(units)}
    values: dict[Chosen, Datum] = {}
    for reference in size.references:
        unit = size.unit(reference)
        values[reference] = reference.integer - unit + rank[unit]
    values[size.choice] = max(size.least, len(units))
    return Change(values=values)


def _smaller_numbers(choices: Sequence[Chosen]) -> Iterator[dict[Chosen, Datum]]:
    """Yield what changes of integers: to their ranks, without an offset, without a common factor, and to fractions."""
    distinct = sorted({choice.integer for choice in choices})
    rank = {value: number for number, value in enumerate(distinct, max(0, int(choices[0].low)))}
    first = min(choices, key=lambda choice: abs(choice.integer))
    offset = first.integer - first.simplest_integer
    factor = gcd(*distinct) or 1
    ways: list[Callable[[int], int]] = [
        rank.__getitem__,
        lambda value: value - offset,
        lambda value: value // factor,
        *(partial(_divided, divisor) for divisor in _divisors(distinct)),
    ]
    for simpler in ways:
        yield {choice: new for choice in choices if (new := simpler(choice.integer)) != choice.value}


def _smaller_decimals(choices: Sequence[Chosen]) -> Iterator[dict[Chosen, Datum]]:
    """Yield what changes of decimal numbers: to integers, and to integers that are fractions of these."""
    integers = {
        choice: int(choice.value)
        for choice in choices
        if isinstance(choice.value, Decimal) and abs(choice.value) < _LARGEST_DECIMAL
    }
    for divisor in (1, *_divisors(integers.values())):
        values: dict[Chosen, Datum] = {}
        for choice, value in integers.items():
            least = 0 if choice.decimals is None else choice.decimals[0]
            assert isinstance(choice.command, syntax.Float)
            text = written(Decimal(_divided(divisor, value)), least, choice.command.notation)
            if text != choice.text:
                values[choice] = text
        yield values


def _divisors(numbers: Iterable[int]) -> Sequence[int]:
    """Return by what to divide numbers: so that they become small at once, less large, or halves."""
    most = max(map(abs, numbers), default=0) // _SMALL_NUMBER
    return most, isqrt(most), 2


def _divided(divisor: int, value: int) -> int:
    """Return a quotient, rounded towards zero."""
    if divisor < 2:
        return value
    return value // divisor if value >= 0 else -(-value // divisor)


# Texts


def _texts(texts: Sequence[Chosen], ruled: set[Chosen]) -> Iterator[_Step]:
    """Yield steps to texts without a part, or with a part that is plainer."""
    yield _Step((-1,), partial(_renamed, texts))
    for number, choice in enumerate(texts):
        text = choice.characters
        yield _Step((number, -1), partial(_renamed, [choice]))
        for length in _lengths(len(text)):
            for kind, make in enumerate((_shorter, _plainer)):
                if choice in ruled if make is _shorter else len(set(text)) <= _FEW_LETTERS:
                    continue
                key = (number, kind, -length)
                for end, part in _chunks(len(text), length, 0):
                    for variant, simpler in enumerate(make(text, part)):
                        if simpler != text and choice.allows(simpler):
                            change = partial(Change, values={choice: simpler})
                            after = (*key, length - end if kind == 0 else -end)
                            yield _Step((*key, -end, variant), change, after)


def _renamed(texts: Sequence[Chosen]) -> Change:
    """Return the change in which letters have other names: in order of their first occurrences, the first letters."""
    letters = dict.fromkeys(byte for choice in texts for byte in choice.characters)
    table = bytearray(range(_BYTES))
    for alphabet in _ALPHABETS:
        for letter, new in zip([letter for letter in letters if letter in alphabet], alphabet, strict=False):
            table[letter] = new
    values: dict[Chosen, Datum] = {}
    for choice in texts:
        renamed = choice.characters.translate(table)
        if renamed != choice.value and choice.allows(renamed):
            values[choice] = renamed
    return Change(values=values)


def _shorter(text: bytes, part: range) -> Iterator[bytes]:
    yield text[: part.start] + text[part.stop :]


def _plainer(text: bytes, part: range) -> Iterator[bytes]:
    """Yield texts with a part that is one character, again and again: the plainest ones, and such as occur."""
    inside = text[part.start : part.stop]
    letters = dict.fromkeys([*b"a0", *sorted(set(text))])
    for letter in letters:
        simpler = bytes([letter]) * len(part)
        if simpler < inside or letter in b"a0":
            yield text[: part.start] + simpler + text[part.stop :]


# What else there is


def _answers(recorded: Trace) -> Iterator[_Step]:
    rounds = [recorded.root, *(each for loop in recorded.loops for each in loop.rounds)]
    number = 0
    for each in rounds:
        for test, answer in each.answers.items():
            yield _Step((number,), partial(Change, answers={(each, test): not answer}))
            number += 1


def _numbers(
    free: Sequence[Chosen], references: Set[Chosen], memory: _Memory, first: _Key, end: _Key | None
) -> Iterator[_Step]:
    """Yield steps to simpler numbers, in parts, and one by one, the latter from ``first`` up to ``end`` only.

    Of numbers that are ``references``, only the simplest value is tried.
    """
    numbers = [choice for choice in free if not isinstance(choice.command, syntax.Regex)]
    for length in _lengths(len(numbers)):
        if length > 1:
            yield from _simpler_parts((0,), numbers, length)
    for number, choice in enumerate(numbers):
        if (1, number) < first[:2] or (end is not None and (1, number) >= end):
            continue
        simpler: Iterator[Datum] = (
            _simpler_decimals(choice, number, memory)
            if isinstance(choice.command, syntax.Float)
            else _simplest_reference(choice)
            if choice in references
            else _simpler_integers(choice, number, memory)
        )
        for step, value in enumerate(simpler):
            key = (1, number, step)
            values: dict[Chosen, Datum] = {choice: value}
            yield _Step(key, partial(Change, values=values), key[:-1])


def _simplest_reference(choice: Chosen) -> Iterator[int]:
    if choice.value != choice.simplest_integer:
        yield choice.simplest_integer


class _Number(NamedTuple):
    """A number to be made simpler: its ``value`` in ``low..high``, in units of this many decimal ``places``.

    It has this ``place`` among all numbers, and ``simplest`` is the simplest value.
    """

    place: int
    value: int
    simplest: int
    low: int
    high: int
    places: int = 0

    @property
    def sign(self) -> int:
        """Whether it is greater than the simplest value, 1, or less, -1."""
        return 1 if self.value > self.simplest else -1

    def is_between(self, other: int, refused: int) -> bool:
        """Return whether ``other`` is nearer to the value than one that was ``refused``, but isn't the value."""
        return (other - refused) * self.sign > 0 and (self.value - other) * self.sign > 0


def _simpler_integers(choice: Chosen, place: int, memory: _Memory) -> Iterator[int]:
    number = _Number(place, choice.integer, choice.simplest_integer, int(choice.low), int(choice.high))
    if number.value != number.simplest:
        yield number.simplest
        yield from _nearer(number, memory)


def _nearer(number: _Number, memory: _Memory) -> Iterator[int]:
    """Yield values nearer to the simplest one, which was refused, and then ever nearer to the value.

    Where the latest of these was accepted, the search goes on from what was refused before. Where other numbers have
    changed since, it begins next to the value and goes on in strides that double.
    """
    place, value, simplest, sign = number.place, number.value, number.simplest, number.sign
    search = memory.searches.get(place)
    if search is not None and search.places != number.places:
        search = None
    if search is not None and memory.active == place:
        if search.stride:
            yield from _strides(number, search)
        search.stride = 0
        yield from _halved(number, search)
        return
    memory.active = place
    if value < 0 and number.low <= -value <= number.high:
        yield -value
    if search is not None:
        search.refused, search.stride = simplest, 1
        yield from _strides(number, search)
        return
    search = memory.searches[place] = _Search(simplest, number.places)
    for other in (sign, _divided(_TENTH, value)):
        if number.low <= other <= number.high and number.is_between(other, search.refused):
            yield other
            search.refused = other
    if number.is_between(value - sign, search.refused):
        yield value - sign
        yield (value + search.refused) // 2


def _halved(number: _Number, search: _Search) -> Iterator[int]:
    """Yield values in the middle between the one that was refused and the value; if they are far, by their digits."""
    while (distance := abs(number.value - search.refused)) > 1:
        far, near = abs(number.value - number.simplest), max(1, abs(search.refused - number.simplest))
        middle = number.value - number.sign * (distance // 2)
        if far > near * _FAR:
            middle = number.simplest + number.sign * isqrt(far * near)
        yield middle
        search.refused = middle


def _strides(number: _Number, search: _Search) -> Iterator[int]:
    """Yield the value that is one stride nearer to what was refused, if there is one."""
    other = number.value - number.sign * search.stride
    if number.is_between(other, search.refused):
        search.stride *= 2
        yield other
        search.refused = other


def _simpler_decimals(choice: Chosen, place: int, memory: _Memory) -> Iterator[bytes]:
    """Yield the simplest value, then others with fewer decimals other than 0, then nearer to the value."""
    assert isinstance(choice.command, syntax.Float)
    notation = choice.command.notation
    simplest = simplest_decimal(choice.low, choice.high, choice.decimals, notation)
    if simplest is None or simplest == choice.text:
        return
    yield simplest
    value = choice.value
    assert isinstance(value, Decimal)
    exponent = value.as_tuple().exponent
    if not isinstance(exponent, int) or abs(value.adjusted()) > _MOST_DIGITS or exponent < -_MOST_DIGITS:
        return
    least = 0 if choice.decimals is None else choice.decimals[0]
    needed = next(places for places in range(-min(exponent, 0) + 1) if value == round(value, places))
    for places in range(needed + 1):
        unit = Decimal(1).scaleb(-places)
        for near in dict.fromkeys((value.quantize(unit, "ROUND_DOWN"), value.quantize(unit, "ROUND_UP"))):
            text = written(near, max(least, places), notation)
            if len(text) <= len(choice.text) and text != choice.text and choice.low <= near <= choice.high:
                yield text
    first, last = in_units(choice.low, choice.high, needed)
    if first <= last:
        number = _Number(place, int(value.scaleb(needed)), simplest_integer(first, last), first, last, needed)
        if number.value != number.simplest:
            for units in _nearer(number, memory):
                yield written(Decimal(units).scaleb(-needed), max(least, needed), notation)


_MOST_DIGITS: Final = 12  # before and after the point: decimal numbers have 28
_LARGEST_DECIMAL: Final = Decimal(10) ** _MOST_DIGITS


def _order(recorded: Trace) -> Iterator[_Step]:
    """Yield steps that sort the numbers in a round or the rounds of a loop, or swap one of them and the next."""
    pairs = [pair for each in (recorded.root, *_rounds(recorded)) for pair in _falling(each)]
    if len(pairs) > 1:
        yield _Step((-2,), partial(Change, values=_swapped(pairs)))
    if len(pairs) <= _FEW_ROUNDS:
        for number, pair in enumerate(pairs):
            yield _Step((-1, number), partial(Change, values=_swapped([pair])))
    for number, loop in enumerate(recorded.loops):
        rounds, rest = loop.rounds[: loop.value], loop.rounds[loop.value :]
        keys = [_content(each) for each in rounds]
        places = sorted(range(len(rounds)), key=keys.__getitem__)
        if places != [*range(len(rounds))]:
            ordered = [*(rounds[place] for place in places), *rest]
            yield _Step((number, 0), partial(Change, order={loop: ordered}))
        if len(rounds) <= _FEW_ROUNDS:
            for place in range(len(rounds) - 1):
                if keys[place + 1] < keys[place]:
                    swapped = [*rounds[:place], rounds[place + 1], rounds[place], *rounds[place + 2 :], *rest]
                    yield _Step((number, 1, place), partial(Change, order={loop: swapped}))


def _rounds(recorded: Trace) -> Iterator[Round]:
    for loop in recorded.loops:
        yield from loop.rounds


def _falling(each: Round) -> Iterator[tuple[Chosen, Chosen]]:
    """Yield two numbers next to each other in a round, of which the first is greater and each may be the other."""
    numbers = [item for item in each.items.values() if isinstance(item, Chosen) and isinstance(item.value, int)]
    for one, other in pairwise(numbers):
        if one.integer > other.integer >= one.low and one.integer <= other.high:
            yield one, other


def _swapped(pairs: Sequence[tuple[Chosen, Chosen]]) -> dict[Chosen, Datum]:
    return {one: pair[1 - place].value for pair in pairs for place, one in enumerate(pair)}


def _content(each: Round) -> list[tuple[int, int, str]]:
    """Return something to sort rounds by: what is in it."""
    found: list[tuple[int, int, str]] = []
    for item in each.items.values():
        if isinstance(item, LoopTrace):
            found.append((item.value, 0, ""))
            found += [part for inner in item.rounds for part in _content(inner)]
        elif isinstance(item.value, int):
            found.append((0, item.value, ""))
        else:
            found.append((len(item.text), 0, item.text.decode("latin-1")))
    return found


def _pairs(recorded: Trace) -> Iterator[_Step]:
    """Yield steps that change two numbers at once, of a kind or outside all loops, which may depend on each other."""
    numbers = [choice for choice in _free(recorded) if isinstance(choice.value, int)]
    if len(numbers) > _FEW_NUMBERS:
        return
    for number, (one, other) in enumerate(combinations(numbers, 2)):
        if one.command is other.command or one.round is other.round is recorded.root:
            for kind, values in enumerate(_pair_values(one, other)):
                yield _Step((number, kind), partial(Change, values=values), (number,))


def _pair_values(one: Chosen, other: Chosen) -> Iterator[dict[Chosen, Datum]]:
    first, second = one.integer, other.integer
    down, left = (value - choice.simplest_integer for choice, value in ((one, first), (other, second)))
    if first > second:
        yield {one: second, other: first}
    if down > 0 and left > 0:
        for amount in _amounts(min(down, left)):
            yield {one: first - amount, other: second - amount}
    longest = int("9" * len(str(abs(second))))  # a number that isn't written longer
    for amount in _amounts(min(down, min(int(other.high), longest if second > 0 else 0) - second)):
        yield {one: first - amount, other: second + amount}


def _amounts(most: int) -> Sequence[int]:
    """Return by how much to change two numbers: all of it, half of it and, where that isn't for ever, 1."""
    amounts = [most, most // 2, 1 if most < _NEAR else 0]
    return [amount for amount in dict.fromkeys(amounts) if amount > 0]
