"""The checker of NoGo: the first wrong line of an output, in any bytes, against the oracle."""

import re
from io import BytesIO, RawIOBase
from typing import Any  # Any: rows of tables

import pytest
import support
from nogo_games import first_wrong_line

from refsol import nogo
from refsol.errors import InputError
from refsol.jury import testing
from refsol.nogo import oracle
from refsol.nogo.jury.checker import check
from refsol.pictures.text import draw
from refsol.problem.contract import Verdict, VerdictKind

SAMPLE = b"3\nXOO\nXO.\nX..\n"  # sample 2; its right answers are 2 3, -1 -1 and 3 2, 2 3, -1 -1


def judged(data: bytes, output: bytes) -> Verdict:
    return check(data, BytesIO(output))


@pytest.mark.parametrize("row", support.toml("nogo_checker")["wrong"])
def test_the_first_wrong_line_is_named_and_drawn(row: dict[str, Any]) -> None:
    data, output = row.get("input", SAMPLE.decode()).encode(), row["output"].encode()
    verdict = judged(data, output)
    assert (verdict.accepted, verdict.message, list(verdict.meaning)) == (False, row["message"], row["meaning"])
    assert (None if verdict.scene is None else "\n".join(draw(verdict.scene))) == row.get("drawing")
    assert check(data, BytesIO(output), reasons=False) == verdict._replace(meaning=(), scene=None, lesson=None)
    assert (verdict.kind is VerdictKind.TRAILING_OUTPUT) == ("complete" in "".join(verdict.meaning))


def test_right_games_in_any_white_space() -> None:
    for output in (b"2 3\n-1 -1\n", b"\r\n2\n\n3\r\n\t-1\v-1", b"3 2 2 3 -1 -1\n\n \n"):
        assert judged(SAMPLE, output).accepted
    assert judged(SAMPLE, b"2 3\n-1 -1") == Verdict(
        VerdictKind.ACCEPTED, "a legal game of 1 move, played to its end: full marks"
    )
    assert judged(b"1\n.\n", b"-1 -1\n").message == "a legal game of 0 moves, played to its end: full marks"


@pytest.mark.parametrize(("data", "point"), [(b"2\n..\n..\n", (1, 1)), (b"2\nOX\n..\n", (2, 2))])
def test_the_first_legal_point_is_named(data: bytes, point: tuple[int, int]) -> None:
    assert oracle.legal_moves(nogo.read_board(data), nogo.BLACK)[0] == point
    assert f"-1 -1 is too early, since black may play on {point}; " in judged(data, b"-1 -1\n").message


@pytest.mark.parametrize(
    ("moves", "score", "earned"),
    [
        (0, 0, "no points, since no right line comes before it"),
        (1, 1, "1 point for the right line before it"),
        (2, 1, "1 point for the 2 right lines before it"),
        (9, 1, "1 point for the 9 right lines before it"),
        (10, 2, "2 points for the 10 right lines before it"),
        (100, 3, "3 points for the 100 right lines before it"),
    ],
)
def test_the_original_score(moves: int, score: int, earned: str) -> None:
    data = nogo.Board(15).text()
    lines = nogo.solve(data).splitlines(keepends=True)
    verdict = judged(data, b"".join(lines[:moves]))
    message = verdict.message
    assert verdict.score == score
    assert message.endswith(f"; the original judge gives {earned}")
    assert f"{moves + 1}:1: move {moves + 1}, " in message


@pytest.mark.parametrize(
    "junk",
    [
        b"\0", b"\xff\xfe", b"x", b"--1 -1", b"-", b"- 1", b"-0 1", b"-01 -1", b"01 1", b"+1 1", b"1.0 1", b"1e0 1",
        b"\xd9\xa1 1", b"\xef\xbb\xbf1 1", b"1_0 1", b"1 \0", b"1 -", b"9" * 19 + b" 1", b"1 " + b"9" * 50, b"0x1 1",
        b"1,1", b"1/ 1", b"1: 1", b"\x081 1", b"\x0e1 1", b"\x1c1 1", b"\x851 1",
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
    found = re.search(r"; the original judge gives (.*) before it$", verdict.message)
    assert found
    lines = re.search(r"(\d+) right lines$", found[1])
    return int(lines[1]) if lines else int(not found[1].startswith("no points"))


def test_verdicts_are_the_oracles() -> None:
    accepted = 0
    for seed, rng, data in support.inputs("nogo", support.CASES // 4):
        output = nogo.solve(data, random=True, seed=rng.randrange(2**64))
        for _ in range(rng.randrange(3)):
            output = testing.mutated(output, rng)
        words = output.split()
        lines = b"".join(b" ".join(words[k : k + 2]) + b"\n" for k in range(0, len(words), 2))
        first_wrong = first_wrong_line(data, lines)
        verdict = judged(data, output)
        assert check(data, BytesIO(output), reasons=False) == verdict._replace(meaning=(), scene=None, lesson=None), (
            f"seed {seed!r}"
        )
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
    for seed, rng, data in support.inputs("nogo", 40):
        output = nogo.solve(data)
        for _ in range(rng.randrange(3)):
            output = testing.mutated(output, rng)
        assert check(data, Pieces(output, size)) == judged(data, output), f"seed {seed!r}"  # type: ignore[arg-type]  # read() is all it takes


@pytest.mark.parametrize(
    ("token", "found"),
    [
        *((b"7" * digits, f"({'7' * digits}, 1) is off") for digits in (17, 18)),
        *((b"7" * digits, f"expected a row x or -1, found '{'7' * 18}'...; ") for digits in (19, 20, 40, 10**5)),
        (b"x" * 18, f"expected a row x or -1, found '{'x' * 18}'; "),
    ],
)
def test_long_tokens_in_pieces(token: bytes, found: str) -> None:
    output = token + b" 1\n"
    for size in range(1, min(len(token), 40) + 4):
        verdict = check(SAMPLE, Pieces(output, size))  # type: ignore[arg-type]  # read() is all it takes
        assert verdict == judged(SAMPLE, output)
        assert f"1:1: move 1, black: {found}" in verdict.message


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
