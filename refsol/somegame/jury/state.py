"""The board of Some Game at a step of the plain solution."""
# mypyc: interpreted

from collections.abc import Sequence

from refsol.problem.scene import NOTHING, Ground, Mark, Piece, Scene, player, take_scene
from refsol.problem.variables import Variables, visible


def state(stack: Sequence[Variables]) -> Scene | None:
    """Return the board, as the function has it: with the window that is looked at, or the stones that break all runs.

    In half of the directions, its rows and columns are exchanged.
    """
    variables = visible(stack)
    board = variables.get("board")
    if not isinstance(board, list) or not board:
        return None
    height, width = len(board), len(board[0])
    marks: tuple[Mark, ...] = ()
    match variables:
        case {"first": int(first), "right": int(right), "begin": int(begin), "line": int(line), "stop": int(stop)}:
            window = range(begin, min(begin + line, stop))
            cells = [(k % height + 1, (first + k * right) % width + 1) for k in window]
            marks = (Mark("the window", tuple(cells)),) if cells else ()
        case {"breakers": frozenset(breakers)} if breakers:
            marks = (Mark("breaks all winning runs so far", tuple(sorted((x + 1, y + 1) for x, y in breakers))),)

    def piece(row: int, column: int) -> Piece:
        owner = board[row - 1][column - 1]
        return player(owner) if owner else NOTHING

    return take_scene(Ground.SQUARES, height, width, piece, marks)
