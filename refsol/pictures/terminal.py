"""Scenes in the colours of a terminal: exactly the plain text, coloured, so nothing is shown by colour alone.

The colours are those of :mod:`refsol.pictures.style`, or the nearest ones that the terminal has.
"""

from io import StringIO
from typing import Final

from rich.console import Console
from rich.style import Style
from rich.text import Text

from refsol.pictures.style import colour_of, ink_on
from refsol.pictures.text import Span, spans
from refsol.problem.scene import PieceKind, RoadType, Scene

_PIECES: Final = {
    PieceKind.BLACK: Style(color="#ffffff", bgcolor="#000000", bold=True),
    PieceKind.WHITE: Style(color="#000000", bgcolor="#ffffff", bold=True),
    PieceKind.CROSS: Style(bold=True),
    PieceKind.NOUGHT: Style(bold=True),
    PieceKind.ALLOWED: Style(color="#009e73", bold=True),
    PieceKind.WALL: Style(dim=True, reverse=True),
}
_ROADS: Final = {
    RoadType.ORDINARY: Style(dim=True),
    RoadType.STRAIGHT: Style(color="#e69f00"),
    RoadType.OPEN: Style(color="#56b4e9"),
}


def paint(scene: Scene, width: int, height: int) -> str:
    """Return a picture ``width`` characters wide, with a grid of at most ``height`` lines. O(cells drawn or marked)."""
    out = StringIO()
    console = Console(file=out, force_terminal=True, no_color=False, highlight=False, width=width)
    for line in spans(scene, width, height):
        text = Text()
        for span in line:
            text.append(span.text, _style(span))
        console.print(text, soft_wrap=True)
    return out.getvalue()


def _style(span: Span) -> Style:
    if span.focus:
        return Style(color="#d55e00", bold=True)
    if span.mark >= 0:
        return Style(bold=True, reverse=True)
    if span.piece is not None and span.piece.kind is PieceKind.PLAYER:
        number = span.piece.number - 1
        return Style(color=ink_on(number), bgcolor=colour_of(number))
    if span.piece is not None:
        return _PIECES.get(span.piece.kind, Style(dim=True))
    return _ROADS.get(span.road, Style()) if span.road is not None else Style()
