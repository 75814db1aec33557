"""Lamps: on which empty cells does light fall? The example in the guide to adding a problem."""

from typing import Final

from refsol.lamps.board import Board, read_board
from refsol.lamps.solver import shine, solve
from refsol.problem import Problem, Settings
from refsol.text.scanner import Input

__all__ = ["PROBLEM", "Board", "read_board", "shine", "solve"]


def _solve(data: Input, settings: Settings) -> list[bytes]:
    return [solve(data)]


PROBLEM: Final = Problem(
    name="lamps",
    title="Lamps: on which empty cells does light fall?",
    source="made up for this guide",
    solve=_solve,
)
"""Lamps for the command line, a :class:`.Problem`."""
