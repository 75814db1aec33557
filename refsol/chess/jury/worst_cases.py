"""The worst cases of NOIP chess: five large data sets each.

Every function returns a valid input and draws from ``rng`` only, so a seed determines the input. A data set has
``crossings`` crossings, 4 to 200000, rounded down to what its shape allows, and usually half as many pieces. Docstrings
give the shape of the largest. All inputs are O(nm + q) to make. Raises ``ValueError`` for other numbers of crossings.
"""

from math import isqrt
from random import Random

from refsol.chess.board import MAX_CROSSINGS, MAX_DATA_SETS, input_text
from refsol.chess.jury.random_boards import (
    Levels,
    Weights,
    data_set,
    falling_levels,
    random_levels,
    random_placements,
    roads_of_board,
)
from refsol.errors import require_range


def weave_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, every second row straight, all other roads open, random levels: long runs inside one large region."""
    rows, columns = _sides(crossings)
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
    rows, columns = _sides(crossings)
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
    rows, columns = _sides(crossings)
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


def random_data_sets(rng: Random, crossings: int, shape: str, roads: Weights, levels: Levels) -> bytes:
    """Random ``roads`` and placements, and these ``levels``, on boards of a ``shape``.

    It is "square" (447 × 447), "crowded", which is a square board with a piece on every crossing, "flat" (2 × 100000)
    or "tall" (100000 × 2).
    """
    rows, columns = _sides(crossings, shape)
    pieces = rows * columns if shape == "crowded" else crossings // 2
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        east_and_south = roads_of_board(rng, rows, columns, roads)
        placements = random_placements(rng, rows * columns, pieces)
        boards.append(data_set(rng, (rows, columns), east_and_south, levels(rng, pieces), placements))
    return input_text(boards)


def _sides(crossings: int, shape: str = "square") -> tuple[int, int]:
    """Return the rows and columns of the largest board of a shape."""
    require_range("number of crossings", crossings, 4, MAX_CROSSINGS)
    short, long = 2, crossings // 2
    if shape == "flat":
        return short, long
    return (long, short) if shape == "tall" else (isqrt(crossings), isqrt(crossings))
