"""The sections of a statement, for judges that show each in a place of its own."""

import re
from typing import Final, NamedTuple

_HEADING: Final = re.compile(r"^## .*\n", re.MULTILINE)


class Sections(NamedTuple):
    """The sections of a statement in Markdown, without headings; their order is the same in every language."""

    source: str
    """What comes before the first section: where the problem is from."""
    problem: str
    input: str
    output: str
    limits: str
    decisions: str
    samples: str


def sections_of(text: str) -> Sections:
    """Return the sections of a statement ``text``, of which no code looks like a heading. O(length)."""
    _title, body = text.split("\n", 1)
    return Sections(*(section.strip() for section in _HEADING.split(body)))
