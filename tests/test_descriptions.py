"""Descriptions of inputs: the language as it is specified, inputs that are validated, and inputs that are made up."""

import pickle
import re
import time
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Final

import pytest
from support import Patch, sections

from refsol.errors import InputError
from refsol.own.description import (
    WAYS,
    DescriptionError,
    GenerationError,
    Generator,
    Reducer,
    generate,
    parse,
    validate,
)
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

VALID: Final = [
    ("", ""),
    ("INT(1,9,n) NEWLINE EOF", "9\n"),
    ("INT(-5,-5)", "-5"),
    ("INT(0,10^30) NEWLINE", "1000000000000000000000000000000\n"),
    ('STRING("a\\x\\"\\\\\\n\\t\\r\\b\\101\\\nb")', 'a\\x"\\\n\t\r\bAb'),
    ("FLOAT(0,1)", "0.50"),
    ("FLOAT(-2,2,x) ASSERT(x < 0)", "-1.5e-3"),
    ("FLOAT(0,1000,x,SCIENTIFIC)", "1e2"),
    ('FLOAT(0,1000,x,FIXED) STRING("e2")', "100e2"),
    ("FLOATP(0,10,2,3)", "9.125"),
    ("FLOATP(0,100000,1,3,x,SCIENTIFIC)", "1.25E+4"),
    ("FLOAT(0,1)", "1e-99999999999999999999"),
    ("FLOAT(0,0)", "0e99999999999999999999"),
    ('REGEX("(ab|a)(c|bcd)",s) ASSERT(STRLEN(s) == 4)', "abcd"),  # the longest match, not the first
    ('REGEX(".*")', "any\nthing"),
    ("REP(3,SPACE) INT(0,9) END", "1 2 3"),
    ("REP(0,SPACE) INT(0,9) END", ""),
    ("INT(0,9,n) REPI(i,n) SPACE INT(0,9,a[i]) END ASSERT(i == n && a[1] == 7)", "2 6 7"),
    ("WHILE(!ISEOF, NEWLINE) INT(0,9) END", "1\n2"),
    ('WHILEI(i,MATCH("ab")) REGEX("[ab]") END ASSERT(i == 3)', "aba"),
    ('IF(MATCH("0123456789")) INT(0,9) ELSE STRING("x") END', "x"),
    ("IF(1 == 1) INT(0,9) END", "4"),
    ("SET(a=1,b[a,2]=a+1) ASSERT(b[1,2] == 2)", ""),
    ("SET(a=1) UNSET(a) SET(a=2) ASSERT(a == 2)", ""),
    ("REPI(i,3,SPACE) INT(0,9,x[i]) END ASSERT(UNIQUE(x) && INARRAY(2,x) && !INARRAY(4,x))", "1 2 3"),
    ("REPI(i,3) SET(x[i]=i,y[i]=0) END ASSERT(UNIQUE(x,y) && !UNIQUE(y))", ""),
    ("REPI(i,2) SET(x[i]=i) END SET(x[0]=5,x[0]=6) ASSERT(!INARRAY(0,x) && !INARRAY(5,x) && INARRAY(6,x))", ""),
    ("SET(a=0) ASSERT(UNIQUE(a)) UNSET(a) ASSERT(UNIQUE(a) && !INARRAY(0,a))", ""),
    ("SET(a=1,b[1]=1) ASSERT(!UNIQUE(a,b))", ""),  # other indices
    ("ASSERT(7/2 == 3 && (-7)/2 == -3 && (-7)%2 == -1 && 7%(-2) == 1)", ""),  # towards zero
    ("ASSERT(1/2.0 == 0.5 && 2^10 == 1024 && 1.5^2 == 2.25 && 0.0^0 == 1)", ""),
    ("ASSERT(2^3^2 == 64 && -2^2 == -4 && 2^-0 == 1 && 1-2-3 == -4 && 2+3*4 == 14 && (2+3)*4 == 20)", ""),
    ("ASSERT((-1)^10000000000000000000 == 1 && 0^5 == 0 && (0-1)^3 == -1)", ""),
    ("ASSERT(! 1 == 2 && 1 == 2)", ""),  # not reaches up to the end
    ("ASSERT((1 == 1 || 1 == 2) && (1 < 2) && (2 >= 2) && (1 <= 2) && (2 > 1))", ""),
    ('ASSERT("abc" < "abd" && "a" != "b" && "a" == "a")', ""),
    ('ASSERT(STRLEN("four") == 4)', ""),
    (GRAPHS, "2\n3 2\n1 2\n2 3\n2 0\n"),
]


@pytest.mark.parametrize(("text", "data"), VALID)
def test_valid(text: str, data: str) -> None:
    assert fault(text, data) == ""


@pytest.mark.parametrize(
    ("text", "data", "message"),
    [
        ("INT(1,9,n) NEWLINE", "10\n", "1:1: expected n in 1..9 (line 1 of the description), found '10'"),
        ("\nINT(1,9)", "", "1:1: expected an integer in 1..9 (line 2 of the description), found end of file"),
        ("INT(0,9)", "07", "1:1: expected an integer in 0..9 (line 1 of the description), found '07'"),
        ("INT(0,9)", "-0", "1:1: expected an integer in 0..9 (line 1 of the description), found '-0'"),
        ("INT(0,9)", "+1", "1:1: expected an integer in 0..9 (line 1 of the description), found '+1'"),
        ("INT(0,9)", "9" * 30, f"1:1: expected an integer in 0..9 (line 1 of the description), found '{'9' * 24}'..."),
        ("INT(0,9) SPACE", "1\n", "1:2: expected a space (line 1 of the description), found '\\n'"),
        ("INT(0,9) NEWLINE", "1 ", "1:2: expected a line feed (line 1 of the description), found ' '"),
        ("INT(0,9) NEWLINE", "1\n\n", "2:1: expected end of file (line 1 of the description), found '\\n'"),
        ("FLOAT(0,1,x)", "1.5", "1:1: expected x in 0..1 (line 1 of the description), found '1.5'"),
        ("FLOAT(0,9)", "1.", "1:1: expected a number in 0..9 (line 1 of the description), found '1.'"),
        ("FLOAT(0,9)", "1e05", "1:1: expected a number in 0..9 (line 1 of the description), found '1e05'"),
        (
            "FLOAT(0,9)",
            "1e99999999999999999999",
            "1:1: expected a number in 0..9 (line 1 of the description), found '1e9",
        ),
        (
            "FLOATP(0,9,2,2)",
            "1.5",
            "expected a number in 0..9 with 2 decimals (line 1 of the description), found '1.5'",
        ),
        ("FLOATP(0,9,0,2,x,FIXED)", "1.555", "expected x in 0..9 with 0 to 2 decimals in fixed-point notation (line 1"),
        ("FLOATP(0,99,1,2,x,SCIENTIFIC)", "12.5E0", "expected x in 0..99 with 1 to 2 decimals in scientific notation"),
        ('STRING("abc")', "abd", "1:1: expected 'abc' (line 1 of the description), found 'abd'"),
        ('REGEX("[a-z]+",s)', "A", "1:1: expected s that matches '[a-z]+' (line 1 of the description), found 'A'"),
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
        ("SET(a[0]=1,b=1) ASSERT(UNIQUE(a,b))", "", "found b, but no a"),
        (
            "REPI(i,2) SET(x[i]=7) END ASSERT(INARRAY(i,x))",
            "",
            "expected INARRAY(i,x) (line 1 of the description), found i",
        ),
        ("ASSERT(1 == 2)", "", "1:1: expected 1 == 2 (line 1 of the description), found that it does not hold"),
        (
            "WHILE(!ISEOF) INT(0,9) SPACE END",
            "1 2",
            "1:4: expected a space (line 1 of the description), found end of file",
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


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("INT(1,9", "1:8: expected ',' or ')', found end of file"),
        ("INT(1;9)", "1:6: expected a command or an expression, found ';'"),
        ("INT(1,9)\n  FOO", "2:3: expected a command or an expression, found 'F'"),
        ("END", "1:1: expected a command, found 'END'"),
        ("REP(2) SPACE", "1:13: expected a command or END, found end of file"),
        ("IF(1==1) SPACE", "1:15: expected a command or ELSE or END, found end of file"),
        ("INT(01,9)", "1:5: expected a number without leading zeros, found '01'"),
        ("FLOAT(00.5,9)", "1:7: expected a number without leading zeros, found '00.5'"),
        ("FLOAT(0,1e99999999999999999999)", "1:9: expected a smaller number, found '1e99999999999999999999'"),
        ('STRING("abc', "1:8: expected a closing '\"', found end of file"),
        ('STRING("\\400")', "1:8: expected octal escapes up to \\377, found '\\400'"),
        ('STRING("a"+"b")', "1:11: expected ')', found '+'"),
        ("STRING(-1)", "1:8: expected a string or a variable, found '-'"),
        ("ASSERT(1)", "1:9: expected a comparison, found ')'"),
        ("ASSERT(1 && 1==1)", "1:13: expected a comparison, found '1'"),
        ("INT((1==1),2)", "1:11: expected an expression before this, not a test, found ','"),
        ("INT(,2)", "1:5: expected an expression, found ','"),
        ("REP(2,REP(2)) END", "1:7: expected a command without a block, found 'REP'"),
        ("FLOAT(1,2,x,ROUND)", "1:13: expected a command or an expression, found 'R'"),
        ("FLOAT(1,2,x,3)", "1:13: expected FIXED or SCIENTIFIC, found '3'"),
        ("SET(1=2)", "1:5: expected the name of a variable, found '1'"),
        ("SET(a[1=2)", "1:8: expected ',' or ']', found '='"),
        ("INT(" + "(" * 101 + "1", "1:56: expected at most 50 levels of nesting, found '('"),
        ("INT(1,n)", "1:7: nothing assigns a value to n"),
        ("UNSET(n)", "1:1: nothing assigns a value to n"),
        ("SET(n=1) UNSET(n) INT(1,n)", "1:25: n has no value"),
        ("SET(a[1]=1) INT(1,a[2,3])", "1:19: a[2,3] has no value"),
        ('INT(1,"a")', "1:1: expected an integer, found a string"),
        ("INT(1.5,2)", "1:1: expected an integer, found a decimal number"),
        ('FLOAT("a",2)', "1:1: expected a number, found a string"),
        ("STRING(1)", "1:1: expected a string, found an integer"),
        ("ASSERT(1/0 == 1)", "1:9: division by zero"),
        ("ASSERT(1%0 == 1)", "1:9: division by zero"),
        ("ASSERT(1.5/0 == 1)", "1:11: division by zero"),
        ("ASSERT(1.5%2 == 1)", "1:11: % is defined for integers only"),
        ("ASSERT(2^(-1) == 1)", "1:9: an exponent is an integer in 0..18446744073709551615"),
        ("ASSERT(2^10000000000 == 1)", "1:9: the result has more than 134217728 bits"),
        ("ASSERT(1.5^10000000000000000000 == 1)", "1:11: ^ has no finite result"),
        ('ASSERT("a" == 1)', "1:12: a string can't be compared with an integer"),
        ('ASSERT("a"+1 == 1)', "1:11: + is not defined for strings"),
        ('ASSERT(-"a" == 1)', "1:8: a string has no sign"),
        ("REP(-1) END", "1:1: a number of rounds must be in 0..4294967295, not -1"),
        ("FLOATP(0,1,2,1)", "1:1: numbers of decimals are in 0..2147483647 and in order, not 2, 1"),
        ('WHILE(1==1) STRING("") END', "1:1: the loop never ends: a round reads and changes nothing"),
        ('WHILE(1==1,STRING("")) END', "1:1: the loop never ends: a round reads and changes nothing"),
        ('REGEX("a**(")', "1:1: the regular expression has '(' without ')'"),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "data", "end"),
    [
        (rb"^ab$", b"ab", 2),
        (rb"a$", b"ab", None),
        (rb"(a$|ab)", b"ab", 2),
        (rb"(ab){1,9}$", b"abab", 4),
        (rb"(ab){1,9}$", b"ababa", None),
        (rb"(a($|b)){2,9}", b"aba", 3),
        (rb"(ab$){1,9}c*", b"abc", None),
        (rb"[]a]+", b"]a]b", 3),
        (rb"[^]a]+", b"bc]", 2),
        (rb"[a-c-]+", b"a-cd", 3),
        (rb"[[:digit:][:upper:]_]+", b"A_1a", 3),
        (rb"[[.-.]x]+", b"-x-y", 3),
        (rb"[[=a=]]", b"a", 1),
        (rb"\.\*", b".*", 2),
        (rb"a{0}b", b"b", 1),
        (rb"(|a)b", b"ab", 2),
        (rb"a**", b"aaa", 3),
        (rb"()*", b"a", 0),
        (rb"[a-z]{2,3}", b"a1", None),
        (rb"[^\x00-\xff]", b"a", None),
        (rb"", b"a", 0),
    ],
)
def test_extended_regular_expressions(text: bytes, data: bytes, end: int | None) -> None:
    assert Pattern(text.replace(rb"\x00", b"\x00").replace(rb"\xff", b"\xff")).match(data, 0) == end


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
        data = generate(description, WAYS["random"], "1")
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
    assert generate(description, WAYS["largest"], "1") == data
    assert time.process_time() - begin < 20  # quadratic: minutes


def test_long_integers() -> None:
    for value in (0, 7, -(10**5000), 3**40000, -(2**8192), 2**8192 - 1):
        assert (exact(value) == value, integer_in(digits(value).decode()) == value) == (True, True)


def test_a_loop_that_never_ends_makes_up_nothing() -> None:
    for text in ("WHILE(1==1) SPACE END", "SET(n=1) WHILE(n > 0) INT(0,9,m) END"):
        with pytest.raises(DescriptionError, match="the loop never ends: nothing in it changes its test"):
            generate(parse(text.encode()), WAYS["random"], "1")
    assert generate(parse(b"SET(n=1) WHILE(n > 1) SPACE END"), WAYS["random"], "1") == b""
    assert fault("WHILE(1==1) SPACE END", " ") == "1:2: expected a space (line 1 of the description), found end of file"


def test_a_loop_that_ends_too_late_makes_up_nothing(monkeypatch: Patch) -> None:
    monkeypatch.setattr("refsol.own.description.generator._MOST_ROUNDS", 1000)
    with pytest.raises(GenerationError, match="the limit of"):
        generate(parse(b"SET(n=1) WHILE(n > 0) SPACE SET(n=n+1) END"), WAYS["random"], "1")


def test_texts_that_are_made_up_are_limited() -> None:
    with pytest.raises(GenerationError, match="the limit of"):
        generate(parse(b'REGEX("([a-z]{16777216} ){9}")'), WAYS["smallest"], "1")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (rb"*a", "nothing to repeat before '*'"),
        (rb"(+a)", "nothing to repeat before '+'"),
        (rb"^*", "nothing to repeat before '*'"),
        (rb"a^", "'^' stands only at the beginning"),
        (rb"(a", "'(' without ')'"),
        (rb"a)", "')' without '('"),
        (rb"[a", "'[' without ']'"),
        (rb"[b-a]", "a range from 'b' down to 'a'"),
        (rb"[[:letter:]]", "'[:' without the name of a class and ':]'"),
        (rb"[[.ab.]]", "'[.' without a character and '.]'"),
        (rb"a{", "'{' without bounds such as 3, 3, or 3,5 and '}'"),
        (rb"a{3,2}", "bounds '3,2' that are not in order, or beyond 2147483647"),
        (rb"\d", "a backslash before 'd'"),
        (b"a\\", "a backslash before the end"),
        (b"(" * 51, "more than 50 levels of parentheses"),
        (b"a" + b"*" * 200, "repetitions in more than 160 levels"),
        (rb"(a{2147483647}){2147483647}", "no match of at most 2147483647 bytes"),
        *(
            (expression, "repetitions in each other with more than 100000 combinations of rounds")
            for expression in (
                rb"((a{1,1000}b{1,1000}){1,1000}c?){1,1000}",
                rb"((a?a?){1,100000}|((b?c?){1,2}d?){1,2}){1,1000}x",
            )
        ),
    ],
)
def test_wrong_expressions(text: bytes, message: str) -> None:
    with pytest.raises(PatternError) as caught:
        Pattern(text)
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
        made = generate(description, WAYS[way], seed)
        validate(description, made)
        assert generate(parse(MADE_UP[name].encode()), WAYS[way], seed) == made


@pytest.mark.parametrize("name", MADE_UP)
def test_a_generator_keeps_nothing_of_earlier_inputs(name: str) -> None:
    description = parse(MADE_UP[name].encode())
    generator = Generator(description)
    for seed in ("1", "2"):
        for way in (*WAYS.values(), WAYS["random"]):
            for size in (None, 3):
                assert generator.generate(way, seed, size) == generate(description, way, seed, size)


def test_a_generator_goes_on_after_failures() -> None:
    description = parse(b"INT(1,9,n) NEWLINE REPI(i,n) INT(1,9,a[i]) NEWLINE END ASSERT(UNIQUE(a) && n % 9 > 5)")
    generator = Generator(description)
    with pytest.raises(GenerationError, match="n % 9 > 5"):
        generator.generate(WAYS["random"], "1", size=3)
    assert generator.generate(WAYS["largest"], "1") == generate(description, WAYS["largest"], "1")


def numbers_made(
    way: str, text: str = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(-50,1000) END", seed: str = "1"
) -> list[int]:
    return [int(number) for number in generate(parse(text.encode()), WAYS[way], seed, size=40).split()]


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
        count, *values = map(int, generate(parse(text), WAYS["large"], seed, size=50).split())
        assert sorted(values) == list(range(1, count + 1))


def test_bounds_of_all_rounds_are_sizes() -> None:
    """Vertices are as few as edges; a bound that belongs to one round isn't a size."""
    vertices = "INT(2,10^5,n) SPACE INT(1,10^5,m) NEWLINE REP(m) INT(1,n) SPACE INT(1,n) NEWLINE END"
    assert {numbers_made("random", vertices, str(seed))[0] for seed in range(200)} == set(range(2, 41))
    limits = "INT(1,10,n) NEWLINE REP(n) INT(0,10^9,a) SPACE INT(0,a,x) NEWLINE END"
    assert max(numbers_made("random", limits, str(seed))[1] for seed in range(20)) > 10**8


def test_sizes_get_smaller_until_the_whole_fits() -> None:
    count = int(generate(parse(MADE_UP["sum"].encode()), WAYS["large"], "1").split()[0])
    assert 1 <= count <= 20
    text = f'INT(1,10^9,n) NEWLINE REP(n) STRING("{"-" * 999}") NEWLINE END'
    made = generate(parse(text.encode()), WAYS["largest"], "1")
    assert made.count(b"\n") == 10**4 + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("INT(1,3,a) ASSERT(a > 3)", "no input was found that satisfies a > 3 (line 1, column 12 of the description)"),
        ("REPI(i,4) INT(1,3,a[i]) END ASSERT(UNIQUE(a))", "UNIQUE(a): there are no more values in 1..3"),
        ('REPI(i,3) REGEX("[ab]",a[i]) END ASSERT(UNIQUE(a))', "a new text that matches '[ab]' (line 1)"),
        ("FLOATP(0.1,0.2,0,0,x)", "no input was found that satisfies x (line 1)"),
        ("INT(3,2)", "a range from 3 to 2 (line 1)"),
        ('REGEX("[^\\001-\\377]a{0}",x) ASSERT(MATCH("b"))', 'MATCH("b") (line 1, column 29 of the description)'),
    ],
)
def test_what_cannot_be_satisfied_is_said(text: str, message: str) -> None:
    with pytest.raises(GenerationError, match=re.escape(message)):
        generate(parse(text.encode("latin-1")), WAYS["random"], "1")
