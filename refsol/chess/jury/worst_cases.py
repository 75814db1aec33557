"""The worst cases of NOIP chess: five large data sets each.

Every function returns a valid input and draws from ``rng`` only, so a seed determines the input. A data set has
``crossings`` crossings, 4 to 200000, rounded down to what its shape allows, and usually half as many pieces. Docstrings
give the shape of the largest. All inputs are O(nm + q) to make. Raises ``ValueError`` for other numbers of crossings.
"""

from collections.abc import Callable
from math import isqrt
from random import Random
from typing import TypeAlias

from refsol.chess.board import MAX_CROSSINGS, MAX_DATA_SETS, input_text
from refsol.chess.jury.random_boards import (
    ALL_OPEN,
    ALL_ORDINARY,
    ALL_STRAIGHT,
    MOSTLY_OPEN,
    MOSTLY_STRAIGHT,
    UNIFORM,
    Levels,
    Weights,
    constant_levels,
    data_set,
    falling_levels,
    random_levels,
    random_placements,
    rising_levels,
    roads_of_board,
)
from refsol.errors import require_range

_ShapeOf: TypeAlias = Callable[[int], tuple[int, int]]
"""Returns the rows and columns of a board of at most this many crossings."""


def square_open_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads open, random levels: one region that breaks up, with many captures."""
    return _random_boards(rng, crossings, _square, ALL_OPEN, random_levels)


def flat_open_falling(rng: Random, crossings: int) -> bytes:
    """2 × 100000, all roads open, levels falling: nothing to capture, long thin regions."""
    return _random_boards(rng, crossings, _flat, ALL_OPEN, falling_levels)


def tall_open_rising(rng: Random, crossings: int) -> bytes:
    """100000 × 2, all roads open, levels rising: every piece of the opponent that is reached can be captured."""
    return _random_boards(rng, crossings, _tall, ALL_OPEN, rising_levels)


def square_straight_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads straight, random levels: 894 runs, each cut by many pieces."""
    return _random_boards(rng, crossings, _square, ALL_STRAIGHT, random_levels)


def flat_straight_rising(rng: Random, crossings: int) -> bytes:
    """2 × 100000, all roads straight, levels rising: runs of up to 100000 crossings."""
    return _random_boards(rng, crossings, _flat, ALL_STRAIGHT, rising_levels)


def tall_straight_equal(rng: Random, crossings: int) -> bytes:
    """100000 × 2, all roads straight, levels equal: runs of up to 100000 crossings, captures at equal levels."""
    return _random_boards(rng, crossings, _tall, ALL_STRAIGHT, constant_levels)


def square_ordinary_equal(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads ordinary, levels equal: only single steps."""
    return _random_boards(rng, crossings, _square, ALL_ORDINARY, constant_levels)


def square_uniform_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, the four road types equally often, random levels: many small regions and runs."""
    return _random_boards(rng, crossings, _square, UNIFORM, random_levels)


def square_mixed_rising(rng: Random, crossings: int) -> bytes:
    """447 × 447, 70 % open roads, levels rising: a large ragged region that straight runs cross."""
    return _random_boards(rng, crossings, _square, MOSTLY_OPEN, rising_levels)


def flat_mixed_equal(rng: Random, crossings: int) -> bytes:
    """2 × 100000, 70 % straight roads, levels equal: runs that leave and enter regions."""
    return _random_boards(rng, crossings, _flat, MOSTLY_STRAIGHT, constant_levels)


def tall_mixed_falling(rng: Random, crossings: int) -> bytes:
    """100000 × 2, 70 % open roads, levels falling: many regions of medium size."""
    return _random_boards(rng, crossings, _tall, MOSTLY_OPEN, falling_levels)


def crowded_open_random(rng: Random, crossings: int) -> bytes:
    """316 × 316, all roads open, random levels, a piece on every crossing: the last pieces can only capture."""
    return _random_boards(rng, crossings, _square, ALL_OPEN, random_levels, full=True)


def weave_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, every second row straight, all other roads open, random levels: long runs inside one large region."""
    rows, columns = _square(crossings)
    straight, open_ = b"2" * (columns - 1), b"3" * (columns - 1)
    east = b"".join([straight if row % 2 == 0 else open_ for row in range(rows)])
    roads = east, b"3" * ((rows - 1) * columns)
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        placements = random_placements(rng, rows * columns, crossings // 2)
        boards.append(data_set(rng, (rows, columns), roads, random_levels(rng, len(placements)), placements))
    return input_text(boards)


def comb_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads open, random levels: pieces in every second column, but the region stays connected.

    Each piece reaches about half the board or more, and the region is next to up to 10^5 pieces that may be captured.
    """
    rows, columns = _square(crossings)
    roads = b"3" * (rows * (columns - 1)), b"3" * ((rows - 1) * columns)
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        placements = [row * columns + column for row in range(1, rows) for column in range(1, columns, 2)]
        rng.shuffle(placements)
        # The columns between are filled from the bottom up, which cuts nothing off.
        rest = [row * columns + column for row in range(rows - 1, 0, -1) for column in range(0, columns, 2)]
        placements = [*placements, *rest][: crossings // 2]
        boards.append(data_set(rng, (rows, columns), roads, random_levels(rng, len(placements)), placements))
    return input_text(boards)


def snake_falling(rng: Random, crossings: int) -> bytes:
    """447 × 447, one open path back and forth through all rows, straight roads between the rows, levels falling.

    Every second crossing of the path gets a piece, from one end to the other. Backwards in time the region grows by two
    crossings per piece, and each new piece reaches the whole rest of the path.
    """
    rows, columns = _square(crossings)
    left, right = b"3" + b"2" * (columns - 1), b"2" * (columns - 1) + b"3"
    south = b"".join([right if row % 2 == 0 else left for row in range(rows - 1)])
    roads = b"3" * (rows * (columns - 1)), south
    path: list[int] = []
    for row in range(rows):
        line = range(row * columns, (row + 1) * columns)
        path.extend(line if row % 2 == 0 else reversed(line))
    placements = [*path[1::2], *path[::2]][: crossings // 2]
    levels = falling_levels(rng, len(placements))
    return input_text([data_set(rng, (rows, columns), roads, levels, placements) for _ in range(MAX_DATA_SETS)])


def _random_boards(
    rng: Random, crossings: int, shape_of: _ShapeOf, weights: Weights, levels: Levels, full: bool = False
) -> bytes:
    """Return five data sets with random roads, colours and placements, half or, if ``full``, all crossings taken."""
    shape = rows, columns = shape_of(crossings)
    pieces = rows * columns if full else crossings // 2
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        roads = roads_of_board(rng, rows, columns, weights)
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, shape, roads, levels(rng, pieces), placements))
    return input_text(boards)


def _square(crossings: int) -> tuple[int, int]:
    require_range("number of crossings", crossings, 4, MAX_CROSSINGS)
    return isqrt(crossings), isqrt(crossings)


def _flat(crossings: int) -> tuple[int, int]:
    require_range("number of crossings", crossings, 4, MAX_CROSSINGS)
    return 2, crossings // 2


def _tall(crossings: int) -> tuple[int, int]:
    rows, columns = _flat(crossings)
    return columns, rows
