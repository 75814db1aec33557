"""The picture of the benchmarks, drawn at build time from the measurements that are kept in the repository.

In a page the line ``<!-- benchmarks: picture -->`` becomes it. The tables of the same measurements are in the README.
"""

from typing import Final

from picture import draw
from results import KEPT, load
from sphinx.application import Sphinx

_PICTURE: Final = "<!-- benchmarks: picture -->\n"
_LABEL: Final = "Time beyond start-up against the size of the input, refsol and C++, a panel for each problem"


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", fill_in)
    return {"parallel_read_safe": True}


def fill_in(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the picture in its place on the page that asks for it."""
    if _PICTURE in source[0]:
        app.env.note_dependency(str(KEPT), docname=page)
        _prolog, tag, svg = draw(load(KEPT).rows).partition("<svg ")
        labelled = f'{tag}role="img" aria-label="{_LABEL}" {svg}'
        source[0] = source[0].replace(
            _PICTURE, f'```{{raw}} html\n<figure class="measured">\n{labelled}</figure>\n```\n'
        )
