"""Inputs of Some Game: small random ones, data sets for each common mistake, and worst cases.

Every function that returns bytes returns valid data sets and draws from ``rng`` only, so a seed determines them. An
``owner`` list holds the player on each square in row-major order, as in :class:`.somegame.board.Board`. Each data set
is O(HW + N) to make. The families, which call these, have checked the sizes.
"""

from random import Random
from typing import Final

from refsol.somegame.board import DIRECTIONS, EMPTY, MAX_LINE, MAX_PLAYERS, Board

DATA_SETS: Final = 10  # in a worst case, as in each of the judge's files
_PLAYERS: Final = (2, 2, 3, 3, 5, 10, 100, 1000, MAX_PLAYERS, MAX_PLAYERS)  # of full random boards
_SMALL_SIDES: Final = (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6)


def small(rng: Random) -> bytes:
    return b"".join([_small_board(rng) for _ in range(rng.randint(1, 4))])


def _small_board(rng: Random) -> bytes:
    height, width = _small_sides(rng)
    squares = height * width
    players = rng.choice((1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 9))
    kind = rng.random()
    if kind < 0.04:
        line = 0
        owner = shuffled_turns(rng, squares, 0 if kind < 0.02 else rng.randint(0, squares), players)
    elif kind < 0.3:
        line = _small_line(rng, height, width)
        owner = shuffled_turns(rng, squares, squares if rng.random() < 0.3 else rng.randint(0, squares), players)
    else:
        line = _small_line(rng, height, width)
        last = rng.randint(1, players)
        owner = [EMPTY] * squares
        _paint_crossing(rng, owner, width, last, line)
        if rng.random() < 0.15:  # crossing lines in a second place, often of another player
            _paint_crossing(rng, owner, width, rng.randint(1, players), line)
        if not _complete(rng, owner, players, last):
            owner = shuffled_turns(rng, squares, rng.randint(0, squares), players)
    if rng.random() < 0.35 and squares - owner.count(EMPTY) <= 9:  # one stone more or less mostly makes counts wrong
        owner[rng.randrange(squares)] = rng.randint(0, players)
    return data_set(players, width, line, owner)


def _small_sides(rng: Random) -> tuple[int, int]:
    """Return H and W: mostly up to 6, sometimes one of them larger, with room for runs of many lengths."""
    if rng.random() < 0.85:
        return rng.choice(_SMALL_SIDES), rng.choice(_SMALL_SIDES)
    short, long = rng.choice(((2, 9), (3, 7), (3, 10), (3, 13), (4, 9), (4, 10)))
    return (short, long) if rng.random() < 0.5 else (long, short)


def _small_line(rng: Random, height: int, width: int) -> int:
    """Return K: mostly from 2 to a little more than a side, sometimes 1, or up to the longest cycle or beyond."""
    kind = rng.random()
    if kind < 0.07:
        return 1
    return rng.randint(2, max(height, width) + 2 if kind < 0.9 else height * width + 2)


def _paint_crossing(rng: Random, owner: list[int], width: int, player: int, line: int) -> None:
    """Give ``player`` lines in 1 to 3 directions through one square: mostly up to 2K - 1 squares, or whole cycles."""
    height = len(owner) // width
    row, column = rng.randrange(height), rng.randrange(width)
    for down, right in rng.sample(DIRECTIONS, rng.randint(1, 3)):
        if rng.random() < 0.2:
            first, last = 0, len(owner)
        else:
            longest = line if rng.random() < 0.1 else line - 1  # an arm of K is a line without the square
            first, last = -rng.randint(0, longest), rng.randint(0, longest)
        for step in range(first, last + 1):
            owner[(row + step * down) % height * width + (column + step * right) % width] = player


def _complete(rng: Random, owner: list[int], players: int, last: int, *, fewest: bool = False) -> bool:
    """Add stones so that counts are right and ``last`` moved last, often the ``fewest``; return whether that works."""
    squares = len(owner)
    painted = [owner.count(player) for player in range(players + 1)]
    fitting = [
        stones
        for stones in range(last, squares + 1, players)
        if all(painted[player] <= turns(stones, players, player) for player in range(1, players + 1))
    ]
    if not fitting:
        return False
    stones = fitting[0] if fewest or rng.random() < 0.7 else rng.choice(fitting)
    missing = [
        player for player in range(1, players + 1) for _ in range(turns(stones, players, player) - painted[player])
    ]
    empty = [square for square in range(squares) if owner[square] == EMPTY]
    for square, player in zip(rng.sample(empty, len(missing)), missing, strict=True):
        owner[square] = player
    return True


def turns(stones: int, players: int, player: int) -> int:
    """Return how many of the first ``stones`` turns belong to ``player``, one of ``players``."""
    return (stones - player + players) // players


def shuffled_turns(rng: Random, squares: int, stones: int, players: int) -> list[int]:
    owner = [turn % players + 1 for turn in range(stones)] + [EMPTY] * (squares - stones)
    rng.shuffle(owner)
    return owner


def data_set(players: int, width: int, line: int, owner: list[int]) -> bytes:
    rows = [owner[start : start + width] for start in range(0, len(owner), width)]
    return Board.from_rows(rows, players, line).text()


# Common mistakes, a small data set each


def whole_cycles(rng: Random) -> bytes:
    """Give the last mover a cycle, whole or missing one square, with K a little less or more than its length."""
    height, width = rng.choice(((1, 4), (3, 1), (2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (5, 4), (4, 6)))
    down, right = rng.choice(DIRECTIONS)
    cycle = _walk(rng.randrange(height), rng.randrange(width), down, right, height, width)
    players = rng.randint(1, 3)
    line = max(1, len(cycle) + rng.choice((-1, 0, 0, 1, 1, 5)))
    gap = rng.random() < 0.2
    return _around(rng, height, width, players, line, cycle[int(gap) :])


def knights(rng: Random) -> bytes:
    """Return a line of K or K - 1 stones in knight steps, mostly across wrap-around edges, sometimes across both."""
    height, width = rng.randint(3, 7), rng.randint(3, 7)
    down, right = rng.choice(DIRECTIONS[4:])
    row, column = rng.choice((0, height - 1, rng.randrange(height))), rng.choice((0, width - 1))
    cycle = _walk(row, column, down, right, height, width)
    length = rng.randint(2, 4)
    line = length + int(rng.random() < 0.2)
    return _around(rng, height, width, rng.randint(1, 3), line, cycle[:length])


def oblong(rng: Random) -> bytes:
    """Return a board far from square, with a line of exactly K: read with W and H swapped, it has other lines."""
    height, width = rng.choice(((2, 7), (7, 2), (3, 6), (6, 3), (3, 8), (8, 3)))
    cycle = _walk(rng.randrange(height), rng.randrange(width), *rng.choice(DIRECTIONS), height, width)
    length = rng.randint(2, min(4, max(2, len(cycle) - 1)))
    return _around(rng, height, width, rng.randint(1, 2), length, cycle[:length])


def narrow(rng: Random) -> bytes:
    height, width = rng.randint(1, 2), rng.randint(1, 6)
    if rng.random() < 0.5:
        height, width = width, height
    squares = height * width
    players = rng.randint(1, 3)
    stones = rng.choice((0, 1, 1, 2, rng.randint(0, squares)))
    owner = shuffled_turns(rng, squares, min(stones, squares), players)
    return data_set(players, width, rng.randint(1, 5), owner)


def line_of_zero(rng: Random) -> bytes:
    height, width = rng.randint(1, 3), rng.randint(1, 3)
    players = rng.randint(1, 3)
    stones = rng.choice((0, 0, 1, 2, rng.randint(0, height * width)))
    owner = shuffled_turns(rng, height * width, min(stones, height * width), players)
    return data_set(players, width, rng.choice((0, 0, 0, 1)), owner)


def double_length(rng: Random) -> bytes:
    """Give the last mover a run of K to 2K + 1 stones: one stone can have joined at most 2K - 1."""
    line = rng.randint(2, 4)
    length = rng.choice((2 * line - 1, 2 * line, 2 * line, 2 * line + 1, rng.randint(line, 2 * line)))
    height, width = length + rng.randint(1, 3), length + rng.randint(1, 3)
    cycle = _walk(rng.randrange(height), rng.randrange(width), *rng.choice(DIRECTIONS), height, width)
    return _around(rng, height, width, rng.randint(1, 3), line, cycle[:length])


def crossings(rng: Random) -> bytes:
    """Give the last mover two to four lines, mostly through one stone, which need not break them all."""
    line = rng.randint(2, 3)
    height, width = rng.randint(2 * line, 8), rng.randint(2 * line, 8)
    row, column = rng.randrange(height), rng.randrange(width)
    stones: list[int] = []
    for down, right in rng.sample(DIRECTIONS, rng.randint(2, 4)):
        longest = line if rng.random() < 0.1 else line - 1
        back, ahead = rng.randint(0, longest), rng.randint(0, longest)
        cycle = _walk((row - back * down) % height, (column - back * right) % width, down, right, height, width)
        stones += cycle[: max(line, back + ahead + 1)]
        if rng.random() < 0.15:
            row = (row + 1) % height
    return _around(rng, height, width, rng.randint(1, 2), line, stones)


def moves_after_the_end(rng: Random) -> bytes:
    """Give a line to one or two players, who need not have moved last."""
    height, width = rng.randint(3, 5), rng.randint(3, 5)
    line = rng.randint(2, 3)
    players = rng.randint(2, 3)
    last = rng.randint(1, players)
    owner = [EMPTY] * (height * width)
    for player in rng.sample(range(1, players + 1), rng.choice((1, 1, 2))):
        cycle = _walk(rng.randrange(height), rng.randrange(width), *rng.choice(DIRECTIONS), height, width)
        for square in cycle[:line]:
            owner[square] = player
    if not _complete(rng, owner, players, last):
        owner = shuffled_turns(rng, height * width, rng.randint(0, height * width), players)
    return data_set(players, width, line, owner)


def wrong_turns(rng: Random) -> bytes:
    """Return a board with the right counts, or with one stone removed, added or given to another player."""
    height, width = rng.randint(1, 4), rng.randint(1, 4)
    squares = height * width
    players = rng.randint(2, 4)
    owner = shuffled_turns(rng, squares, rng.randint(0, squares), players)
    if rng.random() < 0.6:
        owner[rng.randrange(squares)] = rng.randint(0, players)
    return data_set(players, width, max(height, width) + 1, owner)


def _walk(row: int, column: int, down: int, right: int, height: int, width: int) -> list[int]:
    cycle = [row * width + column]
    while True:
        row, column = (row + down) % height, (column + right) % width
        if row * width + column == cycle[0]:
            return cycle
        cycle.append(row * width + column)


def _around(rng: Random, height: int, width: int, players: int, line: int, stones: list[int]) -> bytes:
    """Return a data set where a player owns ``stones`` and, if possible, moved last; others get stones around them."""
    owner = [EMPTY] * (height * width)
    last = rng.randint(1, players)
    for square in stones:
        owner[square] = last
    if not _complete(rng, owner, players, last, fewest=True):
        players = 1  # then no stones of others are needed
        owner = [int(player != EMPTY) for player in owner]
    return data_set(players, width, line, owner)


# Worst cases: the data set of this ``number``, from 0, with ``side`` rows, and as many columns or one fewer. What is
# said about answers holds for the largest side.


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
