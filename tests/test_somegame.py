"""Some Game: symmetries, degenerate boards, and the cases that the statement's sentences decide."""

from random import Random

import pytest
import support

from refsol import somegame
from refsol.somegame import oracle


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
    for seed in support.seeds(support.CASES // 4):
        rng = Random(seed)
        data = support.GENERATE["somegame"](rng)
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
