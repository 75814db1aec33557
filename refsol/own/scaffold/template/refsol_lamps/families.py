"""The families of inputs of Lamps, by purpose."""

from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size

from refsol_lamps import generator
from refsol_lamps.board import MAX_SIDE

FAMILIES: Final = (
    Family("small", SMALL, "Boards of up to 36 cells, with few or many lamps and walls.", generator.small, tests=10),
    Family(
        "behind-walls",
        MISTAKES,
        "Many walls, for programs whose light passes through them.",
        generator.behind_walls,
        tests=5,
    ),
    Family(
        "scattered",
        WORST,
        "The largest board, with few lamps and walls.",
        generator.scattered,
        (Size("side", MAX_SIDE),),
        tests=2,
        largest=True,
    ),
)
"""All families."""
