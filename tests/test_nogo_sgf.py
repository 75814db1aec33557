"""NoGo in SGF: what is written, what is read, and where a mistake is."""

import time
from random import Random

import pytest
import support
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import sgf  # type: ignore[import-untyped]  # it has no types

from refsol.errors import InputError
from refsol.nogo import oracle
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.record import Move, Record
from refsol.nogo.play.sgf import MAX_SIZE, read_sgf, write_sgf

TABLES = support.toml("sgf")


def random_record(rng: Random, rows: int, columns: int) -> Record:
    """Return a record with stones at the start, whose players may move out of turn."""
    start = Game(Board(rows, columns))
    for _ in range(rng.randrange(rows)):
        points = start.legal_points()
        if len(points):
            start.move(points[rng.randrange(len(points))])
    record = Record(start.board, rng.choice([BLACK, WHITE]))
    for _ in range(rng.randrange(rows * columns)):
        colour = rng.choice([record.game.to_move, BLACK])
        points = record.turn(colour).legal_points()
        if len(points):
            assert record.play(colour, points[rng.randrange(len(points))])
    return record


def test_a_record_comes_back() -> None:
    rng = Random("back")
    for _ in range(60):
        record = random_record(rng, rng.randint(1, 8), rng.randint(1, 8))
        properties = {"PB": "a ] \\ [:;()", "PW": "ü\n棋", "RE": "B+R"}
        back = read_sgf(write_sgf(record, properties).encode())
        assert (back.record.start, back.record.moves) == (record.start, record.moves)
        assert back.record.game == record.game
        assert back.properties == properties


def test_sgfmill_reads_the_same_game() -> None:
    rng = Random("sgfmill")
    for _ in range(30 if support.COMPILED else 10):
        size = rng.randint(1, 19)
        record = random_record(rng, size, size)
        game = sgf.Sgf_game.from_string(write_sgf(record, {"PB": "a ] \\ b", "PW": "ü"}))
        assert (game.get_size(), game.get_player_name("b"), game.get_player_name("w")) == (size, "a ] \\ b", "ü")
        board = record.start.board
        points = {"b": BLACK, "w": WHITE}
        shown = [
            Move(points[colour], int(board.point(size - row, column + 1)))
            for colour, (row, column) in (node.get_move() for node in game.get_main_sequence()[1:])
        ]
        assert shown == record.moves
        black, white, _empty = game.get_root().get_setup_stones()
        for stones, colour in ((black, BLACK), (white, WHITE)):
            assert sorted(board.point(size - row, column + 1) for row, column in stones) == board.points(colour)


def test_what_sgfmill_writes_is_read() -> None:
    game = sgf.Sgf_game(5)
    game.get_root().set_setup_stones([(0, 0)], [(4, 4), (4, 3)])
    for colour, point in (("b", (2, 2)), ("w", (0, 4)), ("w", (1, 3))):
        game.extend_main_sequence().set_move(colour, point)
    record = read_sgf(game.serialise()).record
    board = record.start.board
    assert [board.name(point) for point in board.points(BLACK)] == ["A1"]
    assert [board.name(point) for point in board.points(WHITE)] == ["D5", "E5"]
    assert [(colour, board.name(point)) for colour, point in record.moves] == [(1, "C3"), (2, "E1"), (2, "D2")]


@pytest.mark.parametrize(("text", "size", "to_move", "moves"), TABLES["games"])
def test_what_is_read(text: str, size: list[int], to_move: str, moves: str) -> None:
    record = read_sgf(text.encode()).record
    board = record.start.board
    assert ([board.rows, board.columns], ".BW"[record.start.to_move]) == (size, to_move)
    assert " ".join(board.name(point) for _, point in record.moves) == moves


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (b"(;CA[GB18030]PB[" + "张三".encode("gb18030") + b"])", "张三"),
        (b"(;PB[\xe9]CA[ cp1251 ])", "\u0439"),
        (b"(;PW[A (5d) \\] CA[UTF-8]CA[cp1251]PB[\xe9])", "\u0439"),
        (b"(;CA[GBK]PB[\x95\x5d])", "\u6621"),  # whose second byte is a bracket
        (b"(;CA[Shift_JIS]PB[\x83\x5c\x83\x5d\\]])", "\u30bd\u30be]"),
        (b"(;CA[UTF-16]PB[Jos\xe9])", "Jos\xe9"),  # which it isn't
        (b"(;PB[Jos\xe9])", "José"),
        (b"(;CA[hex]PB[Jos\xe9])", "José"),
        (b"(;CA[]PB[Jos\xe9])", "José"),
        (b"(;CA[UTF-8]PB[Jos\xe9])", "Jos\ufffd"),
        (b"\xef\xbb\xbf(;PB[\xc3\xa9])", "é"),
    ],
)
def test_texts_are_in_the_encoding_that_is_named(text: bytes, name: str) -> None:
    assert read_sgf(text).properties["PB"] == name


@pytest.mark.parametrize(("text", "message"), TABLES["mistakes"])
def test_a_mistake_is_an_error_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        read_sgf(text.encode())
    assert str(error.value) == message


def test_rectangles_are_united_in_their_order() -> None:
    rng = Random("rectangles")
    for _ in range(200):
        rows, columns = rng.randint(1, 5), rng.randint(1, 5)
        expected = dict.fromkeys(((x, y) for x in range(rows) for y in range(columns)), EMPTY)
        text = f"(;SZ[{columns}:{rows}]"
        for _ in range(rng.randint(0, 3)):
            text += ";" if rng.random() < 0.5 else ""
            for name, colour in (("AB", BLACK), ("AW", WHITE), ("AE", EMPTY)):
                for _ in range(rng.randint(0, 2)):
                    x, last_x = rng.randrange(rows), rng.randrange(rows)
                    y, last_y = rng.randrange(columns), rng.randrange(columns)
                    text += f"{name}[{'abcde'[y]}{'abcde'[x]}:{'abcde'[last_y]}{'abcde'[last_x]}]"
                    for point in expected:
                        in_row = min(x, last_x) <= point[0] <= max(x, last_x)
                        if in_row and min(y, last_y) <= point[1] <= max(y, last_y):
                            expected[point] = colour
            text += ";"
        try:
            board = read_sgf(f"{text})".encode()).record.start.board
        except InputError:
            continue  # a group without liberties
        assert {(x, y): board.stone[board.point(x + 1, y + 1)] for x, y in expected} == expected


@pytest.mark.parametrize("text", ["AB" + 10_000 * "[aa:ZY]", 10_000 * "AB[aa:ZY]AE[bb:ZY]", 10_000 * ";AB[aa:ZY]"])
def test_large_rectangles_cost_no_more_than_points(text: str) -> None:
    begin = time.process_time()
    board = read_sgf(f"(;SZ[52]{text})".encode()).record.start.board
    assert board.stone[board.point(51, 1)] == BLACK
    assert time.process_time() - begin < 5  # a board for each of them takes twenty times as long


def test_stones_after_a_move_that_is_not_wanted_are_a_mistake() -> None:
    with pytest.raises(InputError, match="stones only before the first move"):
        read_sgf(b"(;SZ[3];B[aa];AB[bb])", 0)


def test_moves_that_are_not_wanted_may_be_wrong() -> None:
    text = b"(;SZ[3];B[aa];W[bb];B[bb])"
    assert len(read_sgf(text, 2).record.moves) == 2
    with pytest.raises(InputError):
        read_sgf(text, 3)


@pytest.mark.parametrize(
    ("board", "properties"),
    [(Board(2, walls=[(1, 1)]), {}), (Board(1, MAX_SIZE + 1), {}), (Board(2), {"SZ": "3"}), (Board(2), {"pb": "3"})],
)
def test_what_sgf_cannot_hold_is_an_error(board: Board, properties: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"SGF has boards|can't be added"):
        write_sgf(Record(board), properties)


PIECES = ["(", ")", ";", "B", "W", "AB", "PL", "SZ", "[aa]", "[bb]", "[3]", "[", "]", "\\", ":", "\n", "é", "\0", "x"]


@given(st.lists(st.sampled_from(PIECES)).map(lambda pieces: "(;" + "".join(pieces)) | st.binary().map(repr))
@settings(deadline=None)
def test_any_text_is_a_game_or_an_input_error(text: str) -> None:
    try:
        record = read_sgf(text.encode()).record
    except InputError as error:
        shown = str(error)
    else:
        assert oracle.every_group_has_a_liberty(record.game.board)
        assert read_sgf(write_sgf(record).encode()).record.moves == record.moves
        return
    assert shown.isascii()
    assert shown.isprintable()


def test_a_record_goes_back_over_moves_out_of_turn() -> None:
    rng = Random("undo")
    for _ in range(30):
        record = random_record(rng, 4, 4)
        start = record.start.copy()
        positions = [record.start]
        replayed = Record(record.start.board, record.start.to_move)
        for move in record.moves:
            assert replayed.play(*move)
            positions.append(replayed.game.copy())
        assert positions[-1] == record.game
        for position in positions[-2::-1]:
            replayed.undo()
            assert replayed.game.board == position.board
        assert replayed.game == record.start == start
        with pytest.raises(ValueError, match="no move to undo"):
            replayed.undo()
