"""Multi-Go: symmetries, the game as a library, violations of the rules, and the referee."""

import pickle
from copy import copy, deepcopy
from io import BytesIO
from random import Random

import pytest
import support

from refsol import multigo
from refsol.errors import InputError
from refsol.multigo.board import scan_board, scan_move
from refsol.multigo.plain import touching_runs
from refsol.multigo.solver import _touching_runs
from refsol.text.scanner import WINDOW, Scanner

SAMPLE = (support.SAMPLES / "multigo" / "1.in").read_bytes()


def transformed(data: bytes, rng: Random) -> bytes:
    """Rotate or reflect the board and rename the players."""
    numbers = [int(token) for token in data.split()]
    height, width, players, count = numbers[:4]
    rows = [numbers[4 + x * width :][:width] for x in range(height)]
    moves = [tuple(numbers[4 + height * width + 3 * k :][:3]) for k in range(count)]
    for _ in range(rng.randrange(4)):  # a quarter turn
        rows = [list(row) for row in zip(*rows[::-1], strict=True)]
        moves = [(y, height + 1 - x, k) for x, y, k in moves]
        height, width = width, height
    if rng.randrange(2):
        rows = [row[::-1] for row in rows]
        moves = [(x, width + 1 - y, k) for x, y, k in moves]
    names = list(range(1, players + 1))
    rng.shuffle(names)
    lines = [
        (height, width, players, count),
        *([names[k - 1] for k in row] for row in rows),
        *((x, y, names[k - 1]) for x, y, k in moves),
    ]
    return "".join(" ".join(map(str, line)) + "\n" for line in lines).encode()


def test_runs_are_counted_alike_but_that_of_a_whole_ring() -> None:
    for pattern in range(256):
        ring = [pattern >> (k + 1) % 8 & 1 for k in range(8)]  # from the north, not from the north-west
        assert touching_runs(ring, 1) == (0 if all(ring) else _touching_runs(pattern))


@pytest.mark.slow
def test_answers_do_not_depend_on_direction_or_names() -> None:
    for seed, rng, data in support.inputs("multigo", support.CASES // 4):
        assert multigo.solve(transformed(data, rng)) == multigo.solve(data), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.slow
def test_refused_moves_change_nothing_and_positions_stay_legal() -> None:
    for _seed, _rng, data in support.inputs("multigo", support.CASES // 10):
        scanner = Scanner(data)
        board, moves = scan_board(scanner)
        game = multigo.Game(board)
        for answer in multigo.solve(data, check=True).split():
            x, y, k = scan_move(scanner, board)
            before = list(board.owner)
            assert game.play(x, y, k) == (answer == b"YES")
            assert answer == b"YES" or list(board.owner) == before
            assert multigo.violations(board) == []
            assert list(board.present) == [k > 0 and k in board.owner for k in range(int(board.players) + 1)]
            moves -= 1
        assert moves == 0


def answers_one_by_one(data: bytes) -> bytes:
    """Answer an input token by token."""
    scanner = Scanner(data)
    board, moves = scan_board(scanner)
    game = multigo.Game(board)
    answers = []
    try:
        for _move in range(moves):
            x = scanner.integer(1, board.height, "row x")
            y = scanner.integer(1, board.width, "column y")
            k = scanner.integer(1, board.players, "player k")
            answers.append(b"YES\n" if game.play(x, y, k) else b"NO\n")
        scanner.finish()
    except InputError as error:
        return str(error).encode()
    return b"".join(answers)


def test_moves_may_be_written_in_any_way() -> None:
    refused = 0
    for seed, rng in support.randoms(support.CASES):
        side = rng.choice((9, 9, 9, 9, 1000))
        sides = rng.choice(((1, side), (side, 1)))
        players = rng.choice((3, 3, 999, 999, 10**6))
        tokens = ["1", "1", "1", "2", "7", str(side // 2), str(side), str(players)]
        if rng.randrange(2):
            tokens += ["0", "01", "010", str(side + 1), str(players + 1), "9" * 19, "-1", "x", "1x", ""]
        blanks = rng.choice((" ", "  \t\f"))
        ends = rng.choice((["\n"], ["\n", "\n", "\n", "\r\n", " \n", "\n\n", " ", ""]))
        moves = rng.randint(1, 9)
        lines = [
            rng.choice("1112") + rng.choice(blanks) + rng.choice(tokens) + rng.choice(blanks) + rng.choice(tokens)
            for _move in range(moves + rng.choice((-1, 0, 0, 0, 0, 0, 1)))
        ]
        start = f"{sides[0]} {sides[1]} {players} {moves} " + "1 " * (side // 2) + "2 " * (side - side // 2) + "\n"
        data = (start + "".join(line + rng.choice(ends) for line in lines)).encode()
        try:
            got = multigo.solve(data)
        except InputError as error:
            got = str(error).encode()
            refused += 1
        assert got == answers_one_by_one(data), f"seed {seed!r}: {data[len(start) :]!r}"
    assert support.CASES // 10 < refused < support.CASES


def test_an_answer_in_several_pieces() -> None:
    moves = b"1 2 1\n" + b"1 1 2\n1 3 2\n" * 8200
    pieces = list(multigo.answers(b"1 3 3 16401\n1 1 2\n" + moves))
    assert len(pieces) > 2
    assert b"".join(pieces) == b"YES\n" + b"NO\nYES\n" * 8200


def test_moves_across_the_end_of_a_window() -> None:
    start = b"2 3 1000000 8\n1 1 2\n1 3 3\n"
    moves = b"1 3 3\n2 1 1000000\n1 1 999999\n2 2 2\n1 2 10000\n2 3 1000\n1 2 2\n2 1 44\n"
    expected = multigo.solve(start + moves)
    for before in range(16, 90):
        blanks = b" " * (WINDOW - len(start) - before)
        assert multigo.solve(BytesIO(start + blanks + moves)) == expected


def board_of(text: str) -> multigo.Board:
    return multigo.Board.from_rows([[int(owner) for owner in row] for row in text.split()], 9)


def test_illegal_positions_are_answered_unless_they_are_checked() -> None:
    data = b"2 3 5 1\n1 2 3\n4\n 2 1\n1 1 1\n"
    assert multigo.solve(data) == b"".join(multigo.answers(data)) == b"YES\n"


def test_play_refuses_what_does_not_exist() -> None:
    game = multigo.Game(board_of("12"))
    for x, y, player in ((0, 1, 1), (2, 1, 1), (1, 0, 1), (1, 3, 1), (1, 1, 0), (1, 1, 10)):
        with pytest.raises(ValueError, match="no cell"):
            game.play(x, y, player)


@pytest.mark.parametrize("data", [SAMPLE, b"3 4 4 6\n1 1 1 1\n1 2 2 1\n1 1 1 3", SAMPLE.replace(b"\n", b" ")])
def test_referee(data: bytes) -> None:
    referee = multigo.Referee(data)
    moves = SAMPLE.splitlines(keepends=True)[4:]
    assert b"".join(map(referee.answer, moves)) == (support.SAMPLES / "multigo" / "1.ans").read_bytes()
    assert referee.answer(b"\r\n") == b""
    for line, message in (
        (b"1 2\n", "1:4: expected player k in 1..4, found end of line"),
        (b"1 2", "1:4: expected player k in 1..4, found end of line"),
        (b"1 2 3 4\n", "1:7: expected end of line, found '4'"),
        (b"1 5 3\n", "1:3: expected column y in 1..4, found '5'"),
    ):
        with pytest.raises(InputError) as caught:
            referee.answer(line)
        assert str(caught.value) == message


def test_referee_requires_a_legal_position() -> None:
    with pytest.raises(InputError, match="2:5: expected a legal position"):
        multigo.Referee(b"1 3 2 1\n1 2 1\n")


def test_undo_is_the_game_replayed_without_the_last_moves() -> None:
    for seed, rng in support.randoms(support.CASES // 10):
        start = multigo.read_board(support.GENERATE["multigo"](rng))
        game = multigo.Game(start.copy())
        moves: list[tuple[int, int, int]] = []
        for _step in range(40):
            x, y = rng.randint(1, start.height), rng.randint(1, start.width)
            player = rng.choice([*game.board.rows()[x - 1], rng.randint(1, min(start.players, 9))])
            if moves and rng.random() < 0.4:
                assert game.undo() == moves.pop(), f"seed {seed!r}"
            elif game.play(x, y, player):
                moves.append((x, y, player))
            replayed = multigo.Game(start.copy())
            assert all(replayed.play(*move) for move in moves)
            assert game == replayed, f"seed {seed!r}"
            assert game.moves == moves
            assert list(game.board.present) == list(replayed.board.present), f"seed {seed!r}"
        for other in (game.copy(), copy(game), deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert isinstance(other, multigo.Game)
            assert (other == game, other.moves, list(other.board.present)) == (True, moves, list(game.board.present))
            for _move in moves:
                other.undo()
            assert (other.board == start, game.moves, game == replayed) == (True, moves, True)
            with pytest.raises(ValueError, match="no move to undo"):
                other.undo()


def test_legal_moves_are_the_cells_that_can_be_given() -> None:
    for seed in support.seeds(support.CASES // 20):
        board = multigo.read_board(support.GENERATE["multigo"](Random(seed)))
        game = multigo.Game(board)
        before = board.copy()
        for player in range(1, min(board.players, 5) + 1):
            cells = [(x, y) for x in range(1, board.height + 1) for y in range(1, board.width + 1)]
            expected = [cell for cell in cells if game.copy().play(*cell, player)]
            assert game.legal_moves(player) == expected, f"seed {seed!r}"
        assert (board == before, list(board.present), game.moves) == (True, list(before.present), [])
        for player in (0, board.players + 1):
            with pytest.raises(ValueError, match=f"no player {player}"):
                game.legal_moves(player)


def test_boards_and_games_are_compared_and_shown() -> None:
    board = board_of("12")
    assert board != board_of("11")
    assert board != multigo.Board.from_rows([[1, 2]], 3)
    assert (board == 2, multigo.Game(board) == 2) == (False, False)
    for thing in (board, multigo.Game(board)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(thing)
    wide = multigo.Board.from_rows([[9, 10]], 12)
    assert repr(wide) == "<Board 1x2, 12 players>\n 9 10"
    game = multigo.Game(wide)
    assert game.play(1, 2, 9)
    assert repr(game) == "<Game 1x2, 12 players, 1 move>\n9 9"
    assert game.play(1, 1, 9)
    assert repr(game) == "<Game 1x2, 12 players, 2 moves>\n9 9"
    assert repr(multigo.Board(1, 61, 2)) == "<Board 1x61, 2 players>"


SPLIT, ENCLOSED = multigo.ViolationKind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1", []),
        ("121", [(SPLIT, (1, 3), 1)]),
        ("12 21", [(SPLIT, (2, 1), 2), (SPLIT, (2, 2), 1)]),
        ("111 121 111", [(ENCLOSED, (2, 2), 1)]),
        ("1111 1231 1111", [(ENCLOSED, (2, 2), 1)]),
        ("1112 1121 1111", [(SPLIT, (2, 3), 2)]),
        ("1121 1311 1111", []),
        ("112 131 111", []),
        ("33333 31113 31213 31113 33333", [(ENCLOSED, (3, 3), 1), (ENCLOSED, (2, 2), 3)]),
        ("2222 2112 2112 2222", [(ENCLOSED, (2, 2), 2)]),
        ("11111 12221 12121 12221 11111", [(SPLIT, (3, 3), 1), (ENCLOSED, (2, 2), 1), (ENCLOSED, (3, 3), 2)]),
        ("1212", [(SPLIT, (1, 3), 1), (SPLIT, (1, 4), 2)]),
    ],
)
def test_violations(text: str, expected: list[tuple[multigo.ViolationKind, tuple[int, int], int]]) -> None:
    assert [(kind, (x, y), player) for kind, x, y, player in multigo.violations(board_of(text))] == expected


def test_violations_of_each_kind_are_limited() -> None:
    board = board_of("1112223 1312424 1112223")
    assert [found.kind for found in multigo.violations(board)] == [SPLIT, SPLIT, SPLIT, ENCLOSED, ENCLOSED]
    assert [found.kind for found in multigo.violations(board, 1)] == [SPLIT, ENCLOSED]


@pytest.mark.parametrize("odd", range(12))
def test_one_move_is_written_in_another_way(odd: int) -> None:
    """Such a move is read in another way; the answers to it and to those around it stay the same."""
    lines = [b"1 1 2\n", b"1 2 1\n", b"1 3 2\n"] * 4
    moves = [b" " + line.replace(b" ", b"\t\t") if k == odd else line for k, line in enumerate(lines)]
    data = b"1 3 2 12\n1 1 2\n"
    assert multigo.solve(data + b"".join(moves)) == multigo.solve(data + b"".join(lines)) == b"NO\nYES\nYES\n" * 4
