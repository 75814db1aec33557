"""Figures of Multi-Go: the closed path of the proof with its two sides, and the corners of a territory with a hole."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from living_figures.multigo import RING, ring_of

from refsol.multigo.board import Board, read_board
from refsol.multigo.rules import territory_of, try_move
from refsol.problem import load
from refsol.problem.scene import Cell, Label, Scene, Stroke

MOVE: Final = b"5 5 3 1\n2 1 1 1 1\n2 1 3 3 1\n2 2 3 3 1\n2 1 3 3 1\n2 1 1 1 1\n3 2 1\n"
"""A move that would close a ring: cell (3, 2) to player 1."""
CELL: Final = (3, 2)
"""The cell c of that move."""
HOLE: Final = b"4 5 3 1\n1 1 1 2 2\n1 3 1 2 2\n1 1 1 1 1\n1 2 2 1 1\n1 1 1\n"
"""A position in which the territory of player 1 has a hole."""
NO_HOLE: Final = b"4 5 3 1\n1 3 1 2 2\n1 3 1 2 2\n1 1 1 1 1\n1 2 2 1 1\n1 1 1\n"
"""The same with a way out."""

_STEPS: Final = ((-1, 0), (0, 1), (1, 0), (0, -1))


def owner(board: Board, cell: Cell) -> int:
    """Return who owns a cell; 0 outside the board."""
    return int(board.owner[cell[0] * board.stride + cell[1]])


def ring(cell: Cell) -> list[Cell]:
    """Return the eight neighbours of a cell, clockwise from the upper left one."""
    return [(cell[0] + down, cell[1] + right) for down, right in RING]


def path(board: Board, start: Cell, end: Cell, player: int) -> list[Cell]:
    """Return a shortest 4-connected path between two cells of a player. O(cells)."""
    before: dict[Cell, Cell] = {end: end}
    queue = deque([end])
    while start not in before:
        x, y = queue.popleft()
        for down, right in _STEPS:
            there = (x + down, y + right)
            if owner(board, there) == player and there not in before:
                before[there] = (x, y)
                queue.append(there)
    cells = [start]
    while cells[-1] != end:
        cells.append(before[cells[-1]])
    return cells


def jordan() -> tuple[Scene, ...]:
    """Return the board of a move that would close a ring, with the polygon P, the runs A and B, and their arcs."""
    scene = load("multigo").explainer.show(MOVE, {"move": 1})
    board = read_board(MOVE)
    player = 1
    around = ring(CELL)
    run_a, run_b = [[around[k] for k in run] for run in ring_of(board, CELL, player).touching]
    along = path(board, _neighbour(run_a), _neighbour(run_b), player)
    first, second = (_between(around, run_a, run_b), _between(around, run_b, run_a))
    named = (("A", run_a), ("B", run_b), ("f", first), ("g", second), ("c", [CELL]))
    labels = tuple(Label(text, there) for text, cells in named for there in cells)
    enclosed = _enclosed_if_gained(board, player)
    words = (
        f"The arcs have {len(first)} and {len(second)} foreign cells: {_listed(c for c in around if c in enclosed)} "
        f"are inside P, {_listed(c for c in second if c not in enclosed)} are outside P. {scene.description}"
    )
    return (scene._replace(marks=(), labels=labels, strokes=tuple(_polygon([CELL, *along, CELL])), description=words),)


def _enclosed_if_gained(board: Board, player: int) -> tuple[Cell, ...]:
    """Return the cells that a player would enclose with c, which is not the player's."""
    _loser, gainer = try_move(board, CELL, player)
    return gainer.enclosed


def _listed(cells: Iterable[Cell]) -> str:
    return ", ".join(map(str, cells))


def _neighbour(run: Sequence[Cell]) -> Cell:
    """Return the cell of a touching run that shares an edge with c."""
    return next((x, y) for x, y in run if abs(x - CELL[0]) + abs(y - CELL[1]) == 1)


def _between(around: list[Cell], first: Sequence[Cell], second: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a ring after the end of one run and before the start of another, clockwise."""
    start = around.index(first[-1]) + 1
    turned = around[start:] + around[:start]
    return turned[: turned.index(second[0])]


def _polygon(cells: Sequence[Cell]) -> Iterator[Stroke]:
    """Yield the sides between the centres of consecutive cells."""
    for (x, y), (to_x, to_y) in pairwise(cells):
        yield Stroke(((x, y), (to_x, to_y)), (to_x - x, to_y - y))


def corners(board: Board, player: int) -> list[Label]:
    """Return a label for each corner of a player's territory: ``+`` if it is convex, ``−`` if it is concave."""
    labels: list[Label] = []
    for x in range(1, board.height + 1):
        for y in range(1, board.width + 1):
            if owner(board, (x, y)) != player:
                continue
            for down in (-1, 1):
                for right in (-1, 1):
                    beside, beyond, across = (
                        owner(board, there) == player
                        for there in ((x, y + right), (x + down, y), (x + down, y + right))
                    )
                    if not beside and not beyond:
                        labels.append(Label("+", (x, y), down, right))
                    elif beside and beyond and not across:
                        labels.append(Label("−", (x, y), down, right))
    return labels


def holes() -> tuple[Scene, ...]:
    """Return the corners of a territory with a hole, and those of one without."""
    return _with_corners(HOLE), _with_corners(NO_HOLE)


def _with_corners(source: bytes) -> Scene:
    board = read_board(source)
    labels = corners(board, 1)
    convex, concave = (sum(label.text == sign for label in labels) for sign in "+−")
    territory = territory_of(board, 1)
    holes = 1 if territory.enclosed else 0  # these two boards have one hole at most
    parts = len(territory.parts)
    title = f"{convex} convex and {concave} concave corners of player 1"
    enclosed = "".join(f" Player 1 encloses player {number}." for number in territory.enclosed_players)
    description = f"{convex} − {concave} = {convex - concave} = 4 · ({parts} − {holes}).{enclosed}"
    scene = load("multigo").explainer.show(source, {})
    return scene._replace(labels=tuple(labels), title=title, description=description)
