"""The players of the guide for authors."""

from random import Random
from types import ModuleType
from typing import Final

import pytest
import support
from guide import SCRIPT, load

from refsol.nogo import Board, Game
from refsol.nogo.play.outcome import outcome

NAMES: Final = ("random", "flat", "contested", "mobility", "tree", "search")


@pytest.fixture(scope="module")
def players() -> ModuleType:
    return load()


def test_these_are_all_players(players: ModuleType) -> None:
    assert tuple(players.PLAYERS) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_player_leaves_the_game_as_it_is_and_equal_seeds_give_equal_moves(players: ModuleType, name: str) -> None:
    game = Game(Board(4))
    while game.winner is None:
        before = game.copy()
        point = players.PLAYERS[name](game, 30, Random(1))
        assert game == before
        assert game.moves == before.moves
        assert point == players.PLAYERS[name](game, 30, Random(1))
        assert game.move(point)


@pytest.mark.unmeasured
def test_players_that_look_ahead_find_winning_moves_more_often(players: ModuleType) -> None:
    found = dict.fromkeys(NAMES, 0)
    for seed in range(60):
        source = Random(seed)
        game = Game(Board(3, 4))
        for _ in range(3):
            game.move(source.choice(list(game.legal_points())))
        winning = [point for point in game.legal_points() if is_won_by(game, point)]
        if winning:
            for name in NAMES:
                found[name] += players.PLAYERS[name](game, 200, Random(seed)) in winning
    assert found["random"] < min(found[name] for name in NAMES[1:])
    assert found["search"] == max(found.values())


def is_won_by(game: Game, point: int) -> bool:
    after = game.copy()
    after.move(point)
    return outcome(after).winner == game.to_move


def test_players_speak_the_protocol() -> None:
    table = support.toml("players")
    done = support.python_process(str(SCRIPT), "random", stdin="\n".join([*table["commands"], ""]).encode())
    assert done.returncode == 0
    assert done.stderr == b""
    assert done.stdout.decode().split("\n\n") == table["answers"]
