"""Why a stone may stand on a crossing of NoGo or may not; why refsol's game goes as it does; how a position is.

The groups next to a crossing are searched as the rules read. Each explanation is O(n² log n), and the whole game
beforehand O(n² α(n)).
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
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, scan_board
from refsol.nogo.rules import COLOURS, Group, Trial, group_of, groups_around, scene_of, try_stone
from refsol.nogo.solver import Game, play_first_legal
from refsol.scene import Cell, Mark, Scene
from refsol.text.scanner import Input, Scanner

MOVE: Final = "move"
"""Chooses a line of refsol's game, or the position after a move."""
ROW: Final = "row"
"""Chooses the row of a crossing."""
COLUMN: Final = "column"
"""Chooses the column of a crossing."""

_FEW: Final = 6  # groups or crossings that are told of
_SEARCHED: Final = 4_000_000  # cells of boards, all steps of a page together: seconds, not minutes


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain a move of refsol's game, a crossing (at the start or after a move) or, unasked, the start.

    Raises ``InputError`` for an input that is not valid, ``OptionError`` where there is no such move or crossing.
    """
    walk = _Walk(source, selection)
    yield from walk.explanations(range(walk.opened, walk.opened + 1))


def show(source: Input, selection: Selection) -> Scene:
    """Return the position that ``selection`` chooses, as :func:`explain` does.

    Raises ``InputError`` and ``OptionError``.
    """
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Offer the start and every line of refsol's game or, with a crossing, this at the start and after each move.

    Raises ``InputError`` and ``OptionError`` as :func:`explain` does.
    """
    walk = _Walk(source, selection)
    shown = on_a_page(walk.numbers, walk.opened, (walk.size, walk.size), _SEARCHED)
    return Steps(walk.numbers, shown, walk.opened, walk.explanations(shown), f"--{MOVE}")


class _Walk:
    """Refsol's game, gone through in order; step 0 is the start, and one is chosen."""

    def __init__(self, source: Input, selection: Selection) -> None:
        scanner = Scanner(source)
        self._board: Final = scan_board(scanner)
        scanner.finish()
        self._game: Final = [int(point) for point in play_first_legal(Game(self._board.copy()))]
        self.size: Final = int(self._board.size)
        self._crossing: Final = self._chosen_crossing(selection)
        last, what = (len(self._game) + 1, "line") if self._crossing is None else (len(self._game), "move")
        self.numbers: Final = range(last + 1)
        self.opened: Final = selected(selection, MOVE, last, what).start if MOVE in selection else 0

    def _chosen_crossing(self, selection: Selection) -> Cell | None:
        if (ROW in selection) != (COLUMN in selection):
            raise OptionError("--row and --column go together")
        if ROW not in selection:
            return None
        row, column = (selected(selection, name, self.size, name).start for name in (ROW, COLUMN))
        return row, column

    def explanations(self, numbers: range) -> Iterator[Explanation]:
        """Explain these steps; the moves are made meanwhile, so this goes once."""
        board, game = self._board, self._game
        made = 0
        for number in numbers:
            before = max(0, number - 1) if self._crossing is None else number
            for move in range(made + 1, before + 1):
                board.stone[game[move - 1]] = u8(_mover(move))
            made = before
            if self._crossing is not None:
                yield _explain_crossing(board, self._crossing, number)
            elif number == 0:
                yield _explain_start(board, game)
            elif number <= len(game):
                yield _explain_move(board, number, game[number - 1])
            else:
                yield _explain_end(board, number)


def _mover(move: int) -> int:
    """Return the colour that makes the move with this number."""
    return BLACK if move % 2 == 1 else WHITE


def _explain_crossing(board: Board, cell: Cell, move: int) -> Explanation:
    """Explain what the groups next to a crossing are, and who may play there, after a move or, for 0, at the start."""
    x, y = cell
    point = int(board.point(x, y))
    colour = int(board.stone[point])
    reasons: list[str] = []
    if colour == EMPTY:
        groups = groups_around(board, point)
        free = [(x + dx, y + dy) for dx, dy in ((-1, 0), (0, -1), (0, 1), (1, 0)) if _is_free(board, x + dx, y + dy)]
        trials = [try_stone(board, point, side) for side in (BLACK, WHITE)]
        reasons.append(f"Empty next to it: {listed(free)}." if free else "No crossing next to it is empty.")
        reasons += [_liberties_of(group) for group in groups]
        reasons += [_permission(trial) for trial in trials]
        answer = ", ".join(f"{COLOURS[trial.group.colour]} may{'' if trial.is_legal() else ' not'}" for trial in trials)
    else:
        groups = [group_of(board, point)]
        reasons += [f"A {COLOURS[colour]} stone is there.", _liberties_of(groups[0])]
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
    subject = f"crossing ({x}, {y}) {when}"
    return explained(selection, subject, answer, reasons, scene_of(board, marks, cell))


def _is_free(board: Board, x: int, y: int) -> bool:
    return board.stone[board.point(x, y)] == EMPTY


def _explain_move(board: Board, move: int, point: int) -> Explanation:
    """Explain why a move is on this point: it is legal, and none is before it."""
    x, y = divmod(point, int(board.stride))
    mover = COLOURS[_mover(move)]
    trial = try_stone(board, point, _mover(move))
    skipped = [before for before in _empty(board) if before < point]
    before = (x - 1) * int(board.size) + y - 1
    if skipped:
        order = f"Of the {before} crossings before it, row by row, {before - len(skipped)} are occupied"
        order += f" and {len(skipped)} forbidden to {mover}:"
    elif before:
        order = "All crossings before it, row by row, are occupied."
    else:
        order = "It is the first crossing."
    marks = [
        Mark(f"forbidden to {mover}", _cells(board, skipped)),
        Mark("liberties of its group", trial.group.liberties),
    ]
    return explained(
        {MOVE: move},
        f"move {move}: {mover} on ({x}, {y})",
        f"{x} {y}",
        (_permission(trial), order, *_prohibitions(board, skipped, _mover(move))),
        scene_of(board, marks, (x, y)),
    )


def _explain_end(board: Board, move: int) -> Explanation:
    """Explain why the side to move has no legal move."""
    mover = COLOURS[_mover(move)]
    empty = _empty(board)
    if len(empty) == 1:
        why = f"The only empty crossing is forbidden to {mover}:"
    else:
        why = f"All {len(empty)} empty crossings are forbidden to {mover}:"
    marks = [Mark(f"forbidden to {mover}", _cells(board, empty))]
    return explained(
        {MOVE: move},
        f"move {move}: {mover} to move",
        "-1 -1",
        (why, *_prohibitions(board, empty, _mover(move))),
        scene_of(board, marks, middle=marks[0].cells[0]),
    )


def _explain_start(board: Board, game: Sequence[int]) -> Explanation:
    """Explain the position: its groups, the legal moves of both colours, and refsol's game."""
    groups = _groups(board)
    reasons: list[str] = []
    for colour in (BLACK, WHITE):
        stones = [len(group.stones) for group in groups if group.colour == colour]
        reasons.append(
            f"{COLOURS[colour].capitalize()} has {counted(sum(stones), 'stone')} in {counted(len(stones), 'group')}."
        )
    weakest = nsmallest(_FEW, groups, key=lambda group: len(group.liberties))
    reasons += [_liberties_of(group) for group in weakest]
    if len(groups) > len(weakest):
        reasons.append("No other group has fewer.")
    legal = {colour: _legal(board, colour) for colour in (BLACK, WHITE)}
    for colour, cells in legal.items():
        where = f": {listed(cells)}" if cells else ""
        reasons.append(f"{COLOURS[colour].capitalize()} may play on {counted(len(cells), 'crossing')}{where}.")
    loser = COLOURS[_mover(len(game) + 1)]
    moves = f"makes {counted(len(game), 'move')}, {listed(_cells(board, game))}; then" if game else "makes no move:"
    reasons.append(f"On the first legal crossing each time, row by row, refsol {moves} {loser} can't move.")
    empty = _cells(board, _empty(board))
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
    """Return a sentence: may the colour play there, and why."""
    colour = COLOURS[trial.group.colour]
    other = COLOURS[BLACK + WHITE - trial.group.colour]
    faults = trial.faults()
    if faults:
        return f"{colour.capitalize()} may not play on {listed([trial.crossing])}: {', and '.join(faults)}."
    liberties = counted(len(trial.group.liberties), "liberty")
    size = len(trial.group.stones)
    group = "the new stone" if size == 1 else f"the new stone's group of {size} stones"
    return (
        f"{colour.capitalize()} may play on {listed([trial.crossing])}: {group} would have {liberties},"
        f" {listed(trial.group.liberties)}, and no {other} group would lose its last one."
    )


def _prohibitions(board: Board, points: Sequence[int], colour: int) -> Iterator[str]:
    """Yield for the first of some points, all forbidden to a colour, why they are."""
    for point in points[:_FEW]:
        yield _permission(try_stone(board, point, colour))
    if len(points) > _FEW:
        yield f"So it is with {len(points) - _FEW} more."


def _liberties_of(group: Group) -> str:
    """Return a sentence: which liberties a group has."""
    name = group.name()
    liberties = counted(len(group.liberties), "liberty")
    return f"{name[0].upper()}{name[1:]} has {liberties}: {listed(group.liberties)}."


def _groups(board: Board) -> list[Group]:
    """Return all groups, by their first stones row by row. O(n²), and sorting."""
    groups: list[Group] = []
    seen: set[Cell] = set()
    stride = int(board.stride)
    for point in range(stride, stride * (stride - 1)):
        if board.stone[point] in (BLACK, WHITE) and divmod(point, stride) not in seen:
            groups.append(group_of(board, point))
            seen.update(groups[-1].stones)
    return groups


def _legal(board: Board, colour: int) -> list[Cell]:
    """Return where a colour may play."""
    game = Game(board)
    game.colour = colour
    return game.legal_moves()


def _empty(board: Board) -> list[int]:
    """Return the empty points, row by row."""
    return [point for point in range(len(board.stone)) if board.stone[point] == EMPTY]


def _cells(board: Board, points: Sequence[int]) -> tuple[Cell, ...]:
    return tuple(divmod(point, int(board.stride)) for point in points)
