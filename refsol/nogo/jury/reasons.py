"""The explanations of NoGo: who may play on a point and why, what a move does, and what a position is like.

Each is O(n² log n): groups are searched stone by stone.
"""
# mypyc: interpreted

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Final

from mypy_extensions import u8

from refsol.nogo.board import BLACK, COLOURS, EDGE, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.record import Move
from refsol.nogo.rules import Group, Trial, cells_of, group_of, groups_around, groups_of, scene_of, try_stone
from refsol.problem.contract import Explanation, explained
from refsol.problem.scene import Cell, Mark
from refsol.problem.wording import counted, listed

MOVE: Final = "move"
"""Selects a line of refsol's game, or the position after a move; of a game in SGF, a move."""
ROW: Final = "row"
"""Selects the row of a point."""
COLUMN: Final = "column"
"""Selects the column of a point."""

_FEW: Final = 6  # the most groups or points that are listed


def explain_point(board: Board, cell: Cell, move: int) -> Explanation:
    """Explain which groups are next to a point and who may play there, after ``move``, which is 0 at the start."""
    x, y = cell
    point = int(board.point(x, y))
    colour = int(board.stone[point])
    reasons: list[str] = []
    groups: list[Group] = []
    if colour == EDGE:
        reasons.append("It is a wall: no stone can be there, and it is no liberty.")
        answer = "a wall"
    elif colour == EMPTY:
        groups = groups_around(board, point)
        around = ((x - 1, y), (x, y - 1), (x, y + 1), (x + 1, y))
        free = [cell for cell in around if board.stone[board.point(*cell)] == EMPTY]
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


def explain_choice(board: Board, number: int, move: Move) -> Explanation:
    """Explain why the ``move`` with that ``number`` in refsol's game is on its point: it is the first legal one."""
    colour, point = move
    x, y = board.coordinates(point)
    side = COLOURS[colour]
    trial = try_stone(board, point, colour)
    skipped = [before for before in board.points(EMPTY) if before < point]
    before = (x - 1) * int(board.columns) + y - 1 - sum(wall < (x, y) for wall in board.walls)
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
        {MOVE: number},
        f"move {number}: {side} on ({x}, {y})",
        f"{x} {y}",
        (_permission(trial), order, *_prohibitions(board, skipped, colour)),
        scene_of(board, marks, (x, y)),
    )


def explain_move(board: Board, number: int, move: Move, more: Iterable[str]) -> Explanation:
    """Explain the ``move`` with that ``number`` in a game: why it is legal, and what then is; ``more`` reasons follow.

    The move is made on the ``board``, and the scene is the position after it.
    """
    colour, point = move
    x, y = cell = board.coordinates(point)
    trial = try_stone(board, point, colour)
    board.stone[point] = u8(colour)
    legal = _legal_by_colour(board)
    counts = f"Then black has {counted(len(legal[BLACK]), 'legal move')} and white has {len(legal[WHITE])}."
    subject = f"move {number}: {COLOURS[colour]} on ({x}, {y})"
    scene = scene_of(board, _forbidden(board, legal), cell)
    return explained({MOVE: number}, subject, board.name(point), (_permission(trial), counts, *more), scene)


def explain_end(board: Board, number: int, colour: int, answer: str = "-1 -1") -> Explanation:
    """Explain why ``colour``, whose move has that ``number``, has no legal move; ``answer`` is what that means."""
    side = COLOURS[colour]
    empty = board.points(EMPTY)
    if not empty:
        why = "There is no empty point."
    elif len(empty) == 1:
        why = f"The only empty point is forbidden to {side}:"
    else:
        why = f"Each of the {len(empty)} empty points is forbidden to {side}:"
    marks = [Mark(f"forbidden to {side}", cells_of(board, empty))]
    middle = marks[0].cells[0] if empty else None
    return explained(
        {MOVE: number},
        f"move {number}: {side} to move",
        answer,
        (why, *_prohibitions(board, empty, colour)),
        scene_of(board, marks, middle=middle),
    )


def explain_start(board: Board, more: str) -> Explanation:
    """Explain the position: its groups, the legal moves of both colours, and what comes next, a sentence ``more``."""
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
    legal = _legal_by_colour(board)
    for colour, cells in legal.items():
        where = f": {listed(cells)}" if cells else ""
        reasons.append(f"{COLOURS[colour].capitalize()} may play on {counted(len(cells), 'point')}{where}.")
    reasons.append(more)
    last = tuple(sorted({group.liberties[0] for group in groups if len(group.liberties) == 1}))
    marks = (Mark("last liberty of a group", last), *_forbidden(board, legal))
    answer = " and ".join(
        f"{counted(len(legal[colour]), 'legal move')} for {COLOURS[colour]}" for colour in (BLACK, WHITE)
    )
    return explained({}, "the position at the start", answer, reasons, scene_of(board, marks))


def refsols_game(board: Board, moves: Sequence[Move], loser: int) -> str:
    """Return a sentence with the ``moves`` that refsol makes on a board until the ``loser`` can't move."""
    points = cells_of(board, [move.point for move in moves])
    made = f"makes {counted(len(moves), 'move')}, {listed(points)}; then" if moves else "makes no move:"
    return f"Always playing on the first legal point, row by row, refsol {made} {COLOURS[loser]} can't move."


def _forbidden(board: Board, legal: Mapping[int, Sequence[Cell]]) -> tuple[Mark, Mark, Mark]:
    """Return the marks of the points where one colour, or neither, may play."""
    empty = cells_of(board, board.points(EMPTY))
    may = {colour: set(cells) for colour, cells in legal.items()}
    return (
        Mark("forbidden to black", tuple(cell for cell in empty if cell not in may[BLACK] and cell in may[WHITE])),
        Mark("forbidden to white", tuple(cell for cell in empty if cell in may[BLACK] and cell not in may[WHITE])),
        Mark("forbidden to both", tuple(cell for cell in empty if cell not in may[BLACK] and cell not in may[WHITE])),
    )


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


def _legal_by_colour(board: Board) -> dict[int, list[Cell]]:
    """Return the points where each colour may play."""
    return {colour: Game(board, colour).legal_moves() for colour in (BLACK, WHITE)}
