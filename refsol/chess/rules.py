"""A board of NOIP chess after some placements, and where the piece placed last can go: the rules, read literally.

A ``cell`` is a crossing (x, y), row and column from 1. What is asked of a single one is O(1), and all else, unless it
says so, is O(crossings returned or looked at).
"""

from typing import Final, NamedTuple

from refsol.chess.board import OPEN, ORDINARY, STRAIGHT, Board
from refsol.scene import Cell

DIRECTIONS: Final = ("right", "down", "left", "up")
"""The directions in words; their indices are the numbers of the directions."""
EDGE: Final = -1
"""Instead of the type of a road, where the board ends."""

EMPTY: Final = "empty"
"""Nothing stands on a crossing."""
CAPTURE: Final = "capture"
"""On a crossing stands a piece that the one to move can capture."""
OWN: Final = "own"
"""On a crossing stands a piece of the same colour as the one to move."""
STRONGER: Final = "stronger"
"""On a crossing stands a piece of the other colour with a higher level than the one to move."""

_COLOURS: Final = ("black", "white")


class Reach(NamedTuple):
    """Crossings to which ``ordinary``, ``straight`` and ``open`` roads lead, row by row.

    Pieces that stand there are included, but nothing behind them, and not the start.
    """

    ordinary: list[Cell]
    straight: list[Cell]
    open: list[Cell]
    kinds: dict[Cell, str]
    """What stands on each of them: :data:`EMPTY`, :data:`CAPTURE`, :data:`OWN` or :data:`STRONGER`."""
    around: list[int]
    """The types of the other roads that lead away from what open roads connect, and the edges there."""

    def by_road(self) -> tuple[tuple[int, list[Cell]], ...]:
        """Return the crossings with the type of the roads."""
        return (ORDINARY, self.ordinary), (STRAIGHT, self.straight), (OPEN, self.open)

    def of_kind(self, *kinds: str) -> list[Cell]:
        """Return the crossings on which there is one of these ``kinds``, each once, row by row."""
        return [cell for cell, kind in self.kinds.items() if kind in kinds]


class Position:
    """The board with the first ``pieces`` pieces, of which the last one, on ``start``, is to move."""

    def __init__(self, board: Board, pieces: int) -> None:
        self._board: Final = board
        self._rows: Final = int(board.rows)
        self._columns: Final = int(board.columns)
        self._pieces: Final = pieces
        self._colour: Final = int(board.colour[pieces - 1])
        self._level: Final = int(board.level[pieces - 1])
        row, column = divmod(int(board.place[pieces - 1]), self._columns)
        self.start: Final = (row + 1, column + 1)

    def kind(self, cell: Cell) -> str:
        """Return what stands on ``cell``, for the piece that is to move."""
        piece = self._piece(cell)
        if not 0 <= piece < self._pieces:
            return EMPTY
        if self._board.colour[piece] == self._colour:
            return OWN
        return CAPTURE if self._board.level[piece] <= self._level else STRONGER

    def described(self, cell: Cell) -> str:
        """Return the piece on ``cell``, where there is one, in words: ``black piece of level 2 on (1, 3)``."""
        piece = self._piece(cell)
        colour = _COLOURS[self._board.colour[piece]]
        return f"{colour} piece of level {self._board.level[piece]} on ({cell[0]}, {cell[1]})"

    def roads(self, cell: Cell) -> tuple[tuple[int, Cell], ...]:
        """Return, for each direction, the type of the road from ``cell``, or :data:`EDGE`, and the cell at its end."""
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
        """Return where roads lead from the start. O(nm log nm)."""
        ordinary = sorted(there for road, there in self.roads(self.start) if road == ORDINARY)
        straight = sorted(cell for direction in range(len(DIRECTIONS)) for cell in self.run(direction))
        open_, around = self._by_open_roads()
        kinds = {cell: self.kind(cell) for cell in sorted({*ordinary, *straight, *open_})}
        return Reach(ordinary, straight, sorted(open_), kinds, around)

    def run(self, direction: int) -> list[Cell]:
        """Return the crossings along straight roads in ``direction``, 0 to 3, up to and including the first piece."""
        found: list[Cell] = []
        road, there = self.roads(self.start)[direction]
        while road == STRAIGHT:
            found.append(there)
            if self.kind(there) != EMPTY:
                break
            road, there = self.roads(there)[direction]
        return found

    def _by_open_roads(self) -> tuple[list[Cell], list[int]]:
        """Return the crossings reached, and the types of the roads around the region."""
        found = [self.start]
        region = {self.start}
        seen = {self.start}
        others: list[tuple[int, Cell]] = []
        for cell in found:  # grows meanwhile
            if cell != self.start and self.kind(cell) != EMPTY:
                continue
            region.add(cell)
            for road, there in self.roads(cell):
                if road != OPEN:
                    others.append((road, there))
                elif there not in seen:
                    seen.add(there)
                    found.append(there)
        return found[1:], [road for road, there in others if there not in region]

    def _piece(self, cell: Cell) -> int:
        """Return the piece that stands on a crossing, or will stand there."""
        return int(self._board.piece_at[(cell[0] - 1) * self._columns + cell[1] - 1])
