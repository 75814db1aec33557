"""Code in which nothing that has the colour of text has an element of its own: a third as many, on a long page."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from pygments.formatters import HtmlFormatter
from pygments.token import Name, Punctuation, Text, Whitespace, _TokenType
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_PLAIN: Final = (Name, Punctuation, Whitespace)  # in both styles of conf.py, or not seen


class Formatter(HtmlFormatter[str]):
    """Formats names, punctuation and white space as text."""

    def format_unencoded(self, tokensource: Iterable[tuple[_TokenType, str]], outfile: "SupportsWrite[str]") -> None:
        tokens = ((Text if kind in _PLAIN else kind, text) for kind, text in tokensource)
        super().format_unencoded(tokens, outfile)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    PygmentsBridge.html_formatter = Formatter
    return {"parallel_read_safe": True}
