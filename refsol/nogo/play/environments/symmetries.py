"""The symmetries of a board: eight of a square, four of any other rectangle, for arrays and for boards.

What is legal, and who wins, is the same in all images of a position. So a program that learns may learn from all of
them, or from one at random, and may take the mean of what it thinks of each.

A *symmetry* is an array: the action at index k of the image comes from the action ``symmetry[k]``. So the image of a
policy or a mask is ``values[..., symmetry]``, and its argsort in numpy is the inverse, which leads back.

>>> from refsol.nogo import Board
>>> turned = symmetries(2, 2)[-1]
>>> image(numpy.array([[1, 2], [3, 4]]), turned).tolist(), image(numpy.array([1, 2, 3, 4]), turned).tolist()
([[4, 2], [3, 1]], [4, 2, 3, 1])
"""

from typing import TypeVar

import numpy
from numpy.typing import NDArray

from refsol.nogo.board import Board

Scalar = TypeVar("Scalar", bound=numpy.generic)
"""What an array is of."""


def symmetries(rows: int, columns: int | None = None) -> NDArray[numpy.intp]:
    """Return all symmetries of a board of ``rows`` and ``columns`` (as many, unless given): 8 or 4 rows of an array.

    The first is the identity; each has all actions. Raises ``ValueError`` for sizes that no board has. O(n²).
    """
    board = Board(rows, columns)
    actions = numpy.arange(rows * int(board.columns)).reshape(rows, int(board.columns))
    images = [actions[::down, ::right] for down in (1, -1) for right in (1, -1)]
    if board.rows == board.columns:
        images += [each.T for each in images]
    return numpy.array([each.ravel() for each in images])


def image(values: NDArray[Scalar], symmetry: NDArray[numpy.intp]) -> NDArray[Scalar]:
    """Return the image under a ``symmetry`` of ``values``, which belong to actions, or to rows and columns. O(values).

    The last axis is that of the actions, or the last two are rows and columns; other axes stay: planes, many games.
    Raises ``ValueError`` for arrays that fit neither.
    """
    area = len(symmetry)
    if values.ndim and values.shape[-1] == area:
        return values[..., symmetry]
    if values.ndim >= 2 and values.shape[-2] * values.shape[-1] == area:
        return values.reshape(*values.shape[:-2], area)[..., symmetry].reshape(values.shape)
    raise ValueError(f"an array of shape {values.shape} has neither {area} actions nor as many points")


def image_of_board(board: Board, symmetry: NDArray[numpy.intp]) -> Board:
    """Return the image of a ``board`` with its stones and walls under a ``symmetry`` of its size. O(n²).

    Raises ``ValueError`` for one of another size.
    """
    if len(symmetry) != board.rows * board.columns:
        raise ValueError(f"a symmetry of {len(symmetry)} actions is none of a board of {board.rows} × {board.columns}")
    found = board.copy()
    for action, source in enumerate(symmetry.tolist()):
        found.stone[board.point_of(action)] = board.stone[board.point_of(source)]
    return found
