import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.strings import BytesWriter

from refsol.text.words import (
    FOUR_ZEROS,
    fast_integer,
    four_digit_value,
    four_times,
    has_four_digits,
    positive_line_end,
    positive_pair,
    short_length,
    short_value,
)
from refsol.text.writer import word_of, write_integer, write_word


def in_a_word(text: bytes) -> int:
    return int.from_bytes(text, "little", signed=True)


# Each of these functions compares one or two functions of `words` with a literal reader, on a text of eight bytes.


def check_short_integer(text: bytes) -> None:
    word = in_a_word(text)
    length = short_length(word)
    assert 1 <= length <= 4
    number = re.match(rb"(0|[1-9][0-9]{0,3}) ", text)
    if number:
        assert length == len(number[1])
        assert short_value(word, length) == int(number[1])
        assert has_four_digits(word) == (length == 4)
    else:
        assert short_value(word, length) >= 2**24
        assert not has_four_digits(word) or short_value(word, 4) >= 2**24


def check_four_digits(text: bytes) -> None:
    value = four_digit_value(in_a_word(text))
    match = re.match(rb"([1-9][0-9]{3}) ", text)
    assert value == int(match[1]) if match else value < 1000 or value >= 2**31


def check_fast_integer(text: bytes) -> None:
    match = re.match(rb"(0|[1-9][0-9]{0,5})[ \n]", text)
    assert fast_integer(in_a_word(text)) == ((int(match[1]), len(match[0])) if match else (-1, 0))


def check_positive_pair(text: bytes) -> None:
    match = re.match(rb"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2}) ", text)
    assert positive_pair(in_a_word(text)) == ((int(match[1]), int(match[2]), len(match[0])) if match else (0, 0, 0))


def check_positive_line_end(text: bytes) -> None:
    match = re.match(rb"([1-9][0-9]{0,6})\n", text)
    assert positive_line_end(in_a_word(text)) == ((int(match[1]), len(match[0])) if match else (0, 0))


TEXTS = {
    check_short_integer: (b"7 89 123", b"987 654 ", b"9876 543"),
    check_four_digits: (b"9876 543", b"1000 \n\n\n"),
    check_fast_integer: (b"7 89 123", b"89 7 123", b"9876\n543", b"987654 3"),
    check_positive_pair: (b"9 8 7 6 ", b"98 76 54", b"987 654 "),
    check_positive_line_end: (b"9\n876543", b"9876\n\n\n\n", b"9876543\n"),
}


@pytest.mark.parametrize(("check", "text"), [(check, text) for check, texts in TEXTS.items() for text in texts])
def test_texts_that_differ_in_one_byte(check: Callable[[bytes], None], text: bytes) -> None:
    for k in range(8):
        for byte in range(256):
            check(text[:k] + bytes([byte]) + text[k + 1 :])


@given(st.one_of(st.binary(min_size=8, max_size=8), st.text("09/: \n?", min_size=8, max_size=8).map(str.encode)))
def test_short_integers(text: bytes) -> None:
    check_short_integer(text)


@given(st.text("0159", min_size=3, max_size=5), st.text(" \n\t/:x\xb2", max_size=2), st.binary(min_size=8, max_size=8))
def test_integers_of_four_digits(digits: str, end: str, rest: bytes) -> None:
    check_four_digits(((digits + end).encode("latin-1") + rest)[:8])


@given(st.one_of(st.binary(min_size=8, max_size=8), st.text("0159 ", min_size=8, max_size=8).map(str.encode)))
def test_four_lanes(text: bytes) -> None:
    lanes = in_a_word(text) ^ FOUR_ZEROS
    numbers = [int.from_bytes(text[k : k + 2], "little") ^ 0x2030 for k in range(0, 8, 2)]
    tops = four_times(0x8000) & 2**64 - 1  # compiled, it is negative
    for bound in (0, 1, 9):
        exceeds = (lanes | lanes + four_times(0x7FFF - bound)) & tops != 0
        assert exceeds == any(number > bound for number in numbers)
        outside = (lanes | lanes + four_times(0x7FFF - 9) | ~(lanes + four_times(0x8000 - bound))) & tops != 0
        assert outside == any(not bound <= number <= 9 for number in numbers)


@given(st.text("0123456789", max_size=8), st.text("0 \n\t/:x\xb2", max_size=8))
def test_fast_integers_are_what_a_literal_reader_reads(digits: str, rest: str) -> None:
    check_fast_integer((digits + rest).encode("latin-1").ljust(8, b"\0")[:8])


SHORT_TEXTS = st.text("0159", max_size=4)
SEPARATORS = st.one_of(st.just(" "), st.text(" \n\t/:x\xb2", max_size=2))


@given(SHORT_TEXTS, SEPARATORS, SHORT_TEXTS, SEPARATORS, st.binary(min_size=8, max_size=8))
def test_positive_pairs(first: str, separator: str, second: str, end: str, rest: bytes) -> None:
    check_positive_pair(((first + separator + second + end).encode("latin-1") + rest)[:8])


@given(st.text("0123456789", max_size=8), st.one_of(st.just("\n"), SEPARATORS), st.binary(min_size=8, max_size=8))
def test_positive_integers_at_a_line_end(digits: str, end: str, rest: bytes) -> None:
    check_positive_line_end(((digits + end).encode("latin-1") + rest)[:8])


@given(st.lists(st.one_of(st.integers(0, 20), st.integers(0, 2**63 - 1))))
def test_writes_decimals(values: list[int]) -> None:
    out = BytesWriter()
    for value in values:
        write_integer(out, value)
    assert out.getvalue() == b"".join(b"%d" % value for value in values)


def test_writes_powers_of_ten() -> None:
    for value in (k for power in range(19) for k in (10**power - 1, 10**power, 10**power + 1)):
        out = BytesWriter()
        write_integer(out, value)
        assert out.getvalue() == b"%d" % value


@given(st.lists(st.text("0123456789 \n~\0", max_size=8)))
def test_writes_words(texts: list[str]) -> None:
    out = BytesWriter()
    for text in texts:
        write_word(out, word_of(text.encode()), len(text))
    assert out.getvalue() == "".join(texts).encode()
