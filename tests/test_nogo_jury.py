"""The jury of NoGo: games replayed, reasons, promises, families, smaller inputs, and the wrong solutions."""

import re
from collections.abc import Mapping
from hashlib import sha256
from io import BytesIO, RawIOBase
from random import Random

import pytest
import support
from wrong import nogo as wrong

from refsol import nogo
from refsol.errors import InputError, OptionError
from refsol.jury.contract import MISTAKES, SMALL, WORST, Explanation, Family, Verdict, VerdictKind
from refsol.jury.shrinking import shrink
from refsol.jury.validation import find_errors
from refsol.nogo import oracle
from refsol.nogo.checker import check
from refsol.nogo.jury import JURY
from refsol.pictures.text import draw
from refsol.text.scanner import Scanner

SAMPLE = b"3\nXOO\nXO.\nX..\n"  # sample 2; its right answers are 2 3, -1 -1 and 3 2, 2 3, -1 -1
QUICK = support.CASES // 40


def judged(data: bytes, output: bytes) -> Verdict:
    return check(data, BytesIO(output))


def explanation(data: bytes, **selection: int) -> Explanation:
    (only,) = JURY.explain(data, selection)
    assert only.selection == selection
    return only


def errors_in(data: bytes, lenient: bool = False) -> list[str]:
    return [str(error) for error in find_errors(JURY, data, lenient=lenient)]


def drawn(verdict: Verdict) -> tuple[str, ...]:
    assert verdict.scene is not None
    return draw(verdict.scene)


# Games replayed


@pytest.mark.parametrize(
    ("output", "message", "meaning"),
    [
        (
            "",
            "1:1: move 1, black: expected a row x or -1, found end of file; no right line before it: 0 points",
            ("The game is not over: black may play on (2, 3).",),
        ),
        (
            " \n2",
            "2:2: move 1, black: expected a column y, found end of file; no right line before it: 0 points",
            ("The game is not over: black may play on (2, 3).",),
        ),
        (
            "2 3\n",
            "2:1: move 2, white: expected a row x or -1, found end of file; 1 right line before it: 1 point",
            ("The game is over, since white has no legal move: -1 -1 was due.",),
        ),
        (
            "2 3\r\n-1 ",
            "2:4: move 2, white: expected a second -1, found end of file; 1 right line before it: 1 point",
            ("The game is over, since white has no legal move: -1 -1 was due.",),
        ),
        (
            "2\t+3",
            "1:3: move 1, black: expected a column y, found '+3'; no right line before it: 0 points",
            (),
        ),
        (
            "3 2 -1 -1",
            "1:5: move 2, white: -1 -1 is too early, white may play on (2, 3); 1 right line before it: 1 point",
            (),
        ),
        (
            "0 3",
            "1:1: move 1, black: (0, 3) is off the board, which has 3 rows and columns; "
            "no right line before it: 0 points",
            (),
        ),
        (
            "3 2\n1 3\n",
            "2:1: move 2, white: (1, 3) is occupied by a white stone; 1 right line before it: 1 point",
            ("It belongs to the white group of 3 stones (1, 2), (1, 3), (2, 2).",),
        ),
        (
            "3 3 3 2",
            "1:5: move 2, white: (3, 2) captures the black group of 3 stones at (1, 1); "
            "1 right line before it: 1 point",
            (
                "With a stone on (3, 2), the black group of 3 stones (1, 1), (2, 1), (3, 1) would lose its last "
                "liberty.",
            ),
        ),
        (
            "3 3 2 3 3 2",
            "1:9: move 3, black: (3, 2) captures the white group of 4 stones at (1, 2) and is suicide of a group of "
            "5 stones; 2 right lines before it: 1 point",
            (
                "With a stone on (3, 2), the white group of 4 stones (1, 2), (1, 3), (2, 2), (2, 3) would lose its "
                "last liberty.",
                "With a stone on (3, 2), the new stone would join the black group of 5 stones (1, 1), (2, 1), (3, 1), "
                "(3, 2), (3, 3), all without a liberty.",
            ),
        ),
        (
            "2 3 -1 -1 \n\0",
            "2:1: expected end of file after -1 -1, found '\\x00'; 2 right lines before it: 1 point",
            ("The game before it is complete.",),
        ),
    ],
)
def test_the_first_wrong_line_is_named(output: str, message: str, meaning: tuple[str, ...]) -> None:
    verdict = judged(SAMPLE, output.encode())
    assert (verdict.accepted, verdict.message, verdict.meaning) == (False, message, meaning)
    assert (verdict.kind is VerdictKind.TRAILING_OUTPUT) == ("complete" in "".join(meaning))


def test_right_games_in_any_white_space() -> None:
    for output in (b"2 3\n-1 -1\n", b"\r\n2\n\n3\r\n\t-1\v-1", b"3 2 2 3 -1 -1\n\n \n"):
        assert judged(SAMPLE, output).accepted
    assert judged(SAMPLE, b"2 3\n-1 -1") == Verdict(
        VerdictKind.ACCEPTED, "a legal game of 1 move, played to its end: full marks"
    )
    assert judged(b"1\n.\n", b"-1 -1\n").message == "a legal game of 0 moves, played to its end: full marks"


def test_several_groups_captured_at_once() -> None:
    verdict = judged(b"3\nX.X\nO.O\n...\n", b"3 2\n1 2\n")
    assert verdict.message == (
        "2:1: move 2, white: (1, 2) captures the black stone (1, 1) and captures the black stone (1, 3); "
        "1 right line before it: 1 point"
    )
    assert len(verdict.meaning) == 2


def test_suicide_of_a_single_stone() -> None:
    verdict = judged(b"1\n.\n", b"1 1\n-1 -1\n")
    assert verdict.message == "1:1: move 1, black: (1, 1) is suicide; no right line before it: 0 points"
    assert verdict.meaning == ("With a stone on (1, 1), the new stone itself would have no liberty.",)


def test_the_position_is_drawn() -> None:
    assert drawn(judged(SAMPLE, b"2 3 3 2")) == (
        "  1  2  3",
        "1 Xa O  O",
        "2 Xa O  X",
        "3 Xa[.] .",
        "a: black without a liberty",
    )
    assert drawn(judged(SAMPLE, b"-1 -1")) == ("  1  2  3", "1 X  O  O", "2 X  O [.]", "3 X  .  .")


@pytest.mark.parametrize(("moves", "points"), [(1, "1 point"), (9, "1 point"), (10, "2 points"), (100, "3 points")])
def test_the_original_score(moves: int, points: str) -> None:
    data = nogo.Board(15).text()
    lines = nogo.solve(data).splitlines(keepends=True)
    verdict = judged(data, b"".join(lines[:moves]))
    message = verdict.message
    assert points.startswith(f"{verdict.score} ")
    assert message.endswith(f"; {moves} right line{'s' if moves > 1 else ''} before it: {points}")
    assert f"{moves + 1}:1: move {moves + 1}, " in message


@pytest.mark.parametrize(
    "junk",
    [
        b"\0", b"\xff\xfe", b"x", b"--1 -1", b"-", b"- 1", b"-0 1", b"-01 -1", b"01 1", b"+1 1", b"1.0 1", b"1e0 1",
        b"\xd9\xa1 1", b"\xef\xbb\xbf1 1", b"1_0 1", b"1 \0", b"1 -", b"9" * 19 + b" 1", b"1 " + b"9" * 50, b"0x1 1",
        b"1,1", b"\x1c1 1", b"\x851 1",
    ],
)  # fmt: skip
def test_junk_is_malformed(junk: bytes) -> None:
    verdict = judged(nogo.Board(4).text(), junk)
    assert not verdict.accepted
    assert re.fullmatch(
        r"1:\d: move 1, black: expected a (row x or -1|column y), found '[ -~]*'(\.\.\.)?;.*", verdict.message
    )


@pytest.mark.parametrize(
    "output", [b"-1 1", b"1 -1", b"5 1", b"1 5", b"0 0", b"9" * 18 + b" 1", b"-" + b"9" * 17 + b" 1"]
)
def test_integers_may_be_off_the_board(output: bytes) -> None:
    x, y = output.decode().split()
    assert f"move 1, black: ({x}, {y}) is off the board" in judged(nogo.Board(4).text(), output).message


def right_lines(verdict: Verdict) -> int:
    found = re.search(r"; (?:no|(\d+)) right lines? before it: \d+ points?$", verdict.message)
    assert found
    return int(found[1] or 0)


def test_verdicts_are_the_oracles() -> None:
    accepted = 0
    for seed in support.seeds(support.CASES // 4):
        rng = Random(seed)
        data = support.GENERATE["nogo"](rng)
        output = nogo.solve(data, random=True, seed=rng.randrange(2**64))
        for _ in range(rng.randrange(3)):
            output = support.mutate(output, rng)
        words = output.split()
        lines = b"".join(b" ".join(words[k : k + 2]) + b"\n" for k in range(0, len(words), 2))
        first_wrong = oracle.first_wrong_line(data, lines)
        verdict = judged(data, output)
        accepted += verdict.accepted
        assert verdict.accepted == (first_wrong == 0), f"seed {seed!r}"
        if not verdict.accepted:
            assert right_lines(verdict) == first_wrong - 1, f"seed {seed!r}"
            # The line and column are where the wrong line begins, or within it.
            line, column = map(int, verdict.message.split(":")[:2])
            start = sum(map(len, output.splitlines(keepends=True)[: line - 1])) if b"\r" not in output else None
            if start is not None and not re.search(rb"[\v\f\x1c-\x1e\x85]", output):
                before = len(output[: start + column - 1].split())
                assert 2 * (first_wrong - 1) <= before <= 2 * first_wrong, f"seed {seed!r}"
    assert support.CASES // 20 < accepted < support.CASES // 5


class Pieces(RawIOBase):
    """A file that is read in small pieces."""

    def __init__(self, data: bytes, size: int) -> None:
        self._data = data
        self._size = size

    def read(self, size: int = -1, /) -> bytes:
        piece, self._data = self._data[: self._size], self._data[self._size :]
        return piece


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7])
def test_pieces_make_no_difference(size: int) -> None:
    for seed in support.seeds(40):
        rng = Random(seed)
        data = support.GENERATE["nogo"](rng)
        output = nogo.solve(data)
        for _ in range(rng.randrange(3)):
            output = support.mutate(output, rng)
        assert check(data, Pieces(output, size)) == judged(data, output), f"seed {seed!r}"  # type: ignore[arg-type]  # read() is all it takes


class Endless(RawIOBase):
    """A file of a gigabyte, all of it the same; counts how many bytes were read at a time and in all."""

    def __init__(self, byte: bytes, size: int = 2**30) -> None:
        self._byte = byte
        self.left = size
        self.most = 0

    def read(self, size: int = -1, /) -> bytes:
        assert size > 0
        self.most = max(self.most, size)
        size = min(size, self.left)
        self.left -= size
        return self._byte * size


def test_a_gigabyte_of_digits_is_refused_at_once() -> None:
    for byte in (b"9", b"1", b"-", b"\0", b"x"):
        file = Endless(byte)
        assert not check(SAMPLE, file).accepted  # type: ignore[arg-type]  # read() is all it takes
        assert file.left >= 2**30 - 2**16
        assert file.most <= 2**16


def test_much_white_space_is_read_in_pieces() -> None:
    file = Endless(b"\n", 2**26)
    assert check(SAMPLE, file).message.startswith(f"{2**26 + 1}:1: move 1")  # type: ignore[arg-type]  # read() is all it takes
    assert (file.left, file.most) == (0, 2**16)
    assert judged(SAMPLE, b"\n" + b" " * 2**16 + b"x").message.startswith(f"2:{2**16 + 1}: move 1")
    assert judged(SAMPLE, b" " * (2**16 - 3) + b"\n\n" + b" " * 2**16 + b"x").message.startswith(
        f"3:{2**16 + 1}: move 1"
    )


def test_a_broken_input_is_no_verdict() -> None:
    for data in (b"", b"2\nX.\n..\n", b"2\n..\n..\n1"):
        with pytest.raises(InputError):
            judged(data, b"-1 -1\n")


@pytest.mark.parametrize("random", [False, True])
def test_long_games_are_accepted(random: bool) -> None:
    data = nogo.Board(120).text()
    output = nogo.solve(data, random=random)
    assert judged(data, output).accepted
    assert not judged(data, output[:-6]).accepted


# Explanations


def test_a_crossing_is_explained() -> None:
    found = explanation(SAMPLE, move=1, row=3, column=2)
    assert found.subject == "crossing (3, 2) after move 1"
    assert found.answer == "black may not, white may not"
    assert found.reasons == (
        "Empty next to it: (3, 3).",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 1 liberty: (3, 2).",
        "The black group of 3 stones (1, 1), (2, 1), (3, 1) has 1 liberty: (3, 2).",
        "Black may not play on (3, 2): the white group of 3 stones (1, 2), (1, 3), (2, 2) would lose its last liberty.",
        "White may not play on (3, 2): the black group of 3 stones (1, 1), (2, 1), (3, 1) would lose its last liberty.",
    )
    assert [mark.role for mark in found.marks] == [
        "the white group of 3 stones at (1, 2)",
        "liberties of the white group of 3 stones at (1, 2)",
        "the black group of 3 stones at (1, 1)",
        "liberties of the black group of 3 stones at (1, 1)",
    ]
    assert found.marks[3].cells == ((3, 2),)
    assert draw(found.scene)[:4] == ("  1  2  3", "1 Xc Oa Oa", "2 Xc Oa X", "3 Xc[.] .")


def test_suicide_and_capture_are_explained() -> None:
    found = explanation(b"3\n.XO\nXXO\n.O.\n", row=1, column=1)
    assert found.answer == "black may, white may not"
    assert found.reasons == (
        "No crossing next to it is empty.",
        "The black group of 3 stones (1, 2), (2, 1), (2, 2) has 2 liberties: (1, 1), (3, 1).",
        "Black may play on (1, 1): the new stone's group of 4 stones would have 1 liberty, (3, 1), "
        "and no white group would lose its last one.",
        "White may not play on (1, 1): the new stone itself would have no liberty.",
    )
    found = explanation(b"2\n.X\nO.\n", row=2, column=2)
    assert found.answer == "black may, white may"
    assert found.reasons[3] == (
        "Black may play on (2, 2): the new stone's group of 2 stones would have 1 liberty, (1, 1), "
        "and no white group would lose its last one."
    )
    found = explanation(b"3\n.XO\nXO.\n...\n", row=1, column=1)
    assert found.reasons[-1] == (
        "White may not play on (1, 1): the black stone (1, 2) would lose its last liberty, "
        "and the new stone itself would have no liberty."
    )


def test_occupied_and_lonely_crossings_are_explained() -> None:
    found = explanation(SAMPLE, row=1, column=3)
    assert found.answer == "occupied"
    assert found.reasons == (
        "A white stone is there.",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 2 liberties: (2, 3), (3, 2).",
    )
    found = explanation(b"1\n.\n", row=1, column=1)
    assert found.answer == "black may not, white may not"
    assert found.reasons[0] == "No crossing next to it is empty."
    assert found.reasons[1] == "Black may not play on (1, 1): the new stone itself would have no liberty."


def test_a_move_is_explained() -> None:
    found = explanation(SAMPLE, move=1)
    assert (found.subject, found.answer) == ("move 1: black on (2, 3)", "2 3")
    assert found.reasons == (
        "Black may play on (2, 3): the new stone would have 1 liberty, (3, 3), "
        "and no white group would lose its last one.",
        "All crossings before it, row by row, are occupied.",
    )
    assert explanation(nogo.Board(2).text(), move=1).reasons[1] == "It is the first crossing."
    found = explanation(nogo.Board(3).text(), move=4)
    assert found.subject == "move 4: white on (2, 2)"
    assert found.reasons == (
        "White may play on (2, 2): the new stone's group of 2 stones would have 3 liberties, (2, 1), (2, 3), (3, 2), "
        "and no black group would lose its last one.",
        "Of the 4 crossings before it, row by row, 3 are occupied and 1 forbidden to white:",
        "White may not play on (2, 1): the black stone (1, 1) would lose its last liberty.",
    )
    assert found.marks[0] == ("forbidden to white", ((2, 1),))


def test_the_end_is_explained() -> None:
    found = explanation(SAMPLE, move=2)
    assert (found.subject, found.answer) == ("move 2: white to move", "-1 -1")
    assert found.reasons == (
        "All 2 empty crossings are forbidden to white:",
        "White may not play on (3, 2): the black group of 3 stones (1, 1), (2, 1), (3, 1) would lose its last liberty.",
        "White may not play on (3, 3): the black stone (2, 3) would lose its last liberty.",
    )
    found = explanation((support.SAMPLES / "nogo" / "1.in").read_bytes(), move=1)
    assert found.reasons[0] == "The only empty crossing is forbidden to black:"
    many = explanation((support.SAMPLES / "nogo" / "midgame-19x19.in").read_bytes(), move=217)
    assert len(many.reasons) == 8
    assert many.reasons[-1] == "So it is with 9 more."


def test_the_start_is_explained() -> None:
    found = explanation(SAMPLE)
    assert (found.subject, found.answer) == (
        "the position at the start",
        "3 legal moves for black and 2 legal moves for white",
    )
    assert found.reasons == (
        "Black has 3 stones in 1 group.",
        "White has 3 stones in 1 group.",
        "The black group of 3 stones (1, 1), (2, 1), (3, 1) has 1 liberty: (3, 2).",
        "The white group of 3 stones (1, 2), (1, 3), (2, 2) has 2 liberties: (2, 3), (3, 2).",
        "Black may play on 3 crossings: (2, 3), (3, 2), (3, 3).",
        "White may play on 2 crossings: (2, 3), (3, 3).",
        "On the first legal crossing each time, row by row, refsol makes 1 move, (2, 3); then white can't move.",
    )
    assert draw(found.scene)[:4] == ("  1  2  3", "1 X  O  O", "2 X  O  .", "3 X  .e .")
    assert explanation(b"1\n.\n").reasons == (
        "Black has 0 stones in 0 groups.",
        "White has 0 stones in 0 groups.",
        "Black may play on 0 crossings.",
        "White may play on 0 crossings.",
        "On the first legal crossing each time, row by row, refsol makes no move: black can't move.",
    )


@pytest.mark.parametrize(
    ("selection", "message"),
    [
        ({"row": 1}, "--row and --column go together"),
        ({"column": 1, "move": 1}, "--row and --column go together"),
        ({"row": 4, "column": 1}, "--row 4: there are 3 rows"),
        ({"row": 1, "column": 0}, "--column 0: there are 3 columns"),
        ({"move": 3}, "--move 3: there are 2 lines"),
        ({"move": 2, "row": 1, "column": 1}, "--move 2: there is 1 move"),
    ],
)
def test_choices_that_there_are_not(selection: Mapping[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        list(JURY.explain(SAMPLE, selection))


def test_explanations_agree_with_the_oracle() -> None:
    for seed in support.seeds(QUICK):
        rng = Random(seed)
        data = support.GENERATE["nogo"](rng)
        lines = nogo.solve(data).decode().splitlines()
        board = nogo.scan_board(Scanner(data))
        size = int(board.size)
        start = explanation(data)
        counts = [len(oracle.legal_moves(board, colour)) for colour in (nogo.BLACK, nogo.WHITE)]
        assert [int(n) for n in re.findall(r"\d+", start.answer)] == counts, f"seed {seed!r}"
        check_marks_of_the_start(board, start)
        move = rng.randint(1, len(lines))
        for number, line in enumerate(lines[: move - 1], 1):
            x, y = map(int, line.split())
            board.stone[board.point(x, y)] = nogo.BLACK if number % 2 else nogo.WHITE
        colour = nogo.BLACK if move % 2 else nogo.WHITE
        found = explanation(data, move=move)
        assert found.answer == lines[move - 1], f"seed {seed!r}"
        legal = oracle.legal_moves(board, colour)
        end = legal[0] if legal else (size + 1, 0)
        empty = [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if not board.stone[board.point(x, y)]]
        assert found.marks[0].cells == tuple(cell for cell in empty if cell < end), f"seed {seed!r}"
        x, y = rng.randint(1, size), rng.randint(1, size)
        selection = {"row": x, "column": y} | ({"move": move - 1} if move > 1 else {})
        found = explanation(data, **selection)
        if board.stone[board.point(x, y)]:
            assert found.answer == "occupied"
        else:
            may = [oracle.is_legal(board, board.point(x, y), side) for side in (nogo.BLACK, nogo.WHITE)]
            words = ["may" if legal else "may not" for legal in may]
            assert found.answer == f"black {words[0]}, white {words[1]}", f"seed {seed!r}"
            assert [" may not play on " in reason for reason in found.reasons[-2:]] == [not legal for legal in may]


def check_marks_of_the_start(board: nogo.Board, found: Explanation) -> None:
    assert [mark.role for mark in found.marks] == [
        "last liberty of a group",
        "forbidden to black",
        "forbidden to white",
        "forbidden to both",
    ]
    black, white = (set(oracle.legal_moves(board, colour)) for colour in (nogo.BLACK, nogo.WHITE))
    assert set(found.marks[1].cells) == white - black
    assert set(found.marks[2].cells) == black - white
    assert not (black | white).intersection(found.marks[3].cells)
    for x, y in found.marks[0].cells:
        around = [board.point(x, y) + step for step in (-board.stride, -1, 1, board.stride)]
        board.stone[board.point(x, y)] = nogo.BLACK
        stones = {board.stone[point] for point in around}
        whole = oracle.every_group_has_a_liberty(board)
        board.stone[board.point(x, y)] = nogo.WHITE
        assert stones & {nogo.BLACK, nogo.WHITE}
        assert not (whole and oracle.every_group_has_a_liberty(board))
        board.stone[board.point(x, y)] = nogo.EMPTY


@pytest.mark.parametrize("family", ["empty", "snakes"])
def test_large_positions_are_explained_in_a_window(family: str) -> None:
    data = JURY.family(family).generate("window", {"size": 120})
    for selection in ({}, {"move": 2001}, {"row": 60, "column": 60}, {"move": 1, "row": 120, "column": 1}):
        assert len(draw(explanation(data, **selection).scene)) < 40


# Promises and the layout


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"0\n", ["1:1: expected board size n in 1..600, found '0'"]),
        (b"601\n", ["1:1: expected board size n in 1..600, found '601'"]),
        (b"", ["1:1: expected board size n in 1..600, found end of file"]),
        (
            b"3\nX.o\n..\n..+\n",
            [
                "2:3: expected a crossing 'X', 'O' or '.', found 'o'",
                "3:1: expected a row of 3 characters, found '..'",
                "4:3: expected a crossing 'X', 'O' or '.', found '+'",
            ],
        ),
        (b"2\n..\n", ["3:1: expected a row of 2 characters, found end of file"]),
        (
            b"4\nXOXX\nOXOO\n.O..\nX..X\n1\n",
            [
                "1:1: expected as many X as O, found 6 X and 5 O",
                "2:1: expected a liberty for every group, found the black group of (1, 1) without one",
                "2:2: expected a liberty for every group, found the white group of (1, 2) without one",
                "2:3: expected a liberty for every group, found the black group of (1, 3) without one",
                "3:2: expected a liberty for every group, found the black group of (2, 2) without one",
                "6:1: expected end of file, found '1'",
            ],
        ),
    ],
)
def test_every_breach_is_reported(data: bytes, expected: list[str]) -> None:
    assert errors_in(data, lenient=True) == expected


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((b"3\n", b"3 "), "1:3: expected 1 token on the line, found 2 tokens on the line"),
        ((b"XO.\n", b"XO.\n\n"), "4:1: expected 1 token on the line, found an empty line"),
        ((b"XO.\n", b"XO. \n"), "3:4: expected '\\n' right after the token, found ' '"),
        ((b"X..\n", b"X.."), "4:4: expected '\\n', found end of file"),
        ((b"X..\n", b"X..\n\n"), "5:1: expected end of file, found an empty line"),
    ],
)
def test_the_layout_is_strict(change: tuple[bytes, bytes], expected: str) -> None:
    data = SAMPLE.replace(*change)
    assert errors_in(data, lenient=True) == []
    assert expected in errors_in(data)


def test_validity_is_the_oracles() -> None:
    for seed in support.seeds(QUICK):
        rng = Random(seed)
        size = rng.randint(1, 4)
        rows = ["".join(rng.choice("XXOO.") for _ in range(size)) for _ in range(size)]
        text = "".join(rows)
        data = "\n".join([str(size), *rows, ""]).encode()
        board = nogo.Board(size)
        for k, c in enumerate(text):
            board.stone[board.point(k // size + 1, k % size + 1)] = ".XO".index(c)
        valid = text.count("X") == text.count("O") and oracle.every_group_has_a_liberty(board)
        assert (errors_in(data) == []) == valid, f"seed {seed!r}"


# Families

HASHES = {
    "small": "e29307b36137c292",
    "tiny": "28805a40ed8bb971",
    "full": "d3655beea91e122e",
    "eyes": "cd2b9d7289cb8fde",
    "captures-by-two": "9ddc5637ee70b1c2",
    "suicides-by-two": "d76d2df989bccd89",
    "row-ends": "8ec29e84c9bf01e1",
    "last-liberties": "3b08b10e62e325fb",
    "empty": "63478620d48ec6f5",
    "dense": "b5a8f3fd40f69ada",
    "large-groups": "d04a95152ee07cda",
    "half-full": "159f3ecacd120ef0",
    "snakes": "ccba4e6418e5067d",
    "stripes": "134523e363debd90",
    "combs": "2d37de0d4831ea6a",
    "dots": "d25b077f544668c1",
    "stripes-and-dots": "ff0120bc0f252da4",
}


def test_every_family_has_its_hash() -> None:
    made = {
        family.name: sha256(family.generate("a seed", {"size": 9} if family.sizes else {})).hexdigest()[:16]
        for family in JURY.families
    }
    assert made == HASHES


@pytest.mark.parametrize("family", JURY.families, ids=lambda family: family.name)
def test_families_are_valid(family: Family) -> None:
    assert family.group in (SMALL, MISTAKES, WORST)
    assert family.largest == (family.group == WORST)
    for seed in support.seeds(4):
        for size in [*range(1, 9), 21]:
            data = family.generate(seed, {"size": size} if family.sizes else {})
            assert data == family.generate(seed, {"size": size} if family.sizes else {})
            assert errors_in(data) == [], f"seed {seed!r}, size {size}"
            if family.sizes:
                assert data.startswith(b"%d\n" % size)


@pytest.mark.parametrize("size", [0, 601])
def test_sizes_have_bounds(size: int) -> None:
    with pytest.raises(OptionError, match="--size of the family eyes is a number from 1 to 600"):
        JURY.family("eyes").generate("", {"size": size})


def test_families_are_what_they_say() -> None:
    """In most of the inputs of a family its mistake has a chance."""
    for name, mistake, least in (
        ("tiny", "one crossing", 10),
        ("full", "suicide", 25),
        ("eyes", "own eyes", 15),
        ("captures-by-two", "counted once", 12),
        ("suicides-by-two", "joined twice", 18),
        ("row-ends", "wrap", 35),
        ("last-liberties", "captures", 35),
    ):
        found = sum(
            not judged(data, wrong.WRONG[mistake].solve(data)).accepted
            for data in map(JURY.family(name).generate, support.seeds(60))
        )
        assert found >= least, f"{mistake} in {name}: {found}"


# Smaller inputs


def key(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


def test_reductions_are_valid_and_some_simpler() -> None:
    for seed in support.seeds(20):
        data = support.GENERATE["nogo"](Random(seed))
        smaller = list(JURY.reductions(data))
        assert len(smaller) < 3000
        assert all(errors_in(d) == [] for d in smaller)
        assert any(key(d) < key(data) for d in smaller) or data == b"1\n.\n"


def test_reductions_of_larger_inputs_are_not_too_many() -> None:
    data = JURY.family("half-full").generate("20", {"size": 20})
    assert sum(1 for _ in JURY.reductions(data)) < 4000


def test_any_input_shrinks_to_nothing() -> None:
    for seed in support.seeds(10):
        data = JURY.family("half-full").generate(seed, {"size": 20})
        assert shrink(JURY, data, lambda _data: True) == b"1\n.\n"


def test_a_stone_of_each_colour_is_left() -> None:
    for seed in support.seeds(10):
        data = JURY.family("dense").generate(seed, {"size": 12})
        small = shrink(JURY, data, lambda smaller: b"O" in smaller)
        assert sorted(small) == sorted(b"2\nX.\nO.\n"), small


# Wrong solutions


def test_the_right_solution_is_right() -> None:
    for seed in support.seeds(support.CASES // 10):
        data = support.GENERATE["nogo"](Random(seed))
        assert wrong.right(data) == nogo.solve(data)
        assert seed != "fixed 0" or wrong.WRONG["slow"].solve(data) == nogo.solve(data)


@pytest.mark.parametrize("name", [name for name in wrong.WRONG if not wrong.WRONG[name].slow])
def test_wrong_solutions_are_found_and_shrink(name: str) -> None:
    def fails(data: bytes) -> bool:
        return not judged(data, wrong.WRONG[name].solve(data)).accepted

    data = next(filter(fails, map(JURY.family("small").generate, support.seeds(1000))))
    assert len(shrink(JURY, data, fails)) <= wrong.WRONG[name].size
