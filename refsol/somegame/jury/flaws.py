"""Wrong solutions of Some Game: the plain one with one mistake each."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import Flaw

FLAWS: Final = (
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
"""The wrong solutions."""
