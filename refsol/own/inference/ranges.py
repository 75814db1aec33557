"""The ranges of fields: from a text of constraints, from counts that bound them, or guessed."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import ceil, factorial, floor, prod
from typing import Final, NamedTuple

from refsol.own.inference.constraints import Bound, Constraints
from refsol.own.inference.fields import (
    FLOAT,
    INTEGER,
    WORD,
    Field,
    Key,
    are_distinct,
    are_unequal,
    chance_of_distinct,
    decimals,
    indices_of,
    is_binary,
    is_permutation,
    lengths_given,
    order_of,
)
from refsol.own.inference.matching import fits, sides_of
from refsol.own.inference.shape import Expression, Item, Line, slots_of

_LEAST_GUESS: Final = 10
_SURE: Final = 0.1
_UNLIKELY: Final = 0.03
_LONG: Final = 20
_ENOUGH: Final = 6  # cells
_FEW: Final = 5  # values
_TIMES: Final = 2  # that each of a few values is there, on average
_PART: Final = 3  # cells on one side of a gap


class End(NamedTuple):
    """An end of a range: the ``bound`` of a text, a ``tagged`` field, field number ``of`` plus a ``value``, or that."""

    value: int = 0
    of: int = -1
    bound: Bound | None = None
    tagged: Key | None = None


class Range(NamedTuple):
    """The range of a field."""

    low: End
    """Its lower end."""
    high: End
    """Its upper end."""
    guessed: bool
    """Whether one of its ends is guessed."""


class Facts:
    """What is taken to hold for the fields of a shape, besides their kinds. Filled by :class:`FactFinder`.

    ``ranges`` are those of all fields. In each run of the innermost loop, the fields in ``distinct`` are different,
    those in ``permutations`` all numbers in their range, and those in ``sorted`` in the order given, ``<`` or ``<=``.
    Pairs in ``unequal`` differ. Ranges in ``instead`` may also be meant. ``remarks`` say what else may be meant; in
    braces, numbers of fields stand for names, and those with an asterisk for elements of the current round.
    """

    def __init__(self) -> None:
        self.ranges: Final[dict[Key, Range]] = {}
        self.distinct: Final[set[Key]] = set()
        self.permutations: Final[set[Key]] = set()
        self.sorted: Final[dict[Key, str]] = {}
        self.unequal: Final[list[tuple[Key, Key]]] = []
        self.remarks: Final[dict[Key, list[str]]] = {}
        self.instead: Final[dict[Key, Range]] = {}


class FactFinder:
    """Finds facts about the ``fields`` of a shape, ``items``; ``of_name`` says which fields the names mean."""

    def __init__(
        self,
        items: Sequence[Item],
        fields: Mapping[Key, Field],
        constraints: Constraints,
        of_name: Mapping[str, Key],
    ) -> None:
        self._fields: Final = fields
        self._constraints: Final = constraints
        self._of_name: Final = of_name
        self._names: Final = {key: name for name, key in of_name.items()}
        self._slots: Final = {slot.number: slot for slot in slots_of(items)}
        self._facts: Final = Facts()

    def facts(self) -> Facts:
        """Return the facts. O(values · fields)."""
        for key, field in self._fields.items():
            self._name_like_others(key, field)
            self._facts.ranges[key] = self._range(key, field)
            self._gaps(key, field)
        for key, field in self._fields.items():
            if field.dimensions and not key.tag:
                self._order_and_distinctness(key, field)
        self._pairs()
        return self._facts

    def _name_like_others(self, key: Key, field: Field) -> None:
        """Give a field of a tagged line the name of the one at the same place behind another tag."""
        if key.tag and key not in self._names:
            for other, name in [*self._names.items()]:
                same = (other.number, other.place) == (key.number, key.place)
                if other.tag and same and self._fields[other].kind == field.kind:
                    limit = self._constraints.limits[name]
                    sides = sides_of(limit, field)
                    if all(
                        fits(bound, field, self._of_name, is_low=is_low) is not False
                        for bounds, is_low in sides
                        for bound in bounds
                    ):
                        self._names[key] = name
                        return

    # Ranges

    def _range(self, key: Key, field: Field) -> Range:
        guess = self._guess(field)
        name = self._names.get(key)
        if name is None or name not in self._constraints.limits:
            indices = self._indices(key, field)
            if indices is not None and not is_permutation(field):
                self._facts.instead[key] = guess
            if indices is None and field.kind == INTEGER and len(field.cells) >= _ENOUGH and is_binary(field):
                self._facts.instead[key] = guess
                return Range(End(0), End(1), True)
            return indices or guess
        limit = self._constraints.limits[name]
        (lows, _), (highs, _) = sides_of(limit, field)
        low, high = self._chosen(lows, field, is_low=True), self._chosen(highs, field, is_low=False)
        if low is None and high is None:
            return guess
        if low is None:
            return Range(
                End(min(1, guess.low.value) if field.kind == INTEGER else guess.low.value), high or guess.high, True
            )
        return Range(low, high or guess.high, high is None)

    def _chosen(self, bounds: Sequence[Bound], field: Field, *, is_low: bool) -> End | None:
        """Return the first bound that holds; of numbers, the widest, since there may be several for parts of tests."""
        good = [bound for bound in bounds if fits(bound, field, self._of_name, is_low=is_low)]
        if not good:
            return None
        if good[0].names:
            return End(bound=good[0]._replace(is_near=True))  # so that equal ends are equal
        near = [bound for bound in good if bound.is_near and not bound.names] or good
        constants = [(value, bound) for bound in near if not bound.names and (value := bound.value({})) is not None]
        sign = 1 if is_low else -1  # of equal ones, that which isn't strict: a list has both, as in 1 <= a_1 < a_2 <= 9
        _value, bound = min(constants, key=lambda each: (sign * each[0], each[1].strict))
        return End(bound=bound._replace(is_near=True))

    def _guess(self, field: Field) -> Range:
        if field.kind == WORD:
            sizes = [len(token) for token in field.tokens]
            most = self._constraints.longest
            return Range(End(min(1, *sizes)), End(most if most >= max(sizes) else _rounded(max(sizes))), True)
        if field.kind == FLOAT:
            values = decimals(field)
            low, high = floor(min(values)), ceil(max(values))
        else:
            numbers = field.numbers()
            low, high = min(numbers), max(numbers)
        top = _rounded(max(abs(low), abs(high)))
        if low < 0:
            return Range(End(-top), End(top), True)
        return Range(End(1 if low and field.kind == INTEGER else 0), End(top), True)

    def _indices(self, key: Key, field: Field) -> Range | None:
        """Return the range of a field of indices that are bounded by a count, if it seems to be one."""
        if field.kind != INTEGER or field.is_tag or (is_binary(field) and not is_permutation(field)):
            return None
        counts = [
            other.key.number
            for other in self._fields.values()
            if other.kind == INTEGER
            and not other.key.tag
            and other.key.number in field.known
            and (other.is_count or not field.is_count)
        ]
        around = self._slots[key.number].times
        near = () if around is None else around.variables()
        own = near if around is not None and around.form is not None and around.form.text == "{a}" else ()
        for number in sorted(
            counts,
            key=lambda number: (
                number in own,
                number not in near,  # n, where there are n - 1 edges
                -len(self._slots[number].scope),
                not self._fields[Key(number)].is_count,
                number,
            ),
        ):
            start = indices_of(field, number)
            if start is None or field.is_count:
                continue
            if self._are_indices(key, field, number, around):
                return Range(End(start), End(start - 1, number), False)
            cells = len(field.cells)
            if start == 1 and self._fields[Key(number)].is_count and cells > 2:
                self._remark(key, f"maybe an index: 1 to {{{number}}}")
        return None

    def _are_indices(self, key: Key, field: Field, number: int, around: Expression | None) -> bool:
        counted = self._fields[Key(number)]
        reached = any(int(cell.token) >= cell.values[number] - 1 for cell in field.cells)
        own = around is not None and around.form is not None and around.form.text == "{a}" and around.first == number
        if key.tag:
            return (
                not own
                and counted.is_count
                and len({*field.tokens}) > 1
                and (key.place < 2 or len(field.cells) >= _ENOUGH)
            )
        if self._is_listed(key.number):
            if own:
                return self._is_permutation(key, field) or self._fills(field, number)
            differs = any(len(cells) != cells[0].values[number] for cells in field.groups())
            return counted.is_count and reached and differs and len(field.cells) >= 4
        if field.dimensions:  # in a row of a loop
            if not counted.is_count and around is not None and number in around.variables():
                return False
            if own:
                return self._is_permutation(key, field) or self._fills(field, number)
            return len(field.cells) >= 2 and (counted.is_count or reached)
        same_line = number + 1 == key.number
        return same_line and len(field.cells) >= 2 and counted.is_count

    def _gaps(self, key: Key, field: Field) -> None:
        """Remark that there are no numbers in a large part of a range that isn't given."""
        if field.kind != INTEGER or field.is_count or key in self._names:
            return
        numbers = sorted(field.numbers())
        values = sorted({*numbers})
        steps = [b - a for a, b in pairwise(values)]
        if not steps or max(steps) == 1:
            return
        if field.is_tag or (len(values) <= _FEW and len(numbers) >= max(_ENOUGH, _TIMES * len(values))):
            listed = f"{', '.join(map(str, values[:-1]))} and {values[-1]}"
            self._remark(key, f"only {listed} in the samples")
            return
        place = steps.index(max(steps)) + 1
        below = sum(number < values[place] for number in numbers)
        others = [*steps[: place - 1], *steps[place:]]
        if (
            1 < place < len(values) - 1
            and min(below, len(numbers) - below) >= _PART
            and max(steps) >= 2 * max(others)
            and len(numbers) >= _ENOUGH
        ):
            low, high = f"{values[0]} to {values[place - 1]}", f"{values[place]} to {values[-1]}"
            self._remark(key, f"only {low} and {high} in the samples")

    @staticmethod
    def _fills(field: Field, number: int) -> bool:
        """Return whether numbers come near the count of their own list or loop each time, and often enough."""
        groups = [cells for cells in field.groups() if len(cells) > 2]
        return sum(map(len, groups)) >= 3 * _ENOUGH and all(
            4 * max(int(cell.token) for cell in cells) >= 3 * cells[0].values[number] for cells in groups
        )

    # Order, distinctness and pairs

    def _claimed(self, claim: str, key: Key) -> bool:
        name = self._names.get(key)
        claims = self._constraints.claims
        if name is not None and (claim, name) in claims:
            return True
        unnamed = any(word == claim and other not in self._of_name for word, other in claims)
        return unnamed and sum(1 for other, field in self._fields.items() if field.dimensions and not other.tag) == 1

    def _order_and_distinctness(self, key: Key, field: Field) -> None:
        distinct = are_distinct(field)
        if field.kind == INTEGER:
            order, sure = order_of(field)
            text = self._claimed("increasing", key) or self._claimed("sorted", key)
            if order and (sure or text) and field.dimensions == 1:
                strict = order == "<" and (self._claimed("increasing", key) or not text)
                self._facts.sorted[key] = "<" if strict else "<="
                return
            if order:
                name = f"{{{key.number}}}"
                self._remark(key, f"sorted in the samples: {name}[i-1] {order} {name}[i]")
        if not distinct or field.is_tag:
            return
        permutation = field.kind == INTEGER and self._is_permutation(key, field) and self._covers_range(key)
        if permutation:
            self._facts.permutations.add(key)
        claimed = self._claimed("distinct", key) or self._claimed("permutation", key)
        likely = field.kind == INTEGER and self._chance_of_distinct(key, field) < _SURE
        in_pair = field.dimensions and not self._is_listed(key.number) and self._has_neighbours(key.number)
        if permutation or claimed or (likely and not in_pair and field.dimensions == 1):
            self._facts.distinct.add(key)
        elif field.kind == WORD and lengths_given(field.cells, field.known):
            return  # rows of a grid
        elif max(len(cells) for cells in field.groups()) > 2 and not in_pair:
            self._remark(key, f"distinct in the samples: ASSERT(UNIQUE({{{key.number}}}))")

    def _is_permutation(self, key: Key, field: Field) -> bool:
        """Return whether numbers are permutations, and that is said, or no coincidence."""
        if not is_permutation(field):
            return False
        chance = prod(factorial(len(each)) / len(each) ** len(each) for each in field.groups() if len(each) < _LONG)
        longest = max(map(len, field.groups()))
        return longest >= _LONG or chance < _UNLIKELY or self._claimed("permutation", key)

    def _chance_of_distinct(self, key: Key, field: Field) -> float:
        """Return how likely it is by chance that the numbers are distinct, if there are as many as a count says."""
        low, high, _guessed = self._facts.ranges[key]
        number = high.of
        if high.bound is not None and len(high.bound.names) == 1:
            number = self._of_name[next(iter(high.bound.names))].number
        ends = [end.value if end.bound is None else end.bound.value({}) or 0 for end in (low, high)]
        return chance_of_distinct(field, number, ends[1] - ends[0] + 1)

    def _is_listed(self, number: int) -> bool:
        line = self._slots[number].line
        return isinstance(line, Line) and number in line.listed

    def _has_neighbours(self, number: int) -> bool:
        return self._are_neighbours(number) or self._are_neighbours(number - 1)

    def _are_neighbours(self, number: int) -> bool:
        """Return whether a field and the next stand side by side."""
        line = self._slots[number].line if number in self._slots else None
        return isinstance(line, Line) and line.first <= number < line.listed.stop - 1

    def _covers_range(self, key: Key) -> bool:
        """Return whether the range of a field has just as many numbers as there are."""
        around = self._slots[key.number].times
        limits = self._facts.ranges[key]
        if around is None or around.form is None or around.form.text != "{a}":
            return False
        if limits.high.of == around.first:
            return limits.low.value - limits.high.value == 1
        if limits.high.bound is not None and limits.high.bound.names:
            return [self._of_name[name].number for name in limits.high.bound.names] == [around.first]
        return False

    def _pairs(self) -> None:
        for pair in sorted(self._constraints.unequal):
            keys = [self._of_name.get(name) for name in pair]
            if (
                keys[0] is not None
                and keys[1] is not None
                and are_unequal(self._fields[keys[0]], self._fields[keys[1]])
            ):
                self._facts.unequal.append((keys[0], keys[1]))
        for left in filter(self._are_neighbours, self._slots):
            a, b = self._fields.get(Key(left)), self._fields.get(Key(left + 1))
            if a is not None and b is not None:
                self._tree(a, b)
                self._pair(a, b)
        by_place = {key: field for key, field in self._fields.items() if key.tag}
        for key, field in by_place.items():
            other = by_place.get(key._replace(place=key.place + 1))
            if other is not None:
                self._pair(field, other)

    def _tree(self, a: Field, b: Field) -> None:
        """Remark that two fields side by side are the edges of trees, if they are: only a shape can say it."""
        around = self._slots[a.key.number].times
        if around is None or around.form is None or around.form.text != "{a} - 1" or a.dimensions != 1:
            return
        if a.kind == b.kind == INTEGER and len(a.cells) == len(b.cells) and _are_trees(a, b, around.first):
            shape = f"'tree({{{around.first}}}; {{{a.key.number}}}, {{{b.key.number}}})'"
            self._remark(b.key, f"with {{{a.key.number}}} the edges of a tree in the samples: maybe --shape {shape}")

    def _pair(self, a: Field, b: Field) -> None:
        """Find out whether two numbers side by side, both in the same range, are in order or different."""
        ranges = self._facts.ranges
        if a.kind != INTEGER or b.kind != INTEGER or len(a.cells) != len(b.cells) or a.is_count or b.is_count:
            return
        if not (a.dimensions or a.key.tag) or (a.key, b.key) in self._facts.unequal:
            return
        bounded = ranges[a.key].high.of >= 0 or _names_of(ranges[a.key].high)
        if ranges[a.key] != ranges[b.key] or not bounded:
            return
        pairs = [*zip(a.numbers(), b.numbers(), strict=True)]
        less, equal = sum(x < y for x, y in pairs), sum(x == y for x, y in pairs)
        asks = bool(a.key.tag) or any(number < a.key.number for number in self._slots if self._is_listed(number))
        ordered = less + equal == len(pairs)
        limit = self._constraints.limits.get(self._names.get(b.key, ""))
        said = limit is not None and any(bound.names == {self._names.get(a.key, "")} for bound in limit.lows)
        if ordered and (said or (len(pairs) >= 3 and (equal or (asks and len(pairs) >= 4)))):
            ranges[b.key] = ranges[b.key]._replace(low=End(tagged=a.key) if a.key.tag else End(0, a.key.number))
        elif not equal and len(pairs) >= 3 and not asks:
            if a.key in self._names and b.key in self._names and not self._claimed("loopless", a.key):
                self._remark(b.key, f"different in the samples: ASSERT({{{a.key.number}*}} != {{{b.key.number}*}})")
            else:
                self._facts.unequal.append((a.key, b.key))

    def _remark(self, key: Key, text: str) -> None:
        self._facts.remarks.setdefault(key, []).append(text)


def _are_trees(a: Field, b: Field, number: int) -> bool:
    """Return whether pairs of numbers are edges of trees, whose nodes are from 1 to the value of field ``number``."""
    for left, right in zip(a.groups(), b.groups(), strict=True):
        parents = [*range(left[0].values.get(number, 0) + 1)]
        for one, other in zip(left, right, strict=True):
            ends = [int(one.token), int(other.token)]
            for place, node in enumerate(ends):
                if not 0 < node < len(parents):
                    return False
                while parents[node] != node:
                    parents[node] = parents[parents[node]]
                    node = parents[node]
                ends[place] = node
            if ends[0] == ends[1]:
                return False
            parents[ends[0]] = ends[1]
    return True


def _names_of(end: End) -> frozenset[str]:
    return frozenset() if end.bound is None else end.bound.names


def _rounded(value: int) -> int:
    """Return the least power of ten that is at least ``value``, and 10 at least."""
    top = _LEAST_GUESS
    while top < value:
        top *= 10
    return top
