"""NoGo as an environment of PettingZoo, whose agents take turns (AEC).

``env()`` returns the environment with the usual wrappers: an illegal action loses the game at once. ``raw_env`` is the
environment without them. The agents are ``black_0``, who begins, and ``white_0``.
"""

from collections.abc import Iterable
from typing import Final, TypedDict

import numpy
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.game import Game
from refsol.nogo.play.environments.batch import Bytes, inner, new_game, planes
from refsol.nogo.play.many_games import PLANES

_AGENTS: Final = ("black_0", "white_0")
_ANSI: Final = "ansi"  # gymnasium's name for text


class Observation(TypedDict):
    """An agent's view of a game."""

    observation: Bytes
    """4 × rows × columns, each 0 or 1: the agent's stones, those of the other agent, empty points, walls."""
    action_mask: NDArray[numpy.int8]
    """rows · columns: 1 where the agent may play, if it is to move, and 0 elsewhere."""


def env(
    rows: int = 9, columns: int | None = None, walls: Iterable[tuple[int, int]] = (), render_mode: str | None = None
) -> "AECEnv[str, Observation, int]":
    """Return a game on a board of ``rows`` and ``columns`` (as many, unless given) with ``walls``, in wrappers.

    ``render_mode`` is ``"ansi"`` or ``None``. An illegal action ends the game, with reward -1 for its
    player and 0 for the other. Raises ``ValueError`` as ``raw_env`` does. O(n²).
    """
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(rows, columns, walls, render_mode), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - pettingzoo has no types, but calls it so
    """A game on a board of ``rows`` and ``columns`` (as many, unless given) with ``walls``.

    Observations are :class:`Observation`, rewards 1 for the winner and -1 for the agent who can't move. With the
    ``render_mode`` ``"ansi"``, ``render`` returns the board as text; nothing is ever printed, and nothing is random.
    ``metadata``, ``agents``, ``possible_agents``, ``observation_spaces``, ``action_spaces``, ``agent_selection``,
    ``rewards``, ``terminations``, ``truncations`` (always false) and ``infos`` (empty) are as PettingZoo asks for.
    Raises ``ValueError`` for a board that can't be, one on which black can't move, and another mode. O(n²).
    """

    metadata: Final = {"render_modes": [_ANSI], "name": "nogo_v0", "is_parallelizable": False}

    def __init__(
        self,
        rows: int = 9,
        columns: int | None = None,
        walls: Iterable[tuple[int, int]] = (),
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, _ANSI):
            raise ValueError(f"there is no render mode {render_mode!r}")
        self._start: Final = new_game(rows, columns, list(walls))
        self._game: Game = self._start.copy()
        board = self._start.board
        area = int(board.rows * board.columns)
        shape = (PLANES, int(board.rows), int(board.columns))
        self.render_mode: Final = render_mode
        self.possible_agents: Final = list(_AGENTS)
        self.agents: list[str] = []
        self.observation_spaces: Final = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(low=0, high=1, shape=shape, dtype=numpy.uint8),
                    "action_mask": spaces.Box(low=0, high=1, shape=(area,), dtype=numpy.int8),
                }
            )
            for agent in _AGENTS
        }
        self.action_spaces: Final = {agent: spaces.Discrete(area) for agent in _AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of the observations of an ``agent``, always the same one."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of the actions of an ``agent``, always the same one."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a new game; ``seed`` and ``options`` change nothing. O(n² α(n))."""
        self._game = self._start.copy()
        self.agents = list(_AGENTS)
        self.agent_selection = _AGENTS[0]
        self.rewards = dict.fromkeys(_AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(_AGENTS, 0)
        self.terminations = dict.fromkeys(_AGENTS, False)
        self.truncations = dict.fromkeys(_AGENTS, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in _AGENTS}

    def observe(self, agent: str) -> Observation:
        """Return what an ``agent`` sees, in new arrays. O(n² α(n))."""
        game = self._game
        colour = BLACK if agent == _AGENTS[0] else WHITE
        board = game.board
        if colour == game.to_move:
            mask = inner(board, game.legal_mask()).astype(numpy.int8).ravel()
        else:
            mask = numpy.zeros(int(board.rows * board.columns), numpy.int8)
        return {"observation": planes(board, colour), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the ``action`` of the agent to move, or ``None`` after the end; ``ValueError`` if illegal. O(α(n))."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        game = self._game
        if action is None:
            raise ValueError("action None is not legal, since the game isn't over")
        game.play_point(game.board.point_of(int(action)))
        other = _AGENTS[1 - _AGENTS.index(agent)]
        self._cumulative_rewards[agent] = 0
        self.agent_selection = other
        self._clear_rewards()
        if game.winner is not None:
            self.rewards = {agent: 1, other: -1}
            self.terminations = dict.fromkeys(_AGENTS, True)
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the board as text, or ``None`` without a render mode. O(n²)."""
        return repr(self._game) if self.render_mode == _ANSI else None

    def close(self) -> None:
        """Do nothing: there is nothing to be released."""
