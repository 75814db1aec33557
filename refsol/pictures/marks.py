"""Marks in an SVG picture: badges with letters on the cells, and the legend that says what signs mean.

All is O(cells marked).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple
from xml.sax.saxutils import escape

from refsol.pictures.layers import Plan, road
from refsol.pictures.palette import COLOURS
from refsol.scene import Cell, Ground, Kind, Mark, Road, Scene, cut_off, letter_of

HEIGHT: Final = 16
"""How high a badge is, which has round ends, and every sign in the legend."""

_LETTER: Final = 8  # the width of a letter
_LINE: Final = 24  # the height of a line of the legend
_GAP: Final = 9  # between a sign and its meaning
_ROAD: Final = 45  # the length of a road in the legend
_ROAD_LEGEND: Final = 160  # with what it is


class Sign(NamedTuple):
    """An entry of the legend: a sign of some ``width``, and its ``meaning`` in words."""

    drawing: str
    """Shapes, as wide as said and as high as all signs are, from (0, 0) on."""
    width: int
    meaning: str


def badges_of(plan: Plan) -> Iterator[str]:
    """Yield a badge on each marked cell, with the letters of all its marks, in the colour of the last one."""
    scene = plan.scene
    marks: dict[Cell, list[int]] = {}
    for k, mark in enumerate(scene.marks):
        for x, y in mark.cells:
            if x in scene.shown_rows and y in scene.shown_columns:
                marks.setdefault((x, y), []).append(k)
    shapes: dict[str, list[tuple[int, int, str]]] = {}
    for cell, numbers in marks.items():
        text = "".join(letter_of(k) for k in numbers)
        shapes.setdefault(_colour(scene, numbers[-1]), []).append((*_place(plan, cell, len(text)), text))
    for name, badges in shapes.items():
        yield _badges(name, badges)


def legend_of(scene: Scene, left: int, top: int) -> tuple[list[str], int, int]:
    """Return what letters and roads mean, in lines from ``left`` and ``top`` on, and how wide and high that is."""
    lines: list[str] = []
    width = 0
    down = top
    across = left
    for sign in road_signs_of(scene):  # on one line
        lines += _entry(sign, across, down)
        across += _ROAD_LEGEND
        width = across
    down += _LINE * (width > 0)
    for sign in mark_signs_of(scene):
        lines += _entry(sign, left, down)
        width = max(width, left + sign.width + _GAP + _width(sign.meaning))
        down += _LINE
    for line in cut_off(scene.shown_rows, scene.shown_columns, scene):
        lines.append(_words(left, down + 13, line))
        width = max(width, left + _width(line))
        down += _LINE
    return lines, width, down - top


def road_signs_of(scene: Scene) -> Iterator[Sign]:
    """Yield what roads look like, where there are any."""
    for kind in (Road.ORDINARY, Road.STRAIGHT, Road.OPEN) if scene.roads is not None else ():
        shape = road(kind, 0, HEIGHT // 2, _ROAD, False)
        yield Sign(f'<path class="road {kind}" d="{shape}"/>', _ROAD, f"{kind} road")


def mark_signs_of(scene: Scene) -> Iterator[Sign]:
    """Yield the badge of each mark."""
    for k, mark in enumerate(scene.marks):
        if mark.cells:
            badge = _badges(_colour(scene, k), [(HEIGHT // 2, HEIGHT // 2, letter_of(k))])
            role = f"{mark.role}{'' if _is_shown(scene, mark) else ' (outside the part shown)'}"
            yield Sign(badge, HEIGHT, role)


def _entry(sign: Sign, left: int, top: int) -> tuple[str, str]:
    drawing = f'<g transform="translate({left} {top})">{sign.drawing}</g>'
    return drawing, _words(left + sign.width + _GAP, top + 13, sign.meaning)


def _place(plan: Plan, cell: Cell, letters: int) -> tuple[int, int]:
    """Return where the middle of a badge is: on an empty crossing, or in the corner of anything else."""
    piece = plan.scene.piece(*cell)
    across, down = plan.centre(*cell)
    if piece.kind in (Kind.EMPTY, Kind.ALLOWED) and cell != plan.scene.focus:
        return across, down
    corner = plan.unit // 2 - HEIGHT // 2
    on_crossing = plan.scene.ground == Ground.CROSSINGS
    return across + corner - _LETTER * (letters - 1) // 2, down + (corner if on_crossing else -corner)


def _badges(name: str, badges: list[tuple[int, int, str]]) -> str:
    """Return badges of one colour: thick strokes with round ends, their rims under them, then the letters."""
    shapes = texts = ""
    for across, down, text in badges:
        length = _LETTER * (len(text) - 1)
        shapes += f"M{across - length // 2} {down}h{length}"
        texts += f'<text x="{across}" y="{down + 4}">{text}</text>'
    return f'<g class="badge {name}" font-size="13"><path class="rim" d="{shapes}"/><path d="{shapes}"/>{texts}</g>'


def _colour(scene: Scene, mark: int) -> str:
    """Return the name of a badge's colour: none where colours mean players."""
    return f"m{mark % len(COLOURS)}" if scene.ground == Ground.CROSSINGS or scene.field else "plain"


def _is_shown(scene: Scene, mark: Mark) -> bool:
    return any(x in scene.shown_rows and y in scene.shown_columns for x, y in mark.cells)


def _words(across: int, down: int, text: str) -> str:
    return f'<text x="{across}" y="{down}" class="words">{escape(text)}</text>'


def _width(text: str) -> int:
    """Return about how wide a line of the legend is."""
    return 8 * len(text)
