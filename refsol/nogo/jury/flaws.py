"""Wrong solutions of NoGo: the plain one with one mistake each."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import Flaw

FLAWS: Final = (
    Flaw(
        "from_zero",
        "Coordinates are written from 0, so usually the first line is wrong.",
        (('yield f"{x} {y}\\n"', 'yield f"{x - 1} {y - 1}\\n"'),),
    ),
    Flaw(
        "captures",
        "Only the group of the new stone is checked, so stones are captured.",
        (("pseudo_liberties[group] == 0:", "False:"),),
    ),
    Flaw(
        "friends",
        "A stone next to one of its own colour is assumed to live.",
        (("legal = legal or pseudo_liberties[group] > 0", "legal = True"),),
    ),
)
"""The wrong solutions."""
