"""NoGo as a game of OpenSpiel, whose own tester has to be content; skipped where OpenSpiel can't be installed."""

from importlib.util import find_spec
from itertools import chain
from random import Random
from typing import Final

import pytest
import support

from refsol import nogo

if find_spec("pyspiel") is None:
    pytest.skip("OpenSpiel is not installed", allow_module_level=True)

import numpy
import pyspiel
from open_spiel.python.algorithms import mcts
from pages import run_python
from test_environments import boards
from test_nogo_batch import legal_actions

from refsol.nogo.play.environments import openspiel

pytestmark = pytest.mark.environments

CASES: Final = max(10, support.CASES // 100)


@pytest.mark.parametrize(
    "parameters", ["", "(rows=3,columns=4,walls=B2 C3)", "(rows=1,columns=2)", "(rows=5,columns=2)"]
)
def test_openspiel_is_content(parameters: str) -> None:
    """Its tester plays at random, and compares copies, serialized states, undone histories, tensors and returns."""
    game = pyspiel.load_game(openspiel.NAME + parameters)
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def load(board: nogo.Board) -> openspiel.NoGoGame:
    names = " ".join(board.name(board.point(x, y)) for x, y in board.walls)
    parameters = {"rows": int(board.rows), "columns": int(board.columns), "walls": names}
    game: openspiel.NoGoGame = pyspiel.load_game(openspiel.NAME, parameters)
    return game


def test_openspiel_plays_as_games_do() -> None:
    for seed, rng, board in boards(support.seeds(CASES)):
        game = nogo.Game(board.copy())
        loaded = load(board)
        state = loaded.new_initial_state()
        assert state.num_distinct_actions() == board.rows * board.columns
        while not state.is_terminal():
            assert game.winner is None, f"seed {seed!r}"
            player = 0 if game.to_move == nogo.BLACK else 1
            assert state.current_player() == player
            legal = legal_actions(game)
            assert state.legal_actions() == legal
            assert state.rewards() == state.returns() == [0, 0]
            action = rng.choice(legal)
            point = game.board.point_of(action)
            assert state.action_to_string(action) == f"{('black', 'white')[player]} {game.board.name(point)}"
            assert state.string_to_action(player, state.action_to_string(action)) == action
            copy = state.clone()
            copy.apply_action(action)
            state.apply_action(action)
            assert str(copy) == str(state)
            game.move(point)
            assert str(state).startswith(f"{game.board}\n")
        assert state.returns() == ([1, -1] if game.winner == nogo.BLACK else [-1, 1])
        assert state.current_player() == pyspiel.PlayerId.TERMINAL


def test_what_is_observed() -> None:
    state = load(nogo.Board(2, 3, walls=[(1, 1)])).new_initial_state()
    state.apply_action(2)
    planes = [[0, 0, 1, 0, 0, 0], [0] * 6, [0, 1, 0, 1, 1, 1], [1, 0, 0, 0, 0, 0], [1] * 6]
    for player in (0, 1):
        assert state.observation_tensor(player) == list(chain(*planes))
        assert state.observation_string(player) == "  A B C\n2 # . X\n1 . . .\nwhite to move"
        assert state.information_state_string(player) == "2"
    game = state.get_game()
    assert game.observation_tensor_shape() == [5, 2, 3]
    observer = game.make_py_observer()
    observer.set_from(state, 0)
    assert observer.dict["observation"].reshape(5, 6).tolist() == planes
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"x": 1})


def test_states_are_serialized_with_their_moves() -> None:
    state = load(nogo.Board(3, 4, walls=[(2, 2)])).new_initial_state()
    rng = Random(1)
    for _move in range(3):
        state.apply_action(rng.choice(state.legal_actions()))
    _game, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert (str(again), again.history()) == (str(state), state.history())
    assert again.position.moves == state.position.moves


def test_openspiel_searches_it() -> None:
    """Its Monte Carlo tree search finds the only winning move, in the middle of a row of three points."""
    game = load(nogo.Board(1, 3))
    rng = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 50, mcts.RandomRolloutEvaluator(1, rng), random_state=rng, solve=True)
    assert bot.step(game.new_initial_state()) == 1


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"rows": 1, "columns": 1}, "black has no legal move"),
        ({"rows": 0}, "number of rows"),
        ({"walls": "Z9"}, "'Z9' is not on this board"),
    ],
)
def test_boards_that_can_not_be_are_refused(parameters: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        pyspiel.load_game(openspiel.NAME, parameters)


def test_the_page_prints_what_it_shows() -> None:
    """It has an example for each library, so it is run here, where all of them are."""
    run_python((support.ROOT / "docs" / "nogo" / "environments.md").read_text(encoding="utf-8"))


def test_illegal_actions_raise() -> None:
    state = load(nogo.Board(2)).new_initial_state()
    state.apply_action(0)
    for action in (0, 4):
        with pytest.raises(ValueError, match=f"{action}"):
            state.apply_action(action)
    with pytest.raises(ValueError, match="only moves lead to a state"):
        pyspiel.load_game(openspiel.NAME).new_initial_state({"board": ""})
