"""The board of NoGo at a step of the plain solution."""
# mypyc: interpreted

from collections.abc import Sequence
from typing import Final

from refsol.problem.scene import NOTHING, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.problem.variables import Variables, object_of, visible

_PIECES: Final = {"X": Piece("X", PieceKind.BLACK), "O": Piece("O", PieceKind.WHITE)}


def state(stack: Sequence[Variables]) -> Scene | None:
    """Return the board for the variables of a ``stack``, with the point of the move and the group of a neighbour."""
    variables = visible(stack)
    match object_of(stack, "Position"):
        case {"board": list(board), "parent": list(parent), "stride": int(stride), "n": int(n)}:
            pass
        case _:
            return None

    point, neighbour = variables.get("point"), variables.get("neighbour")
    marks: tuple[Mark, ...] = ()
    if isinstance(neighbour, int) and board[neighbour] in _PIECES:
        root = _root(parent, neighbour)
        group = tuple([divmod(other, stride) for other in range(len(parent)) if _root(parent, other) == root])
        marks = (Mark("the group of its neighbour", group),)
    focus = divmod(point, stride) if isinstance(point, int) and board[point] != "#" else None
    return take_scene(Ground.CROSSINGS, n, n, lambda x, y: _PIECES.get(board[x * stride + y], NOTHING), marks, focus)


def _root(parent: list[int], point: int) -> int:
    while parent[point] != point:
        point = parent[point]
    return point
