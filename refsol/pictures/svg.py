"""Scenes as SVG: one small file that scales, needs nothing else, and is readable in light and in dark.

Nothing is told by colour alone: regions have outlines and numbers, stones differ in lightness, roads in shape, and
marks have letters and, over regions, lines. What is seen is also said, in the title and the description.
"""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape
from zlib import crc32

from refsol.pictures.layers import MARGIN, Plan, board_of, focus_of, pieces_of, strokes_of
from refsol.pictures.marks import badges_of, legend_of
from refsol.pictures.style import style_sheet
from refsol.scene import Scene, cut_off

_DESCRIBED: Final = 2000  # characters of a description


def draw_svg(scene: Scene, *, style: bool = True) -> str:
    """Return a picture of a scene's window, with a legend, as the text of an SVG file. O(cells drawn + cells marked).

    Without ``style`` it is an element for a page that has :func:`.style_sheet` once, and has a size of its own.
    """
    plan = Plan(scene)
    legend, legend_width, legend_height = legend_of(scene, MARGIN, plan.bottom + MARGIN)
    size = max(plan.right, legend_width) + MARGIN, plan.bottom + legend_height + MARGIN
    return "".join(f"{line}\n" for line in _lines(plan, size, style, legend))


def draw_board(scene: Scene) -> list[str]:
    """Return the lines of such an element for a page, without the legend: as large for every position of a board.

    O(cells drawn + cells marked).
    """
    plan = Plan(scene)
    return list(_lines(plan, (plan.right + MARGIN, plan.bottom + MARGIN), False, []))


def _lines(plan: Plan, size: tuple[int, int], style: bool, legend: list[str]) -> Iterator[str]:
    scene = plan.scene
    width, height = size
    own = "" if style else f' width="{width}" height="{height}"'
    number = f"{crc32(scene.title.encode()):08x}"
    description = " ".join([scene.description, *_cut(scene)])
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="refsol" viewBox="0 0 {width} {height}"{own} role="img" '
        f'aria-labelledby="t{number}" aria-describedby="d{number}">'
    )
    yield f'<title id="t{number}">{escape(scene.title)}</title>'
    yield f'<desc id="d{number}">{escape(_shortened(description))}</desc>'
    if style:
        yield f"<style>\n{style_sheet()}</style>"
    yield f'<rect class="paper" width="{width}" height="{height}"/>'
    yield from board_of(plan)
    yield from _numbers(plan)
    yield from strokes_of(plan)
    yield from pieces_of(plan)
    yield from focus_of(plan)
    yield from badges_of(plan)
    yield from legend
    yield "</svg>"


def _cut(scene: Scene) -> list[str]:
    """Return a line that says which part of the board there is to be seen, unless it is all of it."""
    return cut_off(scene.shown_rows, scene.shown_columns, scene)


def _shortened(text: str) -> str:
    return text if len(text) <= _DESCRIBED else f"{text[:_DESCRIBED]}…"


def _numbers(plan: Plan) -> Iterator[str]:
    """Yield the numbers of columns and rows."""
    yield '<g class="number" font-size="12">'
    for y in plan.scene.shown_columns:
        yield f'<text x="{plan.centre(1, y)[0]}" y="{plan.top - 7}">{y}</text>'
    for x in plan.scene.shown_rows:
        yield f'<text x="{plan.left / 2 + 2:g}" y="{plan.centre(x, 1)[1] + 4}">{x}</text>'
    yield "</g>"
