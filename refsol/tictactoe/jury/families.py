"""The families of inputs of Codeforces 907B, by purpose. All boards have the same size."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, family_of
from refsol.tictactoe.jury import generator

_mistake: Final = partial(family_of, MISTAKES)
_worst: Final = partial(family_of, WORST)

FAMILIES: Final = (
    family_of(SMALL, generator.small, "Boards with few or many chips, for comparing programs.", tests=20),
    _mistake(
        generator.three_readings,
        "Quotients and swapped coordinates name other small boards than remainders do.",
        tests=5,
    ),
    _mistake(
        generator.full_field, "The named small board is full: the next chip may go to any empty cell.", largest=True
    ),
    _mistake(
        generator.nearly_full, "The named small board has a single empty cell: the next chip must go there.", tests=3
    ),
    _mistake(generator.own_field, "The last chip names its own small board.", tests=3, largest=True),
    _mistake(generator.own_field_full, "The last chip fills its own small board and names it.", tests=3),
    _mistake(generator.one_field_free, "Only the named small board is empty.", largest=True),
    _worst(generator.one_chip, "The emptiest board: one chip.", largest=True),
    _worst(generator.last_cell, "The fullest board: one empty cell.", largest=True),
    _worst(generator.free_board, "The most cells to mark: chips only on the named small board and the last cell."),
)
"""All families."""
