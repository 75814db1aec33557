"""The worst cases of Some Game: data sets as large as they get, of which an input has ten.

Every function returns a valid data set, the one with this ``number`` from 0, and draws from ``rng`` only, so a seed
determines it. ``side`` is the number of rows; there are as many columns, or one fewer. The answers stated here hold for
the largest side. An ``owner`` list holds the player on each square in row-major order. Each is O(HW + N) to make.
The families, which call these, have checked the side.
"""

from random import Random
from typing import Final

from refsol.somegame.board import DIRECTIONS, EMPTY, MAX_LINE, MAX_PLAYERS
from refsol.somegame.jury.generator import data_set, shuffled_turns, turns

DATA_SETS: Final = 10
"""The number of data sets, as in each of the judge's files."""

_PLAYERS: Final = (2, 2, 3, 3, 5, 10, 100, 1000, MAX_PLAYERS, MAX_PLAYERS)  # of full random boards


def empty(rng: Random, side: int, number: int) -> bytes:
    players = rng.randint(1, MAX_PLAYERS)
    return data_set(players, side, number and rng.randint(1, MAX_LINE), [EMPTY] * (side * side))


def full_random(rng: Random, side: int, number: int) -> bytes:
    players = _PLAYERS[number % DATA_SETS]
    line = rng.choice((2, 3, side, MAX_LINE))
    return data_set(players, side, line, shuffled_turns(rng, side * side, side * side, players))


def half_full_short_lines(rng: Random, side: int, number: int) -> bytes:
    players = rng.randint(2, 4)
    owner = shuffled_turns(rng, side * side, side * side // 2, players)
    return data_set(players, side, number % 3 + 1, owner)


def one_player_full(rng: Random, side: int, number: int) -> bytes:
    """Return a full board of one player: every cycle is whole. If the sides are coprime, some visit all squares."""
    width = side - number % 2
    return data_set(1, width, rng.choice((1, side, MAX_LINE)), [1] * (width * side))


def long_runs(rng: Random, side: int, number: int) -> bytes:
    """Return a board of one player, coprime sides, a hole in each row and column: runs of thousands of squares.

    With K = 9001 nobody has a line; with a shorter K many runs are lines.
    """
    width = side - 1
    owner = [1] * (width * side)
    columns = list(range(width))
    rng.shuffle(columns)
    for row in range(side):
        owner[row * width + columns[row % width]] = EMPTY
    return data_set(1, width, MAX_LINE if number % 2 == 0 else rng.randint(side, 5 * side), owner)


def crossing_lines(rng: Random, side: int, number: int) -> bytes:
    line = side // 2
    players = rng.randint(2, 20)
    winner = (side * side - 1) % players + 1
    row, column = rng.randrange(side), rng.randrange(side)
    owner = [EMPTY] * (side * side)
    for down, right in DIRECTIONS:
        for step in range(1 - line, line):
            owner[(row + step * down) % side * side + (column + step * right) % side] = winner
    for down, right in ((0, line), (line, 0), (line, line)):  # the squares beyond the ends of the lines
        owner[(row + down) % side * side + (column + right) % side] = winner % players + 1
    _fill(rng, owner, players)
    return data_set(players, side, line, owner)


def whole_cycle(rng: Random, side: int, number: int) -> bytes:
    players = rng.randint(2, 20)
    row, column = rng.randrange(side), rng.randrange(side)
    down, right = rng.choice(DIRECTIONS)
    owner = [EMPTY] * (side * side)
    for step in range(side):
        square = (row + step * down) % side * side + (column + step * right) % side
        owner[square] = (side * side - 1) % players + 1
    _fill(rng, owner, players)
    return data_set(players, side, rng.choice((side, MAX_LINE)), owner)


def long_line(rng: Random, side: int, number: int) -> bytes:
    """Return a full board with coprime sides and one line of 2K - 1 = 8819 that wraps around many times: ``PLAYER``."""
    width = side - 1
    squares = side * width
    line = side * side // 40
    players = rng.randint(2, 19)
    winner = (squares - 1) % players + 1
    row, column = rng.randrange(side), rng.randrange(width)
    down, right = rng.choice(DIRECTIONS[2:])
    owner = [EMPTY] * squares
    for step in range(-line, line + 1):
        square = (row + step * down) % side * width + (column + step * right) % width
        owner[square] = winner if abs(step) < line else winner % players + 1
    _fill(rng, owner, players)
    return data_set(players, width, line, owner)


def stripes(rng: Random, side: int, number: int) -> bytes:
    players = rng.choice((2, 3, 4, 5, 7))
    down, right = rng.choice(DIRECTIONS)
    # down * column - right * row is constant along the direction.
    owner = [(down * column - right * row) % players + 1 for row in range(side) for column in range(side)]
    return data_set(players, side, rng.choice((2, side, MAX_LINE)), owner)


def near_misses(rng: Random, side: int, number: int) -> bytes:
    """Return a board whose rows belong alternately to two players, with one hole in each row and each (2, ±1) cycle.

    The runs are 419 long. K is 420 or, for ``ERROR``, 419.
    """
    owner = [row % 2 + 1 for row in range(side) for _ in range(side)]
    first = rng.randrange(side)
    for row in range(side):
        # 1, 1 - 2 * 6 and 1 + 2 * 6 are coprime to 420, so no row and no (2, 1) or (2, -1) cycle has two holes.
        owner[row * side + (6 * row + first) % side] = EMPTY
    return data_set(2, side, side - number % 2, owner)


def chequered(rng: Random, side: int, number: int) -> bytes:
    """Return a chequered board of two players with K = 420 and one hole on each diagonal; 0, 1 or 2 holes are filled.

    None filled: ``NO WINNERS``. One: two whole cycles cross in the stone placed last, ``PLAYER 1``. Two: ``ERROR``.
    """
    owner = [(row + column) % 2 + 1 for row in range(side) for column in range(side)]
    first = rng.randrange(side)
    # 12 - 1 and 12 + 1 are coprime to 420, so no diagonal has two holes. The holes are on squares of player 1 and
    # of player 2 alternately.
    holes = [row * side + (12 * row + first) % side for row in range(side)]
    rng.shuffle(holes)
    holes.sort(key=owner.__getitem__, reverse=True)
    filled = (holes[-1:], [], holes[-1:], [holes[-1], holes[0]], [])[number % 5]
    for hole in holes:
        if hole not in filled:
            owner[hole] = EMPTY
    return data_set(2, side, side, owner)


def many_players(rng: Random, side: int, number: int) -> bytes:
    """Return a full board of 8820 players with 20 adjacent stones each: nobody has a line (K = 21), or all do."""
    squares = side * side
    length = -(-squares // MAX_PLAYERS)
    while squares % length != 0:
        length += 1
    players = squares // length
    names = list(range(1, players + 1))
    rng.shuffle(names)
    owner = [names[square // length] for square in range(squares)]
    return data_set(players, side, length + 1 - number % 2, owner)


def _fill(rng: Random, owner: list[int], players: int) -> None:
    """Fill the empty squares at random so that all counts are right, unless somebody has too many stones already."""
    empty_squares = [square for square, player in enumerate(owner) if player == EMPTY]
    missing = [
        player
        for player in range(1, players + 1)
        for _ in range(turns(len(owner), players, player) - owner.count(player))
    ]
    rng.shuffle(missing)
    for square, player in zip(empty_squares, missing, strict=False):
        owner[square] = player
