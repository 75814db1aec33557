"""NoGo: the game as a library, liberties, and the random game."""

from io import BytesIO
from random import Random

import pytest
import support
from librt.vecs import vec
from mypy_extensions import i32
from nogo_games import first_wrong_line

from refsol import nogo
from refsol.errors import InputError
from refsol.jury.validation import find_errors
from refsol.nogo import oracle
from refsol.nogo.board import EDGE, scan_rows
from refsol.nogo.exact_liberties import ExactLiberties
from refsol.nogo.groups import Candidates
from refsol.nogo.jury import JURY
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Scanner


def test_any_point_is_legal_or_not_for_either_colour_as_for_the_oracle() -> None:
    for seed in support.seeds(support.CASES // 10):
        board = nogo.read_board(support.GENERATE["nogo"](Random(seed)))
        for groups in (PseudoLiberties(board), ExactLiberties(board)):
            for point in range(len(board.stone)):
                for colour in (nogo.BLACK, nogo.WHITE):
                    legal = board.stone[point] != EDGE and oracle.is_legal(board, point, colour)
                    assert groups.is_legal(point, colour) is legal, f"seed {seed!r}, point {point}"


def any_stones(rng: Random) -> bytes:
    """Return an input whose groups may lack liberties, with as many X as O."""
    size = rng.randint(1, 7)
    pairs = rng.randint(0, size * size // 2)
    symbols = list("X" * pairs + "O" * pairs + "." * (size * size - 2 * pairs))
    rng.shuffle(symbols)
    rows = ["".join(symbols[k * size : (k + 1) * size]) for k in range(size)]
    return "\n".join([str(size), *rows, ""]).encode("ascii")


def test_a_board_is_read_from_bytes_and_from_files() -> None:
    for _seed, _rng, data in support.inputs("nogo", 40):
        board = nogo.read_board(data)
        assert board.text() == nogo.read_board(BytesIO(data)).text() == data
        rows = data.decode().split()[1:]
        for colour, symbol in ((nogo.EMPTY, "."), (nogo.BLACK, "X"), (nogo.WHITE, "O")):
            cells = [(x, y) for x, row in enumerate(rows, 1) for y, found in enumerate(row, 1) if found == symbol]
            assert [board.coordinates(point) for point in board.points(colour)] == cells
            assert [board.point(x, y) for x, y in cells] == board.points(colour)
    with pytest.raises(InputError, match="expected end of file"):
        nogo.read_board(b"1\n.\n.\n")


def test_dead_groups_are_found_in_both_ways() -> None:
    for seed in support.seeds(support.CASES // 4):
        data = any_stones(Random(seed))
        errors: list[str] = []
        for read in (nogo.read_board, nogo.solve):
            try:
                read(data)
            except InputError as error:
                errors.append(str(error))
        board, _starts = scan_rows(Scanner(data))
        found = list(map(str, find_errors(JURY, data)))
        assert found[:1] * 2 == errors, f"seed {seed!r}"
        assert bool(found) != oracle.every_group_has_a_liberty(board), f"seed {seed!r}"


def test_counts_agree_with_the_board_after_many_joins() -> None:
    for seed, rng in support.randoms(60):
        game = nogo.Game(nogo.Board(rng.randint(8, 14)))
        nogo.play_random(game, Xoshiro128(rng.randrange(2**64)))
        fresh = nogo.Game(game.board)  # the groups of the last position, counted from scratch
        for side in (nogo.BLACK, nogo.WHITE):
            assert list(game.legal_points(side)) == list(fresh.legal_points(side)), f"seed {seed!r}"


@pytest.mark.parametrize("capacity", [1, 2, 5])
def test_games_played_piece_by_piece_are_the_same(capacity: int) -> None:
    for seed, _rng, data in support.inputs("nogo", 40):
        for random in (False, True):
            game = nogo.Game(nogo.read_board(data))
            whole = nogo.play_random(game, Xoshiro128(3)) if random else nogo.play_first_legal(game)
            for exact in (False, True):
                board = nogo.read_board(data)
                game = nogo.Game(board, groups=ExactLiberties(board) if exact else None)
                candidates = Candidates(board, Xoshiro128(3) if random else None)
                moves = vec[i32]([i32(0)] * capacity)
                points: list[int] = []
                while count := game.play_on(candidates, moves):
                    points += [int(moves[k]) for k in range(count)]
                assert points == list(whole), f"seed {seed!r}"
                assert (game.to_move == nogo.BLACK) == (len(points) % 2 == 0)


@pytest.mark.parametrize("size", [70, 130])
def test_long_games_are_written_whole(size: int) -> None:
    data = nogo.Board(size).text()
    for random in (False, True):
        board = nogo.Board(size)
        game = nogo.Game(board)
        points = nogo.play_random(game, Xoshiro128(9)) if random else nogo.play_first_legal(game)
        lines = ["{} {}\n".format(*divmod(int(point), int(board.stride))) for point in points]
        assert nogo.solve(data, random=random, seed=9 if random else 0).decode("ascii") == "".join([*lines, "-1 -1\n"])


def test_playouts_are_random_games_from_the_position() -> None:
    for seed, rng, data in support.inputs("nogo", 40):
        games = [nogo.Game(nogo.read_board(data)) for _ in range(6)]
        for _ in range(rng.randrange(3)):
            moves = games[0].legal_moves()
            if moves:
                x, y = rng.choice(moves)
                for game in games:
                    game.play(x, y)
        start = games[0]
        before = start.board.text(), start.to_move
        playouts = nogo.Playouts(start, Xoshiro128(7))
        stream = Xoshiro128(7)
        for game in games[1:]:
            assert list(playouts.play()) == list(nogo.play_random(game, stream)), f"seed {seed!r}"
        assert (start.board.text(), start.to_move) == before


def test_a_seed_is_a_number_or_a_generator() -> None:
    for seed in (0, 1, 2**64 - 1):
        games = [nogo.play_random(nogo.Game(nogo.Board(5)), source) for source in (seed, Xoshiro128(seed))]
        assert list(games[0]) == list(games[1])
        playouts = [nogo.Playouts(nogo.Game(nogo.Board(5)), source) for source in (seed, Xoshiro128(seed))]
        for _game in range(3):
            assert list(playouts[0].play()) == list(playouts[1].play())
    for seed in (-1, 2**64):
        for play in (nogo.play_random, nogo.Playouts):
            with pytest.raises(ValueError, match="seed"):
                play(nogo.Game(nogo.Board(5)), seed)


def test_random_games_are_reproducible_and_differ() -> None:
    data = b"9\n" + b".........\n" * 9
    games = [nogo.solve(data, random=True, seed=seed) for seed in (1, 1, 2, 2**64 - 1)]
    assert games[0] == games[1]
    assert len(set(games)) == 3
    assert all(first_wrong_line(data, game) == 0 for game in games)
    assert nogo.solve(data, random=True) == nogo.solve(data, random=True, seed=0)


def test_each_side_is_offered_each_point_once() -> None:
    for seed, rng in support.randoms(20):
        board = nogo.read_board(support.GENERATE["nogo"](rng))
        points = list(range(board.point(1, 1), board.point(board.size, board.size) + 1))
        for generator, expected in ((None, points), (Xoshiro128(rng.randrange(2**64)), board.points(nogo.EMPTY))):
            candidates = Candidates(board, generator)
            sides: tuple[list[int], list[int]] = ([], [])
            turn = 0
            while candidates.left or candidates.other:
                if candidates.left:
                    sides[turn].append(candidates.next())
                if not candidates.left or (candidates.other and rng.randrange(2)):
                    candidates.switch_sides()
                    turn = 1 - turn
            assert [sorted(side) for side in sides] == [expected, expected], f"seed {seed!r}"
            assert generator is not None or sides == (points, points)


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
        assert first_wrong_line(data, game) == line


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="liberties"):
        nogo.solve(b"1\n.\n", liberties="none")
