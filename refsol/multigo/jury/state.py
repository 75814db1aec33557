"""The board of Multi-Go at a step of the plain solution."""
# mypyc: interpreted

from collections.abc import Sequence

from refsol.problem.scene import NOTHING, Ground, Mark, Piece, Scene, player, take_scene
from refsol.problem.variables import Variables, visible


def state(stack: Sequence[Variables]) -> Scene | None:
    """Return the board, with the cell of the move and the ring around it, once there are these."""
    variables = visible(stack)
    match variables:
        case {"owner": list(owner), "stride": int(stride), "height": int(height), "width": int(width)}:
            pass
        case _:
            return None

    def piece(x: int, y: int) -> Piece:
        number = owner[x * stride + y]
        return player(number) if number else NOTHING

    cell, around = variables.get("cell"), variables.get("around")
    focus = divmod(cell, stride) if isinstance(cell, int) else None
    ring = [divmod(each, stride) for each in around] if isinstance(around, tuple) else []
    inside = tuple([(x, y) for x, y in ring if 1 <= x <= height and 1 <= y <= width])
    marks = (Mark("the ring around the cell", inside),) if inside else ()
    return take_scene(Ground.REGIONS, height, width, piece, marks, focus)
