"""Marks in an SVG picture: lettered badges on the cells, and the legend.

Everything is O(cells marked).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from refsol.pictures.layers import Plan, road_path
from refsol.pictures.palette import COLOURS
from refsol.problem.scene import Cell, Ground, Mark, PieceKind, RoadType, Scene, letter_of

HEIGHT: Final = 16
"""The height of a badge, and of every symbol in the legend."""

_LETTER_WIDTH: Final = 8
_FONT_SIZE: Final = 13
_MANY: Final = 12  # rows or columns; a larger board is usually scaled down, so it has larger badges
_ENLARGED: Final = 1.5
_LINE_HEIGHT: Final = 24  # in the legend
_GAP: Final = 9  # between a symbol and its meaning
_ROAD_LENGTH: Final = 45  # in the legend
_ROAD_ENTRY_WIDTH: Final = 160


class LegendEntry(NamedTuple):
    """A symbol, ``width`` × :data:`HEIGHT`, and its ``meaning`` in words."""

    symbol: str
    """SVG elements, with the upper left corner at (0, 0)."""
    width: int
    meaning: str


class _Badge(NamedTuple):
    """A badge with its centre at (``across``, ``down``)."""

    across: int
    down: int
    letters: str


def badges_of(plan: Plan) -> Iterator[str]:
    """Yield a badge on each marked cell, with the letters of all its marks, in the colour of the last one."""
    scene = plan.scene
    marks: dict[Cell, list[int]] = {}
    for k, mark in enumerate(scene.marks):
        for x, y in mark.cells:
            if x in scene.shown_rows and y in scene.shown_columns:
                marks.setdefault((x, y), []).append(k)
    badges: dict[str, list[_Badge]] = {}  # by CSS class
    scale = _ENLARGED if max(len(scene.shown_rows), len(scene.shown_columns)) > _MANY else 1
    for cell, numbers in marks.items():
        letters = "".join(letter_of(k) for k in numbers)
        badge = _Badge(*_position(plan, cell, len(letters), scale), letters)
        badges.setdefault(_css_class(scene, numbers[-1]), []).append(badge)
    for css_class, group in badges.items():
        yield _drawn(css_class if scale == 1 else f"{css_class} large", group, scale)


def labels_of(plan: Plan) -> Iterator[str]:
    """Yield the labels in the corners of the window's cells, if there are any."""
    scene = plan.scene
    offset = plan.unit // 2 - HEIGHT // 2 - 1
    badges = [
        _Badge(
            across + label.right * (offset - _LETTER_WIDTH * (len(label.text) - 1) // 2),
            down + label.down * offset,
            label.text,
        )
        for label in scene.labels
        if label.cell[0] in scene.shown_rows and label.cell[1] in scene.shown_columns
        for across, down in (plan.centre(*label.cell),)
    ]
    if badges:
        yield _drawn("plain", badges)


def legend_of(scene: Scene, left: int, top: int) -> tuple[list[str], int, int]:
    """Return the elements of the legend, whose upper left corner is (``left``, ``top``), its right edge and height."""
    elements: list[str] = []
    right = 0
    down = top
    across = left
    for entry in road_legend(scene):  # on one line
        elements += _entry_at(entry, across, down)
        across += _ROAD_ENTRY_WIDTH
        right = across
    down += _LINE_HEIGHT * (right > 0)
    for entry in (*wall_legend(scene), *mark_legend(scene)):
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


def wall_legend(scene: Scene) -> Iterator[LegendEntry]:
    """Yield an entry for walls if the window has some."""
    if scene.has_walls:
        yield LegendEntry(f'<path class="wall" d="M0 0h{HEIGHT}v{HEIGHT}h-{HEIGHT}z"/>', HEIGHT, "wall")


def mark_legend(scene: Scene) -> Iterator[LegendEntry]:
    """Yield an entry for each mark that has cells, its badge as the symbol."""
    for k, mark in enumerate(scene.marks):
        if mark.cells:
            badge = _drawn(_css_class(scene, k), [_Badge(HEIGHT // 2, HEIGHT // 2, letter_of(k))])
            role = f"{mark.role}{'' if _is_shown(scene, mark) else ' (outside the part shown)'}"
            yield LegendEntry(badge, HEIGHT, role)


def _entry_at(entry: LegendEntry, left: int, top: int) -> tuple[str, str]:
    symbol = f'<g transform="translate({left} {top})">{entry.symbol}</g>'
    return symbol, _text(left + entry.width + _GAP, top + 13, entry.meaning)


def _position(plan: Plan, cell: Cell, letters: int, scale: float) -> tuple[int, int]:
    """Return the centre of a badge: that of the cell if it is empty, or else a point in one of its corners."""
    piece = plan.scene.piece(*cell)
    across, down = plan.centre(*cell)
    if piece.kind in (PieceKind.EMPTY, PieceKind.ALLOWED) and cell != plan.scene.focus:
        return across, down
    corner = plan.unit // 2 - round(scale * HEIGHT) // 2
    on_crossing = plan.scene.ground is Ground.CROSSINGS
    return across + corner - round(scale * _LETTER_WIDTH) * (letters - 1) // 2, down + (
        corner if on_crossing else -corner
    )


def _drawn(css_class: str, badges: list[_Badge], scale: float = 1) -> str:
    """Return badges of one colour, from the bottom up: rims, then thick lines with round ends, then letters.

    Each badge has lines of its own, since another step may have the same.
    """
    lines: list[str] = []
    texts: list[str] = []
    for across, down, letters in badges:
        length = round(scale * _LETTER_WIDTH) * (len(letters) - 1)
        lines.append(f"M{across - length // 2} {down}h{length}")
        texts.append(f'<text x="{across}" y="{down + round(scale * 4)}">{letters}</text>')
    path, size = "\n".join(lines), round(scale * _FONT_SIZE)
    group = f'<g class="badge {css_class}" font-size="{size}">'
    return "\n".join([f'{group}<path class="rim" d="{path}"/><path d="{path}"/>', *texts, "</g>"])


def _css_class(scene: Scene, mark: int) -> str:
    """Return the CSS class of a mark's badges, which have no colour where colours stand for players."""
    return f"m{mark % len(COLOURS)}" if scene.ground is Ground.CROSSINGS or scene.block_size else "plain"


def _is_shown(scene: Scene, mark: Mark) -> bool:
    return any(x in scene.shown_rows and y in scene.shown_columns for x, y in mark.cells)


def _text(across: int, down: int, text: str) -> str:
    return f'<text x="{across}" y="{down}" class="words">{escape(text)}</text>'


def _text_width(text: str) -> int:
    """Return the approximate width of a line of the legend."""
    return 8 * len(text)
