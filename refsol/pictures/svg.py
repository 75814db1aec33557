"""Scenes as SVG: one small file that scales, refers to no other file, and is readable on light and dark backgrounds.

Nothing is shown by colour alone: regions have outlines and numbers, stones differ in lightness, roads in shape, and
marks have lettered badges, explained in a legend, and, over regions, hatching. The title and the description are the
alternative text. Everything is O(cells drawn + cells marked).

Lengths are in SVG user units, across from the left edge of the picture and down from its top. What all cells of one
kind make up, a path or texts, is one element with a line for each row, since most rows of a board stay as they are from
one step to the next; hatching has a line for each cell.
"""

from collections.abc import Hashable, Iterable, Iterator
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias, TypeVar
from xml.sax.saxutils import escape
from zlib import crc32

from refsol.pictures.style import COLOURS, style_sheet
from refsol.problem.scene import Cell, Ground, Piece, PieceKind, Roads, RoadType, Scene, letter_of

MARGIN: Final = 12
"""The blank margin at the edges of a picture, and above the legend."""
HEIGHT: Final = 16
"""The height of a badge, and of every symbol in the legend."""

_LETTER_WIDTH: Final = 8
_LINE_HEIGHT: Final = 24  # in the legend
_GAP: Final = 9  # between a symbol and its meaning
_ROAD_LENGTH: Final = 45  # in the legend
_MAX_DESCRIPTION: Final = 2000  # characters
_HALF_WAVE: Final = 15
_HATCH_STEP: Final = 12  # between hatching lines, along the edge of a cell; divides the side of a cell
_CHIP: Final = "chip"  # the CSS class of crosses and noughts

_Kind = TypeVar("_Kind", bound=Hashable)


class Grid:
    """Where the window of a ``scene`` is in a picture: each cell (x, y) is a square of side ``unit``.

    The window extends from ``left`` to ``right`` and from ``top`` to ``bottom``, to the right of the row numbers and
    below the column numbers. A stone has the ``radius``, and the frame around the focus the side ``frame``.
    """

    def __init__(self, scene: Scene) -> None:
        self.scene: Final = scene
        crossing = 40 if scene.roads is None else 60  # from one crossing to the next
        self.unit: Final = crossing if scene.ground is Ground.CROSSINGS else 48  # the side of a cell
        # With roads, half of each road between two neighbours is seen.
        self.radius: Final = self.unit * 2 // 5 if scene.roads is None else self.unit // 4  # of a stone
        self.frame: Final = self.unit - 2 if scene.roads is None else self.unit * 2 // 3  # the side of the focus
        self.left: Final = MARGIN + 8 * len(str(scene.shown_rows[-1])) + 8
        self.top: Final = 28  # the height of the column numbers
        self.right: Final = self.left + self.unit * len(scene.shown_columns)
        self.bottom: Final = self.top + self.unit * len(scene.shown_rows)

    def corner(self, x: int, y: int) -> tuple[int, int]:
        """Return the upper left corner of cell (``x``, ``y``), across and down."""
        return self.left + (y - self.scene.left) * self.unit, self.top + (x - self.scene.top) * self.unit

    def centre(self, x: int, y: int) -> tuple[int, int]:
        """Return the centre of cell (``x``, ``y``), across and down."""
        across, down = self.corner(x, y)
        return across + self.unit // 2, down + self.unit // 2

    def cells(self) -> Iterator[tuple[int, int, Piece]]:
        """Yield the row, the column and the piece of each cell of the window, row by row."""
        for x, row in zip(self.scene.shown_rows, self.scene.pieces, strict=True):
            for y, piece in zip(self.scene.shown_columns, row, strict=True):
                yield x, y, piece


def draw_svg(scene: Scene, *, style: bool = True) -> str:
    """Return a picture with a legend: an SVG file or, without its ``style`` sheet, an element of fixed size."""
    grid = Grid(scene)
    legend, legend_right, legend_height = _legend(scene, MARGIN, grid.bottom + MARGIN)
    size = max(grid.right, legend_right) + MARGIN, grid.bottom + legend_height + MARGIN
    return "".join(f"{element}\n" for element in _lines(grid, size, style, legend))


def draw_board(scene: Scene) -> list[str]:
    """Return the lines of an SVG element without a legend, so that all positions of a board have the same size."""
    grid = Grid(scene)
    elements = _lines(grid, (grid.right + MARGIN, grid.bottom + MARGIN), False, [])
    return "\n".join(elements).split("\n")


def draw_layers(scene: Scene) -> list[str]:
    """Return the lines of what :func:`draw_board` draws, without the SVG element around it."""
    return list(_layers(Grid(scene)))


def _lines(grid: Grid, size: tuple[int, int], style: bool, legend: list[str]) -> Iterator[str]:
    scene = grid.scene
    width, height = size
    fixed_size = "" if style else f' width="{width}" height="{height}"'
    suffix = f"{crc32(scene.title.encode()):08x}"
    description = " ".join([scene.description, *scene.crop_notes()])
    if len(description) > _MAX_DESCRIPTION:
        description = f"{description[:_MAX_DESCRIPTION]}…"
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="refsol" viewBox="0 0 {width} {height}"{fixed_size} role="img" '
        f'aria-labelledby="t{suffix}" aria-describedby="d{suffix}">'
    )
    yield f'<title id="t{suffix}">{escape(scene.title)}</title>'
    yield f'<desc id="d{suffix}">{escape(description)}</desc>'
    if style:
        yield f"<style>\n{style_sheet()}</style>"
    yield f'<rect class="paper" width="{width}" height="{height}"/>'
    yield from _layers(grid)
    yield from legend
    yield "</svg>"


def _layers(grid: Grid) -> Iterator[str]:
    for layer in (_board, _numbers, _strokes, _pieces, _focus, _badges, _labels):
        yield from layer(grid)


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


def _board(grid: Grid) -> Iterator[str]:
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
    return _ruled(across, down, (grid.left, grid.right), (grid.top, grid.bottom))


def _lines_through_crossings(grid: Grid) -> str:
    """Return the lines of the board; where the window crops the board, they run to the edge of the window."""
    scene, half = grid.scene, grid.unit // 2
    rows, columns = scene.shown_rows, scene.shown_columns
    ends = (grid.left + half * (columns[0] == 1), grid.right - half * (columns[-1] == scene.columns))
    heights = (grid.top + half * (rows[0] == 1), grid.bottom - half * (rows[-1] == scene.rows))
    return _ruled([grid.centre(x, 1)[1] for x in rows], [grid.centre(1, y)[0] for y in columns], ends, heights)


def _ruled(across: list[int], down: list[int], ends: tuple[int, int], heights: tuple[int, int]) -> str:
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
    """Return the path of a road of ``length`` from (``x``, ``y``) to the right or, if ``is_down``, down."""
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


def _strokes(grid: Grid) -> Iterator[str]:
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


def _pieces(grid: Grid) -> Iterator[str]:
    """Yield stones and chips, all of one colour as one path, then the text on them or on the cells."""
    shapes: list[tuple[str, int, str]] = []  # with CSS classes
    texts: list[tuple[tuple[str, int], int, str]] = []  # with CSS classes and font sizes
    room = 2 * grid.unit if grid.scene.roads is None else 48
    for x, y, piece in grid.cells():
        if piece.kind in (PieceKind.EMPTY, PieceKind.ALLOWED, PieceKind.WALL):
            continue
        css_class = _css_class(piece)
        across, down = grid.centre(x, y)
        if grid.scene.ground is not Ground.REGIONS:
            stone = css_class if css_class == _CHIP else f"stone {css_class}"
            shapes.append((stone, x, _shape(piece, across, down, grid.radius)))
        if piece.kind is PieceKind.PLAYER or grid.scene.roads is not None:
            style = css_class, min(15, room // len(piece.text))
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
        return f"M{across} {down}m-10-10l20 20m0-20l-20 20"
    if piece.kind is PieceKind.NOUGHT:
        radius = 11
    half = f"a{radius} {radius} 0 1 0"
    return f"M{across - radius} {down}{half} {2 * radius} 0{half}-{2 * radius} 0"


def _focus(grid: Grid) -> Iterator[str]:
    if grid.scene.focus is None:
        return
    across, down = grid.centre(*grid.scene.focus)
    side, half = grid.frame, grid.frame // 2
    frame = f'x="{across - half}" y="{down - half}" width="{side}" height="{side}" rx="4"'
    yield f'<rect class="halo" {frame}/><rect class="focus" {frame}/>'


def _numbers(grid: Grid) -> Iterator[str]:
    yield '<g class="number" font-size="12">'
    for y in grid.scene.shown_columns:
        yield f'<text x="{grid.centre(1, y)[0]}" y="{grid.top - 7}">{y}</text>'
    for x in grid.scene.shown_rows:
        yield f'<text x="{grid.left / 2 + 2:g}" y="{grid.centre(x, 1)[1] + 4}">{x}</text>'
    yield "</g>"


_Badge: TypeAlias = tuple[int, int, str]  # where its centre is, across and down, and its letters


class LegendEntry(NamedTuple):
    """A symbol, ``width`` × :data:`HEIGHT`, and its ``meaning`` in words."""

    symbol: str
    """SVG elements, with the upper left corner at (0, 0)."""
    width: int
    meaning: str


def _badges(grid: Grid) -> Iterator[str]:
    """Yield a badge on each marked cell, with the letters of all its marks, in the colour of the last one."""
    scene = grid.scene
    marks: dict[Cell, list[int]] = {}
    for k, mark in enumerate(scene.marks):
        for cell in filter(scene.shows, mark.cells):
            marks.setdefault(cell, []).append(k)
    badges: dict[str, list[_Badge]] = {}  # by CSS class
    # A larger board is usually scaled down.
    scale = 1.5 if max(len(scene.shown_rows), len(scene.shown_columns)) > 12 else 1
    for cell, numbers in marks.items():
        letters = "".join(letter_of(k) for k in numbers)
        across, down = _position(grid, cell, len(letters), scale)
        badges.setdefault(_badge_class(scene, numbers[-1]), []).append((across, down, letters))
    for css_class, group in badges.items():
        yield _drawn(css_class if scale == 1 else f"{css_class} large", group, scale)


def _labels(grid: Grid) -> Iterator[str]:
    scene = grid.scene
    offset = grid.unit // 2 - HEIGHT // 2 - 1
    badges: list[_Badge] = []
    for text, cell, down, right in scene.labels:
        if scene.shows(cell):
            x, y = grid.centre(*cell)
            badges.append((x + right * (offset - _LETTER_WIDTH * (len(text) - 1) // 2), y + down * offset, text))
    if badges:
        yield _drawn("plain", badges)


def _legend(scene: Scene, left: int, top: int) -> tuple[list[str], int, int]:
    """Return the elements of the legend, whose upper left corner is (``left``, ``top``), its right edge and height."""
    elements: list[str] = []
    right, down, across = 0, top, left
    for entry in road_legend(scene):  # on one line
        elements += _entry_at(entry, across, down)
        across += 160
        right = across
    down += _LINE_HEIGHT * (right > 0)
    for entry in cell_legend(scene):
        elements += _entry_at(entry, left, down)
        right = max(right, left + entry.width + _GAP + 8 * len(entry.meaning))
        down += _LINE_HEIGHT
    for note in scene.crop_notes():
        elements.append(_text(left, down + 13, note))
        right = max(right, left + 8 * len(note))
        down += _LINE_HEIGHT
    return elements, right, down - top


def road_legend(scene: Scene) -> Iterator[LegendEntry]:
    """Yield an entry for each type of road, if the board has roads."""
    for road_type in (RoadType.ORDINARY, RoadType.STRAIGHT, RoadType.OPEN) if scene.roads is not None else ():
        path = road_path(road_type, 0, HEIGHT // 2, _ROAD_LENGTH, False)
        yield LegendEntry(f'<path class="road {road_type}" d="{path}"/>', _ROAD_LENGTH, f"{road_type} road")


def cell_legend(scene: Scene) -> Iterator[LegendEntry]:
    """Yield an entry for walls if the window has some, and one for each mark that has cells, with its badge."""
    if scene.has_walls:
        yield LegendEntry(f'<path class="wall" d="M0 0h{HEIGHT}v{HEIGHT}h-{HEIGHT}z"/>', HEIGHT, "wall")
    for k, mark in enumerate(scene.marks):
        if mark.cells:
            badge = _drawn(_badge_class(scene, k), [(HEIGHT // 2, HEIGHT // 2, letter_of(k))])
            outside = "" if any(map(scene.shows, mark.cells)) else " (outside the part shown)"
            yield LegendEntry(badge, HEIGHT, f"{mark.role}{outside}")


def _entry_at(entry: LegendEntry, left: int, top: int) -> tuple[str, str]:
    symbol = f'<g transform="translate({left} {top})">{entry.symbol}</g>'
    return symbol, _text(left + entry.width + _GAP, top + 13, entry.meaning)


def _position(grid: Grid, cell: Cell, letters: int, scale: float) -> tuple[int, int]:
    """Return the centre of a badge: that of the cell if it is empty, or else a point in one of its corners."""
    piece = grid.scene.piece(*cell)
    across, down = grid.centre(*cell)
    if piece.kind in (PieceKind.EMPTY, PieceKind.ALLOWED) and cell != grid.scene.focus:
        return across, down
    corner = grid.unit // 2 - round(scale * HEIGHT) // 2 if grid.scene.roads is None else grid.radius
    up = -1 if grid.scene.ground is Ground.CROSSINGS else 1
    return across + corner - round(scale * _LETTER_WIDTH) * (letters - 1) // 2, down - up * corner


def _drawn(css_class: str, badges: list[_Badge], scale: float = 1) -> str:
    """Return badges of one colour, from the bottom up: rims, thick lines with round ends, letters; a line each."""
    lines: list[str] = []
    texts: list[str] = []
    for across, down, letters in badges:
        length = round(scale * _LETTER_WIDTH) * (len(letters) - 1)
        lines.append(f"M{across - length // 2} {down}h{length}")
        texts.append(f'<text x="{across}" y="{down + round(scale * 4)}">{letters}</text>')
    path, size = "\n".join(lines), round(scale * 13)
    group = f'<g class="badge {css_class}" font-size="{size}">'
    return "\n".join([f'{group}<path class="rim" d="{path}"/><path d="{path}"/>', *texts, "</g>"])


def _badge_class(scene: Scene, mark: int) -> str:
    """Return the CSS class of a mark's badges, which have no colour where colours stand for players."""
    return f"m{mark % len(COLOURS)}" if scene.ground is Ground.CROSSINGS or scene.block_size else "plain"


def _text(across: int, down: int, text: str) -> str:
    return f'<text x="{across}" y="{down}" class="words">{escape(text)}</text>'
