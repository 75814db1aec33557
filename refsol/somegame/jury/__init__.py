"""The jury's part of Some Game."""

from collections.abc import Sequence
from typing import Final

from refsol.problem.contract import Explainer, Flaw, Jury, Layout, Place, ScanningValidator
from refsol.problem.selection import SelectionOption
from refsol.somegame.board import validate
from refsol.somegame.jury.explain import SET, explain, show, steps
from refsol.somegame.jury.families import FAMILIES
from refsol.somegame.jury.lessons import lesson_of
from refsol.somegame.jury.reductions import reductions
from refsol.somegame.jury.state import state
from refsol.text.scanner import Input

__all__ = ["JURY"]


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


# The plain solution with one mistake each.
_FLAWS: Final = (
    Flaw(
        "common_stone",
        "Any stone on all lines can be the last one, even if a line of K is left without it.",
        (("range(begin + length - line, begin + line)", "range(begin, begin + length)"),),
    ),
    Flaw(
        "cycles_once",
        "A whole cycle shorter than K is not a line.",
        (("if owner_of(0) != EMPTY:", "if owner_of(0) != EMPTY and length >= line:"),),
    ),
    Flaw(
        "turns_from_zero",
        "Player T mod N is expected to have one stone less.",
        (("(player <= total % players)", "(player < total % players)"),),
    ),
)

JURY: Final = Jury(
    families=FAMILIES,
    validator=ScanningValidator(validate, _layout),
    reductions=reductions,
    explainer=Explainer(
        explain, show, steps, (SelectionOption(SET, "One data set, by its number."),), state=state, lesson=lesson_of
    ),
    place=_place,
    flaws=_FLAWS,
    header=("N", "W", "H", "K"),
)
"""The jury's part of Some Game, a :class:`.Jury`."""
