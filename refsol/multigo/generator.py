"""Inputs of Multi-Go: random small ones to compare programs on, and worst cases at the published limits.

A partition is a list of rows of owners, with the territories numbered 1, 2, …. Most are legal for one reason: every
territory is connected and has one run of cells in each row it meets, so the rest of the row reaches the edge of the
board to the left and to the right of the run.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from refsol.multigo.board import MAX_MOVES, MAX_PLAYERS, MAX_SIDE, OUTSIDE, Board
from refsol.multigo.oracle import encloses_nobody, is_connected, is_legal

_BLOB_SIDE: Final = 31  # of the pieces of blobs(): about 1000 of them on the largest board


# Small inputs


def small(rng: Random) -> bytes:
    """Return a random valid input of at most 36 cells and 12 moves, thin boards often, seldom with 10^6 players.

    About two thirds of the moves are legal, by the oracle's searches. O(NM) a move.
    """
    height, width = _small_shape(rng)
    if rng.random() < 0.5:
        partition = _small_partition(rng, height, width)
    else:
        partition = _transposed(_small_partition(rng, width, height))
    players = max(2, _count(partition) + rng.choice((0, 0, 1, 2, 5)))
    if rng.randrange(400) == 0:
        players = MAX_PLAYERS
    board = _board(_renumbered(rng, partition, players), players)
    # Moves from a tidy start lead to all kinds of legal positions.
    for _ in range(rng.choice((0, 0, height * width // 2))):
        cell, player = _small_move(rng, board)
        _play(board, cell, player)
    start = [[int(board.owner[x * board.stride + y]) for y in range(1, width + 1)] for x in range(1, height + 1)]

    moves: list[str] = []
    for _ in range(rng.randint(1, 12)):
        cell, player = _small_move(rng, board)
        _play(board, cell, player)
        moves.append(f"{cell // board.stride} {cell % board.stride} {player}\n")
    return _text(start, players, moves)


def _small_shape(rng: Random) -> tuple[int, int]:
    """Return a height and a width, whose product is at most 36."""
    kind = rng.randrange(10)
    if kind == 0:
        return 1, rng.randint(1, 12)
    if kind == 1:
        return rng.randint(1, 12), 1
    if kind == 2:
        return 2, rng.randint(1, 8)
    if kind == 3:
        return rng.randint(1, 8), 2
    if kind == 4:
        return 3, rng.randint(1, 8)
    if kind == 5:
        return rng.randint(1, 8), 3
    return rng.randint(2, 6), rng.randint(2, 6)


def _small_partition(rng: Random, height: int, width: int) -> list[list[int]]:
    """Return one of the partitions below; a ring that is not legal gives way to a snake."""
    kind = rng.randrange(10)
    if kind == 0:
        return _single(height, width)
    if kind == 1:
        return _single_cells(height, width)
    if kind == 2:
        return _columns(height, width)
    if kind == 3:
        return _serpentine(rng, height, width, rng.randint(2, 8))
    if kind == 4:
        return _combs(height, width)
    if kind == 5:
        return _spirals(height, width)
    if kind == 6:
        return _blobs(rng, height, width, rng.randint(1, 4))
    if height >= 3 and width >= 3:
        partition = _ring(rng, height, width)
        if is_legal(_board(partition, 4)):
            return partition
    return _serpentine(rng, height, width, rng.randint(1, 3))


def _small_move(rng: Random, board: Board) -> tuple[int, int]:
    """Return a cell and a player to give it to: a neighbour's owner, any owner, an absent player, seldom its owner."""
    cell = _any_cell(rng, board)
    player = int(board.owner[cell])
    if rng.randrange(12) == 0:
        return cell, player
    for _ in range(8):
        cell = _any_cell(rng, board)
        kind = rng.randrange(8)
        if kind < 5:
            step = rng.choice((-board.stride, -1, 1, board.stride, board.stride + rng.choice((-1, 1))))
            player = int(board.owner[cell + step])
        elif kind < 7:
            player = int(board.owner[_any_cell(rng, board)])
        else:
            player = _absent_player(rng, board)
        if player != OUTSIDE and player != board.owner[cell]:
            return cell, player
    return cell, int(board.owner[cell])


def _any_cell(rng: Random, board: Board) -> int:
    """Return the index of a random cell."""
    return rng.randint(1, board.height) * board.stride + rng.randint(1, board.width)


def _absent_player(rng: Random, board: Board) -> int:
    """Return a random player, who after a few tries hopefully has no cells."""
    player = rng.randint(1, board.players)
    for _ in range(6):
        if player in board.owner:
            player = rng.randint(1, board.players)
    return player


def _play(board: Board, cell: int, player: int) -> None:
    """Give the cell to the player if that is legal. Territories that neither lose nor gain stay as legal as before."""
    loser = int(board.owner[cell])
    board.owner[cell] = player
    for territory in (loser, player):
        if not is_connected(board, territory) or not encloses_nobody(board, territory):
            board.owner[cell] = loser
            return


def _board(partition: list[list[int]], players: int) -> Board:
    """Return the partition as a board. O(NM + K)."""
    board = Board(len(partition), len(partition[0]), players)
    for x, row in enumerate(partition, 1):
        for y, player in enumerate(row, 1):
            board.settle(x * board.stride + y, player)
    return board


# Worst cases: with other sizes they serve as tests, down to 1 × 1 where nothing else is said. O(NM + Q) each.


def single_cells(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Give each cell a player of its own: most vanish soon, and tables by player miss the cache."""
    return _near(rng, _single_cells(height, width), max(2, height * width), moves)


def spirals(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Wind two territories one cell wide round each other: the longest ways for programs that search."""
    return _near(rng, _spirals(height, width), 2, moves)


def combs(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Push two combs into each other: a tooth may lose nothing but its tip."""
    return _near(rng, _combs(height, width), 3, moves)


def serpentine(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Cut a snake through all cells into about a thousand territories; a tenth of the players is absent."""
    return _near(rng, _serpentine(rng, height, width, max(1, height * width // 1000)), 0, moves)


def blobs(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Play along the ragged borders of about a thousand territories: the ordinary game."""
    return _near(rng, _blobs(rng, height, width, _BLOB_SIDE), 0, moves)


def one_row(rng: Random, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Play a thousand times on each cell of a single row (the first subtask)."""
    return _near(rng, _serpentine(rng, 1, width, 3), 0, moves)


def two_rows(rng: Random, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Play five hundred times on each cell of two rows (the second subtask)."""
    return _near(rng, _transposed(_serpentine(rng, width, 2, 4)), 0, moves)


def three_rows(rng: Random, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Play three hundred times on each cell of three rows, the fewest with an inside (the third subtask)."""
    return _near(rng, _transposed(_serpentine(rng, width, 3, 6)), 0, moves)


def one_column(rng: Random, height: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Play a thousand times on each cell of a single column."""
    return _near(rng, _serpentine(rng, height, 1, 3), 0, moves)


def all_yes(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Make only legal moves: cells of every other column pass between the columns beside them. Needs two columns."""
    lines: list[str] = []
    for _ in range(moves):
        x, y = rng.randrange(height), 2 * rng.randrange(width // 2) + 1
        lines.append(_move(x, y, _beside(rng, width, y)))
    return _text(_fringes(height, width, False), max(2, (width + 1) // 2), lines)


def vanishing(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Make only legal moves, by which half a million players of one cell vanish and return. Needs two columns."""
    partition = _fringes(height, width, True)
    lines: list[str] = []
    for _ in range(moves):
        x, y = rng.randrange(height), 2 * rng.randrange(width // 2) + 1
        player = _beside(rng, width, y) if rng.random() < 0.5 else partition[x][y]
        lines.append(_move(x, y, player))
    return _text(partition, max(2, _count(partition)), lines)


def all_no(rng: Random, height: int = MAX_SIDE, width: int = MAX_SIDE, moves: int = MAX_MOVES) -> bytes:
    """Make only illegal moves: each would cut a territory of one column in two. Needs three rows and two columns."""
    lines: list[str] = []
    for _ in range(moves):
        x, y = rng.randrange(1, height - 1), rng.randrange(width)
        player = (y + rng.choice((1, 1, width - 1, rng.randrange(1, width)))) % width + 1
        lines.append(_move(x, y, player))
    return _text(_columns(height, width), width, lines)


FAMILIES: Final[dict[str, Callable[[Random], bytes]]] = {
    "single-cells": single_cells,
    "spirals": spirals,
    "combs": combs,
    "serpentine": serpentine,
    "blobs": blobs,
    "one-row": one_row,
    "two-rows": two_rows,
    "three-rows": three_rows,
    "one-column": one_column,
    "all-yes": all_yes,
    "vanishing": vanishing,
    "all-no": all_no,
}
"""Worst cases at the published limits by name; equal seeds of the generator give equal inputs."""


# Partitions


def _single(height: int, width: int) -> list[list[int]]:
    """One territory."""
    return [[1] * width for _ in range(height)]


def _single_cells(height: int, width: int) -> list[list[int]]:
    """Each cell a territory."""
    return [list(range(x * width + 1, (x + 1) * width + 1)) for x in range(height)]


def _columns(height: int, width: int) -> list[list[int]]:
    """Each column a territory."""
    return [list(range(1, width + 1)) for _ in range(height)]


def _fringes(height: int, width: int, own: bool) -> list[list[int]]:
    """Every other column a territory; the cells between belong to the left one or, if ``own``, each to itself."""
    solid = (width + 1) // 2
    partition = [[y // 2 + 1 for y in range(width)] for _ in range(height)]
    if own:
        for x in range(height):
            for y in range(1, width, 2):
                partition[x][y] = solid + x * (width // 2) + y // 2 + 1
    return partition


def _beside(rng: Random, width: int, y: int) -> int:
    """Return the territory to the left or right of column ``y``, which is odd, of ``_fringes``."""
    left = y // 2 + 1
    return left + 1 if y + 1 < width and rng.random() < 0.5 else left


def _serpentine(rng: Random, height: int, width: int, mean: int) -> list[list[int]]:
    """Territories of 1 .. 2·mean − 1 cells one after the other along a path to and fro through all the rows."""
    partition: list[list[int]] = []
    territory = 0
    left = 0
    for x in range(height):
        row: list[int] = []
        for _ in range(width):
            if left == 0:
                territory += 1
                left = rng.randint(1, 2 * mean - 1)
            left -= 1
            row.append(territory)
        if x % 2 == 1:
            row.reverse()
        partition.append(row)
    return partition


def _combs(height: int, width: int) -> list[list[int]]:
    """Two territories: the teeth of the left one in the even rows, those of the right one in the odd rows."""
    if width == 1:
        return _single(height, width)
    return [[1] * (width - 1) + [2] if x % 2 == 0 else [1] + [2] * (width - 1) for x in range(height)]


def _spirals(height: int, width: int) -> list[list[int]]:
    """Two territories: a spiral inwards from a corner, and the corridor that it leaves.

    Neither encloses a cell of the other, since each goes on to the edge of the board at its outer end.
    """
    partition = [[2] * width for _ in range(height)]
    x, y = 0, 0
    dx, dy = 0, 1
    partition[0][0] = 1
    turns = 0
    while turns < 2:
        if _at(partition, x + dx, y + dy) == 2 and _at(partition, x + 2 * dx, y + 2 * dy) != 1:
            x, y = x + dx, y + dy
            partition[x][y] = 1
            turns = 0
        else:
            dx, dy = dy, -dx
            turns += 1
    return partition


def _at(partition: list[list[int]], x: int, y: int) -> int:
    """Return the owner of the cell in row x and column y, both from 0, or ``OUTSIDE``."""
    inside = 0 <= x < len(partition) and 0 <= y < len(partition[0])
    return partition[x][y] if inside else OUTSIDE


def _blobs(rng: Random, height: int, width: int, side: int) -> list[list[int]]:
    """Territories of about ``side`` × ``side`` cells, ragged to the left and right.

    Upright bands are cut into pieces. The border between two bands wanders by at most one column a row and stays
    within a quarter of ``side`` of its middle; a band so narrow that its rows might lose touch has straight
    borders.
    """
    bands = max(1, width // side)
    territory = [0] * bands
    left = [0] * bands  # rows until the band's next cut
    border = [band * side for band in range(bands)] + [width]
    slack = side // 4
    count = 0
    partition: list[list[int]] = []
    for _ in range(height):
        row: list[int] = []
        for band in range(bands):
            if left[band] == 0:
                count += 1
                territory[band] = count
                left[band] = rng.randint((side + 1) // 2, side + side // 2)
            left[band] -= 1
            row += [territory[band]] * (border[band + 1] - border[band])
        partition.append(row)
        for band in range(1, bands):
            wandered = border[band] + rng.choice((-1, 0, 1))
            if abs(wandered - band * side) <= slack:
                border[band] = wandered
    return partition


def _ring(rng: Random, height: int, width: int) -> list[list[int]]:
    """Four territories at most: a ring (2) with a gap of one cell, its inside (3) and outside (1); not always legal.

    A gap in a corner of the ring lets the inside out by a corner only. Needs three rows and three columns.
    """
    top, left = rng.randrange(height - 2), rng.randrange(width - 2)
    bottom, right = rng.randrange(top + 2, height), rng.randrange(left + 2, width)
    partition = _single(height, width)
    ring: list[tuple[int, int]] = []
    for x in range(top, bottom + 1):
        for y in range(left, right + 1):
            inside = top < x < bottom and left < y < right
            partition[x][y] = 3 if inside else 2
            if not inside:
                ring.append((x, y))
    x, y = rng.choice(ring)
    partition[x][y] = rng.choice((1, 3, 4))
    return partition


def _transposed(partition: list[list[int]]) -> list[list[int]]:
    """Swap rows and columns."""
    return [[row[y] for row in partition] for y in range(len(partition[0]))]


def _count(partition: list[list[int]]) -> int:
    """Return the number of the last territory."""
    return max([max(row) for row in partition])


def _renumbered(rng: Random, partition: list[list[int]], players: int) -> list[list[int]]:
    """Give the territories to different players drawn from 1 .. ``players``."""
    player = [0, *rng.sample(range(1, players + 1), _count(partition))]
    return [[player[territory] for territory in row] for row in partition]


# Moves and text


def _near(rng: Random, partition: list[list[int]], players: int, count: int) -> bytes:
    """Return the input that offers cells at borders to the first owners of the cells beside them, or to anybody.

    The territories go to players drawn from 1 .. ``players``; 0 stands for a tenth more than there are territories.
    """
    players = players or max(2, _count(partition) * 11 // 10)
    partition = _renumbered(rng, partition, players)
    width = len(partition[0])
    border = _border(partition) or list(range(len(partition) * width))
    moves: list[str] = []
    for _ in range(count):
        cell = rng.choice(border)
        x, y = cell // width, cell % width
        kind = rng.randrange(8)
        if kind < 4:
            player = _at(partition, x, y - 1 + kind // 2 * 2)
        elif kind < 7:
            player = _at(partition, x - 1 + kind % 2 * 2, y)
        else:
            player = OUTSIDE
        moves.append(_move(x, y, rng.randint(1, players) if player == OUTSIDE else player))
    return _text(partition, players, moves)


def _border(partition: list[list[int]]) -> list[int]:
    """Return the cells that have a neighbour of another owner, each numbered ``x · width + y``."""
    height, width = len(partition), len(partition[0])
    cells: list[int] = []
    for x, row in enumerate(partition):
        above = partition[max(x - 1, 0)]
        below = partition[min(x + 1, height - 1)]
        for y, owner in enumerate(row):
            beside = owner != row[max(y - 1, 0)] or owner != row[min(y + 1, width - 1)]
            if beside or owner != above[y] or owner != below[y]:
                cells.append(x * width + y)
    return cells


def _move(x: int, y: int, player: int) -> str:
    """Return the line of a move in row x and column y, both from 0."""
    return f"{x + 1} {y + 1} {player}\n"


def _text(partition: list[list[int]], players: int, moves: list[str]) -> bytes:
    """Return the input file."""
    lines = [f"{len(partition)} {len(partition[0])} {players} {len(moves)}\n"]
    for row in partition:
        lines.append(" ".join([str(owner) for owner in row]) + "\n")
    lines += moves
    return "".join(lines).encode("ascii")
