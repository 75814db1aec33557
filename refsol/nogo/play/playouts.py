"""Games played to their end: with the first legal moves, or with random ones, once or many times."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range
from refsol.nogo.candidates import Candidates
from refsol.nogo.game import Game
from refsol.nogo.play.simulator import Simulator
from refsol.portable import allow_interrupts
from refsol.structures.xoshiro import Xoshiro128

_MAX_GAMES: Final = 2**31 - 1
_BETWEEN: Final = 2**20  # points of boards played on before an interrupt is looked for: a few milliseconds


def play_first_legal(game: Game) -> vec[i32]:
    """Play the game to its end, always on the first legal point, row by row; return the points played. O(n² α(n)).

    The side to move plays the first of them, then the colours take turns.
    """
    return _play_to_the_end(game, Candidates(game.board))


def play_random(game: Game, seed: int | Xoshiro128) -> vec[i32]:
    """Play the game to its end, each move uniform over the legal ones; return the points played. O(n² α(n)).

    ``seed`` determines the moves: a number in 0..2**64 - 1, or the generator to draw from. Raises ``ValueError`` for
    another number.

    >>> from refsol.nogo.board import Board
    >>> board = Board(3)
    >>> [board.coordinates(point) for point in play_random(Game(board), 1)][:3]
    [(2, 1), (1, 3), (1, 2)]
    """
    return _play_to_the_end(game, Candidates(game.board, generator(seed)))


def generator(seed: int | Xoshiro128) -> Xoshiro128:
    """Return the generator with a ``seed``, or ``seed`` if it is one. O(1). Raises ``ValueError`` as it does."""
    return Xoshiro128(seed) if isinstance(seed, int) else seed


def _play_to_the_end(game: Game, candidates: Candidates) -> vec[i32]:
    moves = vec[i32]([i32(0)] * len(game.board.stone))
    return moves[: game.play_on(candidates, moves)]


@final
class Playouts:
    """Random games from the position of ``game``, one after another in the same memory, for Monte Carlo methods.

    ``game`` itself does not change, and may be continued. ``seed`` determines the moves of all playouts: a number in
    0..2**64 - 1, or the generator to draw from. With the ``policy`` ``"uniform"`` each move is uniform over the legal
    ones. With ``"contested"`` it is uniform over those that are legal for both sides, as long as there are any, and
    then over the mover's other legal ones: games are better, and take a little longer (see
    :mod:`refsol.nogo.play.simulator`). Raises ``ValueError`` for another number or policy. Setting up is O(n² log n),
    and so is every game.

    >>> from refsol.nogo.board import Board
    >>> playouts = Playouts(Game(Board(9)), seed=1)
    >>> [len(playouts.play()) for _ in range(5)]
    [75, 73, 74, 76, 76]
    >>> playouts.wins(1000)  # of black, who is to move
    503
    """

    def __init__(self, game: Game, seed: int | Xoshiro128 = 1, policy: str = "uniform") -> None:
        self._simulator: Final = Simulator(game.board, generator(seed), policy)
        self._colour: Final[i64] = game.to_move

    def play(self) -> vec[i32]:
        """Play a game to its end, and return the points played. O(n² log n).

        The side that can't move loses: after an odd number of moves, the side to move at the start has won.
        """
        count = self._play()
        return self._simulator.moves[:count]

    def wins(self, games: i64) -> int:
        """Play so many ``games`` to their ends, and return how many the side to move at the start has won.

        They are the games that as many calls of :meth:`play` would play. O(n² log n) each. Ctrl-C ends it. Raises
        ``ValueError`` for a number of games not in 0..2**31 - 1.
        """
        require_range("number of games", games, 0, _MAX_GAMES)
        size: i64 = len(self._simulator.moves)
        won: i64 = 0
        points: i64 = 0
        for _ in range(games):
            won += self._play() & 1
            points += size
            if points > _BETWEEN:
                points = 0
                allow_interrupts()
        return int(won)

    def _play(self) -> i64:
        """Play a game, and return the number of moves, the points of which the simulator has."""
        self._simulator.restart()
        return self._simulator.finish(self._colour)
