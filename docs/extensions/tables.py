"""Tables that can be read on a phone: there, each row is a block, and each of its cells has the heading of its column.

Tables of two columns fit as they are; ``refsol.css`` does the rest. A row of empty headings, which Markdown can't do
without, is left out.
"""

from html import escape
from typing import Final

from docutils import nodes
from sphinx.application import Sphinx

_NARROW: Final = 2  # columns that fit everywhere
_WIDE: Final = 8  # columns that need a smaller font even on a large screen


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-read", label_cells)
    return {"parallel_read_safe": True}


def label_cells(_app: Sphinx, tree: nodes.document) -> None:
    """Put the heading of its column into each cell of the body but the first of a row; remove empty headings."""
    for table in tree.findall(nodes.table):
        headings = [entry.astext() for head in table.findall(nodes.thead) for entry in head.findall(nodes.entry)]
        if not any(headings):
            for head in list(table.findall(nodes.thead)):
                head.parent.remove(head)
        if len(headings) <= _NARROW:
            continue
        table["classes"] += ["labelled", "wide"] if len(headings) > _WIDE else ["labelled"]
        for body in table.findall(nodes.tbody):
            for row in body.findall(nodes.row):
                for heading, entry in list(zip(headings, row.children, strict=False))[1:]:
                    assert isinstance(entry, nodes.entry)
                    entry.insert(0, nodes.raw("", f'<span class="label">{escape(heading)}</span>', format="html"))
