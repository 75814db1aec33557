"""Tic-tac-toe: a chip on any cell, and the small board that it names for the next one."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import u8

from living_figures.figure import Cells, Figure, State, cell_key, lines_of, paragraphs
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.contract import Explanation
from refsol.problem.scene import Cell, Scene
from refsol.tictactoe.board import CROSS, EMPTY, NOUGHT, SIDE, SMALL_SIDE, read_board
from refsol.tictactoe.jury.explain import explain

# The lower middle small board is full. The small board in the middle has one empty cell, which names that board itself.
BOARD: Final = b"""\
xx. o.. .x.
o.o .oo o..
xo. .o. .o.

x.. oxo .x.
xxx x.x ox.
xo. oxo ox.

o.x xxx ...
o.. oxx .x.
ox. xox .o.
6 2
"""
START: Final = (5, 3)
CHIP: Final = NOUGHT
"""The chip that is put on an empty cell: that of the player who has fewer."""

NAMED: Final = "named small board"
"""What refsol's explanation calls the mark on the small board that the last chip names."""

_NAMES: Final = {EMPTY: "empty", CROSS: "x", NOUGHT: "o"}


def source_of(cell: Cell) -> bytes:
    """Return the input in which the last chip is on ``cell``; if that is empty, a chip is put there."""
    board = read_board(BOARD)
    board.row, board.column = cell[0] - 1, cell[1] - 1
    last = board.last_cell()
    if board.cell[last] == EMPTY:
        board.cell[last] = u8(CHIP)
    return board.input_text()


def figure() -> Figure:
    """Return the figure: the last chip on each of the 81 cells."""
    title = "Nine small boards; the last chip is in a frame, and the cells for the next one are marked"
    return figure_of(title, _state)


def figure_of(title: str, state: Callable[[Cell, tuple[str, ...]], State]) -> Figure:
    """Return a figure with a state for each cell, made of it and of what is on each cell."""
    start = Grid(scene_of(START))
    cells = [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]
    board = read_board(BOARD)
    labels = tuple([f"({x}, {y}), {_NAMES[board.cell[(x - 1) * SIDE + y - 1]]}" for x, y in cells])
    return Figure(
        title,
        (start.right + MARGIN, start.bottom + MARGIN),
        {cell_key(cell): state(cell, labels) for cell in cells},
        cell_key(START),
        Cells(start.left, start.top, start.unit, SIDE, SIDE),
        scale=0.85,
    )


def _state(cell: Cell, labels: tuple[str, ...]) -> State:
    explanation = next(explain(source_of(cell), {}))
    return State((*lines_of(scene_of(cell)), named(explanation)), paragraphs(explanation.reasons), labels)


def named(explanation: Explanation) -> str:
    """Return a frame around the small board that the last chip names."""
    return frame(next(mark.cells[0] for mark in explanation.marks if mark.role == NAMED), "named")


def frame(corner: Cell, css_class: str) -> str:
    """Return a frame around the small board whose upper left cell is ``corner``."""
    grid = Grid(scene_of(START))
    across, down = grid.corner(*corner)
    side = SMALL_SIDE * grid.unit
    return f'<rect class="{css_class}" x="{across}" y="{down}" width="{side}" height="{side}" rx="4"/>'


def scene_of(cell: Cell) -> Scene:
    """Return refsol's picture without badges, since the colour of the cells says as much."""
    return next(explain(source_of(cell), {})).scene._replace(marks=())
