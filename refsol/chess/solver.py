"""NOIP chess offline, backwards in time: the plain solution on arrays of machine integers.

Problem, idea and proof are in ``plain.py``. This is what differs here, and why it is still right:

- *Vertices* (``vertices.py``). Crossings that never get a piece, and that open roads connect even with all pieces on
  the board, are always in the same region. Such a set is one *vertex*, each other crossing is a separate vertex, and
  the sets of the ``PersistentDisjointSet`` consist of vertices. It gives an order of them in which every region,
  at every moment, is an interval of *positions*; the crossings of a vertex share its position (``regions.py``).
- *Markers*. Each +1 is paired with a -1. Let u1, u2, … be the vertices next to piece j by open roads that are empty
  when j leaves. The marker of ui is +1 at ui, and -1 at the vertex whose emptying first put ui into the same region as
  an earlier vertex of the sequence, or at j's own vertex if none did before j left. These are the numbers of
  ``plain.py``. If both are at the same vertex, they cancel out, and there is no marker.
- *Runs* (``runs.py``). A piece has four, one on each side, without its own crossing; only the ends store a length.
  A crossing is in the region if its position is in the interval, and next to it if that of a neighbour is.
- *Overlaps* of runs with regions (``overlaps.py``) are counted by scans, until a sweep is cheaper. The sweep goes over
  the positions, and asks an ``IndexSet`` how many crossings of a run it has passed.
- *Captures* (``captures.py``): markers and queries are sorted by colour and level; each colour has a separate sweep.

Pieces and their neighbours are scattered over the board, so branches on what a crossing holds would often be
mispredicted. In these places, conditions are computed as the numbers 0 and 1 instead. Time: O((nm + q) log nm); memory:
O(nm + q).
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

    Its own crossing does not count. ``board`` is not changed. This is the miniature on the page of the problem:

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
