"""Explanations for NoGo: who may play on a point and why, the moves of refsol's game, and the position at the start.

First the whole game is played, in O(n² α(n)). Then each explanation is O(n² log n): groups are searched stone by stone.
"""

from collections.abc import Iterator, Sequence
from heapq import nsmallest
from typing import Final

from mypy_extensions import u8

from refsol.errors import OptionError
from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.paging import on_a_page
from refsol.jury.selection import Selection, selected
from refsol.jury.wording import counted, listed
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.game import Game
from refsol.nogo.playouts import play_first_legal
from refsol.nogo.rules import (
    COLOURS,
    Group,
    Trial,
    cells_of,
    group_of,
    groups_around,
    groups_of,
    mover,
    scene_of,
    try_stone,
)
from refsol.scene import Cell, Mark, Scene
from refsol.text.scanner import Input

MOVE: Final = "move"
"""Selects a line of refsol's game, or the position after a move."""
ROW: Final = "row"
"""Selects the row of a point."""
COLUMN: Final = "column"
"""Selects the column of a point."""

_FEW: Final = 6  # the most groups or points that are listed
_SEARCHED: Final = 4_000_000  # the largest total number of points on the boards of a page; searching them takes seconds


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the ``selection``: a move of refsol's game, a point, or by default the start.

    A point is explained at the start or, with a move, after that move. Raises ``InputError`` for an input that is not
    valid, and ``OptionError`` where there is no such move or point.
    """
    walk = _Walk(source, selection)
    yield from walk.explanations(range(walk.opened, walk.opened + 1))


def show(source: Input, selection: Selection) -> Scene:
    """Return the scene of the first explanation of :func:`explain`, which takes the same arguments.

    Raises ``InputError`` and ``OptionError`` as it does.
    """
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Return the steps of the game: the start and every line.

    With a point in ``selection``, the steps are that point at the start and after each move. Raises ``InputError`` and
    ``OptionError`` as :func:`explain` does.
    """
    walk = _Walk(source, selection)
    shown = on_a_page(walk.numbers, walk.opened, (walk.size, walk.size), _SEARCHED)
    return Steps(walk.numbers, shown, walk.opened, walk.explanations(shown), f"--{MOVE}")


class _Walk:
    """Refsol's game step by step, from the start, step 0; one step is selected."""

    def __init__(self, source: Input, selection: Selection) -> None:
        self._board: Final = read_board(source)
        self._game: Final = [int(point) for point in play_first_legal(Game(self._board.copy()))]
        self.size: Final = int(self._board.size)
        self._cell: Final = self._selected_cell(selection)
        last, what = (len(self._game) + 1, "line") if self._cell is None else (len(self._game), "move")
        self.numbers: Final = range(last + 1)
        self.opened: Final = selected(selection, MOVE, last, what).start if MOVE in selection else 0

    def _selected_cell(self, selection: Selection) -> Cell | None:
        if (ROW in selection) != (COLUMN in selection):
            raise OptionError("--row and --column go together")
        if ROW not in selection:
            return None
        row, column = (selected(selection, name, self.size, name).start for name in (ROW, COLUMN))
        return row, column

    def explanations(self, numbers: range) -> Iterator[Explanation]:
        """Explain these steps. This plays the moves on the board, so call it only once."""
        board, game = self._board, self._game
        made = 0
        for number in numbers:
            before = max(0, number - 1) if self._cell is None else number
            for move in range(made + 1, before + 1):
                board.stone[game[move - 1]] = u8(mover(move))
            made = before
            if self._cell is not None:
                yield _explain_point(board, self._cell, number)
            elif number == 0:
                yield _explain_start(board, game)
            elif number <= len(game):
                yield _explain_move(board, number, game[number - 1])
            else:
                yield _explain_end(board, number)


def _explain_point(board: Board, cell: Cell, move: int) -> Explanation:
    """Explain which groups are next to a point and who may play there, after ``move``, which is 0 at the start."""
    x, y = cell
    point = int(board.point(x, y))
    colour = int(board.stone[point])
    reasons: list[str] = []
    if colour == EMPTY:
        groups = groups_around(board, point)
        free = [(x + dx, y + dy) for dx, dy in ((-1, 0), (0, -1), (0, 1), (1, 0)) if _is_free(board, x + dx, y + dy)]
        trials = [try_stone(board, point, side) for side in (BLACK, WHITE)]
        reasons.append(f"Empty neighbours: {listed(free)}." if free else "No neighbouring point is empty.")
        reasons += [_liberties_of(group) for group in groups]
        reasons += [_permission(trial) for trial in trials]
        answer = ", ".join(f"{COLOURS[trial.group.colour]} may{'' if trial.is_legal() else ' not'}" for trial in trials)
    else:
        groups = [group_of(board, point)]
        reasons += [f"It is occupied by a {COLOURS[colour]} stone.", _liberties_of(groups[0])]
        answer = "occupied"
    marks: list[Mark] = []
    for group in groups:
        marks.append(Mark(group.short_name(), group.stones))
        marks.append(Mark(f"liberties of {group.short_name()}", group.liberties))
    selection = {ROW: x, COLUMN: y}
    when = "at the start"
    if move:
        selection = {MOVE: move, **selection}
        when = f"after move {move}"
    subject = f"point ({x}, {y}) {when}"
    return explained(selection, subject, answer, reasons, scene_of(board, marks, cell))


def _is_free(board: Board, x: int, y: int) -> bool:
    return board.stone[board.point(x, y)] == EMPTY


def _explain_move(board: Board, move: int, point: int) -> Explanation:
    """Explain why a move is on this point: it is the first legal one."""
    x, y = board.coordinates(point)
    colour = mover(move)
    side = COLOURS[colour]
    trial = try_stone(board, point, colour)
    skipped = [before for before in board.points(EMPTY) if before < point]
    before = (x - 1) * int(board.size) + y - 1
    if skipped:
        order = f"Before it, row by row, come {counted(before - len(skipped), 'occupied point')}"
        order += f" and {counted(len(skipped), 'point')} forbidden to {side}:"
    elif before:
        order = "All points before it, row by row, are occupied."
    else:
        order = "It is the first point of the board."
    marks = [
        Mark(f"forbidden to {side}", cells_of(board, skipped)),
        Mark("liberties of its group", trial.group.liberties),
    ]
    return explained(
        {MOVE: move},
        f"move {move}: {side} on ({x}, {y})",
        f"{x} {y}",
        (_permission(trial), order, *_prohibitions(board, skipped, colour)),
        scene_of(board, marks, (x, y)),
    )


def _explain_end(board: Board, move: int) -> Explanation:
    """Explain why the side to move has no legal move."""
    colour = mover(move)
    side = COLOURS[colour]
    empty = board.points(EMPTY)
    if len(empty) == 1:
        why = f"The only empty point is forbidden to {side}:"
    else:
        why = f"Each of the {len(empty)} empty points is forbidden to {side}:"
    marks = [Mark(f"forbidden to {side}", cells_of(board, empty))]
    return explained(
        {MOVE: move},
        f"move {move}: {side} to move",
        "-1 -1",
        (why, *_prohibitions(board, empty, colour)),
        scene_of(board, marks, middle=marks[0].cells[0]),
    )


def _explain_start(board: Board, game: Sequence[int]) -> Explanation:
    """Explain the position: its groups, the legal moves of both colours, and refsol's game."""
    groups = groups_of(board)
    reasons: list[str] = []
    for colour in (BLACK, WHITE):
        stones = [len(group.stones) for group in groups if group.colour == colour]
        reasons.append(
            f"{COLOURS[colour].capitalize()} has {counted(sum(stones), 'stone')} in {counted(len(stones), 'group')}."
        )
    weakest = nsmallest(_FEW, groups, key=lambda group: len(group.liberties))
    reasons += [_liberties_of(group) for group in weakest]
    if len(groups) > len(weakest):
        reasons.append("No other group has fewer liberties.")
    legal = {colour: _legal(board, colour) for colour in (BLACK, WHITE)}
    for colour, cells in legal.items():
        where = f": {listed(cells)}" if cells else ""
        reasons.append(f"{COLOURS[colour].capitalize()} may play on {counted(len(cells), 'point')}{where}.")
    loser = COLOURS[mover(len(game) + 1)]
    moves = f"makes {counted(len(game), 'move')}, {listed(cells_of(board, game))}; then" if game else "makes no move:"
    reasons.append(f"Always playing on the first legal point, row by row, refsol {moves} {loser} can't move.")
    empty = cells_of(board, board.points(EMPTY))
    may = {colour: set(cells) for colour, cells in legal.items()}
    marks = (
        Mark(
            "last liberty of a group",
            tuple(sorted({group.liberties[0] for group in groups if len(group.liberties) == 1})),
        ),
        Mark("forbidden to black", tuple(cell for cell in empty if cell not in may[BLACK] and cell in may[WHITE])),
        Mark("forbidden to white", tuple(cell for cell in empty if cell in may[BLACK] and cell not in may[WHITE])),
        Mark("forbidden to both", tuple(cell for cell in empty if cell not in may[BLACK] and cell not in may[WHITE])),
    )
    answer = " and ".join(
        f"{counted(len(legal[colour]), 'legal move')} for {COLOURS[colour]}" for colour in (BLACK, WHITE)
    )
    return explained({}, "the position at the start", answer, reasons, scene_of(board, marks))


def _permission(trial: Trial) -> str:
    """Return a sentence that says whether the colour may play on the point, and why."""
    colour = COLOURS[trial.group.colour]
    other = COLOURS[BLACK + WHITE - trial.group.colour]
    faults = trial.faults()
    if faults:
        return f"{colour.capitalize()} may not play on {listed([trial.cell])}: {', and '.join(faults)}."
    liberties = counted(len(trial.group.liberties), "liberty")
    size = len(trial.group.stones)
    group = "the new stone" if size == 1 else f"the new stone's group of {size} stones"
    return (
        f"{colour.capitalize()} may play on {listed([trial.cell])}: {group} would have {liberties},"
        f" {listed(trial.group.liberties)}, and no {other} group would lose its last one."
    )


def _prohibitions(board: Board, points: Sequence[int], colour: int) -> Iterator[str]:
    """Yield a sentence for each of the first few points, saying why it is forbidden to the colour."""
    for point in points[:_FEW]:
        yield _permission(try_stone(board, point, colour))
    if len(points) > _FEW:
        yield f"Likewise for {counted(len(points) - _FEW, 'more point')}."


def _liberties_of(group: Group) -> str:
    """Return a sentence with the liberties of a group."""
    name = group.name()
    liberties = counted(len(group.liberties), "liberty")
    return f"{name[0].upper()}{name[1:]} has {liberties}: {listed(group.liberties)}."


def _legal(board: Board, colour: int) -> list[Cell]:
    """Return the points where a colour may play."""
    return Game(board, colour).legal_moves()
