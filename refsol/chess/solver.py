"""NOIP chess offline, backwards in time: O((nm + q) log nm).

**Problem.** Pieces with colours and levels are placed one after another on the crossings of a grid whose roads are
blocked, ordinary, straight or open. After each placement, count the crossings to which the new piece could move: along
one ordinary road, any number of straight roads in one line, or any path of open roads; not over pieces; ending on an
empty crossing or on a piece of the opponent whose level is not higher (a capture).

**Idea.** Process the placements backwards: pieces disappear, so connected areas of empty crossings only grow. When
piece t leaves its crossing, everything that it could reach is around it:

- by open roads, the *region* of its crossing, which consists of all empty crossings that open roads connect with it,
  and the captures next to the region (``regions.py``, ``captures.py``);
- by straight roads, the *runs* of empty crossings to the left, right, above and below, and the piece at the end of a
  run; by ordinary roads, the four neighbours (``runs.py``).

Regions are sets in a disjoint set. Runs are intervals that grow at their ends, so only the two ends need to know the
length. Crossings that never get a piece and that open roads connect even with all pieces placed form one *vertex*,
and each other crossing is a separate vertex (``vertices.py``); regions are sets of vertices. The
:class:`.PersistentDisjointSet` gives an order of the vertices in which every region at every moment is an interval of
*positions*. So two counts become queries about an interval:

1. *Overlaps* (``overlaps.py``): how many crossings of a run are also in the region? In a row, a run is an interval of
   crossing numbers. So this counts points (crossing number, position) in a rectangle: by a scan of the run or, if scans
   would take too long, by a sweep over the positions with an :class:`.IndexSet`. Columns are treated in the same way,
   with crossings numbered column by column.
2. *Captures* next to the region with a level of at most lv: a sweep over the levels with a sum tree over the positions.
   Each piece j has weights, its *markers*, whose sum over the interval of any region at any moment is 1 if j then
   stands next to it by an open road, and 0 otherwise.

**Markers.** Let u1, u2, … be the vertices next to piece j by open roads that are empty when j leaves, in any sequence.
Each ui gets a marker: weight +1 at ui, and weight -1 at the vertex whose emptying first put ui into the same region as
an earlier vertex of the sequence, or at j's own vertex if none did before j left. (If that vertex is ui itself, the
weights cancel out, and there is no marker.)

**A miniature.** Four pieces, numbered from 0 in the order of placement. The vertices a, c and h never get a piece, and
c is two crossings::

    a ~~ 0 ~~ c == 3     ~ S open     = H straight     | ordinary
    S    H    S    |
    2 ~~ 1 ~~ c    h     0: black, level 1    1: white, level 1    2: black, level 2    3: white, level 1

Step by step, backwards. A marker is written as the vertices of its two weights, and what is counted is in brackets:

====== =============== ============== ============== ============== ============= ============== =====
piece  region when     markers made   in the region, by runs, less  one more on   captures next  count
leaves it has left                    without itself the overlap    each side     to the region
====== =============== ============== ============== ============== ============= ============== =====
3      {3}             none           0              1 (c)          1 (h)         0              2
2      {2, a}          +a -2          1 (a)          0              0             1 (piece 1)    2
1      {2, a, 1, c}    +2 -1, +c -1   4 (2, a, c, c) 0              0             1 (piece 0)    5
0      {2, a, 1, c, 0} +a -0, +c -1   5              1 - 1 (1)      0             0              5
====== =============== ============== ============== ============== ============= ============== =====

The order of the vertices is 2 a 1 c 0 3 h, and each region is an interval of it. Look at the captures of piece 1, a sum
over the markers of black pieces of level 1, which are those of piece 0. The region touches piece 0 both from a and from
c. But the marker +a -0 counts 1, since vertex 0 is not in the region, and +c -1 counts 1 - 1 = 0: piece 0 counts once.
The straight road from 1 to 0 adds nothing on that side, because piece 0 is next to the region. The docstrings of the
other modules show the data of this miniature.

**Why that is right.** Take a region while j is on the board. If it contains ui and an earlier vertex, it contains
the vertex that first joined ui with an earlier one, so the marker of ui counts 0. If it contains ui but no earlier one,
it does not contain the -1 of this marker: regions only grow, so that vertex would have brought an earlier one along. If
it does not contain ui, it does not contain the -1, for the same reason. So exactly one marker counts 1 if the region
contains any ui, that is, if it is next to j, and none otherwise. When j has left, its vertex is connected with all ui,
and a region that contains one vertex of a marker contains both: then all markers count 0.

The remaining crossings, at most one on each side, are checked one by one: the neighbour by an ordinary road, or the
piece at the end of the run. An empty crossing counts unless it is in the region. A piece that can be captured counts
unless a crossing next to it by an open road is in the region. Both tests only ask whether a position is in an interval.

**Cost.** Every piece costs a few finds, merges and sums, and every crossing a few steps: O((nm + q) log nm) time and
O(nm + q) memory. The order replaces mergeable segment trees, which keeps the solution lightweight. Pieces and their
neighbours are scattered over the board, so branches on what a crossing holds would often be mispredicted. In these
places, conditions are computed as the numbers 0 and 1 instead.
"""

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import Board, scan_board, scan_data_sets
from refsol.chess.captures import add_captures
from refsol.chess.regions import Regions
from refsol.chess.runs import count_runs
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer


def count_moves(board: Board) -> vec[i32]:
    r"""Return for each piece, in the order of placement, how many crossings it could move to. O((nm + q) log nm).

    Its own crossing does not count. ``board`` is not changed. This is the miniature above:

    >>> from refsol.chess.board import read_boards
    >>> roads = b"332\n330\n" b"3231\n"
    >>> pieces = b"0 1 1 2\n" b"1 1 2 2\n" b"0 2 2 1\n" b"1 1 1 4\n"
    >>> [board] = read_boards(b"1\n2 4 4\n" + roads + pieces)
    >>> list(count_moves(board))
    [5, 5, 2, 2]
    """
    regions = Regions(board)
    answer = count_runs(board, regions)
    add_captures(board, regions, answer)
    return answer


def solve(data: Input) -> bytes:
    """Return the answers to all placements of the input ``data``, one per line. O((nm + q) log nm) per data set.

    Raises ``InputError`` for a breach of the format and for a piece on an occupied crossing.
    """
    scanner = Scanner(data)
    out = BytesWriter()
    for _data_set in range(scan_data_sets(scanner)):
        for count in count_moves(scan_board(scanner)):
            write_integer(out, i64(count))
            out.append(10)
    scanner.finish()
    return out.getvalue()
