"""The families of inputs of Codeforces 907B, by purpose. All boards have the same size."""

from typing import Final

from refsol.jury.contract import MISTAKES, SMALL, WORST, Family
from refsol.tictactoe import generator

FAMILIES: Final = (
    Family("small", SMALL, "Boards with few or many chips, for comparing.", generator.small, tests=20),
    Family(
        "three-readings",
        MISTAKES,
        "Quotients, remainders and swapped coordinates name three different fields.",
        generator.three_readings,
        tests=5,
    ),
    Family(
        "full-field", MISTAKES, "The named field is full: the board is free.", generator.full_small_board, largest=True
    ),
    Family(
        "nearly-full",
        MISTAKES,
        "One cell of the named field is empty: the next chip is forced all the same.",
        generator.nearly_full,
        tests=3,
    ),
    Family(
        "own-field",
        MISTAKES,
        "The last chip names the field it stands in.",
        generator.same_small_board,
        tests=3,
        largest=True,
    ),
    Family(
        "own-field-full",
        MISTAKES,
        "The last chip fills the field it stands in, and names it.",
        generator.full_same_small_board,
        tests=3,
    ),
    Family(
        "one-field-free",
        MISTAKES,
        "Nothing but the named field is empty.",
        generator.one_small_board_free,
        largest=True,
    ),
    Family("one-chip", WORST, "The emptiest board.", generator.one_chip, largest=True),
    Family("last-cell", WORST, "The fullest board: one empty cell.", generator.last_cell, largest=True),
    Family("free-board", WORST, "The most cells to mark: chips on the named field only.", generator.free_board),
)
"""All families; programs are compared on the first one by default."""
