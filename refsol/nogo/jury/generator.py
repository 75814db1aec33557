"""Inputs of NoGo: small random ones to compare programs on, common mistakes, and worst cases at the published limits.

Any mixture of stones can be made valid by removing stones. That never takes a liberty away, and each part of a group
that loses a stone gets a liberty where the stone was. So first one stone of every group without a liberty is removed,
then any stones of the colour that has more, until there are as many black stones as white ones.

Every function returns a valid input whose board has ``size`` rows, in O(n²) for size n, and draws from ``rng`` only.
Raises ``ValueError`` for a size outside 1..600.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from mypy_extensions import u8

from refsol.nogo.board import BLACK, EMPTY, MAX_SIZE, WHITE, Board
from refsol.nogo.rules import groups_around, try_stone


def small(rng: Random) -> bytes:
    """Return a random board with 1 to 6 rows: empty, sparse or dense, or with large groups."""
    size = rng.choice((1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6))
    kind = rng.randrange(12)
    if kind == 0:
        return empty(rng, size)
    if size <= 3:  # on such small boards, little would be left of sparse or uneven mixtures
        return _random(rng, size, rng.choice((0.7, 1.0)), 0.0).text()
    if kind <= 4:
        return painted(rng, ("stripes", "snakes", "combs", "dots")[kind - 1], size)
    return _random(rng, size, rng.choice((0.3, 0.6, 0.9, 1.0, 1.0)), rng.choice((0.0, 0.0, 0.3, 0.6))).text()


# Common mistakes


def tiny(rng: Random) -> bytes:
    """Return a board of one or two rows, where nearly every move is suicide."""
    return _random(rng, rng.randint(1, 2), rng.choice((0.0, 1.0)), 0.0).text()


def full(rng: Random, size: int) -> bytes:
    """Fill the board along a path that turns at the edges: black stretches, each followed by a white one as long."""
    board = Board(size)
    length = rng.randint(1, 2 * size)
    done = 0
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            if done == 2 * length:
                length = rng.randint(1, 2 * size)
                done = 0
            _put(board, x, y if x % 2 == 1 else size + 1 - y, BLACK if done < length else WHITE)
            done += 1
    return _valid(rng, board).text()


def dense_by_two(rng: Random, size: int, *, capture: bool) -> bytes:
    """Return a dense board with a point where a black stone would only ``capture``, or else only be suicide.

    It is the last liberty of a group, next to two or more of its stones. With fewer than three rows, it may be missing.
    """
    for _ in range(50):
        board = _random(rng, size, 1.0, 0.4)
        if any(_is_by_two(board, point, capture) for point in board.points(EMPTY)):
            break
    return board.text()


def _is_by_two(board: Board, point: int, capture: bool) -> bool:
    """Return whether a black stone on ``point`` would be only a capture, or only suicide, next to two stones."""
    trial = try_stone(board, point, BLACK)
    if bool(trial.captured) != capture or bool(trial.group.liberties) != capture:
        return False
    x, y = trial.cell
    groups = trial.captured if capture else groups_around(board, point)
    colour = WHITE if capture else BLACK
    return any(
        group.colour == colour and sum(abs(x - u) + abs(y - v) == 1 for u, v in group.stones) > 1 for group in groups
    )


# Worst cases; smaller sizes serve as tests


def empty(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Return an empty board: the longest games."""
    return Board(size).text()


def mixed(rng: Random, size: int = MAX_SIZE, *, density: float = 1.0, likeness: float = 0.0) -> bytes:
    """Put stones of random colours on a fraction ``density`` of the points, or as many as the rules allow.

    With probability ``likeness`` a point is like its neighbour: the higher it is, the larger are the groups.
    """
    return _random(rng, size, density, likeness).text()


def painted(rng: Random, picture: str, size: int = MAX_SIZE) -> bytes:
    """Paint the ``picture`` of this name, and make it valid."""
    board = Board(size)
    for x in range(1, size + 1):
        for y, colour in enumerate(_PICTURES[picture](rng, size, x), 1):
            _put(board, x, y, colour)
    return _valid(rng, board).text()


# Each returns the colours of row x.


def _eyes(rng: Random, size: int, x: int) -> list[int]:
    """Give each colour one half of the board, full except for single points enclosed by its stones."""
    colour = BLACK if 2 * x <= size else WHITE
    return [EMPTY if (x + y) % 2 == 0 and rng.random() < 0.2 else colour for y in range(1, size + 1)]


def _row_ends(rng: Random, size: int, _x: int) -> list[int]:
    """Fill the board at random, with empty points only in the first and last columns, the ends of the rows."""
    both = BLACK, WHITE
    return [EMPTY if y in (1, size) and rng.random() < 0.5 else rng.choice(both) for y in range(1, size + 1)]


def _snakes(_rng: Random, size: int, x: int) -> list[int]:
    """Wind a black snake through the upper half of the board and a white one through the lower half."""
    row = min(x, size + 1 - x)
    colour = EMPTY if row > size // 2 else BLACK if x == row else WHITE
    # Every other row is full; the rows between hold one stone, alternately at the right and the left end.
    joint = size if row % 4 == 2 else 1
    return [colour if row % 2 == 1 or y == joint else EMPTY for y in range(1, size + 1)]


def _stripes(_rng: Random, size: int, x: int) -> list[int]:
    """Fill every fourth row with black stones and every fourth with white ones, with empty rows between."""
    return [(EMPTY, BLACK, EMPTY, WHITE)[x % 4]] * size


def _combs(_rng: Random, size: int, x: int) -> list[int]:
    """Interlock a black and a white comb, with empty columns between them: two groups with very many liberties."""
    teeth = (EMPTY, BLACK if x <= size - 2 else EMPTY, EMPTY, WHITE if x >= 3 else EMPTY)
    backs = {size: WHITE, 1: BLACK}
    return [backs[x]] * size if x in backs else [teeth[y % 4] for y in range(1, size + 1)]


def _dots(_rng: Random, size: int, x: int) -> list[int]:
    """Put single stones of alternating colours on every other point of every other row."""
    colours = (WHITE, EMPTY, BLACK, EMPTY)
    return [colours[(x + y) % 4] if x % 2 == 1 else EMPTY for y in range(1, size + 1)]


def _stripes_and_dots(_rng: Random, size: int, x: int) -> list[int]:
    """Combine long black rows with single white stones: one colour joins large groups, the other small ones."""
    return [BLACK if x % 8 == 1 else WHITE if x % 4 == 3 and y % 2 == 1 else EMPTY for y in range(1, size + 1)]


_PICTURES: Final[dict[str, Callable[[Random, int, int], list[int]]]] = {
    "eyes": _eyes,
    "row-ends": _row_ends,
    "snakes": _snakes,
    "stripes": _stripes,
    "combs": _combs,
    "dots": _dots,
    "stripes-and-dots": _stripes_and_dots,
}


def _random(rng: Random, size: int, density: float, likeness: float) -> Board:
    """Return a board as for :func:`mixed`; the neighbour is the one above or to the left."""
    board = Board(size)
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            if rng.random() < likeness and x + y > 2:
                above = x > 1 and (y == 1 or rng.random() < 0.5)
                colour = int(board.stone[board.point(x - 1, y) if above else board.point(x, y - 1)])
            elif rng.random() < density:
                colour = BLACK if rng.random() < 0.5 else WHITE
            else:
                colour = EMPTY
            _put(board, x, y, colour)
    return _valid(rng, board)


def _put(board: Board, x: int, y: int, colour: int) -> None:
    board.stone[board.point(x, y)] = u8(colour)


def _valid(rng: Random, board: Board) -> Board:
    """Remove stones from the board until the position is valid, and return it. O(n²)."""
    stone = board.stone
    steps = (-board.stride, -1, 1, board.stride)
    seen = bytearray(len(stone))
    for first in range(len(stone)):
        if stone[first] not in (BLACK, WHITE) or seen[first]:
            continue
        colour = stone[first]
        seen[first] = 1
        group = [first]
        alive = False
        for point in group:  # which grows during the loop
            for step in steps:
                neighbour = point + step
                if stone[neighbour] == EMPTY:
                    alive = True
                elif stone[neighbour] == colour and not seen[neighbour]:
                    seen[neighbour] = 1
                    group.append(neighbour)
        if not alive:
            stone[rng.choice(group)] = u8(EMPTY)
    black, white = board.points(BLACK), board.points(WHITE)
    more, less = (black, white) if len(black) > len(white) else (white, black)
    for point in rng.sample(more, len(more) - len(less)):
        stone[point] = u8(EMPTY)
    return board
