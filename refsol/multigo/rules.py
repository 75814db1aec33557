"""The rules of Multi-Go, read literally: the 4-connected parts of a player's territory, and the cells in its holes.

For a move, the whole board is searched once for each of its two players; the other territories do not change. This is
slower than the solver, but it finds the cells. Everything is O(NM log NM).
"""
# mypyc: interpreted

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mypy_extensions import i32

from refsol.multigo.board import Board
from refsol.problem.scene import Cell


class Territory(NamedTuple):
    """The cells of a ``player`` and what the two rules say about them."""

    player: int
    parts: tuple[tuple[Cell, ...], ...]  # 4-connected; rule 1 allows one part
    enclosed: tuple[Cell, ...]  # of others, without an 8-connected path around it to the edge; rule 2 allows none
    enclosed_players: tuple[int, ...]  # the owners of the enclosed cells, in ascending order

    def is_legal(self) -> bool:
        return len(self.parts) <= 1 and not self.enclosed


def try_move(board: Board, cell: Cell, gainer: int, *, swapped: bool = False) -> tuple[Territory, Territory]:
    """Return the territories of the loser and the other player, the ``gainer``, as if ``cell`` changed hands.

    If the kinds of connectedness are ``swapped``, parts are 8-connected, paths 4-connected: a common mistake.
    """
    x, y = cell
    index = x * board.stride + y
    loser = int(board.owner[index])
    board.owner[index] = i32(gainer)
    territories = territory_of(board, loser, swapped=swapped), territory_of(board, gainer, swapped=swapped)
    board.owner[index] = i32(loser)
    return territories


def territory_of(board: Board, player: int, *, swapped: bool = False) -> Territory:
    stride = int(board.stride)
    sides = (-stride, -1, 1, stride)
    around = (*sides, -stride - 1, -stride + 1, stride - 1, stride + 1)
    own = [cell for cell, owner in enumerate(board.owner) if owner == player]
    parts = tuple(_parts(board, own, around if swapped else sides))
    enclosed = _enclosed(board, own, sides if swapped else around)
    enclosed_players = tuple(sorted({int(board.owner[cell]) for cell in enclosed}))
    return Territory(player, parts, _coordinates(board, enclosed), enclosed_players)


def _parts(board: Board, own: list[int], steps: tuple[int, ...]) -> Iterator[tuple[Cell, ...]]:
    """Yield the parts of a territory that ``steps`` connect, in the order of their first cells, each row by row."""
    remaining = set(own)
    for first in own:
        if first in remaining:
            remaining.remove(first)
            yield _coordinates(board, _take_reachable([first], remaining, steps))


def _enclosed(board: Board, own: list[int], steps: tuple[int, ...]) -> set[int]:
    """Return the cells from which ``steps`` don't lead around a territory, which are in its bounding rectangle."""
    if not own:
        return set()
    stride = int(board.stride)
    columns = [cell % stride for cell in own]
    top, bottom, left, right = own[0] // stride, own[-1] // stride, min(columns), max(columns)
    inside = {x * stride + y for x in range(top, bottom + 1) for y in range(left, right + 1)}.difference(own)
    border = [x * stride + y for x in (top, bottom) for y in range(left, right + 1)]
    border += [x * stride + y for x in range(top, bottom + 1) for y in (left, right)]
    free = inside.intersection(border)
    inside -= free
    _take_reachable(list(free), inside, steps)
    return inside


def _take_reachable(cells: list[int], remaining: set[int], steps: tuple[int, ...]) -> list[int]:
    """Remove from ``remaining`` what ``steps`` can reach, and append it to ``cells``; return ``cells``."""
    for cell in cells:  # grows during the loop
        for step in steps:
            if cell + step in remaining:
                remaining.remove(cell + step)
                cells.append(cell + step)
    return cells


def _coordinates(board: Board, cells: Iterable[int]) -> tuple[Cell, ...]:
    stride = int(board.stride)
    return tuple(divmod(cell, stride) for cell in sorted(cells))
