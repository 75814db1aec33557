"""The lengths of the texts that match a regular expression, by dynamic programming over its tree.

A set of lengths is a few ranges with steps: ``[a-z]{2,9}`` has one, and so has ``(ab)*``, with the step 2. Sums of such
sets are those of concatenations, and unions those of alternations. Where there would be too many ranges, one stands for
them all, so that a length in it need not be possible.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from math import gcd
from typing import Final, TypeAlias

from refsol.own.description.automaton import (
    Alternation,
    Characters,
    Concatenation,
    RegexTree,
    Repetition,
)

Lengths: TypeAlias = Sequence[range]
"""A set of lengths: the union of ranges, none of which is empty; without any, nothing matches."""

_MOST_RANGES: Final = 64
_NONE: Final = range(1)  # the length of the empty text


class LengthTable:
    """The lengths up to ``most`` of the texts that match expressions, each found once."""

    def __init__(self, most: int) -> None:
        self.most: Final = most
        self._known: Final[dict[RegexTree, Lengths]] = {}

    def clear(self) -> None:
        """Forget what was found. O(expressions)."""
        self._known.clear()

    def of(self, expression: RegexTree) -> Lengths:
        """Return the lengths for an expression. O(length of the expression), once."""
        waiting = [expression]
        while isinstance(expression, Concatenation):  # which may be long
            expression = expression.rest
            waiting.append(expression)
        for part in reversed(waiting):
            if part not in self._known:
                self._known[part] = self._found(part)
        return self._known[waiting[0]]

    def _found(self, expression: RegexTree) -> Lengths:
        match expression:
            case Characters():
                return [range(1, 2)] if expression.allowed else []
            case Concatenation():
                return self._united(sums(self.of(expression.first), self.of(expression.rest)))
            case Alternation():
                return self._united(each for option in expression.options for each in self.of(option))
            case Repetition():
                return self._united(self.rounds(expression.repeated, expression.least_rounds, expression.most))
        return [_NONE] if expression.ends_at_end else []

    def rounds(self, repeated: RegexTree, least: int, most: int | None) -> Iterator[range]:
        """Yield the lengths of ``least`` to ``most`` texts that match an expression. O(rounds that can be told apart).

        Those of k texts with lengths in ``range(a, b + 1, step)`` are ``range(k a, k b + 1, step)``. From some k on,
        these ranges adjoin each other, apart from their remainders.
        """
        found = self.of(repeated)
        whole = _whole(found)
        if whole is None or whole[-1] == 0:
            if least == 0 or whole is not None:
                yield _NONE
            return
        if whole[0] == 0:  # rounds may be empty
            least = 0
            whole = range(whole.step, whole[-1] + 1, whole.step)
        low, high, step = whole[0], whole[-1], whole.step
        most = self.most // low if most is None else min(most, self.most // low)
        if low == high:
            yield range(least * low, most * low + 1, low)
            return
        period = step // gcd(low, step)
        number = least
        while number <= most and number * (high - low) + step < period * low:
            yield range(number * low, number * high + 1, step)
            number += 1
            if number - least > _MOST_RANGES:
                yield range(number * low, most * high + 1, gcd(low, step))
                return
        for first in range(number, min(number + period, most + 1)):
            last = first + (most - first) // period * period
            yield range(first * low, last * high + 1, step)

    def _united(self, ranges: Iterable[range]) -> Lengths:
        """Return the union of ``ranges``, up to the most, with as few as possible."""
        cut = {range(each.start, min(each.stop, self.most + 1), each.step) for each in ranges}
        united: list[range] = []
        for each in sorted((each for each in cut if each), key=_by_remainder):
            last = united[-1] if united else None
            if last and _by_remainder(last)[:2] == _by_remainder(each)[:2] and each.start <= last[-1] + last.step:
                united[-1] = range(last.start, max(last[-1], each[-1]) + 1, last.step)
            else:
                united.append(each)
        if len(united) > _MOST_RANGES:
            whole = _whole(united)
            return [whole] if whole else []
        return united


def _by_remainder(each: range) -> tuple[int, int, int]:
    return each.step, each.start % each.step, each.start


def _whole(ranges: Lengths) -> range | None:
    """Return the least range with a step that has all of ``ranges`` in it, or None if there are none."""
    if not ranges:
        return None
    return range(min(each[0] for each in ranges), max(each[-1] for each in ranges) + 1, step_of(ranges))


def step_of(lengths: Lengths) -> int:
    """Return the largest step with which all ``lengths`` can be reached from the least one. O(ranges)."""
    low = min(each[0] for each in lengths)
    steps = [each.step if len(each) > 1 else 0 for each in lengths]
    return reduce(gcd, [*steps, *(each[0] - low for each in lengths)]) or 1


def sums(first: Lengths, second: Lengths) -> Iterator[range]:
    """Yield the sums of a length in one set and one in another. O(ranges²), more if their steps differ."""
    for left in first:
        for right in second:
            low, high = left[0] + right[0], left[-1] + right[-1]
            wide, narrow = (left, right) if left.step <= right.step else (right, left)
            if min(len(left), len(right)) == 1:
                step = max(left, right, key=len).step
                yield range(low, high + 1, step)
            elif narrow.step % wide.step == 0 and len(wide) * wide.step >= narrow.step:
                yield range(low, high + 1, wide.step)
            elif min(len(left), len(right)) <= _MOST_RANGES:
                few, many = (left, right) if len(left) < len(right) else (right, left)
                yield from (range(each + many[0], each + many[-1] + 1, many.step) for each in few)
            else:
                yield range(low, high + 1, gcd(left.step, right.step))


def within(lengths: Lengths, low: int, high: int) -> Lengths:
    """Return the ``lengths`` in ``low..high``. O(ranges)."""
    cut: list[range] = []
    for each in lengths:
        start = max(each.start, low + (each.start - low) % each.step)
        found = range(start, min(each.stop, high + 1), each.step)
        if found:
            cut.append(found)
    return cut


def contains(lengths: Lengths, length: int) -> bool:
    """Return whether a ``length`` is one of ``lengths``. O(ranges)."""
    return any(length in each for each in lengths)
