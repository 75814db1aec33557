"""Some Game: boards, symmetries, the cases that the statement's sentences decide, and the rules of the oracle."""

from io import BytesIO
from itertools import pairwise
from random import Random

import pytest
import support

from refsol import somegame
from refsol.errors import InputError
from refsol.somegame import oracle
from refsol.somegame.board import EMPTY
from refsol.somegame.rules import Position, Run


def transformed(data: bytes, rng: Random) -> bytes:
    """Shift, reflect and transpose each board on the torus."""
    numbers = iter([int(token) for token in data.split()])
    sets = []
    for players in numbers:
        width, height, line = next(numbers), next(numbers), next(numbers)
        rows = [[next(numbers) for _ in range(width)] for _ in range(height)]
        down, right = rng.randrange(height), rng.randrange(width)
        rows = [row[right:] + row[:right] for row in rows[down:] + rows[:down]]
        if rng.randrange(2):
            rows.reverse()
        if rng.randrange(2):
            rows = [list(column) for column in zip(*rows, strict=True)]
        sets.append(f"{players} {len(rows[0])} {len(rows)} {line}\n")
        sets.extend(" ".join(map(str, row)) + "\n" for row in rows)
    return "".join(sets).encode()


def test_answers_do_not_depend_on_where_the_board_is_cut() -> None:
    for seed, rng, data in support.inputs("somegame", support.CASES // 4):
        assert somegame.solve(transformed(data, rng)) == somegame.solve(data), f"seed {seed!r}:\n{data.decode()}"


@pytest.mark.parametrize(
    ("data", "answer", "lenient"),
    [
        ("2 3 3 0  0 0 0 0 0 0 0 0 0", "PLAYER 1", "PLAYER 1"),  # a line of 0 before the first move
        ("2 3 3 0  1 0 0 0 0 0 0 0 0", "ERROR", "PLAYER 1"),
        ("2 3 3 1  1 0 0 0 0 0 0 0 0", "PLAYER 1", "PLAYER 1"),
        ("2 3 3 1  1 2 0 0 0 0 0 0 0", "ERROR", "PLAYER 1"),
        ("2 3 3 9  2 0 0 0 0 0 0 0 0", "ERROR", "ERROR"),  # player 1 begins
        ("9001 1 1 9001  1", "PLAYER 1", "PLAYER 1"),  # wrapping around again and again on one square
        ("9001 1 1 9001  0", "NO WINNERS", "NO WINNERS"),
        ("1 5 1 2  1 0 1 0 0", "ERROR", "PLAYER 1"),  # H = 1: a column is a cycle of one square
        ("1 2 5 9  1 1 1 1 1 1 1 1 1 1", "ERROR", "PLAYER 1"),  # columns of 5 were full before the last stone
        ("1 3 1 9  1 0 0", "PLAYER 1", "PLAYER 1"),
        ("1 3 3 3  1 1 1 0 0 0 0 0 0", "PLAYER 1", "PLAYER 1"),
        ("1 7 7 3  1 1 1 1 1 0 0" + " 0" * 42, "PLAYER 1", "PLAYER 1"),  # the middle stone came last
        ("1 7 7 3  1 1 1 1 1 1 0" + " 0" * 42, "ERROR", "PLAYER 1"),  # 6 > 2K - 1: no single stone breaks it
    ],
)
def test_readings(data: str, answer: str, lenient: str) -> None:
    assert somegame.solve(data.encode()) == f"{answer}\n".encode()
    assert somegame.solve(data.encode(), reading="lenient") == f"{lenient}\n".encode()
    verdicts = {"ERROR": somegame.ERROR, "NO WINNERS": somegame.NO_WINNER, "PLAYER 1": 1}
    (board,) = somegame.read_boards(data.encode())
    assert somegame.judge(board) == verdicts[answer]
    assert somegame.judge(board, lenient=True) == verdicts[lenient]


def test_unknown_reading() -> None:
    with pytest.raises(ValueError, match="the reading is"):
        somegame.solve(b"1 1 1 1 1", reading="literal")
    with pytest.raises(ValueError, match="the reading is"):
        oracle.solve(b"1 1 1 1 1", reading="literal")


def test_one_step_in_each_direction() -> None:
    """From a square inside, and from two corners of a board of 4 rows and 5 columns, in the order of ``DIRECTIONS``."""
    (board,) = somegame.read_boards(b"1 5 4 3 " + b" 0" * 20)
    successors = oracle.Game(board).successors
    assert [successor[6] for successor in successors] == [7, 11, 12, 10, 13, 17, 14, 15]
    assert [successor[0] for successor in successors] == [1, 5, 6, 9, 7, 11, 8, 14]
    assert [successor[19] for successor in successors] == [15, 4, 0, 3, 1, 5, 2, 8]


def test_data_sets_are_read_from_bytes_and_from_files_and_written_back() -> None:
    for _seed, _rng, data in support.inputs("somegame", 40):
        boards = somegame.read_boards(data)
        assert b"".join([board.text() for board in boards]) == data
        assert [board.text() for board in somegame.read_boards(BytesIO(data))] == [board.text() for board in boards]
        for board in boards:
            same = somegame.Board.from_rows(board.rows(), board.players, board.line)
            assert list(same.owner) == list(board.owner)
            assert same.text() == board.text()


def test_rows_are_those_of_the_input() -> None:
    boards = somegame.read_boards(b"2 3 2 5\n1 0 2\n0 0 1\n\n9 1 1 0\n9\n")
    assert [board.rows() for board in boards] == [[[1, 0, 2], [0, 0, 1]], [[9]]]
    assert [(board.players, board.width, board.height, board.line) for board in boards] == [(2, 3, 2, 5), (9, 1, 1, 0)]


@pytest.mark.parametrize("data", [b"", b"1 1 1 1\n", b"1 1 1 1\n0\n1"])
def test_whole_data_sets_only(data: bytes) -> None:
    with pytest.raises(InputError):
        somegame.read_boards(data)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no board has 0 rows and 0 columns"),
        ([[]], "no board has 1 rows and 0 columns"),
        ([[0] * 421], "no board"),
        ([[0, 1], [0]], "row 2 has length 1, not 2"),
        ([[0, 3]], "row 1 has the owner 3, not in 0..2"),
        ([[0, -1]], "row 1 has the owner -1, not in 0..2"),
    ],
)
def test_rows_that_are_no_board(rows: list[list[int]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        somegame.Board.from_rows(rows, players=2, line=3)


def crosses_an_edge(position: Position, line: Run) -> bool:
    """Return whether a step from one square of a line to the next leads to another place than on a plane."""
    down, right = line.step
    return any(
        next_row - row != down or next_column - column != right
        for (row, column), (next_row, next_column) in pairwise(position.cells(line))
    )


def test_lines_and_last_stones_are_those_of_the_definition() -> None:
    """A stone is a last stone of all lines exactly when nobody has a line without it."""
    for seed in support.seeds(support.CASES // 8):
        for board in somegame.read_boards(support.GENERATE["somegame"](Random(seed))):
            position = Position(board)
            game = oracle.Game(board)
            if position.line == 0:
                continue
            lines = position.lines()
            assert [position.wraps(line) for line in lines] == [crosses_an_edge(position, line) for line in lines]
            assert (lines == []) == (game.winner(game.position) == oracle.NOBODY), f"seed {seed!r}"
            if not lines:
                continue
            last = []
            for square, owner in enumerate(game.position):
                before = (*game.position[:square], EMPTY, *game.position[square + 1 :])
                if owner != EMPTY and game.winner(before) == oracle.NOBODY:
                    row, column = divmod(square, position.width)
                    last.append((row + 1, column + 1))
            assert position.shared_last_stones(lines) == tuple(last), f"seed {seed!r}"
            if not last:
                few = position.lines_without_shared(lines)
                assert position.shared_last_stones(few) == ()
                for line in few:
                    rest = [other for other in few if other is not line]
                    assert not rest or position.shared_last_stones(rest), f"seed {seed!r}"


def test_counts_are_those_of_the_definition() -> None:
    for seed in support.seeds(support.CASES // 8):
        for board in somegame.read_boards(support.GENERATE["somegame"](Random(seed))):
            position = Position(board)
            players = range(1, position.players + 1)
            is_fair = position.owned()[1:] == [position.due(player) for player in players]
            assert is_fair == oracle.Game(board).has_right_counts(), f"seed {seed!r}"
            if position.stones:
                assert position.mover() == [turn % position.players + 1 for turn in range(position.stones)][-1]


def test_lines_that_are_not_needed_to_show_that_none_is_shared() -> None:
    """The line along the row shares a stone with the first column, but not with the second."""
    rows = ["1110000", "1000000", "1000100", "0000100", "0000100", "0000000", "0000000"]
    position = Position(somegame.Board.from_rows([list(map(int, row)) for row in rows], players=1, line=3))
    along, first, second = position.lines()
    assert [line.step for line in (along, first, second)] == [(0, 1), (1, 0), (1, 0)]
    assert position.lines_without_shared([along, first, second]) == [first, second]
