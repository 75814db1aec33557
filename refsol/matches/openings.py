"""Openings: random legal moves from the empty board, each position at most once, symmetric ones counted as one."""

from collections.abc import Sequence
from random import Random
from typing import Final

from refsol.nogo.board import Board
from refsol.nogo.game import Game

_TRIES: Final = 100  # before a position is used twice


def openings(size: int, plies: int, count: int, seed: str) -> Sequence[Sequence[str]]:
    """Return ``count`` openings of ``plies`` moves on a board of ``size``, by the names of their points.

    They depend on the ``seed``, and an opening doesn't depend on how many follow. Where there are not so many positions
    that differ under the board's symmetries, some are used again. Raises ``ValueError`` if a game can be over so soon.
    O(count · plies · n² α(n)), for the first hundred tries.
    """
    seen: set[int] = set()
    found = []
    for number in range(count):
        game = Game(Board(size))
        for attempt in range(_TRIES):
            game = _random_game(size, plies, Random(f"{seed}/{number}/{attempt}"))
            if game.canonical_key not in seen:
                break
        seen.add(game.canonical_key)
        found.append([game.board.name(point) for point in game.moves])
    return found


def _random_game(size: int, plies: int, source: Random) -> Game:
    game = Game(Board(size))
    for _ in range(plies):
        points = game.legal_points()
        if not points:
            break
        game.move(points[source.randrange(len(points))])
    if game.winner is not None:
        raise ValueError(f"on a board of {size} × {size}, a game may end within {plies} moves")
    return game
