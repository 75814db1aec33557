"""What the page says about the rules of Multi-Go that programs break."""
# mypyc: interpreted

from collections.abc import Iterator
from functools import partial
from typing import Final

from refsol.multigo.board import OUTSIDE, scan_board, scan_move
from refsol.multigo.game import Game
from refsol.multigo.jury.explain import MOVE
from refsol.multigo.plain import touching_runs
from refsol.multigo.rules import Territory, try_move
from refsol.problem.contract import Lesson
from refsol.problem.selection import Selection
from refsol.text.scanner import Input, Scanner

_lesson: Final = partial(Lesson, page="docs/problems/multigo.md")
_RUNS: Final = "Runs are connected, and so are the foreign cells between them"

_RULE_2: Final = _lesson("Forgetting rule 2", "Two touching runs")
_CONNECTEDNESS: Final = _lesson("The wrong kind of connectedness", "No hole")
_ONE_PLAYER: Final = _lesson("Looking at one player only", "Two touching runs")
_CORNERS: Final = _lesson("Counting isolated corners as runs", _RUNS)
_INSIDE: Final = _lesson("Forgetting that the loser must not own all eight neighbours", _RUNS)
_THE_OUTSIDE: Final = _lesson("The outside", "No hole")
_LAST_OR_FIRST: Final = _lesson("A last or a first cell", "The idea")
_OWN_CELL: Final = _lesson("A cell that the player owns already", "The idea")


def lesson_of(source: Input, selection: Selection, _expected: str, found: str) -> Lesson | None:
    """Return what to read about ``found``, the wrong answer for a move, if it shows a mistake. O(NM log NM + Q)."""
    scanner = Scanner(source)
    board, _moves = scan_board(scanner)
    game = Game(board)
    for _ in range(1, selection[MOVE]):
        game.play(*scan_move(scanner, board))
    x, y, gainer = scan_move(scanner, board)
    north, here, south = (row * board.stride + y for row in (x - 1, x, x + 1))
    around = (north, north + 1, here + 1, south + 1, south, south - 1, here - 1, north - 1)
    ring = [int(board.owner[index]) for index in around]
    loser = board.owner[here]
    if loser == gainer:
        return _OWN_CELL if found == "NO" else None
    territories = try_move(board, (x, y), gainer)
    swapped = try_move(board, (x, y), gainer, swapped=True)
    if found == "NO":
        pairs = zip(territories, swapped, strict=True)
        others = [pair for pair in pairs if pair[0].parts not in ((), (((x, y),),))]  # of more than the new cell
        lessons = {lesson for pair in others for lesson in _on_refusal(ring, *pair)}
        if lessons:
            return lessons.pop() if len(lessons) == 1 else None
        return _LAST_OR_FIRST if len(others) < 2 else None
    if found != "YES":
        return None
    if ring == [loser] * 8:
        return _INSIDE
    for territory, connected in zip(territories, swapped, strict=True):
        if len(territory.parts) > 1:
            return _CONNECTEDNESS if len(connected.parts) == 1 else _ONE_PLAYER
    return _RULE_2


def _on_refusal(ring: list[int], territory: Territory, swapped: Territory) -> Iterator[Lesson]:
    """Yield each mistake for which a legal move looks illegal."""
    player = territory.player
    if swapped.enclosed:  # beside a corner of the player's: whoever takes that for a run makes the same mistake
        yield _CONNECTEDNESS
    elif any(ring[k] == player not in (ring[k - 1], ring[(k + 1) % 8]) for k in (1, 3, 5, 7)):
        yield _CORNERS
    if touching_runs([player if owner == OUTSIDE else owner for owner in ring], player) != 1:
        yield _THE_OUTSIDE
