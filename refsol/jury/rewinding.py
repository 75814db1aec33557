"""Inputs that are read more than once."""

from refsol.text.scanner import Input


def from_start(source: Input) -> Input:
    """Return ``source`` ready to be read from its beginning; a file is rewound. O(1)."""
    if not isinstance(source, bytes):
        source.seek(0)
    return source
