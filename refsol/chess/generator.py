"""Inputs of NOIP chess: small random ones to compare programs on, those like the original tests, and worst cases.

Every function returns a valid input and draws from ``rng`` only, so a seed determines the input. Roads are bytes of the
digits 0 to 3 in the order of the input. Placements are the crossings of the pieces in their order, numbered from 0 in
row-major order, as in :class:`.chess.board.Board`. Large inputs have five data sets of about ``crossings`` crossings, 4
to 200000, and up to ``pieces`` pieces, 1 to 100000, or half as many as crossings. Docstrings give the shape of the
largest. All inputs are O(nm + q) to make.
"""

from collections.abc import Callable, Sequence
from math import isqrt
from random import Random
from typing import Final, TypeAlias

from refsol.chess.board import MAX_DATA_SETS, MAX_SIDE
from refsol.chess.writing import data_set_text, input_text, rows_of

_Weights: TypeAlias = tuple[int, int, int, int]
_Levels: TypeAlias = Callable[[Random, int], list[int]]

# How often road types 0 to 3 occur, relative to each other.
_ALL_ORDINARY: Final = (0, 1, 0, 0)
_ALL_STRAIGHT: Final = (0, 0, 1, 0)
_ALL_OPEN: Final = (0, 0, 0, 1)
_MOSTLY_STRAIGHT: Final = (1, 1, 14, 4)
_MOSTLY_OPEN: Final = (1, 1, 4, 14)
_UNIFORM: Final = (1, 1, 1, 1)

_SMALL_SHAPES: Final = (*[(rows, columns) for rows in range(2, 6) for columns in range(2, 6)], (2, 7), (7, 2))
_SMALL_ROADS: Final = (
    (1, 0, 0, 0),
    _ALL_ORDINARY,
    _ALL_STRAIGHT,
    _ALL_OPEN,
    _MOSTLY_STRAIGHT,
    _MOSTLY_STRAIGHT,
    _MOSTLY_OPEN,
    _MOSTLY_OPEN,
    _MOSTLY_OPEN,
    (0, 0, 1, 1),
    (0, 0, 1, 1),
    (0, 1, 0, 2),
    (0, 1, 1, 4),
    _UNIFORM,
)


def small(rng: Random) -> bytes:
    """Return a valid input of 1 to 3 data sets of at most 25 crossings, which the oracle answers quickly."""
    return input_text([_small_board(rng) for _ in range(rng.randint(1, 3))])


def _small_board(rng: Random) -> bytes:
    rows, columns = rng.choice(_SMALL_SHAPES)
    crossings = rows * columns
    pieces = crossings if rng.random() < 0.3 else rng.randint(1, crossings)
    if rng.random() < 0.5:
        east, south = _roads(rng, rows, columns, rng.choice(_SMALL_ROADS))
    else:  # different mixes in rows and columns: runs of one type cross regions of another
        east = _random_roads(rng, rows * (columns - 1), rng.choice(_SMALL_ROADS))
        south = _random_roads(rng, (rows - 1) * columns, rng.choice(_SMALL_ROADS))
    colours = [rng.randint(0, 1)] * pieces if rng.random() < 0.1 else _random_colours(rng, pieces)
    levels = _any_levels(rng, pieces)
    return _data_set((rows, columns), east, south, colours, levels, _random_placements(rng, crossings, pieces))


# Small inputs for one common mistake each.


def equal_levels(rng: Random) -> bytes:
    """Return crowded boards on which all levels are equal, or 1 to 3."""
    return _crowded(rng, _SMALL_ROADS[1:], rng.choice((_equal_levels, _few_levels)))


def one_colour(rng: Random) -> bytes:
    """Return crowded boards with levels rising on which all pieces but about one have the same colour."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rng.randint(2, 4), rng.randint(2, 4)
        east, south = _roads(rng, *shape, rng.choice(_SMALL_ROADS[1:]))
        pieces = shape[0] * shape[1]
        colours = [rng.randint(0, 1)] * pieces
        colours[rng.randrange(pieces)] = rng.randint(0, 1)
        placements = _random_placements(rng, pieces, pieces)
        boards.append(_data_set(shape, east, south, colours, _rising_levels(rng, pieces), placements))
    return input_text(boards)


def surrounded(rng: Random) -> bytes:
    """Return boards of open roads with levels rising on which pieces stand inside the region of the others."""
    return _crowded(rng, (_ALL_OPEN, _ALL_OPEN, _MOSTLY_OPEN), _rising_levels)


def two_kinds_of_road(rng: Random) -> bytes:
    """Return boards with a few pieces where straight and ordinary roads lie inside regions of open ones."""
    boards: list[bytes] = []
    for _ in range(3):
        shape = rng.randint(2, 5), rng.randint(2, 5)
        pieces = rng.randint(1, 3)
        inner, outer = rng.choice(((_ALL_STRAIGHT, _ALL_OPEN), (_ALL_ORDINARY, _ALL_OPEN), (_ALL_OPEN, _ALL_STRAIGHT)))
        east = _random_roads(rng, shape[0] * (shape[1] - 1), inner)
        south = _random_roads(rng, (shape[0] - 1) * shape[1], outer)
        # Some of the inner roads are open, too, so that there are ways around.
        east = bytes([51 if rng.random() < 0.3 else road for road in east])
        placements = _random_placements(rng, shape[0] * shape[1], pieces)
        boards.append(_coloured(rng, shape, east, south, _equal_levels(rng, pieces), placements))
    return input_text(boards)


def straight_only(rng: Random) -> bytes:
    """Return boards with all roads straight and few pieces."""
    return _sparse(rng, (_ALL_STRAIGHT,))


def straight_and_open(rng: Random) -> bytes:
    """Return long boards with straight and open roads in the same lines, and few pieces."""
    return _sparse(rng, ((0, 0, 1, 1), (0, 0, 3, 1)))


def ordinary_only(rng: Random) -> bytes:
    """Return boards with all roads ordinary, or nearly all, and few pieces."""
    return _sparse(rng, (_ALL_ORDINARY, (0, 8, 1, 1)))


def behind_pieces(rng: Random) -> bytes:
    """Return boards of straight or open roads with a line of pieces across, and other pieces that may capture these."""
    boards: list[bytes] = []
    for _ in range(3):
        rows, columns = rng.randint(2, 4), rng.randint(3, 5)
        wall = rng.randrange(columns)
        placements = [row * columns + wall for row in range(rows)]
        others = [v for v in range(rows * columns) if v % columns != wall]
        placements += rng.sample(others, rng.randint(1, 3))
        east, south = _roads(rng, rows, columns, rng.choice((_ALL_STRAIGHT, _ALL_OPEN, _ALL_OPEN)))
        boards.append(_coloured(rng, (rows, columns), east, south, _rising_levels(rng, len(placements)), placements))
    return input_text(boards)


def shrinking_boards(rng: Random) -> bytes:
    """Return five boards of which each is smaller than the one before and has fewer pieces."""
    boards: list[bytes] = []
    for side in range(MAX_DATA_SETS + 1, 1, -1):
        rows, columns = rng.choice(((side, 2), (2, side), (side, side)))
        pieces = rng.randint(1, side)
        east, south = _roads(rng, rows, columns, rng.choice((_ALL_STRAIGHT, _ALL_OPEN, _UNIFORM)))
        placements = _random_placements(rng, rows * columns, pieces)
        boards.append(_coloured(rng, (rows, columns), east, south, _random_levels(rng, pieces), placements))
    return input_text(boards)


def open_field(rng: Random) -> bytes:
    """Return a board of 7 × 7 crossings with all roads open and few pieces: there are many millions of paths."""
    shape = (7, 7)
    east, south = _roads(rng, *shape, _ALL_OPEN)
    pieces = rng.randint(1, 4)
    return input_text(
        [_coloured(rng, shape, east, south, _random_levels(rng, pieces), _random_placements(rng, 49, pieces))]
    )


def _crowded(rng: Random, kinds: Sequence[_Weights], levels: _Levels) -> bytes:
    """Return three boards of up to 16 crossings with pieces on two thirds of the crossings or more."""
    boards: list[bytes] = []
    for _ in range(3):
        rows, columns = rng.randint(2, 4), rng.randint(2, 4)
        east, south = _roads(rng, rows, columns, rng.choice(kinds))
        pieces = rng.randint(2 * rows * columns // 3, rows * columns)
        placements = _random_placements(rng, rows * columns, pieces)
        boards.append(_coloured(rng, (rows, columns), east, south, levels(rng, pieces), placements))
    return input_text(boards)


def _sparse(rng: Random, kinds: Sequence[_Weights]) -> bytes:
    """Return three boards, some long, with up to four pieces of random levels."""
    boards: list[bytes] = []
    for _ in range(3):
        rows, columns = rng.choice(((2, rng.randint(3, 8)), (rng.randint(3, 8), 2), (3, 4), (4, 4)))
        east, south = _roads(rng, rows, columns, rng.choice(kinds))
        pieces = rng.randint(1, 4)
        placements = _random_placements(rng, rows * columns, pieces)
        boards.append(_coloured(rng, (rows, columns), east, south, _random_levels(rng, pieces), placements))
    return input_text(boards)


# Inputs within the limits of the original tests, of all shapes


def all_kinds(rng: Random, crossings: int, pieces: int) -> bytes:
    """Return boards with all types of road."""
    return _mixture(rng, crossings, pieces, _SMALL_ROADS[1:], _any_levels)


def short_sides(rng: Random, crossings: int, pieces: int) -> bytes:
    """Return boards with all types of road, with up to 1000 rows and columns."""
    return _mixture(rng, crossings, pieces, _SMALL_ROADS[1:], _any_levels, 1000)


def only_ordinary(rng: Random, crossings: int) -> bytes:
    """Return boards without straight and open roads, half full in the end."""
    return _mixture(rng, crossings, crossings // 2, (_ALL_ORDINARY, (1, 1, 0, 0), (1, 4, 0, 0)), _any_levels)


def without_open(rng: Random, crossings: int) -> bytes:
    """Return boards without open roads, half full in the end."""
    kinds = (_ALL_STRAIGHT, (1, 1, 14, 0), (0, 1, 1, 0), (1, 1, 1, 0))
    return _mixture(rng, crossings, crossings // 2, kinds, _any_levels)


def without_straight(rng: Random, crossings: int) -> bytes:
    """Return boards without straight roads, half full in the end."""
    kinds = (_ALL_OPEN, (1, 1, 0, 14), (0, 1, 0, 4), (1, 1, 0, 4))
    return _mixture(rng, crossings, crossings // 2, kinds, _any_levels)


def rising(rng: Random, crossings: int) -> bytes:
    """Return boards on which each piece has a higher level than the one before, half full in the end."""
    return _mixture(rng, crossings, crossings // 2, _SMALL_ROADS[1:], _rising_levels)


def falling(rng: Random, crossings: int) -> bytes:
    """Return boards on which each piece has a lower level than the one before, half full in the end."""
    return _mixture(rng, crossings, crossings // 2, _SMALL_ROADS[1:], _falling_levels)


def _mixture(
    rng: Random, crossings: int, pieces: int, kinds: Sequence[_Weights], levels: _Levels, longest: int = MAX_SIDE
) -> bytes:
    """Return five boards of different shapes; the mix of roads is one for rows and one for columns."""
    boards: list[bytes] = []
    least = max(2, -(-crossings // longest))
    square = isqrt(crossings)
    for short in (least, square, square, rng.randint(least, square), rng.randint(least, square)):
        long = crossings // short
        rows, columns = rng.choice(((short, long), (long, short)))
        east = _random_roads(rng, rows * (columns - 1), rng.choice(kinds))
        south = _random_roads(rng, (rows - 1) * columns, rng.choice(kinds))
        placements = _random_placements(rng, rows * columns, min(pieces, rows * columns))
        boards.append(_coloured(rng, (rows, columns), east, south, levels(rng, len(placements)), placements))
    rng.shuffle(boards)
    return input_text(boards)


# Worst cases: the number of crossings is rounded down to what the shape allows; there are half as many pieces


def square_open_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads open, random levels: one region that falls apart, with many captures."""
    return _random_family(rng, _square(crossings), crossings // 2, _ALL_OPEN, _random_levels)


def flat_open_falling(rng: Random, crossings: int) -> bytes:
    """2 × 100000, all roads open, levels falling: nothing to capture, long thin regions."""
    return _random_family(rng, _flat(crossings), crossings // 2, _ALL_OPEN, _falling_levels)


def tall_open_rising(rng: Random, crossings: int) -> bytes:
    """100000 × 2, all roads open, levels rising: every opponent's piece reached can be captured."""
    return _random_family(rng, _tall(crossings), crossings // 2, _ALL_OPEN, _rising_levels)


def square_straight_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads straight, random levels: 894 runs, each cut by many pieces."""
    return _random_family(rng, _square(crossings), crossings // 2, _ALL_STRAIGHT, _random_levels)


def flat_straight_rising(rng: Random, crossings: int) -> bytes:
    """2 × 100000, all roads straight, levels rising: runs of up to 100000 crossings."""
    return _random_family(rng, _flat(crossings), crossings // 2, _ALL_STRAIGHT, _rising_levels)


def tall_straight_equal(rng: Random, crossings: int) -> bytes:
    """100000 × 2, all roads straight, levels equal: runs of up to 100000 crossings, captures at equal levels."""
    return _random_family(rng, _tall(crossings), crossings // 2, _ALL_STRAIGHT, _equal_levels)


def square_ordinary_equal(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads ordinary, levels equal: only single steps."""
    return _random_family(rng, _square(crossings), crossings // 2, _ALL_ORDINARY, _equal_levels)


def square_uniform_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, the four road types equally often, random levels: many small regions and runs."""
    return _random_family(rng, _square(crossings), crossings // 2, _UNIFORM, _random_levels)


def square_mixed_rising(rng: Random, crossings: int) -> bytes:
    """447 × 447, 70 % open roads, levels rising: a large ragged region that straight runs cross."""
    return _random_family(rng, _square(crossings), crossings // 2, _MOSTLY_OPEN, _rising_levels)


def flat_mixed_equal(rng: Random, crossings: int) -> bytes:
    """2 × 100000, 70 % straight roads, levels equal: runs that leave and enter regions."""
    return _random_family(rng, _flat(crossings), crossings // 2, _MOSTLY_STRAIGHT, _equal_levels)


def tall_mixed_falling(rng: Random, crossings: int) -> bytes:
    """100000 × 2, 70 % open roads, levels falling: many regions of medium size."""
    return _random_family(rng, _tall(crossings), crossings // 2, _MOSTLY_OPEN, _falling_levels)


def crowded_open_random(rng: Random, crossings: int) -> bytes:
    """316 × 316, all roads open, random levels, a piece on every crossing: the last moves are captures only."""
    rows, columns = _square(crossings)
    return _random_family(rng, (rows, columns), rows * columns, _ALL_OPEN, _random_levels)


def weave_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, every second row straight, all else open, random levels: long runs inside one large region."""
    rows, columns = _square(crossings)
    straight, open_ = b"2" * (columns - 1), b"3" * (columns - 1)
    east = b"".join([straight if row % 2 == 0 else open_ for row in range(rows)])
    south = b"3" * ((rows - 1) * columns)
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        placements = _random_placements(rng, rows * columns, crossings // 2)
        boards.append(_coloured(rng, (rows, columns), east, south, _random_levels(rng, len(placements)), placements))
    return input_text(boards)


def comb_random(rng: Random, crossings: int) -> bytes:
    """447 × 447, all roads open, random levels: pieces on every second column, but the region stays in one piece.

    So each placement reaches half the board, and up to 10^5 pieces to capture touch the region.
    """
    rows, columns = _square(crossings)
    east, south = b"3" * (rows * (columns - 1)), b"3" * ((rows - 1) * columns)
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        placements = [row * columns + column for row in range(1, rows) for column in range(1, columns, 2)]
        rng.shuffle(placements)
        # The columns between are filled from below, which cuts nothing off.
        rest = [row * columns + column for row in range(rows - 1, 0, -1) for column in range(0, columns, 2)]
        placements = [*placements, *rest][: crossings // 2]
        boards.append(_coloured(rng, (rows, columns), east, south, _random_levels(rng, len(placements)), placements))
    return input_text(boards)


def snake_falling(rng: Random, crossings: int) -> bytes:
    """447 × 447, one open path back and forth through all rows, straight roads across it, levels falling.

    Every second crossing of the path gets a piece, from one end to the other: backwards in time the region grows
    by two crossings at a time, and each placement before reaches all that is left of it.
    """
    rows, columns = _square(crossings)
    east = b"3" * (rows * (columns - 1))
    left, right = b"3" + b"2" * (columns - 1), b"2" * (columns - 1) + b"3"
    south = b"".join([right if row % 2 == 0 else left for row in range(rows - 1)])
    path: list[int] = []
    for row in range(rows):
        line = range(row * columns, (row + 1) * columns)
        path.extend(line if row % 2 == 0 else reversed(line))
    placements = [*path[1::2], *path[::2]][: crossings // 2]
    levels = _falling_levels(rng, len(placements))
    return input_text([_coloured(rng, (rows, columns), east, south, levels, placements) for _ in range(MAX_DATA_SETS)])


def _random_family(
    rng: Random,
    shape: tuple[int, int],
    pieces: int,
    weights: _Weights,
    levels: _Levels,
) -> bytes:
    """Return five data sets with random roads, colours and placements."""
    rows, columns = shape
    boards: list[bytes] = []
    for _ in range(MAX_DATA_SETS):
        east, south = _roads(rng, rows, columns, weights)
        placements = _random_placements(rng, rows * columns, pieces)
        boards.append(_coloured(rng, shape, east, south, levels(rng, pieces), placements))
    return input_text(boards)


def _square(crossings: int) -> tuple[int, int]:
    return isqrt(crossings), isqrt(crossings)


def _flat(crossings: int) -> tuple[int, int]:
    return 2, crossings // 2


def _tall(crossings: int) -> tuple[int, int]:
    return crossings // 2, 2


def _roads(rng: Random, rows: int, columns: int, weights: _Weights) -> tuple[bytes, bytes]:
    """Return random roads to the east and to the south."""
    return _random_roads(rng, rows * (columns - 1), weights), _random_roads(rng, (rows - 1) * columns, weights)


def _random_roads(rng: Random, count: int, weights: _Weights) -> bytes:
    return bytes(rng.choices(b"0123", weights, k=count))


def _random_placements(rng: Random, crossings: int, pieces: int) -> list[int]:
    return rng.sample(range(crossings), pieces)


def _random_colours(rng: Random, pieces: int) -> list[int]:
    return rng.choices((0, 1), k=pieces)


def _random_levels(rng: Random, pieces: int) -> list[int]:
    return rng.choices(range(1, pieces + 1), k=pieces)


def _rising_levels(_: Random, pieces: int) -> list[int]:
    return list(range(1, pieces + 1))


def _falling_levels(_: Random, pieces: int) -> list[int]:
    return list(range(pieces, 0, -1))


def _equal_levels(rng: Random, pieces: int) -> list[int]:
    return [rng.randint(1, pieces)] * pieces


def _few_levels(rng: Random, pieces: int) -> list[int]:
    return rng.choices(range(1, min(pieces, 3) + 1), k=pieces)


def _any_levels(rng: Random, pieces: int) -> list[int]:
    kind = rng.randrange(5)
    if kind == 0:
        return _rising_levels(rng, pieces)
    if kind == 1:
        return _falling_levels(rng, pieces)
    if kind == 2:
        return _equal_levels(rng, pieces)
    if kind == 3:
        return _few_levels(rng, pieces)
    return _random_levels(rng, pieces)


def _coloured(
    rng: Random, shape: tuple[int, int], east: bytes, south: bytes, levels: list[int], placements: list[int]
) -> bytes:
    """Return the text of a data set with these roads and pieces of random colours at ``placements``."""
    return _data_set(shape, east, south, _random_colours(rng, len(placements)), levels, placements)


def _data_set(
    shape: tuple[int, int], east: bytes, south: bytes, colours: list[int], levels: list[int], placements: list[int]
) -> bytes:
    """Return the text of a data set; piece t has ``colours[t]``, ``levels[t]`` and goes to ``placements[t]``."""
    columns = shape[1]
    pieces = [
        (colour, level, v // columns + 1, v % columns + 1)
        for colour, level, v in zip(colours, levels, placements, strict=True)
    ]
    return data_set_text(rows_of(east, columns - 1), rows_of(south, columns), pieces)
