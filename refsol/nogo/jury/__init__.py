"""The jury's part of NoGo."""

from typing import Final

from refsol.nogo.board import validate
from refsol.nogo.jury.checker import check
from refsol.nogo.jury.explain import COLUMN, MOVE, ROW, explain, show, steps
from refsol.nogo.jury.families import FAMILIES
from refsol.nogo.jury.reductions import reductions
from refsol.nogo.jury.state import state
from refsol.nogo.play.sgf import is_sgf
from refsol.problem.contract import Explainer, Flaw, Jury, Layout, ScanningValidator
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

# The plain solution with one mistake each.
_FLAWS: Final = (
    Flaw(
        "from_zero",
        "Coordinates are written from 0, so usually the first line is wrong.",
        (('yield f"{x} {y}\\n"', 'yield f"{x - 1} {y - 1}\\n"'),),
    ),
    Flaw(
        "captures",
        "Only the group of the new stone is checked, so stones are captured.",
        (("pseudo_liberties[group] == 0:", "False:"),),
    ),
    Flaw(
        "friends",
        "A stone next to one of its own colour is assumed to live.",
        (("legal = legal or pseudo_liberties[group] > 0", "legal = True"),),
    ),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, _SELECTION_OPTIONS, is_sgf, state),
    checker=check,
    flaws=_FLAWS,
    header=("n",),
)
"""The jury's part of NoGo, a :class:`.Jury`."""
