"""The families of inputs of Lamps, by purpose."""

from typing import Final

from refsol.jury.contract import MISTAKES, SMALL, WORST, Family, Size
from refsol.lamps import generator
from refsol.lamps.board import MAX_SIDE

FAMILIES: Final = (
    Family("small", SMALL, "Boards of up to 36 cells of all kinds, for comparing.", generator.small, tests=10),
    Family("behind-walls", MISTAKES, "Many walls: light must not go through.", generator.behind_walls, tests=5),
    Family(
        "scattered", WORST, "The largest board.", generator.scattered, (Size("side", MAX_SIDE),), tests=2, largest=True
    ),
)
"""All families; programs are compared on the first one by default."""
