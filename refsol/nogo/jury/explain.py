"""Explanations for NoGo: of points, of the moves of a game, and of the position at the start.

The game is the one that refsol plays from a position, or one that was saved in SGF. First all of it is played, in
O(n² α(n)). Then each explanation is O(n² log n): groups are searched stone by stone.
"""
# mypyc: interpreted

from collections.abc import Iterable, Iterator, Mapping, Sequence
from heapq import nsmallest
from typing import Final

from mypy_extensions import u8

from refsol.errors import OptionError
from refsol.nogo.board import BLACK, COLOURS, EDGE, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.playouts import play_first_legal
from refsol.nogo.play.record import Move
from refsol.nogo.play.sgf import SavedGame, is_sgf, read_position, read_sgf
from refsol.nogo.rules import Group, Trial, cells_of, group_of, groups_around, groups_of, scene_of, try_stone
from refsol.problem.contract import Explanation, Steps, explained
from refsol.problem.scene import Cell, Mark, Scene
from refsol.problem.selection import Selection, on_a_page, selected
from refsol.problem.wording import counted, listed
from refsol.text.scanner import Input

MOVE: Final = "move"
"""Selects a line of refsol's game, or the position after a move; of a game in SGF, a move."""
ROW: Final = "row"
"""Selects the row of a point."""
COLUMN: Final = "column"
"""Selects the column of a point."""

_SEARCHED: Final = 4_000_000  # the largest total number of points on the boards of a page; searching takes seconds
_LONGEST: Final = 60  # characters of a player's name, or of a result, in a title
_FEW: Final = 6  # the most groups or points that are listed
_BOTH: Final = BLACK + WHITE


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the ``selection``: a move of the game or a point.

    By default that is the start of refsol's game, or the end of a saved one. A point is explained there or, with a
    move, after that move. Raises ``InputError`` for an input that is neither a position nor a game in SGF, and
    ``OptionError`` where there is no such move or point.
    """
    replay = _Replay(source, selection)
    yield from replay.explanations(range(replay.selected, replay.selected + 1))


def show(source: Input, selection: Selection) -> Scene:
    """Return the scene of the first explanation of :func:`explain`, which takes the same arguments.

    Raises ``InputError`` and ``OptionError`` as it does.
    """
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Return the steps of the game: the start, every move, and the end if a side can't move.

    With a point in ``selection``, they are that point at the start and after each move. It raises what :func:`explain`
    does: ``InputError`` and ``OptionError``.
    """
    replay = _Replay(source, selection)
    opened = replay.selected if MOVE in selection else 0
    size = int(replay.board.rows), int(replay.board.columns)
    shown = on_a_page(replay.numbers, opened, size, _SEARCHED)
    return Steps(replay.numbers, shown, opened, replay.explanations(shown), f"--{MOVE}", replay.title)


class _Replay:
    """A game step by step: the start (0), its moves, and the line where a side can't move; one step is ``selected``."""

    def __init__(self, source: Input, selection: Selection) -> None:
        moves: Sequence[Move]
        if is_sgf(source):
            saved = read_sgf(source if isinstance(source, bytes) else source.read())
            game = saved.record.game
            start, moves = saved.record.start, saved.record.moves
            loser = None if game.winner is None else game.to_move
        else:
            saved = None
            start = read_position(source)
            sides = (start.to_move, _BOTH - start.to_move)
            moves = [Move(sides[k % 2], int(point)) for k, point in enumerate(play_first_legal(start.copy()))]
            loser = sides[len(moves) % 2]
        self.board: Final = start.board.copy()
        self.title: Final = "" if saved is None else _title(saved, loser)
        self._to_move: Final = start.to_move
        self._moves: Final = moves
        self._loser: Final = loser
        self._saved: Final = saved
        self._cell: Final = self._selected_cell(selection)
        last, what = len(moves), "move"
        if self._cell is None and loser is not None:
            last, what = last + 1, "line"
        self.numbers: Final = range(last + 1)
        if MOVE not in selection:
            self.selected = 0 if saved is None else last
        elif selection[MOVE] == 0 and saved is not None:
            self.selected = 0  # where the last step is the default, the first one needs a number
        else:
            self.selected = selected(selection, MOVE, last, what).start

    def _selected_cell(self, selection: Selection) -> Cell | None:
        if (ROW in selection) != (COLUMN in selection):
            raise OptionError("--row and --column go together")
        if ROW not in selection:
            return None
        row = selected(selection, ROW, int(self.board.rows), ROW).start
        return row, selected(selection, COLUMN, int(self.board.columns), COLUMN).start

    def explanations(self, numbers: range) -> Iterator[Explanation]:
        """Explain these steps. This plays the moves on the board, so call it only once."""
        made = 0
        for number in numbers:
            before = max(0, number - 1) if self._cell is None else number
            for move in self._moves[made:before]:
                self.board.stone[move.point] = u8(move.colour)
            made = before
            yield self._explanation(number)

    def _explanation(self, number: int) -> Explanation:
        """Explain a step; the moves before it have been made."""
        board = self.board
        if self._cell is not None:
            return _explain_point(board, self._cell, number)
        if number == 0:
            then = f"{COLOURS[self._to_move].capitalize()} is to move."
            if self._saved is None and self._loser is not None:
                points = cells_of(board, [move.point for move in self._moves])
                made = f"makes {counted(len(points), 'move')}, {listed(points)}; then" if points else "makes no move:"
                how = f"Always playing on the first legal point, row by row, refsol {made}"
                then = f"{how} {COLOURS[self._loser]} can't move."
            return _explain_start(board, then)
        if number <= len(self._moves):
            move = self._moves[number - 1]
            if self._saved is None:
                return _explain_choice(board, number, move)
            return _explain_move(board, number, move, self._remarks(self._saved, number))
        assert self._loser is not None
        answer = "-1 -1" if self._saved is None else f"{COLOURS[_BOTH - self._loser]} wins"
        return _explain_end(board, number, self._loser, answer)

    def _remarks(self, saved: SavedGame, number: int) -> Iterator[str]:
        colour = self._moves[number - 1].colour
        expected = self._to_move if number == 1 else _BOTH - self._moves[number - 2].colour
        if colour != expected:
            yield f"It was {COLOURS[expected]}'s turn."
        if number == len(self._moves) and self._loser is None:
            result = _result(saved, None)
            yield f"The game ends here: {result}." if result else "The game ends here."


def _title(saved: SavedGame, loser: int | None) -> str:
    names = [_short(saved.properties.get(name, "")) for name in ("PB", "PW")]
    players = [f"{name} ({side})" if name else side for name, side in zip(names, COLOURS[BLACK:], strict=True)]
    result = _result(saved, loser)
    return f"NoGo: {' against '.join(players)}{f', {result}' if result else ''}"


def _result(saved: SavedGame, loser: int | None) -> str:
    """Return the result in words: what the file says, or else who can move; nothing if that isn't known."""
    text = _short(saved.properties.get("RE", ""))
    winner = {"B+": BLACK, "W+": WHITE}.get(text[:2])
    if winner is not None:
        return f"{COLOURS[winner]} wins{f' ({text})' if text[2:] else ''}"
    if text:
        return f"result {text}"
    return "" if loser is None else f"{COLOURS[_BOTH - loser]} wins"


def _short(text: str) -> str:
    """Return a text from a file on one line, not too long, without control characters."""
    printable = "".join(character if character.isprintable() else " " for character in text)
    words = " ".join(printable.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1]}…"


def _explain_point(board: Board, cell: Cell, move: int) -> Explanation:
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
        name = group.short_name()
        marks += [Mark(name, group.stones), Mark(f"liberties of {name}", group.liberties)]
    selection = {**({MOVE: move} if move else {}), ROW: x, COLUMN: y}
    subject = f"point ({x}, {y}) {f'after move {move}' if move else 'at the start'}"
    return explained(selection, subject, answer, reasons, scene_of(board, marks, cell))


def _explain_choice(board: Board, number: int, move: Move) -> Explanation:
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


def _explain_move(board: Board, number: int, move: Move, more: Iterable[str]) -> Explanation:
    """Make the ``move`` on the board; explain why it is legal, and what then is; ``more`` reasons follow."""
    colour, point = move
    x, y = cell = board.coordinates(point)
    trial = try_stone(board, point, colour)
    board.stone[point] = u8(colour)
    legal = _legal_by_colour(board)
    counts = f"Then black has {counted(len(legal[BLACK]), 'legal move')} and white has {len(legal[WHITE])}."
    subject = f"move {number}: {COLOURS[colour]} on ({x}, {y})"
    scene = scene_of(board, _forbidden(board, legal), cell)
    return explained({MOVE: number}, subject, board.name(point), (_permission(trial), counts, *more), scene)


def _explain_end(board: Board, number: int, colour: int, answer: str) -> Explanation:
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


def _explain_start(board: Board, more: str) -> Explanation:
    groups = groups_of(board)
    reasons = []
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


def _forbidden(board: Board, legal: Mapping[int, Sequence[Cell]]) -> Sequence[Mark]:
    empty = cells_of(board, board.points(EMPTY))
    black, white = set(legal[BLACK]), set(legal[WHITE])
    forbidden = {"black": white - black, "white": black - white, "both": {*empty} - black - white}
    return [
        Mark(f"forbidden to {who}", tuple(cell for cell in empty if cell in these)) for who, these in forbidden.items()
    ]


def _permission(trial: Trial) -> str:
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
    name = group.name()
    liberties = counted(len(group.liberties), "liberty")
    return f"{name[0].upper()}{name[1:]} has {liberties}: {listed(group.liberties)}."


def _legal_by_colour(board: Board) -> dict[int, list[Cell]]:
    return {colour: Game(board, colour).legal_moves() for colour in (BLACK, WHITE)}
