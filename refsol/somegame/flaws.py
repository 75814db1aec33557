"""Wrong solutions of Some Game: its solver with one mistake each."""

from typing import Final

from refsol.jury.contract import Flaw

FLAWS: Final = (
    Flaw(
        "common_stone",
        "Any stone on all lines can be the last one, even if a line of K is left without it.",
        (("self._win(row, column, run, run - line)", "self._win(row, column, run, 0)"),),
    ),
    Flaw(
        "cycles_once",
        "A whole cycle shorter than K is not a line.",
        (("if run == cycle:", "if run == cycle and cycle >= self.line:"),),
    ),
    Flaw(
        "turns_from_zero",
        "Player T mod N is expected to have one stone less.",
        (("i64(player <= stones % board.players)", "i64(player < stones % board.players)"),),
    ),
)
"""The wrong solutions."""
