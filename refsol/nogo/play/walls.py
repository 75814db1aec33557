"""Boards with walls, as the names of points: points that aren't there, where no stone can be and that are no liberties.

Engines are told of them by the command ``hollow POINT…`` of the Go Text Protocol, as H.-C. Lin's NoGo-Sample knows it.
"""
# mypyc: interpreted

from collections.abc import Sequence
from typing import Final

from refsol.nogo.board import Board

HOLLOW: Final = ("E8", "E7", "B5", "C5", "G5", "H5", "E3", "E2")
"""The walls of Hollow NoGo on 9 × 9, as students play it at National Yang Ming Chiao Tung University (NYCU)."""


def walled_board(rows: int, columns: int, walls: Sequence[str]) -> Board:
    """Return an empty board of ``rows`` × ``columns`` points with ``walls``, names of points. O(n²).

    Raises ``ValueError`` for sizes and walls that can't be.

    >>> walled_board(2, 3, ["A1"])
    <Board 2x3>
      A B C
    2 . . .
    1 # . .
    """
    board = Board(rows, columns)
    return Board(rows, columns, [board.coordinates(board.parse(name)) for name in walls])
