"""Outputs are compared token by token; any bytes get a verdict, with the right position."""

from collections.abc import Iterator
from functools import partial
from io import BytesIO
from random import Random

import pytest
import support

from refsol import multigo
from refsol.jury.checking import (
    AnswerError,
    Tokens,
    check,
    chunks_of,
    compare,
    compare_outputs,
    compare_texts,
    require_length,
)
from refsol.pictures.text import draw
from refsol.problem import load
from refsol.problem.contract import Verdict, VerdictKind

JURY = load("multigo").jury
INPUT = b"1 3 3 4\n1 1 1\n1 2 2\n1 1 2\n1 3 3\n1 1 3\n"
RIGHT = multigo.solve(INPUT)


def judge(output: bytes, right: bytes = RIGHT) -> Verdict:
    return check(JURY, INPUT, BytesIO(output), lambda: [right])


def judge_moves(source: bytes, output: bytes) -> Verdict:
    return check(JURY, source, BytesIO(output), lambda: [multigo.solve(source)])


@pytest.mark.parametrize(
    ("source", "output", "mistake"),
    [
        (b"1 3 2 2\n1 1 2\n1 1 2\n1 3 2\n", b"NO NO", [(1, "NO")]),
        (b"1 3 2 2\n1 1 2\n1 1 2\n1 3 2\n", b"NO MAYBE", []),
        (b"1 3 2 2\n1 1 2\n1 1 2\n1 3 2\n", b"YES", []),
        (b"1 3 3 2\n1 2 3\n1 3 1\n1 1 3\n", b"NO YES", [(1, "YES")]),
        (b"1 3 3 3\n1 2 3\n1 3 1\n1 3 2\n1 1 3\n", b"NO YES NO", []),  # the cell has been given to another player
        (b"1 3 3 3\n1 2 3\n1 3 1\n1 3 1\n1 1 3\n", b"NO NO YES", [(2, "YES")]),
    ],
)
def test_a_refused_move_that_would_explain_the_wrong_answer(
    source: bytes, output: bytes, mistake: list[tuple[int, str]]
) -> None:
    sentence = "Move {} was refused; if it had been made, the answer here would be {}."
    found = [each for each in judge_moves(source, output).meaning if "refused" in each]
    assert found == [sentence.format(*each) for each in mistake]


def test_white_space_does_not_matter() -> None:
    assert RIGHT == b"NO\nYES\nYES\nNO\n"
    for output in (RIGHT, RIGHT[:-1], b"\r\n NO\tYES\x0b YES  \f NO \n\n", RIGHT + b" " * 10**6):
        assert judge(output) == Verdict(VerdictKind.ACCEPTED, "4 tokens, all as expected")


@pytest.mark.parametrize(
    ("output", "message"),
    [
        *support.toml("outputs")["differences"],
        ("9" * 10**6, "1:1: expected NO for move 1, found " + "9" * 24 + "..."),
        ("\n" * 10**5 + " NO", "100001:4: expected YES for move 2, found end of file"),
    ],
)
def test_first_difference(output: str, message: str) -> None:
    verdict = judge(output.encode("latin-1"))
    assert (verdict.accepted, verdict.message) == (False, message)
    assert (verdict.kind is VerdictKind.TRAILING_OUTPUT) == (" after " in message)


def test_the_meaning_of_a_difference() -> None:
    verdict = judge(b"YES\nYES\nYES\nNO\n")
    assert verdict.kind is VerdictKind.WRONG
    assert verdict.meaning == (
        "move 1: cell (1, 2) of player 1 to player 2: NO",
        "Player 1's territory would be split into the 4-connected parts {(1, 1)} and {(1, 3)}.",
    )
    assert verdict.selection == {"move": 1}
    assert verdict.scene is not None
    assert draw(verdict.scene)[:2] == ("  1  2  3", "1 1a[1] 1b")


def test_without_reasons_only_the_difference_is_named() -> None:
    for output, message in (
        (b"NO\nyes\n", "2:1: expected YES, found yes: only the case of letters differs"),
        (b"NO", "1:3: expected YES, found end of file"),
    ):
        verdict = check(JURY, INPUT, BytesIO(output), lambda: [RIGHT], reasons=False)
        assert verdict == Verdict(VerdictKind.WRONG, message)
    for reasons in (False, True):
        verdict = check(load("nogo").jury, b"1\n.\n", BytesIO(b""), list, reasons=reasons)
        assert (verdict.kind, bool(verdict.meaning), verdict.scene is not None) == (VerdictKind.WRONG, reasons, reasons)


def test_answers_and_outputs_in_pieces_are_compared_as_a_whole() -> None:
    wrong = b"NO\nYES\nYES YES\n"
    longer = b"NO\nYES\nYES NO\nNO"
    cuts = [[RIGHT[:cut], RIGHT[cut:]] for cut in range(len(RIGHT) + 1)]
    for answer in (RIGHT.splitlines(keepends=True), *cuts):
        for output, message in (
            (wrong, "3:5: expected NO for move 4, found YES"),
            (longer, "4:1: expected end of file after 4 tokens, found NO"),
        ):
            assert check(JURY, INPUT, BytesIO(output), partial(iter, answer)).message == message


@pytest.mark.parametrize(
    ("tolerance", "answer", "output", "verdict"),
    [
        *support.toml("outputs")["numbers"],
        (1e-3, "1", f"1.{'0' * 150_000}\n \n2", "3:1: expected end of file after 1 token, found 2"),
        (0.5, "1 " * 70_000 + "3", "1.0 " * 70_000 + "\n5", "2:1: expected 3, found 5 (numbers may differ by 0.5)"),
    ],
)
def test_outputs_are_compared(tolerance: float, answer: str, output: str, verdict: str) -> None:
    found = compare_outputs(BytesIO(output.encode("latin-1")), lambda: [answer.encode()], tolerance or None)
    assert (found.kind == VerdictKind.ACCEPTED) == (verdict == "accepted")
    assert verdict in ("accepted", found.message)


@pytest.mark.parametrize(("how", "answer", "output", "verdict"), support.toml("outputs")["case"])
def test_outputs_are_compared_without_regard_to_case(how: float | str, answer: str, output: str, verdict: str) -> None:
    file, right = BytesIO(output.encode()), [answer.encode()]
    if isinstance(how, str):
        found = compare_texts(file, lambda: right, by_line=True, ignore_case=True)
    else:
        found = compare_outputs(file, lambda: right, how or None, ignore_case=True)
    assert (found.message, found.accepted) == (verdict, verdict.endswith("all as expected"))


def test_a_difference_in_case_only_has_a_remedy() -> None:
    for output, by_line, has in ((b"yes", True, True), (b"yes", False, False), (b"yet", True, False)):
        found = [compare_texts(BytesIO(output), lambda: [b"YES"], by_line=by_line)]
        found += [compare_outputs(BytesIO(output), lambda: [b"YES"], each) for each in (None, 0.5) if by_line]
        assert [verdict.meaning != () for verdict in found] == [has] * len(found)
        assert all("--ignore-case" in verdict.meaning[0] for verdict in found if has)


@pytest.mark.parametrize(
    ("by_line", "answer", "output", "verdict"),
    [
        *support.toml("outputs")["texts"],
        (False, "x" * 200_000 + "y", "x" * 200_000 + "z" * 30, f"1:200001: expected y, found {'z' * 24}..."),
    ],
)
def test_outputs_are_compared_by_lines_and_bytes(by_line: bool, answer: str, output: str, verdict: str) -> None:
    right = answer.encode()
    found = compare_texts(BytesIO(output.encode("latin-1")), lambda: [right[:1], right[1:]], by_line=by_line)
    kinds = {VerdictKind.TRAILING_OUTPUT: "trailing: "}
    assert kinds.get(found.kind, "") + found.message == verdict
    assert found.accepted == verdict.endswith("all as expected")


def test_files_are_read_in_pieces_of_64_kib() -> None:
    assert [len(piece) for piece in chunks_of(BytesIO(b"x" * 150_000))] == [65_536, 65_536, 18_928]


def test_without_explanations_the_wrong_answer_is_named_and_without_places_there_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"^outputs are compared only where there is one right answer$"):
        check(JURY._replace(place=None), INPUT, BytesIO(b"YES"), lambda: [RIGHT])
    verdict = check(JURY._replace(explainer=None), INPUT, BytesIO(b"NO\nNO"), lambda: [RIGHT])
    assert verdict == Verdict(VerdictKind.WRONG, "2:1: expected YES for move 2, found NO", selection={"move": 2})


def test_an_answer_that_does_not_fit_the_input_is_an_error() -> None:
    with pytest.raises(AnswerError, match=r"^has more tokens than the input calls for$"):
        judge(RIGHT, RIGHT + b"YES\n")
    require_length([RIGHT], [RIGHT])
    require_length([RIGHT, b"\n", b"\n"], [RIGHT])
    require_length([b"1 2 3\n", b"4\n"], [b"1\n2 3\n"])  # lines count, not tokens
    for short in (b"", RIGHT[:-3], b"\n\n\n\n"):
        with pytest.raises(AnswerError, match=r"has \d lines?, but the input calls for 4"):
            require_length([short], [RIGHT])


def pieces(data: bytes, rng: Random) -> Iterator[bytes]:
    while data:
        length = rng.choice((1, 2, 3, 50, 150, 400))
        yield data[:length]
        data = data[length:]


def test_a_token_that_ends_with_a_piece_ends_where_the_next_one_begins() -> None:
    tokens = Tokens([b"a" * 150, b" b", b"", b"c d\n", b" \n", b"e"])
    assert tokens.batch(150) == [b"a" * 150]
    assert tokens.position(1) == (1, 152)
    assert tokens.batch() == [b"bc", b"d"]
    assert [tokens.position(k) for k in range(3)] == [(1, 152), (1, 155), (2, 1)]
    assert tokens.batch() == [b"e"]
    assert tokens.position(0) == (3, 1)
    assert (tokens.batch(), tokens.position(0)) == ([], (3, 2))


def test_tokens_and_their_positions() -> None:
    for seed, rng in support.randoms(support.CASES // 20):
        words = [b"x" * rng.choice((1, 1, 2, 99)) for _ in range(rng.randint(0, 12))]
        data = b"".join(rng.choice((b" ", b"\n", b"\r\n", b"\t", b"\n" * 200)) + word for word in words)
        data += rng.choice((b"", b"\n", b" " * 300))
        tokens = Tokens(pieces(data, rng))
        found = []
        offset = 0
        while batch := tokens.batch():
            for k, token in enumerate(batch):
                offset = data.index(token, offset)
                line = data.count(b"\n", 0, offset) + 1
                assert tokens.position(k) == (line, offset - data.rfind(b"\n", 0, offset)), seed
                offset += len(token)
            found += batch
        assert found == words, seed


def test_a_huge_token_is_cut() -> None:
    tokens = Tokens(b"7" * 2**16 for _ in range(1000))
    parts = []
    while batch := tokens.batch(100):
        parts += batch
    assert max(map(len, parts)) <= 2 * 2**16
    assert sum(map(len, parts)) == 1000 * 2**16
    assert set(map(bytes, map(set, parts))) == {b"7"}


def changed(words: list[bytes], rng: Random) -> list[bytes]:
    """Return words of which one may be changed, made longer or shorter, left out, inserted or divided."""
    if not words or rng.random() < 0.4:
        return words
    k = rng.randrange(len(words))
    word, at = words[k], rng.randrange(len(words[k]))
    others: tuple[list[bytes], ...] = (
        [word[:at] + b"x" + word[at + 1 :]],
        [word + b"b"],
        [word[:-1]],
        [],
        [b"a" * rng.choice((1, 100, 200)), word],
        [word[:at], word[at:]],
    )
    return [*words[:k], *filter(None, rng.choice(others)), *words[k + 1 :]]


def test_tokens_of_any_length_are_compared() -> None:
    """Whatever the pieces; what is expected and found, and where, is that of the first token that differs."""
    for seed, rng in support.randoms(support.CASES // 4):
        lengths = (1, 2, 99, 100, 101, 150, 300, 1000)
        words = [bytes(rng.choices(b"ab", k=rng.choice(lengths))) for _ in range(rng.randint(0, 6))]
        others = changed(words, rng)
        data, output = (
            b"".join(rng.choice((b" ", b"\n", b"\r\n")) + word for word in each) + rng.choice((b"", b"\n", b" " * 300))
            for each in (words, others)
        )
        found = compare(pieces(data, rng), pieces(output, rng))
        same = 0
        while same < min(len(words), len(others)) and words[same] == others[same]:
            same += 1
        assert found.same == same, seed
        assert found.equal() == (words == others), seed
        shown = [
            None if same == len(each) else each[same][:24].decode() + "..." * (len(each[same]) > 24)
            for each in (words, others)
        ]
        assert [found.expected, found.found] == shown, seed
        if same < len(others):
            start = 0
            for word in others[:same]:
                start = output.index(word, start) + len(word)
            start = output.index(others[same], start)
            line = output.count(b"\n", 0, start) + 1
            assert (found.line, found.column) == (line, start - output.rfind(b"\n", 0, start)), seed


def test_a_long_token_across_the_pieces_of_a_file_is_right() -> None:
    """A row of 1000 characters, say, that begins in one piece of an output and ends in the next."""
    rows = b"\n".join([b"*" * 1000] * 200) + b"\n"
    assert compare([rows], chunks_of(BytesIO(rows))).equal()
    wrong = compare([rows], chunks_of(BytesIO(rows[:65900] + b"." + rows[65901:])))
    assert (wrong.same, wrong.line, wrong.column) == (65, 66, 1)
