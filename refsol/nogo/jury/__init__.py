"""The jury's part of NoGo."""

from typing import Final

from refsol.nogo.jury.checker import check
from refsol.nogo.jury.explain import COLUMN, MOVE, ROW, explain, show, steps
from refsol.nogo.jury.families import FAMILIES
from refsol.nogo.jury.flaws import FLAWS
from refsol.nogo.jury.reductions import reductions
from refsol.nogo.jury.validator import validate
from refsol.nogo.play.sgf import is_sgf
from refsol.problem.contract import Explainer, Jury, Layout, ScanningValidator
from refsol.problem.selection import SelectionOption


def _layout() -> Layout:
    (size,) = map(int, (yield 1))
    for _ in range(size):
        yield 1


_SELECTION_OPTIONS: Final = (
    SelectionOption(
        MOVE,
        "Select a move of refsol's game, or of a game in SGF, by its number; with a point, select the position "
        "after that move.",
    ),
    SelectionOption(
        ROW,
        "With --column: select a point; without --move, in the starting position, or in the last one of a game in SGF.",
    ),
    SelectionOption(COLUMN, "See --row."),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, _SELECTION_OPTIONS, is_sgf),
    checker=check,
    flaws=FLAWS,
)
"""The jury's part of NoGo, a :class:`.Jury`."""
