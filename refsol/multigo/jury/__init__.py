"""Multi-Go for the jury."""

from collections.abc import Sequence
from typing import Final

from refsol.multigo.jury.explain import MOVE, explain, show, steps
from refsol.multigo.jury.families import FAMILIES
from refsol.multigo.jury.flaws import FLAWS
from refsol.multigo.jury.reductions import reductions
from refsol.multigo.jury.validator import validate
from refsol.problem.contract import Explainer, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.text.scanner import Input


def _layout() -> Layout:
    height, width, _players, moves = map(int, (yield 4))
    for _ in range(height):
        yield width
    for _ in range(moves):
        yield 3


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    return Place(f"move {token + 1}", {MOVE: token + 1})


JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, (SelectionOption(MOVE, "One move, by its number."),)),
    place=_place,
    flaws=FLAWS,
)
"""Multi-Go for the jury, a :class:`.Jury`."""
