"""What assertions demand of the inputs that are made up: lengths, comparisons, sums over rounds, distinct values."""

import re
import time
from itertools import pairwise
from random import Random
from typing import Final

import pytest
from support import toml

from refsol.own.description import WAYS, GenerationError, Generator, parse, validate
from refsol.own.description.automaton import Pattern

MANY: Final = 8  # seeds

DEMANDING: Final = toml("demands")["demanding"]
GRID: Final = DEMANDING["grid"]
LENGTH: Final = DEMANDING["length"]
TEXTS: Final = DEMANDING["several texts"].replace("3000", "100000")
LETTERS: Final = DEMANDING["letters"].replace("5000", "10^6")
CASES: Final = DEMANDING["cases"].replace("3000", "200000")
POWERS: Final = DEMANDING["powers"].replace("1000}", "1000000}").replace("2*1000", "2*10^6")


def made(text: str, way: str, seed: str = "1") -> bytes:
    description = parse(text.encode())
    data = Generator(description).generate(WAYS[way], seed)
    validate(description, data)
    return data


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", DEMANDING)
def test_what_is_demanded_is_made(name: str, way: str) -> None:
    description = parse(DEMANDING[name].encode())
    generator = Generator(description)
    for seed in map(str, range(MANY)):
        validate(description, generator.generate(WAYS[way], seed))


@pytest.mark.parametrize("way", ["large", "largest"])
@pytest.mark.parametrize("side", [50, 300])
def test_a_grid_has_its_limits(way: str, side: int) -> None:
    lines = made(GRID.replace("50", str(side)), way).split(b"\n")
    assert lines[0] == b"%d %d" % (side, side)
    assert {len(line) for line in lines[1:-1]} == {side}


def test_a_grid_that_is_checked_afterwards_has_its_limits() -> None:
    lines = made(DEMANDING["checked afterwards"], "largest").split(b"\n")
    assert [lines[0], *lines[51:]] == [b"50 50", *[b"49"] * 50, b""]
    assert {len(line) for line in lines[1:51]} == {50}


def test_a_text_has_the_length_that_was_read() -> None:
    lengths = [made(LENGTH, "random", str(seed)).split() for seed in range(100)]
    assert {int(length) for length, *_ in lengths} == set(range(1, 9))
    assert [*map(len, made(LENGTH, "largest").split())] == [3, 100]


@pytest.mark.parametrize("way", WAYS)
def test_sums_of_lengths_are_quick(way: str) -> None:
    begin = time.process_time()
    for seed in "123":
        lines = made(TEXTS, way, seed).split()
        total = sum(map(len, lines[1:]))
        if way in ("large", "largest"):
            assert (len(lines), total) == (1001, 100_000)
    assert time.process_time() - begin < 60  # it took for ever


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        (LETTERS.replace("6", "5"), 100_000),
        (CASES.replace("200000", "20000"), 20_000),
        pytest.param(CASES, 200_000, marks=pytest.mark.unmeasured),
        (POWERS.replace("10^6", "10^5"), 200_000),
    ],
)
def test_sums_reach_their_limits(text: str, limit: int) -> None:
    for seed in "123":
        assert sum(map(len, re.findall(b"[A-Za-z]+", made(text, "large", seed)))) >= 0.9 * limit
    assert sum(map(len, re.findall(b"[A-Za-z]+", made(text, "largest")))) == limit


def test_a_budget_is_shared_in_several_ways() -> None:
    longest = {max(map(len, made(TEXTS, "large", str(seed)).split())) for seed in range(20)}
    assert longest == {100, 99_001}


def test_a_round_has_room_where_there_are_many() -> None:
    text = """INT(1,1000,t) NEWLINE SET(s=0)
        REP(t) INT(1,1000,n) SET(s=s+n) ASSERT(s <= 1000) REP(n) STRING("x") END NEWLINE END"""
    assert made(text, "largest").split() == [b"1000"] + [b"1x"] * 1000
    numbers = [[*map(int, made(text, "large", str(seed)).replace(b"x", b"").split())] for seed in range(9)]
    assert all(sum(each[1:]) == 1000 for each in numbers)
    assert max(max(each[1:]) for each in numbers) == 900


def test_sums_of_values_are_spread() -> None:
    sums = [[*map(int, made(DEMANDING["sum of numbers"], "large", str(seed)).split())][1:] for seed in range(20)]
    assert min(map(sum, sums)) >= 900_000
    assert min(map(max, sums)) < 50_000


def test_there_are_as_many_rounds_as_values() -> None:
    assert made(DEMANDING["few values"], "largest").split()[0] == b"50"
    assert made(DEMANDING["few pairs"], "largest").split()[:2] == [b"9", b"27"]


def test_pairs_go_on_where_a_first_value_has_no_more() -> None:
    numbers = [*map(int, made(DEMANDING["graphs"], "largest").split())]
    assert numbers[:3] == [100, 200, 400]
    grids = [*map(int, re.findall(rb"\d+", made(DEMANDING["sum of grids"], "largest")))]
    assert sum(n * m for n, m in zip(grids[1::2], grids[2::2], strict=True)) > 1900


def test_numbers_leave_room_for_those_that_are_greater() -> None:
    assert [*map(int, made(DEMANDING["strictly sorted"], "largest").split())] == [1000, *range(1001, 2001)]
    assert [*map(int, made(DEMANDING["falling"], "smallest").split())] == [1, 0]
    assert made(DEMANDING["falling"], "large").count(b"\n") == 1001


def test_a_text_may_not_be_as_long_as_is_demanded() -> None:
    with pytest.raises(GenerationError, match=re.escape("STRLEN(s) == 3 (line 1, column 18 of the description)")):
        Generator(parse(b'REGEX("(ab)*",s) ASSERT(STRLEN(s) == 3)')).generate(WAYS["random"], "1")


@pytest.mark.parametrize("text", toml("demands")["patterns"])
def test_texts_of_every_possible_length_are_made(text: str) -> None:
    """The lengths that are possible are those that the automaton can reach."""
    most = 14
    pattern = Pattern(text.encode())
    alphabet = sorted({*text.encode()} & {*b"abcdefgxz019- "}) or [97]
    states = {pattern.expression}
    for length in range(most + 1):
        if any(state.ends for state in states):
            source = f'REGEX("{text}",s) ASSERT(STRLEN(s) == {length})'
            assert len(made(source, Random(length).choice([*WAYS]))) == length
        states = {pattern._derivative(state, byte) for state in states for byte in alphabet}


# What isn't equal, and many distinct texts


EDGES: Final = """INT(2,30000,n) SPACE INT(1,60000,m) NEWLINE
REPI(i,m) INT(1,n,u[i]) SPACE INT(1,n,v[i]) NEWLINE ASSERT(u[i] != v[i]) END"""


@pytest.mark.parametrize("way", ["large", "largest"])
@pytest.mark.parametrize("more", ["", "ASSERT(UNIQUE(u,v))"])
@pytest.mark.parametrize("most", [10_000, pytest.param(30_000, marks=pytest.mark.unmeasured)])
def test_numbers_that_differ_reach_their_limits(way: str, more: str, most: int) -> None:
    text = EDGES.replace("30000", str(most)).replace("60000", str(2 * most))
    numbers = [*map(int, made(text + more, way).split())]
    assert numbers[:2] == [most, 2 * most]
    assert way == "large" or most in numbers[2:]


@pytest.mark.parametrize("way", ["large", "largest"])
def test_values_are_excluded_only_where_it_is_demanded(way: str) -> None:
    text = """INT(1,9,k) NEWLINE REP(500) INT(0,1,kind) SPACE INT(5,9,x) NEWLINE
    IF(kind == 1) ASSERT(2 * x != 18 && x != k - 1) END END"""
    assert (b"\n0 9\n" in made(text, "large")) or way == "largest"
    _ = made(text, way)


@pytest.mark.unmeasured
@pytest.mark.parametrize("way", ["large", "largest"])
@pytest.mark.parametrize("pattern", ["[a-z]{1,10}", "[01]{16}", "[a-c]{1,10}"])
def test_many_distinct_texts_are_quick(way: str, pattern: str) -> None:
    begin = time.process_time()
    text = f'INT(1,20000,n) NEWLINE REPI(i,n) REGEX("{pattern}",w[i]) NEWLINE END ASSERT(UNIQUE(w))'
    assert made(text, way).startswith(b"20000\n")
    assert time.process_time() - begin < 60


# Time


def test_making_up_takes_no_longer_than_it_may() -> None:
    text = 'REP(10^7) REGEX("[a-z]{9}") NEWLINE END'
    begin = time.process_time()
    with pytest.raises(GenerationError, match=r"^no input was found in 0\.1 s$"):
        Generator(parse(text.encode())).generate(WAYS["large"], "1", seconds=0.1)
    hard = "INT(1,10^9,n) REPI(i,10^5) INT(1,10^9,a[i]) NEWLINE ASSERT(a[i] % 1000 == n % 1000) END"
    with pytest.raises(
        GenerationError, match=r"^no input that satisfies a\[i\] .* \(line 1, column 53 of the .* in 0\.1 s$"
    ):
        Generator(parse(hard.encode())).generate(WAYS["random"], "1", seconds=0.1)
    assert time.process_time() - begin < 60


@pytest.mark.parametrize("way", ["large", "largest"])
@pytest.mark.parametrize("before", ["", 'REP(n) STRING("x") END NEWLINE '])
def test_the_largest_that_fits_the_time(way: str, before: str) -> None:
    words = 'REGEX("([A-Z]{1,5} ){0,5}[=] [A-Z]{1,5}")'
    description = parse(f"INT(1,400000,n) NEWLINE {before}REP(n,NEWLINE) {words} END NEWLINE".encode())
    data = Generator(description).generate(WAYS[way], "1", seconds=1.0)
    validate(description, data)
    assert 8 < int(data.split()[0]) < 400_000
    nested = parse(f"INT(1,2000,t) NEWLINE REP(t) INT(1,2000,n) NEWLINE REP(n) {words} NEWLINE END END".encode())
    assert Generator(nested).generate(WAYS[way], "1", seconds=1.0).count(b"\n") > 8


@pytest.mark.parametrize(
    "text",
    [
        "INT(1,20,a) SPACE INT(1,20,b) NEWLINE INT(a+3,b-3) NEWLINE",
        "INT(1,20,a) SPACE INT(1,20,b) NEWLINE REP(3) INT(a+1,b-1) NEWLINE END",
        "INT(1,20,a) SPACE INT(1,20,b) NEWLINE IF(a > 0) FLOAT(a+3,b-3) NEWLINE END",
    ],
)
def test_empty_ranges_are_drawn_again(text: str) -> None:
    for seed in range(20):
        made(text, "random", str(seed))


def test_small_numbers_are_all_small() -> None:
    text = "INT(1,10^5,n) SPACE INT(-10^9,10^9,k) SPACE INT(7,10^9,m) NEWLINE REP(n,SPACE) INT(0,10^9) END NEWLINE"
    found = [made(text, "tiny", str(seed)).split() for seed in range(50)]
    assert {int(words[1]) for words in found} == {*range(-3, 4)}
    assert {int(words[2]) for words in found} == {7, 8, 9, 10}
    assert {int(word) for words in found for word in words[3:]} == {0, 1, 2, 3}
    assert {int(words[0]) for words in found} == {*range(1, 9)}


def test_texts_take_words_and_their_parts() -> None:
    """Only those that match, and have the length that is demanded; without any that match, nothing changes.

    They also take the text before, and two characters change places.
    """
    text = """INT(3,5,n) SPACE INT(6,8,m) NEWLINE
    REP(8) REGEX("[a-z ]{1,20}",s) ASSERT(STRLEN(s) >= n && STRLEN(s) <= m) NEWLINE END"""
    words = [b"pale clover", b"foxglove", b"UPPER"]
    plain, knowing, vain = (Generator(parse(text.encode()), each) for each in ((), words, words[2:]))
    found = b"".join(knowing.generate(WAYS["random"], str(seed)) for seed in range(100))
    assert (found.count(b"\nfoxglove\n") > 9, found.count(b"\nclover\n") > 0, b"UPPER" in found) == (True, True, False)
    lines = found.split(b"\n")
    assert all(len(line) <= 8 for line in lines)
    assert {b"foxglove"} < {line for line in lines if sorted(line) == sorted(b"foxglove")}
    assert any(one == other for one, other in pairwise(lines) if len({*one}) > 3)  # which hardly comes by chance
    for seed in "12345":
        assert vain.generate(WAYS["random"], seed) == plain.generate(WAYS["random"], seed)
        assert knowing.generate(WAYS["large"], seed) == plain.generate(WAYS["large"], seed)


def test_decimals_of_many_digits_are_quick() -> None:
    begin = time.process_time()
    for way in ("random", "largest"):
        assert len(made("FLOAT(0,10^1000000)", way)) <= 1200
    with pytest.raises(GenerationError, match="a number of too many digits"):
        made("FLOAT(10^1001,10^1002)", "random")
    assert time.process_time() - begin < 60
