"""Anchors for items of lists and paragraphs that begin with a title in bold or in italics, on a problem's page."""

from docutils import nodes
from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-read", add_anchors)
    return {"parallel_read_safe": True}


def add_anchors(app: Sphinx, document: nodes.document) -> None:
    """Give each title that has no anchor yet the one that a heading would have."""
    if not app.env.docname.startswith("problems/"):
        return
    for paragraph in document.findall(nodes.paragraph):
        first = paragraph.next_node(nodes.TextElement)
        title = first.astext() if isinstance(first, nodes.strong | nodes.emphasis) else ""
        anchor = nodes.make_id(title)
        if anchor and anchor not in document.ids and paragraph.astext().startswith(title):
            place = paragraph.parent if isinstance(paragraph.parent, nodes.list_item) else paragraph
            place["ids"].append(anchor)
            document.ids[anchor] = place
