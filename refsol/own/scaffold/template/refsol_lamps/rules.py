"""The rules of Lamps, read literally, for explanations: which lamp lights a cell.

A ``cell`` is (x, y), row and column from 1. Searching the row and the column of a single cell is slower than what the
solver does, but it finds the lamp.
"""

from typing import Final

from refsol.problem.scene import Cell

from refsol_lamps.board import EMPTY, LAMP, WALL, Board

_STEPS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))  # up, left, right, down


def lit_by(board: Board, cell: Cell) -> Cell | None:
    """Return a lamp that lights ``cell``, or None if the cell is dark or isn't empty. O(h + w)."""
    if code_at(board, cell) != EMPTY:
        return None
    for down, right in _STEPS:
        x, y = cell[0] + down, cell[1] + right
        while code_at(board, (x, y)) == EMPTY:
            x, y = x + down, y + right
        if code_at(board, (x, y)) == LAMP:
            return x, y
    return None


def code_at(board: Board, cell: Cell) -> int:
    """Return the code of ``cell``; beyond the edge this is ``WALL``, since light ends there too. O(1)."""
    x, y = cell
    inside = 1 <= x <= board.height and 1 <= y <= board.width
    return int(board.cell[(x - 1) * int(board.width) + y - 1]) if inside else WALL
