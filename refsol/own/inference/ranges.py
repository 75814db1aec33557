"""The ranges of fields, from constraints, counts or samples, and what else is taken to hold for them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import pairwise
from math import ceil, floor, prod
from typing import Final, NamedTuple

from refsol.own.inference.constraints import Constraints, Term
from refsol.own.inference.fields import FLOAT, INTEGER, WORD, GrammarField, are_trees, counter_of
from refsol.own.inference.grammar import EDGES, Path
from refsol.own.inference.naming import Names, ends_of, holds


class FieldRange(NamedTuple):
    """The range of a field, and what a comment says about it if an end is guessed."""

    low: Term
    high: Term
    guess: str = ""


class Facts:
    """What is taken to hold for ``fields`` with these ``names``, some ``given`` by the ``constraints``.

    Fields in ``distinct`` are different in each run of their loop; pairs in ``unequal`` differ. ``remarks`` say what
    else the samples suggest, and ``unused`` which inequalities don't hold for them.
    """

    def __init__(
        self, fields: Mapping[Path, GrammarField], constraints: Constraints, given: Mapping[str, Path], names: Names
    ) -> None:
        self._fields: Final = fields
        self._constraints: Final = constraints
        self._given: Final = given
        self._names: Final = names.of
        self._paths: Final = {name: path for path, name in names.of.items()}
        self.distinct: Final[set[Path]] = set()
        self.unequal: Final[set[tuple[Path, Path]]] = set()
        self.unused: Final[list[str]] = []
        self.remarks: Final[defaultdict[Path, list[str]]] = defaultdict(list)
        self.ranges: Final = {path: self._range(path, field) for path, field in fields.items()}
        for a, b in sorted(constraints.unequal):
            if not (a in given and b in given and self._unequal(*sorted((given[a], given[b])))):
                self.unused.append(f"{a} != {b}")
        for path, field in fields.items():
            following = fields.get((*path[:-1], path[-1] + 1))
            if following is not None and field.kind == following.kind == INTEGER and field.indices == following.indices:
                self._pair(field, following)
            if field.kind == INTEGER and field.indices and (field.line.times is not None or not field.is_listed):
                self._list(field)

    def _range(self, path: Path, field: GrammarField) -> FieldRange:
        name = self._names[path]
        guess = _guess(field, name)
        if name not in self._given:
            counter = counter_of(field, self._fields)
            if counter is None:
                return guess
            count, start = counter
            most = Term(self._names[count], frozenset([self._names[count]]), strict=not start)
            return FieldRange(_constant(start), most, f"{name} (or {guess.low.text} to {guess.high.text})")
        lows, highs = ends_of(self._constraints.by_name[name], field)
        low, high = self._end(lows, field, is_low=True), self._end(highs, field, is_low=False)
        return FieldRange(low or guess.low, high or guess.high, "" if low and high else name)

    def _end(self, terms: Sequence[Term], field: GrammarField, *, is_low: bool) -> Term | None:
        """Return the nearest end that holds; of constants the widest, since some may be for a part of the tests."""
        good = [term for term in terms if holds(term, field, self._given, is_low=is_low)]
        if not good or good[0].names:
            return good[0] if good else None
        constants = [term for term in good if not term.names]
        near = [term for term in constants if term.is_near] or constants
        sign = 1 if is_low else -1
        return min(near, key=lambda each: (sign * (each.value({}) or 0), each.strict))

    def _unequal(self, a: Path, b: Path) -> bool:
        left, right = self._fields[a], self._fields[b]
        if a[:-1] != b[:-1] or any(x.token == y.token for x, y in zip(left.cells, right.cells, strict=True)):
            return False
        self.unequal.add((a, b))
        return True

    def _pair(self, a: GrammarField, b: GrammarField) -> None:
        """Find out whether two indices side by side are in order or different."""
        ranges = self.ranges
        pairs = [*zip(a.numbers(), b.numbers(), strict=True)]
        if (times := a.times) and times.form == EDGES and not a.is_listed and are_trees(a, b):
            count = self._names[times.fields[0]]
            shape = f"'tree({count}; {self._names[a.path]}, {self._names[b.path]})'"
            self.remarks[b.path].append(f"edges of a tree in the samples: maybe --shape {shape}")
        if len(pairs) < 3 or ranges[a.path][:2] != ranges[b.path][:2] or not ranges[a.path].high.names:
            return
        given = {self._names[a.path], self._names[b.path]} & self._given.keys()
        if not given and all(x <= y for x, y in pairs) and any(x == y for x, y in pairs):
            low = Term(self._names[a.path], frozenset([self._names[a.path]]))
            ranges[b.path] = ranges[b.path]._replace(low=low, guess=f"{self._names[a.path]} <= {self._names[b.path]}")
        elif not given and self._unequal(a.path, b.path):
            self.remarks[b.path].append(f"differs from {self._names[a.path]} in the samples, so it is taken to do so")

    def _list(self, field: GrammarField) -> None:
        """Find out whether the numbers of a list or column are distinct or sorted."""
        name, groups, numbers = self._names[field.path], field.groups(), field.number_groups()
        if max(map(len, groups)) < 3:
            return
        is_distinct = all(len({*group}) == len(group) for group in numbers)
        if is_distinct and len(field.indices) == 1 and (field.is_listed or field.line.fixed == 1):
            low, high, guess = self.ranges[field.path]
            if high.names and self._chance_of_distinct(field) < 0.1:
                self.distinct.add(field.path)
                self.remarks[field.path].append("distinct in the samples, so they are taken to be")
                is_permutation = field.times is not None and high.text == field.times.written(self._names)
                self.ranges[field.path] = FieldRange(low, high, "" if is_permutation else guess)
            else:
                self.remarks[field.path].append(f"distinct in the samples: ASSERT(UNIQUE({name}))")
        if all(a <= b for group in numbers for a, b in pairwise(group)) and max(map(len, numbers)) > 3:
            self.remarks[field.path].append("sorted in the samples")

    def _chance_of_distinct(self, field: GrammarField) -> float:
        """Return how likely it is that there are no equal numbers by chance."""
        chance = 1.0
        low, high, _guess = self.ranges[field.path]
        for cells in field.groups():
            names = low.names | high.names
            known = {name: cells[0].values.get(self._paths.get(name, ()), 0) for name in names}
            size = (high.value(known) or 0) - (low.value(known) or 0) + 1
            chance *= prod(1 - place / max(size, place) for place in range(1, len(cells)))
        return chance


def _guess(field: GrammarField, name: str) -> FieldRange:
    """Return a range from the samples, widened to a power of ten."""
    if field.kind == WORD:
        sizes = [*map(len, field.tokens)]
        is_fixed = len({*sizes}) == 1 and (len(sizes) > 2 or (len(sizes) > 1 and not field.tokens[0].isalnum()))
        if is_fixed or max(sizes) == 1:
            size = _constant(sizes[0])
            return FieldRange(size, size, f"length of {name}, always {sizes[0]}")
        return FieldRange(_constant(1), _constant(_rounded(max(sizes))), f"length of {name}")
    values = [*map(Decimal, field.tokens)]
    low, high = floor(min(values)), ceil(max(values))
    top = _rounded(max(abs(low), abs(high)))
    if (low, high) == (0, 1) and len(values) > 3 and field.kind == INTEGER:
        return FieldRange(_constant(0), _constant(1), f"{name} (or 0 to {top})")
    least = -top if low < 0 else int(low > 0 and field.kind != FLOAT)
    return FieldRange(_constant(least), _constant(top), name)


def _constant(value: int) -> Term:
    return Term(number_text(value), frozenset())


def _rounded(value: int) -> int:
    """Return the least power of ten, and at least 10, that isn't below a ``value``."""
    return int(10 ** len(str(max(value, 1) - 1)))


def number_text(value: int) -> str:
    """Return an integer as statements have it, such as 10^9, 2*10^5 or 2^31-1."""
    sign, digits = ("-" if value < 0 else ""), str(abs(value))
    head = digits.rstrip("0")
    zeros = len(digits) - len(head)
    if zeros >= 4 and len(head) <= 2:
        return f"{sign}10^{zeros}" if head == "1" else f"{sign}{head}*10^{zeros}"
    is_power = value > 2**20 and value & (value + 1) == 0
    return f"2^{value.bit_length()}-1" if is_power else str(value)
