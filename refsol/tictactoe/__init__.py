"""Tic-tac-toe on nine small boards: mark where the next chip may go (Codeforces 907B)."""

from typing import Final

from refsol.problem import Problem
from refsol.tictactoe.board import ALLOWED, CROSS, EMPTY, NOUGHT, Board, read_board
from refsol.tictactoe.game import Game
from refsol.tictactoe.solver import mark, solve

__all__ = ["ALLOWED", "CROSS", "EMPTY", "NOUGHT", "PROBLEM", "Board", "Game", "mark", "read_board", "solve"]


def __dir__() -> list[str]:
    return [*__all__, *(name for name in globals() if name.startswith("__"))]


PROBLEM: Final = Problem(
    name="tictactoe",
    title="Tic-Tac-Toe on nine small boards: where may the next chip go?",
    source="Codeforces 907B",
    solve=lambda data, settings: [solve(data)],
    url="https://codeforces.com/problemset/problem/907/B",
)
"""Codeforces 907B for the command line, a :class:`.Problem`."""
