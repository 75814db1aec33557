"""Lamps: on which empty cells does light fall?"""

from typing import Final

from refsol.problem import Problem, Settings
from refsol.text.scanner import Input

from refsol_lamps.board import Board, read_board
from refsol_lamps.solver import shine, solve

__all__ = ["PROBLEM", "Board", "read_board", "shine", "solve"]


def _solve(data: Input, settings: Settings) -> list[bytes]:
    return [solve(data)]


PROBLEM: Final = Problem(
    name="lamps",
    title="Lamps: on which empty cells does light fall?",
    source="made up as an example",
    solve=_solve,
    contract=2,
)
"""Lamps for the command line, a :class:`.Problem`."""
