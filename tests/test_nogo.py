"""NoGo: the game as a library, liberties, and the random game."""

from collections import Counter
from random import Random

import pytest
import support

from refsol import nogo
from refsol.nogo import oracle
from refsol.nogo.exact_liberties import ExactLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Scanner


def position(data: bytes) -> nogo.Board:
    return nogo.read_board(Scanner(data))


def test_legal_moves_at_every_step_are_the_oracles() -> None:
    for seed in support.seeds(support.CASES // 10):
        rng = Random(seed)
        data = support.GENERATE["nogo"](rng)
        board = position(data)
        games = [nogo.Game(board), nogo.Game(exact := position(data), ExactLiberties(exact))]
        while True:
            colour = games[0].colour
            moves = games[0].legal_moves()
            assert moves == games[1].legal_moves() == oracle.legal_moves(board, colour), f"seed {seed!r}"
            if not moves:
                break
            x, y = rng.choice(moves)
            for game in games:
                game.play(x, y)
            assert board.text() == exact.text()


def test_exact_liberties_are_the_liberties() -> None:
    for seed in support.seeds(support.CASES // 10):
        rng = Random(seed)
        board = position(support.GENERATE["nogo"](rng))
        groups = ExactLiberties(board)
        game = nogo.Game(board, groups)
        moves = game.legal_moves()
        while moves:
            game.play(*rng.choice(moves))
            moves = game.legal_moves()
        for point in range(len(board.stone)):
            if board.stone[point] in (nogo.BLACK, nogo.WHITE):
                assert groups.liberties(point) == literal_liberties(board, point), f"seed {seed!r}"


def literal_liberties(board: nogo.Board, point: int) -> list[int]:
    steps = (-board.stride, -1, 1, board.stride)
    group = {point}
    while more := {p + s for p in group for s in steps if board.stone[p + s] == board.stone[point]} - group:
        group |= more
    return sorted({p + s for p in group for s in steps if board.stone[p + s] == nogo.EMPTY})


def test_random_moves_are_uniform() -> None:
    data = b"3\nX..\n.O.\n...\n"
    legal = nogo.Game(position(data)).legal_moves()
    rng = Xoshiro128(11)
    firsts = Counter(nogo.play_random(nogo.Game(position(data)), rng)[0] for _ in range(len(legal) * 1000))
    board = position(data)
    assert sorted(firsts) == [board.point(x, y) for x, y in legal]
    # Chi-squared with a fixed seed: far out only if the draw is skewed.
    assert sum((count - 1000) ** 2 / 1000 for count in firsts.values()) < 30


def test_random_games_are_reproducible_and_differ() -> None:
    data = b"9\n" + b".........\n" * 9
    games = [nogo.solve(data, random=True, seed=seed) for seed in (1, 1, 2, 2**64 - 1)]
    assert games[0] == games[1]
    assert len(set(games)) == 3
    assert all(oracle.first_wrong_line(data, game) == 0 for game in games)


def test_the_oracle_refuses_wrong_games() -> None:
    data = b"3\nXOO\nXO.\nX..\n"
    for game, line in (
        (b"2 3\n-1 -1\n", 0),
        (b"2 3\n", 2),
        (b"-1 -1\n", 1),
        (b"1 1\n-1 -1\n", 1),
        (b"2 3\n3 2\n-1 -1\n", 2),
        (b"2 3\n-1 -1\n-1 -1\n", 3),
        (b"", 1),
    ):
        assert oracle.first_wrong_line(data, game) == line


def test_illegal_moves_are_refused() -> None:
    game = nogo.Game(position(b"3\nXOO\nXO.\nX..\n"))
    for x, y in ((0, 1), (1, 4), (4, 1), (1, 0)):
        with pytest.raises(ValueError, match="no crossing"):
            game.play(x, y)
    with pytest.raises(ValueError, match="not legal"):
        game.play(1, 1)
    game.play(2, 3)
    assert not game.is_legal(3, 2)
    assert game.legal_moves() == []


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="liberties"):
        nogo.solve(b"1\n.\n", liberties="none")
