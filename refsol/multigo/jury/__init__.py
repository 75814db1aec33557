"""Multi-Go for the jury."""

from typing import Final

from refsol.multigo.jury.explain import MOVE, explain, place, show, steps
from refsol.multigo.jury.families import FAMILIES
from refsol.multigo.jury.lessons import lesson_of
from refsol.multigo.jury.reductions import reductions
from refsol.multigo.jury.state import state
from refsol.multigo.legality import validate
from refsol.problem.contract import Explainer, Flaw, Jury, Layout, ScanningValidator
from refsol.problem.selection import SelectionOption

__all__ = ["JURY"]


def _layout() -> Layout:
    height, width, _players, moves = map(int, (yield 4))
    for _ in range(height):
        yield width
    for _ in range(moves):
        yield 3


# The plain solution with one mistake each.
_FLAWS: Final = (
    Flaw(
        "corners",
        "Runs that touch the cell only at a corner count as well.",
        (
            ("for side in range(0, 8, 2):", "for side in range(8):"),
            ("not (ring[side + 1] == player and ring[(side + 2) % 8] == player)", "ring[(side + 1) % 8] != player"),
        ),
        harmless="one-row",
    ),
    Flaw(
        "holes",
        "The gainer may close a ring: any number of runs may touch the cell.",
        (("touching_runs(ring, gainer) == 1", "touching_runs(ring, gainer) >= 1"),),
        harmless="one-row",
    ),
    Flaw("own_cell", "A cell is refused to its present owner.", (("gainer == loser or (", "gainer != loser and ("),)),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(
        explain, show, steps, (SelectionOption(MOVE, "One move, by its number."),), state=state, lesson=lesson_of
    ),
    place=place,
    flaws=_FLAWS,
    header=("N", "M", "K", "Q"),
)
"""Multi-Go for the jury, a :class:`.Jury`."""
