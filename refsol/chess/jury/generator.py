"""Inputs of NOIP chess: small random ones to compare programs on, and inputs like the original tests.

Every function returns a valid input and draws from ``rng`` only, so a seed determines the input. Large inputs have five
data sets of about ``crossings`` crossings, 4 to 200000, and up to ``pieces`` pieces, 1 to 100000, or half as many
pieces as crossings. All inputs are O(nm + q) to make. Raises ``ValueError`` for other numbers.
"""

from collections.abc import Sequence
from math import isqrt
from random import Random
from typing import Final

from refsol.chess.board import MAX_CROSSINGS, MAX_DATA_SETS, MAX_PIECES, MAX_SIDE, input_text
from refsol.chess.jury.random_boards import (
    ALL_OPEN,
    ALL_ORDINARY,
    ALL_STRAIGHT,
    MOSTLY_OPEN,
    MOSTLY_STRAIGHT,
    UNIFORM,
    Levels,
    Weights,
    any_levels,
    constant_levels,
    data_set,
    falling_levels,
    few_levels,
    random_colours,
    random_levels,
    random_placements,
    random_roads,
    rising_levels,
    roads_of_board,
)
from refsol.errors import require_range

_SMALL_SHAPES: Final = (*[(rows, columns) for rows in range(2, 6) for columns in range(2, 6)], (2, 7), (7, 2))
_SMALL_ROADS: Final = (
    (1, 0, 0, 0),
    ALL_ORDINARY,
    ALL_STRAIGHT,
    ALL_OPEN,
    *[MOSTLY_STRAIGHT] * 2,
    *[MOSTLY_OPEN] * 3,
    *[(0, 0, 1, 1)] * 2,
    (0, 1, 0, 2),
    (0, 1, 1, 4),
    UNIFORM,
)


def small(rng: Random) -> bytes:
    """Return a valid input of 1 to 3 data sets of at most 25 crossings, which the oracle answers quickly."""
    return input_text([_small_board(rng) for _ in range(rng.randint(1, 3))])


def _small_board(rng: Random) -> bytes:
    shape = rows, columns = rng.choice(_SMALL_SHAPES)
    crossings = rows * columns
    pieces = crossings if rng.random() < 0.3 else rng.randint(1, crossings)
    if rng.random() < 0.5:
        roads = roads_of_board(rng, rows, columns, rng.choice(_SMALL_ROADS))
    else:  # runs of one type cross regions of another
        roads = _different_roads(rng, rows, columns, _SMALL_ROADS)
    colours = [rng.randint(0, 1)] * pieces if rng.random() < 0.1 else random_colours(rng, pieces)
    levels = any_levels(rng, pieces)
    return data_set(rng, shape, roads, levels, random_placements(rng, crossings, pieces), colours)


def _different_roads(rng: Random, rows: int, columns: int, kinds: Sequence[Weights]) -> tuple[bytes, bytes]:
    """Return random roads, of one of these ``kinds`` in rows and of one in columns."""
    east = random_roads(rng, rows * (columns - 1), rng.choice(kinds))
    return east, random_roads(rng, (rows - 1) * columns, rng.choice(kinds))


# Small inputs, each for one common mistake


def equal_levels(rng: Random) -> bytes:
    """Return crowded boards on which all levels are equal, or from 1 to 3."""
    return _crowded(rng, _SMALL_ROADS[1:], rng.choice((constant_levels, few_levels)))


def one_colour(rng: Random) -> bytes:
    """Return full boards with rising levels on which all pieces, or all but one, have the same colour."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rng.randint(2, 4), rng.randint(2, 4)
        roads = roads_of_board(rng, *shape, rng.choice(_SMALL_ROADS[1:]))
        pieces = shape[0] * shape[1]
        colours = [rng.randint(0, 1)] * pieces
        colours[rng.randrange(pieces)] = rng.randint(0, 1)
        placements = random_placements(rng, pieces, pieces)
        boards.append(data_set(rng, shape, roads, rising_levels(rng, pieces), placements, colours))
    return input_text(boards)


def surrounded(rng: Random) -> bytes:
    """Return crowded boards with rising levels and mostly open roads: many pieces touch a region on several sides."""
    return _crowded(rng, (ALL_OPEN, ALL_OPEN, MOSTLY_OPEN), rising_levels)


def two_kinds_of_road(rng: Random) -> bytes:
    """Return boards with few pieces, on which straight or ordinary roads lie inside regions of open ones."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rows, columns = rng.randint(2, 5), rng.randint(2, 5)
        pieces = rng.randint(1, 3)
        inner, outer = rng.choice(((ALL_STRAIGHT, ALL_OPEN), (ALL_ORDINARY, ALL_OPEN), (ALL_OPEN, ALL_STRAIGHT)))
        east = random_roads(rng, rows * (columns - 1), inner)
        south = random_roads(rng, (rows - 1) * columns, outer)
        # Some roads to the east become open, so that regions reach round the others.
        east = bytes([51 if rng.random() < 0.3 else road for road in east])
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, shape, (east, south), constant_levels(rng, pieces), placements))
    return input_text(boards)


def straight_only(rng: Random) -> bytes:
    """Return boards with all roads straight and few pieces."""
    return _sparse(rng, (ALL_STRAIGHT,))


def straight_and_open(rng: Random) -> bytes:
    """Return long boards with straight and open roads in the same lines, and few pieces."""
    return _sparse(rng, ((0, 0, 1, 1), (0, 0, 3, 1)))


def ordinary_only(rng: Random) -> bytes:
    """Return boards with all roads ordinary, or nearly all, and few pieces."""
    return _sparse(rng, (ALL_ORDINARY, (0, 8, 1, 1)))


def behind_pieces(rng: Random) -> bytes:
    """Return boards of straight or open roads with a column full of pieces, and other pieces that may capture these."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rows, columns = rng.randint(2, 4), rng.randint(3, 5)
        wall = rng.randrange(columns)
        placements = [row * columns + wall for row in range(rows)]
        others = [v for v in range(rows * columns) if v % columns != wall]
        placements += rng.sample(others, rng.randint(1, 3))
        roads = roads_of_board(rng, rows, columns, rng.choice((ALL_STRAIGHT, ALL_OPEN, ALL_OPEN)))
        boards.append(data_set(rng, shape, roads, rising_levels(rng, len(placements)), placements))
    return input_text(boards)


def shrinking_boards(rng: Random) -> bytes:
    """Return five boards whose longer sides are 6, 5, 4, 3 and 2, with no more pieces than the longer side."""
    boards: list[bytes] = []
    for side in range(MAX_DATA_SETS + 1, 1, -1):
        shape = rows, columns = rng.choice(((side, 2), (2, side), (side, side)))
        pieces = rng.randint(1, side)
        roads = roads_of_board(rng, rows, columns, rng.choice((ALL_STRAIGHT, ALL_OPEN, UNIFORM)))
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, shape, roads, random_levels(rng, pieces), placements))
    return input_text(boards)


def open_field(rng: Random) -> bytes:
    """Return a board of 7 × 7 crossings with all roads open and few pieces, which has many millions of paths."""
    roads = roads_of_board(rng, 7, 7, ALL_OPEN)
    pieces = rng.randint(1, 4)
    levels = random_levels(rng, pieces)
    return input_text([data_set(rng, (7, 7), roads, levels, random_placements(rng, 49, pieces))])


def _crowded(rng: Random, kinds: Sequence[Weights], levels: Levels) -> bytes:
    """Return three boards of up to 16 crossings, with pieces on about two thirds of them or more."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rows, columns = rng.randint(2, 4), rng.randint(2, 4)
        roads = roads_of_board(rng, rows, columns, rng.choice(kinds))
        pieces = rng.randint(2 * rows * columns // 3, rows * columns)
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, shape, roads, levels(rng, pieces), placements))
    return input_text(boards)


def _sparse(rng: Random, kinds: Sequence[Weights]) -> bytes:
    """Return three boards, some of them long, with up to four pieces of random levels."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rows, columns = rng.choice(((2, rng.randint(3, 8)), (rng.randint(3, 8), 2), (3, 4), (4, 4)))
        roads = roads_of_board(rng, rows, columns, rng.choice(kinds))
        pieces = rng.randint(1, 4)
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, shape, roads, random_levels(rng, pieces), placements))
    return input_text(boards)


# Inputs of all shapes, within the limits of the original tests


def all_kinds(rng: Random, crossings: int, pieces: int) -> bytes:
    """Return boards with all types of road."""
    return _mixture(rng, crossings, pieces=pieces)


def short_sides(rng: Random, crossings: int, pieces: int) -> bytes:
    """Return boards with all types of road and up to 1000 rows and columns."""
    return _mixture(rng, crossings, pieces=pieces, longest=1000)


def only_ordinary(rng: Random, crossings: int) -> bytes:
    """Return boards without straight or open roads, half full in the end."""
    return _mixture(rng, crossings, (ALL_ORDINARY, (1, 1, 0, 0), (1, 4, 0, 0)))


def without_open(rng: Random, crossings: int) -> bytes:
    """Return boards without open roads, half full in the end."""
    return _mixture(rng, crossings, (ALL_STRAIGHT, (1, 1, 14, 0), (0, 1, 1, 0), (1, 1, 1, 0)))


def without_straight(rng: Random, crossings: int) -> bytes:
    """Return boards without straight roads, half full in the end."""
    return _mixture(rng, crossings, (ALL_OPEN, (1, 1, 0, 14), (0, 1, 0, 4), (1, 1, 0, 4)))


def rising(rng: Random, crossings: int) -> bytes:
    """Return boards on which each piece has a higher level than the one before, half full in the end."""
    return _mixture(rng, crossings, levels=rising_levels)


def falling(rng: Random, crossings: int) -> bytes:
    """Return boards on which each piece has a lower level than the one before, half full in the end."""
    return _mixture(rng, crossings, levels=falling_levels)


def _mixture(
    rng: Random,
    crossings: int,
    kinds: Sequence[Weights] = _SMALL_ROADS[1:],
    levels: Levels = any_levels,
    pieces: int | None = None,
    longest: int = MAX_SIDE,
) -> bytes:
    """Return five boards of different shapes, each with one mix of roads in its rows and one in its columns."""
    pieces = crossings // 2 if pieces is None else pieces
    require_range("number of crossings", crossings, 4, MAX_CROSSINGS)
    require_range("number of pieces", pieces, 1, MAX_PIECES)
    boards: list[bytes] = []
    least = max(2, -(-crossings // longest))
    square = isqrt(crossings)
    for short in (least, square, square, rng.randint(least, square), rng.randint(least, square)):
        long = crossings // short
        shape = rows, columns = rng.choice(((short, long), (long, short)))
        roads = _different_roads(rng, rows, columns, kinds)
        placements = random_placements(rng, rows * columns, min(pieces, rows * columns))
        boards.append(data_set(rng, shape, roads, levels(rng, len(placements)), placements))
    rng.shuffle(boards)
    return input_text(boards)
