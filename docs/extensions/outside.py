"""Links to files outside the site, which lead to the files themselves where a host shows the pages as plain Markdown.

On the site, a link to a module leads to the page of its source. A page that a link's target is included in, such as a
statement, needs no link: its text remains.
"""

from pathlib import Path

from docutils import nodes
from lines import address_of, is_module
from sphinx.addnodes import download_reference, pending_xref
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, to be called before downloads are collected."""
    app.connect("doctree-read", lead_to_pages, priority=400)
    return {"parallel_read_safe": True}


def lead_to_pages(app: Sphinx, tree: nodes.document) -> None:
    """Replace links to modules by links to their pages, and those to Markdown outside the site by their text."""
    for link in list(tree.findall(pending_xref)):
        path = Path(f"{link['reftarget']}.md")  # for files outside the site, a whole path without a suffix
        if link["refdomain"] == "doc" and path.is_absolute() and path.is_file():
            link.replace_self(link.children)
    page = app.env.docname
    for download in list(tree.findall(download_reference)):
        path = Path(app.env.relfn2path(download["reftarget"], page)[1]).resolve()
        if is_module(path):
            address = address_of(page, path)
            download.replace_self(nodes.reference("", "", *download.children, internal=True, refuri=address))
