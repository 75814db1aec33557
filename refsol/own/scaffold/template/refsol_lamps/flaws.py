"""Mistakes that people make in Lamps: each turns the solver into a wrong one, by changing its bundle."""

from typing import Final

from refsol.problem.contract import Flaw

FLAWS: Final = (
    Flaw(
        "through_walls",
        "Light passes through walls.",
        (("        elif here == WALL:\n            light = False\n", ""),),
    ),
    Flaw(
        "not_upwards",
        "No light goes up: columns are walked along downwards twice.",
        (("(height - 1) * width + y, -width, height", "y, width, height"),),
    ),
)
"""All of them."""
