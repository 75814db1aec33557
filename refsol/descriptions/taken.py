"""Tuples of values that have to be distinct: which are taken, and which is the next that is free."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

from refsol.descriptions.interpreting import Index
from refsol.descriptions.values import Value

_Tuple: TypeAlias = tuple[Value, ...]
_Values: TypeAlias = Callable[[str], Mapping[Index, Value]]


class Taken:
    """The tuples of values that the variables called ``names`` have; a value of the last one makes a new tuple."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names: Final = names
        self._tuples: Final[dict[_Tuple, None]] = {}  # in the order in which they were taken
        self._next: Final[dict[_Tuple, int]] = {}  # for an integer that was taken, one that may be free

    def take(self, values_of: _Values, where: Index, value: Value) -> bool:
        """Return whether ``value`` makes a new tuple, which is taken then. O(1) amortized."""
        key = (*self._others(values_of, where), value)
        if key in self._tuples:
            return False
        self._tuples[key] = None
        return True

    def next_free(self, values_of: _Values, where: Index, value: int, low: int, high: int) -> int | None:
        """Return the first value from ``value`` on, and after ``high`` from ``low`` on, that makes a new tuple.

        It is taken then. Returns None if there is none. O(log n) amortized.
        """
        others = self._others(values_of, where)
        found = self._free_in(others, value, high)
        if found is None:
            found = self._free_in(others, low, value - 1)
        if found is None and len(self._next) > len(self._tuples):  # one that was given back may have been passed over
            self._next.clear()
            self._next.update((key, last + 1) for key in self._tuples if isinstance(last := key[-1], int))
            found = self._free_in(others, low, high)
        if found is not None:
            self._tuples[(*others, found)] = None
            self._next[(*others, found)] = found + 1
        return found

    def _free_in(self, others: _Tuple, start: int, stop: int) -> int | None:
        """Return the first integer in a range that makes a new tuple, and shorten the way to it."""
        passed: list[_Tuple] = []
        while start <= stop and (key := (*others, start)) in self._next:
            passed.append(key)
            start = self._next[key]
        for key in passed:
            self._next[key] = start
        return start if start <= stop else None

    def _others(self, values_of: _Values, where: Index) -> _Tuple:
        """Return the other values of a tuple; give back tuples that were undone meanwhile."""
        values = len(values_of(self.names[-1]))
        while len(self._tuples) > values:
            self._tuples.popitem()
        if not self._tuples:
            self._next.clear()
        return tuple([values_of(name).get(where, b"") for name in self.names[:-1]])
