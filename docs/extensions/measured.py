"""The plot of the benchmarks, drawn during the build from the measurements in the repository, for light and for dark.

The directive ``measured`` puts it on a page, which holds the tables of the same measurements.
"""

import re
from collections.abc import Sequence
from typing import Final

from docutils import nodes
from plot import DARK, LIGHT, Theme, draw
from results import STORED, Row, load
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

_ALT_TEXT: Final = "Time beyond start-up against input size for refsol and C++: {problem}"
_THEMES: Final = {"only-light": LIGHT, "only-dark": DARK}  # by the theme's class for what is shown in that mode only


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("measured", Measured)
    return {"parallel_read_safe": True}


class Measured(SphinxDirective):
    """The directive ``measured``: the plot, inline in the page."""

    def run(self) -> list[nodes.Node]:
        """Return the plot, a panel per problem, each with an alternative text."""
        self.env.note_dependency(str(STORED))
        rows = load(STORED).rows
        html = ""
        for css_class, theme in _THEMES.items():
            panels = [
                _panel([row for row in rows if row.problem == problem], problem, theme)
                for problem in dict.fromkeys(row.problem for row in rows)
            ]
            html += f'<div class="{css_class}"><figure class="measured">\n{"".join(panels)}</figure></div>\n'
        return [nodes.raw("", html, format="html")]


def _panel(rows: Sequence[Row], problem: str, theme: Theme) -> str:
    """Return the panel of a problem as an element; nothing for one that was measured at a single size."""
    if len({row.share for row in rows}) == 1:
        return ""
    _prolog, tag, svg = draw(rows, theme).partition("<svg ")
    prefix = f"{theme.name}-{problem}-"  # identifiers are unique on the page
    svg = re.sub(r'(id="|url\(#|xlink:href="#)', rf"\g<1>{prefix}", svg)
    return f'{tag}role="img" aria-label="{_ALT_TEXT.format(problem=problem)}" {svg}'
