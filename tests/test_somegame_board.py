"""The board of Some Game: data sets are read from bytes and files, made from rows, and written as they were."""

from io import BytesIO
from random import Random

import pytest
import support

from refsol import somegame
from refsol.errors import InputError


def test_data_sets_are_read_from_bytes_and_from_files_and_written_back() -> None:
    for seed in support.seeds(40):
        data = support.GENERATE["somegame"](Random(seed))
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
