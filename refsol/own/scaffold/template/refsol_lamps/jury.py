"""Lamps for the jury."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.contract import Explainer, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.text.scanner import Input

from refsol_lamps.explain import ROW, explain, show, steps
from refsol_lamps.families import FAMILIES
from refsol_lamps.flaws import FLAWS
from refsol_lamps.reductions import reductions
from refsol_lamps.validator import validate


def _layout() -> Layout:
    height, _width = map(int, (yield 2))
    for _ in range(height):
        yield 1


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    return Place(f"row {token + 1}", {ROW: token + 1})


JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, (SelectionOption(ROW, "One row, by its number."),)),
    place=_place,
    flaws=FLAWS,
)
"""Lamps for the jury, a :class:`.Jury`."""
