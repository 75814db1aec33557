"""NOIP chess offline, backwards in time: O((nm + q) log nm).

**Problem.** Pieces with colours and levels are placed one after another on the crossings of a grid whose roads are
blocked, ordinary, straight or open. After each placement, count the crossings to which the new piece could move:
along one ordinary road, or any number of straight roads in one line, or any path of open roads; not over pieces;
ending on an empty crossing or on a piece of the other colour whose level is not higher (a capture).

**Idea.** Read the placements backwards: pieces disappear, so empty places only grow together. When piece t leaves its
crossing, what it could reach is right around it:

- by open roads, the *region* of the crossing, the empty crossings connected to it by open roads, and the captures next
  to it (``regions.py``, ``captures.py``);
- by straight roads, the *run* of the crossing in its row and the one in its column, and the piece that ends a run on
  either side; by ordinary roads, the four neighbours (``runs.py``).

Regions are sets in a disjoint set. Runs are intervals that grow at their ends, so it is enough to keep, at each end,
how long they are. Two counts remain, and both become sums over intervals thanks to the order of
:class:`.PersistentDisjointSet`, in which every region of every moment is an interval:

1. *Overlaps* (``overlaps.py``): how many crossings of a run are also in the region. In a row the run is an interval of
   crossing numbers, so this counts points (crossing number, place in the order) in a rectangle: by looking at each, or,
   if that takes too long, by a sweep over the crossings by places with an :class:`.IndexSet`. Columns likewise, with
   crossings numbered column by column.
2. *Captures* next to the region with a level of at most lv: a sweep over levels with a sum tree over the places. For
   it, piece j is given weights, its *ties*, such that their sum over the interval of any region of any moment is 1 if j
   then stands next to the region by an open road, and 0 otherwise.

All crossings that never get a piece and are connected by open roads from the start are one *vertex* (``vertices.py``),
each other crossing is one of its own; regions are sets of vertices.

**Ties.** Let u1, u2, …, in any sequence, be the vertices next to piece j by open roads that are empty when j leaves.
For each ui there is a tie: +1 at ui, and -1 at the vertex whose emptying first put ui into one region with an earlier
one of the sequence, or j's own vertex if nothing did before. (If it is ui itself, the tie is left out.)

**Why that is right.** Take a region at a moment while j stands. If it contains ui and an earlier one, it contains the
vertex that joined them, so the tie of ui counts 0. If it contains ui but no earlier one, then not the -1 of its tie
either: regions only grow, so that vertex would have brought the earlier one along. If it does not contain ui, then
nor, for the same reason, the -1. So just one tie counts 1 if the region contains any ui, and none otherwise. When j has
left, its vertex is connected to all ui, and whatever region contains one of these vertices contains all: then all ties
count 0.

What is left is settled one by one, at most one crossing a direction: the neighbour by an ordinary road, or the piece
that ends the straight run; each counts unless the region (for a piece: a crossing next to it by an open road) has it
already. That, too, is a question about an interval.

**Cost.** Every piece costs a few finds, joins and sums, every crossing a few steps: O((nm + q) log nm) time and O(nm +
q) memory. The order as a replacement for mergeable segment trees is what makes it light. Pieces and their neighbours
are all over the board: where it is hard to guess what a crossing holds, conditions are computed as numbers 0 and 1, not
branched on.
"""

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import MAX_DATA_SETS, Board, scan_board
from refsol.chess.captures import add_captures
from refsol.chess.regions import Regions
from refsol.chess.runs import count_runs
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer


def count_moves(board: Board) -> vec[i32]:
    """Return for each piece, in the order of placement, to how many crossings it could move. O((nm + q) log nm).

    Not where it stands itself; the board stays as it is.
    """
    regions = Regions(board)
    answer = count_runs(board, regions)
    add_captures(board, regions, answer)
    return answer


def solve(data: Input) -> bytes:
    """Answer every placement of the input ``data``, a line each. O((nm + q) log nm) a data set.

    Raises ``InputError`` for a breach of the format and for a piece placed on another.
    """
    scanner = Scanner(data)
    out = BytesWriter()
    for _data_set in range(scanner.integer(1, MAX_DATA_SETS, "number of data sets T")):
        for count in count_moves(scan_board(scanner)):
            write_integer(out, i64(count))
            out.append(10)
    scanner.finish()
    return out.getvalue()
