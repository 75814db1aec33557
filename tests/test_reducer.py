"""Smaller inputs by a description: valid, smaller, distinct, and what shrinking with them ends with."""

from collections.abc import Callable
from itertools import count, islice, pairwise
from math import gcd
from operator import eq
from random import Random
from typing import Final

import pytest
from support import sections
from test_descriptions import MADE_UP, VALID

from refsol.errors import InputError
from refsol.own.description import WAYS, Description, GenerationError, Reducer, generate, parse, reductions, validate

pytestmark = pytest.mark.once  # what is tested here is never compiled

SHAPES: Final = MADE_UP | sections("shapes")


def order(data: bytes) -> tuple[int, int, bytes]:
    return len(data.split()), len(data), data


@pytest.mark.parametrize("name", SHAPES)
def test_reductions_are_valid_smaller_and_distinct(name: str) -> None:
    description = parse(SHAPES[name].encode())
    tried = 0
    for seed in ("1", "2", "3", "4"):
        for way in ("random", "large", "few"):
            try:
                data = generate(description, WAYS[way], seed, size=6)
            except GenerationError:
                continue
            if len(data) > 1000:
                continue
            seen: set[bytes] = set()
            for candidate in islice(reductions(description, data), 80):
                validate(description, candidate)
                assert order(candidate) < order(data)
                assert candidate not in seen
                seen.add(candidate)
            tried += len(seen)
    assert tried > 10


@pytest.mark.parametrize(("text", "data"), VALID)
def test_every_valid_input_can_be_reduced(text: str, data: str) -> None:
    description = parse(text.encode("latin-1"))
    for candidate in reductions(description, data.encode("latin-1")):
        validate(description, candidate)


def test_what_leaves_no_choice_cannot_be_reduced() -> None:
    for text, data in [("", b""), ('STRING("abc") NEWLINE', b"abc\n"), ("REP(3) INT(4,4) NEWLINE END", b"4\n" * 3)]:
        assert list(reductions(parse(text.encode()), data)) == []


def test_an_invalid_input_is_an_error() -> None:
    with pytest.raises(InputError):
        next(reductions(parse(b"INT(1,9) NEWLINE"), b"10\n"))
    with pytest.raises(InputError):
        next(reductions(parse(b"INT(1,9) NEWLINE"), b"9\n\n"))


def shrunk(description: Description, data: bytes, fails: Callable[[bytes], bool]) -> str:
    assert fails(data)
    reducer = Reducer(description)
    tried: set[bytes] = set()
    while True:
        for candidate in reducer.reductions(data):
            if candidate not in tried and fails(candidate):
                data = candidate
                break
            tried.add(candidate)
        else:
            return data.decode()


def numbers(data: bytes) -> list[int]:
    return [int(word) for word in data.split()]


def graphs(data: bytes) -> list[tuple[int, list[tuple[int, int]]]]:
    """Return the graphs of an input of :data:`GRAPHS`: the numbers of vertices, and the edges."""
    rest = iter(numbers(data))
    found = []
    for _ in range(next(rest)):
        vertices, edges = next(rest), next(rest)
        found.append((vertices, [(next(rest), next(rest)) for _ in range(edges)]))
    return found


def has_cycle(vertices: int, edges: list[tuple[int, int]]) -> bool:
    leader = list(range(vertices + 1))
    for one, other in {(min(edge), max(edge)) for edge in edges}:
        while leader[one] != one:
            one = leader[one]
        while leader[other] != other:
            other = leader[other]
        if one == other:
            return True
        leader[one] = other
    return False


def falls_twice(data: bytes) -> bool:
    values = numbers(data)[1:]
    return any(
        one > values[second] > third
        for first, one in enumerate(values)
        for second in range(first + 1, len(values))
        for third in values[second + 1 :]
    )


def rows(data: bytes) -> list[bytes]:
    return data.split()[2:]


def rest(data: bytes) -> list[int]:
    return numbers(data)[1:]


def has_vertical_pair(data: bytes) -> bool:
    return any(column.count(ord("#")) > 1 for column in zip(*rows(data), strict=True))


def ends_with_a_step(data: bytes) -> bool:
    return numbers(data)[1] > 1 and numbers(data)[-1] - numbers(data)[-2] == 1


def repeats_a_letter(data: bytes) -> bool:
    return any(data[:6].count(letter) > 1 for letter in data[:6]) and b"-" in data


def has_77(data: bytes) -> bool:
    return any(len(line.split()) > 1 and b"77" in line.split() for line in data.splitlines())


LARGE: Final = "5\n900000000 -3 800000000 5 700000001\n"
CYCLES: Final = "2\n7 3\n1 2\n4 5\n6 1\n9 6\n9 7\n3 4\n8 7\n2 9\n7 5\n8 9\n"
SHRUNK: Final[list[tuple[str, str, Callable[[bytes], bool], str]]] = [
    # the count goes along
    ("list", "9\n-5 7 8 1 3 -9 -10 4 2\n", lambda data: max(rest(data)) <= 8, "1\n0\n"),
    ("list", "6\n-5 -7 -8 -1 -3 -9\n", lambda data: max(rest(data)) < 0, "1\n-1\n"),
    ("list", LARGE, lambda data: sum(rest(data)) >= 2**31, "3\n647483647 700000001 800000000\n"),
    ("list", "7\n3 1 4 15 9 26 5\n", lambda data: any(a == b + 6 for a, b in pairwise(rest(data))), "2\n6 0\n"),
    ("list", "5\n70 35 21 14 77\n", lambda data: gcd(*rest(data)) > 1 and len(rest(data)) > 2, "3\n0 0 2\n"),
    # vertices are numbered anew, and their edges go along
    ("graphs", CYCLES, lambda data: any(has_cycle(*graph) for graph in graphs(data)), "1\n3 3\n2 1\n2 3\n3 1\n"),
    ("edges", "6\n6 2\n5 2\n1 4\n3 6\n4 3\n", lambda data: numbers(data)[0] > 2, "3\n2 1\n2 1\n"),
    ("tree", "9\n1\n1\n2\n3\n3\n3\n4\n8\n", lambda data: rest(data).count(3) > 1, "5\n1\n1\n3\n3\n"),
    ("queries", "9 4\n2 3\n8 8\n1 9\n5 7\n", lambda data: b"8 8" in data or data.endswith(b"5 6\n"), "8 1\n8 8\n"),
    # a permutation stays one
    ("permutation", "9\n2 5 1 9 8 3 7 4 6\n", falls_twice, "3\n3 2 1\n"),
    ("permutation", "6\n4 6 1 3 5 2\n", lambda data: any(map(eq, rest(data), count(1))), "1\n1\n"),
    # test cases that don't matter go
    ("cases", "3\n2\n5 6\n4\n9 1 77 1\n1\n3\n", has_77, "1\n2\n0 77\n"),
    # several loops of one count, and two counts
    (
        "two lists",
        "4\n9 9 9 9\n1 2 3 4\n",
        lambda data: rest(data)[-1] > 2 and len(rest(data)) > 2,
        "3\n1 1 3\n1 1 3\n",
    ),
    ("pairs", "3\n1 2 8 4 5 6\n", lambda data: b"8 4" in data, "1\n8 4\n"),
    ("grid", "3 4\n.#..\n..#.\n####\n", lambda data: any(b"##" in row for row in rows(data)), "1 2\n##\n"),
    ("grid", "3 4\n.#..\n..#.\n#.##\n", has_vertical_pair, "2 1\n#\n#\n"),
    (
        "matrix",
        "2 3\n4 5 6\n7 8 9\n",
        lambda data: rest(data)[0] > 1 and rest(data)[-1] - rest(data)[-2] == 1,
        "1 2\n0 1\n",
    ),
    # loops without a count
    ("end", "1\n2\n5\n3\n4\n", lambda data: 5 in numbers(data), "5\n"),
    ("zero ends", "1\n2\n1\n2\n2\n0\n", lambda data: sum(numbers(data)) > 2, "1\n2\n0\n"),
    # texts
    ("length", "9\nabbabaaba\n", lambda data: b"bab" in data, "3\nbab\n"),
    ("names", "qwxyzw-R22\n", repeats_a_letter, "A-A\n"),
    ("choices", "-5\n3\n4\n0\n", lambda data: b"4" in data, "-1\n4\n0\n"),
    # others
    ("ascending", "5\n3 17 40 40 80\n", lambda data: len(set(rest(data))) < numbers(data)[0], "2\n0 0\n"),
    ("decimals", "2\n-7.125 0.75\n99.5 0.5\n", lambda data: float(data.split()[-2]) >= 10, "1\n10.0 0\n"),
    ("triangle", "90 95 100", lambda data: numbers(data)[0] != numbers(data)[1], "1 31 31"),
]


@pytest.mark.parametrize(("name", "data", "fails", "result"), SHRUNK)
def test_what_shrinking_ends_with(name: str, data: str, fails: Callable[[bytes], bool], result: str) -> None:
    assert shrunk(parse(SHAPES[name].encode()), data.encode(), fails) == result


def test_large_inputs_need_few_runs() -> None:
    random = Random(1)
    values = [random.randint(1, 10**9) for _ in range(5000)]
    values[1234], values[4321] = -1, -2
    runs = 0

    def fails(data: bytes) -> bool:
        nonlocal runs
        runs += 1
        found = numbers(data)[1:]
        return -1 in found and -2 in found

    data = f"{len(values)}\n{' '.join(map(str, values))}\n"
    assert shrunk(parse(SHAPES["list"].replace("1000,n", "10^5,n").encode()), data.encode(), fails) == "2\n-1 -2\n"
    assert runs < 120


PRICES: Final = "INT(1,1000,n) NEWLINE REP(n) FLOATP(0,10000,2,6,x) NEWLINE END"
READINGS: Final = "INT(1,1000,n) NEWLINE REP(n) FLOAT(-10000,10000,x) NEWLINE END"
PLACES: Final = """INT(2,1000,n) NEWLINE
REPI(i,n) FLOATP(0,10000,2,2,x[i]) SPACE FLOATP(0,10000,2,2,y[i]) NEWLINE END ASSERT(UNIQUE(x,y))"""


def decimals(data: bytes) -> list[float]:
    return [float(word) for word in data.split()[1:]]


@pytest.mark.parametrize(
    ("text", "data", "fails", "result"),
    [
        (PRICES, "2\n2871.123456\n0.500\n", lambda data: max(decimals(data)) >= 2827.5, "1\n2828.00\n"),
        (PRICES, "2\n2871.12\n4000.10\n", lambda data: sum(decimals(data)) > 5000, "2\n1001.00\n4000.00\n"),
        (READINGS, "2\n-7.25\n831.0625\n", lambda data: any(value % 1 for value in decimals(data)), "1\n0.1\n"),
        (READINGS, "2\n-7.25\n831.0625\n", lambda data: max(decimals(data)) > 200, "1\n201\n"),
        (READINGS, "1\n-731.0625\n", lambda data: abs(decimals(data)[0]) > 200, "1\n201\n"),
        (PLACES, "2\n0.17 99.25\n1.09 98.34\n", lambda data: decimals(data)[1] > 50, "2\n0.00 51.00\n0.00 0.00\n"),
    ],
)
def test_decimal_numbers_become_plain(text: str, data: str, fails: Callable[[bytes], bool], result: str) -> None:
    runs = 0

    def counted(candidate: bytes) -> bool:
        nonlocal runs
        runs += 1
        return fails(candidate)

    assert shrunk(parse(text.encode()), data.encode(), counted) == result
    assert runs < 40


def test_numbers_that_are_far_from_simple_need_few_runs() -> None:
    """It halves what is left between a number that was refused and one that was accepted."""
    runs = 0

    def fails(data: bytes) -> bool:
        nonlocal runs
        runs += 1
        return sum(max(0, value) for value in rest(data)) >= 2_147_483_648

    data = "5\n987654321 -3 876543210 -5 765432109\n"
    assert shrunk(parse(SHAPES["list"].encode()), data.encode(), fails) == "3\n505508329 765432109 876543210\n"
    assert runs < 120
