"""Random inputs of Lamps, in families with a purpose each. Every function draws from ``rng`` only."""

from random import Random
from typing import Final

from refsol.problem.contract import MISTAKES, SMALL, WORST, Family, Size

from refsol_lamps.board import MAX_SIDE


def small(rng: Random) -> bytes:
    """Return a board of up to 6 by 6 cells, with few or many lamps and walls. O(1)."""
    lamps, walls = rng.choice((0.0, 0.1, 0.3)), rng.choice((0.0, 0.1, 0.4))
    return _text(rng, rng.randint(1, 6), rng.randint(1, 6), lamps, walls)


def behind_walls(rng: Random) -> bytes:
    """Return a board with many walls, for programs whose light passes through them. O(1)."""
    return _text(rng, 5, 5, 0.15, 0.35)


def scattered(rng: Random, side: int) -> bytes:
    """Return a board of ``side`` rows and columns with so few walls that light goes far. O(cells)."""
    return _text(rng, side, side, 0.02, 0.05)


def _text(rng: Random, height: int, width: int, lamps: float, walls: float) -> bytes:
    """Return a random board; ``lamps`` and ``walls`` are the probabilities of a lamp and of a wall. O(cells)."""
    weights = (lamps, walls, 1 - lamps - walls)
    rows = ["".join(rng.choices("*#.", weights, k=width)) for _ in range(height)]
    return "\n".join([f"{height} {width}", *rows, ""]).encode("ascii")


FAMILIES: Final = (
    Family("small", SMALL, "Boards of up to 36 cells, with few or many lamps and walls.", small, tests=10),
    Family(
        "behind-walls",
        MISTAKES,
        "Many walls, for programs whose light passes through them.",
        behind_walls,
        tests=5,
    ),
    Family(
        "scattered",
        WORST,
        "The largest board, with few lamps and walls.",
        scattered,
        (Size("side", MAX_SIDE),),
        tests=2,
        largest=True,
    ),
)
"""All families."""
