"""Crossings compressed to vertices: each one that gets a piece, and the components of those that never get one.

Components are found by two-pass labelling, as in images (A. Rosenfeld and J. L. Pfaltz, "Sequential operations in
digital picture processing", J. ACM 13 (1966)): in row-major order, each crossing takes over the label of the connected
crossing to the left or above; if there are both, their labels are merged in a disjoint set.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.chess.board import NO_PIECE, OPEN, Board
from refsol.structures.disjoint_set import DisjointSet


@final
class Vertices:
    """The vertices of ``board``: crossings connected by open roads even when all pieces are placed are one vertex.

    ``vertex_of[v]`` is the vertex of crossing v. That is t if piece t is placed there at some time. Otherwise v never
    gets a piece, and forms one vertex with all such crossings that open roads connect to it; these vertices are
    numbered from ``board.pieces`` on. So vertex x is empty before piece t leaves, backwards in time, exactly when
    x > t. ``weight[x]`` is the number of crossings of vertex x. O(nm α(nm)) to make.
    """

    def __init__(self, board: Board) -> None:
        self.vertex_of: Final = vec[i32]([i32(0)] * board.crossings)
        labels = DisjointSet(board.crossings)
        end = self._label(board, labels)
        # Second pass: one number for all labels of a component. A piece is a separate label and keeps its number.
        number = vec[i32]([i32(0)] * end)
        for t in range(board.pieces):
            number[t] = i32(t)
        count = board.pieces
        for label in range(board.pieces, end):
            if labels.find(label) == label:
                number[label] = i32(count)
                count += 1
        for label in range(board.pieces, end):
            number[label] = number[labels.find(label)]
        self.weight: Final = vec[i32]([i32(0)] * count)
        for v in range(board.crossings):
            x = number[i64(self.vertex_of[v])]
            self.vertex_of[v] = x
            self.weight[i64(x)] += i32(1)

    def _label(self, board: Board, labels: DisjointSet) -> i64:
        """First pass: label all crossings and merge the labels that meet. Returns the number of labels."""
        label_of = self.vertex_of
        east = board.east
        south = board.south
        piece_at = board.piece_at
        pieces = board.pieces
        columns = board.columns
        end = pieces
        label: i64 = 0
        for v in range(board.crossings):
            # Pieces stand anywhere, so branches would often be mispredicted: every condition is a number, 0 or 1.
            piece = i64(piece_at[v])
            free = i64(piece == NO_PIECE)
            left = label
            above = i64(label_of[v - columns])
            joins_left = free & i64(east[v - 1] == OPEN) & i64(left >= pieces)
            joins_above = free & i64(south[v - columns] == OPEN) & i64(above >= pieces)
            if joins_left & joins_above & i64(left != above) == 1:
                labels.union(left, above)
            label = _choose(joins_left, left, _choose(joins_above, above, end))
            end += free & ~(joins_left | joins_above)
            label = _choose(free, label, piece)
            label_of[v] = i32(label)
        return end


def _choose(condition: i64, a: i64, b: i64) -> i64:
    """Return ``a`` if ``condition`` is 1, ``b`` if it is 0, without a branch."""
    return b + (a - b) * condition
