"""What the page says about the rules of Multi-Go that programs break."""
# mypyc: interpreted

from collections.abc import Iterator, Sequence, Set
from functools import partial
from typing import Final

from refsol.multigo.board import OUTSIDE, Board, scan_board, scan_move
from refsol.multigo.game import Game
from refsol.multigo.jury.explain import MOVE
from refsol.multigo.plain import touching_runs
from refsol.multigo.rules import Territory, try_move
from refsol.problem.contract import Lesson
from refsol.problem.scene import Cell
from refsol.problem.selection import Selection
from refsol.text.scanner import Input, Scanner

_lesson: Final = partial(Lesson, page="docs/problems/multigo.md")
_RING: Final = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))  # clockwise from the north
_SIDES: Final = _RING[0::2]
_DIAGONALS: Final = _RING[1::2]

_RULE_2: Final = _lesson("Forgetting rule 2", "Two touching runs")
_CONNECTEDNESS: Final = _lesson("The wrong kind of connectedness", "No hole")
_ONE_PLAYER: Final = _lesson("Looking at one player only", "Two touching runs")
_CORNERS: Final = _lesson(
    "Counting isolated corners as runs", "Runs are connected, and so are the foreign cells between them"
)
_INSIDE: Final = _lesson(
    "Forgetting that the loser must not own all eight neighbours",
    "Runs are connected, and so are the foreign cells between them",
)
_THE_OUTSIDE: Final = _lesson("The outside", "No hole")
_LAST_OR_FIRST: Final = _lesson("A last or a first cell", "The idea")
_OWN_CELL: Final = _lesson("A cell that the player owns already", "The idea")


def lesson_of(source: Input, selection: Selection, _expected: str, found: str) -> Lesson | None:
    """Return what to read about ``found``, the wrong answer for a move. O(input)."""
    scanner = Scanner(source)
    board, _moves = scan_board(scanner)
    game = Game(board)
    for _ in range(1, selection[MOVE]):
        game.play(*scan_move(scanner, board))
    x, y, gainer = scan_move(scanner, board)
    cell = (x, y)
    if board.owner[x * board.stride + y] == gainer:
        return _OWN_CELL if found == "NO" else None
    territories = try_move(board, cell, gainer)
    if found == "NO":
        lessons = {*_on_refusal(board, cell, territories)}
        if len(lessons) != 1:
            return None if lessons or not any(_is_new(territory, cell) for territory in territories) else _LAST_OR_FIRST
        return lessons.pop()
    if found != "YES":
        return None
    if _ring(board, cell) == [territories[0].player] * 8:
        return _INSIDE
    split = next((territory for territory in territories if len(territory.parts) > 1), None)
    if split is None:
        return _RULE_2
    return _CONNECTEDNESS if all(_meets_another(part, split) for part in split.parts) else _ONE_PLAYER


def _on_refusal(board: Board, cell: Cell, territories: Sequence[Territory]) -> Iterator[Lesson]:
    """Yield each mistake for which a legal move looks illegal."""
    ring = _ring(board, cell)
    for territory in territories:
        player, parts, _enclosed, _players = territory
        if _is_new(territory, cell):
            continue
        if _encloses(board, {own for part in parts for own in part}):  # beside a corner of the player's, so that
            yield _CONNECTEDNESS  # whoever takes this for a run makes the same mistake
        elif any(ring[k] == player not in (ring[k - 1], ring[(k + 1) % 8]) for k in (1, 3, 5, 7)):
            yield _CORNERS
        if touching_runs([player if owner == OUTSIDE else owner for owner in ring], player) != 1:
            yield _THE_OUTSIDE


def _is_new(territory: Territory, cell: Cell) -> bool:
    """Return whether a player has no cells left, or only this new one."""
    return territory.parts in ((), ((cell,),))


def _ring(board: Board, cell: Cell) -> list[int]:
    x, y = cell
    return [int(board.owner[(x + dx) * board.stride + y + dy]) for dx, dy in _RING]


def _meets_another(part: Sequence[Cell], territory: Territory) -> bool:
    """Return whether a part of a territory and another one have cells with a common corner."""
    others = {cell for other in territory.parts if other != part for cell in other}
    return any((x + dx, y + dy) in others for x, y in part for dx, dy in _DIAGONALS)


def _encloses(board: Board, own: Set[Cell]) -> bool:
    """Return whether some other cell has no path to the edge of the board, over sides only, that avoids ``own``."""
    left = {(x, y) for x in range(board.height + 2) for y in range(board.width + 2)}.difference(own)
    stack = [(0, 0)]  # around the board
    left.remove((0, 0))
    while stack:
        x, y = stack.pop()
        near = left.intersection([(x + dx, y + dy) for dx, dy in _SIDES])
        left -= near
        stack += near
    return bool(left)
