"""The playground of the site, a page on which refsol runs in the browser, and links to it.

If Pyodide can't be installed, say without a network, the site is built without it: a line on standard error says so.
What stands in ``{only} playground`` is then left out, and so is the link to it in the navigation.
"""

import sys
from pathlib import Path

from docutils import nodes
from playground_files import MissingError, install, write_playground
from playground_page import PAGE, fragment
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config

TAG = "playground"
"""The tag of a site that has the page."""


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("config-inited", prepare)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def prepare(app: Sphinx, config: Config) -> None:
    """Install Pyodide; if there is one, the site has the tag, and templates know the page by that name."""
    try:
        install()
    except MissingError as error:
        print(f"The site is built without the playground: {error}", file=sys.stderr)
        return
    app.tags.add(TAG)
    config.html_context[TAG] = PAGE


def write(app: Sphinx, error: Exception | None) -> None:
    """Write the page and its files."""
    if error is None and TAG in app.tags:
        write_playground(Path(app.outdir), install())


def link(docname: str, name: str, source: bytes, settings: dict[str, int]) -> nodes.Node:
    """Return a link that opens the problem called ``name`` with an input and settings, for the page ``docname``.

    It is only on a site that has the playground.
    """
    address = f"{'../' * docname.count('/')}{PAGE}#{fragment(name, source, settings)}"
    reference = nodes.reference("", "Try it in the playground", refuri=address, classes=["button", "second"])
    paragraph = nodes.paragraph("", "", reference)
    return addnodes.only("", paragraph, expr=TAG)
