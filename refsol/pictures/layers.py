"""The layers of an SVG picture: the board with its regions, lines or roads, the strokes, the pieces and the focus.

Each layer yields its SVG elements and is O(cells in the window); the strokes are O(cells that they pass through). What
all cells of one kind make up, a path or texts, is one element with a line for each row, since most rows of a board stay
as they are from one step to the next; hatching has a line for each cell.
Lengths are in SVG user units, across from the left edge of the picture and down from its top.
"""

from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby
from typing import Final, TypeVar
from xml.sax.saxutils import escape

from refsol.pictures.style import COLOURS
from refsol.problem.scene import Ground, Piece, PieceKind, Roads, RoadType, Scene

MARGIN: Final = 12
"""The blank margin at the edges of a picture, and above the legend."""

_HALF_WAVE: Final = 15
_HATCH_STEP: Final = 12  # between hatching lines, along the edge of a cell; divides the side of a cell
_CROSS: Final = "m-10-10l20 20m0-20l-20 20"
_CHIP: Final = "chip"  # the CSS class of crosses and noughts

_Kind = TypeVar("_Kind", bound=Hashable)


class Grid:
    """Where the window of a ``scene`` is in a picture: each cell (x, y) is a square of side ``unit``.

    The window extends from ``left`` to ``right`` and from ``top`` to ``bottom``, to the right of the row numbers and
    below the column numbers.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene: Final = scene
        crossing = 40 if scene.roads is None else 60  # from one crossing to the next
        self.unit: Final = crossing if scene.ground is Ground.CROSSINGS else 48  # the side of a cell
        self.left: Final = MARGIN + 8 * len(str(scene.shown_rows[-1])) + 8
        self.top: Final = 28  # the height of the column numbers
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


def _by_kind(texts: Iterable[tuple[_Kind, int, str]]) -> Iterator[tuple[_Kind, str]]:
    """Yield each kind and its texts, with a line for each row of the board, given kinds, rows and texts."""
    lines: dict[_Kind, dict[int, str]] = {}
    for kind, row, text in texts:
        rows = lines.setdefault(kind, {})
        rows[row] = rows.get(row, "") + text
    for kind, rows in lines.items():
        yield kind, "\n".join(rows.values())


def _paths(texts: Iterable[tuple[str, int, str]]) -> Iterator[str]:
    for css_class, path in _by_kind(texts):
        yield f'<path class="{css_class}" d="{path}"/>'


def board_of(grid: Grid) -> Iterator[str]:
    """Yield the board, which lies under the pieces."""
    scene = grid.scene
    css_class = "wood" if scene.ground is Ground.CROSSINGS and scene.roads is None else "board"
    size = f'width="{grid.right - grid.left}" height="{grid.bottom - grid.top}"'
    yield f'<rect class="{css_class}" x="{grid.left}" y="{grid.top}" {size}/>'
    if scene.roads is not None:
        yield from _roads(grid, scene.roads)
    elif scene.ground is Ground.CROSSINGS:
        yield f'<path class="grid" d="{_lines_through_crossings(grid)}"/>'
    else:
        yield from _paths(_regions(grid))
        yield from _hatches(grid)
        yield f'<path class="grid" d="{_lines_between_cells(grid, 1)}"/>'
        yield f'<path class="edge" d="{_outlines(grid)}"/>'
    yield from _paths(_walls(grid))


def _regions(grid: Grid) -> Iterator[tuple[str, int, str]]:
    unit = grid.unit
    for x, row in zip(grid.scene.shown_rows, grid.scene.pieces, strict=True):
        y = grid.scene.left
        for piece, same in groupby(row):
            length = len(list(same))
            if grid.scene.ground is Ground.REGIONS or piece.kind is PieceKind.ALLOWED:
                across, down = grid.corner(x, y)
                yield _css_class(piece), x, f"M{across} {down}h{unit * length}v{unit}h-{unit * length}z"
            y += length


def _hatches(grid: Grid) -> Iterator[str]:
    scene = grid.scene
    for k, mark in enumerate(scene.marks if scene.ground is Ground.REGIONS else ()):
        lines = _rising if k % 2 == 0 else _falling
        cells = [lines(*grid.corner(*cell), grid.unit) for cell in mark.cells if scene.shows(cell)]
        if cells:
            path = "\n".join(cells)
            yield f'<path class="hatch" d="{path}"/>'


def _rising(x: int, y: int, unit: int) -> str:
    """Return hatching lines from lower left to upper right; those of neighbouring cells meet at the edge."""
    steps = range(_HATCH_STEP, unit, _HATCH_STEP)
    upper = "".join(f"M{x} {y + k}l{k}-{k}" for k in (*steps, unit))
    return upper + "".join(f"M{x + k} {y + unit}l{unit - k}-{unit - k}" for k in steps)


def _falling(x: int, y: int, unit: int) -> str:
    steps = range(_HATCH_STEP, unit, _HATCH_STEP)
    upper = "".join(f"M{x + k} {y}l{unit - k} {unit - k}" for k in (0, *steps))
    return upper + "".join(f"M{x} {y + k}l{unit - k} {unit - k}" for k in steps)


def _outlines(grid: Grid) -> str:
    scene, unit = grid.scene, grid.unit
    edges = f"M{grid.left} {grid.top}H{grid.right}V{grid.bottom}H{grid.left}z"
    if scene.block_size:
        edges += _lines_between_cells(grid, scene.block_size)
    if scene.ground is Ground.REGIONS:
        for x, y, piece in grid.cells():
            across, down = grid.corner(x, y)
            edges += "\n" * (y == scene.left)
            if y > scene.left and scene.piece(x, y - 1) != piece:
                edges += f"M{across} {down}v{unit}"
            if x > scene.top and scene.piece(x - 1, y) != piece:
                edges += f"M{across} {down}h{unit}"
    return edges


def _walls(grid: Grid) -> Iterator[tuple[str, int, str]]:
    for x, y, piece in grid.cells():
        if piece.kind is PieceKind.WALL:
            across, down = grid.corner(x, y)
            yield piece.kind, x, f"M{across} {down}h{grid.unit}v{grid.unit}h-{grid.unit}z"


def _lines_between_cells(grid: Grid, every: int) -> str:
    scene = grid.scene
    across = [grid.corner(x, 1)[1] for x in scene.shown_rows[1:] if (x - 1) % every == 0]
    down = [grid.corner(1, y)[0] for y in scene.shown_columns[1:] if (y - 1) % every == 0]
    return _lines(across, down, (grid.left, grid.right), (grid.top, grid.bottom))


def _lines_through_crossings(grid: Grid) -> str:
    """Return the lines of the board; where the window crops the board, they run to the edge of the window."""
    scene, half = grid.scene, grid.unit // 2
    rows, columns = scene.shown_rows, scene.shown_columns
    ends = (grid.left + half * (columns[0] == 1), grid.right - half * (columns[-1] == scene.columns))
    heights = (grid.top + half * (rows[0] == 1), grid.bottom - half * (rows[-1] == scene.rows))
    return _lines([grid.centre(x, 1)[1] for x in rows], [grid.centre(1, y)[0] for y in columns], ends, heights)


def _lines(across: list[int], down: list[int], ends: tuple[int, int], heights: tuple[int, int]) -> str:
    return "".join([f"M{ends[0]} {y}H{ends[1]}" for y in across] + [f"M{x} {heights[0]}V{heights[1]}" for x in down])


def _roads(grid: Grid, roads: Roads) -> Iterator[str]:
    scene = grid.scene
    paths = dict.fromkeys(RoadType, "")
    for x, y, _piece in grid.cells():
        row, column = x - scene.top, y - scene.left
        for types, is_down, is_last in (
            (roads.east, False, y == scene.shown_columns[-1]),
            (roads.south, True, x == scene.shown_rows[-1]),
        ):
            road_type = types[row][column]
            length = grid.unit // 2 if is_last else grid.unit
            paths[road_type] += road_path(road_type, *grid.centre(x, y), length, is_down)
    for road_type, path in paths.items():
        if path:
            yield f'<path class="road {road_type}" d="{path}"/>'
    centres = [grid.centre(x, y) for x, y, _piece in grid.cells()]
    yield f'<path class="dot" d="{"".join(f"M{across} {down}h0" for across, down in centres)}"/>'


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


def strokes_of(grid: Grid) -> Iterator[str]:
    """Yield the strokes; a step across a wrap-around edge leaves the board there and returns at the opposite edge."""
    if not grid.scene.strokes:
        return
    path = ""
    for stroke in grid.scene.strokes:
        down, right = stroke.step
        for (x, y), there in zip(stroke.cells, stroke.cells[1:], strict=False):
            path += _segment(grid, x, y, x + down, y + right)
            if there != (x + down, y + right):
                path += _segment(grid, there[0] - down, there[1] - right, *there)
    width, height = grid.right - grid.left, grid.bottom - grid.top
    box = f"{grid.left} {grid.top} {width} {height}"
    # A nested picture clips what leaves the board.
    yield f'<svg x="{grid.left}" y="{grid.top}" width="{width}" height="{height}" viewBox="{box}">'
    yield f'<path class="stroke" d="{path}"/></svg>'


def _segment(grid: Grid, x: int, y: int, to_x: int, to_y: int) -> str:
    (across, down), (to_across, to_down) = grid.centre(x, y), grid.centre(to_x, to_y)
    return f"M{across} {down}L{to_across} {to_down}"


def pieces_of(grid: Grid) -> Iterator[str]:
    """Yield stones and chips, all of one colour as one path, then the text on them or on the cells."""
    shapes: list[tuple[str, int, str]] = []  # with CSS classes
    texts: list[tuple[tuple[str, int], int, str]] = []  # with CSS classes and font sizes
    for x, y, piece in grid.cells():
        if piece.kind in (PieceKind.EMPTY, PieceKind.ALLOWED, PieceKind.WALL):
            continue
        css_class = _css_class(piece)
        across, down = grid.centre(x, y)
        if grid.scene.ground is not Ground.REGIONS:
            stone = css_class if css_class == _CHIP else f"stone {css_class}"
            shapes.append((stone, x, _shape(piece, across, down, grid.unit * 2 // 5)))
        if piece.kind is PieceKind.PLAYER or grid.scene.roads is not None:
            style = css_class, min(15, 2 * grid.unit // len(piece.text))
            texts.append((style, x, f'<text x="{across}" y="{down + 5}">{escape(piece.text)}</text>'))
    yield from _paths(shapes)
    for (css_class, size), text in _by_kind(texts):
        yield f'<g class="on-{css_class}" font-size="{size}">{text}</g>'


def _css_class(piece: Piece) -> str:
    if piece.kind is PieceKind.PLAYER:
        return f"p{(piece.number - 1) % len(COLOURS)}"
    return _CHIP if piece.kind in (PieceKind.CROSS, PieceKind.NOUGHT) else piece.kind


def _shape(piece: Piece, across: int, down: int, radius: int) -> str:
    if piece.kind is PieceKind.CROSS:
        return f"M{across} {down}{_CROSS}"
    if piece.kind is PieceKind.NOUGHT:
        radius = 11
    half = f"a{radius} {radius} 0 1 0"
    return f"M{across - radius} {down}{half} {2 * radius} 0{half}-{2 * radius} 0"


def focus_of(grid: Grid) -> Iterator[str]:
    """Yield a frame around the cell in question."""
    if grid.scene.focus is None:
        return
    across, down = grid.corner(*grid.scene.focus)
    frame = f'x="{across + 1}" y="{down + 1}" width="{grid.unit - 2}" height="{grid.unit - 2}" rx="4"'
    yield f'<rect class="halo" {frame}/><rect class="focus" {frame}/>'
