"""The board of tic-tac-toe at a step of the plain solution."""
# mypyc: interpreted

from collections.abc import Sequence
from typing import Final

from refsol.problem.scene import NOTHING, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.problem.variables import Variables, visible

_PIECES: Final = {
    "x": Piece("x", PieceKind.CROSS),
    "o": Piece("o", PieceKind.NOUGHT),
    "!": Piece("!", PieceKind.ALLOWED),
}


def state(stack: Sequence[Variables]) -> Scene | None:
    """Return the board, with the last chip, the small board that it names and the cell in question, once known."""
    variables = visible(stack)
    match variables:
        case {"board": list(board), "x": str(x), "y": str(y)} if board:
            pass
        case _:
            return None
    marks = []
    match variables:
        case {"top": int(top), "left": int(left)}:
            cells = [(top + row, left + column) for row in (1, 2, 3) for column in (1, 2, 3)]
            marks.append(Mark("the small board that the last chip names", tuple(cells)))
    match variables:
        case {"row": int(row), "column": int(column)}:
            marks.append(Mark("the cell that is marked", ((row + 1, column + 1),)))

    def piece(row: int, column: int) -> Piece:
        return _PIECES.get(board[row - 1][column - 1], NOTHING)

    last = (int(x), int(y))
    return take_scene(Ground.SQUARES, 9, 9, piece, tuple(marks), last)._replace(block_size=3)
