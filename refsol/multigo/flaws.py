"""Wrong solutions of Multi-Go: the plain one with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "corners",
        "Parts that touch the cell only at a corner count as well.",
        (
            ("for side in range(0, 8, 2):", "for side in range(8):"),
            ("not (ring[side + 1] == player and ring[(side + 2) % 8] == player)", "ring[(side + 1) % 8] != player"),
        ),
        harmless="one-row",
    ),
    Flaw(
        "holes",
        "The winner may close a ring: any number of parts may touch the cell.",
        (("touching_parts(ring, winner) == 1", "touching_parts(ring, winner) >= 1"),),
        harmless="one-row",
    ),
    Flaw(
        "own_cell",
        "A cell is refused to its present owner.",
        (("winner == loser or (", "winner != loser and ("),),
    ),
)
"""The wrong solutions."""
