"""Scenes as SVG: one small file that scales, refers to no other file, and is readable on light and dark backgrounds.

Nothing is shown by colour alone: regions have outlines and numbers, stones differ in lightness, roads in shape, and
marks have lettered badges, explained in a legend, and, over regions, hatching. The title and the description are the
alternative text. Everything is O(cells drawn + cells marked).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias
from xml.sax.saxutils import escape
from zlib import crc32

from refsol.pictures.layers import MARGIN, Grid, board_of, focus_of, pieces_of, road_path, strokes_of
from refsol.pictures.style import COLOURS, style_sheet
from refsol.problem.scene import Cell, Ground, PieceKind, RoadType, Scene, letter_of

HEIGHT: Final = 16
"""The height of a badge, and of every symbol in the legend."""

_LETTER_WIDTH: Final = 8
_LINE_HEIGHT: Final = 24  # in the legend
_GAP: Final = 9  # between a symbol and its meaning
_ROAD_LENGTH: Final = 45  # in the legend
_MAX_DESCRIPTION: Final = 2000  # characters


def draw_svg(scene: Scene, *, style: bool = True) -> str:
    """Return a picture with a legend: an SVG file or, without its ``style`` sheet, an element of fixed size."""
    grid = Grid(scene)
    legend, legend_right, legend_height = legend_of(scene, MARGIN, grid.bottom + MARGIN)
    size = max(grid.right, legend_right) + MARGIN, grid.bottom + legend_height + MARGIN
    elements = _lines(grid, size, style, legend)
    return "".join(f"{element}\n" for element in elements)


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
    yield from board_of(grid)
    yield from _numbers(grid)
    yield from strokes_of(grid)
    yield from pieces_of(grid)
    yield from focus_of(grid)
    yield from badges_of(grid)
    yield from labels_of(grid)


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


def badges_of(grid: Grid) -> Iterator[str]:
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
        badges.setdefault(_css_class(scene, numbers[-1]), []).append((across, down, letters))
    for css_class, group in badges.items():
        yield _drawn(css_class if scale == 1 else f"{css_class} large", group, scale)


def labels_of(grid: Grid) -> Iterator[str]:
    """Yield the labels in the corners of the window's cells, if there are any."""
    scene = grid.scene
    offset = grid.unit // 2 - HEIGHT // 2 - 1
    badges: list[_Badge] = []
    for text, cell, down, right in scene.labels:
        if scene.shows(cell):
            x, y = grid.centre(*cell)
            badges.append((x + right * (offset - _LETTER_WIDTH * (len(text) - 1) // 2), y + down * offset, text))
    if badges:
        yield _drawn("plain", badges)


def legend_of(scene: Scene, left: int, top: int) -> tuple[list[str], int, int]:
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
        right = max(right, left + entry.width + _GAP + _text_width(entry.meaning))
        down += _LINE_HEIGHT
    for note in scene.crop_notes():
        elements.append(_text(left, down + 13, note))
        right = max(right, left + _text_width(note))
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
            badge = _drawn(_css_class(scene, k), [(HEIGHT // 2, HEIGHT // 2, letter_of(k))])
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
    corner = grid.unit // 2 - round(scale * HEIGHT) // 2
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


def _css_class(scene: Scene, mark: int) -> str:
    """Return the CSS class of a mark's badges, which have no colour where colours stand for players."""
    return f"m{mark % len(COLOURS)}" if scene.ground is Ground.CROSSINGS or scene.block_size else "plain"


def _text(across: int, down: int, text: str) -> str:
    return f'<text x="{across}" y="{down}" class="words">{escape(text)}</text>'


def _text_width(text: str) -> int:
    return 8 * len(text)
