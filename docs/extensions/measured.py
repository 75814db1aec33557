"""The plot of the benchmarks, drawn during the build from the measurements in the repository.

The directive ``measured`` puts it on a page, which holds the tables of the same measurements.
"""

from typing import Final

from docutils import nodes
from plot import draw
from results import STORED, load
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

_ALT_TEXT: Final = "Time beyond start-up against input size for refsol and C++, one panel per problem"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("measured", Measured)
    return {"parallel_read_safe": True}


class Measured(SphinxDirective):
    """The directive ``measured``: the plot, inline in the page."""

    def run(self) -> list[nodes.Node]:
        """Return the plot with an alternative text."""
        self.env.note_dependency(str(STORED))
        _prolog, tag, svg = draw(load(STORED).rows).partition("<svg ")
        html = f'<figure class="measured">\n{tag}role="img" aria-label="{_ALT_TEXT}" {svg}</figure>\n'
        return [nodes.raw("", html, format="html")]
