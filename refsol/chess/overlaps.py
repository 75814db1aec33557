"""How much runs and regions have in common."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.structures.sum_tree import SumTree

_PATIENCE: Final = 5  # so many looks at each crossing cost about as much as a sweep
_QUESTION: Final = 5  # numbers a question: index interval, place interval, piece
_HALF: Final = 3  # numbers for one end of its index interval: place interval, piece or ~piece


class Overlaps:
    """Counts crossings whose index is in one interval and whose place is in another.

    ``place[i]`` is the place of the crossing with index i. Questions are answered by looking at all indices of the
    interval, until so many were looked at that a sweep would have been cheaper. Those that come then wait for the
    sweep. There may be ``questions`` of them, each with a piece of its own.
    """

    def __init__(self, place: vec[i32], questions: i64) -> None:
        self._place: Final = place
        self._questions: Final = questions
        self._patience: i64 = _PATIENCE * len(place)
        self._waiting_count: i64 = 0
        self._waiting: vec[i32] = vec[i32]()

    def count(self, first: i64, end: i64, begin_place: i64, end_place: i64, piece: i64) -> i64:
        """Return how many of the indices ``first .. end - 1`` have a place in ``begin_place .. end_place - 1``.

        Or return 0 and leave it to ``settle``.
        """
        self._patience -= end - first
        if self._patience < 0:
            self._defer(first, end, begin_place, end_place, piece)
            return 0
        shared: i64 = 0
        for i in range(first, end):
            place = i64(self._place[i])
            shared += i64(place >= begin_place) & i64(place < end_place)
        return shared

    def settle(self, answer: vec[i32]) -> None:
        """Subtract what was left open from the ``answer`` of the pieces. O((n + k) log n) for k questions."""
        if self._waiting_count == 0:
            return
        # A count over the indices from first on is one over all up to the end less one over all up to the first.
        n = len(self._place)
        behind = vec[i32]([i32(0)] * (n + 1))
        halves = self._sort_halves(behind)
        seen = SumTree(n)
        k: i64 = 0
        for i in range(n + 1):
            while k < i64(behind[i]):
                shared = i32(seen.sum(i64(halves[k]), i64(halves[k + 1])))
                piece = i64(halves[k + 2])
                if piece >= 0:
                    answer[piece] -= shared
                else:
                    answer[~piece] += shared
                k += _HALF
            if i < n:
                seen.add(i64(self._place[i]), 1)

    def _defer(self, first: i64, end: i64, begin_place: i64, end_place: i64, piece: i64) -> None:
        if self._waiting_count == 0:
            self._waiting = vec[i32]([i32(0)] * (_QUESTION * self._questions))
        waiting = self._waiting
        k = _QUESTION * self._waiting_count
        waiting[k] = i32(first)
        waiting[k + 1] = i32(end)
        waiting[k + 2] = i32(begin_place)
        waiting[k + 3] = i32(end_place)
        waiting[k + 4] = i32(piece)
        self._waiting_count += 1

    def _sort_halves(self, behind: vec[i32]) -> vec[i32]:
        """Return the ends of all waiting questions by index; those of index i end before ``behind[i]``."""
        waiting = self._waiting
        stop = _QUESTION * self._waiting_count
        for k in range(0, stop, _QUESTION):
            behind[i64(waiting[k]) + 1] += i32(_HALF)  # the first index is never the last one
            if i64(waiting[k + 1]) + 1 < len(behind):
                behind[i64(waiting[k + 1]) + 1] += i32(_HALF)
        for i in range(1, len(behind)):
            behind[i] += behind[i - 1]
        sides = vec[i64]([i64(0), i64(1)])
        halves = vec[i32]([i32(0)] * (2 * _HALF * self._waiting_count))
        for k in range(0, stop, _QUESTION):
            for side in sides:
                index = i64(waiting[k + side])
                slot = i64(behind[index])
                halves[slot] = waiting[k + 2]
                halves[slot + 1] = waiting[k + 3]
                halves[slot + 2] = waiting[k + 4] if side == 1 else ~waiting[k + 4]
                behind[index] += i32(_HALF)
        return halves
