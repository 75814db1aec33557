"""NOIP chess offline, backwards in time: O((nm + q) log nm).

**Problem.** Pieces with colours and levels are placed one after another on the crossings of a grid whose roads are
blocked, ordinary, straight or open. After each placement, count the crossings to which the new piece could move:
along one ordinary road, or any number of straight roads in one line, or any path of open roads; not over pieces;
ending on an empty crossing or on a piece of the other colour whose level is not higher (a capture).

**Idea.** Read the placements backwards: pieces disappear, so empty places only grow together. When piece t is taken
off crossing p, what it could reach is right around p:

- by open roads, the *region* of p, the empty crossings connected to p by open roads, and the captures next to it;
- by straight roads, the *run* of p in its row and the one in its column, and the piece that ends a run on either
  side;
- by ordinary roads, the four neighbours.

Regions are sets in a disjoint set. Runs are intervals that grow at their ends, so it is enough to keep, at each end
of a run, where its other end is. Two counts remain, and both become sums over intervals thanks to the order of
:class:`PersistentDisjointSet`, in which the region of p at that moment is an interval:

1. *Overlap*: how many crossings of the run are also in the region. In a row the run is an interval of crossing
   numbers, so this counts points (crossing number, place in the order) in a rectangle: a sweep over the crossings
   with a Fenwick tree over the places. Columns likewise, with crossings numbered column by column.
2. *Captures* next to the region with a level of at most lv: a sweep over levels with a Fenwick tree a colour. For
   it, piece j scatters weights over the order such that the sum over the interval of any region of any moment is 1
   if j then stands next to the region by an open road, and 0 otherwise.

**Why the weights are right.** Let u1, u2, …, in the order's sequence, be the neighbours of j by open roads that are
empty while j stands, now or later in backward time, and let j's own crossing be emptied after them. Piece j puts +1
on every ui; for each consecutive pair, -1 on the crossing whose emptying first put both into one region; and -1 on
its own crossing. Take a region at a moment while j stands. Those of the ui in it are consecutive, since the region
is an interval. Each of their pairs was joined by a crossing that is in the region too; a joining crossing of any
other pair is not in the region, or both of the pair would be. So the sum is k - (k - 1) = 1 if the region contains
k >= 1 of them, else 0. When j goes, its crossing joins all that were still apart and its own -1 comes in: k - (k -
1) - 1 = 0 from then on. A pair that was joined before the first piece went may take either of its two crossings as
the joining one.

What is left is settled one by one, at most one crossing a direction: the neighbour by an ordinary road, or the
piece that ends the straight run; each counts unless the region (for a piece: a crossing next to it by an open road)
has it already.

**Cost.** Every piece costs a few finds, joins and Fenwick operations, every crossing a few unions: O((nm + q) log
nm) time and O(nm + q) memory. The order as a replacement for mergeable segment trees is what makes it light.
"""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import MAX_DATA_SETS, NO_PIECE, OPEN, ORDINARY, STRAIGHT, Board, read_board
from refsol.structures.fenwick_tree import FenwickTree
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer

_NONE: Final = -1  # no crossing
_BEFORE_ALL: Final = 0  # the step of merges among crossings that no piece ever stands on


class _Rewind:
    """Takes the pieces of a board off, last one first, and collects what the answers are made of.

    A crossing is written v, its piece t. Piece t leaves at *step* ``pieces - t``, so steps go 1, 2, …, pieces.

    answer[t]        the count for piece t, as far as it is known
    regions          regions of empty crossings connected by open roads
    root[t], size[t] root and size of the region of t's crossing just after t has left
    first_in_row[v], last_in_row[v]          v ends a straight run in its row: the run's other end to the left, right
    first_in_column[v], last_in_column[v]    the same upwards and downwards
    left[t], right[t], top[t], bottom[t]     the ends of the runs through t's crossing just after t has left
    """

    def __init__(self, board: Board) -> None:
        crossings = board.crossings
        pieces = board.pieces
        self.board: Final = board
        self.answer: Final = vec[i32]([i32(0)] * pieces)
        self.regions: Final = PersistentDisjointSet(crossings)
        self.root: Final = vec[i32]([i32(0)] * pieces)
        self.size: Final = vec[i32]([i32(0)] * pieces)
        self.first_in_row: Final = vec[i32]([i32(v) for v in range(crossings)])
        self.last_in_row: Final = vec[i32]([i32(v) for v in range(crossings)])
        self.first_in_column: Final = vec[i32]([i32(v) for v in range(crossings)])
        self.last_in_column: Final = vec[i32]([i32(v) for v in range(crossings)])
        self.left: Final = vec[i32]([i32(0)] * pieces)
        self.right: Final = vec[i32]([i32(0)] * pieces)
        self.top: Final = vec[i32]([i32(0)] * pieces)
        self.bottom: Final = vec[i32]([i32(0)] * pieces)
        self.standing: i64 = pieces  # the pieces 0 .. standing - 1 are on the board

    def run(self) -> None:
        """Empty the board. O((nm + q) log nm)."""
        board = self.board
        for v in range(board.crossings):
            if board.piece_at[v] == NO_PIECE:
                self._grow(v, _BEFORE_ALL)
        t = board.pieces - 1
        while t >= 0:
            self.standing = t
            v = i64(board.place[t])
            self._grow(v, board.pieces - t)
            root = self.regions.find(v)
            self.root[t] = i32(root)
            self.size[t] = i32(self.regions.size(root))
            self.left[t] = self.first_in_row[v]
            self.right[t] = self.last_in_row[v]
            self.top[t] = self.first_in_column[v]
            self.bottom[t] = self.last_in_column[v]
            self.answer[t] = i32(self._surely(t, root))
            t -= 1

    def empty(self, v: i64) -> bool:
        """Tell whether no piece stands on ``v`` at this moment."""
        piece = i64(self.board.piece_at[v])
        return piece == NO_PIECE or piece >= self.standing

    def _grow(self, v: i64, step: i64) -> None:
        """Connect the empty crossing ``v`` to its empty neighbours in regions and runs."""
        board = self.board
        columns = board.columns
        first = v
        if v > 0 and board.east[v - 1] >= STRAIGHT and self.empty(v - 1):
            if board.east[v - 1] == OPEN:
                self.regions.union(v, v - 1, step)
            else:
                first = i64(self.first_in_row[v - 1])
        last = v
        if board.east[v] >= STRAIGHT and self.empty(v + 1):
            if board.east[v] == OPEN:
                self.regions.union(v, v + 1, step)
            else:
                last = i64(self.last_in_row[v + 1])
        # At v itself, too: v is asked for its run in the moment it is emptied.
        self.first_in_row[v] = i32(first)
        self.last_in_row[v] = i32(last)
        self.first_in_row[last] = i32(first)
        self.last_in_row[first] = i32(last)

        first = v
        if v >= columns and board.south[v - columns] >= STRAIGHT and self.empty(v - columns):
            if board.south[v - columns] == OPEN:
                self.regions.union(v, v - columns, step)
            else:
                first = i64(self.first_in_column[v - columns])
        last = v
        if board.south[v] >= STRAIGHT and self.empty(v + columns):
            if board.south[v] == OPEN:
                self.regions.union(v, v + columns, step)
            else:
                last = i64(self.last_in_column[v + columns])
        self.first_in_column[v] = i32(first)
        self.last_in_column[v] = i32(last)
        self.first_in_column[last] = i32(first)
        self.last_in_column[first] = i32(last)

    def _surely(self, t: i64, root: i64) -> i64:
        """Count what piece t reaches but for captures by open roads, with what region and runs share counted twice."""
        board = self.board
        columns = board.columns
        v = i64(board.place[t])
        left = i64(self.left[t])
        right = i64(self.right[t])
        top = i64(self.top[t])
        bottom = i64(self.bottom[t])
        reached = self.regions.size(root) - 1 + (right - left) + (bottom - top) // columns
        if left > 0:
            reached += self._single(t, root, v, left, left - 1, i64(board.east[left - 1]))
        reached += self._single(t, root, v, right, right + 1, i64(board.east[right]))
        if top >= columns:
            reached += self._single(t, root, v, top, top - columns, i64(board.south[top - columns]))
        reached += self._single(t, root, v, bottom, bottom + columns, i64(board.south[bottom]))
        return reached

    def _single(self, t: i64, root: i64, v: i64, end: i64, beyond: i64, road: i64) -> i64:
        """Count, as 1 or 0, the crossing ``beyond`` the ``end`` of a run of piece t on ``v``, over a ``road``."""
        if road == ORDINARY:
            if end != v:
                return 0  # an ordinary road is a move of its own and continues no run
            if self.empty(beyond):
                return i64(self.regions.find(beyond) != root)
        elif road != STRAIGHT:
            return 0
        return i64(self._captures(t, beyond) and not self._touches(beyond, root))

    def _captures(self, t: i64, v: i64) -> bool:
        """Tell whether piece t may capture the piece on ``v``."""
        board = self.board
        other = i64(board.piece_at[v])
        return board.colour[other] != board.colour[t] and board.level[other] <= board.level[t]

    def _touches(self, v: i64, root: i64) -> bool:
        """Tell whether an open road leads from ``v`` into the region of ``root``."""
        board = self.board
        columns = board.columns
        return (
            (v > 0 and board.east[v - 1] == OPEN and self._inside(v - 1, root))
            or (board.east[v] == OPEN and self._inside(v + 1, root))
            or (v >= columns and board.south[v - columns] == OPEN and self._inside(v - columns, root))
            or (board.south[v] == OPEN and self._inside(v + columns, root))
        )

    def _inside(self, v: i64, root: i64) -> bool:
        return self.empty(v) and self.regions.find(v) == root


def _subtract_overlaps(
    rewind: _Rewind,
    order: vec[i32],
    first: vec[i32],
    last: vec[i32],
    numbered: vec[i32],
    crossing: vec[i32],
) -> None:
    """Take from the answers what run and region share, without the piece's own crossing. O((nm + q) log nm).

    Piece t's run goes from crossing ``first[t]`` to ``last[t]`` and is an interval of the numbers ``numbered[v]``;
    ``crossing`` is the inverse of ``numbered``. The region is an interval of ``order``.
    """
    crossings = len(order)
    pieces = len(first)
    # The run is counted up to its last number and uncounted up to the one before its first. Questions to be asked at a
    # number are chained: 2t is the count of piece t, 2t + 1 its uncount.
    chain = vec[i32]([i32(_NONE)] * crossings)
    after = vec[i32]([i32(_NONE)] * (2 * pieces))
    for t in range(pieces):
        if first[t] == last[t] or rewind.size[t] == 1:
            continue  # they share the piece's own crossing only
        number = i64(numbered[i64(last[t])])
        after[2 * t] = chain[number]
        chain[number] = i32(2 * t)
        number = i64(numbered[i64(first[t])]) - 1
        if number >= 0:
            after[2 * t + 1] = chain[number]
            chain[number] = i32(2 * t + 1)
        rewind.answer[t] += i32(1)  # the piece's own crossing will be counted
    seen = FenwickTree(crossings)
    for number in range(crossings):
        seen.add(i64(order[i64(crossing[number])]), 1)
        question = i64(chain[number])
        while question != _NONE:
            t = question >> 1
            begin = i64(order[i64(rewind.root[t])])
            shared = seen.prefix(begin + i64(rewind.size[t])) - seen.prefix(begin)
            rewind.answer[t] -= i32(shared if question & 1 == 0 else -shared)
            question = i64(after[question])


def _add_captures(rewind: _Rewind, order: vec[i32]) -> None:
    """Add to the answers the pieces next to the region by open roads that can be captured. O(q log nm)."""
    board = rewind.board
    pieces = board.pieces
    black = FenwickTree(board.crossings)
    white = FenwickTree(board.crossings)
    # Pieces by level: those of one level are chained.
    chain = vec[i32]([i32(_NONE)] * (pieces + 1))
    after = vec[i32]([i32(_NONE)] * pieces)
    for t in range(pieces):
        level = i64(board.level[t])
        after[t] = chain[level]
        chain[level] = i32(t)
    for level in range(1, pieces + 1):
        t = i64(chain[level])
        while t != _NONE:
            _scatter_weights(rewind, order, t, black if board.colour[t] == 0 else white)
            t = i64(after[t])
        t = i64(chain[level])
        while t != _NONE:
            others = white if board.colour[t] == 0 else black
            begin = i64(order[i64(rewind.root[t])])
            rewind.answer[t] += i32(others.prefix(begin + i64(rewind.size[t])) - others.prefix(begin))
            t = i64(after[t])


def _scatter_weights(rewind: _Rewind, order: vec[i32], t: i64, tree: FenwickTree) -> None:
    """Add the weights of piece t, explained at the top, to ``tree``."""
    board = rewind.board
    columns = board.columns
    v = i64(board.place[t])
    around = vec[i64]([i64(_NONE)] * 4)
    count: i64 = 0
    if v > 0 and board.east[v - 1] == OPEN:
        count = _insert(rewind, order, t, around, count, v - 1)
    if board.east[v] == OPEN:
        count = _insert(rewind, order, t, around, count, v + 1)
    if v >= columns and board.south[v - columns] == OPEN:
        count = _insert(rewind, order, t, around, count, v - columns)
    if board.south[v] == OPEN:
        count = _insert(rewind, order, t, around, count, v + columns)
    if count == 0:
        return
    tree.add(i64(order[v]), -1)
    for i in range(count):
        tree.add(i64(order[around[i]]), 1)
        if i > 0:
            step = rewind.regions.joined_at(around[i - 1], around[i])
            joining = around[i] if step == _BEFORE_ALL else i64(board.place[board.pieces - step])
            tree.add(i64(order[joining]), -1)


def _insert(rewind: _Rewind, order: vec[i32], t: i64, around: vec[i64], count: i64, u: i64) -> i64:
    """Insert ``u``, if it is emptied before piece t goes, into the sorted ``around[:count]``; return the new count."""
    piece = i64(rewind.board.piece_at[u])
    if piece != NO_PIECE and piece < t:
        return count
    i = count
    while i > 0 and order[around[i - 1]] > order[u]:
        around[i] = around[i - 1]
        i -= 1
    around[i] = u
    return count + 1


def count_moves(board: Board) -> vec[i32]:
    """Return for each piece, in the order of placement, to how many crossings it could move. O((nm + q) log nm)."""
    rewind = _Rewind(board)
    rewind.run()
    order = rewind.regions.order()
    by_rows = vec[i32]([i32(v) for v in range(board.crossings)])
    _subtract_overlaps(rewind, order, rewind.left, rewind.right, by_rows, by_rows)
    number = vec[i32]([i32(v % board.columns * board.rows + v // board.columns) for v in range(board.crossings)])
    crossing = vec[i32]([i32(k % board.rows * board.columns + k // board.rows) for k in range(board.crossings)])
    _subtract_overlaps(rewind, order, rewind.top, rewind.bottom, number, crossing)
    _add_captures(rewind, order)
    return rewind.answer


def solve(data: Input) -> bytes:
    """Answer every placement of an input file, a line each. O((nm + q) log nm) a data set.

    Raises ``InputError`` for a breach of the format and for a piece placed on another.
    """
    scanner = Scanner(data)
    out = BytesWriter()
    for _data_set in range(scanner.integer(1, MAX_DATA_SETS, "number of data sets T")):
        for count in count_moves(read_board(scanner)):
            write_integer(out, i64(count))
            out.append(10)
    scanner.finish()
    return out.getvalue()
