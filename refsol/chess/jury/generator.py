"""Inputs of NOIP chess: small random ones to compare programs on, and inputs like the original tests.

Every function draws from ``rng`` only, so a seed determines the result, and trusts its caller, the family, which has
checked the sizes. Those that return an input return a valid one. Large inputs have five data sets of about
``crossings`` crossings and up to ``pieces`` pieces, or half as many pieces as crossings. All are O(nm + q) to make.

Roads are bytes of the digits 0 to 3 in the order of the input. Placements are crossings in the order of the pieces,
numbered from 0 in row-major order, as in :class:`.chess.board.Board`.
"""

from collections.abc import Callable, Sequence
from math import isqrt
from random import Random
from typing import Final, TypeAlias

from refsol.chess.board import MAX_DATA_SETS, MAX_SIDE, data_set_text, input_text, rows_of

Weights: TypeAlias = tuple[int, int, int, int]  # how often road types 0 to 3 occur, relative to each other
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
_SMALL_SHAPES: Final = (*[(rows, columns) for rows in range(2, 6) for columns in range(2, 6)], (2, 7), (7, 2))
ALL_KINDS: Final[tuple[Weights, ...]] = (
    ROADS["ordinary"],
    ROADS["straight"],
    ROADS["open"],
    *[ROADS["mostly-straight"]] * 2,
    *[ROADS["mostly-open"]] * 3,
    *[(0, 0, 1, 1)] * 2,
    (0, 1, 0, 2),
    (0, 1, 1, 4),
    ROADS["uniform"],
)
"""Weights of roads, from those with one type to those with all."""
_SMALL_ROADS: Final = ((1, 0, 0, 0), *ALL_KINDS)


def roads_of_board(rng: Random, rows: int, columns: int, weights: Weights) -> tuple[bytes, bytes]:
    return _roads(rng, rows * (columns - 1), weights), _roads(rng, (rows - 1) * columns, weights)


def _roads(rng: Random, count: int, weights: Weights) -> bytes:
    return bytes(rng.choices(b"0123", weights, k=count))


def any_levels(rng: Random, pieces: int) -> list[int]:
    """Return the levels of ``pieces`` pieces as one of :data:`LEVELS` does, chosen at random."""
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
    if colours is None:
        colours = rng.choices((0, 1), k=len(placements))
    pieces = [
        (colour, level, v // columns + 1, v % columns + 1)
        for colour, level, v in zip(colours, levels, placements, strict=True)
    ]
    east, south = roads
    return data_set_text(rows_of(east, columns - 1), rows_of(south, columns), pieces)


def _random_set(rng: Random, shape: tuple[int, int], roads: tuple[bytes, bytes], levels: Levels, pieces: int) -> bytes:
    placements = rng.sample(range(shape[0] * shape[1]), pieces)
    return data_set(rng, shape, roads, levels(rng, pieces), placements)


def small(rng: Random) -> bytes:
    return input_text([_small_board(rng) for _ in range(rng.randint(1, 3))])


def _small_board(rng: Random) -> bytes:
    shape = rows, columns = rng.choice(_SMALL_SHAPES)
    crossings = rows * columns
    pieces = crossings if rng.random() < 0.3 else rng.randint(1, crossings)
    if rng.random() < 0.5:
        roads = roads_of_board(rng, rows, columns, rng.choice(_SMALL_ROADS))
    else:  # runs of one type cross regions of another
        roads = _different_roads(rng, rows, columns, _SMALL_ROADS)
    colours = [rng.randint(0, 1)] * pieces if rng.random() < 0.1 else rng.choices((0, 1), k=pieces)
    levels = any_levels(rng, pieces)
    return data_set(rng, shape, roads, levels, rng.sample(range(crossings), pieces), colours)


def _different_roads(rng: Random, rows: int, columns: int, kinds: Sequence[Weights]) -> tuple[bytes, bytes]:
    """Return random roads, of one of these ``kinds`` in rows and of one in columns."""
    east = _roads(rng, rows * (columns - 1), rng.choice(kinds))
    return east, _roads(rng, (rows - 1) * columns, rng.choice(kinds))


# Small data sets, each for one common mistake; an input has several of them


def one_colour(rng: Random) -> bytes:
    """Return a full board with rising levels on which all pieces, or all but one, have the same colour."""
    shape = rng.randint(2, 4), rng.randint(2, 4)
    roads = roads_of_board(rng, *shape, rng.choice(ALL_KINDS))
    pieces = shape[0] * shape[1]
    colours = [rng.randint(0, 1)] * pieces
    colours[rng.randrange(pieces)] = rng.randint(0, 1)
    return data_set(rng, shape, roads, LEVELS["rising"](rng, pieces), rng.sample(range(pieces), pieces), colours)


def surrounded(rng: Random) -> bytes:
    """Return a crowded board with rising levels and mostly open roads: many pieces touch a region on several sides."""
    return crowded(rng, (ROADS["open"], ROADS["open"], ROADS["mostly-open"]), LEVELS["rising"])


def two_kinds_of_road(rng: Random) -> bytes:
    rows, columns = rng.randint(2, 5), rng.randint(2, 5)
    pieces = rng.randint(1, 3)
    inner, outer = rng.choice(
        ((ROADS["straight"], ROADS["open"]), (ROADS["ordinary"], ROADS["open"]), (ROADS["open"], ROADS["straight"]))
    )
    east = _roads(rng, rows * (columns - 1), inner)
    south = _roads(rng, (rows - 1) * columns, outer)
    # Some roads to the east become open, so that regions reach round the others.
    east = bytes([51 if rng.random() < 0.3 else road for road in east])
    return _random_set(rng, (rows, columns), (east, south), LEVELS["equal"], pieces)


def behind_pieces(rng: Random) -> bytes:
    """Return a board of straight or open roads with a column full of pieces, and others that may capture these."""
    shape = rows, columns = rng.randint(2, 4), rng.randint(3, 5)
    wall = rng.randrange(columns)
    placements = [row * columns + wall for row in range(rows)]
    others = [v for v in range(rows * columns) if v % columns != wall]
    placements += rng.sample(others, rng.randint(1, 3))
    roads = roads_of_board(rng, rows, columns, rng.choice((ROADS["straight"], ROADS["open"], ROADS["open"])))
    return data_set(rng, shape, roads, LEVELS["rising"](rng, len(placements)), placements)


def crowded(rng: Random, kinds: Sequence[Weights], levels: Levels) -> bytes:
    """Return a board of up to 16 crossings, with one of the ``kinds`` of roads and pieces on two thirds or more."""
    shape = rows, columns = rng.randint(2, 4), rng.randint(2, 4)
    roads = roads_of_board(rng, rows, columns, rng.choice(kinds))
    return _random_set(rng, shape, roads, levels, rng.randint(2 * rows * columns // 3, rows * columns))


def sparse(rng: Random, kinds: Sequence[Weights]) -> bytes:
    """Return a board, often a long one, with one of the ``kinds`` of roads and up to four pieces."""
    shape = rng.choice(((2, rng.randint(3, 8)), (rng.randint(3, 8), 2), (3, 4), (4, 4)))
    roads = roads_of_board(rng, *shape, rng.choice(kinds))
    return _random_set(rng, shape, roads, LEVELS["random"], rng.randint(1, 4))


# Whole inputs for common mistakes


def equal_levels(rng: Random) -> bytes:
    """Return three crowded boards on which all levels are equal, or from 1 to 3."""
    levels = rng.choice((LEVELS["equal"], LEVELS["few"]))
    return input_text([crowded(rng, ALL_KINDS, levels) for _ in range(3)])


def open_field(rng: Random) -> bytes:
    roads = roads_of_board(rng, 7, 7, ROADS["open"])
    pieces = rng.randint(1, 4)
    levels = LEVELS["random"](rng, pieces)
    return input_text([data_set(rng, (7, 7), roads, levels, rng.sample(range(49), pieces))])


def shrinking_boards(rng: Random) -> bytes:
    """Return five boards whose longer sides are 6, 5, 4, 3 and 2, with no more pieces than the longer side."""
    boards: list[bytes] = []
    for side in range(MAX_DATA_SETS + 1, 1, -1):
        shape = rng.choice(((side, 2), (2, side), (side, side)))
        pieces = rng.randint(1, side)
        roads = roads_of_board(rng, *shape, rng.choice((ROADS["straight"], ROADS["open"], ROADS["uniform"])))
        boards.append(_random_set(rng, shape, roads, LEVELS["random"], pieces))
    return input_text(boards)


# Inputs of all shapes, within the limits of the original tests


def mixture(
    rng: Random,
    crossings: int,
    kinds: Sequence[Weights] = ALL_KINDS,
    levels: Levels = any_levels,
    pieces: int | None = None,
    longest: int = MAX_SIDE,
) -> bytes:
    """Return five boards of different shapes, each with one of the ``kinds`` of roads in rows and one in columns.

    They have up to ``longest`` rows and columns, and up to ``pieces`` pieces, or are half full in the end.
    """
    pieces = crossings // 2 if pieces is None else pieces
    boards: list[bytes] = []
    least = max(2, -(-crossings // longest))
    square = isqrt(crossings)
    for short in (least, square, square, rng.randint(least, square), rng.randint(least, square)):
        long = crossings // short
        shape = rows, columns = rng.choice(((short, long), (long, short)))
        roads = _different_roads(rng, rows, columns, kinds)
        boards.append(_random_set(rng, shape, roads, levels, min(pieces, rows * columns)))
    rng.shuffle(boards)
    return input_text(boards)


# The worst cases: five large data sets each, with as many crossings as their shape allows, usually half of them with a
# piece. Docstrings give the shape of the largest.


def weave_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, every second row straight, all other roads open, random levels: long runs inside one large region."""
    rows, columns = _sides(crossings)
    straight, open_ = b"2" * (columns - 1), b"3" * (columns - 1)
    east = b"".join([straight if row % 2 == 0 else open_ for row in range(rows)])
    roads = east, b"3" * ((rows - 1) * columns)
    sets = [_random_set(rng, (rows, columns), roads, LEVELS["random"], crossings // 2) for _ in range(MAX_DATA_SETS)]
    return input_text(sets)


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
        boards.append(data_set(rng, (rows, columns), roads, LEVELS["random"](rng, len(placements)), placements))
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
    levels = LEVELS["falling"](rng, len(placements))
    return input_text([data_set(rng, (rows, columns), roads, levels, placements) for _ in range(MAX_DATA_SETS)])


def random_data_sets(rng: Random, crossings: int, shape: str, roads: Weights, levels: Levels) -> bytes:
    """Random ``roads`` and placements, and these ``levels``, on boards of a ``shape``.

    It is "square" (447 × 447), "crowded" (square, a piece on every crossing), "flat" (2 × 100000) or "tall".
    """
    rows, columns = _sides(crossings, shape)
    pieces = rows * columns if shape == "crowded" else crossings // 2
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        boards.append(_random_set(rng, (rows, columns), roads_of_board(rng, rows, columns, roads), levels, pieces))
    return input_text(boards)


def _sides(crossings: int, shape: str = "square") -> tuple[int, int]:
    if shape == "flat":
        return 2, crossings // 2
    return (crossings // 2, 2) if shape == "tall" else (isqrt(crossings), isqrt(crossings))
