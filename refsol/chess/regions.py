"""The regions at every moment, and the markers that make each piece next to a region count once."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.chess.board import OPEN, Board
from refsol.chess.vertices import Vertices
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet

_NONE: Final = -1  # no vertex


@final
class Regions:
    """Regions of empty crossings connected by open roads, as the pieces of ``board`` leave, the last one first.

    ``position_of_vertex[x]`` is the position of vertex x (see :class:`.Vertices`) in an order of the vertices in which
    each region at any moment is an interval, ``position_of_crossing[v]`` that of crossing v's vertex. Just after piece
    t has left, its region has the positions ``begin[t] .. end[t] - 1`` and ``size[t]`` crossings. If there are no
    open roads, all regions are single crossings, and ``position_of_vertex`` and ``position_of_crossing`` are empty.

    The solver's docstring explains *markers*. Piece t has ``marker_count[t]`` of them, at most 4. Marker k, counted
    over all pieces in the order in which they leave, has the weight +1 at vertex ``plus[k]`` and -1 at vertex
    ``minus[k]``. O((nm + q) log nm) to make.
    """

    def __init__(self, board: Board) -> None:
        pieces = board.pieces
        self._board: Final = board
        self.position_of_vertex: vec[i32] = vec[i32]()
        self.position_of_crossing: vec[i32] = vec[i32]()
        self.begin: Final = vec[i32]([i32(0)] * pieces)
        self.end: Final = vec[i32]([i32(1)] * pieces)
        self.size: Final = vec[i32]([i32(1)] * pieces)
        self.marker_count: Final = vec[u8]([u8(0)] * pieces)
        self.plus: vec[i32] = vec[i32]()
        self.minus: vec[i32] = vec[i32]()
        if _occurs(OPEN, board.east) or _occurs(OPEN, board.south):
            vertices = Vertices(board)
            neighbours = vec[i32]([i32(0)] * (4 * pieces))
            count = self._list_neighbours(vertices.vertex_of, neighbours)
            self.plus = vec[i32]([i32(0)] * count)
            self.minus = vec[i32]([i32(0)] * count)
            sets = PersistentDisjointSet(len(vertices.weight))
            self._remove_pieces(neighbours, sets)
            self.position_of_vertex = sets.order()
            self._set_intervals(vertices.weight)
            self.position_of_crossing = _looked_up(self.position_of_vertex, vertices.vertex_of)

    def contains(self, t: i64, v: i64) -> bool:
        """Return whether crossing ``v`` is in the region of piece ``t`` as that piece has just left."""
        if t < 0 or t >= len(self.begin) or v < 0 or v >= len(self.position_of_crossing):
            raise _no_region(t, v)
        return i64(self.begin[t]) <= i64(self.position_of_crossing[v]) < i64(self.end[t])

    def _list_neighbours(self, vertex_of: vec[i32], neighbours: vec[i32]) -> i64:
        """List, for each piece as it leaves, the empty vertices next to it by open roads, each once.

        ``vertex_of[v]`` is the vertex of crossing v. The lists are written into ``neighbours`` one after another,
        that of the last piece first, and their lengths into ``marker_count``. Returns the total length.
        """
        board = self._board
        listed = self.marker_count
        east = board.east
        south = board.south
        columns = board.columns
        end: i64 = 0
        t = board.pieces - 1
        while t >= 0:
            v = i64(board.crossing_of[t])
            begin = end
            # Each neighbour is stored, but `end` advances only if it is empty (vertex > t) and new. That is computed as
            # a number, since a branch would often be mispredicted.
            west = i64(vertex_of[v - 1])
            neighbours[end] = i32(west)
            has_west = i64(east[v - 1] == OPEN) & i64(west > t)
            end += has_west
            north = i64(vertex_of[v - columns])
            neighbours[end] = i32(north)
            has_north = i64(south[v - columns] == OPEN) & i64(north > t) & _is_new(north, west, has_west)
            end += has_north
            right: i64 = _NONE
            has_east: i64 = 0
            if east[v] == OPEN:
                right = i64(vertex_of[v + 1])
                neighbours[end] = i32(right)
                has_east = i64(right > t) & _is_new(right, west, has_west) & _is_new(right, north, has_north)
                end += has_east
            if south[v] == OPEN:
                below = i64(vertex_of[v + columns])
                neighbours[end] = i32(below)
                is_new = _is_new(below, west, has_west) & _is_new(below, north, has_north)
                end += i64(below > t) & is_new & _is_new(below, right, has_east)
            listed[t] = u8(end - begin)
            t -= 1
        return end

    def _remove_pieces(self, neighbours: vec[i32], sets: PersistentDisjointSet) -> None:
        """Remove the pieces, the last one first, merge the regions that this joins, and make the markers.

        Piece t leaves at step ``pieces - t``. ``marker_count`` holds the number of ``neighbours`` of each piece, and
        afterwards its number of markers. ``begin`` and ``end`` are set to the root and the number of vertices of each
        region, for :meth:`_set_intervals`.
        """
        pieces = self._board.pieces
        marker_count = self.marker_count
        plus = self.plus
        minus = self.minus
        begin = self.begin
        end = self.end
        roots = vec[i32]([i32(0)] * 4)
        first: i64 = 0  # of the neighbours of piece t
        marker: i64 = 0  # the next one
        t = pieces - 1
        while t >= 0:
            # The roots of the regions next to the piece, before it leaves.
            step = pieces - t
            count = i64(marker_count[t])
            for k in range(count):
                roots[k] = i32(sets.find(i64(neighbours[first + k])))
            # A marker for each neighbour; regions that are still apart are merged with the piece's own vertex.
            root = t
            before = marker
            for k in range(count):
                neighbour = neighbours[first + k]
                joined = _joined_before(sets, neighbours, first, roots, k, step)
                joiner = pieces - joined
                if joined == step:
                    root = sets.merge(root, i64(roots[k]), step)
                elif joiner == i64(neighbour):
                    continue  # both weights at one vertex: they cancel out
                plus[marker] = neighbour
                minus[marker] = i32(joiner)
                marker += 1
            # What is needed once the order is known.
            marker_count[t] = u8(marker - before)
            begin[t] = i32(root)
            end[t] = i32(sets.size(root))
            first += count
            t -= 1

    def _set_intervals(self, weight: vec[i32]) -> None:
        """Turn roots and numbers of vertices into intervals of positions, and count the crossings in each."""
        position = self.position_of_vertex
        before = vec[i32]([i32(0)] * (len(weight) + 1))  # before[p]: how many crossings have positions before p
        for x in range(len(weight)):
            before[i64(position[x]) + 1] = weight[x]
        for p in range(len(weight)):
            before[p + 1] += before[p]
        for t in range(self._board.pieces):
            begin = position[i64(self.begin[t])]
            end = begin + self.end[t]
            self.begin[t] = begin
            self.end[t] = end
            self.size[t] = before[i64(end)] - before[i64(begin)]


# A separate function makes the error, so that `contains` stays short enough to be inlined.
def _no_region(t: i64, v: i64) -> ValueError:
    return ValueError(f"no region of piece {t}, or no crossing {v} with open roads")


def _is_new(x: i64, other: i64, listed: i64) -> i64:
    """Return 0 if ``x`` equals ``other`` and ``other`` is ``listed``, else 1."""
    return 1 - (listed & i64(x == other))


def _joined_before(
    sets: PersistentDisjointSet, neighbours: vec[i32], first: i64, roots: vec[i32], k: i64, step: i64
) -> i64:
    """Return the first step at which neighbour k shared a region with one before it, else ``step``."""
    joined = step
    for i in range(k):
        if roots[i] == roots[k]:
            joined = min(joined, sets.joined_at(i64(neighbours[first + i]), i64(neighbours[first + k])))
    return joined


def _looked_up(position: vec[i32], vertex_of: vec[i32]) -> vec[i32]:
    """Return the position of each crossing's vertex, written over ``vertex_of``, which is no longer needed."""
    for v in range(len(vertex_of)):
        vertex_of[v] = position[i64(vertex_of[v])]
    return vertex_of


def _occurs(road: i64, roads: vec[u8]) -> bool:
    return any(i64(other) == road for other in roads)
