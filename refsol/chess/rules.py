"""The rules of NOIP chess, read literally: a board after some placements, and where the last piece can move.

A cell is a crossing (x, y), row and column from 1. Methods about a single cell are O(1); unless stated otherwise,
all others are O(crossings returned or looked at).
"""
# mypyc: interpreted

from enum import StrEnum
from typing import Final, NamedTuple

from refsol.chess.board import OPEN, ORDINARY, STRAIGHT, Board
from refsol.problem.scene import Cell

DIRECTIONS: Final = ("right", "down", "left", "up")  # their indices are the numbers of the directions
EDGE: Final = -1  # stands for the type of a road where the board ends


class Occupant(StrEnum):
    """The contents of a crossing, as seen by the piece that is to move.

    A move may end on an ``EMPTY`` one, or where there is a piece to ``CAPTURE``: of the other colour, and no higher
    level. A piece of its ``OWN`` colour, or a ``STRONGER`` one, blocks the way.
    """

    EMPTY = "empty"
    CAPTURE = "capture"
    OWN = "own"
    STRONGER = "stronger"


class Reach(NamedTuple):
    """Crossings to which ``ordinary``, ``straight`` and ``open`` roads lead, but nothing beyond occupied ones."""

    ordinary: list[Cell]
    straight: list[Cell]
    open: list[Cell]
    occupants: dict[Cell, Occupant]  # the contents of each of them, row by row
    boundary: list[int]  # the type of each road, or `EDGE`, at which the region connected by open roads ends

    def by_road(self) -> tuple[tuple[int, list[Cell]], ...]:
        return (ORDINARY, self.ordinary), (STRAIGHT, self.straight), (OPEN, self.open)

    def empty_by_road(self) -> dict[int, list[Cell]]:
        empty = Occupant.EMPTY
        return {road: [cell for cell in cells if self.occupants[cell] is empty] for road, cells in self.by_road()}

    def with_occupant(self, *occupants: Occupant) -> list[Cell]:
        return [cell for cell, occupant in self.occupants.items() if occupant in occupants]

    def destinations(self) -> list[Cell]:
        """Return the crossings on which a move may end, each once, row by row: the answer is their number."""
        return self.with_occupant(Occupant.EMPTY, Occupant.CAPTURE)

    def destinations_by_two_types(self) -> list[Cell]:
        """Return the destinations that both open roads and roads of another type reach, row by row.

        Ordinary and straight roads never reach the same crossing: they begin with different roads and keep to one line.
        """
        twice = {*self.open}.intersection([*self.ordinary, *self.straight])
        return [cell for cell in self.destinations() if cell in twice]


class Position:
    """The board with the first ``pieces`` pieces; the last of them, on ``start``, is to move."""

    def __init__(self, board: Board, pieces: int) -> None:
        self._board: Final = board
        self._rows: Final = int(board.rows)
        self._columns: Final = int(board.columns)
        self._pieces: Final = pieces
        self._colour, self._level = int(board.colour[pieces - 1]), int(board.level[pieces - 1])
        row, column = divmod(int(board.crossing_of[pieces - 1]), self._columns)
        self.start: Final = (row + 1, column + 1)

    def piece(self, cell: Cell) -> tuple[int, int] | None:
        """Return the colour (0 black, 1 white) and the level of the piece on ``cell``, or None if there is none."""
        number = int(self._board.piece_at[(cell[0] - 1) * self._columns + cell[1] - 1])
        if not 0 <= number < self._pieces:  # not placed yet
            return None
        return int(self._board.colour[number]), int(self._board.level[number])

    def occupant(self, cell: Cell) -> Occupant:
        piece = self.piece(cell)
        if piece is None:
            return Occupant.EMPTY
        colour, level = piece
        if colour == self._colour:
            return Occupant.OWN
        return Occupant.CAPTURE if level <= self._level else Occupant.STRONGER

    def roads(self, cell: Cell) -> tuple[tuple[int, Cell], ...]:
        """Return, for each direction, the type of the road from ``cell``, or ``EDGE``, and the cell it leads to."""
        x, y = cell
        east, south = self._board.east, self._board.south
        v = (x - 1) * self._columns + y - 1
        return (
            (int(east[v]) if y < self._columns else EDGE, (x, y + 1)),
            (int(south[v]) if x < self._rows else EDGE, (x + 1, y)),
            (int(east[v - 1]) if y > 1 else EDGE, (x, y - 1)),
            (int(south[v - self._columns]) if x > 1 else EDGE, (x - 1, y)),
        )

    def reach(self) -> Reach:
        ordinary = sorted(there for road, there in self.roads(self.start) if road == ORDINARY)
        straight = sorted(cell for direction in range(len(DIRECTIONS)) for cell in self.run(direction))
        open_ = sorted(self.connected(OPEN))
        region = {self.start, *(cell for cell in open_ if not self.piece(cell))}
        ends = [end for cell in region for end in self.roads(cell)]
        boundary = [road for road, there in ends if road != OPEN and there not in region]
        occupants = {cell: self.occupant(cell) for cell in sorted({*ordinary, *straight, *open_})}
        return Reach(ordinary, straight, open_, occupants, boundary)

    def run(self, direction: int, then: int = STRAIGHT, *, over_pieces: bool = False) -> list[Cell]:
        """Return the crossings along straight roads in ``direction``, 0 to 3, up to and including the first piece.

        To follow roads of type ``then`` after straight ones, or to go on ``over_pieces``, is a mistake.
        """
        found: list[Cell] = []
        road, there = self.roads(self.start)[direction]
        while road == STRAIGHT or (found and road == then):
            found.append(there)
            if self.piece(there) and not over_pieces:
                break
            road, there = self.roads(there)[direction]
        return found

    def end_of_run(self, direction: int) -> tuple[Cell, int] | None:
        """Return the end of the straight roads in ``direction`` and the next road, None if a piece ends the run."""
        run = self.run(direction)
        if not run or self.piece(run[-1]):
            return None
        road, _there = self.roads(run[-1])[direction]
        return run[-1], road

    def connected(self, road: int, *through: Occupant) -> list[Cell]:
        """Return the crossings to which one or more roads of this type lead, past empty ones or ``through`` these."""
        found = [self.start]
        seen = {self.start}
        for cell in found:  # grows during the loop
            if cell == self.start or self.occupant(cell) in (Occupant.EMPTY, *through):
                new = [there for kind, there in self.roads(cell) if kind == road and there not in seen]
                seen.update(new)
                found += new
        return found[1:]
