"""Scenes as SVG: one small file that scales, refers to no other file, and is readable on light and dark backgrounds.

Nothing is shown by colour alone: regions have outlines and numbers, stones differ in lightness, roads in shape, and
marks have letters and, over regions, hatching. The title and the description are the alternative text.
"""

from collections.abc import Iterator
from typing import Final
from xml.sax.saxutils import escape
from zlib import crc32

from refsol.pictures.layers import MARGIN, Plan, board_of, focus_of, pieces_of, strokes_of
from refsol.pictures.marks import badges_of, labels_of, legend_of
from refsol.pictures.style import style_sheet
from refsol.problem.scene import Scene

_MAX_DESCRIPTION: Final = 2000  # characters


def draw_svg(scene: Scene, *, style: bool = True) -> str:
    """Return a picture of a scene's window, with a legend, as the text of an SVG file. O(cells drawn + cells marked).

    Without ``style``, it is an element of fixed size for a page that includes :func:`.style_sheet` itself.
    """
    plan = Plan(scene)
    legend, legend_right, legend_height = legend_of(scene, MARGIN, plan.bottom + MARGIN)
    size = max(plan.right, legend_right) + MARGIN, plan.bottom + legend_height + MARGIN
    elements = _lines(plan, size, style, legend)
    return "".join(f"{element}\n" for element in elements)


def draw_board(scene: Scene) -> list[str]:
    """Return the lines of an SVG element without a legend, so that all positions of a board have the same size.

    O(cells drawn + cells marked).
    """
    plan = Plan(scene)
    elements = _lines(plan, (plan.right + MARGIN, plan.bottom + MARGIN), False, [])
    return [line for element in elements for line in element.split("\n")]


def draw_layers(scene: Scene) -> list[str]:
    """Return the lines of what :func:`draw_board` draws, without the SVG element around it.

    O(cells drawn + cells marked).
    """
    return list(_layers(Plan(scene)))


def _lines(plan: Plan, size: tuple[int, int], style: bool, legend: list[str]) -> Iterator[str]:
    scene = plan.scene
    width, height = size
    fixed_size = "" if style else f' width="{width}" height="{height}"'
    suffix = f"{crc32(scene.title.encode()):08x}"
    description = " ".join([scene.description, *scene.crop_notes()])
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="refsol" viewBox="0 0 {width} {height}"{fixed_size} role="img" '
        f'aria-labelledby="t{suffix}" aria-describedby="d{suffix}">'
    )
    yield f'<title id="t{suffix}">{escape(scene.title)}</title>'
    yield f'<desc id="d{suffix}">{escape(_shortened(description))}</desc>'
    if style:
        yield f"<style>\n{style_sheet()}</style>"
    yield f'<rect class="paper" width="{width}" height="{height}"/>'
    yield from _layers(plan)
    yield from legend
    yield "</svg>"


def _layers(plan: Plan) -> Iterator[str]:
    yield from board_of(plan)
    yield from _numbers(plan)
    yield from strokes_of(plan)
    yield from pieces_of(plan)
    yield from focus_of(plan)
    yield from badges_of(plan)
    yield from labels_of(plan)


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_DESCRIPTION else f"{text[:_MAX_DESCRIPTION]}…"


def _numbers(plan: Plan) -> Iterator[str]:
    """Yield the numbers of the columns and rows."""
    yield '<g class="number" font-size="12">'
    for y in plan.scene.shown_columns:
        yield f'<text x="{plan.centre(1, y)[0]}" y="{plan.top - 7}">{y}</text>'
    for x in plan.scene.shown_rows:
        yield f'<text x="{plan.left / 2 + 2:g}" y="{plan.centre(x, 1)[1] + 4}">{x}</text>'
    yield "</g>"
