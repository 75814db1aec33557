"""NoGo with one pair taken from each group: a version of the count that is wrong, beside the verdict of refsol."""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from living_figures.figure import Cells, Figure, State, cell_key, differs, paragraphs, verdicts
from living_figures.nogo import Position, around, drawn, label, pairs_of, position_of, refused
from refsol.nogo import EMPTY, read_board
from refsol.nogo.rules import Group, groups_around, scene_of, try_stone
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.scene import Cell
from refsol.problem.wording import counted, listed

BOARD: Final = b"""\
5
X.OO.
XXOX.
OXO.O
OOX.X
O.XX.
"""
START: Final = (1, 2)

_NAMES: Final = {True: "legal", False: "forbidden"}


class Taken(NamedTuple):
    """A group next to the new stone, its number of pairs, and how many of them are with the stone's point."""

    group: Group
    pairs: int
    lost: int


def taken_by(position: Position, cell: Cell) -> list[Taken]:
    """Return what a stone on the empty point ``cell`` takes from each group next to it."""
    board = position.board
    found = [(group, pairs_of(board, group)) for group in groups_around(board, board.point(*cell))]
    return [Taken(group, len(pairs), sum(point == cell for _stone, point in pairs)) for group, pairs in found]


def wrong_verdict(position: Position, cell: Cell) -> bool:
    """Return whether a stone is legal if it takes one pair from each group next to it, however often it touches it."""
    board = position.board
    groups = taken_by(position, cell)
    captures = any(each.pairs == 1 for each in groups if each.group.colour != position.mover)
    lives = any(each.pairs > 1 for each in groups if each.group.colour == position.mover)
    return not captures and (lives or any(board.stone[board.point(*point)] == EMPTY for point in around(cell)))


def right_verdict(position: Position, cell: Cell) -> bool:
    """Return whether a stone is legal by refsol's rules."""
    return cell not in position.forbidden[position.mover]


def figure() -> Figure:
    """Return the figure: black plays on each point of the board."""
    position = position_of(read_board(BOARD))
    board = position.board
    grid, size = Grid(scene_of(board)), int(board.size)
    cells = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1)]
    wrong = [
        cell
        for cell in cells
        if board.stone[board.point(*cell)] == EMPTY and wrong_verdict(position, cell) != right_verdict(position, cell)
    ]
    picture = "\n".join([*drawn(position), *differs(grid, wrong)])  # in one piece, since all states have it
    labels = tuple([label(position, cell) for cell in cells])
    return Figure(
        "A position of NoGo, with a dot at each point where the two versions differ",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        {cell_key(cell): State((picture, _focus(grid, cell)), tuple(_words(position, cell)), labels) for cell in cells},
        cell_key(START),
        Cells(grid.left, grid.top, grid.unit, size, size),
        scale=1.4,
    )


def _focus(grid: Grid, cell: Cell) -> str:
    across, down = grid.corner(*cell)
    return f'<rect class="focus" x="{across}" y="{down}" width="{grid.unit}" height="{grid.unit}" rx="4"/>'


def _words(position: Position, cell: Cell) -> Iterator[str]:
    board = position.board
    point = board.point(*cell)
    if board.stone[point] != EMPTY:
        yield from paragraphs([f"{listed([cell])} is occupied."])
        return
    yield verdicts(_NAMES[wrong_verdict(position, cell)], _NAMES[right_verdict(position, cell)])
    for group, pairs, lost in taken_by(position, cell):
        name = group.short_name()
        rest = f"{pairs} − {lost} = {pairs - lost}"
        wrong = "" if lost == 1 else f", but {pairs} − 1 = {pairs - 1} in the wrong version"
        yield f"<p>{escape(name[0].upper() + name[1:])}: {counted(lost, 'pair')} taken, {rest} left{wrong}.</p>"
    free = sum(board.stone[board.point(*other)] == EMPTY for other in around(cell))
    yield f"<p>The new stone has {counted(free, 'pair')}.</p>"
    trial = try_stone(board, point, position.mover)
    if not trial.is_legal():
        yield from paragraphs([refused(trial)])
