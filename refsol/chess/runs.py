"""The crossings that pieces reach by straight and ordinary roads, in addition to their regions."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import BLOCKED, NO_PIECE, OPEN, ORDINARY, STRAIGHT, Board
from refsol.chess.overlaps import Overlaps
from refsol.chess.regions import Regions
from refsol.structures.prefetch import prefetch

# The record of a crossing: three words of 32 bits side by side, so that reading it is one access to memory.
#
#     word 0  _ROW_RUN     at either end of a run in a row: how many crossings the run has; 0 under a piece
#     word 1  _COLUMN_RUN  the same for a run in a column
#     word 2  _STATE       which piece stands there, and the types of the roads on the four sides:
#
#         bits 26 .. 10       9 8     7 6     5 4    3 2    1 0
#         ┌──────────────────┬───────┬───────┬──────┬──────┬──────────┐
#         │ level of a piece │ south │ north │ east │ west │ occupant │
#         └──────────────────┴───────┴───────┴──────┴──────┴──────────┘
_RECORD: Final = 3  # words
_ROW_RUN: Final = 0
_COLUMN_RUN: Final = 1
_STATE: Final = 2

# The fields of a state. The occupant is 1 for a black piece and 2 for a white one. An empty crossing has both bits set
# and level 0, like a piece that pieces of either colour and of any level can capture.
_OCCUPANT: Final = 0b11
_VACANT: Final = 0b11
_WEST: Final = 2
_EAST: Final = 4
_NORTH: Final = 6
_SOUTH: Final = 8
_ROADS: Final = 0b11111111 << _WEST
_LEVEL: Final = 10

_AHEAD: Final = 8  # pieces between prefetching a record and its use


def count_runs(board: Board, regions: Regions) -> vec[i32]:
    """Return how many crossings each piece reaches, except for captures next to a region of several crossings.

    That is its region without its own crossing, and what ordinary and straight roads add. If the region is a single
    crossing, captures by open roads are included. O((nm + q) log nm).
    """
    runs = _Runs(board, regions)
    runs.place_all()
    return runs.remove_pieces()


@final
class _Runs:
    """Runs of empty crossings joined by straight roads, as the pieces leave, the last one first.

    Only the two ends of a run hold its length: a run grows at its ends, and its length is needed only there.
    """

    def __init__(self, board: Board, regions: Regions) -> None:
        self._board: Final = board
        self._regions: Final = regions
        # One more row than the board, without roads, so that every crossing has a record on each side: the negative
        # indices to the left of the first crossing and above the first row lead to it.
        self._record: Final = vec[i32]([i32(0)] * (_RECORD * (board.crossings + board.columns)))
        self._in_rows: Overlaps | None = None
        self._in_columns: Overlaps | None = None

    def place_all(self) -> None:
        """Set the records as they are when all pieces are on the board. O(nm)."""
        board = self._board
        east = board.east
        south = board.south
        piece_at = board.piece_at
        columns = board.columns
        record = self._record
        stride = _RECORD * columns
        at: i64 = 0
        for v in range(board.crossings):
            west = i64(east[v - 1])
            north = i64(south[v - columns])
            empty = i64(piece_at[v] == NO_PIECE)
            roads = west << _WEST | i64(east[v]) << _EAST | north << _NORTH | i64(south[v]) << _SOUTH
            record[at + _STATE] = i32(roads | _VACANT * empty)
            record[at + _ROW_RUN] = record[at + _COLUMN_RUN] = i32(empty)
            if west * empty == STRAIGHT:
                _join_runs(record, at, _RECORD, _ROW_RUN, west, BLOCKED)
            if north * empty == STRAIGHT:
                _join_runs(record, at, stride, _COLUMN_RUN, north, BLOCKED)
            at += _RECORD
        for t in range(board.pieces):
            at = _RECORD * i64(board.crossing_of[t]) + _STATE
            record[at] |= i32(i64(board.level[t]) << _LEVEL | i64(board.colour[t]) + 1)

    def remove_pieces(self) -> vec[i32]:
        """Remove the pieces, the last one first, and return the counts of :func:`count_runs`. O((nm + q) log nm)."""
        board = self._board
        regions = self._regions
        record = self._record
        crossing_of = board.crossing_of
        size = regions.size
        answer = vec[i32]([i32(0)] * board.pieces)
        stride = _RECORD * board.columns
        t = board.pieces - 1
        while t >= 0:
            # The piece leaves, and its crossing joins the runs on either side.
            at = _RECORD * i64(crossing_of[t])
            if t >= _AHEAD:
                soon = _RECORD * i64(crossing_of[t - _AHEAD])
                prefetch(record, soon - stride)
                prefetch(record, soon)
                prefetch(record, soon + stride)
            state = i64(record[at + _STATE])
            left, right = _join_runs(record, at, _RECORD, _ROW_RUN, state >> _WEST & 3, state >> _EAST & 3)
            above, below = _join_runs(record, at, stride, _COLUMN_RUN, state >> _NORTH & 3, state >> _SOUTH & 3)
            # Parts 1 and 2: the region and the four runs, whose last crossings are these.
            west = at - left * _RECORD
            east = at + right * _RECORD
            north = at - above * stride
            south = at + below * stride
            level = state >> _LEVEL
            opponent = _OCCUPANT - (state & _OCCUPANT)
            region = i64(size[t])
            reached = region - 1 + left + right + above + below
            # Part 3: at most one more crossing on each side.
            alone = i64(region == 1)
            reached += self._one_more(t, west, west - _RECORD, _WEST, left, alone, level, opponent)
            reached += self._one_more(t, east, east + _RECORD, _EAST, right, alone, level, opponent)
            reached += self._one_more(t, north, north - stride, _NORTH, above, alone, level, opponent)
            reached += self._one_more(t, south, south + stride, _SOUTH, below, alone, level, opponent)
            # The overlaps of the runs with the region were counted twice.
            if not alone and left + right > 0:
                reached -= self._overlap_in_row(t, left, right)
            if not alone and above + below > 0:
                reached -= self._overlap_in_column(t, above, below)
            # From now on the crossing is empty.
            answer[t] = i32(reached)
            record[at + _STATE] = i32(state & _ROADS | _VACANT)
            t -= 1
        if self._in_rows is not None:
            self._in_rows.settle(answer)
        if self._in_columns is not None:
            self._in_columns.settle(answer)
        return answer

    def _one_more(
        self, t: i64, end: i64, beyond: i64, side: i64, run: i64, alone: i64, level: i64, opponent: i64
    ) -> i64:
        """Return 1 if piece t reaches the crossing at ``beyond``, and not by its region, else 0.

        It is the one beyond the ``end`` of the piece's ``run`` on that ``side``. What lies there is unpredictable, so
        there is no branch before it is known. If the region is a single crossing, ``alone`` is 1.
        """
        found = _may_go(self._record, end, side, run, alone) & _may_end(self._record, beyond, level, opponent)
        return self._is_outside(t, beyond) if found > alone else found

    def _is_outside(self, t: i64, at: i64) -> i64:
        """Return 1 if piece t's region neither contains the crossing at ``at`` nor is next to a piece there, else 0."""
        board = self._board
        regions = self._regions
        v = at // _RECORD
        if i64(self._record[at + _STATE]) & _OCCUPANT == _VACANT:
            return i64(not regions.contains(t, v))
        return i64(
            not (
                (board.east[v - 1] == OPEN and regions.contains(t, v - 1))
                or (board.east[v] == OPEN and regions.contains(t, v + 1))
                or (board.south[v - board.columns] == OPEN and regions.contains(t, v - board.columns))
                or (board.south[v] == OPEN and regions.contains(t, v + board.columns))
            )
        )

    def _overlap_in_row(self, t: i64, left: i64, right: i64) -> i64:
        """Return how many crossings the region of piece t shares with its runs in the row, without the piece's own.

        If the count is deferred, return -1: what is subtracted later includes the piece's own crossing.
        """
        if self._in_rows is None:
            self._in_rows = self._overlaps(self._board.columns, 1)
        v = i64(self._board.crossing_of[t])
        begin = i64(self._regions.begin[t])
        return self._in_rows.count(v - left, v + right + 1, begin, i64(self._regions.end[t]), t) - 1

    def _overlap_in_column(self, t: i64, above: i64, below: i64) -> i64:
        board = self._board
        if self._in_columns is None:
            self._in_columns = self._overlaps(1, board.rows)
        v = i64(board.crossing_of[t])
        row = v // board.columns
        i = (v - row * board.columns) * board.rows + row
        begin = i64(self._regions.begin[t])
        return self._in_columns.count(i - above, i + below + 1, begin, i64(self._regions.end[t]), t) - 1

    def _overlaps(self, row_step: i64, column_step: i64) -> Overlaps:
        """Return the overlaps for crossings numbered ``x * row_step + y * column_step``, x and y from 0. O(nm)."""
        board = self._board
        regions = self._regions
        position = vec[i32]([i32(0)] * board.crossings)
        v: i64 = 0
        for x in range(board.rows):
            i = x * row_step
            for _y in range(board.columns):
                position[i] = regions.position_of_crossing[v]
                v += 1
                i += column_step
        return Overlaps(position, board.pieces)


def _join_runs(record: vec[i32], at: i64, step: i64, field: i64, back: i64, forth: i64) -> tuple[i64, i64]:
    """Join the crossing at ``at``, which has become empty, and the runs on both sides of it into one run.

    ``back`` and ``forth`` are the types of the roads to these runs, ``step`` leads from a crossing's record to the next
    one, and ``field`` is ``_ROW_RUN`` or ``_COLUMN_RUN``. Returns the lengths that the two runs had.
    """
    before: i64 = 0
    behind: i64 = 0
    if back == STRAIGHT:
        before = i64(record[at - step + field])
    if forth == STRAIGHT:
        behind = i64(record[at + step + field])
    whole = i32(before + 1 + behind)
    record[at - before * step + field] = whole
    record[at + behind * step + field] = whole
    return before, behind


def _may_go(record: vec[i32], end: i64, side: i64, run: i64, alone: i64) -> i64:
    """Return 1 if a road takes the piece one crossing beyond the ``end`` of its run on that ``side``, else 0.

    ``run`` is the length of the run. A straight road takes the piece there. If the run is empty, so that its end is the
    piece's own crossing, an ordinary road also does, and so does an open road if ``alone`` is 1, that is, if the region
    is a single crossing: the road then leads to a piece. Captures next to larger regions are counted elsewhere.
    """
    road = i64(record[end + _STATE]) >> side & 3
    return i64(road == STRAIGHT) | i64(run == 0) & (i64(road == ORDINARY) | i64(road == OPEN) & alone)


def _may_end(record: vec[i32], at: i64, level: i64, opponent: i64) -> i64:
    """Return 1 if the crossing is empty or holds a piece of the ``opponent``, 1 or 2, of at most this level, else 0."""
    state = i64(record[at + _STATE])
    return i64(state & opponent != 0) & i64(state >> _LEVEL <= level)
