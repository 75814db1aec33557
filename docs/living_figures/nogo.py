"""NoGo: the end of a game, with the pairs of a stone and an empty point, their counts, and the forbidden points."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy_extensions import u8

from living_figures.figure import Cells, Figure, Move, State, cell_key, paragraphs
from refsol.nogo import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.board import COLOURS
from refsol.nogo.rules import Group, Trial, groups_around, groups_of, mover, scene_of, try_stone
from refsol.pictures.svg import MARGIN, Grid, draw_layers
from refsol.problem.scene import Cell
from refsol.problem.wording import counted, listed

START: Final = b"""\
5
..OO.
OOO.O
XXXO.
..XX.
.XXXO
"""

_RADIUS: Final = 16  # of a stone
_PAIR_END: Final = 28  # from the centre of the stone
_SMALL: Final = 6  # the radius of a stone that may not be put on a point


class Position(NamedTuple):
    """What there is to know about a position."""

    board: Board
    groups: list[Group]
    counts: dict[Cell, int]
    """The number of pairs of the group of each stone."""
    forbidden: dict[int, tuple[Cell, ...]]
    """The empty points where each colour may not play."""

    @property
    def mover(self) -> int:
        """The colour to move."""
        return mover(sum(len(group.stones) for group in self.groups) + 1)


def position_of(board: Board) -> Position:
    """Return what there is to know about the position on ``board``."""
    groups = groups_of(board)
    counts = {stone: len(pairs_of(board, group)) for group in groups for stone in group.stones}
    empty = board.points(EMPTY)
    forbidden = {
        colour: tuple([board.coordinates(point) for point in empty if not try_stone(board, point, colour).is_legal()])
        for colour in (BLACK, WHITE)
    }
    return Position(board, groups, counts, forbidden)


def pairs_of(board: Board, group: Group) -> list[tuple[Cell, Cell]]:
    """Return the pairs of a stone of a group and an empty point next to it."""
    return [
        (stone, point) for stone in group.stones for point in around(stone) if board.stone[board.point(*point)] == EMPTY
    ]


def around(cell: Cell) -> Iterator[Cell]:
    """Yield the points above, to the left, to the right and below, on the board or in its frame."""
    x, y = cell
    yield from ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))


def played(board: Board, cell: Cell, colour: int) -> Board:
    """Return a copy of ``board`` with one more stone."""
    copy = board.copy()
    copy.stone[copy.point(*cell)] = u8(colour)
    return copy


def figure() -> Figure:
    """Return the figure: all positions that can be reached from the start."""
    start = position_of(read_board(START))
    positions = {_key(start.board): start}
    states: dict[str, State] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        moves: dict[str, Move] = {}
        for cell in _empty(here.board):
            if cell not in here.forbidden[here.mover]:
                board = played(here.board, cell, here.mover)
                key = _key(board)
                if key not in positions:
                    positions[key] = position_of(board)
                    waiting.append(positions[key])
                moves[cell_key(cell)] = Move(key, paragraphs(list(_told(here, positions[key], cell))))
        states[_key(here.board)] = _state(here, moves)
    grid = Grid(scene_of(start.board))
    size = int(start.board.size)
    return Figure(
        "The end of a game of NoGo; the number on a stone counts the pairs of its group",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        states,
        _key(start.board),
        Cells(grid.left, grid.top, grid.unit, size, size),
        scale=1.4,
        is_played=True,
    )


def _key(board: Board) -> str:
    """Return the position as text."""
    start = read_board(START)
    return "".join(".XO"[board.stone[point]] for point in start.points(EMPTY))


def _empty(board: Board) -> list[Cell]:
    return [board.coordinates(point) for point in board.points(EMPTY)]


def _told(before: Position, after: Position, cell: Cell) -> Iterator[str]:
    """Yield sentences that say what a move changes."""
    board, colour = before.board, before.mover
    name = COLOURS[colour].capitalize()
    free = sum(board.stone[board.point(*point)] == EMPTY for point in around(cell))
    terms = [counted(free, "new pair")]
    others: list[str] = []
    for group in groups_around(board, board.point(*cell)):
        lost = sum(point == cell for _stone, point in pairs_of(board, group))
        count = before.counts[group.stones[0]]
        if group.colour == colour:
            terms.append(f"({count} − {lost})")
        else:
            whose = group.short_name()
            loss = f"{counted(lost, 'pair')}: {count} − {lost} = {count - lost}"
            others.append(f"{whose[0].upper()}{whose[1:]} loses {loss}.")
    total = after.counts[cell]
    if len(terms) == 1:
        yield f"{name} on {listed([cell])}: a new group with {counted(total, 'pair')}."
    else:
        merged = "it joins a group" if len(terms) == 2 else f"it merges {len(terms) - 1} groups into one"
        yield f"{name} on {listed([cell])}: {merged}, whose count becomes {' + '.join(terms)} = {total}."
    yield from others
    for side in (BLACK, WHITE):
        new = [point for point in after.forbidden[side] if point not in before.forbidden[side]]
        if new:
            yield f"Now forbidden to {COLOURS[side]}, for good: {listed(new)}."


def _state(position: Position, moves: dict[str, Move]) -> State:
    board, side = position.board, position.mover
    name, other = COLOURS[side].capitalize(), COLOURS[BLACK + WHITE - side]
    words = f"{name} has {counted(len(moves), 'legal move')}." if moves else f"{name} can't move, so {other} has won."
    cells = [(x, y) for x in range(1, int(board.size) + 1) for y in range(1, int(board.size) + 1)]
    refusals = tuple(["" if cell_key(cell) in moves else paragraphs([_refusal(position, cell)])[0] for cell in cells])
    labels = tuple([label(position, cell) for cell in cells])
    return State(tuple(drawn(position)), paragraphs([words]), labels, moves, refusals)


def _refusal(position: Position, cell: Cell) -> str:
    board = position.board
    point = board.point(*cell)
    if board.stone[point] != EMPTY:
        return f"{listed([cell])} is occupied."
    return refused(try_stone(board, point, position.mover))


def refused(trial: Trial) -> str:
    """Return a sentence that says why a stone is not legal."""
    name = COLOURS[trial.group.colour].capitalize()
    return f"{name} may not play on {listed([trial.cell])}: {', and '.join(trial.faults())}."


def label(position: Position, cell: Cell) -> str:
    """Return what is on a point in words."""
    colour = int(position.board.stone[position.board.point(*cell)])
    if colour != EMPTY:
        return f"{listed([cell])}, {COLOURS[colour]}, {counted(position.counts[cell], 'pair')}"
    sides = [COLOURS[side] for side in (BLACK, WHITE) if cell in position.forbidden[side]]
    return f"{listed([cell])}, empty{', forbidden to ' + ' and '.join(sides) if sides else ''}"


def drawn(position: Position) -> Iterator[str]:
    """Yield the picture of a position."""
    board = position.board
    grid = Grid(scene_of(board))
    yield "\n".join(draw_layers(scene_of(Board(board.size))))  # in one piece, since all states have it
    for group in position.groups:
        for (x, y), (to_x, to_y) in pairs_of(board, group):
            across, down = grid.centre(x, y)
            end = f"{across + _PAIR_END * (to_y - y)} {down + _PAIR_END * (to_x - x)}"
            path = f"M{across} {down}L{end}"
            yield f'<g class="pair {COLOURS[group.colour]}"><path class="rim" d="{path}"/><path d="{path}"/></g>'
    for group in position.groups:
        for stone in group.stones:
            across, down = grid.centre(*stone)
            colour = COLOURS[group.colour]
            yield f'<circle class="stone {colour}" cx="{across}" cy="{down}" r="{_RADIUS}"/>'
            yield (
                f'<g class="on-{colour}" font-size="15"><text x="{across}" y="{down + 5}">'
                f"{position.counts[stone]}</text></g>"
            )
    for side, shift in ((BLACK, -1), (WHITE, 1)):
        for cell in position.forbidden[side]:
            across, down = grid.centre(*cell)
            across += shift * (_SMALL + 1)
            slash = f"M{across - _SMALL - 1} {down + _SMALL + 1}l{2 * _SMALL + 2}-{2 * _SMALL + 2}"
            yield (
                f'<g class="no {COLOURS[side]}"><circle class="stone {COLOURS[side]}" cx="{across}" cy="{down}" '
                f'r="{_SMALL}"/><path d="{slash}"/></g>'
            )
