"""Codeforces 907B for the jury."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.contract import Explainer, Jury, Layout, Place, ScanningValidator
from refsol.text.scanner import Input
from refsol.tictactoe.board import SIDE, SMALL_SIDE
from refsol.tictactoe.jury.explain import explain, show, steps
from refsol.tictactoe.jury.families import FAMILIES
from refsol.tictactoe.jury.flaws import FLAWS
from refsol.tictactoe.jury.reductions import reductions
from refsol.tictactoe.jury.validator import validate


def _layout() -> Layout:
    for row in range(SIDE):
        if row > 0 and row % SMALL_SIDE == 0:
            yield 0
        yield SMALL_SIDE
    yield 2


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    row, group = divmod(token, SMALL_SIDE)
    return Place(f"row {row + 1}, columns {group * SMALL_SIDE + 1} to {(group + 1) * SMALL_SIDE}", {})


JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps),
    place=_place,
    flaws=FLAWS,
    slow_oracle=False,
)
"""Codeforces 907B for the jury, a :class:`.Jury`."""
