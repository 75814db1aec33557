"""What Some Game offers to the jury."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.contract import Explainer, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.somegame.jury.explain import SET, explain, show, steps
from refsol.somegame.jury.families import FAMILIES
from refsol.somegame.jury.flaws import FLAWS
from refsol.somegame.jury.reductions import reductions
from refsol.somegame.jury.validator import validate
from refsol.text.scanner import Input


def _layout() -> Layout:
    while True:  # the file ends after a data set
        _players, width, height, _line = map(int, (yield 4))
        for _ in range(height):
            yield width


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    """Return the data set of a token. ``PLAYER x`` and ``NO WINNERS`` are two tokens, ``ERROR`` is one. O(token)."""
    number = 0
    first = end = 0
    while end <= token:
        number += 1
        first = end
        end += 1 if answers[first] == b"ERROR" else 2
    second = ", the winner" if token > first and answers[first] == b"PLAYER" else ""
    return Place(f"data set {number}{second}", {SET: number})


JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, (SelectionOption(SET, "One data set, by its number."),)),
    place=_place,
    flaws=FLAWS,
)
"""What Some Game offers to the jury, a :class:`.Jury`."""
