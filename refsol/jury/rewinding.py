"""Inputs that are read more than once."""

from typing import TypeVar

from refsol.text.scanner import Input

_Source = TypeVar("_Source", bound=Input)


def from_start(source: _Source) -> _Source:
    """Return ``source`` ready to be read from its beginning; a file is rewound. O(1)."""
    if not isinstance(source, bytes):
        source.seek(0)
    return source
