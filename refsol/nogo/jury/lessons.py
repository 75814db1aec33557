"""What the page says about the rules of NoGo that programs break."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.game import Game
from refsol.nogo.rules import Trial, groups_around, try_stone
from refsol.problem.contract import Lesson

_lesson: Final = partial(Lesson, page="docs/problems/nogo.md")
_LASTING: Final = "A point that is forbidden to a colour stays forbidden to it"
_PAIRS: Final = "A group has a liberty if and only if it has a pseudo-liberty"

_AS_IN_GO: Final = _lesson("As in Go", "Where stones are captured")
_HALF: Final = _lesson("Half of the rule", _PAIRS)
_ONE_NEIGHBOUR: Final = _lesson("Looking at one neighbour only", _PAIRS)
_ONE_PAIR: Final = _lesson(
    "Taking only one pseudo-liberty from a group that the stone touches twice", "Pairs in pictures"
)
_COUNTED_TWICE: Final = _lesson(
    "Adding the count of a group twice when the stone touches it twice", "Pairs in pictures"
)
_NEIGHBOURS: Final = _lesson("Trusting neighbours", _PAIRS)
_OFF_BY_ONE: Final = _lesson("Off by one", _PAIRS)
_ONE_POINTER: Final = _lesson("One pointer for both colours", _LASTING)
_PASSING: Final = _lesson("Passing", _LASTING)
OUTPUT: Final = _lesson("The output", "The statement")
"""What to read about an output that is no list of moves up to ``-1 -1``."""


def lesson_of_move(game: Game, trial: Trial) -> Lesson:
    """Return what to read if a program makes this move, which is illegal. O(n²)."""
    board = game.board
    point = board.point(*trial.cell)
    own, other = int(game.to_move), BLACK + WHITE - int(game.to_move)
    if game.winner is not None and try_stone(board, point, other).is_legal():
        return _PASSING
    around = (point - board.stride, point - 1, point + 1, point + board.stride)
    colours = [int(board.stone[near]) for near in around]
    cells = [board.coordinates(near) for near in around]
    groups = [group.colour for group in groups_around(board, point)]
    if not trial.captured:
        if colours.count(own) > groups.count(own):
            return _COUNTED_TWICE
        return _HALF if own not in groups and other in groups else _NEIGHBOURS
    if not trial.group.liberties:
        return _AS_IN_GO
    if any(len({*cells}.intersection(group.stones)) > 1 for group in trial.captured):
        return _ONE_PAIR
    return _ONE_NEIGHBOUR if groups.count(other) > 1 else _HALF


def lesson_of_end(game: Game) -> Lesson | None:
    """Return what to read if a program ends the game too early. O(n²) for each legal point."""
    own, points = game.to_move, [*game.legal_points()]
    if own == WHITE and not any(try_stone(game.board, point, BLACK).is_legal() for point in points):
        return _ONE_POINTER
    return _OFF_BY_ONE if all(len(try_stone(game.board, point, own).group.liberties) == 1 for point in points) else None
