"""Links to Markdown outside the site, such as a statement that a page includes: on the site only their text remains.

A host that shows pages as plain Markdown includes nothing, so there the link leads to what is left out.
"""

from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-read", unlink)
    return {"parallel_read_safe": True}


def unlink(_app: Sphinx, tree: nodes.document) -> None:
    """Replace links to Markdown outside the site, whose targets are whole paths without a suffix, by their text."""
    for link in list(tree.findall(pending_xref)):
        path = Path(f"{link['reftarget']}.md")
        if link["refdomain"] == "doc" and path.is_absolute() and path.is_file():
            link.replace_self(link.children)
