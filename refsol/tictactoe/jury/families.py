"""The families of inputs of Codeforces 907B, by purpose. All boards have the same size."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, FamilyGroup, family_of
from refsol.tictactoe.jury import generator as g


def _of(group: FamilyGroup, name: str, purpose: str, tests: int = 1, *, largest: bool = False) -> Family:
    return Family(name, group, purpose, partial(g.board_for, name=name), (), tests, largest)


FAMILIES: Final = (
    family_of(SMALL, g.small, "Boards with few or many chips, for comparing programs.", tests=20),
    family_of(
        MISTAKES,
        g.three_readings,
        "Quotients and swapped coordinates name other small boards than remainders do.",
        tests=5,
    ),
    _of(MISTAKES, "full-field", "The named small board is full: the next chip may go to any empty cell.", largest=True),
    _of(MISTAKES, "nearly-full", "The named small board has a single empty cell: the next chip must go there.", 3),
    _of(MISTAKES, "own-field", "The last chip names its own small board.", 3, largest=True),
    _of(MISTAKES, "own-field-full", "The last chip fills its own small board and names it.", 3),
    _of(MISTAKES, "one-field-free", "Only the named small board is empty.", largest=True),
    _of(WORST, "one-chip", "The emptiest board: one chip.", largest=True),
    _of(WORST, "last-cell", "The fullest board: one empty cell.", largest=True),
    _of(WORST, "free-board", "The most cells to mark: chips only on the named small board and the last cell."),
)
