"""Inputs of NoGo: random small ones to compare programs on, and worst cases at the published limits.

Any mixture of stones is made valid by taking stones off: that never takes a liberty away, and all parts of a group
that loses a stone have one where it stood. So one stone off every group without a liberty, then surplus stones of
one colour off anywhere, and the position keeps the promises of the statement.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from mypy_extensions import u8

from refsol.nogo.board import BLACK, EMPTY, MAX_SIZE, WHITE, Board


def small(rng: Random) -> bytes:
    """Return a random valid input with n from 1 to 6: empty boards, sparse ones, dense ones, large groups. O(n²)."""
    size = rng.choice((1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6))
    kind = rng.randrange(12)
    if kind == 0:
        return empty(rng, size)
    if size <= 3:  # little is left of sparse or lopsided mixtures that small
        return _random(rng, size, rng.choice((0.7, 1.0)), 0.0)
    if kind == 1:
        return stripes(rng, size)
    if kind == 2:
        return snakes(rng, size)
    if kind == 3:
        return combs(rng, size)
    if kind == 4:
        return dots(rng, size)
    return _random(rng, size, rng.choice((0.3, 0.6, 0.9, 1.0, 1.0)), rng.choice((0.0, 0.0, 0.3, 0.6)))


# Worst cases: with other sizes they serve as tests, for every n from 1. O(n²) each.


def empty(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Leave the board empty: the longest games."""
    return Board(size).text()


def dense(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Fill the board with stones of random colours as far as possible: the game is nearly over."""
    return _random(rng, size, 1.0, 0.0)


def large_groups(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Fill the board with large random groups that have few liberties."""
    return _random(rng, size, 1.0, 0.9)


def half_full(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Put random stones on half of the crossings: many small groups, which the game will join."""
    return _random(rng, size, 0.5, 0.0)


def snakes(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Wind a black snake through the upper half of the board and a white one through the lower half."""
    board = Board(size)
    half = size // 2
    for x in range(1, half + 1):
        for y in range(1, size + 1):
            # Every other row is full; the rows between hold one stone, at their right and left ends in turn.
            joint = size if x % 4 == 2 else 1
            if x % 2 == 1 or y == joint:
                _put(board, x, y, BLACK)
                _put(board, size + 1 - x, y, WHITE)
    return _valid(rng, board)


def stripes(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Fill every fourth row with black stones and every fourth with white ones, empty rows between."""
    board = Board(size)
    for x in range(1, size + 1, 2):
        for y in range(1, size + 1):
            _put(board, x, y, BLACK if x % 4 == 1 else WHITE)
    return _valid(rng, board)


def combs(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Push a black comb and a white one into each other, empty columns between: two groups full of liberties."""
    board = Board(size)
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            if x == 1 or (y % 4 == 1 and x <= size - 2):
                _put(board, x, y, BLACK)
            elif x == size or (y % 4 == 3 and x >= 3):
                _put(board, x, y, WHITE)
    return _valid(rng, board)


def dots(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Spread single stones on every other crossing of every other row, colours in turn."""
    board = Board(size)
    for x in range(1, size + 1, 2):
        for y in range(1, size + 1, 2):
            _put(board, x, y, BLACK if (x + y) % 4 == 2 else WHITE)
    return _valid(rng, board)


def stripes_and_dots(rng: Random, size: int = MAX_SIZE) -> bytes:
    """Set long black rows against as many single white stones: one colour joins large groups, the other small ones."""
    board = Board(size)
    for x in range(1, size + 1, 2):
        for y in range(1, size + 1):
            if x % 8 == 1:
                _put(board, x, y, BLACK)
            elif x % 4 == 3 and y % 2 == 1:
                _put(board, x, y, WHITE)
    return _valid(rng, board)


FAMILIES: Final[dict[str, Callable[[Random], bytes]]] = {
    "empty": empty,
    "dense": dense,
    "large-groups": large_groups,
    "half-full": half_full,
    "snakes": snakes,
    "stripes": stripes,
    "combs": combs,
    "dots": dots,
    "stripes-and-dots": stripes_and_dots,
}
"""Worst cases at the published limits by name; equal seeds of the generator give equal inputs."""


def _random(rng: Random, size: int, density: float, likeness: float) -> bytes:
    """Return an input with about ``density`` of the crossings taken, before stones go for validity's sake.

    A crossing takes after one above or to its left with probability ``likeness``: the higher, the larger the groups.
    """
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
    """Set crossing (x, y) to ``colour``, which may be ``EMPTY``. O(1)."""
    board.stone[board.point(x, y)] = u8(colour)


def _valid(rng: Random, board: Board) -> bytes:
    """Take stones off until the position is valid, and return it as an input file. O(n²)."""
    _give_liberties(rng, board)
    _balance(rng, board)
    return board.text()


def _give_liberties(rng: Random, board: Board) -> None:
    """Take a random stone off every group that has no liberty. O(n²)."""
    stone = board.stone
    steps = (-board.stride, -1, 1, board.stride)
    seen = bytearray(len(stone))
    for first in _crossings(board):
        if stone[first] == EMPTY or seen[first]:
            continue
        colour = stone[first]
        seen[first] = 1
        group = [first]
        alive = False
        for point in group:  # grows meanwhile
            for step in steps:
                neighbour = point + step
                if stone[neighbour] == EMPTY:
                    alive = True
                elif stone[neighbour] == colour and not seen[neighbour]:
                    seen[neighbour] = 1
                    group.append(neighbour)
        if not alive:
            stone[rng.choice(group)] = u8(EMPTY)


def _balance(rng: Random, board: Board) -> None:
    """Take random stones off until black and white have equally many. O(n²)."""
    black = [point for point in _crossings(board) if board.stone[point] == BLACK]
    white = [point for point in _crossings(board) if board.stone[point] == WHITE]
    more, less = (black, white) if len(black) > len(white) else (white, black)
    for point in rng.sample(more, len(more) - len(less)):
        board.stone[point] = u8(EMPTY)


def _crossings(board: Board) -> list[int]:
    """Return all points of the board but the frame, row by row. O(n²)."""
    return [x * board.stride + y for x in range(1, board.size + 1) for y in range(1, board.size + 1)]
