"""The statement as LaTeX."""


def tex_of(markdown: str) -> str:
    """Return a statement as LaTeX."""
    return markdown
