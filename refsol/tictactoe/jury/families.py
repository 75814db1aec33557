"""The families of inputs of Codeforces 907B, by purpose. All boards have the same size."""
# mypyc: interpreted

from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family
from refsol.tictactoe.jury import generator

FAMILIES: Final = (
    Family("small", SMALL, "Boards with few or many chips, for comparing programs.", generator.small, tests=20),
    Family(
        "three-readings",
        MISTAKES,
        "Quotients and swapped coordinates name other small boards than remainders do.",
        generator.three_readings,
        tests=5,
    ),
    Family(
        "full-field",
        MISTAKES,
        "The named small board is full: the next chip may go to any empty cell.",
        generator.full_small_board,
        largest=True,
    ),
    Family(
        "nearly-full",
        MISTAKES,
        "The named small board has a single empty cell: the next chip must go there.",
        generator.nearly_full,
        tests=3,
    ),
    Family(
        "own-field",
        MISTAKES,
        "The last chip names its own small board.",
        generator.same_small_board,
        tests=3,
        largest=True,
    ),
    Family(
        "own-field-full",
        MISTAKES,
        "The last chip fills its own small board and names it.",
        generator.full_same_small_board,
        tests=3,
    ),
    Family(
        "one-field-free",
        MISTAKES,
        "Only the named small board is empty.",
        generator.one_small_board_free,
        largest=True,
    ),
    Family("one-chip", WORST, "The emptiest board: one chip.", generator.one_chip, largest=True),
    Family("last-cell", WORST, "The fullest board: one empty cell.", generator.last_cell, largest=True),
    Family(
        "free-board",
        WORST,
        "The most cells to mark: chips only on the named small board and the last cell.",
        generator.free_board,
    ),
)
"""All families."""
