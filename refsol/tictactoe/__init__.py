"""Tic-tac-toe of nine fields: mark where the next chip may go (Codeforces 907B)."""

from typing import Final

from refsol.problem import Problem, Settings
from refsol.text.scanner import Input
from refsol.tictactoe.board import Board, scan_board
from refsol.tictactoe.solver import mark, solve

__all__ = ["PROBLEM", "Board", "mark", "scan_board", "solve"]


def _solve(data: Input, settings: Settings) -> list[bytes]:
    return [solve(data)]


PROBLEM: Final = Problem(
    name="tictactoe",
    title="Tic-Tac-Toe of nine fields: where may the next chip go?",
    source="Codeforces 907B",
    solve=_solve,
)
"""What Codeforces 907B offers to the command line, a :class:`.Problem`."""
