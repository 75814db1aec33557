"""Many games of NoGo at once, for programs that learn: actions in, arrays of numpy out.

The arrays are views of what a compiled loop over the games writes (:mod:`refsol.nogo.play.many_games`).
"""

from typing import Final, NamedTuple, TypeAlias, final

import numpy
from librt.vecs import vec
from mypy_extensions import u8
from numpy.typing import ArrayLike, NDArray

from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.many_games import PLANES, ManyGames

Bytes: TypeAlias = NDArray[numpy.uint8]
"""An array of bytes."""


class Step(NamedTuple):
    """The result of a step of a :class:`Batch` of N games."""

    observations: Bytes
    """N × 4 × rows × columns, each 0 or 1: stones of the side to move, of the other side, empty points, walls."""
    masks: Bytes
    """N × rows · columns: 1 where the side to move may play, 0 elsewhere; no row is 0 everywhere."""
    rewards: NDArray[numpy.float32]
    """N: 1 if the action has won the game, and otherwise 0; that of the other side is the negative."""
    ended: NDArray[numpy.bool_]
    """N: whether the action has ended the game."""


@final
class Batch:
    """``count`` games that all begin with the position of ``game``, with one move in each of them at every step.

    Everything is seen by the side to move, so one network can play both sides. An action can win a game, but never lose
    it. A game that is over begins again in the same step (gymnasium's "autoreset mode: same step"): ``rewards`` and
    ``ended`` are those of the action, while ``observations`` and ``masks`` already show the new game.

    ``observations`` and ``masks`` are the current ones of :class:`Step`, always the same arrays, and ``to_move`` is the
    side to move in each game, ``BLACK`` or ``WHITE``.

    All arrays are views that the next step writes anew, and can't be written to: copy what is to stay. Raises
    ``ValueError`` if nobody can move in ``game``, for a ``count`` not in 1..2**24, and for more than 2**24 points in
    all, with the frames of the boards. Setting up is O(count · n² α(n)) for n rows and columns, and so is every step.

    >>> from refsol.nogo import Board
    >>> batch = Batch(Game(Board(9)), 64)
    >>> observations, masks = batch.reset()
    >>> observations.shape, masks.shape
    ((64, 4, 9, 9), (64, 81))
    >>> observations, masks, rewards, ended = batch.step(masks.argmax(axis=1))
    >>> int(masks[0].sum()), bool(ended.any())
    (80, False)
    """

    def __init__(self, game: Game, count: int) -> None:
        rows, columns = int(game.board.rows), int(game.board.columns)
        self._start: Final = game.copy()
        self._games: Final = ManyGames(game, count)
        self.observations: Final = view(self._games.planes).reshape(count, PLANES, rows, columns)
        self.masks: Final = view(self._games.mask).reshape(count, rows * columns)
        self.to_move: Final = view(self._games.to_move)
        self._ended: Final = view(self._games.ended).view(numpy.bool_)
        self._rewards: Final = numpy.zeros(count, numpy.float32)
        self._seen_rewards: Final = self._rewards.view()
        self._seen_rewards.flags.writeable = False

    def reset(self) -> tuple[Bytes, Bytes]:
        """Begin all games again, and return the ``observations`` and ``masks`` of :class:`Step`."""
        self._games.reset()
        self._rewards[:] = 0
        return self.observations, self.masks

    def step(self, actions: ArrayLike, only: ArrayLike | None = None) -> Step:
        """Play one of the ``actions`` in each game, or in some only.

        ``only`` says in which games, by their numbers, in the order of the actions, or by N truth values; the others
        stay as they are, with reward 0. The result shows all games. Raises ``ValueError`` if there are more or fewer
        actions than games, if one is illegal, and for numbers that no game has or that are there twice, and
        ``TypeError`` for numbers that aren't whole. Then nothing has changed.
        """
        chosen = None if only is None else self._numbers(only)
        shape = self._rewards.shape if chosen is None else chosen.shape
        given = numpy.asarray(actions)
        if given.shape != shape:
            raise ValueError(f"expected actions of shape {shape}, found {given.shape}")
        _require_whole("actions", given)
        self._games.step(given.tolist(), None if chosen is None else chosen.tolist())
        self._rewards[:] = self._ended
        return Step(self.observations, self.masks, self._seen_rewards, self._ended)

    def game(self, k: int) -> Game:
        """Return a copy of game ``k`` in 0..count - 1, with its moves. O(n² α(n)). Raises ``ValueError`` for others."""
        return self._games.game(k)

    def set(self, k: int, game: Game) -> None:
        """Let game ``k`` in 0..count - 1 go on from the position of ``game``, and after its end, again from the first.

        O(n² α(n)). Raises ``ValueError`` for other numbers, for a board of another size, whose walls may differ, and if
        ``game`` is over. Then nothing has changed.
        """
        self._games.set(k, game)

    def clone(self) -> "Batch":
        """Return an independent batch with the same positions, moves and first position. O(count · n² α(n))."""
        other = Batch(self._start, len(self._rewards))
        for k in range(len(self._rewards)):
            other.set(k, self.game(k))
        return other

    def _numbers(self, only: ArrayLike) -> NDArray[numpy.integer]:
        given = numpy.asarray(only)
        if given.dtype == numpy.bool_ and given.shape == self._rewards.shape:
            return numpy.flatnonzero(given)
        if given.ndim != 1:
            raise ValueError(f"expected numbers of games, found an array of shape {given.shape}")
        _require_whole("numbers of games", given)
        return given


def _require_whole(what: str, numbers: NDArray[numpy.generic]) -> None:
    if numbers.dtype.kind not in "iu":
        raise TypeError(f"{what} are whole numbers, not {numbers.dtype}")


def view(values: vec[u8]) -> Bytes:
    """Return an array that is a view of ``values``: if they change, it does; it can't be written to."""
    seen: Bytes = numpy.frombuffer(values, numpy.uint8)  # type: ignore[call-overload]  # its stubs say nothing of buffers
    return seen


def inner(board: Board, values: vec[u8]) -> Bytes:
    """Return a view of ``values`` of points of ``board`` and its frame, as rows × columns without the frame."""
    shape = (int(board.rows) + 2, int(board.stride))
    return view(values).reshape(shape)[1:-1, 1:-1]


def planes(board: Board, colour: int) -> Bytes:
    """Return 4 × rows × columns, each 0 or 1, in which every point of ``board`` is in one plane. O(n²).

    They are the stones of ``colour``, ``BLACK`` or ``WHITE``, those of the other colour, the empty points, the walls.
    """
    kinds = numpy.array([colour, BLACK + WHITE - colour, EMPTY, EDGE], numpy.uint8)
    found: Bytes = (inner(board, board.stone) == kinds[:, None, None]).view(numpy.uint8)
    return found


def new_game(rows: int, columns: int | None, walls: list[tuple[int, int]]) -> Game:
    """Return a game on an empty board of ``rows`` and ``columns`` with ``walls``, as ``Board`` takes them. O(n²).

    Raises ``ValueError`` if no such board can be, or if black can't move on it.
    """
    game = Game(Board(rows, columns, walls))
    if game.winner is not None:
        raise ValueError("black has no legal move on this board")
    return game
