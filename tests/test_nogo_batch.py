"""Batches that are set, cloned and played in part, and the symmetries of boards and arrays; this needs only numpy."""

from importlib.util import find_spec
from random import Random
from typing import Final

import pytest
import support
from test_nogo_game import start as playable

from refsol import nogo

if find_spec("numpy") is None:
    pytest.skip("numpy is not installed", allow_module_level=True)

import numpy

from refsol.nogo.play.environments.batch import Batch, planes
from refsol.nogo.play.environments.symmetries import image, image_of_board, symmetries

CASES: Final = max(10, support.CASES // 50)


def legal_actions(game: nogo.Game) -> list[int]:
    return [game.board.action_of(point) for point in game.legal_points()]


def require_shows(batch: Batch, games: list[nogo.Game]) -> None:
    """Compare all that a batch shows with single games."""
    for k, game in enumerate(games):
        assert batch.game(k) == game
        assert batch.observations[k].tolist() == planes(game.board, game.to_move).tolist()
        assert numpy.flatnonzero(batch.masks[k]).tolist() == legal_actions(game)
        assert batch.to_move[k] == game.to_move


def test_some_games_are_played_in_and_some_are_set() -> None:
    for seed, rng in support.randoms(CASES):
        start = playable(rng)
        count = rng.randint(1, 4)
        batch = Batch(start, count)
        games = [start.copy() for _k in range(count)]
        for _step in range(20):
            only = rng.sample(range(count), rng.randint(0, count))
            actions = [rng.choice(legal_actions(games[k])) for k in only]
            given = numpy.array(only, int)
            if rng.random() < 0.5:
                given = numpy.isin(numpy.arange(count), only)
                actions = [action for _k, action in sorted(zip(only, actions, strict=True))]
                only.sort()
            _, _, rewards, ended = batch.step(numpy.array(actions, int), given)
            over = set()
            for k, action in zip(only, actions, strict=True):
                games[k].play_point(games[k].board.point_of(action))
                if games[k].winner is not None:
                    over.add(k)
                    games[k] = start.copy()
            assert set(numpy.flatnonzero(ended)) == set(numpy.flatnonzero(rewards)) == over, f"seed {seed!r}"
            if rng.random() < 0.3:
                k = rng.randrange(count)
                other = playable(rng)
                if (other.board.rows, other.board.columns) == (start.board.rows, start.board.columns):
                    games[k] = other.copy()
                    batch.set(k, other)
            require_shows(batch, games)


def test_a_clone_is_independent_and_begins_where_the_batch_began() -> None:
    start = nogo.Game(nogo.Board(3))
    batch = Batch(start, 2)
    batch.step([0, 1])
    batch.set(1, nogo.Game(nogo.Board(3, walls=[(2, 2)]), nogo.WHITE))
    clone = batch.clone()
    games = [batch.game(0), batch.game(1)]
    assert games[0].moves == clone.game(0).moves != []
    require_shows(clone, games)
    batch.step([8], [0])
    require_shows(clone, games)
    clone.reset()
    require_shows(clone, [start, start])
    assert batch.game(1) == games[1]


def test_wrong_parts_are_refused_and_change_nothing() -> None:
    batch = Batch(nogo.Game(nogo.Board(3)), 3)
    batch.step([4, 4, 4])
    before = [batch.game(k) for k in range(3)]
    wrong: list[tuple[object, object, type[Exception], str]] = [
        ([0], None, ValueError, r"shape \(3,\), found \(1,\)"),
        ([[0, 1, 2]], None, ValueError, r"shape \(3,\), found \(1, 3\)"),
        ([0, 1, 9], None, ValueError, "action 9 is not legal in game 2"),
        ([-1, 0, 0], None, ValueError, "action -1 is not legal in game 0"),
        ([0.0, 1.0, 2.0], None, TypeError, "whole numbers, not float64"),
        (["0", "1", "2"], None, TypeError, "whole numbers"),
        ([0, 1], [0], ValueError, r"shape \(1,\), found \(2,\)"),
        ([0, 1], [0, 0], ValueError, "game 0 is to be played in twice"),
        ([0, 1], [0, 3], ValueError, r"number of a game must be in 0\.\.2, not 3"),
        ([0, 1], [-1, 0], ValueError, "not -1"),
        ([0, 4], [0, 1], ValueError, "action 4 is not legal in game 1"),
        ([0, 9], [0, 1], ValueError, "action 9 is not legal in game 1"),
        ([0, 1], [0.0, 1.0], TypeError, "numbers of games are whole numbers, not float64"),
        ([0, 1], [[0, 1]], ValueError, r"an array of shape \(1, 2\)"),
        ([0, 1], [True, False], TypeError, "not bool"),
        ([0, 1], [True, False, False], ValueError, r"shape \(1,\), found \(2,\)"),
        ([0.0], [0], TypeError, "actions are whole numbers"),
    ]
    for actions, only, error, words in wrong:
        with pytest.raises(error, match=words):
            batch.step(numpy.array(actions), None if only is None else numpy.array(only))
        require_shows(batch, before)
    for k, game, words in (
        (3, nogo.Game(nogo.Board(3)), "number of a game"),
        (-1, nogo.Game(nogo.Board(3)), "number of a game"),
        (0, nogo.Game(nogo.Board(3, 4)), "on boards of 3 × 3, not 3 × 4"),
        (0, nogo.Game(nogo.Board(4, 3)), "not 4 × 3"),
        (0, nogo.Game(nogo.Board(3, walls=[(x, y) for x in (1, 2, 3) for y in (1, 2, 3)])), "the game is over"),
    ):
        with pytest.raises(ValueError, match=words):
            batch.set(k, game)
        require_shows(batch, before)
    with pytest.raises(ValueError, match="the game is over"):
        Batch(nogo.Game(nogo.Board(1)), 2)


def test_arrays_are_views_that_can_not_be_written_to() -> None:
    batch = Batch(nogo.Game(nogo.Board(3)), 2)
    observations, masks = batch.reset()
    step = batch.step([4, 0])
    assert step.observations is observations
    assert step.masks is masks
    assert masks[:, 4].tolist() == [0, 1]
    for array in (*step, batch.to_move):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    assert batch.step(numpy.array([0, 1], numpy.uint8)).rewards.dtype == numpy.float32


def test_what_is_legal_in_an_image_is_the_image_of_what_is_legal() -> None:
    for seed in support.seeds(CASES):
        game = playable(Random(seed))
        board = game.board
        found = symmetries(int(board.rows), int(board.columns))
        assert len({tuple(each) for each in found.tolist()}) == (8 if board.rows == board.columns else 4) or (
            1 in (board.rows, board.columns)
        )
        mask = numpy.zeros(int(board.rows * board.columns), int)
        mask[legal_actions(game)] = 1
        keys = set()
        for symmetry in found:
            turned = nogo.Game(image_of_board(board, symmetry), game.to_move)
            keys.add(turned.canonical_key)
            assert numpy.flatnonzero(image(mask, symmetry)).tolist() == legal_actions(turned), f"seed {seed!r}"
            seen = planes(board, game.to_move)
            assert (image(seen, symmetry) == planes(turned.board, game.to_move)).all()
            back = numpy.argsort(symmetry)
            assert (image(image(seen[None], symmetry), back) == seen[None]).all()
            assert image_of_board(turned.board, back) == board
        assert keys == {game.canonical_key}


def test_images_need_arrays_and_boards_of_their_size() -> None:
    symmetry = symmetries(2, 3)[1]
    assert symmetries(3).shape == (8, 9)
    assert symmetry.tolist() == [2, 1, 0, 5, 4, 3]
    for shape in ((), (5,), (3, 3), (2, 7, 1)):
        with pytest.raises(ValueError, match="has neither 6 actions"):
            image(numpy.zeros(shape), symmetry)
    with pytest.raises(ValueError, match="none of a board of 3 × 3"):
        image_of_board(nogo.Board(3), symmetry)
    with pytest.raises(ValueError, match="number of columns"):
        symmetries(2, 0)
