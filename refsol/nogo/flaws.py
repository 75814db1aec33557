"""Wrong solutions of NoGo: its solver with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "from_zero",
        "Coordinates are written from 0, so usually the first line is wrong.",
        (('digits = b"%d" % int(c)', 'digits = b"%d" % int(c - 1)'),),
    ),
    Flaw(
        "captures",
        "Only the group of the new stone is checked, so stones are captured.",
        (("            if captures or not (\n", "            if not (\n"),),
    ),
    Flaw(
        "friends",
        "A stone next to one of its own colour is assumed to live.",
        (("return value & colour != 0 and count[value >> SHIFT] >= PAIR", "return value & colour != 0"),),
    ),
)
"""The wrong solutions."""
