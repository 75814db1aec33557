import pickle
import re
from io import BytesIO
from random import Random

import pytest
import support
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol.errors import InputError
from refsol.multigo.board import TRIPLE_LOOKAHEAD, fast_triple
from refsol.text.scanner import Input, Scanner, symbol_codes

BLANKS = st.text(" \t\r\n\v\f", min_size=1, max_size=4)


@given(st.lists(st.tuples(st.integers(0, 10**18 - 1), BLANKS)))
def test_reads_back_what_was_written(pairs: list[tuple[int, str]]) -> None:
    scanner = Scanner("".join(f"{value}{blank}" for value, blank in pairs).encode())
    assert [scanner.integer(0, 10**18 - 1, "number") for _ in pairs] == [value for value, _ in pairs]
    scanner.finish()


def test_blanks_are_the_white_space_of_ascii() -> None:
    for byte in range(256):
        for data in (bytes([byte]) + b"1", b"1" + bytes([byte])):
            scanner = Scanner(data, errors=[])
            scanner.integer(1, 99, "number")
            assert scanner.ok() == bool(re.fullmatch(rb"\s?[1-9][0-9]?\s?", data))


@pytest.mark.parametrize("end", [b"", b" ", b"\n2"])
def test_integers_have_up_to_18_digits_anywhere_in_a_window(end: bytes) -> None:
    for blanks in range(40):
        for digits in range(16, 20):
            number = b"1234567890123456789"[:digits]
            scanner = Scanner(BytesIO(b" " * blanks + number + end), window=32)
            if digits < 19:
                assert scanner.integer(0, 10**18 - 1, "number") == int(number)
            else:
                with pytest.raises(InputError, match=f"found '{number.decode()}'"):
                    scanner.integer(0, 10**18 - 1, "number")


@given(st.binary(max_size=40), st.integers(0, 20), st.integers(0, 100))
def test_reads_what_a_literal_reader_reads(data: bytes, low: int, span: int) -> None:
    token = data.split()[0] if data.split() else b""
    canonical = token.isdigit() and str(int(token)).encode() == token
    if canonical and low <= int(token) <= low + span:
        assert Scanner(data).integer(low, low + span, "number") == int(token)
    else:
        with pytest.raises(InputError):
            Scanner(data).integer(low, low + span, "number")


@pytest.mark.parametrize(("text", "message"), support.toml("scanner")["numbers"])
def test_errors_say_where_and_what(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        Scanner(text.encode("latin-1")).integer(0, 9, "number")
    assert str(caught.value) == message
    assert f"{caught.value.line}:{caught.value.column}:" == message.split()[0]
    assert f"expected {caught.value.expected}, found {caught.value.found}" in message
    assert str(pickle.loads(pickle.dumps(caught.value))) == message


NUMBERS = st.one_of(*[st.lists(st.integers(0, high).map(str), max_size=20) for high in (3, 9, 30, 300, 3000, 12000)])
JUNK = st.lists(st.text("0\0:/?-\xb2", max_size=3), max_size=1)


@given(
    st.lists(st.one_of(NUMBERS, NUMBERS, NUMBERS, JUNK), max_size=4),
    st.sampled_from((" ", " ", "  ", "\n", "\r\n")),
    st.sampled_from((0, 0, 1, 5, 10)),
    st.sampled_from((10, 30, 999, 9001, 9999, 10**6, 2**31 - 1)),
)
def test_many_integers_are_integers_one_by_one(tokens: list[list[str]], separator: str, low: int, high: int) -> None:
    data = " \n".join([separator.join(line) for line in tokens]).encode("latin-1")
    one_by_one = Scanner(data)
    numbers: list[int] = []
    message = ""
    while not message:
        try:
            numbers.append(one_by_one.integer(low, high, "number"))
        except InputError as error:
            message = str(error)
    for count in (len(numbers), len(numbers) // 2):
        scanner = Scanner(data)
        into = vec[i32]([i32(0)] * (count + 2))
        scanner.integers(into, 1, count, low, high, "number")
        assert list(into) == [0, *numbers[:count], 0]
        assert [scanner.integer(low, high, "number") for _ in numbers[count:]] == numbers[count:]
    with pytest.raises(InputError) as caught:
        Scanner(data).integers(vec[i32]([i32(0)] * (len(numbers) + 1)), 0, len(numbers) + 1, low, high, "number")
    assert str(caught.value) == message


def test_rows_of_symbols_have_their_exact_length_and_no_other_symbols() -> None:
    codes = symbol_codes(b"abcde")
    assert len(codes) == 256
    into = vec[u8]([u8(9)] * 5)
    scanner = Scanner(b" abc\n de")
    assert (scanner.symbols(into, 1, 3, codes, "letters", "letter"), scanner.last()) == (1, 1)
    assert list(into) == [9, 0, 1, 2, 9]
    with pytest.raises(InputError, match="2:2: expected letters of 3 characters, found 'de'"):
        scanner.symbols(into, 1, 3, codes, "letters", "letter")
    with pytest.raises(InputError, match="1:1: expected letters of 2 characters, found 'xbc'"):
        Scanner(b"xbc").symbols(into, 1, 2, codes, "letters", "letter")
    with pytest.raises(InputError, match="1:2: expected letter, found 'xc'"):
        Scanner(b"axc").symbols(into, 1, 3, codes, "letters", "letter")


@pytest.mark.parametrize("data", [b"3 1 4 1 5 9", b"3\r\n1 4\t1  5 9 ", b"3 1 4 1 5 9\n10 11 12 13 14 15 16 17"])
def test_many_integers_at_once(data: bytes) -> None:
    into = vec[i32]([i32(0)] * 8)
    scanner = Scanner(data)
    scanner.integers(into, 1, 6, 1, 9, "number")
    assert list(into) == [0, 3, 1, 4, 1, 5, 9, 0]
    for wrong in (b"0", b"10", b"x", b"01", b"1000000000000"):
        for index in range(6):
            tokens = [wrong if k == index else b"7" for k in range(6)]
            with pytest.raises(InputError) as caught:
                Scanner(b" ".join(tokens) + b"\n" * 9).integers(into, 1, 6, 1, 9, "number")
            assert str(caught.value) == f"1:{2 * index + 1}: expected number in 1..9, found {str(wrong)[1:]}"


@pytest.mark.parametrize("separator", [" ", "\n", "  "])
@pytest.mark.parametrize(
    ("low", "high"),
    [(0, 9), (1, 9), (5, 8), (5, 30), (12, 345), (100, 999), (900, 1100), (1000, 9999), (2000, 123456), (10**6, 10**9)],
)
def test_many_integers_within_limits(low: int, high: int, separator: str) -> None:
    """One of the integers is out of range; each fast path has to find it, wherever it is."""
    numbers = [low, high, (low + high) // 2, high, low, low, high]
    for wrong in (low - 1, high + 1):
        for index in range(7):
            tokens = [str(wrong if k == index else number) for k, number in enumerate(numbers)]
            errors: list[InputError] = []
            into = vec[i32]([i32(0)] * 7)
            scanner = Scanner(separator.join([*tokens, "\n" * 9]).encode(), errors=errors)
            scanner.integers(into, 0, 7, low, high, "number")
            assert list(into) == [low if k == index else number for k, number in enumerate(numbers)]
            assert [(error.expected, error.found) for error in errors] == [(f"number in {low}..{high}", f"'{wrong}'")]
            assert scanner.at_end()


def integers_of(data: bytes, low: int, high: int, at_once: bool) -> tuple[list[int], list[str]]:
    """Read four integers, all at once or one by one; return them and the errors."""
    errors: list[InputError] = []
    into = vec[i32]([i32(0)] * 4)
    scanner = Scanner(data, errors=errors)
    try:
        if at_once:
            scanner.integers(into, 0, 4, low, high, "number")
        else:
            for k in range(4):
                into[k] = i32(scanner.integer(low, high, "number"))
    except InputError as error:
        errors.append(error)
    return list(into), list(map(str, errors))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        (b"7 8 9 0 ", 0, 9),
        (b"7 8 9 10", 5, 30),
        (b"98 7 65 ", 2, 99),
        (b"9876 543", 0, 9999),
        (b"987654 3", 1, 10**6),
        (b"1 r@r@r@", 0, 99),  # "r@" is "9 " moved up by a bit
    ],
)
def test_texts_of_integers_that_differ_in_one_byte(text: bytes, low: int, high: int) -> None:
    rest = b" 1 2 3 x\n\n\n\n\n\n\n\n"
    for k in range(8):
        for byte in range(256):
            data = text[:k] + bytes([byte]) + text[k + 1 :] + rest
            assert integers_of(data, low, high, at_once=True) == integers_of(data, low, high, at_once=False)


@pytest.mark.parametrize(("low", "high"), [(0, 9), (5, 8), (5, 30), (10, 30)])
def test_four_equal_lanes(low: int, high: int) -> None:
    """Four integers of one digit are a word of four lanes. Other lanes are near the bounds of what 16 bits can hold."""
    for lane in (*range(32), *range(0x7FE0, 0x8020), *range(0xFFE0, 0x10000)):
        data = (lane ^ 0x2030).to_bytes(2, "little") * 4 + b"\n" * 8
        assert integers_of(data, low, high, at_once=True) == integers_of(data, low, high, at_once=False)


def test_tokens_before_the_last_one() -> None:
    scanner = Scanner(b"10 \n 200  3000")
    for _token in range(3):
        scanner.integer(0, 9999, "number")
    assert [scanner.last(back) for back in range(3)] == [10, 5, 0]


def test_files_read_as_bytes_do() -> None:
    for seed, rng in support.randoms():
        length = rng.choice((1, 2, 3, 6, 19, 99))
        tokens = [
            str(rng.randrange(1, 10 ** rng.choice((1, 3, length)))).zfill(rng.choice((0, 0, length))) for _ in range(9)
        ]
        data = "".join(token + rng.choice((" ", "\n", "\r\n", "\n" * 50)) for token in tokens).encode()
        if rng.randrange(4) == 0:
            data = data.rstrip() + rng.choice((b"", b" x", b"\0", b"\xef\xbb\xbf"))
        before = b"skipped\n" * rng.randrange(2)
        file = BytesIO(before + data)
        file.seek(len(before))
        kinds = rng.random()
        from_bytes = support.read_tokens(Scanner(data), Random(kinds))
        from_file = support.read_tokens(Scanner(file, window=rng.randint(32, 64)), Random(kinds))
        assert from_bytes == from_file, f"seed {seed!r}: {data!r}"


def test_files_in_small_pieces_give_the_same_tokens_and_errors() -> None:
    """Wrong rows are collected, and reading continues after them, although a row may be longer than the window."""
    codes = symbol_codes(b"ab")
    for seed, rng in support.randoms(support.CASES // 10):
        length = rng.choice((1, 5, 40, 90))
        rows = ["".join(rng.choice("ab") for _ in range(length)) for _ in range(6)]
        expected = []
        for k in rng.sample(range(6), rng.randint(0, 3)):
            at = rng.randrange(length)
            if rng.randrange(2):
                rows[k] = rows[k][:at] + "x" + rows[k][at + 1 :]
                found = repr(rows[k][at : at + 24]) + "..." * (length - at > 24)
                expected.append(f"{k + 1}:{at + 1}: expected letter, found {found}")
            else:
                rows[k] += "a"
                found = repr(rows[k][:24]) + "..." * (length + 1 > 24)
                expected.append(f"{k + 1}:1: expected letters of {length} character{'s' * (length > 1)}, found {found}")
        data = "".join(f"{row}\n" for row in rows).encode()
        for source in (data, BytesIO(data), support.ShortReads(data)):
            errors: list[InputError] = []
            scanner = Scanner(source, window=rng.randint(32, 64), errors=errors)
            into = vec[u8]([u8(0)] * length)
            starts = [scanner.symbols(into, 0, length, codes, "letters", "letter") for _row in rows]
            scanner.finish()
            assert starts == [sum(len(row) + 1 for row in rows[:k]) for k in range(6)], f"seed {seed!r}"
            assert list(map(str, errors)) == sorted(expected), f"seed {seed!r}: {data!r}"


@pytest.mark.parametrize("data", [b" ", b" " * 100, b"a" + b" " * 40, b"\n" * 33 + b"a", b" " * 40 + b"c"])
def test_the_first_row_may_begin_after_the_window(data: bytes) -> None:
    """Where a row begins is known only once the blanks before it are skipped, which may move the window."""
    got: list[list[object]] = []
    sources: list[Input] = [data, BytesIO(data), *(support.ShortReads(data, most) for most in range(1, 8))]
    for source in sources:
        scanner = Scanner(source, window=32)
        into = vec[u8]([u8(0)] * 2)
        try:
            got.append([scanner.symbols(into, 0, 1, symbol_codes(b"ab"), "a row", "letter") for _row in range(2)])
        except InputError as error:
            got.append([error.line, error.column, error.found])
    assert got == [got[0]] * len(got)


def test_a_caller_can_have_a_fast_path_of_its_own() -> None:
    data = b"1 22 333\n 4 5 6\n7 8 9\n10 200 1000000\n1 1000 1\n"
    for window in range(32, 64):
        scanner = Scanner(BytesIO(data), window=window)
        got = []
        fast = 0
        while not scanner.at_end():
            buffer, position, size = scanner.buffer()
            x, y, k, length = fast_triple(buffer, position) if position + TRIPLE_LOOKAHEAD <= size else (0, 0, 0, 0)
            assert length > 0 or (x, y, k, length) == (0, 0, 0, 0)
            if length > 0:
                scanner.skip_to(position + length)
                fast += 1
            else:
                x, y, k = (scanner.integer(1, 10**6, "number") for _ in range(3))
            got.append((x, y, k))
        assert got == [(1, 22, 333), (4, 5, 6), (7, 8, 9), (10, 200, 10**6), (1, 1000, 1)]
        assert fast >= 2


@pytest.mark.parametrize("line", [b"5 6 7\n8 9", b"12 345 6789\n1 2", b"987 654 7654321\n"])
def test_triples_of_lines_that_differ_in_one_byte(line: bytes) -> None:
    for k in range(len(line)):
        for byte in range(256):
            text = line[:k] + bytes([byte]) + line[k + 1 :]
            match = re.match(rb"([1-9][0-9]{0,2}) ([1-9][0-9]{0,2}) ([1-9][0-9]{0,6})\n", text)
            expected = (*map(int, match.groups()), len(match[0])) if match else (0, 0, 0, 0)
            assert fast_triple(b"\n" + text.ljust(TRIPLE_LOOKAHEAD, b"\n"), 1) == expected


def test_only_one_window_of_a_file_is_held() -> None:
    data = b"".join(b"%d\n" % number for number in range(100))
    for file in (BytesIO(data), support.ShortReads(data)):
        scanner = Scanner(file, window=42)
        sizes = []
        for number in range(100):
            assert scanner.integer(0, 99, "number") == number
            sizes.append(scanner.buffer()[2])
        assert max(sizes) == 42


def test_a_rewound_scanner_reads_the_same_input_in_the_same_way() -> None:
    data = b"".join(b"%d " % number for number in range(100))
    file = BytesIO(b"skipped" + data)
    file.seek(7)
    for source in (data, file):
        errors: list[InputError] = []
        scanner = Scanner(source, "end of the numbers", 40, errors)
        assert [scanner.integer(0, 99, "number") for _ in range(50)] == list(range(50))
        rewound = scanner.rewound()
        assert not rewound.at_end()
        assert rewound.buffer()[2] == (len(data) if source is data else 40)
        assert [rewound.integer(0, 99, "number") for _ in range(100)] == list(range(100))
        with pytest.raises(InputError, match="found end of the numbers"):
            rewound.integer(0, 9, "number")
        assert [scanner.integer(0, 99, "number") for _ in range(50)] == list(range(50, 100))
        assert errors == []


def test_errors_are_counted_if_they_are_collected() -> None:
    scanner = Scanner(b"1 x 2 y", errors=[])
    counts = []
    for _token in range(4):
        scanner.integer(0, 9, "number")
        counts.append(scanner.error_count())
    assert counts == [0, 1, 1, 2]
    assert Scanner(b"x").error_count() == 0


def test_nothing_may_follow() -> None:
    scanner = Scanner(b"1 2")
    scanner.integer(1, 1, "number")
    assert not scanner.at_end()
    with pytest.raises(InputError, match="1:3: expected end of file, found '2'"):
        scanner.finish()
