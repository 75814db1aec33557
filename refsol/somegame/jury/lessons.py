"""What the page says about the rules of Some Game that programs break."""
# mypyc: interpreted

from functools import partial
from itertools import islice
from typing import Final

from refsol.problem.contract import Lesson
from refsol.problem.selection import Selection
from refsol.somegame.board import scan_boards
from refsol.somegame.jury.explain import SET
from refsol.somegame.rules import Position
from refsol.text.scanner import Input, Scanner

_lesson: Final = partial(Lesson, page="docs/problems/somegame.md")

_EDGES: Final = _lesson("Edges that don't wrap around", "Where the cycles are")
_KNIGHTS: Final = _lesson("Knights to the right only", "Where the cycles are")
_CYCLES: Final = _lesson("A whole cycle is a line of any length", "Short cycles win only as a whole")
_LENGTHS: Final = _lesson("Off by one", "Which stones break all lines")
_LAST_STONE: Final = _lesson("The stone on all lines", "Which stones break all lines")
_WINNER: Final = _lesson("Who won?", "The idea")
_NO_LINE: Final = _lesson("K = 0", "The idea")
_COUNTS: Final = _lesson("Counts", "The idea")


def lesson_of(source: Input, selection: Selection, expected: str, found: str) -> Lesson | None:
    """Return what to read about ``found`` where a word of the answer for a data set is ``expected``. O(input)."""
    position = Position(next(islice(scan_boards(Scanner(source)), selection[SET] - 1, None)))
    if position.line == 0:
        return _NO_LINE if position.stones else None
    if any(position.owned()[player] != position.due(player) for player in range(1, position.players + 1)):
        return _COUNTS
    lines = position.lines()
    if not lines:
        return None
    if {line.player for line in lines} != {position.mover()} or expected.isdigit():
        return _WINNER
    if found == "NO":  # it has missed all lines
        if all(line.length < position.line for line in lines):
            return _CYCLES
        if all({line.step, *line.same} <= {(1, -2), (2, -1)} for line in lines):
            return _KNIGHTS
        if all(position.wraps(line) for line in lines):
            return _EDGES
        return _LENGTHS if all(line.length == position.line for line in lines) else None
    if len(lines) > 1:
        return _LAST_STONE
    if lines[0].whole:
        return _CYCLES if expected == "ERROR" else _COUNTS
    return _LENGTHS if lines[0].length > position.line else _COUNTS
