"""Many games of NoGo in parallel, a move in each at a time, with the observations for a program that learns.

The arrays that show all games stay where they are, so that they can be looked at without copying.

A point that is forbidden to a side stays forbidden to it until the game ends. So for each side there is a list of the
points that were legal when it was last to move, and only these are looked at again.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.errors import out_of_range, require_range
from refsol.nogo.board import BLACK, EDGE, EMPTY, WHITE
from refsol.nogo.game import Game

PLANES: Final = 4
"""The number of planes: the stones of the side to move, those of the other side, empty points, and walls."""

MAX_POINTS: Final = 2**24
"""The largest number of points of all games together, with the frames of their boards."""


@final
class ManyGames:
    """``count`` games that all begin with the position of ``game``, which itself does not change.

    An *action* is a point, counted from 0, row by row and without the frame. The arrays have one part for each game,
    one after the other, and are written anew by each step:

    - ``planes``: ``PLANES`` × rows × columns, each 0 or 1: the stones of the side to move, those of the other side, the
      empty points, the walls. Every point is in one of them.
    - ``mask``: rows × columns, 1 where the side to move may play.
    - ``ended``: 1 if the latest step ended the game, which its mover has then won. The game has begun again, and the
      other arrays show its first position.
    - ``to_move``: the side to move, ``BLACK`` or ``WHITE``.

    Raises ``ValueError`` if nobody can move in ``game``, for a ``count`` not in 1..2**24, and for more than
    ``MAX_POINTS`` points in all. Setting up is O(count · n² α(n)).

    >>> from refsol.nogo.board import Board
    >>> games = ManyGames(Game(Board(1, 3)), 2)
    >>> games.step([1, 1])  # black plays in the middle of both; white would have no liberty
    >>> list(games.ended), list(games.mask)
    ([1, 1], [1, 1, 1, 1, 1, 1])
    """

    def __init__(self, game: Game, count: i64) -> None:
        board = game.board
        require_range("number of games", count, 1, MAX_POINTS)
        require_range("number of points of all games", count * len(board.stone), 1, MAX_POINTS)
        _require_move(game)
        area = board.rows * board.columns
        self.count: Final[i64] = count
        self.planes: Final = vec[u8]([u8(0)] * (PLANES * count * area))
        self.mask: Final = vec[u8]([u8(0)] * (count * area))
        self.ended: Final = vec[u8]([u8(0)] * count)
        self.to_move: Final = vec[u8]([u8(0)] * count)
        self._start: Final = game.copy()
        self._games: Final = [game.copy() for _ in range(count)]
        self._area: Final[i64] = area
        self._point: Final = vec[i32]([i32(board.point_of(action)) for action in range(area)])  # of an action
        # For black and then white in each game: actions that were legal at the side's last turn, and their number.
        self._legal: Final = vec[i32]([i32(0)] * (2 * count * area))
        self._number: Final = vec[i64]([i64(0)] * (2 * count))
        self.reset()

    def reset(self) -> None:
        """Begin all games again. O(count · n² α(n))."""
        for k in range(self.count):
            self._begin(k, self._start)
            self.ended[k] = u8(0)

    def step(self, actions: list[int], only: list[int] | None = None) -> None:
        """Play one of the ``actions`` in each game, and begin those again that are over then. O(count · n² α(n)).

        ``only`` may be the numbers of the games in which to play, in any order; ``ended`` is 0 for all others, and the
        cost counts these games only, and O(count). Raises ``ValueError`` if there are more or fewer actions than games,
        if one is no legal move, and for numbers that no game has or that are there twice; then nothing has changed.
        """
        games = list(range(self.count)) if only is None else only
        if len(actions) != len(games):
            raise ValueError(f"expected {len(games)} actions, found {len(actions)}")
        seen = vec[u8]([u8(0)] * self.count)
        for index in range(len(games)):
            k: i64 = games[index]
            action: i64 = actions[index]
            if k < 0 or k >= self.count:
                raise out_of_range("number of a game", k, 0, self.count - 1)
            if seen[k]:
                raise ValueError(f"game {k} is to be played in twice")
            seen[k] = u8(1)
            game = self._games[k]
            if action < 0 or action >= self._area or not game.groups.is_legal(i64(self._point[action]), game.to_move):
                raise ValueError(f"action {action} is not legal in game {k}")
        for k in range(self.count):
            self.ended[k] = u8(0)
        for index in range(len(games)):
            k = games[index]
            self._games[k].move(i64(self._point[actions[index]]))
            if self._see(k) == 0:
                self.ended[k] = u8(1)
                self._begin(k, self._start)

    def game(self, k: i64) -> Game:
        """Return a copy of game ``k`` in 0..count - 1, with its moves. O(n² α(n)). Raises ``ValueError`` for others."""
        require_range("number of a game", k, 0, self.count - 1)
        return self._games[k].copy()

    def set(self, k: i64, game: Game) -> None:
        """Replace game ``k`` in 0..count - 1 by a copy of ``game``; once it is over, the first position comes again.

        O(n² α(n)). Raises ``ValueError`` for other numbers, for a board with other numbers of rows and columns, and if
        ``game`` is over; then nothing has changed.
        """
        require_range("number of a game", k, 0, self.count - 1)
        board = self._start.board
        if game.board.rows != board.rows or game.board.columns != board.columns:
            size = f"{game.board.rows} × {game.board.columns}"
            raise ValueError(f"the games are on boards of {board.rows} × {board.columns}, not {size}")
        _require_move(game)
        self._begin(k, game)

    def _begin(self, k: i64, game: Game) -> None:
        self._games[k] = game.copy()
        area = self._area
        for side in range(2 * k, 2 * k + 2):
            self._number[side] = area
            for action in range(area):
                self._legal[side * area + action] = i32(action)
        self._see(k)

    def _see(self, k: i64) -> i64:
        """Write what is to be seen of a game, and return the number of legal moves."""
        game = self._games[k]
        colour: i64 = game.to_move
        self.to_move[k] = u8(colour)
        stone = game.board.stone
        area = self._area
        mask = self.mask
        planes = self.planes
        point = self._point
        own = PLANES * k * area
        other = own + area
        empty = other + area
        wall = empty + area
        for action in range(area):
            value = i64(stone[i64(point[action])])
            planes[own + action] = u8(value == colour)
            planes[other + action] = u8(value == BLACK + WHITE - colour)
            planes[empty + action] = u8(value == EMPTY)
            planes[wall + action] = u8(value == EDGE)
        groups = game.groups
        legal = self._legal
        side = 2 * k + colour - BLACK
        first = side * area
        kept = first
        for action in range(k * area, (k + 1) * area):
            mask[action] = u8(0)
        for index in range(first, first + self._number[side]):
            action = i64(legal[index])
            if groups.is_legal(i64(point[action]), colour):
                legal[kept] = i32(action)
                kept += 1
                mask[k * area + action] = u8(1)
        self._number[side] = kept - first
        return kept - first


def _require_move(game: Game) -> None:
    if game.winner is not None:
        raise ValueError("the game is over: the side to move has no legal move")
