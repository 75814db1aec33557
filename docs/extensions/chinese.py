"""Chinese words in the search index.

Chinese is written without blanks, so Sphinx would index a whole clause as one word, which nobody searches for.
"""

import re
from collections.abc import Iterator
from typing import Final

from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

_CLAUSE: Final = re.compile(r"[\u4e00-\u9fff]+")
_LONGEST: Final = 3  # characters; longer queries are found as parts of clauses


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx, in place of its search for English."""
    app.add_search_language(SearchEnglishAndChinese)
    return {"parallel_read_safe": True}


class SearchEnglishAndChinese(SearchEnglish):
    """English words, and all words that Chinese characters in a row could be."""

    def split(self, input: str) -> list[str]:  # noqa: A002 (Sphinx's own name)
        """Return the words of a text. O(length)."""
        return [*super().split(input), *(word for clause in _CLAUSE.findall(input) for word in _words(clause))]


def _words(clause: str) -> Iterator[str]:
    """Yield every part of a clause that is short enough to be a word."""
    for size in range(1, _LONGEST + 1):
        for start in range(len(clause) - size + 1):
            yield clause[start : start + size]
