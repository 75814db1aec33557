"""Wrong solutions of Multi-Go: the plain one with one mistake each."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import Flaw

FLAWS: Final = (
    Flaw(
        "corners",
        "Runs that touch the cell only at a corner count as well.",
        (
            ("for edge in range(0, 8, 2):", "for edge in range(8):"),
            ("not (ring[edge + 1] == player and ring[(edge + 2) % 8] == player)", "ring[(edge + 1) % 8] != player"),
        ),
        harmless="one-row",
    ),
    Flaw(
        "holes",
        "The gainer may close a ring: any number of runs may touch the cell.",
        (("touching_runs(ring, gainer) == 1", "touching_runs(ring, gainer) >= 1"),),
        harmless="one-row",
    ),
    Flaw(
        "own_cell",
        "A cell is refused to its present owner.",
        (("gainer == loser or (", "gainer != loser and ("),),
    ),
)
"""The wrong solutions."""
