"""Tuples of values that have to be distinct: which are taken, and which is the next that is free."""

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from refsol.descriptions.interpreter import Index
from refsol.descriptions.values import Value

_Tuple: TypeAlias = tuple[Value, ...]


class Taken:
    """The tuples of values that the variables called ``names`` have; a value of the last one makes a new tuple.

    ``values`` are those that the variables have now.
    """

    def __init__(self, names: Sequence[str], values: Sequence[Mapping[Index, Value]]) -> None:
        self.names: Final = names
        self._others: Final = values[:-1]
        self._last: Final = values[-1]
        self._tuples: Final[dict[_Tuple, None]] = {}  # in the order in which they were taken
        self._next: Final[dict[_Tuple, dict[int, int]]] = {}  # after an integer that was taken, one that may be free
        self._given_back: Final[set[_Tuple]] = set()  # the others of tuples that were undone

    def take(self, where: Index, value: Value) -> bool:
        """Return whether ``value`` makes a new tuple at index ``where``, which is taken then. O(1) amortized."""
        key = (*self._others_at(where), value)
        if key in self._tuples:
            return False
        self._tuples[key] = None
        return True

    def next_free(self, where: Index, value: int, low: int, high: int) -> int | None:
        """Return the first value from ``value`` on, and after ``high`` from ``low`` on, that makes a new tuple.

        It is taken then, at index ``where``. Returns None if there is none. O(log n) amortized.
        """
        others = self._others_at(where)
        following = self._next.setdefault(others, {})
        found = _free_in(following, value, high)
        if found is None:
            found = _free_in(following, low, value - 1)
        if found is None and others in self._given_back:  # one of these may have been passed over
            self._given_back.discard(others)
            following.clear()
            for *rest, last in self._tuples:
                if isinstance(last, int) and tuple(rest) == others:
                    following[last] = last + 1
            found = _free_in(following, low, high)
        if found is not None:
            self._tuples[*others, found] = None
            following[found] = found + 1
        return found

    def _others_at(self, where: Index) -> _Tuple:
        """Return the other values of a tuple; give back tuples that were undone meanwhile."""
        values = len(self._last)
        while len(self._tuples) > values:
            self._given_back.add(self._tuples.popitem()[0][:-1])
        if not self._tuples:
            self._next.clear()
            self._given_back.clear()
        return tuple([values.get(where, b"") for values in self._others]) if self._others else ()


def _free_in(following: dict[int, int], start: int, stop: int) -> int | None:
    """Return the first integer in a range that isn't taken, and shorten the way to it."""
    if start not in following:
        return start if start <= stop else None
    passed: list[int] = []
    while start <= stop and start in following:
        passed.append(start)
        start = following[start]
    for one in passed:
        following[one] = start
    return start if start <= stop else None
