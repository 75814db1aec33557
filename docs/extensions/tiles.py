"""Tiles of the start page: a small board that opens the page of its steps, and below it what the problem asks.

The directive ``tile`` takes a command like that of ``board``, and the text below::

    ```{tile} refsol nogo show samples/nogo/empty-9x9.in --move 30
    [NoGo](problems/nogo.md): neither capture nor suicide.
    ```
"""

from boards import Board
from docutils import nodes
from sphinx.application import Sphinx

from refsol.pictures.svg import draw_board
from refsol.problem import load


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_directive("tile", Tile)
    return {"parallel_read_safe": True}


class Tile(Board):
    """The directive ``tile``."""

    def run(self) -> list[nodes.Node]:
        """Return the board, which is a link, with the text below it."""
        name, source, selection = self._command()
        picture = "\n".join(draw_board(load(name).explainer.show(source, selection)))
        page = self._page_of(name, source)
        link = f'<a class="replay" href="{page}">{picture}<span>Replay</span></a>\n'
        return [
            nodes.container("", nodes.raw("", link, format="html"), *self.parse_content_to_nodes(), classes=["tile"])
        ]
