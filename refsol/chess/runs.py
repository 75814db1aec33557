"""What pieces reach by ordinary and straight roads."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import BLOCKED, NO_PIECE, OPEN, ORDINARY, STRAIGHT, Board
from refsol.chess.overlaps import Overlaps
from refsol.chess.regions import Regions
from refsol.structures.prefetch import prefetch

# A crossing's record, in one array, so that a look at a crossing is one at memory.
_ROW: Final = 0  # at either end of a run in a row: its crossings; 0 under a piece
_COLUMN: Final = 1  # the same in a column
_REST: Final = 2  # level << 10 | roads << 2 | who stands there
_RECORD: Final = 3

# Who stands there: 1 is a black piece, 2 a white one.
_WHO: Final = 3
_EMPTY: Final = 3  # what both colours can capture, at level 0

# Where the types of the roads to the four sides are.
_WEST: Final = 2
_EAST: Final = 4
_NORTH: Final = 6
_SOUTH: Final = 8
_ROADS: Final = 0b11111111 << _WEST
_LEVEL: Final = 10

_AHEAD: Final = 8  # pieces between prefetching a record and its use


def count_runs(board: Board, regions: Regions) -> vec[i32]:
    """Return for each piece the rest of its region, and what it reaches beyond by ordinary and straight roads.

    Only captures next to a region are left out, unless that is a single crossing. O((nm + q) log nm).
    """
    runs = _Runs(board, regions)
    runs.prepare()
    return runs.rewind()


class _Runs:
    """Runs of straight roads over empty crossings, while the pieces leave, the last one first.

    Only the ends of a run know how long it is: there it grows, and nobody asks elsewhere.
    """

    def __init__(self, board: Board, regions: Regions) -> None:
        self._board: Final = board
        self._regions: Final = regions
        # A row more than there are, without roads, so that every crossing has a record on each side. (What is to the
        # left of the first or above the first row is taken from the end.)
        self._record: Final = vec[i32]([i32(0)] * (_RECORD * (board.crossings + board.columns)))
        self._in_rows: Overlaps | None = None
        self._in_columns: Overlaps | None = None

    def prepare(self) -> None:
        """Set the board up as it is when all pieces stand. O(nm)."""
        board = self._board
        east = board.east
        south = board.south
        piece_at = board.piece_at
        columns = board.columns
        record = self._record
        down = _RECORD * columns
        at: i64 = 0
        for v in range(board.crossings):
            west = i64(east[v - 1])
            north = i64(south[v - columns])
            empty = i64(piece_at[v] == NO_PIECE)
            roads = west << _WEST | i64(east[v]) << _EAST | north << _NORTH | i64(south[v]) << _SOUTH
            record[at + _REST] = i32(roads | _EMPTY * empty)
            record[at + _ROW] = record[at + _COLUMN] = i32(empty)
            if west * empty == STRAIGHT:
                _connect(record, at, _RECORD, _ROW, west, BLOCKED)
            if north * empty == STRAIGHT:
                _connect(record, at, down, _COLUMN, north, BLOCKED)
            at += _RECORD
        for t in range(board.pieces):
            at = _RECORD * i64(board.place[t]) + _REST
            record[at] |= i32(i64(board.level[t]) << _LEVEL | i64(board.colour[t]) + 1)

    def rewind(self) -> vec[i32]:
        """Take the pieces off and return what each could reach. O((nm + q) log nm)."""
        board = self._board
        regions = self._regions
        record = self._record
        place = board.place
        size = regions.size
        answer = vec[i32]([i32(0)] * board.pieces)
        down = _RECORD * board.columns
        t = board.pieces - 1
        while t >= 0:
            # The piece leaves, and the runs on either side of its crossing become one.
            at = _RECORD * i64(place[t])
            if t >= _AHEAD:
                soon = _RECORD * i64(place[t - _AHEAD])
                prefetch(record, soon - down)
                prefetch(record, soon)
                prefetch(record, soon + down)
            rest = i64(record[at + _REST])
            left, right = _connect(record, at, _RECORD, _ROW, rest >> _WEST & 3, rest >> _EAST & 3)
            up, below = _connect(record, at, down, _COLUMN, rest >> _NORTH & 3, rest >> _SOUTH & 3)
            # The ends of the runs, and what is reached so far.
            west = at - left * _RECORD
            east = at + right * _RECORD
            north = at - up * down
            south = at + below * down
            level = rest >> _LEVEL
            foe = _WHO - (rest & _WHO)
            region = i64(size[t])
            reached = region - 1 + left + right + up + below
            # At most one crossing more on each side.
            if region == 1:
                # No crossing is reached twice; and what is beyond is hard to guess, so there is no branch.
                reached += _leads(record, west, _WEST, left, 1) & _lets_in(record, west - _RECORD, level, foe)
                reached += _leads(record, east, _EAST, right, 1) & _lets_in(record, east + _RECORD, level, foe)
                reached += _leads(record, north, _NORTH, up, 1) & _lets_in(record, north - down, level, foe)
                reached += _leads(record, south, _SOUTH, below, 1) & _lets_in(record, south + down, level, foe)
            else:
                if _leads(record, west, _WEST, left, 0) == 1 and _lets_in(record, west - _RECORD, level, foe) == 1:
                    reached += self._if_new(t, west - _RECORD)
                if _leads(record, east, _EAST, right, 0) == 1 and _lets_in(record, east + _RECORD, level, foe) == 1:
                    reached += self._if_new(t, east + _RECORD)
                if _leads(record, north, _NORTH, up, 0) == 1 and _lets_in(record, north - down, level, foe) == 1:
                    reached += self._if_new(t, north - down)
                if _leads(record, south, _SOUTH, below, 0) == 1 and _lets_in(record, south + down, level, foe) == 1:
                    reached += self._if_new(t, south + down)
                # What the runs share with the region was counted twice.
                if left + right > 0:
                    reached -= self._shared_in_row(t, left, right)
                if up + below > 0:
                    reached -= self._shared_in_column(t, up, below)
            # The crossing is empty from now on.
            answer[t] = i32(reached)
            record[at + _REST] = i32(rest & _ROADS | _EMPTY)
            t -= 1
        if self._in_rows is not None:
            self._in_rows.settle(answer)
        if self._in_columns is not None:
            self._in_columns.settle(answer)
        return answer

    def _if_new(self, t: i64, at: i64) -> i64:
        """Return 1 unless the region of piece t has the crossing at ``at`` or, if a piece is there, is next to it."""
        board = self._board
        regions = self._regions
        v = at // _RECORD
        if i64(self._record[at + _REST]) & _WHO == _EMPTY:
            return i64(not regions.contains(t, v))
        return i64(
            not (
                (board.east[v - 1] == OPEN and regions.contains(t, v - 1))
                or (board.east[v] == OPEN and regions.contains(t, v + 1))
                or (board.south[v - board.columns] == OPEN and regions.contains(t, v - board.columns))
                or (board.south[v] == OPEN and regions.contains(t, v + board.columns))
            )
        )

    def _shared_in_row(self, t: i64, left: i64, right: i64) -> i64:
        """Return what the region of piece t shares with its run in the row, but for its own crossing.

        Or leave it to the end.
        """
        if self._in_rows is None:
            self._in_rows = self._overlaps(self._board.columns, 1)
        v = i64(self._board.place[t])
        begin = i64(self._regions.begin[t])
        return self._in_rows.count(v - left, v + right + 1, begin, i64(self._regions.end[t]), t) - 1

    def _shared_in_column(self, t: i64, up: i64, below: i64) -> i64:
        """Return the same for the run in the column."""
        board = self._board
        if self._in_columns is None:
            self._in_columns = self._overlaps(1, board.rows)
        v = i64(board.place[t])
        row = v // board.columns
        i = (v - row * board.columns) * board.rows + row
        begin = i64(self._regions.begin[t])
        return self._in_columns.count(i - up, i + below + 1, begin, i64(self._regions.end[t]), t) - 1

    def _overlaps(self, row_step: i64, column_step: i64) -> Overlaps:
        """Return overlaps for crossings with the index ``x * row_step + y * column_step``. O(nm)."""
        board = self._board
        regions = self._regions
        place = vec[i32]([i32(0)] * board.crossings)
        v: i64 = 0
        for x in range(board.rows):
            i = x * row_step
            for _y in range(board.columns):
                place[i] = regions.place_of[v]
                v += 1
                i += column_step
        return Overlaps(place, board.pieces)


def _connect(record: vec[i32], at: i64, step: i64, field: i64, back: i64, forth: i64) -> tuple[i64, i64]:
    """Put the crossing at ``at``, just emptied, and the runs on both sides into one run.

    ``back`` and ``forth`` are the types of the roads there. Returns how many crossings each of the two runs has.
    """
    before = i64(record[at - step + field]) * i64(back == STRAIGHT)
    behind = i64(record[at + step + field]) * i64(forth == STRAIGHT)
    whole = i32(before + 1 + behind)
    record[at - before * step + field] = whole
    record[at + behind * step + field] = whole
    return before, behind


def _leads(record: vec[i32], end: i64, side: i64, run: i64, alone: i64) -> i64:
    """Return 1 if a piece can go on from the ``end`` of its run, which has ``run`` crossings on that ``side``.

    That is so by a straight road; if the piece is there itself, by an ordinary one; and, only if its region is its
    crossing ``alone``, by an open one, to a capture.
    """
    road = i64(record[end + _REST]) >> side & 3
    return i64(road == STRAIGHT) | i64(run == 0) & (i64(road == ORDINARY) | i64(road == OPEN) & alone)


def _lets_in(record: vec[i32], at: i64, level: i64, foe: i64) -> i64:
    """Return 1 if the crossing at ``at`` is empty, or holds a piece of colour ``foe`` and at most this level."""
    rest = i64(record[at + _REST])
    return i64(rest & foe != 0) & i64(rest >> _LEVEL <= level)
