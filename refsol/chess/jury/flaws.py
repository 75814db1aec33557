"""Wrong solutions of NOIP chess: the plain one with one mistake each."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import Flaw

_WRITE: Final = """            for turn in turns:
                self.write_numbers(turn, trees[self.colour[turn]])
"""
_ASK: Final = """            for turn in turns:
                self.answers[turn] += self.sum_of_region(trees[1 - self.colour[turn]], turn)
"""

FLAWS: Final = (
    Flaw(
        "equal_levels",
        "Pieces of the same level are not captured.",
        (
            ("self.level[other] <= self.level[turn]", "self.level[other] < self.level[turn]"),
            (_WRITE + _ASK, _ASK + _WRITE),
        ),
        harmless="rising",
    ),
    Flaw(
        "counted_twice",
        "A crossing of the same row that open and straight roads reach counts twice.",
        (("if first != last and size > 1:", "if first != last and size > 1 and direction.step > 1:"),),
        harmless="only-ordinary",
    ),
    Flaw(
        "any_level",
        "Captures by straight and ordinary roads ignore the level.",
        ((" and self.level[other] <= self.level[turn]", ""),),
        harmless="rising",
    ),
)
"""The wrong solutions."""
