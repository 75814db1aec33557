"""Captures by open roads: a sweep over the levels that adds markers and answers queries."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.chess.board import Board
from refsol.chess.regions import Regions
from refsol.structures.sum_tree import SumTree

# The record of a query: how many pieces of the opponent, of at most this level, stand next to this region? The region
# is an interval of positions, or empty if the piece has nothing to capture. The sum is added to the piece's answer.
#
#     word    0        1      2        3
#         ┌────────┬──────┬────────┬────────┐
#         │ _BEGIN │ _END │ _LEVEL │ _PIECE │
#         └────────┴──────┴────────┴────────┘
_QUERY: Final = 4  # words
_BEGIN: Final = 0
_END: Final = 1
_LEVEL: Final = 2
_PIECE: Final = 3

# The record of a marker: the positions of its two weights, +1 and -1.
#
#     word    0       1
#         ┌───────┬────────┐
#         │ _PLUS │ _MINUS │
#         └───────┴────────┘
_MARKER: Final = 2  # words
_PLUS: Final = 0
_MINUS: Final = 1

# Both kinds of record are sorted by a key: the colour of the piece, then its level. Each key has a pair of ends, the
# indices just after its last query and just after its last marker. (During the sort: where the next one goes.)
#
#     _queries    │ black, level 1 │ black, level 2 │ …      │ white, level 1 │ …
#                                  ╵                ╵                         ╵
#                      ends of key 1    ends of key 2         ends of key levels + 1
_PAIR: Final = 2  # words
_QUERIES: Final = 0
_MARKERS: Final = 1


def add_captures(board: Board, regions: Regions, answer: vec[i32]) -> None:
    """Add to each piece's ``answer`` how many pieces next to its region of several crossings it can capture."""
    has_query = vec[u8]([u8(0)] * board.pieces)
    if _find_queries(board, regions, has_query):
        captures = _Captures(board, regions, has_query)
        captures.sort()
        captures.sweep(0, answer)
        captures.sweep(1, answer)


def _find_queries(board: Board, regions: Regions, has_query: vec[u8]) -> bool:
    """Find pieces that may capture next to a region of several crossings; return whether there are any. O(q)."""
    lowest = vec[i64]([board.pieces + 1] * 2)  # level of the pieces so far, for each colour
    found: i64 = 0
    for t in range(board.pieces):
        colour = i64(board.colour[t])
        level = i64(board.level[t])
        may_capture = i64(regions.size[t] > 1) & i64(lowest[1 - colour] <= level)
        has_query[t] = u8(may_capture)
        found |= may_capture
        lowest[colour] = min(lowest[colour], level)
    return found == 1


@final
class _Captures:
    def __init__(self, board: Board, regions: Regions, has_query: vec[u8]) -> None:
        self._board: Final = board
        self._regions: Final = regions
        self._levels: Final[i64] = board.pieces + 1
        self._ends: Final = vec[i32]([i32(0)] * (2 * _PAIR * (board.pieces + 1)))
        self._queries: Final = vec[i32]([i32(0)] * (_QUERY * board.pieces))
        self._markers: Final = vec[i32]([i32(0)] * (_MARKER * len(regions.minus)))
        self._has_query: Final = has_query

    def sort(self) -> None:
        """Write queries and markers in the order of their keys, by a counting sort. O(q)."""
        board = self._board
        regions = self._regions
        position = regions.position_of_vertex
        ends = self._ends
        queries = self._queries
        markers = self._markers
        self._count_smaller()
        source: i64 = 0
        t = board.pieces - 1
        while t >= 0:
            pair = _PAIR * self._key(t)
            query = i64(ends[pair + _QUERIES])
            queries[query + _BEGIN] = regions.begin[t]
            queries[query + _END] = regions.end[t] if self._has_query[t] == 1 else regions.begin[t]
            queries[query + _LEVEL] = board.level[t]
            queries[query + _PIECE] = i32(t)
            ends[pair + _QUERIES] = i32(query + _QUERY)
            marker = i64(ends[pair + _MARKERS])
            stop = source + i64(regions.marker_count[t])
            while source < stop:
                markers[marker + _PLUS] = position[i64(regions.plus[source])]
                markers[marker + _MINUS] = position[i64(regions.minus[source])]
                marker += _MARKER
                source += 1
            ends[pair + _MARKERS] = i32(marker)
            t -= 1

    def sweep(self, colour: i64, answer: vec[i32]) -> None:
        """Answer the queries of one colour, in the order of levels, from the markers of the other. O(q log nm)."""
        levels = self._levels
        ends = self._ends
        queries = self._queries
        markers = self._markers
        opponent = 1 - colour
        marker = self._begin(opponent, _MARKERS)
        weights = SumTree(len(self._regions.position_of_vertex))
        for query in range(
            self._begin(colour, _QUERIES), i64(ends[_PAIR * ((colour + 1) * levels - 1) + _QUERIES]), _QUERY
        ):
            begin = i64(queries[query + _BEGIN])
            end = i64(queries[query + _END])
            if begin == end:
                continue
            stop = i64(ends[_PAIR * (opponent * levels + i64(queries[query + _LEVEL])) + _MARKERS])
            while marker < stop:
                weights.add(i64(markers[marker + _PLUS]), 1)
                weights.add(i64(markers[marker + _MINUS]), -1)
                marker += _MARKER
            answer[i64(queries[query + _PIECE])] += i32(weights.sum(begin, end))

    def _count_smaller(self) -> None:
        """Set the ends of each key to where its queries and markers begin: after those of all smaller keys."""
        ends = self._ends
        last = len(ends) - _PAIR
        for t in range(self._board.pieces):
            pair = _PAIR * self._key(t)
            if pair < last:
                ends[pair + _PAIR + _QUERIES] += i32(_QUERY)
                ends[pair + _PAIR + _MARKERS] += i32(_MARKER * i64(self._regions.marker_count[t]))
        for k in range(last):
            ends[k + _PAIR] += ends[k]

    def _key(self, t: i64) -> i64:
        return i64(self._board.colour[t]) * self._levels + i64(self._board.level[t])

    def _begin(self, colour: i64, kind: i64) -> i64:
        """Return where ``_QUERIES`` or ``_MARKERS`` of a colour begin, once they are sorted."""
        return 0 if colour == 0 else i64(self._ends[_PAIR * (self._levels - 1) + kind])
