"""NoGo as a game of OpenSpiel, which knows it as ``refsol_nogo`` once this module is imported.

Its parameters are ``rows`` and ``columns`` (both 9 unless given) and ``walls``, the names of points as
:meth:`.Board.name` gives them, separated by blanks: ``refsol_nogo(rows=3,columns=4,walls=B2 C3)``. Player 0 has
the black stones and moves first.

Games in Python are slower than OpenSpiel's own: it calls back for every legal move and every copy of a state.
"""

from collections.abc import Mapping
from typing import Final

import numpy
import pyspiel
from numpy.typing import NDArray
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from refsol.nogo.board import BLACK, COLOURS, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.environments.batch import new_game, planes
from refsol.nogo.play.many_games import PLANES

NAME: Final = "refsol_nogo"
"""The game's name in OpenSpiel."""

_DEFAULTS: Final[dict[str, int | str]] = {"rows": 9, "columns": 9, "walls": ""}
_TYPE: Final = pyspiel.GameType(
    short_name=NAME,
    long_name="NoGo (refsol)",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=_DEFAULTS,
)


class NoGoGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel is a C++ extension without stubs
    """The game with the parameters ``params``; make one with OpenSpiel's function load_game.

    ``start`` is its first position. Raises ``ValueError`` for a board that can't be, for a wall that is not the name of
    a point, and for a board on which black can't move.
    """

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        rows, columns = int(given["rows"]), int(given["columns"])
        board = Board(rows, columns)
        walls = [board.coordinates(board.parse(name)) for name in str(given["walls"]).split()]
        self.start: Final = new_game(rows, columns, walls)
        area = rows * columns
        info = pyspiel.GameInfo(
            num_distinct_actions=area,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=area,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self, state: None = None) -> "NoGoState":
        """Return the state in which the game begins; ``state`` has to be ``None``. O(n²).

        Raises ``ValueError`` for any other: states are made of a position and its moves, and serialized as these.
        """
        if state is not None:
            raise ValueError("only moves lead to a state of NoGo")
        return NoGoState(self)

    def make_py_observer(
        self, iig_obs_type: "pyspiel.IIGObservationType | None" = None, params: Mapping[str, object] | None = None
    ) -> "NoGoObserver | IIGObserverForPublicInfoGame":
        """Return what observes states, as ``iig_obs_type`` asks for: the board, or all moves for perfect recall. O(n²).

        Raises ``ValueError`` for ``params``: an observer has none.
        """
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return NoGoObserver(self.start.board, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class NoGoState(pyspiel.State):  # type: ignore[misc]  # as above
    """A state of ``game``: ``position``, a game of refsol. For n rows and columns, copying one is O(n² α(n))."""

    def __init__(self, game: NoGoGame) -> None:
        super().__init__(game)
        self.position: Final[Game] = game.start.copy()

    def current_player(self) -> int:
        """Return 0 for black, 1 for white, or OpenSpiel's number for the end. O(n² α(n)) for all states of a game."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.to_move - BLACK

    def _legal_actions(self, player: int) -> list[int]:
        board = self.position.board
        return [board.action_of(point) for point in self.position.legal_points(player + BLACK)]

    def _apply_action(self, action: int) -> None:
        self.position.play_point(self.position.board.point_of(action))

    def _action_to_string(self, player: int, action: int) -> str:
        board = self.position.board
        return f"{COLOURS[player + BLACK]} {board.name(board.point_of(action))}"

    def is_terminal(self) -> bool:
        """Return whether the side to move has no legal move. O(n² α(n)) for all states of a game."""
        return self.position.winner is not None

    def returns(self) -> list[float]:
        """Return what each player has won: 1 and -1 at the end, 0 before that. O(n² α(n)) for all states of a game."""
        winner = self.position.winner
        return [0.0, 0.0] if winner is None else [1.0, -1.0] if winner == BLACK else [-1.0, 1.0]

    def __str__(self) -> str:
        return f"{self.position.board}\n{COLOURS[self.position.to_move]} to move"


class NoGoObserver:
    """A player's view of a state on boards such as ``board``, the same for both. Raises ``ValueError`` for ``params``.

    ``tensor`` has 5 × rows × columns numbers, each 0 or 1: black stones, white stones, empty points, walls, and a plane
    that is 1 everywhere if white is to move. ``dict`` has the same array in this shape, as ``observation``.
    """

    def __init__(self, board: Board, params: Mapping[str, object] | None = None) -> None:
        if params:
            raise ValueError(f"an observer has no parameters, and here are {params}")
        shape = (PLANES + 1, int(board.rows), int(board.columns))
        observation = numpy.zeros(shape, numpy.float32)
        self.tensor: Final[NDArray[numpy.float32]] = observation.reshape(-1)
        self.dict: Final = {"observation": observation}

    def set_from(self, state: NoGoState, player: int) -> None:
        """Write what is to be seen of ``state``, for either ``player``. O(n²)."""
        position = state.position
        observation = self.dict["observation"]
        observation[:PLANES] = planes(position.board, BLACK)
        observation[PLANES] = position.to_move == WHITE

    def string_from(self, state: NoGoState, player: int) -> str:
        """Return ``state`` as text, for either ``player``. O(n²)."""
        return str(state)


pyspiel.register_game(_TYPE, NoGoGame)
