"""Lamps: on which empty cells does light fall?

**Problem.** Each lamp shines along its row and its column, in both directions, as far as
the next wall. Mark the empty cells on which light falls.

**Idea.** Walk along a line and keep track of the light: a lamp turns it on, a wall turns it
off. Do so along each row and each column, once in each direction.

**Why it is right.** On a walk the light is on if and only if a lamp has been passed and no
wall since. So a walk finds the cells that are lit from behind, and the four walks through a
cell cover the four directions from which light can come.

**Cost.** Each cell is visited four times: O(hw) time, and no memory besides the board.
"""

from librt.vecs import vec
from mypy_extensions import i64, u8
from refsol.text.scanner import Input

from refsol_lamps.board import EMPTY, LAMP, LIT, WALL, Board, read_board


def shine(board: Board) -> None:
    """Mark the empty cells on which light falls as ``LIT``. O(cells)."""
    height = board.height
    width = board.width
    for x in range(height):
        _walk(board.cell, x * width, 1, width)
        _walk(board.cell, (x + 1) * width - 1, -1, width)
    for y in range(width):
        _walk(board.cell, y, width, height)
        _walk(board.cell, (height - 1) * width + y, -width, height)


def _walk(cell: vec[u8], first: i64, step: i64, count: i64) -> None:
    """Walk along ``count`` cells, from ``first`` in steps of ``step``, and mark those that are lit from behind."""
    light = False
    at = first
    for _k in range(count):
        here = cell[at]
        if here == LAMP:
            light = True
        elif here == WALL:
            light = False
        elif light and here == EMPTY:
            cell[at] = u8(LIT)
        at += step


def solve(data: Input) -> bytes:
    """Return the board of the input ``data`` with ``+`` where light falls. Raises ``InputError``. O(cells)."""
    board = read_board(data)
    shine(board)
    return board.text()
