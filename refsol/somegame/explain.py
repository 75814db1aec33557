"""Why a position of Some Game is won, open or impossible: who has too many stones, which lines, and what came last.

Each explanation is O(8·H·W + N), but for sorting, and reading the others O(HW) a data set.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.paging import on_a_page
from refsol.jury.selection import Selection, selected
from refsol.jury.wording import counted, listed
from refsol.scene import NOTHING, Cell, Ground, Mark, Piece, Scene, Stroke, player, take_scene
from refsol.somegame.board import EMPTY, scan_board
from refsol.somegame.rules import Position, Run, Step
from refsol.text.scanner import Input, Scanner

SET: Final = "set"
"""Chooses a data set."""

_LISTED: Final = 6  # lines or players that are told of
_SEARCHED: Final = 1_000_000  # squares of boards, all data sets of a page together: seconds, not minutes
_WAYS: Final[dict[Step, str]] = {
    (0, 1): "along the row",
    (1, 0): "along the column",
    (1, 1): "in diagonal steps (1, 1)",
    (1, -1): "in diagonal steps (1, -1)",
}


class _Judgement(NamedTuple):
    """The answer, why, and the squares that matter; the most important ones come last."""

    answer: str
    reasons: list[str]
    marks: list[Mark]
    runs: Sequence[Run] = ()
    """What lies in line there."""


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the data set that ``selection`` chooses, or all of them in turn.

    Raises ``InputError`` for a breach of the format, ``OptionError`` where there is no such data set, or too many to
    explain all.
    """
    scanner = Scanner(source)
    count, _cells = _survey(scanner)
    yield from _explanations(scanner.rewound(), selected(selection, SET, count, "data set"))


def show(source: Input, selection: Selection) -> Scene:
    """Return the data set that ``selection`` chooses or, unasked, the first. Raises what :func:`explain` does.

    That is ``InputError`` and ``OptionError``.
    """
    return next(explain(source, {SET: 1, **selection})).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Offer every data set. Raises ``InputError`` and ``OptionError`` as :func:`explain` does."""
    scanner = Scanner(source)
    count, cells = _survey(scanner)
    numbers = range(1, count + 1)
    opened = selected({SET: 1, **selection}, SET, count, "data set").start
    shown = on_a_page(numbers, opened, cells, _SEARCHED)
    return Steps(numbers, shown, opened, _explanations(scanner.rewound(), shown), f"--{SET}")


def _survey(scanner: Scanner) -> tuple[int, tuple[int, int]]:
    """Read the input to its end; return how many data sets there are, and rows and columns of the largest."""
    count = 0
    largest = (1, 1)
    while count == 0 or not scanner.at_end():
        board = scan_board(scanner)
        count += 1
        largest = max(largest, (int(board.height), int(board.width)), key=lambda cells: cells[0] * cells[1])
    return count, largest


def _explanations(scanner: Scanner, wanted: range) -> Iterator[Explanation]:
    for number in range(1, wanted.stop):
        board = scan_board(scanner)
        if number in wanted:
            yield _explain_set(number, Position(board))


def _explain_set(number: int, position: Position) -> Explanation:
    judgement = _judge(position)
    subject = (
        f"data set {number}: {counted(position.players, 'player')}, {counted(position.height, 'row')}, "
        f"{counted(position.width, 'column')}, K = {position.line}"
    )
    scene = _scene(position, judgement.marks, judgement.runs)
    return explained({SET: number}, subject, judgement.answer, judgement.reasons, scene)


def _scene(position: Position, marks: Sequence[Mark], runs: Sequence[Run]) -> Scene:
    owner, width = position.owner, position.width

    def piece(row: int, column: int) -> Piece:
        number = owner[(row - 1) * width + column - 1]
        return NOTHING if number == EMPTY else player(number)

    middle = marks[-1].cells[0] if marks else None
    scene = take_scene(Ground.SQUARES, position.height, width, piece, tuple(marks), middle=middle)
    return scene._replace(strokes=tuple([Stroke(_joined(position, run), run.step) for run in runs]))


def _joined(position: Position, run: Run) -> tuple[Cell, ...]:
    """Return the squares of a run, of a whole cycle with the first one at the end once more."""
    cells = position.cells(run)
    return (*cells, cells[0]) if run.whole else cells


def _judge(position: Position) -> _Judgement:
    """Judge a position by its stones and lines."""
    if position.line == 0:
        return _judge_nothing(position)
    owned = position.owned()
    due = [_due(position, player) for player in range(position.players + 1)]
    if owned[1:] != due[1:]:
        return _judge_counts(position, owned, due)
    lines = _lines(position)
    if not lines:
        return _judge_open(position)
    owners = sorted({line.player for line in lines})
    if owners != [_mover(position)]:
        return _judge_others(position, lines, owners)
    return _judge_mover(position, lines)


def _lines(position: Position) -> list[Run]:
    """Return all lines of K or more, of single stones one each. O(8·H·W)."""
    lines: list[Run] = []
    single: set[Cell] = set()
    for run in position.runs():
        if position.is_line(run) and not (run.length == 1 and run.first in single):
            lines.append(run)
            if run.length == 1:
                single.add(run.first)
    return lines


def _judge_nothing(position: Position) -> _Judgement:
    """Judge a position with K = 0."""
    reasons = ["K = 0: everybody has a line of 0 before the first move, and the lowest number, player 1, has won."]
    if position.stones == 0:
        return _Judgement("PLAYER 1", reasons, [])
    reasons.append(f"So no move was made, but there {_is(position.stones, 'stone')} on the board.")
    return _Judgement("ERROR", reasons, [Mark("stones", position.cells_of(set(position.owner) - {EMPTY}))])


def _judge_counts(position: Position, owned: Sequence[int], due: Sequence[int]) -> _Judgement:
    """Judge a position in which not everybody has as many stones as turns."""
    reasons = [f"There {_is(position.stones, 'stone')} on the board; taking turns gives {_turns(position)}."]
    off = [player for player in range(1, position.players + 1) if owned[player] != due[player]]
    reasons += [f"Player {p} should have {counted(due[p], 'stone')}, but has {owned[p]}." for p in off[:_LISTED]]
    if len(off) > _LISTED:
        reasons.append(f"The counts of {counted(len(off) - _LISTED, 'other player')} are wrong, too.")
    marks = [Mark(f"stones of player {player}", position.cells_of({player})) for player in off[:_LISTED]]
    return _Judgement("ERROR", reasons, [mark for mark in marks if mark.cells])


def _judge_open(position: Position) -> _Judgement:
    """Judge a position in which nobody has a line."""
    longest = max(position.runs(), key=lambda run: run.length, default=None)
    if longest is None:
        return _Judgement("NO WINNERS", ["The board is empty: the game begins."], [])
    reasons = [
        f"Nobody has a line of {position.line}: the longest run is player {longest.player}'s, "
        f"{_described(position, longest)}.",
        "The board is full, so the game is over."
        if position.stones == len(position.owner)
        else f"The game goes on, and player {_mover(position) % position.players + 1} moves next.",
    ]
    mark = Mark(f"longest run, player {longest.player}", position.cells(longest))
    return _Judgement("NO WINNERS", reasons, [mark], [longest])


def _judge_others(position: Position, lines: Sequence[Run], owners: Sequence[int]) -> _Judgement:
    """Judge a position in which somebody has a line who did not move last."""
    if len(owners) > 1:
        names = [str(player) for player in owners]
        if len(owners) > _LISTED:
            names[_LISTED - 1 :] = [f"{len(owners) - _LISTED + 1} more"]
        reasons = [
            f"Players {', '.join(names[:-1])} and {names[-1]} have lines of {position.line}: "
            "the first of these ended the game."
        ]
        shown = [next(line for line in lines if line.player == player) for player in owners[:_LISTED]]
    else:
        reasons = [
            f"{_last_move(position)}, but player {owners[0]} has a line of {position.line}: "
            "the game was over before that move."
        ]
        shown = [lines[0]]
    reasons += [f"Player {line.player}: {_described(position, line)}." for line in shown]
    marks = [Mark(f"line of player {line.player}", position.cells(line)) for line in shown]
    return _Judgement("ERROR", reasons, marks, shown)


def _judge_mover(position: Position, lines: Sequence[Run]) -> _Judgement:
    """Judge a position in which all lines are those of the player who moved last."""
    mover = _mover(position)
    shared = _shared(position, lines)
    shown = list(lines[:_LISTED]) if shared else _without_shared(position, lines)
    reasons = [f"{_last_move(position)}, and nobody else has a line of {position.line}."]
    reasons += [
        f"Line {k}: {_described(position, line)}{_breakable(position, line)}." for k, line in enumerate(shown, 1)
    ]
    marks = [Mark(f"line {k} of player {mover}", position.cells(line)) for k, line in enumerate(shown, 1)]
    if not shared:
        if len(shown) > 1:
            reasons.append(f"There is no single stone without which no line of {position.line} is left.")
        reasons.append(f"So a line of {position.line} was there before the last move: the game was over then.")
        return _Judgement("ERROR", reasons, marks, shown)
    if len(lines) > _LISTED:
        reasons.append(f"There {_is(len(lines) - _LISTED, 'more line')}.")
    if len(shared) == 1:
        reasons.append(
            f"The stone on {listed(shared)} was placed last: without it there is no line of {position.line}."
        )
    else:
        taken = f"Take any one of {listed(shared)} off, and there is no line of {position.line}"
        reasons.append(f"{taken}: one of these was placed last.")
    marks.append(Mark("placed last" if len(shared) == 1 else "one of them placed last", shared))
    return _Judgement(f"PLAYER {mover}", reasons, marks, shown)


def _shared(position: Position, lines: Sequence[Run]) -> tuple[Cell, ...]:
    """Return the stones without any one of which none of the lines is left, row by row."""
    shared = set(position.lasts(lines[0]))
    for line in lines[1:]:
        if not shared:
            break
        shared.intersection_update(position.lasts(line))
    return tuple(sorted(shared))


def _without_shared(position: Position, lines: Sequence[Run]) -> list[Run]:
    """Return a few of the lines, no fewer would do, of which no single stone can be the last."""
    few: list[Run] = []
    for line in lines:  # two of one direction have no square in common, so eight or nine lines are enough
        if not few or set(_shared(position, few)) - set(position.lasts(line)):
            few.append(line)
            if not _shared(position, few):
                break
    for line in list(few):
        rest = [other for other in few if other is not line]
        if rest and not _shared(position, rest):
            few = rest
    return few


def _described(position: Position, run: Run) -> str:
    """Say where a run lies."""
    cells = position.cells(run)
    way = _WAYS.get(run.step, f"in knight steps {run.step}")
    same = f" (here the same as {', '.join(map(str, run.same))})" if run.same else ""
    if run.whole:
        closed = "a whole cycle over the glue and so a line of any length"
        if len(cells) == 1:
            return f"1 stone on {listed(cells)}, a step {way}{same} leads back to it: {closed}"
        return f"{len(cells)} stones from {listed(cells[:1])} to {listed(cells[-1:])} {way}{same}, {closed}"
    if len(cells) == 1:
        return f"1 stone on {listed(cells)}"
    glue = ", over the glue" if position.crosses_glue(run) else ""
    return f"{len(cells)} stones from {listed(cells[:1])} to {listed(cells[-1:])} {way}{same}{glue}"


def _breakable(position: Position, line: Run) -> str:
    """Say which stones of a line can have been the last, unless each can."""
    lasts = position.lasts(line)
    if len(lasts) == line.length:
        return ""
    if not lasts:
        return f"; whichever of them is taken off, a line of {position.line} is left"
    if len(lasts) == 1:
        return f"; only the middle one, {listed(lasts)}, can have come last"
    return f"; only the middle {len(lasts)}, {listed(lasts)}, can have come last"


def _due(position: Position, player: int) -> int:
    """Return how many stones a player should have."""
    return position.stones // position.players + (player <= position.stones % position.players)


def _mover(position: Position) -> int:
    """Return the player who moved last; the board is not empty."""
    return (position.stones - 1) % position.players + 1


def _last_move(position: Position) -> str:
    return f"With {counted(position.stones, 'stone')} on the board player {_mover(position)} moved last"


def _turns(position: Position) -> str:
    """Say how many stones the players should have."""
    rounds, rest = divmod(position.stones, position.players)
    if rest == 0:
        return f"{rounds} to each of {counted(position.players, 'player')}"
    first = "1" if rest == 1 else f"1 to {rest}"
    return f"{rounds + 1} to player{'s' * (rest > 1)} {first} and {rounds} to the others"


def _is(count: int, what: str) -> str:
    return f"{'is' if count == 1 else 'are'} {counted(count, what)}"
