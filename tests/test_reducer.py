"""Smaller inputs by a description: valid, smaller, distinct, and what shrinking with them ends with."""

from collections.abc import Callable
from itertools import islice
from math import gcd
from random import Random
from typing import Final

import pytest
from support import order, sections, toml
from test_descriptions import MADE_UP, VALID

from refsol.errors import InputError
from refsol.own.description import WAYS, Description, GenerationError, Generator, Reducer, parse, validate

pytestmark = pytest.mark.once  # what is tested here is never compiled

SHAPES: Final = MADE_UP | sections("shapes")


@pytest.mark.parametrize("name", SHAPES)
def test_reductions_are_valid_smaller_and_distinct(name: str) -> None:
    description = parse(SHAPES[name].encode())
    tried = 0
    for seed in ("1", "2", "3", "4"):
        for way in ("random", "large", "few"):
            try:
                data = Generator(description).generate(WAYS[way], seed, size=6)
            except GenerationError:
                continue
            if len(data) > 1000:
                continue
            seen: set[bytes] = set()
            for candidate in islice(Reducer(description).reductions(data), 80):
                validate(description, candidate)
                assert order(candidate) < order(data)
                assert candidate not in seen
                seen.add(candidate)
            tried += len(seen)
    assert tried >= 10


@pytest.mark.parametrize(("text", "data"), VALID)
def test_every_valid_input_can_be_reduced(text: str, data: str) -> None:
    description = parse(text.encode("latin-1"))
    for candidate in Reducer(description).reductions(data.encode("latin-1")):
        validate(description, candidate)


def test_what_leaves_no_choice_cannot_be_reduced() -> None:
    for text, data in [("", b""), ('STRING("abc") NEWLINE', b"abc\n"), ("REP(3) INT(4,4) NEWLINE END", b"4\n" * 3)]:
        assert list(Reducer(parse(text.encode())).reductions(data)) == []


def test_an_invalid_input_is_an_error() -> None:
    with pytest.raises(InputError):
        next(Reducer(parse(b"INT(1,9) NEWLINE")).reductions(b"10\n"))
    with pytest.raises(InputError):
        next(Reducer(parse(b"INT(1,9) NEWLINE")).reductions(b"9\n\n"))


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


def repeats_a_letter(data: bytes) -> bool:
    return any(data[:6].count(letter) > 1 for letter in data[:6]) and b"-" in data


def has_common_divisor(data: bytes) -> bool:
    return gcd(*rest(data)) > 1


def has_77(data: bytes) -> bool:
    return any(len(line.split()) > 1 and b"77" in line.split() for line in data.splitlines())


def decimals(data: bytes) -> list[float]:
    return [float(word) for word in data.split()[1:]]


class Program:
    """Fails when a condition in the table is so, and counts its runs."""

    def __init__(self, condition: str) -> None:
        self.condition = condition
        self.runs = 0

    def fails(self, data: bytes) -> bool:
        self.runs += 1
        return bool(eval(self.condition, {**globals(), "data": data}))


@pytest.mark.parametrize(("name", "data", "condition", "result"), toml("reducer")["shrunk"])
def test_what_shrinking_ends_with(name: str, data: str, condition: str, result: str) -> None:
    assert shrunk(parse(SHAPES[name].encode()), data.encode(), Program(condition).fails) == result


@pytest.mark.parametrize(("name", "data", "condition", "result"), toml("reducer")["decimals"])
def test_decimal_numbers_become_plain(name: str, data: str, condition: str, result: str) -> None:
    program = Program(condition)
    assert shrunk(parse(SHAPES[name].encode()), data.encode(), program.fails) == result
    assert program.runs < 40


def test_large_inputs_need_few_runs() -> None:
    random = Random(1)
    values = [random.randint(1, 10**9) for _ in range(5000)]
    values[1234], values[4321] = -1, -2
    program = Program("-1 in rest(data) and -2 in rest(data)")
    data = f"{len(values)}\n{' '.join(map(str, values))}\n"
    description = parse(SHAPES["list"].replace("1000,n", "10^5,n").encode())
    assert shrunk(description, data.encode(), program.fails) == "2\n-1 -2\n"
    assert program.runs < 120


def test_numbers_that_are_far_from_simple_need_few_runs() -> None:
    """It halves what is left between a number that was refused and one that was accepted."""
    program = Program("sum(max(0, value) for value in rest(data)) >= 2**31")
    data = b"5\n987654321 -3 876543210 -5 765432109\n"
    assert shrunk(parse(SHAPES["list"].encode()), data, program.fails) == "3\n505508329 765432109 876543210\n"
    assert program.runs < 120
