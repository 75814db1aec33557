"""The board of NOIP chess at a step of the plain solution."""
# mypyc: interpreted

from collections.abc import Sequence
from typing import Final

from refsol.problem.scene import NOTHING, Cell, Ground, Mark, Piece, PieceKind, Roads, RoadType, Scene, take_scene
from refsol.problem.variables import Fields, Variables, object_of, visible

_ROADS: Final = dict(zip(b"0123", RoadType, strict=True))
_OCCUPIED: Final = Piece("#", PieceKind.WALL)  # a crossing without a piece that hasn't become empty


def state(stack: Sequence[Variables]) -> Scene | None:
    """Return the board after the turn in question, with its piece and the region of that, once there are these."""
    variables, board = visible(stack), object_of(stack, "Board")
    match variables, board:
        case (
            {"rows": int(rows), "columns": int(columns), "across": list(across), "down": list(down)},
            {"turn_at": list(turn_at), "colour": list(colour), "level": list(level), "regions": Fields(values=regions)},
        ):
            pass
        case _:
            return None
    turns = (frame.get("turn") for frame in stack if frame.get("self") == Fields("Board", board))
    turn = next((number for number in turns if isinstance(number, int)), len(turn_at))

    def number_of(row: int, column: int) -> int:
        number: int = turn_at[row * (columns + 1) + column - 1]
        return number

    def piece(row: int, column: int) -> Piece:
        number = number_of(row, column)
        if number > turn or number < 0:
            return NOTHING
        if number >= len(colour):
            return _OCCUPIED
        kind = PieceKind.WHITE if colour[number] else PieceKind.BLACK
        return Piece(f"{kind[0].upper()}{level[number]}", kind)

    cells = [(row, column) for row in range(1, rows + 1) for column in range(1, columns + 1)]
    focus = next((cell for cell in cells if number_of(*cell) == turn), None)
    drawn = take_scene(Ground.CROSSINGS, rows, columns, piece, _region(regions, columns, cells, focus), focus)
    east = [roads + b"0" for roads in across]
    south = [*down, b"0" * columns]
    return drawn._replace(roads=Roads(_types(east, drawn), _types(south, drawn)))


def _region(regions: Variables, columns: int, cells: Sequence[Cell], focus: Cell | None) -> tuple[Mark, ...]:
    parent = regions.get("parent")
    if focus is None or not isinstance(parent, list):
        return ()

    def root(cell: Cell) -> int:
        crossing: int = cell[0] * (columns + 1) + cell[1] - 1
        while parent[crossing] != crossing:
            crossing = parent[crossing]
        return crossing

    return (Mark("the region of its crossing", tuple([cell for cell in cells if root(cell) == root(focus)])),)


def _types(roads: Sequence[bytes], drawn: Scene) -> tuple[tuple[RoadType, ...], ...]:
    shown = slice(drawn.left - 1, drawn.left - 1 + len(drawn.pieces[0]))
    return tuple([tuple([_ROADS[road] for road in roads[row - 1][shown]]) for row in drawn.shown_rows])
