"""Codeforces 907B for the jury."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.contract import Explainer, Flaw, Jury, Layout, Place, ScanningValidator
from refsol.text.scanner import Input
from refsol.tictactoe.board import SIDE, SMALL_SIDE, validate
from refsol.tictactoe.jury.explain import explain, show, steps
from refsol.tictactoe.jury.families import FAMILIES
from refsol.tictactoe.jury.lessons import lesson_of
from refsol.tictactoe.jury.reductions import reductions
from refsol.tictactoe.jury.state import state

__all__ = ["JURY"]


def _layout() -> Layout:
    for row in range(SIDE):
        if row > 0 and row % SMALL_SIDE == 0:
            yield 0
        yield SMALL_SIDE
    yield 2


def _place(source: Input, answers: Sequence[bytes], token: int) -> Place:
    row, group = divmod(token, SMALL_SIDE)
    return Place(f"row {row + 1}, columns {group * SMALL_SIDE + 1} to {(group + 1) * SMALL_SIDE}", {})


# The plain solution with one mistake each.
_FLAWS: Final = (
    Flaw(
        "quotients",
        "The coordinates of the last chip are divided by 3, which names its own small board.",
        (("(int(x) - 1) % 3", "(int(x) - 1) // 3"), ("(int(y) - 1) % 3", "(int(y) - 1) // 3")),
    ),
    Flaw(
        "swapped",
        "The row and the column of the named small board are swapped.",
        (("top = (int(x) - 1)", "top = (int(y) - 1)"), ("left = (int(y) - 1)", "left = (int(x) - 1)")),
    ),
    Flaw("never_free", "Nothing is marked if the named small board is full.", (("in named or empty:", "in named:"),)),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(explain, show, steps, state=state, lesson=lesson_of),
    place=_place,
    flaws=_FLAWS,
    slow_oracle=False,
)
"""Codeforces 907B for the jury, a :class:`.Jury`."""
