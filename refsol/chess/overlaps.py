"""Overlaps: how many crossings a run has in common with a region.

For runs in rows, crossings are numbered row by row, and for runs in columns, column by column. So a run is an interval
of indices, and a region is an interval of positions (see :class:`.chess.regions.Regions`). An overlap is then the
number of points (index, position) in a rectangle.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import MAX_PIECES
from refsol.errors import require_range
from refsol.structures.index_set import IndexSet

_BUDGET: Final = 5  # scanning every crossing this many times costs about as much as a sweep
_NONE: Final = -1  # end of a list

# The record of a deferred query: five words. Its count will be subtracted from the piece's answer.
#
#     word    0        1            2                3            4
#         ┌────────┬────────┬─────────────────┬───────────────┬────────┐
#         │ _FIRST │ _END   │ _BEGIN_POSITION │ _END_POSITION │ _PIECE │
#         └────────┴────────┴─────────────────┴───────────────┴────────┘
#         indices of a run    positions of a region
_QUERY: Final = 5  # words
_FIRST: Final = 0
_END: Final = 1
_BEGIN_POSITION: Final = 2
_END_POSITION: Final = 3
_PIECE: Final = 4


@final
class Overlaps:
    """Counts the crossings with an index in one interval and a position in another.

    ``position[i]``, less than the number of indices, is the position of the crossing with index i. A query is answered
    by a scan of its indices, until all scans together have cost about as much as a sweep would. Later queries are
    deferred to that sweep. There are at most ``queries`` of these, each for a different piece.
    """

    def __init__(self, position: vec[i32], queries: i64) -> None:
        require_range("number of queries", queries, 0, MAX_PIECES)
        self._position: Final = position
        self._queries: Final = queries
        self._budget: i64 = _BUDGET * len(position)
        self._count: i64 = 0
        self._deferred: vec[i32] = vec[i32]()

    def count(self, first: i64, end: i64, begin_position: i64, end_position: i64, piece: i64) -> i64:
        """Return how many indices in ``first .. end - 1`` have a position in ``begin_position .. end_position - 1``.

        Or return 0 and defer the query to :meth:`settle`, which subtracts the number from the answer of ``piece``. All
        scans together are O(nm).
        """
        if first < 0 or first > end or end > len(self._position):
            raise _no_indices(first, end, len(self._position))
        self._budget -= end - first
        if self._budget < 0:
            self._defer(first, end, begin_position, end_position, piece)
            return 0
        line = self._position
        shared: i64 = 0
        for i in range(first, end):
            position = i64(line[i])
            shared += i64(position >= begin_position) & i64(position < end_position)
        return shared

    def settle(self, answer: vec[i32]) -> None:
        """Subtract the deferred counts from the ``answer`` of their pieces. O((n + k) log n) for k deferred queries.

        A sweep over the positions adds the indices of the crossings there to a set. The count for a region is a
        difference: the indices of the run in the set at the region's end, less those in it at the region's start.
        """
        if self._count == 0:
            return
        deferred = self._deferred
        n = len(self._position)
        indices = _Lists(n + 1, n)
        for i in range(n):
            indices.put(i64(self._position[i]), i)
        # The two halves of a query, each a number:
        #
        #     bits 31 .. 1     0
        #         ┌─────────┬──────┐      side 0: what is in the set at the region's start, added to the answer
        #         │ query k │ side │      side 1: what is in the set at the region's end, subtracted from it
        #         └─────────┴──────┘
        halves = _Lists(n + 1, 2 * self._count)
        for k in range(self._count):
            if deferred[_QUERY * k + _BEGIN_POSITION] > 0:
                halves.put(i64(deferred[_QUERY * k + _BEGIN_POSITION]), 2 * k)
            halves.put(i64(deferred[_QUERY * k + _END_POSITION]), 2 * k + 1)
        seen = IndexSet(n)
        for position in range(n + 1):
            half = halves.first(position)
            while half != _NONE:
                query = _QUERY * (half >> 1)
                shared = i32(seen.count(i64(deferred[query + _FIRST]), i64(deferred[query + _END])))
                answer[i64(deferred[query + _PIECE])] -= shared if half & 1 == 1 else -shared
                half = halves.after(half)
            i = indices.first(position)
            while i != _NONE:
                seen.add(i)
                i = indices.after(i)

    def _defer(self, first: i64, end: i64, begin_position: i64, end_position: i64, piece: i64) -> None:
        size = len(self._position)
        if begin_position < 0 or begin_position > end_position or end_position > size:
            raise ValueError(f"no positions from {begin_position} to {end_position} among {size}")
        if piece < 0 or self._count == self._queries:
            raise ValueError(f"piece {piece} is not one of {self._queries} with a query")
        if self._count == 0:
            self._deferred = vec[i32]([i32(0)] * (_QUERY * self._queries))
        deferred = self._deferred
        query = _QUERY * self._count
        deferred[query + _FIRST] = i32(first)
        deferred[query + _END] = i32(end)
        deferred[query + _BEGIN_POSITION] = i32(begin_position)
        deferred[query + _END_POSITION] = i32(end_position)
        deferred[query + _PIECE] = i32(piece)
        self._count += 1


# A separate function makes the error, so that `count` stays short enough to be inlined.
def _no_indices(first: i64, end: i64, n: i64) -> ValueError:
    return ValueError(f"no indices from {first} to {end} among {n}")


@final
class _Lists:
    def __init__(self, keys: i64, items: i64) -> None:
        self._first: Final = vec[i32]([i32(_NONE)] * keys)
        self._after: Final = vec[i32]([i32(_NONE)] * items)

    def put(self, key: i64, item: i64) -> None:
        self._after[item] = self._first[key]
        self._first[key] = i32(item)

    def first(self, key: i64) -> i64:
        return i64(self._first[key])

    def after(self, item: i64) -> i64:
        return i64(self._after[item])
