"""NOIP chess: how many crossings can each new piece reach (NOIP 2021 T4, Luogu P7963)?"""

from typing import Final

from refsol.chess.board import Board, read_boards
from refsol.chess.solver import count_moves, solve
from refsol.problem import Problem

__all__ = ["PROBLEM", "Board", "count_moves", "read_boards", "solve"]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


PROBLEM: Final = Problem(
    name="chess",
    title="NOIP chess: how many crossings can each new piece reach?",
    source="NOIP 2021 T4, Luogu P7963",
    solve=lambda data, settings: [solve(data)],
    url="https://www.luogu.com.cn/problem/P7963",
)
"""NOIP chess as a :class:`.Problem`, for the command line."""
