"""The regions of all moments, and the ties of pieces to them."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.chess.board import OPEN, Board
from refsol.chess.vertices import Vertices
from refsol.structures.persistent_disjoint_set import PersistentDisjointSet

_AHEAD: Final = 16  # neighbours from those looked up now to those prefetched
_NONE: Final = -1  # no vertex


class Regions:
    """Regions of empty crossings connected by open roads, while the pieces of ``board`` leave, the last one first.

    ``place[x]`` is the place of vertex x (see :class:`.Vertices`) in an order in which each region of any moment is an
    interval, ``place_of[v]`` that of crossing v's vertex. Just after piece t has left, its region has the places
    ``begin[t] .. end[t] - 1`` and ``size[t]`` crossings. Where there are no open roads, all regions are single
    crossings, and ``place`` and ``place_of`` are left empty.

    Piece t has ``ties[t]`` *ties*, which the solver explains. Tie k, counted over all pieces in the order in which they
    leave, has the weight +1 at vertex ``plus[k]`` and -1 at vertex ``minus[k]``. O((nm + q) log nm) to make.
    """

    def __init__(self, board: Board) -> None:
        pieces = board.pieces
        self._board: Final = board
        self.place: vec[i32] = vec[i32]()
        self.place_of: vec[i32] = vec[i32]()
        self.begin: Final = vec[i32]([i32(0)] * pieces)
        self.end: Final = vec[i32]([i32(1)] * pieces)
        self.size: Final = vec[i32]([i32(1)] * pieces)
        self.ties: Final = vec[u8]([u8(0)] * pieces)
        self.plus: vec[i32] = vec[i32]()
        self.minus: vec[i32] = vec[i32]()
        if _occurs(OPEN, board.east) or _occurs(OPEN, board.south):
            vertices = Vertices(board)
            near = vec[i32]([i32(0)] * (4 * pieces + _AHEAD + 3))
            neighbours = self._list_neighbours(vertices.of, near)
            self.plus = vec[i32]([i32(0)] * neighbours)
            self.minus = vec[i32]([i32(0)] * neighbours)
            sets = PersistentDisjointSet(len(vertices.weight))
            self._rewind(near, sets)
            self.place = sets.order()
            self._measure(vertices.weight)
            self.place_of = _looked_up(self.place, vertices.of)

    def contains(self, t: i64, v: i64) -> bool:
        """Tell whether crossing ``v`` is in the region of piece ``t`` just after that has left. O(1)."""
        return i64(self.begin[t]) <= i64(self.place_of[v]) < i64(self.end[t])

    def _list_neighbours(self, vertex: vec[i32], near: vec[i32]) -> i64:
        """List, piece by piece as they leave, the vertices next to it by open roads that are empty then, each once.

        ``vertex[v]`` is the vertex of crossing v. ``ties`` counts those listed. Returns how many there are in all.
        """
        board = self._board
        ties = self.ties
        east = board.east
        south = board.south
        columns = board.columns
        end: i64 = 0
        t = board.pieces - 1
        while t >= 0:
            v = i64(board.place[t])
            begin = end
            # Each neighbour is written down, and kept if it is empty and new: that is hard to guess, so no branch.
            west = i64(vertex[v - 1])
            near[end] = i32(west)
            has_west = i64(east[v - 1] == OPEN) & i64(west > t)
            end += has_west
            north = i64(vertex[v - columns])
            near[end] = i32(north)
            has_north = i64(south[v - columns] == OPEN) & i64(north > t) & _is_new(north, west, has_west)
            end += has_north
            right: i64 = _NONE
            has_east: i64 = 0
            if east[v] == OPEN:
                right = i64(vertex[v + 1])
                near[end] = i32(right)
                has_east = i64(right > t) & _is_new(right, west, has_west) & _is_new(right, north, has_north)
                end += has_east
            if south[v] == OPEN:
                below = i64(vertex[v + columns])
                near[end] = i32(below)
                is_new = _is_new(below, west, has_west) & _is_new(below, north, has_north)
                end += i64(below > t) & is_new & _is_new(below, right, has_east)
            ties[t] = u8(end - begin)
            t -= 1
        return end

    def _rewind(self, near: vec[i32], sets: PersistentDisjointSet) -> None:
        """Take the pieces off, put together what that joins, and turn the neighbours into ties.

        Piece t leaves at step ``pieces - t``. In ``begin`` and ``end`` are left the root of its region and how many
        vertices there are in it.
        """
        pieces = self._board.pieces
        ties = self.ties
        plus = self.plus
        minus = self.minus
        begin = self.begin
        end = self.end
        roots = vec[i32]([i32(0)] * 4)
        first: i64 = 0
        tied: i64 = 0
        t = pieces - 1
        while t >= 0:
            # The roots of the regions next to the piece, before it leaves.
            step = pieces - t
            count = i64(ties[t])
            soon = first + _AHEAD
            sets.prefetch(i64(near[soon]))
            sets.prefetch(i64(near[soon + 1]))
            sets.prefetch(i64(near[soon + 2]))
            for k in range(count):
                roots[k] = i32(sets.find(i64(near[first + k])))
            # A tie for each neighbour; those in regions of their own are joined with the piece's crossing.
            root = t
            before = tied
            for k in range(count):
                neighbour = near[first + k]
                joined = _joined_before(sets, near, first, roots, k, step)
                joiner = pieces - joined
                if joined == step:
                    root = sets.merge(root, i64(roots[k]), step)
                elif joiner == i64(neighbour):
                    continue  # the weights cancel out
                plus[tied] = neighbour
                minus[tied] = i32(joiner)
                tied += 1
            # What will be needed when the order is known.
            ties[t] = u8(tied - before)
            begin[t] = i32(root)
            end[t] = i32(sets.size(root))
            first += count
            t -= 1

    def _measure(self, weight: vec[i32]) -> None:
        """Turn roots and numbers of vertices into intervals of places, and count the crossings in them."""
        place = self.place
        before = vec[i32]([i32(0)] * (len(weight) + 1))  # how many crossings have a place before this one
        for x in range(len(weight)):
            before[i64(place[x]) + 1] = weight[x]
        for p in range(len(weight)):
            before[p + 1] += before[p]
        for t in range(self._board.pieces):
            begin = place[i64(self.begin[t])]
            end = begin + self.end[t]
            self.begin[t] = begin
            self.end[t] = end
            self.size[t] = before[i64(end)] - before[i64(begin)]


def _is_new(x: i64, other: i64, listed: i64) -> i64:
    """Return 0 if ``x`` is the ``other`` and that is ``listed``, else 1."""
    return 1 - (listed & i64(x == other))


def _joined_before(sets: PersistentDisjointSet, near: vec[i32], first: i64, roots: vec[i32], k: i64, step: i64) -> i64:
    """Return the step since which neighbour k is in one region with one of those before it; ``step`` if with none.

    The neighbours are listed from ``first`` on.
    """
    joined = step
    for i in range(k):
        if roots[i] == roots[k]:
            joined = min(joined, sets.joined_at(i64(near[first + i]), i64(near[first + k])))
    return joined


def _looked_up(place: vec[i32], vertex: vec[i32]) -> vec[i32]:
    """Return the place of each crossing's vertex, in the memory of ``vertex``, which isn't needed any longer."""
    for v in range(len(vertex)):
        vertex[v] = place[i64(vertex[v])]
    return vertex


def _occurs(road: i64, roads: vec[u8]) -> bool:
    return any(i64(other) == road for other in roads)
