"""The layers of an SVG picture: the board with its regions, lines or roads, what lies in line, pieces, the focus.

Each layer is O(cells in the window), or, of lines, O(cells in line), and yields the elements of which it consists.
Lengths are in units of the picture, across from its left and down from its top.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Final
from xml.sax.saxutils import escape

from refsol.pictures.palette import COLOURS
from refsol.scene import Ground, Kind, Piece, Road, Scene

MARGIN: Final = 12
"""What is left free at the edges of a picture, and above the legend."""

_CELL: Final = 48
_CROSSING: Final = 40
_ROADS: Final = 60  # between two crossings
_FONT: Final = 15
_DIGIT: Final = 8  # the width of a row number's digit
_TOP: Final = 28
_WAVE: Final = 15  # the length of half a wave
_NOUGHT: Final = 11
_HATCH: Final = 12  # between two lines, from one to the next along an edge; divides the size of a cell
_CROSS: Final = "m-10-10l20 20m0-20l-20 20"


class Plan:
    """Where everything of a ``scene`` is: cell (x, y) is a square of ``unit``.

    The window is from ``left`` to ``right`` and from ``top`` to ``bottom``, behind the numbers of rows and below
    those of columns. All single places are O(1).
    """

    def __init__(self, scene: Scene) -> None:
        self.scene: Final = scene
        self.unit: Final = _CELL if scene.ground != Ground.CROSSINGS else _CROSSING if scene.roads is None else _ROADS
        self.left: Final = MARGIN + _DIGIT * len(str(scene.shown_rows[-1])) + 8
        self.top: Final = _TOP
        self.right: Final = self.left + self.unit * len(scene.shown_columns)
        self.bottom: Final = self.top + self.unit * len(scene.shown_rows)

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Return where the upper left corner of cell (x, y) is, across and down."""
        return self.left + (y - self.scene.left) * self.unit, self.top + (x - self.scene.top) * self.unit

    def centre(self, x: int, y: int) -> tuple[int, int]:
        """Return where the middle of cell (x, y) is, across and down."""
        across, down = self.corner(x, y)
        return across + self.unit // 2, down + self.unit // 2

    def cells(self) -> Iterator[tuple[int, int, Piece]]:
        """Yield row and column of each cell of the window, and what is there, row by row."""
        for x, row in zip(self.scene.shown_rows, self.scene.pieces, strict=True):
            for y, piece in zip(self.scene.shown_columns, row, strict=True):
                yield x, y, piece


def board_of(plan: Plan) -> Iterator[str]:
    """Yield what is under the pieces."""
    scene = plan.scene
    ground = "wood" if scene.ground == Ground.CROSSINGS and scene.roads is None else "board"
    size = f'width="{plan.right - plan.left}" height="{plan.bottom - plan.top}"'
    yield f'<rect class="{ground}" x="{plan.left}" y="{plan.top}" {size}/>'
    if scene.roads is not None:
        yield from _roads(plan)
    elif scene.ground == Ground.CROSSINGS:
        yield f'<path class="grid" d="{_lines_through_crossings(plan)}"/>'
    else:
        yield from _regions(plan)
        yield from _hatches(plan)
        yield f'<path class="grid" d="{_lines_between_cells(plan, 1)}"/>'
        yield f'<path class="edge" d="{_outlines(plan)}"/>'


def _regions(plan: Plan) -> Iterator[str]:
    """Yield the cells of each colour as one shape: those that belong to players, and those that are allowed."""
    shapes: dict[str, str] = {}
    unit = plan.unit
    for x, row in zip(plan.scene.shown_rows, plan.scene.pieces, strict=True):
        y = plan.scene.left
        for piece, same in groupby(row):
            length = len(list(same))
            if plan.scene.ground == Ground.REGIONS or piece.kind == Kind.ALLOWED:
                across, down = plan.corner(x, y)
                shape = f"M{across} {down}h{unit * length}v{unit}h-{unit * length}z"
                shapes[_colour(piece)] = shapes.get(_colour(piece), "") + shape
            y += length
    for name, shape in shapes.items():
        yield f'<path class="{name}" d="{shape}"/>'


def _hatches(plan: Plan) -> Iterator[str]:
    """Yield lines over the marked cells of players, whose colours say nothing of marks; those of two marks cross."""
    scene = plan.scene
    for k, mark in enumerate(scene.marks if scene.ground == Ground.REGIONS else ()):
        shape = ""
        for x, y in mark.cells:
            if x in scene.shown_rows and y in scene.shown_columns:
                across, down = plan.corner(x, y)
                shape += _rising(across, down, plan.unit) if k % 2 == 0 else _falling(across, down, plan.unit)
        if shape:
            yield f'<path class="hatch" d="{shape}"/>'


def _rising(x: int, y: int, unit: int) -> str:
    """Return lines through a cell, from lower left to upper right; those of neighbours go on in one another."""
    steps = range(_HATCH, unit, _HATCH)
    upper = "".join(f"M{x} {y + k}l{k}-{k}" for k in (*steps, unit))
    return upper + "".join(f"M{x + k} {y + unit}l{unit - k}-{unit - k}" for k in steps)


def _falling(x: int, y: int, unit: int) -> str:
    """Return such lines from upper left to lower right."""
    steps = range(_HATCH, unit, _HATCH)
    upper = "".join(f"M{x + k} {y}l{unit - k} {unit - k}" for k in (0, *steps))
    return upper + "".join(f"M{x} {y + k}l{unit - k} {unit - k}" for k in steps)


def _outlines(plan: Plan) -> str:
    """Return the edges of the window, and those between cells of two players or of two fields."""
    scene, unit = plan.scene, plan.unit
    edges = f"M{plan.left} {plan.top}H{plan.right}V{plan.bottom}H{plan.left}z"
    if scene.field:
        edges += _lines_between_cells(plan, scene.field)
    if scene.ground == Ground.REGIONS:
        for x, y, piece in plan.cells():
            across, down = plan.corner(x, y)
            if y > scene.left and scene.piece(x, y - 1) != piece:
                edges += f"M{across} {down}v{unit}"
            if x > scene.top and scene.piece(x - 1, y) != piece:
                edges += f"M{across} {down}h{unit}"
    return edges


def _lines_between_cells(plan: Plan, every: int) -> str:
    scene = plan.scene
    across = [plan.corner(x, 1)[1] for x in scene.shown_rows[1:] if (x - 1) % every == 0]
    down = [plan.corner(1, y)[0] for y in scene.shown_columns[1:] if (y - 1) % every == 0]
    return _lines(plan, across, down, (plan.left, plan.right), (plan.top, plan.bottom))


def _lines_through_crossings(plan: Plan) -> str:
    """Return the lines of the board; where the window cuts it off they go on to the edge of the window."""
    scene, half = plan.scene, plan.unit // 2
    rows, columns = scene.shown_rows, scene.shown_columns
    ends = (
        plan.left + half * (columns[0] == 1),
        plan.right - half * (columns[-1] == scene.columns),
    )
    heights = (plan.top + half * (rows[0] == 1), plan.bottom - half * (rows[-1] == scene.rows))
    return _lines(plan, [plan.centre(x, 1)[1] for x in rows], [plan.centre(1, y)[0] for y in columns], ends, heights)


def _lines(plan: Plan, across: list[int], down: list[int], ends: tuple[int, int], heights: tuple[int, int]) -> str:
    return "".join([f"M{ends[0]} {y}H{ends[1]}" for y in across] + [f"M{x} {heights[0]}V{heights[1]}" for x in down])


def _roads(plan: Plan) -> Iterator[str]:
    """Yield the roads of each type as one shape; those that lead out of the window end at its edge."""
    roads = plan.scene.roads
    if roads is None:
        return
    shapes = {Road.ORDINARY: "", Road.STRAIGHT: "", Road.OPEN: ""}
    for x, y, _piece in plan.cells():
        row, column = x - plan.scene.top, y - plan.scene.left
        across, down = plan.centre(x, y)
        for types, is_down in ((roads.east, False), (roads.south, True)):
            kind = types[row][column]
            if kind in shapes:
                shapes[kind] += road(kind, across, down, _reach(plan, x, y, is_down), is_down)
    for kind, shape in shapes.items():
        if shape:
            yield f'<path class="road {kind}" d="{shape}"/>'
    middles = [plan.centre(x, y) for x, y, _piece in plan.cells()]
    yield f'<path class="dot" d="{"".join(f"M{across} {down}h0" for across, down in middles)}"/>'


def _reach(plan: Plan, x: int, y: int, is_down: bool) -> int:
    last = plan.scene.shown_rows[-1] == x if is_down else plan.scene.shown_columns[-1] == y
    return plan.unit // 2 if last else plan.unit


def road(kind: str, x: int, y: int, length: int, is_down: bool) -> str:
    """Return the path of a road from (x, y), across and down, to the right or, if ``is_down``, down. O(length).

    Its ``kind`` shows: it is a line if ordinary, two if straight, a wave if open.
    """
    if kind == Road.ORDINARY:
        return f"M{x} {y}{'v' if is_down else 'h'}{length}"
    if kind == Road.STRAIGHT:
        if is_down:
            return f"M{x - 3} {y}v{length}M{x + 3} {y}v{length}"
        return f"M{x} {y - 3}h{length}M{x} {y + 3}h{length}"
    if is_down:
        return f"M{x} {y}q8 8 0 {_WAVE}" + f"t0 {_WAVE}" * (length // _WAVE - 1)
    return f"M{x} {y}q8-8 {_WAVE} 0" + f"t{_WAVE} 0" * (length // _WAVE - 1)


def strokes_of(plan: Plan) -> Iterator[str]:
    """Yield lines of stones; a step over the glue leaves the board at one edge and comes back at the other."""
    if not plan.scene.strokes:
        return
    path = ""
    for stroke in plan.scene.strokes:
        down, right = stroke.step
        for (x, y), there in zip(stroke.cells, stroke.cells[1:], strict=False):
            path += _segment(plan, x, y, x + down, y + right)
            if there != (x + down, y + right):
                path += _segment(plan, there[0] - down, there[1] - right, *there)
    width, height = plan.right - plan.left, plan.bottom - plan.top
    box = f"{plan.left} {plan.top} {width} {height}"
    # A picture of its own, since what leaves that is not drawn.
    yield f'<svg x="{plan.left}" y="{plan.top}" width="{width}" height="{height}" viewBox="{box}">'
    yield f'<path class="stroke" d="{path}"/></svg>'


def _segment(plan: Plan, x: int, y: int, to_x: int, to_y: int) -> str:
    (across, down), (to_across, to_down) = plan.centre(x, y), plan.centre(to_x, to_y)
    return f"M{across} {down}L{to_across} {to_down}"


def pieces_of(plan: Plan) -> Iterator[str]:
    """Yield stones and chips, all shapes of a colour at once, then what is written on them or on the cells."""
    shapes: dict[str, str] = {}
    texts: dict[tuple[str, int], str] = {}
    for x, y, piece in plan.cells():
        if piece.kind in (Kind.EMPTY, Kind.ALLOWED):
            continue
        name = _colour(piece)
        across, down = plan.centre(x, y)
        if plan.scene.ground != Ground.REGIONS:
            shapes[name] = shapes.get(name, "") + _shape(piece, across, down, plan.unit * 2 // 5)
        if piece.kind == Kind.PLAYER or plan.scene.roads is not None:
            style = name, min(_FONT, 2 * plan.unit // len(piece.text))
            text = f'<text x="{across}" y="{down + 5}">{escape(piece.text)}</text>'
            texts[style] = texts.get(style, "") + text
    for name, shape in shapes.items():
        yield f'<path class="{"" if name == Kind.CHIP else "stone "}{name}" d="{shape}"/>'
    for (name, size), text in texts.items():
        yield f'<g class="on-{name}" font-size="{size}">{text}</g>'


def _colour(piece: Piece) -> str:
    """Return the name of a piece's colour in the style sheet."""
    return f"p{(piece.number - 1) % len(COLOURS)}" if piece.kind == Kind.PLAYER else piece.kind


def _shape(piece: Piece, across: int, down: int, radius: int) -> str:
    if piece.kind == Kind.CHIP and piece.text == "x":
        return f"M{across} {down}{_CROSS}"
    return _circle(across, down, _NOUGHT if piece.kind == Kind.CHIP else radius)


def _circle(across: int, down: int, radius: int) -> str:
    half = f"a{radius} {radius} 0 1 0"
    return f"M{across - radius} {down}{half} {2 * radius} 0{half}-{2 * radius} 0"


def focus_of(plan: Plan) -> Iterator[str]:
    """Yield a frame around the cell that is asked about."""
    if plan.scene.focus is None:
        return
    across, down = plan.corner(*plan.scene.focus)
    place = f'x="{across + 1}" y="{down + 1}" width="{plan.unit - 2}" height="{plan.unit - 2}" rx="4"'
    yield f'<rect class="halo" {place}/><rect class="focus" {place}/>'
