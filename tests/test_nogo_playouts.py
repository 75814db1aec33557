"""NoGo's playouts: policies, batches, and the positions in which they end."""

import sys
from collections import Counter

import pytest
import support
from test_nogo_game import played, walled_board

from refsol import nogo
from refsol.nogo import oracle
from refsol.nogo.play import playouts
from refsol.nogo.play.playouts import POLICIES, Simulator
from refsol.structures.xoshiro import Xoshiro128


@pytest.mark.parametrize("policy", POLICIES)
def test_wins_are_those_of_as_many_games(policy: str) -> None:
    for seed, rng in support.randoms(support.CASES // 10):
        game = played(rng, walled_board(rng))
        before = game.text()
        number = rng.randrange(2**64)
        batches = nogo.Playouts(game, number, policy)
        single = nogo.Playouts(game, number, policy)
        for games in (0, 1, rng.randrange(2, 9)):
            lengths = [len(single.play()) for _game in range(games)]
            assert batches.wins(games) == sum(length % 2 for length in lengths), f"seed {seed!r}"
        assert list(batches.play()) == list(single.play())
        assert game.text() == before


def test_wins_are_those_of_the_side_to_move() -> None:
    for colour in (nogo.BLACK, nogo.WHITE):
        game = nogo.Game(nogo.Board(1, 2), colour)
        assert nogo.Playouts(game).wins(7) == 7  # the other side could only capture
        game.play(1, 1)
        assert nogo.Playouts(game).wins(7) == 0


def both(game: nogo.Game) -> tuple[set[int], set[int]]:
    """Return the contested points, and the private points of the side to move, by the definition."""
    mine, theirs = (
        {game.board.point(x, y) for x, y in oracle.legal_moves(game.board, colour)}
        for colour in (game.to_move, nogo.BLACK + nogo.WHITE - game.to_move)
    )
    return mine & theirs, mine - theirs


@pytest.mark.parametrize("policy", ["contested", "settled"])
def test_contested_points_are_played_first_and_then_private_ones(policy: str) -> None:
    """With "settled", only points that were private at first are kept until no point is contested."""
    for seed, rng in support.randoms(support.CASES // 10):
        start = played(rng, walled_board(rng))
        kept = both(start)[1] | both(nogo.Game(start.board, nogo.BLACK + nogo.WHITE - start.to_move))[1]
        playouts = nogo.Playouts(start, rng.randrange(2**64), policy)
        for _game in range(3):
            game = start.copy()
            for point in map(int, playouts.play()):
                contested, private = both(game)
                assert point in contested | private, f"seed {seed!r}"
                assert not contested or point not in (private if policy == "contested" else kept), f"seed {seed!r}"
                assert game.move(point)
            assert both(game) == (set(), set()), f"seed {seed!r}"


def chances(game: nogo.Game, bag: frozenset[int], kept: frozenset[int]) -> dict[tuple[int, ...], float]:
    """Return how likely each game is if the sides draw from the ``bag``, and then from the private points ``kept``."""
    contested, private = both(game)
    drawable = bag or kept & private
    found: dict[tuple[int, ...], float] = {} if drawable else {(): 1.0}
    for point in drawable:
        rest = bag - {point}
        if point in contested | private:
            after = game.copy()
            assert after.move(point)
            following = {(point, *moves): chance for moves, chance in chances(after, rest, kept - {point}).items()}
        else:  # the opponent's, or nobody's
            following = chances(game, rest, kept | {point})
        for moves, chance in following.items():
            found[moves] = found.get(moves, 0.0) + chance / len(drawable)
    return found


@pytest.mark.parametrize("text", [b"2 3 X\n...\n...\n", b"2 4 O\nXX..\n....\n", b"1 6 X\n......\n"])
def test_settled_games_are_as_likely_as_their_definition_says(text: bytes) -> None:
    game = nogo.read_game(text)
    first = nogo.Game(game.board, nogo.BLACK + nogo.WHITE - game.to_move)
    contested, private = both(game)
    expected = chances(game, frozenset(contested), frozenset(private | both(first)[1]))
    assert sum(expected.values()) == pytest.approx(1)
    playouts = nogo.Playouts(game, 7, "settled")
    count = 10_000
    played = Counter(tuple(map(int, playouts.play())) for _game in range(count))
    assert set(played) <= set(expected)
    squares = sum((played[moves] - count * chance) ** 2 / (count * chance) for moves, chance in expected.items())
    assert squares < 1.5 * len(expected)  # about the number of games; with a fixed seed, larger only if they are skewed


# Five eyes, in which a white stone would have no liberty.
EYES = b"3 5 X\nX.X.X\nXXXXX\n.X.X.\n"


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("text", "count", "largest"), [(b"3 4 X\n#...\n....\n....\n", 11, 40), (EYES, 5, 30)])
def test_first_moves_are_uniform(text: bytes, count: int, largest: int, policy: str) -> None:
    """They are the legal points; unless they are uniform, the contested ones if there are any."""
    game = nogo.read_game(text)
    contested, private = both(game)
    points = contested | private if policy == "uniform" else contested or private
    assert len(points) == count
    playouts = nogo.Playouts(game, 5, policy)
    firsts = Counter(int(playouts.play()[0]) for _game in range(1000 * count))
    assert set(firsts) == points
    # Chi-squared with a fixed seed: the sum is larger only if the draw is skewed.
    assert sum((first - 1000) ** 2 / 1000 for first in firsts.values()) < largest


def test_policies_and_numbers_of_games_are_checked() -> None:
    game = nogo.Game(nogo.Board(3))
    with pytest.raises(ValueError, match="policy is one of uniform, contested, settled, not 'best'"):
        nogo.Playouts(game, 1, "best")
    for games in (-1, 2**31):
        with pytest.raises(ValueError, match="number of games"):
            nogo.Playouts(game).wins(games)
    with pytest.raises(ValueError, match="a stone is black"):
        Simulator(nogo.Board(2), Xoshiro128(1), "contested").finish(3)


@pytest.mark.parametrize("policy", POLICIES)
def test_the_games_of_a_seed_never_change(policy: str) -> None:
    board = nogo.Board(5)
    games = {
        "uniform": "E4 D4 D5 A4 D1 C1 E2 D3 C3 E3 A2 C2 B4 D2 C5 B2 A1 B5 B3 B1 E5 A5",
        "contested": "E4 C4 D5 A4 C1 E2 B2 B3 C2 A3 B4 E1 A2 C3 C5 D3 A5 E3 D1 A1 D2",
        "settled": "E4 C4 D5 A4 C1 E2 B2 B3 C2 A3 B4 E1 A2 C3 E5 C5 D3 A5 E3 D1 A1 D4 B1",
    }
    points = nogo.Playouts(nogo.Game(board), 1, policy).play()
    assert " ".join(board.name(int(point)) for point in points) == games[policy]


def test_batches_on_large_boards() -> None:
    walls = [(x, y) for x in range(1, 401) for y in range(1, 401) if (x, y) != (7, 7)]
    game = nogo.Game(nogo.Board(400, walls=walls))
    assert nogo.Playouts(game).wins(9) == 0  # a stone on the only point would have no liberty


# In a process of its own, since the signal may come anywhere, also into what measures coverage.
INTERRUPTED = """
import os, signal, threading
from refsol import nogo
from refsol.portable import allow_interrupts

def wait():
    while True:
        allow_interrupts()

playouts = nogo.Playouts(nogo.Game(nogo.Board(9)))
search = nogo.Search(nogo.Game(nogo.Board(9)))
for act in (lambda: playouts.wins(2**31 - 1), search.run, wait):
    try:
        threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT]).start()
        act()
    except KeyboardInterrupt:
        print("interrupted")
print(0 <= playouts.wins(3) <= 3, search.run(5))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
def test_ctrl_c_ends_what_may_take_long() -> None:
    done = support.python_process("-c", INTERRUPTED)
    assert (done.stdout.decode().split(), done.stderr) == (["interrupted"] * 3 + ["True", "5"], b"")


def test_the_simulator_draws_as_the_generator_does() -> None:
    """What it draws is inlined there; bounds near 2**31, too, where many words are rejected."""
    for bound in (1, 2, 3, 81, 2**30 + 1, 2**31 - 1):
        drawn, expected = Xoshiro128(7), Xoshiro128(7)
        assert [playouts._below(drawn, bound) for _ in range(1000)] == [expected.below(bound) for _ in range(1000)]
        assert drawn.word() == expected.word()
