"""Numbers and cells in words. Everything is O(length of the text), which is short."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.scene import Cell

_LISTED: Final = 6


def listed(cells: Sequence[Cell]) -> str:
    """Return ``cells`` in words, at most six of them: ``(1, 2), (1, 3) and 4 more``."""
    shown = ", ".join(f"({x}, {y})" for x, y in cells[:_LISTED])
    return f"{shown} and {len(cells) - _LISTED} more" if len(cells) > _LISTED else shown


def counted(number: int, what: str) -> str:
    """Return a ``number`` of things in words, given the singular ``what``: ``1 liberty``, ``2 liberties``."""
    if number == 1:
        return f"1 {what}"
    return f"{number} {what[:-1]}ies" if what.endswith("y") else f"{number} {what}s"


def refused_of(refused: int, accepted: int) -> str:
    """Return in words how many inputs a validator has ``refused``, besides those ``accepted``.

    >>> refused_of(312, 18)
    '312 of 330 inputs were refused by the validator'
    """
    return f"{refused} of {counted(refused + accepted, 'input')} were refused by the validator"
