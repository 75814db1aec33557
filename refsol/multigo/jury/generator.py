"""Inputs of Multi-Go: small random ones for comparing programs, and worst cases at the published limits.

Every function returns a valid input and draws from ``rng`` only. A board has ``height`` rows and ``width`` columns, and
``moves`` moves follow it. All worst cases are O(NM + Q). The families, which call these, have checked the sizes.
"""

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from refsol.multigo.board import MAX_PLAYERS, OUTSIDE, Board, input_text, move_line
from refsol.multigo.jury import partitions
from refsol.multigo.oracle import encloses_nobody, is_connected, is_legal

_Maker: TypeAlias = Callable[[Random, int, int], list[list[int]]]

# The boards of the worst cases, by name: their territories, and how many players there are for a number of territories.
# The largest boards have about a thousand blobs or parts of a serpentine.
_STARTS: Final[dict[str, _Maker]] = {
    "single-cells": lambda _, height, width: partitions.single_cells(height, width),
    "spirals": lambda _, height, width: partitions.spirals(height, width),
    "combs": lambda _, height, width: partitions.combs(height, width),
    "serpentine": lambda rng, height, width: partitions.serpentine(rng, height, width, max(1, height * width // 1000)),
    "blobs": lambda rng, height, width: partitions.blobs(rng, height, width, 31),
    "one-row": lambda rng, _, width: partitions.serpentine(rng, 1, width, 3),
    "two-rows": lambda rng, _, width: partitions.transposed(partitions.serpentine(rng, width, 2, 4)),
    "three-rows": lambda rng, _, width: partitions.transposed(partitions.serpentine(rng, width, 3, 6)),
    "one-column": lambda rng, height, _: partitions.serpentine(rng, height, 1, 3),
}
_SMALL_PARTITIONS: Final[tuple[_Maker, ...]] = (
    lambda _, height, width: partitions.single(height, width),
    _STARTS["single-cells"],
    lambda _, height, width: partitions.columns(height, width),
    lambda rng, height, width: partitions.serpentine(rng, height, width, rng.randint(2, 8)),
    _STARTS["combs"],
    _STARTS["spirals"],
    lambda rng, height, width: partitions.blobs(rng, height, width, rng.randint(1, 4)),
)
_PLAYERS: Final = {"spirals": 2, "combs": 3}  # the others have a tenth more players than territories, or as many


# Small inputs


def small(rng: Random) -> bytes:
    height, width = _small_shape(rng)
    if rng.random() < 0.5:
        partition = _small_partition(rng, height, width)
    else:
        partition = partitions.transposed(_small_partition(rng, width, height))
    players = max(2, partitions.territories(partition) + rng.choice((0, 0, 1, 2, 5)))
    if rng.randrange(400) == 0:
        players = MAX_PLAYERS
    board = Board.from_rows(partitions.renumbered(rng, partition, players), players)
    # Random moves from a regular start lead to all kinds of legal positions.
    for _ in range(rng.choice((0, 0, height * width // 2))):
        _play(board, *_small_move(rng, board))
    return _played(rng, board, _small_move, rng.randint(1, 12))


def rings(rng: Random) -> bytes:
    """Return a small input with a ring that has a gap, and many moves that make a hole but split no territory."""
    while True:
        height, width = rng.randint(3, 6), rng.randint(3, 6)
        board = Board.from_rows(partitions.renumbered(rng, partitions.ring(rng, height, width), 4), 4)
        if is_legal(board):
            return _played(rng, board, _enclosing_move)


def returning(rng: Random) -> bytes:
    height, width = rng.randint(1, 4), rng.randint(2, 4)
    players = height * width
    start = partitions.renumbered(rng, partitions.single_cells(height, width), players)
    board = Board.from_rows(start, players)
    return _played(rng, board, lambda rng, board: (_any_cell(rng, board), rng.randint(1, board.players)))


def thin(rng: Random) -> bytes:
    length, breadth = rng.randint(4, 12), rng.randint(1, 2)
    partition = partitions.serpentine(rng, length, breadth, rng.randint(2, 6))
    if rng.random() < 0.5:
        partition = partitions.transposed(partition)
    players = partitions.territories(partition) + rng.randint(1, 2)
    return _played(rng, Board.from_rows(partitions.renumbered(rng, partition, players), players), _small_move)


def _played(rng: Random, board: Board, choose: Callable[[Random, Board], tuple[int, int]], count: int = 12) -> bytes:
    start = board.rows()
    moves: list[str] = []
    for _ in range(count):
        cell, player = choose(rng, board)
        _play(board, cell, player)
        moves.append(move_line(cell // board.stride, cell % board.stride, player))
    return input_text(start, int(board.players), moves)


def _enclosing_move(rng: Random, board: Board) -> tuple[int, int]:
    """Return the first of five random moves that makes a hole but splits no territory, or else the fifth."""
    cell, player = _small_move(rng, board)
    for _ in range(4):
        loser = int(board.owner[cell])
        board.owner[cell] = player
        splits = not (is_connected(board, loser) and is_connected(board, player))
        encloses = not (encloses_nobody(board, loser) and encloses_nobody(board, player))
        board.owner[cell] = loser
        if encloses and not splits:
            break
        cell, player = _small_move(rng, board)
    return cell, player


def _small_shape(rng: Random) -> tuple[int, int]:
    kind = rng.randrange(10)
    if kind >= 6:
        return rng.randint(2, 6), rng.randint(2, 6)
    short = kind // 2 + 1
    long = rng.randint(1, 12 if short == 1 else 8)
    return (short, long) if kind % 2 == 0 else (long, short)


def _small_partition(rng: Random, height: int, width: int) -> list[list[int]]:
    """Return a partition of a random kind; an illegal ring is replaced by a serpentine."""
    kind = rng.randrange(10)
    if kind < len(_SMALL_PARTITIONS):
        return _SMALL_PARTITIONS[kind](rng, height, width)
    if height >= 3 and width >= 3:
        partition = partitions.ring(rng, height, width)
        if is_legal(Board.from_rows(partition, 4)):
            return partition
    return partitions.serpentine(rng, height, width, rng.randint(1, 3))


def _small_move(rng: Random, board: Board) -> tuple[int, int]:
    """Return a cell and its gainer: a neighbour's owner, any owner, an absent player or, rarely, the owner itself."""
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
            player = rng.randint(1, board.players)
            for _ in range(6):  # then it is probably absent
                if player in board.owner:
                    player = rng.randint(1, board.players)
        if player != OUTSIDE and player != board.owner[cell]:
            return cell, player
    return cell, int(board.owner[cell])


def _any_cell(rng: Random, board: Board) -> int:
    return rng.randint(1, board.height) * board.stride + rng.randint(1, board.width)


def _play(board: Board, cell: int, player: int) -> None:
    """Give the cell to the player if that is legal, which depends on the loser's and the gainer's territories only."""
    loser = int(board.owner[cell])
    board.owner[cell] = player
    for territory in (loser, player):
        if not is_connected(board, territory) or not encloses_nobody(board, territory):
            board.owner[cell] = loser
            return


# Worst cases


def near(rng: Random, start: str, moves: int, height: int = 1, width: int = 1) -> bytes:
    """Return the board called ``start``; moves give cells at borders to owners of neighbouring cells, or to anyone."""
    partition = _STARTS[start](rng, height, width)
    territories = partitions.territories(partition)
    players = _PLAYERS.get(start, max(2, territories if start == "single-cells" else territories * 11 // 10))
    partition = partitions.renumbered(rng, partition, players)
    width = len(partition[0])
    border = partitions.border(partition) or list(range(len(partition) * width))
    lines: list[str] = []
    for _ in range(moves):
        cell = rng.choice(border)
        x, y = cell // width, cell % width
        kind = rng.randrange(8)
        if kind < 4:
            player = partitions.owner_at(partition, x, y - 1 + kind // 2 * 2)
        elif kind < 7:
            player = partitions.owner_at(partition, x - 1 + kind % 2 * 2, y)
        else:
            player = OUTSIDE
        lines.append(move_line(x + 1, y + 1, rng.randint(1, players) if player == OUTSIDE else player))
    return input_text(partition, players, lines)


def all_no(rng: Random, height: int, width: int, moves: int) -> bytes:
    lines: list[str] = []
    for _ in range(moves):
        x, y = rng.randrange(1, height - 1), rng.randrange(width)
        player = (y + rng.choice((1, 1, width - 1, rng.randrange(1, width)))) % width + 1
        lines.append(move_line(x + 1, y + 1, player))
    return input_text(partitions.columns(height, width), width, lines)


def between_columns(rng: Random, height: int, width: int, moves: int, *, separate: bool) -> bytes:
    """Return the input whose moves give cells of ``partitions.fringes`` to the left, to the right or to their owner."""
    partition = partitions.fringes(height, width, separate)
    lines: list[str] = []
    for _ in range(moves):
        x, y = rng.randrange(height), 2 * rng.randrange(width // 2) + 1
        if separate and rng.random() >= 0.5:
            player = partition[x][y]
        else:
            player = y // 2 + (2 if y + 1 < width and rng.random() < 0.5 else 1)
        lines.append(move_line(x + 1, y + 1, player))
    return input_text(partition, max(2, partitions.territories(partition)), lines)
