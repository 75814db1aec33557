"""The bounds that demands mean for a value, at the time at which it is made up."""

from collections.abc import Callable, Iterable, Sequence
from math import isqrt
from typing import Final, NamedTuple, TypeAlias

from refsol.own.description import syntax
from refsol.own.description.demands import Bound, Demand, Demands
from refsol.own.description.interpreter import Index
from refsol.own.description.source import Source
from refsol.own.description.sums import Atom, Sum, Unknown, Value
from refsol.own.description.values import Datum, DescriptionError

Interval: TypeAlias = tuple[int | None, int | None]
"""The least and the most; None stands for no limit."""

_ANYTHING: Final[Interval] = (None, None)


class Bounds(NamedTuple):
    """The bounds of a value: ``low..high``; an equal ``share`` of what is left for all rounds, if it is part of a sum.

    ``roomy`` is a lower bound than ``high`` for a number of rounds: one with which a round may be nearly as large as
    it can be.
    """

    low: int | None = None
    high: int | None = None
    share: int | None = None
    roomy: int | None = None


class Evaluator:
    """Evaluates demands by the values that a ``source`` has made up, and by the numbers of rounds that are ``left``."""

    def __init__(self, demands: Demands, source: Source, left: Callable[[syntax.Repeat], int]) -> None:
        self._demands: Final = demands
        self._source: Final = source
        self._left: Final = left
        self._has_rounds = True

    def bounds(self, found: Sequence[Bound]) -> Bounds:
        """Return what the bounds ``found`` demand of a value that is made up now. O(terms)."""
        low = high = share = roomy = None
        for bound in found:
            if bound.demand.guards and not self._is_one(bound.demand):
                continue
            fixed, factor = self._interval(bound.fixed), self._interval(bound.factor)
            above, below = _above(fixed, factor), _below(fixed, factor)
            if bound.demand.is_equation:
                opposite = _negative(fixed), _negative(factor)
                above, below = _least(above, _above(*opposite)), _most(below, _below(*opposite))
            high, low = _least(high, above), _most(low, below)
            if bound.left and above is not None:
                self._has_rounds = False
                whole = _above(self._interval(bound.fixed), factor)
                self._has_rounds = True
                rounds = 1
                for loop in bound.left:
                    rounds *= self._left(loop.loop) + 1
                own = None if whole is None else -(-whole // rounds)
                if own is not None and factor[0] != factor[1]:  # another value is to be about as large as this one
                    own = isqrt(max(0, own))
                share = _least(share, own)
            if factor[0] != factor[1] and fixed[0] is not None and factor[0] is not None and factor[0] > 0:
                most = -fixed[0] if factor[1] is None else min(factor[1], -fixed[0])
                roomy = _least(roomy, 1 + max(0, -fixed[0] - most * 9 // 10) // factor[0])
        return Bounds(low, high, share, roomy)

    def excluded(self, found: Sequence[Bound]) -> Sequence[int]:
        """Return the values that the bounds ``found`` exclude for one that is made up now. O(terms)."""
        values: list[int] = []
        for bound in found:
            if not bound.demand.guards or self._is_one(bound.demand):
                (fixed, most), (factor, largest) = self._interval(bound.fixed), self._interval(bound.factor)
                if fixed is not None and factor and (fixed, factor) == (most, largest) and fixed % factor == 0:
                    values.append(-fixed // factor)
        return values

    def room(self, demands: Iterable[Demand]) -> int | None:
        """Return how much the ``demands`` leave, as far as is known; None if they are no limits. O(terms)."""
        found: int | None = None
        for each in demands:
            low = self._interval(each.difference)[0] if self._is_one(each) else None
            found = _least(found, None if low is None else -low)
        return found

    def _is_one(self, demand: Demand) -> bool:
        try:
            return all(self._source.interpreter.holds(test) == is_so for test, is_so in demand.guards)
        except DescriptionError:  # a variable that has no value yet
            return False

    def _interval(self, total: Sum) -> Interval:
        low: int | None = 0
        high: int | None = 0
        for term, factor in total.items():
            first, last = self._of_atom(term[0]) if term else (1, 1)
            for atom in term[1:]:
                first, last = _product((first, last), self._of_atom(atom))
            if factor < 0:
                first, last = last, first
            low = None if low is None or first is None else low + factor * first
            high = None if high is None or last is None else high + factor * last
        return low, high

    def _of_atom(self, atom: Atom) -> Interval:
        if isinstance(atom, Value):
            value = self._now(atom)
            if isinstance(value, bytes):
                value = len(value) if atom.is_length else None
            return (value, value) if isinstance(value, int) else _ANYTHING
        if isinstance(atom, Unknown):
            ends = [self._interval(end) for end in atom.ends]
            lows, highs = [low for low, _ in ends], [high for _, high in ends]
            low = None if None in lows or not ends else min(each for each in lows if each is not None)
            is_bounded = atom.is_bounded and ends and None not in highs
            return low, max(each for each in highs if each is not None) if is_bounded else None
        left = self._left(atom.loop) if self._has_rounds else 0
        return left, left

    def _now(self, value: Value) -> Datum | None:
        where: Index = ()
        if value.indices:
            variable = self._demands.variable(value)
            if variable is None:  # all elements
                return None
            try:
                where = self._source.interpreter.index_of(variable)
            except DescriptionError:  # an index that has no value yet
                return None
        return self._source.interpreter.values_of(value.name).get(where)


def _product(left: Interval, right: Interval) -> Interval:
    if (0, 0) in (left, right):
        return 0, 0
    (a, b), (c, d) = left, right
    if a is not None and b is not None and c is not None and d is not None:
        products = (a * c, a * d, b * c, b * d)
        return min(products), max(products)
    if b is not None and b <= 0:
        return _negative(_product(_negative(left), right))
    if d is not None and d <= 0:
        return _negative(_product(left, _negative(right)))
    if a is not None and c is not None and a >= 0 and c >= 0:
        return a * c, None if b is None or d is None else b * d
    if a == b and a is not None:  # positive
        return None if c is None else a * c, None if d is None else a * d
    if c == d and c is not None:
        return None if a is None else a * c, None if b is None else b * c
    return _ANYTHING


def _negative(interval: Interval) -> Interval:
    low, high = interval
    return None if high is None else -high, None if low is None else -low


def _above(fixed: Interval, factor: Interval) -> int | None:
    """Return the largest value for which ``fixed + factor · value <= 0`` may hold, if there is one."""
    if fixed[0] is None or factor[0] is None or factor[0] <= 0:
        return None
    least = factor[0] if fixed[0] <= 0 else factor[1]
    return None if least is None else -fixed[0] // least


def _below(fixed: Interval, factor: Interval) -> int | None:
    """Return the smallest value for which ``fixed + factor · value <= 0`` may hold, if there is one."""
    if fixed[0] is None or factor[1] is None or factor[1] >= 0:
        return None
    low = factor[0] if fixed[0] > 0 else factor[1]
    return None if low is None else -(fixed[0] // low)


def _least(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else min(left, right)


def _most(left: int | None, right: int | None) -> int | None:
    return right if left is None else left if right is None else max(left, right)
