"""Who wins a position with best play, and by which move: the search of :mod:`.outcome_search`, for programs to call.

This module stays interpreted, so that Python can handle Ctrl-C between parts of the search, of a few milliseconds each.
"""
# mypyc: interpreted

from collections.abc import Callable
from time import monotonic
from typing import Final, NamedTuple

from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.game import Game
from refsol.nogo.play.outcome_search import OutcomeSearch

MEMORY: Final = 512
"""The limit on the table of positions unless another is given, in MiB."""

_PART: Final = 4096  # positions


class Outcome(NamedTuple):
    """The outcome of a position with best play: the ``winner``, ``BLACK`` or ``WHITE``, found in this many ``seconds``.

    ``point`` is a winning move for the side to move, or ``None`` if that side loses, whatever it plays. ``nodes``
    positions were searched: 1 if the first look decided it.
    """

    winner: int
    point: int | None
    nodes: int
    seconds: float


class OutcomeProgress(NamedTuple):
    """How far a search has come: ``nodes`` positions searched in this many ``seconds``.

    ``tried`` of ``moves`` first moves have been begun; of those that lead to equal positions, all but one take no time.
    """

    nodes: int
    seconds: float
    tried: int
    moves: int


def outcome(
    game: Game, *, memory: int = MEMORY, progress: Callable[[OutcomeProgress], object] | None = None
) -> Outcome:
    """Return who wins from the position of ``game`` if both sides play their best, and a winning move.

    The game itself doesn't change. On a board of any size, it may have at most 35 live points: those that are empty and
    not forbidden to both sides. The time grows exponentially with them: on an empty board, 16 take a fraction of a
    second, 20 some ten seconds, 25 days; endgames take less. The table of
    positions takes at most ``memory`` MiB, 1..65535, and everything else a few MiB; with less memory, more has to be
    searched twice. ``progress`` is called every few milliseconds; what it raises ends the search, and so does Ctrl-C.
    Raises ``ValueError`` for a position that is too large, and for another ``memory``.

    >>> from refsol.nogo.board import Board
    >>> game = Game(Board(3, 5))
    >>> found = outcome(game)
    >>> found.winner == BLACK, game.board.name(found.point)
    (True, 'B3')
    >>> game.move(found.point)
    True
    >>> outcome(game).point is None  # white has lost
    True
    """
    start = monotonic()
    search = OutcomeSearch(game.board.stone, game.board.stride, game.to_move, memory)
    while not search.run(_PART):
        if progress is not None:
            progress(OutcomeProgress(search.nodes(), monotonic() - start, *search.tried()))
    winner = game.to_move if search.is_won() else BLACK + WHITE - game.to_move
    return Outcome(winner, search.winning_point(), search.nodes(), monotonic() - start)
