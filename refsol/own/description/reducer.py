"""Smaller inputs by a description: fewer rounds with their counts, simpler numbers, shorter and plainer texts.

The input is recorded once (:mod:`.recorder`), and each candidate is made from the record with a change
(:mod:`.replayer`). Changes come in an order, boldest first: large parts before small ones, all numbers before each.
"""

from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from functools import partial
from itertools import combinations, product
from math import gcd
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.recorder import Chosen, Container, Dimension, LoopTrace, Round, Trace, trace_of
from refsol.own.description.replayer import Alignment, Change, References, Replayer
from refsol.own.description.values import Datum, simplest_decimal, written

_Key: TypeAlias = tuple[int, ...]

_LARGE: Final = 16  # parts of a group that are tried before anything smaller
_FEW_NUMBERS: Final = 10  # of which each pair is changed
_FEW_CHOICES: Final = 16  # of which one is changed while an item goes
_FEW_ROUNDS: Final = 16  # that are swapped with the next
_ALPHABETS: Final = [alphabet.encode() for alphabet in (ascii_lowercase, ascii_uppercase, digits)]
_BYTES: Final = 256
_NEAR: Final = 16  # so near are numbers to what they should be, where each step is tried


class _Step(NamedTuple):
    """A ``change`` to be tried: its ``key`` says where it comes in the order, and ``after`` where to go on.

    That is so if it succeeds; otherwise, the order continues by itself.
    """

    key: _Key
    change: Callable[[], Change]
    after: _Key | None = None


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

    def reductions(self, data: bytes) -> Iterator[bytes]:
        """Yield what :func:`reductions` does; in another order if ``data`` is what was last yielded.

        Then the last change was a success, so what comes after it is tried first. Raises ``InputError`` and
        :class:`.DescriptionError` in the same cases.
        """
        replayer = self._replayer = self._replayer or Replayer(self._description)
        last, begin = self._last
        recorded = trace_of(self._description, data)
        size, seen = _size_of(data), {data}
        for step in _from(begin if data == last else (), recorded):
            made = replayer.replay(recorded, step.change())
            if made is not None and made not in seen and _size_of(made) < size:
                seen.add(made)
                self._last = (made, step.key if step.after is None else step.after)
                yield made


def _size_of(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


def _from(begin: _Key, recorded: Trace) -> Iterator[_Step]:
    """Yield all steps, beginning with the first one not before ``begin``."""
    yield from (step for step in _steps(recorded) if step.key >= begin)
    if begin:
        yield from (step for step in _steps(recorded) if step.key < begin)


def _steps(recorded: Trace) -> Iterator[_Step]:
    groups = _groups(recorded)
    counting = {size.choice for size in recorded.sizes.values() if size.loops or size.texts}
    free = [choice for choice in recorded.choices if choice not in counting]
    ruled = {choice for size in recorded.sizes.values() for choice, _count in size.texts}
    stages = (
        _everything(groups, free),
        _parts(groups, are_large=True),
        _all_values(recorded, free),
        _parts(groups, are_large=False),
        _texts([choice for choice in free if isinstance(choice.command, syntax.Regex)], ruled),
        _answers(recorded),
        _numbers(free),
        _order(recorded),
        _pairs(free),
        _tiny(groups, recorded, free),
    )
    for stage, steps in enumerate(stages):
        for key, change, after in steps:
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


def _everything(groups: Sequence[Container], free: Sequence[Chosen]) -> Iterator[_Step]:
    """Yield steps to everything as small and as simple as possible."""
    for number, references in enumerate((References.STAY, References.FOLLOW)):
        yield _Step((number,), partial(_smallest, groups, free, references))


def _smallest(groups: Sequence[Container], free: Sequence[Chosen], references: References) -> Change:
    items = {group: set(range(group.least, group.value)) for group in groups}
    return Change(items, values=_simplest(free), references=references)


def _parts(groups: Sequence[Container], *, are_large: bool) -> Iterator[_Step]:
    """Yield steps without parts of items, from large to small."""
    parts: list[tuple[int, int, int]] = []
    for number, group in enumerate(groups):
        items, leaves = group.value, group.leaves
        for length in _lengths(items):
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
                references = [References.RANK, References.FOLLOW, References.STAY]
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


def _all_values(recorded: Trace, free: Sequence[Chosen]) -> Iterator[_Step]:
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
            yield _Step((2, number), partial(_simplified, choices))
            if isinstance(choices[0].value, int):
                for kind, values in enumerate(_smaller_numbers(choices)):
                    if values:
                        yield _Step((3, number, kind), partial(Change, values=values))
            items = len(choices)
            for length in [*_lengths(items)][1:]:
                if items <= length * _LARGE:
                    yield from _simpler_parts((4, number), choices, length)


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
    """Yield what changes of integers: to their ranks, without an offset, without a common factor, and to halves."""
    distinct = sorted({choice.integer for choice in choices})
    rank = {value: number for number, value in enumerate(distinct, max(0, int(choices[0].low)))}
    first = min(choices, key=lambda choice: abs(choice.integer))
    offset = first.integer - first.simplest_integer
    factor = gcd(*distinct) or 1
    for simpler in (
        rank.__getitem__,
        lambda value: value - offset,
        lambda value: value // factor,
        lambda value: -(-value // 2) if value < 0 else value // 2,
    ):
        yield {choice: new for choice in choices if (new := simpler(choice.integer)) != choice.value}


# Texts


def _texts(texts: Sequence[Chosen], ruled: set[Chosen]) -> Iterator[_Step]:
    """Yield steps to texts without a part, or with a part that is plainer."""
    yield _Step((-1,), partial(_renamed, texts))
    for number, choice in enumerate(texts):
        text = choice.characters
        yield _Step((number, -1), partial(_renamed, [choice]))
        for length in _lengths(len(text)):
            for kind, make in enumerate((_shorter, _plainer)):
                if make is _shorter and choice in ruled:
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


def _numbers(free: Sequence[Chosen]) -> Iterator[_Step]:
    """Yield steps to simpler numbers, in parts, and one by one."""
    numbers = [choice for choice in free if not isinstance(choice.command, syntax.Regex)]
    for length in _lengths(len(numbers)):
        if length > 1:
            yield from _simpler_parts((0,), numbers, length)
    for number, choice in enumerate(numbers):
        simpler: Iterator[Datum] = (
            _simpler_decimals(choice) if isinstance(choice.command, syntax.Float) else _simpler_integers(choice)
        )
        for step, value in enumerate(simpler):
            key = (1, number, step)
            values: dict[Chosen, Datum] = {choice: value}
            yield _Step(key, partial(Change, values=values), key[:-1])


def _simpler_integers(choice: Chosen) -> Iterator[int]:
    """Yield the simplest value, then others, ever nearer to the value."""
    value, simplest = choice.integer, choice.simplest_integer
    if value == simplest:
        return
    yield simplest
    for other in (1, -value, value // 10):
        if choice.low <= other <= choice.high and (value < 0 or other < value):
            yield other
    distance = (value - simplest) // 2 if value > simplest else -((simplest - value) // 2)
    while distance:
        yield value - distance
        distance = distance // 2 if distance > 0 else -(-distance // 2)
    if abs(value - simplest) > 1:
        yield value - (1 if value > simplest else -1)


def _simpler_decimals(choice: Chosen) -> Iterator[bytes]:
    """Yield the simplest value, then others with fewer decimals, then nearer to the value."""
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
    for places in range(least, max(least, -exponent) + 1):
        unit = Decimal(1).scaleb(-places)
        for near in (value.quantize(unit, "ROUND_DOWN"), value.quantize(unit, "ROUND_UP")):
            text = written(near, places, notation)
            if len(text) < len(choice.text) and choice.low <= Decimal(text.decode()) <= choice.high:
                yield text
    places = max(least, -exponent)
    distance = value - Decimal(simplest.decode())
    while (distance := (distance / 2).quantize(Decimal(1).scaleb(-places), "ROUND_DOWN")) != 0:
        yield written(value - distance, places, notation)


_MOST_DIGITS: Final = 12  # before and after the point: decimal numbers have 28


def _order(recorded: Trace) -> Iterator[_Step]:
    """Yield steps that sort the rounds of a loop, or swap one of them and the next."""
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


def _pairs(free: Sequence[Chosen]) -> Iterator[_Step]:
    """Yield steps that change two numbers at once, which may depend on each other."""
    numbers = [choice for choice in free if isinstance(choice.value, int)]
    if len(numbers) > _FEW_NUMBERS:
        return
    for number, (one, other) in enumerate(combinations(numbers, 2)):
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
    for amount in _amounts(min(down, int(other.high) - second)):
        yield {one: first - amount, other: second + amount}


def _amounts(most: int) -> Sequence[int]:
    """Return by how much to change two numbers: all of it, half of it and, where that isn't for ever, 1."""
    amounts = [most, most // 2, 1 if most < _NEAR else 0]
    return [amount for amount in dict.fromkeys(amounts) if amount > 0]


def _tiny(groups: Sequence[Container], recorded: Trace, free: Sequence[Chosen]) -> Iterator[_Step]:
    """Yield steps to one item less and another number, in a tiny input."""
    numbers = [choice for choice in free if isinstance(choice.value, int)]
    if len(recorded.choices) > _FEW_CHOICES:
        return
    for number, group in enumerate(groups):
        if group.value - 1 < group.least:
            continue
        for item in range(group.value):
            for which, choice in enumerate(numbers):
                value, simplest = choice.integer, choice.simplest_integer
                for other in dict.fromkeys((simplest, value - 1, value + 1)):
                    if other != value and choice.low <= other <= choice.high:
                        for variant, (layout, references) in enumerate(_variants(group)):
                            change = partial(
                                Change, {group: {item}}, values={choice: other}, layout=layout, references=references
                            )
                            yield _Step((number, item, which, other - value, variant), change)
