"""Markdown as HTML, for judges that take nothing else."""

from refsol.packages.markdown import parser


def html_of(markdown: str) -> str:
    """Return a part of a statement, ``markdown``, as HTML. O(length)."""
    text: str = parser().render(markdown)
    return text
