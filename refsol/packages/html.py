"""Markdown as HTML, for judges that take nothing else."""


def html_of(markdown: str) -> str:
    """Return a part of a statement, ``markdown``, as HTML. O(length)."""
    from markdown_it import MarkdownIt  # takes long to import

    text: str = MarkdownIt("commonmark").enable("table").render(markdown)
    return text
