"""Descriptions of inputs: the language as it is specified, inputs that are validated, and inputs that are made up."""

import pickle
import re
import time
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from support import Patch, sections, toml

from refsol.errors import InputError
from refsol.own.description import WAYS, DescriptionError, GenerationError, Generator, Reducer, parse, validate
from refsol.own.description.automaton import Pattern, PatternError
from refsol.own.description.values import ValueTypeError, brief, computed, digits, exact, holds, integer_in, negative

GRAPHS: Final = "\n" + sections("descriptions")["graphs"]


def fault(text: str, data: str, *, lenient: bool = False) -> str:
    try:
        validate(parse(text.encode("latin-1")), data.encode("latin-1"), lenient=lenient)
    except InputError as error:
        return str(error)
    return ""


def complaint(text: str, data: str = "") -> str:
    with pytest.raises((InputError, DescriptionError)) as caught:
        validate(parse(text.encode("latin-1")), data.encode("latin-1"))
    return str(caught.value)


# The language

VALID: Final = [*toml("descriptions")["valid"], (GRAPHS, "2\n3 2\n1 2\n2 3\n2 0\n")]


@pytest.mark.parametrize(("text", "data"), VALID)
def test_valid(text: str, data: str) -> None:
    assert fault(text, data) == ""


@pytest.mark.parametrize(
    ("text", "data", "message"),
    [
        *toml("descriptions")["invalid"],
        (
            GRAPHS,
            "1\n2 1\n2 2\n",
            "4:1: expected u[i] != v[i] (line 7 of the description), found u[0] = 2, i = 0, v[0] = 2",
        ),
        (
            GRAPHS,
            "1\n2 2\n2 1\n2 1\n",
            "5:1: expected UNIQUE(u,v) (line 9 of the description), found 2, 1 twice: u[0], v[0], u[1], v[1]",
        ),
    ],
)
def test_invalid(text: str, data: str, message: str) -> None:
    assert message in fault(text, data)


def test_white_space_may_be_lenient() -> None:
    text = "INT(0,9) SPACE INT(0,9) NEWLINE INT(0,9) NEWLINE"
    assert fault(text, " \t1 \t 2\v \r\n  3 \n\t", lenient=True) == ""
    assert fault(text, "1-2\n3\n", lenient=True).startswith("1:2: expected a blank")
    assert fault(text, "1 2 3\n", lenient=True).startswith("1:5: expected a line feed")
    assert fault(text, "1  2\n3\n").startswith("1:3: expected an integer")


@pytest.mark.parametrize(("text", "message"), toml("descriptions")["wrong"])
def test_wrong_descriptions(text: str, message: str) -> None:
    assert complaint(text) == message


def test_errors_of_descriptions_can_be_passed_between_processes() -> None:
    error = DescriptionError(3, 4, "what")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column, again.message) == ("3:4: what", 3, 4, "what")


def test_integers_have_any_size() -> None:
    large = 10**20_000 - 1
    data = f"{Decimal(large):f}\n"
    assert fault("INT(0,10^20000,n) NEWLINE", data) == ""
    found = fault("INT(0,10^19999,n) NEWLINE", data)
    assert re.match(r"1:1: expected n in 0\.\.\d+ and about \d+ more digits\.\.\.", found), found
    assert brief(-large).startswith("-99")


def test_arithmetic_is_that_of_fractions() -> None:
    random = Random(1)
    for _ in range(2000):
        left, right = random.randint(-99, 99), random.randint(-99, 99)
        exact = {"+": left + right, "-": left - right, "*": left * right}
        if right:
            exact["/"] = int(Fraction(left, right))  # towards zero
            exact["%"] = left - right * int(Fraction(left, right))
        for operator, result in exact.items():
            assert computed(operator, left, right) == result
        tenth = Decimal(left).scaleb(-1)
        assert Fraction(computed("+", tenth, right)) == Fraction(left, 10) + right
        assert Fraction(computed("*", right, tenth)) == Fraction(left, 10) * right
        assert Fraction(negative(tenth)) == -Fraction(left, 10)
        assert holds("<", tenth, right) == (Fraction(left, 10) < right)
    with pytest.raises(ValueTypeError, match="no finite result"):
        computed("*", Decimal("1e999999999999999999"), Decimal("1e999999999999999999"))


# Regular expressions


def random_expression(random: Random, depth: int) -> str:
    if depth == 0 or random.random() < 0.3:
        return random.choice(["a", "b", "c", "[ab]", "[^a]", "."])
    first = random_expression(random, depth - 1)
    match random.randrange(3):
        case 0:
            return first + random_expression(random, depth - 1)
        case 1:
            return f"({first}|{random_expression(random, depth - 1)})"
    return f"({first}){random.choice(['*', '+', '?', '{2}', '{1,3}', '{0,2}', '{2,}'])}"


def test_the_longest_match_is_that_of_an_exhaustive_search() -> None:
    random = Random(1)
    for _ in range(600):
        text = random_expression(random, 3)
        pattern, literal = Pattern(text.encode()), re.compile(text.encode(), re.DOTALL)
        for _ in range(10):
            data = "".join(random.choices("abc", k=random.randrange(8))).encode()
            start = random.randint(0, len(data))
            ends = [end for end in range(start, len(data) + 1) if literal.fullmatch(data, start, end)]
            assert pattern.match(data, start) == max(ends, default=None), (text, data, start)


def test_rounds_are_counted_as_an_exhaustive_search_does() -> None:
    random = Random(1)
    rests = ["", "c", "a", "b*", "(b|c)a", "c{0,2}", "(bc){0,2}"]
    rounds = ["ab", "(a|b)c", "a*b", "(a|ca)b", "a{1,2}c", "a{2}b{1}", "(ab){2}c", "(a{0,2}c){1,2}b", "ab?", "(a|ab)"]
    for _ in range(1500):
        low = random.randrange(3)
        bounds = random.choice([f"{{{low}}}", f"{{{low},}}", f"{{{low},{low + random.randrange(3)}}}", "+", "*"])
        text = f"({random.choice(rounds)}){bounds}{random.choice(rests)}"
        pattern, literal = Pattern(text.encode()), re.compile(text.encode())
        for _ in range(10):
            data = "".join(random.choices(["a", "b", "c", "ab", "ac"], k=random.randrange(9))).encode()
            ends = [end for end in range(len(data) + 1) if literal.fullmatch(data, 0, end)]
            assert pattern.match(data, 0) == max(ends, default=None), (text, data)


def test_a_round_needs_no_state_of_its_own() -> None:
    numbers, words = b"([1-9][0-9]{0,8} ){1,1000000}x", b"((a|b){3}-(c*,){2,9};){5,}"
    for text, data in ((numbers, b"123456789 1 22 " * 99 + b"x"), (words, b"aba-c,,cc,;" * 99)):
        pattern = Pattern(text)
        assert pattern.match(data, 0) == len(data)
        assert len(pattern._states) < 20


def test_matching_is_linear() -> None:
    """An engine that goes back would need 2 to the power of thousands of steps."""
    data = b"a" * 20_000
    assert Pattern(b"(a|a)*b").match(data, 0) is None
    assert Pattern(b"((a*)*)*b").match(data, 0) is None
    assert Pattern(b"(a|b|ab)*c").match(data, 0) is None
    assert Pattern(b"(ab?){1,30000}").match(data, 0) == len(data)  # more states than are kept


@pytest.mark.parametrize(("text", "data", "end"), toml("descriptions")["expressions"])
def test_extended_regular_expressions(text: str, data: str, end: int) -> None:
    pattern = Pattern(text.replace(r"\x00", "\x00").replace(r"\xff", "\xff").encode("latin-1"))
    assert pattern.match(data.encode(), 0) == (end if end >= 0 else None)


@pytest.mark.parametrize(
    ("text", "data"),
    [
        (b"ab" * 2000, b"ab" * 2000),
        (b"a?" * 200, b"a" * 150),
        (b"|".join(b"w%d" % k for k in range(500)), b"w499"),
        (b"(" * 50 + b"a" + b"|b*c)*" * 50, b"ac"),
        (rb"[0-9]+(,[0-9]+){0,999999}", b"7,12,3"),  # each number of rounds is a state, but they aren't in each other
        (b"(([a-z]{1,10} ){1,1000}\n){1,1000}", b"a bc \nd \n"),
    ],
)
def test_large_expressions(text: bytes, data: bytes) -> None:
    assert Pattern(text).matches_all(data)


def test_large_descriptions() -> None:
    """Whatever can be long without being nested: each is read, made up and made smaller."""
    long = [
        f'REGEX("{"ab" * 300}")',
        f"INT(0,{'9' * 5000})",
        f"INT(0,9,n) SPACE INT(0,{'+'.join('n' * 3000)})",
        f"INT(0,{'^'.join('1' * 3000)})",
        f"INT(0,9,n) ASSERT({'&&'.join(['n<10'] * 3000)}) ASSERT({'||'.join(['n<0', 'n>=0'] * 1500)})",
    ]
    for text in long:
        description = parse(text.encode())
        data = Generator(description).generate(WAYS["random"], "1")
        validate(description, data)
        next(iter(Reducer(description).reductions(data)), None)
    assert complaint("INT(0,9,n) ASSERT(n > 1 && n < 0 || n == 5 && n == 4 || n == 9)", "5") != ""
    assert fault("INT(0,9,n) ASSERT(n > 1 && n < 0 || n == 5 && n == 4 || n == 9)", "9") == ""
    assert complaint(f"INT(0,{'+'.join('1' * 3000)}/0)") == "1:6006: division by zero"
    assert complaint(f"SET(n=1) INT(0,{'+'.join('n' * 3000)}+n/0)") == "1:6017: division by zero"


def test_integers_of_a_million_digits() -> None:
    data = b"1" + b"0" * 10**6
    begin = time.process_time()
    description = parse(b"INT(0,10^1000000,n) ASSERT(n == 10^1000000)")
    validate(description, data)
    assert Generator(description).generate(WAYS["largest"], "1") == data
    assert time.process_time() - begin < 60  # quadratic: minutes


def test_long_integers() -> None:
    for value in (0, 7, -(10**5000), 3**40000, -(2**8192), 2**8192 - 1):
        assert (exact(value) == value, integer_in(digits(value).decode()) == value) == (True, True)


def test_a_loop_that_never_ends_makes_up_nothing() -> None:
    for text in ("WHILE(1==1) SPACE END", "SET(n=1) WHILE(n > 0) INT(0,9,m) END"):
        with pytest.raises(DescriptionError, match="the loop never ends: nothing in it changes its test"):
            Generator(parse(text.encode())).generate(WAYS["random"], "1")
    assert Generator(parse(b"SET(n=1) WHILE(n > 1) SPACE END")).generate(WAYS["random"], "1") == b""
    assert fault("WHILE(1==1) SPACE END", " ") == "1:2: expected a space (line 1 of the description), found end of file"


def test_a_loop_that_ends_too_late_makes_up_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.own.description.generator._MOST_ROUNDS", 1000)
    with pytest.raises(GenerationError, match="the limit of"):
        Generator(parse(b"SET(n=1) WHILE(n > 0) SPACE SET(n=n+1) END")).generate(WAYS["random"], "1")


def test_texts_that_are_made_up_are_limited() -> None:
    with pytest.raises(GenerationError, match="the limit of"):
        Generator(parse(b'REGEX("([a-z]{16777216} ){9}")')).generate(WAYS["smallest"], "1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        *toml("descriptions")["patterns"],
        *(
            (expression, "repetitions in each other with more than 100000 combinations of rounds")
            for expression in (
                r"((a{1,1000}b{1,1000}){1,1000}c?){1,1000}",
                r"((a?a?){1,100000}|((b?c?){1,2}d?){1,2}){1,1000}x",
            )
        ),
    ],
)
def test_wrong_expressions(text: str, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(text.encode())
    assert str(caught.value) == message


# Inputs that are made up

MADE_UP: Final = {
    "graphs": GRAPHS.replace("100,t", "5,t").replace("1000", "30").replace("2000", "60"),
    **sections("made_up"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", MADE_UP)
def test_inputs_that_are_made_up_are_valid_and_repeatable(name: str, way: str) -> None:
    description = parse(MADE_UP[name].encode())
    for seed in ("1", "2", "3"):
        made = Generator(description).generate(WAYS[way], seed)
        validate(description, made)
        assert Generator(parse(MADE_UP[name].encode())).generate(WAYS[way], seed) == made


@pytest.mark.parametrize("name", MADE_UP)
def test_a_generator_keeps_nothing_of_earlier_inputs(name: str) -> None:
    description = parse(MADE_UP[name].encode())
    generator = Generator(description)
    for seed in ("1", "2"):
        for way in (*WAYS.values(), WAYS["random"]):
            for size in (None, 3):
                assert generator.generate(way, seed, size) == Generator(description).generate(way, seed, size)


def test_a_generator_goes_on_after_failures() -> None:
    description = parse(b"INT(1,9,n) NEWLINE REPI(i,n) INT(1,9,a[i]) NEWLINE END ASSERT(UNIQUE(a) && n % 9 > 5)")
    generator = Generator(description)
    with pytest.raises(GenerationError, match="n % 9 > 5"):
        generator.generate(WAYS["random"], "1", size=3)
    assert generator.generate(WAYS["largest"], "1") == Generator(description).generate(WAYS["largest"], "1")


def numbers_made(
    way: str, text: str = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(-50,1000) END", seed: str = "1"
) -> list[int]:
    return [int(number) for number in Generator(parse(text.encode())).generate(WAYS[way], seed, size=40).split()]


def test_ways_do_what_they_say() -> None:
    assert numbers_made("smallest") == [1, -50]
    assert numbers_made("largest") == [40] + [1000] * 40
    for seed in map(str, range(10)):
        count, *numbers = numbers_made("ascending", seed=seed)
        assert numbers == sorted(numbers)
        assert len(numbers) == count
        assert (numbers := numbers_made("descending", seed=seed)[1:]) == sorted(numbers, reverse=True)
        assert len(set(numbers_made("equal", seed=seed)[1:])) == 1
        assert len(set(numbers_made("few", seed=seed)[1:])) <= 3
        assert set(numbers_made("edges", seed=seed)[1:]) <= {-50, -49, -1, 0, 1, 999, 1000}
        outlier = numbers_made("outlier", seed=seed)[1:]
        assert len(outlier) - max(map(outlier.count, outlier)) <= 1
    assert numbers_made("large")[0] == 40
    assert {numbers_made("random", seed=str(seed))[0] for seed in range(200)} >= set(range(5, 40))
    spread = [numbers_made("ascending", seed=str(seed))[1:] for seed in range(200)]
    assert 400 < sum(map(sum, spread)) / sum(map(len, spread)) < 550  # as of uniform numbers that were sorted


def test_a_permutation_uses_every_value() -> None:
    text = MADE_UP["permutation"].encode()
    for seed in map(str, range(20)):
        count, *values = map(int, Generator(parse(text)).generate(WAYS["large"], seed, size=50).split())
        assert sorted(values) == list(range(1, count + 1))


def test_bounds_of_all_rounds_are_sizes() -> None:
    """Vertices are as few as edges; a bound that belongs to one round isn't a size."""
    vertices = "INT(2,10^5,n) SPACE INT(1,10^5,m) NEWLINE REP(m) INT(1,n) SPACE INT(1,n) NEWLINE END"
    assert {numbers_made("random", vertices, str(seed))[0] for seed in range(200)} == set(range(2, 41))
    limits = "INT(1,10,n) NEWLINE REP(n) INT(0,10^9,a) SPACE INT(0,a,x) NEWLINE END"
    assert max(numbers_made("random", limits, str(seed))[1] for seed in range(20)) > 10**8


def test_sizes_get_smaller_until_the_whole_fits() -> None:
    count = int(Generator(parse(MADE_UP["sum"].encode())).generate(WAYS["large"], "1").split()[0])
    assert 1 <= count <= 20
    text = f'INT(1,10^9,n) NEWLINE REP(n) STRING("{"-" * 999}") NEWLINE END'
    made = Generator(parse(text.encode())).generate(WAYS["largest"], "1")
    assert made.count(b"\n") == 10**4 + 1


@pytest.mark.parametrize(("text", "message"), toml("descriptions")["unsatisfiable"])
def test_what_cannot_be_satisfied_is_said(text: str, message: str) -> None:
    with pytest.raises(GenerationError, match=re.escape(message)):
        Generator(parse(text.encode("latin-1"))).generate(WAYS["random"], "1")
