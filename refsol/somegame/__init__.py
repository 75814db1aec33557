"""Some Game: lines in eight directions on a torus, and whether a position can arise (DMOJ IOIQR P5)."""

from typing import Final

from refsol.problem import Choice, Problem
from refsol.somegame.board import Board, read_boards
from refsol.somegame.solver import ERROR, NO_WINNER, judge, solve

__all__ = ["ERROR", "NO_WINNER", "PROBLEM", "Board", "judge", "read_boards", "solve"]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


_READING: Final = Choice(
    "reading",
    ("strict", "lenient"),
    "strict: the position must be reachable; lenient: only the stone counts must be right.",
)


PROBLEM: Final = Problem(
    name="somegame",
    title="Some Game: lines on a torus, and can this position arise?",
    source="DMOJ IOIQR P5",
    solve=lambda data, settings: [solve(data, reading=_READING.of(settings))],
    options=(_READING,),
)
"""Some Game as a :class:`.Problem`, for the command line."""
