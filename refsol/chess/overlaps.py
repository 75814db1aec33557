"""How much runs and regions have in common."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.structures.index_set import IndexSet

_PATIENCE: Final = 5  # so many looks at each crossing cost about as much as a sweep
_QUESTION: Final = 5  # numbers a question: interval of indices, interval of places, piece
_NONE: Final = -1  # end of a chain


class Overlaps:
    """Counts crossings whose index is in one interval and whose place is in another. O(1) to make.

    ``place[i]`` is the place of the crossing with index i. Questions are answered by looking at all indices of the
    interval, until so many were looked at that a sweep would have been cheaper. Those that come then wait for the
    sweep. There may be ``questions`` of them, each with a piece of its own.
    """

    def __init__(self, place: vec[i32], questions: i64) -> None:
        self._place: Final = place
        self._questions: Final = questions
        self._patience: i64 = _PATIENCE * len(place)
        self._count: i64 = 0
        self._waiting: vec[i32] = vec[i32]()

    def count(self, first: i64, end: i64, begin_place: i64, end_place: i64, piece: i64) -> i64:
        """Return how many of the indices ``first .. end - 1`` have a place in ``begin_place .. end_place - 1``.

        Or return 0 and leave it to :meth:`settle`, which adds the number to the answer of ``piece``. The looks of all
        calls together are O(nm).
        """
        self._patience -= end - first
        if self._patience < 0:
            self._defer(first, end, begin_place, end_place, piece)
            return 0
        line = self._place
        shared: i64 = 0
        for i in range(first, end):
            place = i64(line[i])
            shared += i64(place >= begin_place) & i64(place < end_place)
        return shared

    def settle(self, answer: vec[i32]) -> None:
        """Subtract what was left open from the ``answer`` of the pieces. O((n + k) log n) for k questions.

        A count over places from ``begin_place`` on is one over all up to the end less one over all before the begin.
        """
        if self._count == 0:
            return
        waiting = self._waiting
        n = len(self._place)
        crossings = _Chains(n + 1, n)
        for i in range(n):
            crossings.put(i64(self._place[i]), i)
        asked = _Chains(n + 1, 2 * self._count)
        for k in range(self._count):
            if waiting[_QUESTION * k + 2] > 0:
                asked.put(i64(waiting[_QUESTION * k + 2]), 2 * k)
            asked.put(i64(waiting[_QUESTION * k + 3]), 2 * k + 1)
        seen = IndexSet(n)
        for place in range(n + 1):
            half = asked.first(place)
            while half != _NONE:
                q = _QUESTION * (half >> 1)
                shared = i32(seen.count(i64(waiting[q]), i64(waiting[q + 1])))
                answer[i64(waiting[q + 4])] -= shared if half & 1 == 1 else -shared
                half = asked.after(half)
            i = crossings.first(place)
            while i != _NONE:
                seen.add(i)
                i = crossings.after(i)

    def _defer(self, first: i64, end: i64, begin_place: i64, end_place: i64, piece: i64) -> None:
        if self._count == 0:
            self._waiting = vec[i32]([i32(0)] * (_QUESTION * self._questions))
        waiting = self._waiting
        k = _QUESTION * self._count
        waiting[k] = i32(first)
        waiting[k + 1] = i32(end)
        waiting[k + 2] = i32(begin_place)
        waiting[k + 3] = i32(end_place)
        waiting[k + 4] = i32(piece)
        self._count += 1


class _Chains:
    """Items ``0 .. items - 1``, each in the chain of a key ``0 .. keys - 1`` or in none; every operation is O(1)."""

    def __init__(self, keys: i64, items: i64) -> None:
        self._first: Final = vec[i32]([i32(_NONE)] * keys)
        self._after: Final = vec[i32]([i32(_NONE)] * items)

    def put(self, key: i64, item: i64) -> None:
        """Put an item that is in no chain into that of ``key``."""
        self._after[item] = self._first[key]
        self._first[key] = i32(item)

    def first(self, key: i64) -> i64:
        """Return the first item in the chain of ``key``, or -1."""
        return i64(self._first[key])

    def after(self, item: i64) -> i64:
        """Return the item behind another in its chain, or -1."""
        return i64(self._after[item])
