"""What the page says about the rules of NOIP chess that programs break."""
# mypyc: interpreted

from collections.abc import Iterator
from functools import partial
from typing import Final

from refsol.chess.board import OPEN, ORDINARY, STRAIGHT, scan_board, scan_data_sets
from refsol.chess.jury.explain import QUERY, SET
from refsol.chess.rules import DIRECTIONS, Occupant, Position, Reach
from refsol.problem.contract import Lesson
from refsol.problem.selection import Selection
from refsol.text.scanner import Input, Scanner

_lesson: Final = partial(Lesson, page="docs/problems/chess.md")

_CAPTURES: Final = _lesson("Captures", "The idea")
_SEVERAL_ROADS: Final = _lesson(
    "A piece next to the region by several roads", "A piece counts once, however often it touches a region"
)
_TWO_TYPES: Final = _lesson("A crossing or piece reached by two types of road", "Nothing is counted twice")
_STRAIGHT_ROADS: Final = _lesson("Straight roads", "Nothing is counted twice")
_OPEN_ROADS: Final = _lesson("Open roads", "Nothing is counted twice")
_ORDINARY_ROADS: Final = _lesson("Ordinary roads", "Nothing is counted twice")
_OWN_CROSSING: Final = _lesson("The piece's own crossing", "Nothing is counted twice")


def lesson_of(source: Input, selection: Selection, expected: str, found: str) -> Lesson | None:
    """Return what to read if one mistake makes ``found`` of the ``expected`` number. O(nm log nm), and reading."""
    scanner = Scanner(source)
    scan_data_sets(scanner)
    *_, board = (scan_board(scanner) for _ in range(selection[SET]))
    position = Position(board, selection[QUERY])
    reach = position.reach()
    lessons = {lesson for more, lesson in _mistakes(position, reach) if more and found == str(int(expected) + more)}
    if len(lessons) == 1:
        return lessons.pop()
    return _OWN_CROSSING if not lessons and reach.open and found == str(int(expected) + 1) else None


def _mistakes(position: Position, reach: Reach) -> Iterator[tuple[int, Lesson]]:
    """Yield by how much mistakes change the number."""
    occupants = reach.occupants
    captures = reach.with_occupant(Occupant.CAPTURE)
    twice = reach.destinations_by_two_types()
    yield len(twice), _TWO_TYPES
    yield len({*twice}.intersection(captures)), _TWO_TYPES
    levels = {cell: piece[1] for cell in (position.start, *occupants) if (piece := position.piece(cell))}
    level = levels[position.start]
    yield -sum(levels[cell] == level for cell in captures), _CAPTURES
    yield sum(levels[cell] <= level for cell in reach.with_occupant(Occupant.OWN)), _CAPTURES
    yield len(reach.with_occupant(Occupant.STRONGER)), _CAPTURES
    region = {position.start, *(cell for cell in reach.open if occupants[cell] is Occupant.EMPTY)}
    touched = [there for cell in region for road, there in position.roads(cell) if road == OPEN and there in captures]
    yield len(touched) - len({*touched}), _SEVERAL_ROADS
    directions = range(len(DIRECTIONS))
    for lesson, cells in (
        (_ORDINARY_ROADS, position.connected(ORDINARY)),
        (_STRAIGHT_ROADS, position.connected(STRAIGHT)),
        (_STRAIGHT_ROADS, [cell for k in directions for cell in position.run(k, over_pieces=True)]),
        (_STRAIGHT_ROADS, [cell for k in directions for cell in position.run(k, OPEN)]),
        (_OPEN_ROADS, position.connected(OPEN, Occupant.CAPTURE)),
    ):
        more = {*cells}.difference(occupants)
        yield sum(position.occupant(cell) in (Occupant.EMPTY, Occupant.CAPTURE) for cell in more), lesson
