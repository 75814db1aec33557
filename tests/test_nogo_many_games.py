"""NoGo's games side by side, compared with single games."""

from random import Random

import pytest
import support
from test_nogo_game import played, walled_board

from refsol import nogo
from refsol.nogo.board import EDGE
from refsol.nogo.play.many_games import PLANES, ManyGames


def start(rng: Random) -> nogo.Game:
    """Return a game that isn't over, after some random moves, with either side to begin."""
    game = played(rng, walled_board(rng))
    while game.winner is not None:
        game = played(rng, walled_board(rng))
    return game


def seen(game: nogo.Game) -> tuple[list[list[int]], list[int]]:
    """Return what is to be seen of a game, by the definition: its planes, and its mask."""
    board = game.board
    points = [board.point(x, y) for x in range(1, board.rows + 1) for y in range(1, board.columns + 1)]
    kinds = (game.to_move, nogo.BLACK + nogo.WHITE - game.to_move, nogo.EMPTY, EDGE)
    mask = game.legal_mask()
    return [[int(board.stone[point] == kind) for point in points] for kind in kinds], [mask[point] for point in points]


def shown(games: ManyGames, k: int) -> tuple[list[list[int]], list[int]]:
    """Return what is shown of game ``k``."""
    area = len(games.mask) // games.count
    planes = [list(games.planes[(PLANES * k + each) * area :][:area]) for each in range(PLANES)]
    return planes, list(games.mask[k * area :][:area])


def test_the_games_are_those_of_single_games() -> None:
    for seed in support.seeds(support.CASES // 20):
        rng = Random(seed)
        first = start(rng)
        board = first.board
        count = rng.randint(1, 4)
        games = ManyGames(first, count)
        single = [first.copy() for _game in range(count)]
        for _step in range(rng.randrange(40)):
            assert [shown(games, k) for k in range(count)] == [seen(game) for game in single], f"seed {seed!r}"
            assert list(games.to_move) == [game.to_move for game in single]
            points = [rng.choice(list(game.legal_points())) for game in single]
            games.step([(x - 1) * board.columns + y - 1 for x, y in map(board.coordinates, points)])
            ended = []
            for k in range(count):
                mover = single[k].to_move
                single[k].move(points[k])
                winner = single[k].winner
                assert winner in (None, mover), "only the mover can have won"
                ended.append(winner is not None)
                if winner is not None:
                    single[k] = first.copy()
            assert list(games.ended) == ended
        k = rng.randrange(count)
        assert (games.game(k), games.game(k).moves) == (single[k], single[k].moves)
        games.reset()
        assert [shown(games, k) for k in range(count)] == [seen(first)] * count
        assert not any(games.ended)


def test_actions_that_are_not_legal_change_nothing() -> None:
    games = ManyGames(nogo.Game(nogo.Board(2, 3, walls=[(1, 1)])), 2)
    games.step([1, 2])
    before = [shown(games, k) for k in range(2)]
    for actions in ([2, 0], [2, 2], [2, -1], [2, 6], [2, 2**62]):
        with pytest.raises(ValueError, match=rf"action {actions[1]} is not legal in game 1"):
            games.step(actions)
    for actions in ([], [2], [2, 3, 4]):
        with pytest.raises(ValueError, match=f"expected 2 actions, found {len(actions)}"):
            games.step(actions)
    assert [shown(games, k) for k in range(2)] == before
    assert [len(games.game(k).moves) for k in range(2)] == [1, 1]
    with pytest.raises(ValueError, match=r"number of a game is in 0\.\.1, not 2"):
        games.game(2)


def test_a_copy_of_a_game_is_one_of_its_own() -> None:
    games = ManyGames(nogo.Game(nogo.Board(3)), 1)
    games.game(0).play(1, 1)
    assert games.game(0) == nogo.Game(nogo.Board(3))


def test_what_can_not_be_played_is_refused() -> None:
    with pytest.raises(ValueError, match="no legal move"):
        ManyGames(nogo.Game(nogo.Board(1)), 1)
    game = nogo.Game(nogo.Board(9))
    for count in (0, -1, 2**24 + 1, 2**62):
        with pytest.raises(ValueError, match="number of games"):
            ManyGames(game, count)
    with pytest.raises(ValueError, match="number of points"):
        ManyGames(game, 2**18)
