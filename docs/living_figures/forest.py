"""Drawing the forest of a disjoint set: a column for each element, a row for each depth."""

from collections.abc import Sequence
from typing import Final

UNIT: Final = 40
"""The width of a column."""
LEFT: Final = 12
RADIUS: Final = 14


class Forest:
    """A forest with the parent of each element, negative for a root.

    It is drawn from ``top`` on, in the given columns, with rows ``down`` apart.
    """

    def __init__(self, parents: Sequence[int], columns: Sequence[int], top: int = 0, down: int = 44) -> None:
        self.parents: Final = parents
        self._columns: Final = columns
        self._top: Final = top
        self._down: Final = down

    def path(self, x: int) -> list[int]:
        """Return the elements from ``x`` up to its root."""
        path = [x]
        while self.parents[path[-1]] >= 0:
            path.append(self.parents[path[-1]])
        return path

    def centre(self, x: int) -> tuple[int, int]:
        """Return the centre of an element, across and down."""
        depth = len(self.path(x)) - 1
        return LEFT + UNIT * self._columns[x] + UNIT // 2, self._top + self._down * depth + RADIUS + 2

    def link(self, x: int, css_class: str = "", text: str = "") -> str:
        """Return the link of ``x`` to its parent, which may have a ``text``."""
        (across, down), (to_across, to_down) = self.centre(x), self.centre(self.parents[x])
        line = f'<path class="link {css_class}" d="M{across} {down}L{to_across} {to_down}"/>'
        if not text:
            return line
        across, down = (3 * across + 2 * to_across) // 5, (3 * down + 2 * to_down) // 5
        return f'{line}<circle class="paper" cx="{across}" cy="{down}" r="8"/>{_text(across, down, text, 13)}'

    def element(self, x: int, css_class: str = "board") -> str:
        """Return an element as a circle with its number."""
        across, down = self.centre(x)
        circle = f'<circle class="element {css_class}" cx="{across}" cy="{down}" r="{RADIUS}"/>'
        return circle + _text(across, down, str(x), 15)


def _text(across: int, down: int, text: str, size: int) -> str:
    return f'<text x="{across}" y="{down + 5}" font-size="{size}">{text}</text>'
