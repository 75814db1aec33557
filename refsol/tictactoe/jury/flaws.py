"""Wrong solutions of Codeforces 907B: the plain one with one mistake each."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import Flaw

FLAWS: Final = (
    Flaw(
        "quotients",
        "The coordinates of the last chip are divided by 3, which names its own small board.",
        (("(int(x) - 1) % 3", "(int(x) - 1) // 3"), ("(int(y) - 1) % 3", "(int(y) - 1) // 3")),
    ),
    Flaw(
        "swapped",
        "The row and the column of the named small board are swapped.",
        (("top = (int(x) - 1)", "top = (int(y) - 1)"), ("left = (int(y) - 1)", "left = (int(x) - 1)")),
    ),
    Flaw(
        "never_free",
        "Nothing is marked if the named small board is full.",
        (("in named or empty:", "in named:"),),
    ),
)
"""The wrong solutions."""
