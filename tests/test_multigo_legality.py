"""Violations of rules in Multi-Go, cell by cell: compared with a literal search, which shares no code with them."""

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Final

import pytest
import support

from refsol import multigo
from refsol.problem.scene import Cell

SPLIT, ENCLOSED = multigo.ViolationKind
SIDES: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
SIDES_AND_CORNERS: Final = (*SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))


def spread(start: Iterable[Cell], allowed: set[Cell], steps: Iterable[Cell]) -> set[Cell]:
    """Return the cells in ``allowed`` that a walk from ``start`` reaches: add neighbours until nothing changes."""
    steps = tuple(steps)
    reached = allowed.intersection(start)
    while True:
        further = {(x + dx, y + dy) for x, y in reached for dx, dy in steps} & allowed
        if further <= reached:
            return reached
        reached |= further


def splits(owner: dict[Cell, int]) -> list[multigo.Violation]:
    """Return a violation for each first cell of a part, unless it is the player's first cell at all."""
    found = []
    for cell, player in sorted(owner.items()):
        own = {other for other in owner if owner[other] == player}
        part = spread([cell], own, SIDES)
        if cell == min(part) and cell != min(own):
            found.append(multigo.Violation(SPLIT, *cell, player))
    return found


def enclosures(owner: dict[Cell, int]) -> list[multigo.Violation]:
    """Return a violation for each player's first cell of others from which no path leads off the board."""
    found = []
    last = max(owner)
    edge = [(x, y) for x, y in owner if x in (1, last[0]) or y in (1, last[1])]
    for player in sorted(set(owner.values())):
        others = {cell for cell in owner if owner[cell] != player}
        enclosed = others - spread(edge, others, SIDES_AND_CORNERS)
        if enclosed:
            found.append(multigo.Violation(ENCLOSED, *min(enclosed), player))
    return found


def random_rows(rng: Random) -> list[list[int]]:
    """Return noise; nested rings with some noise; or paths through the cells of player 1: holes, and inlets."""
    kind = rng.randrange(4)
    height, width = (rng.randint(6, 9) if kind == 3 else rng.choice((1, 2, 3, 4, 6, 8)) for _side in "NM")
    players = rng.randint(2, 4)
    rows = [[rng.randint(1, players) if kind == 0 else 1 for _y in range(width)] for _x in range(height)]
    if kind == 1:
        for x, y in product(range(height), range(width)):
            ring = min(x, y, height - 1 - x, width - 1 - y)
            rows[x][y] = rng.randint(1, players) if rng.random() < 0.1 else 1 + ring % players
    elif kind > 1:
        for _path in range(rng.randint(1, 6)):
            x, y = rng.randrange(height), rng.randrange(width)
            player = rng.randint(2, players)
            for _step in range(rng.randint(1, 4)):
                rows[x][y] = player
                dx, dy = rng.choice(SIDES_AND_CORNERS)
                x, y = min(max(x + dx, 0), height - 1), min(max(y + dy, 0), width - 1)
    return rows


def check(rows: list[list[int]]) -> list[multigo.Violation]:
    """Compare the violations on one board; return them."""
    owner = {(x, y): player for x, row in enumerate(rows, 1) for y, player in enumerate(row, 1)}
    board = multigo.Board.from_rows(rows, 9)
    split, enclosed = splits(owner), enclosures(owner)
    assert multigo.violations(board) == split + enclosed, rows
    assert multigo.violations(board, 1) == split[:1] + enclosed[:1], rows
    assert board.rows() == rows
    return split + enclosed


def first_inner_cell_of_others(rows: list[list[int]], player: int) -> Cell:
    """Return what would be named if every cell that is not on the edge counted as enclosed."""
    inner = product(range(2, len(rows)), range(2, len(rows[0])))
    return next((x, y) for x, y in inner if rows[x - 1][y - 1] != player)


@pytest.mark.slow
def test_the_cells_on_random_boards() -> None:
    count = max(100, support.CASES // 5)  # enough for holes behind inlets
    legal = behind_inlets = 0
    for seed in support.seeds(count):
        rows = random_rows(Random(seed))
        found = check(rows)
        legal += not found
        enclosed = [violation for violation in found if violation.kind is ENCLOSED]
        behind_inlets += any((x, y) != first_inner_cell_of_others(rows, player) for _kind, x, y, player in enclosed)
    assert count // 20 < legal < count // 2
    assert behind_inlets > count // 100


@pytest.mark.parametrize("step", SIDES_AND_CORNERS, ids=str)
def test_a_way_out_in_each_direction(step: Cell) -> None:
    """The one cell inside an inlet, which only this step leads to, is not enclosed; a later cell is."""
    size = 9
    dx, dy = step
    edge = (1 if dx == 1 else size if dx == -1 else 4, 4 if dx else 1 if dy == 1 else size)
    inside = edge[0] + dx, edge[1] + dy
    hole = (size - 1, size - 1)
    cells = range(1, size + 1)
    rows = [[2 if (x, y) in (edge, inside, hole) else 1 for y in cells] for x in cells]
    assert multigo.Violation(ENCLOSED, *hole, 1) in check(rows)


def test_at_most_a_hundred_of_each_kind_unless_told_otherwise() -> None:
    enclosing = [[k, k if row != 1 else 200, k] for k in range(1, 121) for row in range(3)]
    alternating = [[1, 2] * 120]
    assert len(multigo.violations(multigo.Board.from_rows(alternating, 2))) == 100
    assert len(multigo.violations(multigo.Board.from_rows(alternating, 2), 1000)) == 238
    found = multigo.violations(multigo.Board.from_rows(enclosing, 200), 1000)
    assert sum(violation.kind is ENCLOSED for violation in found) == 120
    found = multigo.violations(multigo.Board.from_rows(enclosing, 200))
    assert sum(violation.kind is ENCLOSED for violation in found) == 100


def test_the_cells_on_all_tiny_boards() -> None:
    for height, width in ((1, 1), (1, 2), (2, 1), (2, 2), (1, 5), (5, 1), (2, 3), (3, 2), (3, 3)):
        players = 2 if height * width > 6 else 3
        for cells in product(range(1, players + 1), repeat=height * width):
            check([list(cells[x * width : (x + 1) * width]) for x in range(height)])


def test_an_inlet_from_each_side_is_not_a_hole() -> None:
    rows = [[1, 1, 1, 1, 1, 1, 1]] + [[1, 2, 1, 1, 1, 1, 1] for _x in range(5)]
    rows[3][5] = 3  # the hole; the inlet comes from below
    for _quarter in range(4):
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        for reflected in (rows, [row[::-1] for row in rows]):
            (found,) = check(reflected)
            assert (found.kind, found.player, reflected[found.x - 1][found.y - 1]) == (ENCLOSED, 1, 3)
