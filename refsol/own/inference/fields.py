"""The fields of a shape with all values that they have in the samples, and what these have in common."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from math import factorial, prod
from typing import Final, NamedTuple

from refsol.own.inference.samples import SampleLines
from refsol.own.inference.shape import (
    READINGS,
    Environment,
    Expression,
    FreeLine,
    Item,
    Line,
    Path,
    Repetition,
    Runner,
    Slot,
    TaggedLine,
    all_items,
    is_known,
    scopes_of,
    slots_of,
)

INTEGER: Final = "integer"
"""The kind of fields that are integers."""
FLOAT: Final = "float"
"""The kind of fields that are numbers, some of them with a decimal point."""
WORD: Final = "word"
"""The kind of all other fields."""

_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,999}")  # what is longer is a word
_FLOAT: Final = re.compile(r"-?(0|[1-9][0-9]{0,999})(\.[0-9]{1,999})?([eE][+-]?[0-9]{1,3})?")
_UNLIKELY: Final = 1e-4  # an order that is less likely than this by chance is taken to be meant
_RUNS: Final = re.compile(r"[0-9]+|[a-z]+|[A-Z]+|[^0-9a-zA-Z]")
_BITS: Final = re.compile(r"[01]+")
_LONG: Final = 20
_MOST_WORDS: Final = 10
_LONGEST_SIGN: Final = 3  # of characters that aren't letters or digits, such as <=>
_FAR_FETCHED: Final = 6.0  # bits of an expression for a length that is always the same
_UNLIMITED: Final = 10**9


class Key(NamedTuple):
    """Which field: its ``number``; of a tagged line, also the first word, ``tag``, and the ``place`` behind it."""

    number: int
    tag: str = ""
    place: int = 0


class Cell(NamedTuple):
    """A ``token`` of a field, in a ``sample`` and the rounds of a ``path``, with what is known by then: ``values``."""

    token: str
    sample: int
    path: Path
    values: Mapping[int, int]


class Field:
    """A field: its ``key``, all its ``cells``, and what they have in common. Attributes may be changed.

    ``slot`` is its place in the shape, and ``dimensions`` is from there. ``known`` are the numbers of fields whose
    values are known where it is read. ``kind`` is one of the kinds above. ``is_count`` is whether something is repeated
    as often as it says, and ``is_tag`` whether it decides what follows in its line.
    """

    def __init__(self, key: Key, cells: Sequence[Cell], slot: Slot, known: Sequence[int]) -> None:
        self.key: Final = key
        self.cells: Final = cells
        self.slot: Final = slot
        self.dimensions: Final = slot.dimensions
        self.known: Final = known
        self.kind = _kind(cells, known)
        self.is_count = False
        self.is_tag = False

    @property
    def tokens(self) -> list[str]:
        """The values, as written."""
        return [cell.token for cell in self.cells]

    def numbers(self) -> list[int]:
        """Return the values of a field of integers. O(values)."""
        return [int(cell.token) for cell in self.cells]

    def groups(self) -> list[list[Cell]]:
        """Return the values, those of the same run of the innermost loop together. O(values)."""
        found: dict[tuple[int, Path], list[Cell]] = {}
        for cell in self.cells:
            found.setdefault((cell.sample, cell.path[:-1]), []).append(cell)
        return [*found.values()]

    def number_groups(self) -> list[list[int]]:
        """Return the same as numbers, of a field of integers. O(values)."""
        return [[int(cell.token) for cell in cells] for cells in self.groups()]


def fields_of(items: Sequence[Item], samples: Sequence[SampleLines]) -> dict[Key, Field]:
    """Return the fields of a shape, ``items``, and what they are in ``samples``, in the order of reading. O(length)."""
    cells: dict[Key, list[Cell]] = {}

    for number, sample in enumerate(samples):

        def visit(
            item: Item,
            position: int,
            path: Path,
            environment: Environment,
            number: int = number,
            sample: SampleLines = sample,
        ) -> None:
            tokens = sample.lines[position]
            values = dict(environment)

            def add(key: Key, token: str, path: Path) -> None:
                cells.setdefault(key, []).append(Cell(token, number, path, values))

            if isinstance(item, Line):
                for number_of_field, token in zip(item.fields, tokens, strict=False):
                    add(Key(number_of_field), token, path)
                for place, token in enumerate(tokens[item.fixed :]):
                    index, column = divmod(place, len(item.listed))
                    add(Key(item.listed[column]), token, (*path, index))
            elif isinstance(item, TaggedLine):
                add(Key(item.first), tokens[0], path)
                for place, token in enumerate(tokens[1:]):
                    add(Key(item.first, tokens[0], place), token, path)
            elif isinstance(item, FreeLine):
                for index, token in enumerate(tokens):
                    add(Key(item.first), token, (*path, index))

        Runner(samples, _UNLIMITED).run(items, number, 0, {}, (), visit)
    slots = {slot.number: slot for slot in slots_of(items)}
    scopes = scopes_of(items)
    loops = [item.times for item in all_items(items) if isinstance(item, Repetition)]
    lists = [slot.times for slot in slots.values() if slot.scope and slot.scope[-1] < 0]
    counts = {variable for times in (*loops, *lists) if times is not None for variable in times.variables()}
    fixed = [number for number, slot in slots.items() if isinstance(slot.line, Line) and number in slot.line.fields]
    found: dict[Key, Field] = {}
    for key in sorted(cells, key=lambda key: (key.number, key.tag, key.place)):
        known = [number for number in fixed if number < key.number and is_known(scopes, number, key.number)]
        field = found[key] = Field(key, cells[key], slots[key.number], known)
        field.is_count = key.number in counts and not key.tag
    for field in found.values():
        lengths = lengths_given(field.cells, field.known) if field.kind == WORD else ()
        for variable in lengths[0].variables() if lengths else ():
            found[Key(variable)].is_count = True
    for item in all_items(items):
        if isinstance(item, TaggedLine) and Key(item.first) in found:
            found[Key(item.first)].is_tag = True
    return found


def is_number(token: str) -> bool:
    """Return whether a ``token`` is a number without leading zeros. O(length)."""
    return _FLOAT.fullmatch(token) is not None


def _kind(cells: Sequence[Cell], known: Sequence[int]) -> str:
    tokens = [cell.token for cell in cells]
    if all(map(_INTEGER.fullmatch, tokens)):
        return WORD if _are_digits(cells, tokens, known) else INTEGER
    return FLOAT if all(map(_FLOAT.fullmatch, tokens)) else WORD


def _are_digits(cells: Sequence[Cell], tokens: Sequence[str], known: Sequence[int]) -> bool:
    """Return whether what looks like numbers are strings of digits: all zeros and ones, or as long as is said."""
    lengths = [*map(len, tokens)]
    if min(lengths) < 3 or any(token.startswith("-") for token in tokens):
        return False
    if all(map(_BITS.fullmatch, tokens)) and (len(tokens) > 1 or lengths[0] > 4):
        return len({*tokens} - {"100", "1000", "10000", "1", "10", "100000", "1000000"}) > 0
    return len(tokens) > 2 and bool(lengths_given(cells, known))


# Lengths of words


def lengths_given(cells: Sequence[Cell], known: Sequence[int]) -> list[Expression]:
    """Return expressions of ``known`` fields that are the lengths in all ``cells``, the simplest first. O(cells)."""
    lengths = [len(cell.token) for cell in cells]
    varied = len({*lengths}) > 1
    if not varied and (lengths[0] < 2 or (len(cells) < 3 and lengths[0] < 3)):
        return []
    common = {*known}
    for cell in cells:
        common.intersection_update(cell.values)
    found: list[tuple[float, int, Expression]] = []
    for form in READINGS:
        if not varied and form.bits > _FAR_FETCHED:
            continue
        for a in common:
            if not form.is_binary:
                candidates = [Expression(form, a)]
            else:
                candidates = [Expression(form, a, b) for b in common if b != a and form.text == "{a} * {b}" and a < b]
            for expression in candidates:
                if all(expression.value(cell.values) == size for cell, size in zip(cells, lengths, strict=True)):
                    found.append((form.bits, -a, expression))
    return [expression for _bits, _number, expression in sorted(found, key=lambda each: each[:2])]


# Words


def vocabulary(field: Field) -> list[str]:
    """Return the words of a field that has only a few fixed ones, or none. O(cells)."""
    tokens = field.tokens
    words = sorted({*tokens})
    if field.is_tag:
        return words
    if not 1 < len(words) <= _MOST_WORDS:
        return []
    if are_letters(words):
        return words if len(words) < len(tokens) and len(words) <= max(2, len(tokens) // 2) else []
    is_picture = max(map(len, words)) > _LONGEST_SIGN and not any(map(str.isalnum, "".join(words)))
    enough = len(tokens) >= 4 and len(words) <= len(tokens) // 2 and max(map(len, words)) > 1 and not is_picture
    return words if enough and not lengths_given(field.cells, field.known) else []


def are_letters(words: Sequence[str]) -> bool:
    """Return whether all ``words`` are single letters, such as names of operations. O(words)."""
    return all(len(word) == 1 and word.isascii() and word.isalpha() for word in words)


def runs(token: str) -> list[str]:
    """Return the runs of digits and of letters, and the other characters, in a ``token``. O(length)."""
    return _RUNS.findall(token)


# Numbers


def indices_of(field: Field, variable: int) -> int | None:
    """Return 1 or 0 if the numbers may be indices from there on, of as many things as a ``variable`` says; or None.

    O(cells).
    """
    least, full = _UNLIMITED, False
    for cell in field.cells:
        count = cell.values.get(variable)
        if count is None:
            return None
        value = int(cell.token)
        least = min(least, value)
        if not 0 <= value <= count:
            return None
        full = full or value == count
    if least >= 1:
        return 1
    return None if full else 0


def is_binary(field: Field) -> bool:
    """Return whether all values are 0 or 1, and both are there. O(cells)."""
    return {*field.tokens} == {"0", "1"}


def is_permutation(field: Field) -> bool:
    """Return whether the numbers in each run of a loop are a permutation of numbers from 0 or 1. O(cells · log)."""
    groups = field.number_groups()
    starts = {min(group) for group in groups}
    return len(starts) == 1 and starts <= {0, 1} and all(_covers(group) for group in groups)


def _covers(group: Sequence[int]) -> bool:
    return sorted(group) == [*range(min(group), min(group) + len(group))]


def are_distinct(field: Field) -> bool:
    """Return whether all words or numbers in each run of a loop are different. O(cells)."""
    groups = field.groups()
    return any(len(cells) > 1 for cells in groups) and all(
        len({cell.token for cell in cells}) == len(cells) for cells in groups
    )


def are_unequal(a: Field, b: Field) -> bool:
    """Return whether two fields that are read together differ each time. O(cells)."""
    pairs = zip(a.cells, b.cells, strict=False)
    return a.key != b.key and len(a.cells) == len(b.cells) and all(x.token != y.token for x, y in pairs)


def chance_of_distinct(field: Field, bounding: int, size: int) -> float:
    """Return how likely it is that numbers in the range of a field, of this ``size``, are distinct by chance.

    With a ``bounding`` field of that number, its value is the size. O(cells).
    """
    chance = 1.0
    for cells in field.groups():
        span = cells[0].values.get(bounding, size)
        for number in range(len(cells)):
            chance *= max(0.0, 1 - number / max(1, span))
    return chance


def order_of(field: Field) -> tuple[str, bool]:
    """Return how the numbers in each run of a loop are sorted, and whether that is no coincidence.

    The order is ``<``, ``<=`` or, if they aren't sorted, empty. O(cells).
    """
    groups = field.number_groups()
    if not all(a <= b for group in groups for a, b in pairwise(group)):
        return "", False
    chance = 1.0
    for group in groups:
        orders = factorial(min(len(group), _LONG)) // prod(factorial(min(n, _LONG)) for n in Counter(group).values())
        chance /= max(1, orders)
    if chance > 0.2:
        return "", False
    strict = all(a < b for group in groups for a, b in pairwise(group))
    return ("<" if strict else "<="), chance < _UNLIKELY


def decimals_of(field: Field) -> tuple[int, int] | None:
    """Return the least and the largest number of decimals, or None where there are exponents. O(cells)."""
    if any("e" in token.lower() for token in field.tokens):
        return None
    places = [len(token.partition(".")[2]) for token in field.tokens]
    return min(places), max(places)


def decimals(field: Field) -> list[Decimal]:
    """Return the values of a field of numbers. O(cells)."""
    return [*map(Decimal, field.tokens)]
