"""The layers of an SVG picture: the board with its regions, lines or roads, the strokes, the pieces and the focus.

Each layer yields its SVG elements and is O(cells in the window); the strokes are O(cells that they pass through). What
all cells of one kind make up, a path or texts, is one element with a line for each row, since most rows of a board stay
as they are from one step to the next; hatching has a line for each cell.
Lengths are in SVG user units, across from the left edge of the picture and down from its top.
"""

from collections.abc import Hashable, Iterator
from itertools import groupby
from typing import Final, Generic, TypeVar
from xml.sax.saxutils import escape

from refsol.pictures.palette import COLOURS
from refsol.problem.scene import Ground, Piece, PieceKind, RoadType, Scene

MARGIN: Final = 12
"""The blank margin at the edges of a picture, and above the legend."""

_CELL: Final = 48  # the side of a cell
_CROSSING: Final = 40  # from one crossing to the next
_CROSSING_WITH_ROADS: Final = 60
_FONT_SIZE: Final = 15
_DIGIT_WIDTH: Final = 8  # of a row number
_HEADER: Final = 28  # the height of the column numbers
_HALF_WAVE: Final = 15
_NOUGHT_RADIUS: Final = 11
_HATCH_STEP: Final = 12  # between hatching lines, along the edge of a cell; divides the side of a cell
_CROSS: Final = "m-10-10l20 20m0-20l-20 20"
_CHIP: Final = "chip"  # the CSS class of crosses and noughts

_Kind = TypeVar("_Kind", bound=Hashable)


class Plan:
    """The layout of a ``scene``: each cell (x, y) of the window is a square of side ``unit``.

    The window extends from ``left`` to ``right`` and from ``top`` to ``bottom``, to the right of the row numbers and
    below the column numbers. A single position is O(1).
    """

    def __init__(self, scene: Scene) -> None:
        self.scene: Final = scene
        self.unit: Final = _unit_of(scene)
        self.left: Final = MARGIN + _DIGIT_WIDTH * len(str(scene.shown_rows[-1])) + 8
        self.top: Final = _HEADER
        self.right: Final = self.left + self.unit * len(scene.shown_columns)
        self.bottom: Final = self.top + self.unit * len(scene.shown_rows)

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Return the position of the upper left corner of cell (``x``, ``y``), across and down."""
        return self.left + (y - self.scene.left) * self.unit, self.top + (x - self.scene.top) * self.unit

    def centre(self, x: int, y: int) -> tuple[int, int]:
        """Return the position of the centre of cell (``x``, ``y``), across and down."""
        across, down = self.corner(x, y)
        return across + self.unit // 2, down + self.unit // 2

    def cells(self) -> Iterator[tuple[int, int, Piece]]:
        """Yield the row, the column and the piece of each cell of the window, row by row."""
        for x, row in zip(self.scene.shown_rows, self.scene.pieces, strict=True):
            for y, piece in zip(self.scene.shown_columns, row, strict=True):
                yield x, y, piece


class _Rows(Generic[_Kind]):
    """The texts of each kind of cell, with a line for each row of the board."""

    def __init__(self) -> None:
        self._lines: Final[dict[_Kind, dict[int, str]]] = {}

    def add(self, kind: _Kind, row: int, text: str) -> None:
        lines = self._lines.setdefault(kind, {})
        lines[row] = lines.get(row, "") + text

    def items(self) -> Iterator[tuple[_Kind, str]]:
        for kind, lines in self._lines.items():
            yield kind, "\n".join(lines.values())


def _unit_of(scene: Scene) -> int:
    if scene.ground is not Ground.CROSSINGS:
        return _CELL
    return _CROSSING if scene.roads is None else _CROSSING_WITH_ROADS


def board_of(plan: Plan) -> Iterator[str]:
    """Yield the board, which lies under the pieces."""
    scene = plan.scene
    css_class = "wood" if scene.ground is Ground.CROSSINGS and scene.roads is None else "board"
    size = f'width="{plan.right - plan.left}" height="{plan.bottom - plan.top}"'
    yield f'<rect class="{css_class}" x="{plan.left}" y="{plan.top}" {size}/>'
    if scene.roads is not None:
        yield from _roads(plan)
    elif scene.ground is Ground.CROSSINGS:
        yield f'<path class="grid" d="{_lines_through_crossings(plan)}"/>'
    else:
        yield from _regions(plan)
        yield from _hatches(plan)
        yield f'<path class="grid" d="{_lines_between_cells(plan, 1)}"/>'
        yield f'<path class="edge" d="{_outlines(plan)}"/>'
    yield from _walls(plan)


def _regions(plan: Plan) -> Iterator[str]:
    """Yield the cells of each colour as one path: those of the players, and those where the next chip may go."""
    paths = _Rows[str]()  # by CSS class
    unit = plan.unit
    for x, row in zip(plan.scene.shown_rows, plan.scene.pieces, strict=True):
        y = plan.scene.left
        for piece, same in groupby(row):
            length = len(list(same))
            if plan.scene.ground is Ground.REGIONS or piece.kind is PieceKind.ALLOWED:
                across, down = plan.corner(x, y)
                rectangle = f"M{across} {down}h{unit * length}v{unit}h-{unit * length}z"
                paths.add(_css_class(piece), x, rectangle)
            y += length
    for css_class, path in paths.items():
        yield f'<path class="{css_class}" d="{path}"/>'


def _hatches(plan: Plan) -> Iterator[str]:
    """Yield hatching, alternately rising and falling, over marked cells of regions, whose colours stand for players."""
    scene = plan.scene
    for k, mark in enumerate(scene.marks if scene.ground is Ground.REGIONS else ()):
        path = ""
        for x, y in mark.cells:
            if x in scene.shown_rows and y in scene.shown_columns:
                across, down = plan.corner(x, y)
                path += "\n" * bool(path)
                path += _rising(across, down, plan.unit) if k % 2 == 0 else _falling(across, down, plan.unit)
        if path:
            yield f'<path class="hatch" d="{path}"/>'


def _rising(x: int, y: int, unit: int) -> str:
    """Return hatching lines from lower left to upper right; those of neighbouring cells meet at the edge."""
    steps = range(_HATCH_STEP, unit, _HATCH_STEP)
    upper = "".join(f"M{x} {y + k}l{k}-{k}" for k in (*steps, unit))
    return upper + "".join(f"M{x + k} {y + unit}l{unit - k}-{unit - k}" for k in steps)


def _falling(x: int, y: int, unit: int) -> str:
    """Return hatching lines from upper left to lower right."""
    steps = range(_HATCH_STEP, unit, _HATCH_STEP)
    upper = "".join(f"M{x + k} {y}l{unit - k} {unit - k}" for k in (0, *steps))
    return upper + "".join(f"M{x} {y + k}l{unit - k} {unit - k}" for k in steps)


def _outlines(plan: Plan) -> str:
    """Return the edges of the window, of the blocks and of the regions."""
    scene, unit = plan.scene, plan.unit
    edges = f"M{plan.left} {plan.top}H{plan.right}V{plan.bottom}H{plan.left}z"
    if scene.block_size:
        edges += _lines_between_cells(plan, scene.block_size)
    if scene.ground is Ground.REGIONS:
        for x, y, piece in plan.cells():
            across, down = plan.corner(x, y)
            edges += "\n" * (y == scene.left)
            if y > scene.left and scene.piece(x, y - 1) != piece:
                edges += f"M{across} {down}v{unit}"
            if x > scene.top and scene.piece(x - 1, y) != piece:
                edges += f"M{across} {down}h{unit}"
    return edges


def _walls(plan: Plan) -> Iterator[str]:
    """Yield the walls as one path: squares, which hide the lines under them."""
    paths = _Rows[str]()
    for x, y, piece in plan.cells():
        if piece.kind is PieceKind.WALL:
            across, down = plan.corner(x, y)
            paths.add(piece.kind, x, f"M{across} {down}h{plan.unit}v{plan.unit}h-{plan.unit}z")
    for css_class, path in paths.items():
        yield f'<path class="{css_class}" d="{path}"/>'


def _lines_between_cells(plan: Plan, every: int) -> str:
    scene = plan.scene
    across = [plan.corner(x, 1)[1] for x in scene.shown_rows[1:] if (x - 1) % every == 0]
    down = [plan.corner(1, y)[0] for y in scene.shown_columns[1:] if (y - 1) % every == 0]
    return _lines(plan, across, down, (plan.left, plan.right), (plan.top, plan.bottom))


def _lines_through_crossings(plan: Plan) -> str:
    """Return the lines of the board; where the window crops the board, they run to the edge of the window."""
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
    """Yield the roads of each type as one path; those that lead out of the window end at its edge."""
    roads = plan.scene.roads
    if roads is None:
        return
    paths = dict.fromkeys(RoadType, "")
    for x, y, _piece in plan.cells():
        row, column = x - plan.scene.top, y - plan.scene.left
        across, down = plan.centre(x, y)
        for types, is_down in ((roads.east, False), (roads.south, True)):
            road_type = types[row][column]
            paths[road_type] += road_path(road_type, across, down, _road_length(plan, x, y, is_down), is_down)
    for road_type, path in paths.items():
        if path:
            yield f'<path class="road {road_type}" d="{path}"/>'
    centres = [plan.centre(x, y) for x, y, _piece in plan.cells()]
    yield f'<path class="dot" d="{"".join(f"M{across} {down}h0" for across, down in centres)}"/>'


def _road_length(plan: Plan, x: int, y: int, is_down: bool) -> int:
    last = plan.scene.shown_rows[-1] == x if is_down else plan.scene.shown_columns[-1] == y
    return plan.unit // 2 if last else plan.unit


def road_path(road_type: RoadType, x: int, y: int, length: int, is_down: bool) -> str:
    """Return the path of a road of ``length`` that starts at (``x``, ``y``) and leads right or, if ``is_down``, down.

    O(length). An ordinary road is a line, a straight one two lines, an open one a wave; a blocked one is not drawn.
    """
    if road_type is RoadType.BLOCKED:
        return ""
    if road_type is RoadType.ORDINARY:
        return f"M{x} {y}{'v' if is_down else 'h'}{length}"
    if road_type is RoadType.STRAIGHT:
        if is_down:
            return f"M{x - 3} {y}v{length}M{x + 3} {y}v{length}"
        return f"M{x} {y - 3}h{length}M{x} {y + 3}h{length}"
    if is_down:
        return f"M{x} {y}q8 8 0 {_HALF_WAVE}" + f"t0 {_HALF_WAVE}" * (length // _HALF_WAVE - 1)
    return f"M{x} {y}q8-8 {_HALF_WAVE} 0" + f"t{_HALF_WAVE} 0" * (length // _HALF_WAVE - 1)


def strokes_of(plan: Plan) -> Iterator[str]:
    """Yield the strokes; a step across a wrap-around edge leaves the board there and returns at the opposite edge."""
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
    # A nested picture clips what leaves the board.
    yield f'<svg x="{plan.left}" y="{plan.top}" width="{width}" height="{height}" viewBox="{box}">'
    yield f'<path class="stroke" d="{path}"/></svg>'


def _segment(plan: Plan, x: int, y: int, to_x: int, to_y: int) -> str:
    (across, down), (to_across, to_down) = plan.centre(x, y), plan.centre(to_x, to_y)
    return f"M{across} {down}L{to_across} {to_down}"


def pieces_of(plan: Plan) -> Iterator[str]:
    """Yield stones and chips, all of one colour as one path, then the text on them or on the cells."""
    paths = _Rows[str]()  # by CSS class
    texts = _Rows[tuple[str, int]]()  # by CSS class and font size
    for x, y, piece in plan.cells():
        if piece.kind in (PieceKind.EMPTY, PieceKind.ALLOWED, PieceKind.WALL):
            continue
        css_class = _css_class(piece)
        across, down = plan.centre(x, y)
        if plan.scene.ground is not Ground.REGIONS:
            paths.add(css_class, x, _shape(piece, across, down, plan.unit * 2 // 5))
        if piece.kind is PieceKind.PLAYER or plan.scene.roads is not None:
            style = css_class, min(_FONT_SIZE, 2 * plan.unit // len(piece.text))
            texts.add(style, x, f'<text x="{across}" y="{down + 5}">{escape(piece.text)}</text>')
    for css_class, path in paths.items():
        yield f'<path class="{"" if css_class == _CHIP else "stone "}{css_class}" d="{path}"/>'
    for (css_class, size), text in texts.items():
        yield f'<g class="on-{css_class}" font-size="{size}">{text}</g>'


def _css_class(piece: Piece) -> str:
    """Return the CSS class that gives a piece its colour."""
    if piece.kind is PieceKind.PLAYER:
        return f"p{(piece.number - 1) % len(COLOURS)}"
    return _CHIP if piece.kind in (PieceKind.CROSS, PieceKind.NOUGHT) else piece.kind


def _shape(piece: Piece, across: int, down: int, radius: int) -> str:
    if piece.kind is PieceKind.CROSS:
        return f"M{across} {down}{_CROSS}"
    return _circle(across, down, _NOUGHT_RADIUS if piece.kind is PieceKind.NOUGHT else radius)


def _circle(across: int, down: int, radius: int) -> str:
    half = f"a{radius} {radius} 0 1 0"
    return f"M{across - radius} {down}{half} {2 * radius} 0{half}-{2 * radius} 0"


def focus_of(plan: Plan) -> Iterator[str]:
    """Yield a frame around the cell in question."""
    if plan.scene.focus is None:
        return
    across, down = plan.corner(*plan.scene.focus)
    frame = f'x="{across + 1}" y="{down + 1}" width="{plan.unit - 2}" height="{plan.unit - 2}" rx="4"'
    yield f'<rect class="halo" {frame}/><rect class="focus" {frame}/>'
