"""What the page says about the rules of NOIP chess that programs break."""
# mypyc: interpreted

from collections.abc import Iterator, Set
from functools import partial
from typing import Final

from refsol.chess.board import OPEN, ORDINARY, STRAIGHT, scan_board, scan_data_sets
from refsol.chess.jury.explain import QUERY, SET
from refsol.chess.rules import DIRECTIONS, Occupant, Position, Reach
from refsol.problem.contract import Lesson
from refsol.problem.scene import Cell
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
    """Return what to read if one mistake makes the number ``found`` of the ``expected`` one. O(input)."""
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
    _colour, level = position.piece(position.start) or (0, 0)
    yield len(twice), _TWO_TYPES
    yield len({*twice}.intersection(captures)), _TWO_TYPES
    pieces = {cell: position.piece(cell) for cell in occupants}
    levels = {cell: piece[1] for cell, piece in pieces.items() if piece}
    yield -sum(levels[cell] == level for cell in captures), _CAPTURES
    yield sum(levels[cell] <= level for cell in reach.with_occupant(Occupant.OWN)), _CAPTURES
    yield len(reach.with_occupant(Occupant.STRONGER)), _CAPTURES
    region = {position.start, *(cell for cell in reach.open if occupants[cell] is Occupant.EMPTY)}
    touched = [there for cell in region for road, there in position.roads(cell) if road == OPEN and there in captures]
    yield len(touched) - len({*touched}), _SEVERAL_ROADS
    for lesson, cells in (
        (_ORDINARY_ROADS, _connected(position, ORDINARY)),
        (_STRAIGHT_ROADS, _connected(position, STRAIGHT)),
        (_STRAIGHT_ROADS, _in_line(position, {STRAIGHT}, over_pieces=True)),
        (_STRAIGHT_ROADS, _in_line(position, {STRAIGHT, OPEN}, over_pieces=False)),
        (_OPEN_ROADS, _connected(position, OPEN, Occupant.CAPTURE)),
    ):
        more = {*cells} - {position.start, *reach.occupants}
        yield sum(position.occupant(cell) in (Occupant.EMPTY, Occupant.CAPTURE) for cell in more), lesson


def _connected(position: Position, road: int, through: Occupant = Occupant.EMPTY) -> list[Cell]:
    """Return the crossings to which any number of roads of this type lead, past empty ones or ``through`` these."""
    found = [position.start]
    seen = {position.start}
    for cell in found:  # grows during the loop
        if cell == position.start or position.occupant(cell) in (Occupant.EMPTY, through):
            new = [there for kind, there in position.roads(cell) if kind == road and there not in seen]
            seen.update(new)
            found += new
    return found


def _in_line(position: Position, roads: Set[int], *, over_pieces: bool) -> Iterator[Cell]:
    """Yield the crossings in line, on ``roads`` of these types after a straight one."""
    for direction in range(len(DIRECTIONS)):
        road, there = position.roads(position.start)[direction]
        if road == STRAIGHT:
            while road in roads:
                yield there
                if position.piece(there) and not over_pieces:
                    break
                road, there = position.roads(there)[direction]
