"""Wrong solutions of Multi-Go: its solver with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "corners",
        "Runs that touch the cell only at a corner count as well.",
        (("if here and not before and (k % 2 == 1 or after):", "if here and not before:"),),
        harmless="one-row",
    ),
    Flaw(
        "holes",
        "The gainer may close a ring: any number of runs may touch the cell.",
        (("i64(runs == 1) << 1", "i64(runs >= 1) << 1"),),
        harmless="one-row",
    ),
    Flaw(
        "own_cell",
        "A cell is refused to its present owner.",
        (
            (
                "legal = may_lose & may_gain & 1 | i64(loser == gainer)",
                "legal = may_lose & may_gain & i64(loser != gainer)",
            ),
        ),
    ),
)
"""The wrong solutions."""
