"""NoGo as an environment of PettingZoo, whose own testers have to be content.

Each game is compared with one of refsol's. Without numpy or PettingZoo this is skipped, unless
``REFSOL_REQUIRE_ENVIRONMENTS=1``.
"""

import copy
import os
import pickle
import re
import warnings
from collections.abc import Callable, Iterator
from random import Random
from typing import Final, NamedTuple

import pytest
import support
from test_nogo_game import walled_board

from refsol import nogo

if os.environ.get("REFSOL_REQUIRE_ENVIRONMENTS") != "1":
    for library in ("numpy", "gymnasium", "pettingzoo"):
        pytest.importorskip(library)

import numpy
from test_nogo_batch import legal_actions

with warnings.catch_warnings(action="ignore", category=DeprecationWarning):  # it imports a game in a deprecated way
    from pettingzoo.test import api_test, render_test, seed_test

from refsol.nogo.board import EDGE
from refsol.nogo.play.environments import pettingzoo

pytestmark = pytest.mark.environments

CASES: Final = max(10, support.CASES // 100)


class Shape(NamedTuple):
    rows: int = 9
    columns: int | None = None
    walls: tuple[tuple[int, int], ...] = ()


SHAPES: Final = (Shape(), Shape(1, 2), Shape(3, 4, ((2, 2),)), Shape(5, 3, ((1, 1), (3, 2), (5, 3))))


def boards(seeds: Iterator[str]) -> Iterator[tuple[str, Random, nogo.Board]]:
    """Yield boards on which black can move, with the seeds that they are made of."""
    for seed in seeds:
        rng = Random(seed)
        board = walled_board(rng)
        if nogo.Game(board).winner is None:
            yield seed, rng, board


def expected_planes(board: nogo.Board, colour: int) -> list[list[list[int]]]:
    """Return what is seen of a board by the side ``colour``, by the definition."""
    kinds = (colour, nogo.BLACK + nogo.WHITE - colour, nogo.EMPTY, EDGE)
    rows = range(1, int(board.rows) + 1)
    columns = range(1, int(board.columns) + 1)
    return [[[int(board.stone[board.point(x, y)] == kind) for y in columns] for x in rows] for kind in kinds]


def quietly(test: Callable[[], object]) -> set[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        test()
    return {str(warning.message) for warning in caught}


@pytest.mark.parametrize("shape", SHAPES)
def test_pettingzoo_is_content(shape: Shape, capsys: pytest.CaptureFixture[str]) -> None:
    # It expects this of environments whose observations are dictionaries, except for PettingZoo's own, by their names.
    expected = {
        "Observation is not a NumPy array",
        "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
    }
    assert quietly(lambda: api_test(pettingzoo.env(*shape), num_cycles=100)) <= expected
    assert quietly(lambda: api_test(pettingzoo.raw_env(*shape), num_cycles=100)) <= expected
    assert capsys.readouterr().out.count("Passed API test") == 2
    assert not quietly(lambda: seed_test(lambda: pettingzoo.env(*shape), num_cycles=50))

    def rendered(
        render_mode: str,
    ) -> object:  # it asks for the mode "human" first, which there isn't, and for all others
        return pettingzoo.env(*shape, render_mode="ansi" if render_mode == "human" else render_mode)

    headline = re.compile(r"<Game \d+x\d+, (black|white) to move, \d+ moves?>\n")
    assert not quietly(lambda: render_test(rendered, {"ansi": lambda text: headline.match(text)}))


def test_pettingzoo_plays_as_games_do() -> None:
    for seed, rng, board in boards(support.seeds(CASES)):
        game = nogo.Game(board.copy())
        env = pettingzoo.env(int(board.rows), int(board.columns), board.walls)
        env.reset(seed=rng.randrange(9))
        agents = {nogo.BLACK: "black_0", nogo.WHITE: "white_0"}
        for agent in env.agent_iter():
            observation, reward, ended, truncated, _info = env.last()
            colour = nogo.BLACK if agent == "black_0" else nogo.WHITE
            assert observation["observation"].tolist() == expected_planes(game.board, colour), f"seed {seed!r}"
            assert env.observation_space(agent).contains(observation)
            assert not truncated
            assert ended == (game.winner is not None)
            if ended:
                assert reward == (1 if agent == agents[game.winner or 0] else -1)
                env.step(None)
                continue
            assert reward == 0
            assert agent == agents[game.to_move]
            legal = legal_actions(game)
            assert numpy.flatnonzero(observation["action_mask"]).tolist() == legal
            assert not env.observe(agents[nogo.BLACK + nogo.WHITE - colour])["action_mask"].any()
            action = rng.choice(legal)
            env.step(numpy.int64(action))
            game.move(game.board.point_of(action))
        assert env.agents == []


def test_an_illegal_action_loses_or_raises() -> None:
    env = pettingzoo.env(3)
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"black_0": 0, "white_0": -1}
    assert all(env.terminations.values())
    raw = pettingzoo.raw_env(3)
    raw.reset()
    raw.step(4)
    for action in (4, 9, -1):
        with pytest.raises(ValueError, match=f"{action}"):
            raw.step(action)
    with pytest.raises(ValueError, match="action None is not legal"):
        raw.step(None)
    assert raw.agent_selection == "white_0"


@pytest.mark.parametrize("make", [pettingzoo.raw_env, pettingzoo.env])
def test_copies_are_at_the_same_position(make: Callable[..., pettingzoo.raw_env]) -> None:
    one = make(rows=3, columns=3)
    one.reset()
    one.step(4)
    for other in (copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert other.agent_selection == "white_0"
        assert other.observe("white_0")["action_mask"].tolist() == one.observe("white_0")["action_mask"].tolist()
        other.step(0)
        assert (one.agent_selection, other.agent_selection) == ("white_0", "black_0")
        assert one.observe("white_0")["action_mask"][0] == 1


def test_environments_can_be_pickled_and_need_a_board() -> None:
    raw = pickle.loads(pickle.dumps(pettingzoo.raw_env(2, 3, [(1, 1)], "ansi")))
    raw.reset()
    assert raw.render() == "<Game 2x3, black to move, 0 moves>\n  A B C\n2 # . .\n1 . . ."
    assert pettingzoo.raw_env(2).render() is None
    raw.close()
    with pytest.raises(ValueError, match="black has no legal move"):
        pettingzoo.env(1)
    with pytest.raises(ValueError, match="no render mode 'human'"):
        pettingzoo.env(3, render_mode="human")
