"""Explanations for Some Game: stone counts, lines, and the stones that could have been placed last.

Each explanation is O(8·H·W + N), plus sorting. The other data sets are only read, in O(HW) each.
"""
# mypyc: interpreted

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from refsol.problem.contract import Explanation, Steps, explained
from refsol.problem.scene import NOTHING, Ground, Mark, Piece, Scene, Stroke, player, take_scene
from refsol.problem.selection import Selection, on_a_page, selected
from refsol.problem.wording import counted, listed
from refsol.somegame.board import EMPTY, scan_boards
from refsol.somegame.rules import Position, Run, Step
from refsol.text.scanner import Input, Scanner

SET: Final = "set"  # the option that selects a data set by its number

_LISTED: Final = 6  # the most lines or players that are listed
_WAYS: Final[dict[Step, str]] = {
    (0, 1): "along the row",
    (1, 0): "along the column",
    (1, 1): "in diagonal steps (1, 1)",
    (1, -1): "in diagonal steps (1, -1)",
}


class _Answer(NamedTuple):
    """An answer, its reasons, and the squares that matter; the most important ones come last."""

    text: str
    reasons: list[str]
    marks: list[Mark]
    runs: Sequence[Run] = ()  # to be drawn as strokes


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    scanner = Scanner(source)
    count, _cells = _survey(scanner)
    yield from _explanations(scanner.rewound(), selected(selection, SET, count, "data set"))


def show(source: Input, selection: Selection) -> Scene:
    return next(explain(source, {SET: 1, **selection})).scene


def steps(source: Input, selection: Selection) -> Steps:
    scanner = Scanner(source)
    count, cells = _survey(scanner)
    numbers = range(1, count + 1)
    opened = selected({SET: 1, **selection}, SET, count, "data set").start
    shown = on_a_page(numbers, opened, cells, 1_000_000)  # which takes seconds
    return Steps(numbers, shown, opened, _explanations(scanner.rewound(), shown), f"--{SET}")


def _survey(scanner: Scanner) -> tuple[int, tuple[int, int]]:
    """Read the input to its end; return the number of data sets, and the rows and columns of the largest one."""
    count = 0
    largest = (1, 1)
    for board in scan_boards(scanner):
        count += 1
        largest = max(largest, (int(board.height), int(board.width)), key=lambda cells: cells[0] * cells[1])
    return count, largest


def _explanations(scanner: Scanner, wanted: range) -> Iterator[Explanation]:
    for number, board in zip(range(1, wanted.stop), scan_boards(scanner), strict=False):
        if number in wanted:
            yield _explain_set(number, Position(board))


def _explain_set(number: int, position: Position) -> Explanation:
    answer = _judge(position)
    subject = (
        f"data set {number}: {counted(position.players, 'player')}, {counted(position.height, 'row')}, "
        f"{counted(position.width, 'column')}, K = {position.line}"
    )
    scene = _scene(position, answer.marks, answer.runs)
    return explained({SET: number}, subject, answer.text, answer.reasons, scene)


def _scene(position: Position, marks: Sequence[Mark], runs: Sequence[Run]) -> Scene:
    owner, width = position.owner, position.width

    def piece(row: int, column: int) -> Piece:
        number = owner[(row - 1) * width + column - 1]
        return NOTHING if number == EMPTY else player(number)

    middle = marks[-1].cells[0] if marks else None
    scene = take_scene(Ground.SQUARES, position.height, width, piece, tuple(marks), middle=middle)
    lines = [(run, position.cells(run)) for run in runs]
    # A stroke through a whole cycle comes back to the first square.
    return scene._replace(
        strokes=tuple([Stroke((*cells, cells[0]) if run.whole else cells, run.step) for run, cells in lines])
    )


def _judge(position: Position) -> _Answer:
    if position.line == 0:
        return _judge_nothing(position)
    owned = position.owned()
    due = [position.due(player) for player in range(position.players + 1)]
    if owned[1:] != due[1:]:
        return _judge_counts(position, owned, due)
    lines = position.lines()
    if not lines:
        return _judge_open(position)
    owners = sorted({line.player for line in lines})
    if owners != [position.mover()]:
        return _judge_others(position, lines, owners)
    return _judge_mover(position, lines)


def _judge_nothing(position: Position) -> _Answer:
    reasons = ["K = 0: every player has a line of 0 before the first move, and the lowest number, player 1, has won."]
    if position.stones == 0:
        return _Answer("PLAYER 1", reasons, [])
    reasons.append(f"So no move can be made, but there {_is(position.stones, 'stone')} on the board.")
    return _Answer("ERROR", reasons, [Mark("stones", position.cells_of(set(position.owner) - {EMPTY}))])


def _judge_counts(position: Position, owned: Sequence[int], due: Sequence[int]) -> _Answer:
    reasons = [f"There {_is(position.stones, 'stone')} on the board; taking turns gives {_turns(position)}."]
    off = [player for player in range(1, position.players + 1) if owned[player] != due[player]]
    reasons += [f"Player {p} should have {counted(due[p], 'stone')}, but has {owned[p]}." for p in off[:_LISTED]]
    if len(off) > _LISTED:
        reasons.append(f"The counts of {counted(len(off) - _LISTED, 'other player')} are also wrong.")
    marks = [Mark(f"stones of player {player}", position.cells_of({player})) for player in off[:_LISTED]]
    return _Answer("ERROR", reasons, [mark for mark in marks if mark.cells])


def _judge_open(position: Position) -> _Answer:
    longest = max(position.runs(), key=lambda run: run.length, default=None)
    if longest is None:
        return _Answer("NO WINNERS", ["The board is empty: the game has not begun."], [])
    reasons = [
        f"Nobody has a line of {position.line}: the longest run is player {longest.player}'s, "
        f"{_described(position, longest)}.",
        "The board is full, so the game is over."
        if position.stones == len(position.owner)
        else f"The game continues, and player {position.mover() % position.players + 1} moves next.",
    ]
    mark = Mark(f"longest run, player {longest.player}", position.cells(longest))
    return _Answer("NO WINNERS", reasons, [mark], [longest])


def _judge_others(position: Position, lines: Sequence[Run], owners: Sequence[int]) -> _Answer:
    if len(owners) > 1:
        names = [str(player) for player in owners]
        if len(owners) > _LISTED:
            names[_LISTED - 1 :] = [f"{len(owners) - _LISTED + 1} more"]
        reasons = [
            f"Players {', '.join(names[:-1])} and {names[-1]} have lines of {position.line}: "
            "the first of these would have ended the game."
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
    return _Answer("ERROR", reasons, marks, shown)


def _judge_mover(position: Position, lines: Sequence[Run]) -> _Answer:
    mover = position.mover()
    shared = position.shared_last_stones(lines)
    shown = list(lines[:_LISTED]) if shared else position.lines_without_shared(lines)
    reasons = [f"{_last_move(position)}, and nobody else has a line of {position.line}."]
    reasons += [
        f"Line {k}: {_described(position, line)}{_last_stones(position, line)}." for k, line in enumerate(shown, 1)
    ]
    marks = [Mark(f"line {k} of player {mover}", position.cells(line)) for k, line in enumerate(shown, 1)]
    if not shared:
        if len(shown) > 1:
            reasons.append(f"Whichever single stone is removed, a line of {position.line} is left.")
        reasons.append(f"So there was a line of {position.line} before the last move: the game was already over.")
        return _Answer("ERROR", reasons, marks, shown)
    if len(lines) > _LISTED:
        reasons.append(f"There {_is(len(lines) - _LISTED, 'more line')}.")
    if len(shared) == 1:
        reasons.append(
            f"The stone on {listed(shared)} was placed last: without it, no line of {position.line} is left."
        )
    else:
        removed = f"If any one of {listed(shared)} is removed, no line of {position.line} is left"
        reasons.append(f"{removed}: one of these was placed last.")
    marks.append(Mark("placed last" if len(shared) == 1 else "possibly placed last", shared))
    return _Answer(f"PLAYER {mover}", reasons, marks, shown)


def _described(position: Position, run: Run) -> str:
    cells = position.cells(run)
    way = _WAYS.get(run.step, f"in knight steps {run.step}")
    same = f" (here the same as {', '.join(map(str, run.same))})" if run.same else ""
    if run.whole:
        cycle = "a whole cycle and therefore a line of any length"
        if len(cells) == 1:
            return f"1 stone on {listed(cells)}, to which a step {way}{same} leads back: {cycle}"
        return f"{len(cells)} stones from {listed(cells[:1])} to {listed(cells[-1:])} {way}{same}, {cycle}"
    if len(cells) == 1:
        return f"1 stone on {listed(cells)}"
    wrapped = ", across a wrap-around edge" if position.wraps(run) else ""
    return f"{len(cells)} stones from {listed(cells[:1])} to {listed(cells[-1:])} {way}{same}{wrapped}"


def _last_stones(position: Position, line: Run) -> str:
    """Return a clause with the stones of a line that could have been placed last, or nothing if all of them could."""
    last = position.last_stones(line)
    if len(last) == line.length:
        return ""
    if not last:
        return f"; whichever of them is removed, a line of {position.line} is left"
    if len(last) == 1:
        return f"; only the middle one, {listed(last)}, could have been placed last"
    return f"; only the middle {len(last)}, {listed(last)}, could have been placed last"


def _last_move(position: Position) -> str:
    return f"With {counted(position.stones, 'stone')} on the board, player {position.mover()} moved last"


def _turns(position: Position) -> str:
    """Return a clause with the number of stones that each player should have."""
    rounds, rest = divmod(position.stones, position.players)
    if rest == 0:
        return f"{rounds} to each of the {position.players} players"
    first = {1: "player 1", 2: "each of players 1 and 2,"}.get(rest, f"each of players 1 to {rest}")
    return f"{rounds + 1} to {first} and {rounds} to everybody else"


def _is(count: int, what: str) -> str:
    return f"{'is' if count == 1 else 'are'} {counted(count, what)}"
