import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refsol.errors import InputError
from refsol.text.scanner import Scanner

BLANKS = st.text(" \t\r\n\v\f", min_size=1, max_size=4)


@given(st.lists(st.tuples(st.integers(0, 10**18 - 1), BLANKS)))
def test_reads_back_what_was_written(pairs: list[tuple[int, str]]) -> None:
    scanner = Scanner("".join(f"{value}{blank}" for value, blank in pairs).encode())
    assert [scanner.integer(0, 10**18 - 1, "number") for _ in pairs] == [value for value, _ in pairs]
    scanner.finish()


@given(st.binary(max_size=40), st.integers(0, 20), st.integers(0, 100))
def test_reads_what_a_literal_reader_reads(data: bytes, low: int, span: int) -> None:
    token = data.split()[0] if data.split() else b""
    canonical = token.isdigit() and str(int(token)).encode() == token
    if canonical and low <= int(token) <= low + span:
        assert Scanner(data).integer(low, low + span, "number") == int(token)
    else:
        with pytest.raises(InputError):
            Scanner(data).integer(low, low + span, "number")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "1:1: expected number in 0..9, found end of file"),
        (b" \n\n ", "3:2: expected number in 0..9, found end of file"),
        (b"\n  x1", "2:3: expected number in 0..9, found 'x1'"),
        (b"\n\n 10", "3:2: expected number in 0..9, found '10'"),
        (b"-1", "1:1: expected number in 0..9, found '-1'"),
        (b"+1", "1:1: expected number in 0..9, found '+1'"),
        (b"01", "1:1: expected number in 0..9, found '01'"),
        (b"1.5", "1:1: expected number in 0..9, found '1.5'"),
        (b"9" * 40, "1:1: expected number in 0..9, found '999999999999999999999999'..."),
        (b"1\x00", "1:1: expected number in 0..9, found '1\\x00'"),
        (b"\xef\xbb\xbf1", "1:1: expected number in 0..9, found a UTF-8 byte order mark"),
        (b"\xd9\xa3", "1:1: expected number in 0..9, found '\\xd9\\xa3'"),
        (b"1_0", "1:1: expected number in 0..9, found '1_0'"),
    ],
)
def test_errors_say_where_and_what(data: bytes, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Scanner(data).integer(0, 9, "number")
    assert str(caught.value) == message
    assert f"{caught.value.line}:{caught.value.column}:" == message.split()[0]
    assert f"expected {caught.value.expected}, found {caught.value.found}" in message
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


def test_words_have_their_exact_length() -> None:
    scanner = Scanner(b" abc\n de")
    assert (scanner.word(3, "letters"), scanner.last()) == (1, 1)
    with pytest.raises(InputError, match="2:2: expected letters of 3 characters, found 'de'"):
        scanner.word(3, "letters")
    with pytest.raises(InputError, match="found 'abc'"):
        Scanner(b"abc").word(2, "letters")


def test_nothing_may_follow() -> None:
    scanner = Scanner(b"1 2")
    scanner.integer(1, 1, "number")
    assert not scanner.at_end()
    with pytest.raises(InputError, match="1:3: expected end of file, found '2'"):
        scanner.finish()
