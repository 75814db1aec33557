"""Inputs of NoGo: random small ones to compare programs on, usual mistakes, and worst cases at the published limits.

Any mixture of stones is made valid by taking stones off: that never takes a liberty away, and all parts of a group
that loses a stone have one where it stood. So one stone off every group without a liberty, then surplus stones of
one colour off anywhere, and the position keeps the promises of the statement.

Every function returns a valid input whose board has ``size`` rows, in O(n²) for size n, and draws from ``rng`` only.
Raises ``ValueError`` for a size not in 1..600.
"""

from random import Random
from typing import Final

from mypy_extensions import u8

from refsol.nogo.board import BLACK, EMPTY, MAX_SIZE, WHITE, Board, scan_board
from refsol.nogo.rules import groups_around, try_stone
from refsol.text.scanner import Scanner

_TRIES: Final = 50  # for a board with what it should have


def small(rng: Random) -> bytes:
    """Return a random board with 1 to 6 rows: empty, sparse or dense, or with large groups."""
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


# Usual mistakes


def tiny(rng: Random) -> bytes:
    """Return a board of one or two rows: a single crossing is no move, and neither is one in a corner that it fills."""
    return _random(rng, rng.randint(1, 2), rng.choice((0.0, 1.0)), 0.0)


def full(rng: Random, size: int) -> bytes:
    """Fill the board along a path that turns at the edges, in runs, a black and a white one as long in turn."""
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
    return _valid(rng, board)


def eyes(rng: Random, size: int) -> bytes:
    """Give each colour a half of the board, full but for single crossings that its stones enclose."""
    board = Board(size)
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            colour = BLACK if 2 * x <= size else WHITE
            is_eye = (x + y) % 2 == 0 and rng.random() < 0.2
            _put(board, x, y, EMPTY if is_eye else colour)
    return _valid(rng, board)


def row_ends(rng: Random, size: int) -> bytes:
    """Fill the board at random but for crossings in the first and last columns, where rows seem to go on."""
    board = Board(size)
    for x in range(1, size + 1):
        for y in range(1, size + 1):
            is_free = y in (1, size) and rng.random() < 0.5
            _put(board, x, y, EMPTY if is_free else rng.choice((BLACK, WHITE)))
    return _valid(rng, board)


def last_liberties(rng: Random, size: int) -> bytes:
    """Fill the board with small groups of which most have one liberty left, which others share."""
    return _random(rng, size, 1.0, 0.4)


def captures_by_two(rng: Random, size: int) -> bytes:
    """Let the last liberty of a white group touch two of its stones or more, where a black stone would live.

    With fewer than three rows it may be any dense board.
    """
    return _dense_by_two(rng, size, capture=True)


def suicides_by_two(rng: Random, size: int) -> bytes:
    """Let the last liberty of a black group touch two of its stones or more, where a black stone captures nothing.

    With fewer than three rows it may be any dense board.
    """
    return _dense_by_two(rng, size, capture=False)


def _dense_by_two(rng: Random, size: int, capture: bool) -> bytes:
    """Return one of some dense boards that has such a crossing or, if none has, the last."""
    for _ in range(_TRIES):
        data = _random(rng, size, 1.0, 0.4)
        board = scan_board(Scanner(data))
        if any(board.stone[p] == EMPTY and _is_by_two(board, p, capture) for p in _crossings(board)):
            break
    return data


def _is_by_two(board: Board, point: int, capture: bool) -> bool:
    """Tell whether a black stone on an empty point would be just a capture, or just suicide, by two stones."""
    trial = try_stone(board, point, BLACK)
    if bool(trial.captured) != capture or bool(trial.group.liberties) != capture:
        return False
    x, y = trial.crossing
    groups = trial.captured if capture else groups_around(board, point)
    colour = WHITE if capture else BLACK
    return any(
        group.colour == colour and sum(abs(x - u) + abs(y - v) == 1 for u, v in group.stones) > 1 for group in groups
    )


# Worst cases; with other sizes they serve as tests


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
