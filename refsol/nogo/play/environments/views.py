"""Boards and legal moves as arrays of numpy, without the frame."""

from typing import TypeAlias

import numpy
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import NDArray

from refsol.errors import require_range
from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.game import Game

Bytes: TypeAlias = NDArray[numpy.uint8]
"""An array of bytes."""


def view(values: vec[u8]) -> Bytes:
    """Return an array that is a view of ``values``: if they change, it does; it can't be written to. O(1)."""
    seen: Bytes = numpy.frombuffer(values, numpy.uint8)  # type: ignore[call-overload]  # its stubs say nothing of buffers
    return seen


def inner(board: Board, values: vec[u8]) -> Bytes:
    """Return ``values``, one for each point of ``board`` and its frame, as rows × columns without the frame.

    It is a view: if ``values`` change, it does. O(1).
    """
    shape = (int(board.rows) + 2, int(board.stride))
    return view(values).reshape(shape)[1:-1, 1:-1]


def planes(board: Board, colour: int) -> Bytes:
    """Return 4 × rows × columns, each 0 or 1, in which every point of ``board`` is in one plane. O(n²).

    They are the stones of ``colour``, which is ``BLACK`` or ``WHITE``, those of the other colour, the empty points, and
    the walls.
    """
    kinds = numpy.array([colour, BLACK + WHITE - colour, EMPTY, EDGE], numpy.uint8)
    found: Bytes = (inner(board, board.stone) == kinds[:, None, None]).view(numpy.uint8)
    return found


def point_of(board: Board, action: int) -> int:
    """Return the point of ``board`` that an ``action`` in 0..rows · columns - 1 is. O(1).

    Raises ``ValueError`` for any other action.
    """
    require_range("action", action, 0, int(board.rows * board.columns) - 1)
    return int(board.point(action // board.columns + 1, action % board.columns + 1))


def new_game(rows: int, columns: int | None, walls: list[tuple[int, int]]) -> Game:
    """Return a game on an empty board of ``rows`` and ``columns`` with ``walls``, as ``Board`` takes them. O(n²).

    Raises ``ValueError`` if no such board can be, or if black can't move on it.
    """
    game = Game(Board(rows, columns, walls))
    if game.winner is not None:
        raise ValueError("black has no legal move on this board")
    return game
