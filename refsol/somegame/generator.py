"""Inputs for Some Game: small random ones, small ones for the usual mistakes, and worst cases.

Every function returns a valid input and draws from ``rng`` only, so a seed determines the input. An ``owner`` list
holds the player on each square in row-major order, as in :class:`.somegame.board.Board`. In the worst cases ``side`` is
the number of rows, and of columns, or one more than these. All data sets are O(HW + N) each to make.
"""

from random import Random
from typing import Final

from refsol.somegame.board import EMPTY, MAX_LINE, MAX_PLAYERS, MAX_SIDE
from refsol.somegame.oracle import DIRECTIONS

_DATA_SETS: Final = 10  # as many as in each of the judge's files
_SMALL_SIDES: Final = (1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 6)
_FEW_SETS: Final = 4
_SPOILT: Final = 9  # counts are made wrong on boards with at most so many stones


def small(rng: Random) -> bytes:
    """Return a valid input of 1 to 4 data sets of at most 40 squares, quick to judge by the oracle."""
    return b"".join([_small_board(rng) for _ in range(rng.randint(1, 4))])


def _small_board(rng: Random) -> bytes:
    height, width = _small_sides(rng)
    squares = height * width
    players = rng.choice((1, 2, 2, 2, 2, 2, 3, 3, 3, 4, 4, 9))
    kind = rng.random()
    if kind < 0.04:
        line = 0
        owner = _shuffled_turns(rng, squares, 0 if kind < 0.02 else rng.randint(0, squares), players)
    elif kind < 0.3:
        line = _small_line(rng, height, width)
        owner = _shuffled_turns(rng, squares, squares if rng.random() < 0.3 else rng.randint(0, squares), players)
    else:
        line = _small_line(rng, height, width)
        last = rng.randint(1, players)
        owner = [EMPTY] * squares
        _paint_crossing(rng, owner, width, last, line)
        if rng.random() < 0.15:  # a second crossing, often of another player
            _paint_crossing(rng, owner, width, rng.randint(1, players), line)
        if not _complete(rng, owner, players, last):
            owner = _shuffled_turns(rng, squares, rng.randint(0, squares), players)
    if rng.random() < 0.35:
        _spoil(rng, owner, players)
    return _data_set(players, width, height, line, owner)


def _small_sides(rng: Random) -> tuple[int, int]:
    """Return H and W: mostly up to 6, at times one of them longer, with room for runs of many lengths."""
    if rng.random() < 0.85:
        return rng.choice(_SMALL_SIDES), rng.choice(_SMALL_SIDES)
    short, long = rng.choice(((2, 9), (3, 7), (3, 10), (3, 13), (4, 9), (4, 10)))
    return (short, long) if rng.random() < 0.5 else (long, short)


def _small_line(rng: Random, height: int, width: int) -> int:
    """Return K: mostly from 2 to a little more than a side, at times 1 or as long as the longest cycle."""
    kind = rng.random()
    if kind < 0.07:
        return 1
    return rng.randint(2, max(height, width) + 2 if kind < 0.9 else height * width + 2)


def _paint_crossing(rng: Random, owner: list[int], width: int, player: int, line: int) -> None:
    """Give ``player`` lines in 1 to 3 directions through one square: whole cycles or, mostly, up to 2K - 1 squares."""
    height = len(owner) // width
    row, column = rng.randrange(height), rng.randrange(width)
    for down, right in rng.sample(DIRECTIONS, rng.randint(1, 3)):
        if rng.random() < 0.2:
            first, last = 0, len(owner)
        else:
            longest = line if rng.random() < 0.1 else line - 1  # with an arm of K the square is not on every line
            first, last = -rng.randint(0, longest), rng.randint(0, longest)
        for step in range(first, last + 1):
            owner[(row + step * down) % height * width + (column + step * right) % width] = player


def _complete(rng: Random, owner: list[int], players: int, last: int, *, fewest: bool = False) -> bool:
    """Add stones on random empty squares until all counts are right and ``last`` moved last; False if that can't be.

    At times these are more than needed, unless it should be the ``fewest``.
    """
    squares = len(owner)
    painted = [owner.count(player) for player in range(players + 1)]
    fitting = [
        stones
        for stones in range(last, squares + 1, players)
        if all(painted[player] <= _turns(stones, players, player) for player in range(1, players + 1))
    ]
    if not fitting:
        return False
    stones = fitting[0] if fewest or rng.random() < 0.7 else rng.choice(fitting)
    missing = [
        player for player in range(1, players + 1) for _ in range(_turns(stones, players, player) - painted[player])
    ]
    empty = [square for square in range(squares) if owner[square] == EMPTY]
    for square, player in zip(rng.sample(empty, len(missing)), missing, strict=True):
        owner[square] = player
    return True


def _spoil(rng: Random, owner: list[int], players: int) -> None:
    """Change, add or remove one stone of a board with few: mostly that makes the stone counts wrong."""
    stones = len(owner) - owner.count(EMPTY)
    if stones <= _SPOILT:
        owner[rng.randrange(len(owner))] = rng.randint(0, players)


def _turns(stones: int, players: int, player: int) -> int:
    """Return how many of the first ``stones`` turns are those of ``player``."""
    return (stones - player + players) // players


def _shuffled_turns(rng: Random, squares: int, stones: int, players: int) -> list[int]:
    """Return a board of ``squares`` squares on which so many stones, of the right counts, lie at random."""
    owner = [turn % players + 1 for turn in range(stones)] + [EMPTY] * (squares - stones)
    rng.shuffle(owner)
    return owner


def _data_set(players: int, width: int, height: int, line: int, owner: list[int]) -> bytes:
    """Return the bytes of one data set."""
    names = [str(player) for player in range(players + 1)]
    rows = [f"{players} {width} {height} {line}\n"]
    for start in range(0, width * height, width):
        rows.append(" ".join([names[player] for player in owner[start : start + width]]) + "\n")
    return "".join(rows).encode("ascii")


# For one usual mistake each: inputs of a few small data sets.


def whole_cycles(rng: Random) -> bytes:
    """Give the last player a cycle, whole or all but a stone, with K a little less or more than its length."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.choice(((1, 4), (3, 1), (2, 3), (3, 3), (3, 4), (4, 4), (3, 5), (5, 4), (4, 6)))
        down, right = rng.choice(DIRECTIONS)
        cycle = _walk(rng.randrange(height), rng.randrange(width), down, right, height, width)
        players = rng.randint(1, 3)
        line = max(1, len(cycle) + rng.choice((-1, 0, 0, 1, 1, 5)))
        gap = rng.random() < 0.2
        boards.append(_around(rng, height, width, players, line, cycle[int(gap) :]))
    return b"".join(boards)


def knights(rng: Random) -> bytes:
    """Lines of just K or K - 1 stones in knight steps, which mostly cross the glue, some of them at a corner."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.randint(3, 7), rng.randint(3, 7)
        down, right = rng.choice(DIRECTIONS[4:])
        row, column = rng.choice((0, height - 1, rng.randrange(height))), rng.choice((0, width - 1))
        cycle = _walk(row, column, down, right, height, width)
        length = rng.randint(2, 4)
        line = length + int(rng.random() < 0.2)
        boards.append(_around(rng, height, width, rng.randint(1, 3), line, cycle[:length]))
    return b"".join(boards)


def oblong(rng: Random) -> bytes:
    """Boards far from square, with a line of just K: read with W and H swapped, they have other lines."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.choice(((2, 7), (7, 2), (3, 6), (6, 3), (3, 8), (8, 3)))
        cycle = _walk(rng.randrange(height), rng.randrange(width), *rng.choice(DIRECTIONS), height, width)
        length = rng.randint(2, min(4, max(2, len(cycle) - 1)))
        boards.append(_around(rng, height, width, rng.randint(1, 2), length, cycle[:length]))
    return b"".join(boards)


def narrow(rng: Random) -> bytes:
    """Boards of one or two rows or columns, where steps lead back to the same square or do the same as others."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.randint(1, 2), rng.randint(1, 6)
        if rng.random() < 0.5:
            height, width = width, height
        squares = height * width
        players = rng.randint(1, 3)
        stones = rng.choice((0, 1, 1, 2, rng.randint(0, squares)))
        owner = _shuffled_turns(rng, squares, min(stones, squares), players)
        boards.append(_data_set(players, width, height, rng.randint(1, 5), owner))
    return b"".join(boards)


def line_of_zero(rng: Random) -> bytes:
    """K = 0 on empty boards and on others, and K = 1 beside it."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.randint(1, 3), rng.randint(1, 3)
        players = rng.randint(1, 3)
        stones = rng.choice((0, 0, 1, 2, rng.randint(0, height * width)))
        owner = _shuffled_turns(rng, height * width, min(stones, height * width), players)
        boards.append(_data_set(players, width, height, rng.choice((0, 0, 0, 1)), owner))
    return b"".join(boards)


def double_length(rng: Random) -> bytes:
    """Give the last player a run of K to 2K + 1 stones: one stone can have joined at most 2K - 1."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        line = rng.randint(2, 4)
        length = rng.choice((2 * line - 1, 2 * line, 2 * line, 2 * line + 1, rng.randint(line, 2 * line)))
        height, width = length + rng.randint(1, 3), length + rng.randint(1, 3)
        cycle = _walk(rng.randrange(height), rng.randrange(width), *rng.choice(DIRECTIONS), height, width)
        boards.append(_around(rng, height, width, rng.randint(1, 3), line, cycle[:length]))
    return b"".join(boards)


def crossings(rng: Random) -> bytes:
    """Two to four lines of the last player: through one stone, at times not the one that breaks all, or apart."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
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
        boards.append(_around(rng, height, width, rng.randint(1, 2), line, stones))
    return b"".join(boards)


def moves_after_the_end(rng: Random) -> bytes:
    """Give one or two players a line, who need not have moved last."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
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
            owner = _shuffled_turns(rng, height * width, rng.randint(0, height * width), players)
        boards.append(_data_set(players, width, height, line, owner))
    return b"".join(boards)


def wrong_turns(rng: Random) -> bytes:
    """Stones of right counts, or with one taken off, added or given to another player."""
    boards: list[bytes] = []
    for _ in range(_FEW_SETS):
        height, width = rng.randint(1, 4), rng.randint(1, 4)
        squares = height * width
        players = rng.randint(2, 4)
        owner = _shuffled_turns(rng, squares, rng.randint(0, squares), players)
        if rng.random() < 0.6:
            owner[rng.randrange(squares)] = rng.randint(0, players)
        boards.append(_data_set(players, width, height, max(height, width) + 1, owner))
    return b"".join(boards)


def _walk(row: int, column: int, down: int, right: int, height: int, width: int) -> list[int]:
    """Return the squares of a cycle, in the order of its steps."""
    cycle = [row * width + column]
    while True:
        row, column = (row + down) % height, (column + right) % width
        if row * width + column == cycle[0]:
            return cycle
        cycle.append(row * width + column)


def _around(rng: Random, height: int, width: int, players: int, line: int, stones: list[int]) -> bytes:
    """Return a data set in which a player owns ``stones`` and, if that can be, moved last; others lie around them."""
    owner = [EMPTY] * (height * width)
    last = rng.randint(1, players)
    for square in stones:
        owner[square] = last
    if not _complete(rng, owner, players, last, fewest=True):
        players = 1  # who needs no stones of others
        owner = [int(player != EMPTY) for player in owner]
    return _data_set(players, width, height, line, owner)


# The worst cases: ten data sets each; the answers they promise hold for the largest side, the default.


def empty(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Boards without stones, one of them with K = 0: nothing but squares to skip."""
    squares = side * side
    return b"".join(
        [
            _data_set(rng.randint(1, MAX_PLAYERS), side, side, number and rng.randint(1, MAX_LINE), [EMPTY] * squares)
            for number in range(_DATA_SETS)
        ]
    )


def full_random(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards of 2 to 9001 random players with right counts: the most runs; nobody wins, or almost everybody."""
    boards: list[bytes] = []
    for players in (2, 2, 3, 3, 5, 10, 100, 1000, MAX_PLAYERS, MAX_PLAYERS):
        line = rng.choice((2, 3, side, MAX_LINE))
        boards.append(_data_set(players, side, side, line, _shuffled_turns(rng, side * side, side * side, players)))
    return b"".join(boards)


def half_full_short_lines(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Half-full random boards with K = 1 to 3: lines of several players everywhere, all ``ERROR``."""
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        players = rng.randint(2, 4)
        owner = _shuffled_turns(rng, side * side, side * side // 2, players)
        boards.append(_data_set(players, side, side, number % 3 + 1, owner))
    return b"".join(boards)


def one_player_full(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards of one player: every cycle is whole, also those through all squares where the sides are coprime."""
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        width = side - number % 2
        boards.append(_data_set(1, width, side, rng.choice((1, side, MAX_LINE)), [1] * (width * side)))
    return b"".join(boards)


def long_runs(rng: Random, side: int = MAX_SIDE) -> bytes:
    """One player, coprime sides, few holes: runs of thousands of squares on cycles through the whole board.

    Each row and column has a hole. With K = 9001 nobody has a line; with the shorter K many runs are lines.
    """
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        width = side - 1
        owner = [1] * (width * side)
        columns = list(range(width))
        rng.shuffle(columns)
        for row in range(side):
            owner[row * width + columns[row % width]] = EMPTY
        boards.append(_data_set(1, width, side, MAX_LINE if number % 2 == 0 else rng.randint(side, 5 * side), owner))
    return b"".join(boards)


def crossing_lines(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards on which one player has lines of 2K - 1 in all eight directions through one stone: ``PLAYER``."""
    boards: list[bytes] = []
    line = side // 2
    for _ in range(_DATA_SETS):
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
        boards.append(_data_set(players, side, side, line, owner))
    return b"".join(boards)


def whole_cycle(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards of random players, but one cycle belongs to the player who moved last: ``PLAYER`` with K >= 420."""
    boards: list[bytes] = []
    for _ in range(_DATA_SETS):
        players = rng.randint(2, 20)
        row, column = rng.randrange(side), rng.randrange(side)
        down, right = rng.choice(DIRECTIONS)
        owner = [EMPTY] * (side * side)
        for step in range(side):
            square = (row + step * down) % side * side + (column + step * right) % side
            owner[square] = (side * side - 1) % players + 1
        _fill(rng, owner, players)
        boards.append(_data_set(players, side, side, rng.choice((side, MAX_LINE)), owner))
    return b"".join(boards)


def long_line(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards with coprime sides, one line of 2K - 1 = 8819 that goes round many times: ``PLAYER``."""
    boards: list[bytes] = []
    width = side - 1
    squares = side * width
    line = side * side // 40
    for _ in range(_DATA_SETS):
        players = rng.randint(2, 19)
        winner = (squares - 1) % players + 1
        row, column = rng.randrange(side), rng.randrange(width)
        down, right = rng.choice(DIRECTIONS[2:])
        owner = [EMPTY] * squares
        for step in range(-line, line + 1):
            square = (row + step * down) % side * width + (column + step * right) % width
            owner[square] = winner if abs(step) < line else winner % players + 1
        _fill(rng, owner, players)
        boards.append(_data_set(players, width, side, line, owner))
    return b"".join(boards)


def stripes(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards striped along one of the directions: whole cycles of every player, all ``ERROR``."""
    boards: list[bytes] = []
    for _ in range(_DATA_SETS):
        players = rng.choice((2, 3, 4, 5, 7))
        down, right = rng.choice(DIRECTIONS)
        # down * column - right * row stays the same along the direction.
        owner = [(down * column - right * row) % players + 1 for row in range(side) for column in range(side)]
        boards.append(_data_set(players, side, side, rng.choice((2, side, MAX_LINE)), owner))
    return b"".join(boards)


def near_misses(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Rows of two players in turn, each row and knight line with one hole: runs of 419, K = 420 or (``ERROR``) 419."""
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        owner = [row % 2 + 1 for row in range(side) for _ in range(side)]
        first = rng.randrange(side)
        for row in range(side):
            # 1, 1 - 2 * 6 and 1 + 2 * 6 are coprime to 420, so no two holes share a row or a (2, 1) or (2, -1) cycle.
            owner[row * side + (6 * row + first) % side] = EMPTY
        boards.append(_data_set(2, side, side, side - number % 2, owner))
    return b"".join(boards)


def chequered(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Chequered boards of two players with K = 420 and one hole on each diagonal, 0, 1 or 2 of the holes filled.

    None filled: ``NO WINNERS``; one: two whole cycles cross in the stone placed last, ``PLAYER 1``; two: ``ERROR``.
    """
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        owner = [(row + column) % 2 + 1 for row in range(side) for column in range(side)]
        first = rng.randrange(side)
        # 12 - 1 and 12 + 1 are coprime to 420, so no two holes share a diagonal. Holes are player 1's and 2's in turn.
        holes = [row * side + (12 * row + first) % side for row in range(side)]
        rng.shuffle(holes)
        holes.sort(key=owner.__getitem__, reverse=True)
        filled = (holes[-1:], [], holes[-1:], [holes[-1], holes[0]], [])[number % 5]
        for hole in holes:
            if hole not in filled:
                owner[hole] = EMPTY
        boards.append(_data_set(2, side, side, side, owner))
    return b"".join(boards)


def many_players(rng: Random, side: int = MAX_SIDE) -> bytes:
    """Full boards of 8820 players, each with 20 stones side by side: nobody wins (K = 21) or all do (``ERROR``)."""
    squares = side * side
    length = -(-squares // MAX_PLAYERS)
    while squares % length != 0:
        length += 1
    players = squares // length
    boards: list[bytes] = []
    for number in range(_DATA_SETS):
        names = list(range(1, players + 1))
        rng.shuffle(names)
        owner = [names[square // length] for square in range(squares)]
        boards.append(_data_set(players, side, side, length + 1 - number % 2, owner))
    return b"".join(boards)


def _fill(rng: Random, owner: list[int], players: int) -> None:
    """Fill the empty squares at random so that all counts are right, if nobody has too many stones yet."""
    empty_squares = [square for square, player in enumerate(owner) if player == EMPTY]
    missing = [
        player
        for player in range(1, players + 1)
        for _ in range(_turns(len(owner), players, player) - owner.count(player))
    ]
    rng.shuffle(missing)
    for square, player in zip(empty_squares, missing, strict=False):
        owner[square] = player
