"""Multi-Go: cells change hands, and territories must stay connected and free of holes (ONTAK 2022, day 2, task MUL)."""

from typing import Final

from refsol.multigo.board import Board, read_board
from refsol.multigo.game import Game, Referee
from refsol.multigo.legality import Violation, ViolationKind, violations
from refsol.multigo.solver import answers, solve
from refsol.problem import Flag, Problem

__all__ = [
    "PROBLEM",
    "Board",
    "Game",
    "Referee",
    "Violation",
    "ViolationKind",
    "answers",
    "read_board",
    "solve",
    "violations",
]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


_CHECK: Final = Flag("check", "Check first that the starting position is legal, in O(NM).")


PROBLEM: Final = Problem(
    name="multigo",
    title="Multi-Go: which moves keep all territories connected and free of holes?",
    source="ONTAK 2022, day 2, task MUL",
    solve=lambda data, settings: answers(data, check=_CHECK.of(settings)),
    options=(_CHECK,),
    referee=Referee,
    plain_solver="solve_plainly",
)
"""Multi-Go for the command line, a :class:`.Problem`."""
