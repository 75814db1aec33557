"""Random roads, placements, colours and levels: the parts from which the generators of NOIP chess build data sets.

Every function draws from ``rng`` only. Roads are bytes of the digits 0 to 3 in the order of the input. Placements are
crossings in the order of the pieces, numbered from 0 in row-major order, as in :class:`.chess.board.Board`. ``pieces``
is their number. Everything is O(length of the result). All functions but those of :data:`LEVELS`, which trust their
caller, raise ``ValueError`` for numbers beyond the statement's limits.
"""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from refsol.chess.board import MAX_CROSSINGS, MAX_PIECES, MAX_SIDE, data_set_text, rows_of
from refsol.errors import require_range

Weights: TypeAlias = tuple[int, int, int, int]
"""How often road types 0 to 3 occur, relative to each other."""
Levels: TypeAlias = Callable[[Random, int], list[int]]
"""A function that returns the levels of a number of pieces, from 1 up to this number."""

ROADS: Final[dict[str, Weights]] = {
    "ordinary": (0, 1, 0, 0),
    "straight": (0, 0, 1, 0),
    "open": (0, 0, 0, 1),
    "mostly-straight": (1, 1, 14, 4),
    "mostly-open": (1, 1, 4, 14),
    "uniform": (1, 1, 1, 1),
}
"""The weights of roads by name; mostly means that all types occur, and 70 % are of this one."""
LEVELS: Final[dict[str, Levels]] = {
    "rising": lambda _, pieces: list(range(1, pieces + 1)),
    "falling": lambda _, pieces: list(range(pieces, 0, -1)),
    "equal": lambda rng, pieces: [rng.randint(1, pieces)] * pieces,
    "few": lambda rng, pieces: rng.choices(range(1, min(pieces, 3) + 1), k=pieces),
    "random": lambda rng, pieces: rng.choices(range(1, pieces + 1), k=pieces),
}
"""What returns levels, by name: in this order, the same for all pieces, up to 3 different ones, or any."""


def random_roads(rng: Random, count: int, weights: Weights) -> bytes:
    """Return ``count`` random roads."""
    require_range("number of roads", count, 0, MAX_CROSSINGS)
    return bytes(rng.choices(b"0123", weights, k=count))


def roads_of_board(rng: Random, rows: int, columns: int, weights: Weights) -> tuple[bytes, bytes]:
    """Return random roads to the east and to the south for a board with these ``rows`` and ``columns``."""
    require_range("number of rows", rows, 2, MAX_SIDE)
    require_range("number of columns", columns, 2, MAX_SIDE)
    return random_roads(rng, rows * (columns - 1), weights), random_roads(rng, (rows - 1) * columns, weights)


def random_placements(rng: Random, crossings: int, pieces: int) -> list[int]:
    """Return distinct crossings below ``crossings`` in random order, one for each piece."""
    require_range("number of crossings", crossings, 0, MAX_CROSSINGS)
    require_range("number of pieces", pieces, 0, crossings)
    return rng.sample(range(crossings), pieces)


def random_colours(rng: Random, pieces: int) -> list[int]:
    """Return the colours of ``pieces`` pieces, 0 and 1 with equal probability."""
    require_range("number of pieces", pieces, 1, MAX_PIECES)
    return rng.choices((0, 1), k=pieces)


def any_levels(rng: Random, pieces: int) -> list[int]:
    """Return the levels of ``pieces`` pieces as one of :data:`LEVELS` does, chosen at random."""
    require_range("number of pieces", pieces, 1, MAX_PIECES)
    return rng.choice([*LEVELS.values()])(rng, pieces)


def data_set(
    rng: Random,
    shape: tuple[int, int],
    roads: tuple[bytes, bytes],
    levels: list[int],
    placements: list[int],
    colours: list[int] | None = None,
) -> bytes:
    """Return the text of a data set with ``roads`` to the east and south; ``shape`` is its number of rows and columns.

    Piece t has ``levels[t]``, is placed on ``placements[t]``, and has ``colours[t]`` or, by default, a random colour.
    """
    columns = shape[1]
    require_range("number of columns", columns, 2, MAX_SIDE)
    colours = random_colours(rng, len(placements)) if colours is None else colours
    pieces = [
        (colour, level, v // columns + 1, v % columns + 1)
        for colour, level, v in zip(colours, levels, placements, strict=True)
    ]
    east, south = roads
    return data_set_text(rows_of(east, columns - 1), rows_of(south, columns), pieces)
