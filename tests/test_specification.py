"""The language of checktestdata against its specification: each sentence with programs and data that it decides.

The sentences are those of ``doc/format-spec.md`` of DOMjudge's checktestdata, which is in the public domain.
"""

from typing import Final, NamedTuple

import pytest

from refsol.errors import InputError
from refsol.own.description import WAYS, DescriptionError, generate, parse, validate


class Clause(NamedTuple):
    """A ``sentence`` of the specification, and a ``program`` with data that is ``valid`` or ``invalid`` by it."""

    sentence: str
    program: str
    valid: tuple[str, ...]
    invalid: tuple[str, ...] = ()
    luck: bool = False
    """Whether only luck makes up an input that is valid."""


class Rule(NamedTuple):
    """A ``sentence`` of the specification, and programs that are ``valid`` or ``invalid`` by it."""

    sentence: str
    valid: tuple[str, ...]
    invalid: tuple[str, ...]


# What can be written

GRAMMAR: Final = [
    Rule(
        "All commands are uppercase, while variables are lowercase with non-leading digits.",
        ("INT(1,2,n1) REP(n1) SPACE END", "SET(a0b=1) INT(a0b,2)"),
        ("int(1,2)", "INT(1,2,N)", "INT(1,2,1n)", "INT(1,2,n_1)", "Space"),
    ),
    Rule(
        "Comments start with # (not necessarily at the beginning of a line) and run until end of line.",
        ("# INT(", "SPACE# x\nNEWLINE", "INT(1, # the least\n2)", 'STRING("#")'),
        ("SPACE // x",),
    ),
    Rule("integer := 0|-?[1-9][0-9]*", ("INT(-10,0)", "INT(0,10)"), ("INT(00,1)", "INT(-01,1)", "INT(1,)")),
    Rule(
        r"float := -?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?",
        ("FLOAT(-0.5,1E+2)", "FLOAT(1e-05,2.50)", "FLOAT(3e2,4e2)"),
        ("FLOAT(.5,1)", "FLOAT(0,1e)", "FLOAT(0,1e+-2)"),
    ),
    Rule(
        "variable := <varname> | <varname> '[' <expr> [',' <expr> ...] ']'",
        ("SET(a[1]=1)", "SET(a[1+1,2,-3]=1)", "SET(a[0]=1,b[a[0]]=2)"),
        ("SET(a[]=1)", "SET(a[1=1)", "SET(a[1][2]=1)", "SET(1=1)"),
    ),
    Rule(
        "term := <factor> | <term> [*%/] <factor>; factor := <value> | '-' <factor> | '(' <expr> ')'",
        ("INT(0,2*3%4/5)", "INT(--1,-(-2))", "INT(((1)),(2))"),
        ("INT(0,1*)", "INT(0,+1)", "INT(0,(1)", "INT(0,1 2)", "INT(0,2**3)"),
    ),
    Rule(
        "test := '!' <test> | <test> <logical> <test> | '(' <test> ')' | <expr> <compare> <expr> | <testcommand>",
        ("IF(!(1<2) && ISEOF || !1>=2) END", "ASSERT((1+1) == 2)", 'WHILE(MATCH("a")) SPACE END'),
        ("ASSERT(1)", "ASSERT(1 = 1)", "ASSERT(1 < 2 < 3)", "ASSERT(1 == 1 & 2 == 2)", "ASSERT()"),
    ),
    Rule(
        "END closes a repetition or a condition, and ELSE is a part of IF",
        ("REP(2) SPACE END", "IF(1==1) SPACE ELSE NEWLINE END"),
        (
            *("END SPACE REP(1)", "REP(1) SPACE", "REP(1) SPACE ELSE SPACE END", "REP(1) END END"),
            *("IF(1==1) SPACE ELSE SPACE ELSE SPACE END", "ELSE SPACE END"),
        ),
    ),
    Rule("functions are values, not commands", ('INT(0,STRLEN("abc"))',), ('STRLEN("abc")', "UNIQUE(a)")),
    Rule(
        "WHILE(<test> condition [,<command> separator]); a separator is a single command",
        ('REP(2,STRING(", ")) END', "WHILE(!ISEOF,NEWLINE) SPACE END"),
        ("REP(2,SPACE SPACE) END", "REP(2,SPACE,SPACE) END", "REP(2,1) END"),
    ),
]


@pytest.mark.parametrize("rule", GRAMMAR, ids=lambda rule: rule.sentence)
def test_what_can_be_written(rule: Rule) -> None:
    for program in rule.valid:
        parse(program.encode())
    for program in rule.invalid:
        with pytest.raises(InputError):
            parse(program.encode())


# What programs accept

CLAUSES: Final = [
    Clause(
        "Integers and floats of arbitrary size and precision are supported.",
        "INT(10^50,10^50+1,n) SPACE FLOAT(0.1,0.1000000000000000000000000000000000000000001,x)",
        (f"1{'0' * 50} 0.1", f"1{'0' * 49}1 0.1{'0' * 41}1"),
        (f"1{'0' * 49}2 0.1", f"9{'9' * 49} 0.1", f"1{'0' * 50} 0.1{'0' * 41}2"),
    ),
    Clause(
        "The arithmetic operators +-*%/^ with the usual rules of precedence.", "INT(0,2+3*2^2-7%4/2)", ("13",), ("14",)
    ),
    Clause(
        "An expression is integer if all its sub-expressions are integer.", "ASSERT(7/2*2 == 6 && 7/2.0*2 == 7)", ("",)
    ),
    Clause("Integer division is used on integers.", "INT(0,9/10+10/10+10/11)", ("1",), ("2",)),
    Clause(
        "Integers can be cast into floats.",
        "FLOAT(1,3,x) ASSERT(x >= 2) ASSERT(x != 2 || x == 2.0)",
        ("2", "2.5"),
        ("1.9",),
    ),
    Clause(
        "The exponentiation operator ^ only allows non-negative integer exponents.",
        "INT(2^3+1,2^3+1) SPACE FLOAT(1.5^2,1.5^2)",
        ("9 2.25",),
        ("8 2.25", "9 2.26"),
    ),
    Clause(
        "String-valued variables can only be compared (lexicographically).",
        'REGEX("[a-z]*",s) SPACE REGEX("[a-z]*",t) ASSERT(s < t)',
        ("abc abd", "ab abc", " a"),
        ("b a", "a a", "abc ab"),
    ),
    Clause(r"\[0-7]{1,3} denotes an octal escape for a character", r'STRING("\1010\60\7")', ("A00\x07",), ("A0\x07",)),
    Clause(r"\n, \t, \r, \b denote linefeed, tab, carriage return and backspace", r'STRING("\n\t\r\b")', ("\n\t\r\b",)),
    Clause(
        r'\" and \\ denote " and \, and an escaped newline is ignored',
        'STRING("\\"\\\\\\\n.")',
        ('"\\.',),
        ('"\\\n.',),
    ),
    Clause(
        "A backslash preceding any other character is treated as a literal backslash.",
        r'STRING("\#\w\9")',
        (r"\#\w\9",),
        ("#w9",),
    ),
    Clause(
        "MATCH: whether the next character matches any of the characters in str",
        'IF(MATCH("-0")) REGEX("[-0]") ELSE INT(1,9) END',
        ("-", "0", "5"),
        ("", "x", "--"),
    ),
    Clause("ISEOF: whether end-of-file has been reached", 'IF(ISEOF) ELSE STRING("a") END', ("", "a"), ("b", "aa")),
    Clause(
        "UNIQUE(x,y) checks that the points (x[i],y[i]) in the plane are unique.",
        "REPI(i,3,NEWLINE) INT(0,9,x[i]) SPACE INT(0,9,y[i]) END ASSERT(UNIQUE(x,y))",
        ("1 2\n2 1\n1 1", "0 0\n0 1\n0 2"),
        ("1 2\n2 1\n1 2",),
    ),
    Clause(
        "All arguments have precisely the same set of indices defined.",
        "INT(1,2,n) REPI(i,2) SET(x[i]=i) END REPI(i,n) SET(y[i]=i) END ASSERT(UNIQUE(x,y))",
        ("2",),
        ("1",),
        luck=True,
    ),
    Clause(
        "INARRAY: checks if val occurs in the array variable var",
        "REPI(i,3,SPACE) INT(0,9,a[i]) END NEWLINE INT(0,99,x) ASSERT(INARRAY(x,a))",
        ("1 2 3\n3",),
        ("1 2 3\n4", "1 2 3\n12"),
    ),
    Clause(
        "STRLEN: the character length of str",
        'REGEX("a*",s) NEWLINE INT(STRLEN(s),STRLEN(s))',
        ("aaa\n3", "\n0"),
        ("aaa\n2",),
    ),
    Clause(
        "SPACE / NEWLINE: a single space (0x20) or newline", "SPACE NEWLINE", (" \n",), ("\n", "  \n", "\t\n", " \r\n")
    ),
    Clause("EOF is implicitly added at the end and must match exactly.", "INT(1,9)", ("1",), ("1\n", "1 ", "1\x00")),
    Clause(
        "INT: an arbitrary sized integer value in the interval [min,max]",
        "INT(-5,10)",
        ("-5", "10", "0"),
        ("-6", "11", "", "+1", "00", "-0", "07", "1.0", "1e1", " 1", "0x1"),
    ),
    Clause(
        "FLOAT: a floating point number in the range [min,max]",
        "FLOAT(-1,1)",
        ("0", "1.0", "-1", "0.5", "-0.25e0", "1e-3", "0E5", "10e-1", "1E+0"),
        ("1.01", "2", ".5", "1.", "01.0", "1e", "e0", "00e0", "0e00", "+1", "nan", ""),
    ),
    Clause("FIXED: only fixed point notation", "FLOAT(0,9,x,FIXED)", ("1.5", "2"), ("1e0", "1.5E0")),
    Clause("SCIENTIFIC: only scientific notation", "FLOAT(0,9,x,SCIENTIFIC)", ("1e0", "1.5E0", "15E-1"), ("1.5", "2")),
    Clause(
        "FLOATP: with number of decimals in the range [mindecimals,maxdecimals]",
        "FLOATP(0,99,1,3)",
        ("1.5", "12.125", "1.25e1"),
        ("1", "1.", "1.2345", "2e0", "12.5e0", "0.5e1"),
    ),
    Clause("mindecimals may be zero", "FLOATP(0,9,0,0)", ("0", "9"), ("0.0", "0.", "1.5")),
    Clause(
        "STRING: match the string (variable) str", 'REGEX("..",s) NEWLINE STRING(s)', ("ab\nab",), ("ab\nba", "ab\n")
    ),
    Clause(
        "REGEX: matching is performed greedily and '.' (a dot) matches a newline",
        r'REGEX("a.*b",s) IF(!ISEOF) REGEX("[^\n]*") END',
        ("axb", "a\nb", "a\nbc"),
        ("abc\nd", "b"),
    ),
    Clause(r"To match a literal backslash, enter \\\\.", r'REGEX("\\\\[a-z]")', ("\\a",), ("a", "\\\\a")),
    Clause(
        "extended regular expressions",
        'REGEX("(Inf|nan|-?[0-9]+(\\.[0-9]{1,3})?)")',
        ("Inf", "-1.25", "7"),
        ("inf", "1.2345", ".5"),
    ),
    Clause("in brackets, what is first or last is literal", 'REGEX("[][,0-9]+[+-]")', ("[1,2]-", "]+"), ("(1)-",)),
    Clause(
        "ASSERT: fail unless the condition is true",
        "INT(1,100,n) SPACE INT(1,10,m) ASSERT(n%m==0)",
        ("72 9",),
        ("35 3",),
    ),
    Clause(
        "SET: assign value to variable name, etc.", "INT(1,9,n) SET(n=n+1,m=2*n) SPACE INT(m,m)", ("1 4",), ("1 2",)
    ),
    Clause(
        "UNSET: unset all values; to be inserted at the end of a loop after using UNIQUE or INARRAY",
        "REP(2,NEWLINE) REPI(i,2,SPACE) INT(0,9,a[i]) END ASSERT(UNIQUE(a)) UNSET(a) END",
        ("1 2\n1 2",),
        ("1 2\n1 1",),
    ),
    Clause(
        "REP: repeat the commands count times and match separator (count-1) times in between",
        'INT(0,3,n) STRING(":") REP(n,STRING(",")) INT(1,9) END',
        ("0:", "1:1", "2:1,2", "3:1,2,3"),
        ("2:1", "2:1,2,", "2:,1,2", "2:12"),
    ),
    Clause(
        "REPI stores the current iteration (counting from zero); at the end of the loop, i contains the number.",
        "REPI(i,3,SPACE) INT(i,2*i,x[i]) END NEWLINE INT(i,i)",
        ("0 1 4\n3", "0 2 2\n3"),
        ("1 1 2\n3", "0 1 5\n3", "0 1 2\n2"),
    ),
    Clause("an index counts the rounds of an empty loop, too", "REPI(j,0) END INT(j,j)", ("0",), ("1",)),
    Clause(
        "WHILE: repeat the commands as long as condition is true; separator between two consecutive iterations",
        r'WHILE(!ISEOF, NEWLINE) WHILE(!(ISEOF || MATCH("\n")), SPACE) INT(1,9) END END',
        ("", "1 2\n3", "1\n\n2", "\n1", "\n\n1"),
        ("1 \n2", "1  2", "1\n2\n 3"),
    ),
    Clause(
        "WHILEI does the same, but also stores the current iteration",
        "INT(0,9,x[0]) NEWLINE WHILEI(i,!ISEOF) INT(x[i]+1,9,x[i+1]) NEWLINE END ASSERT(i <= 3)",
        ("1\n", "1\n2\n3\n", "1\n4\n8\n9\n"),
        ("1\n1\n", "1\n2\n3\n4\n5\n"),
    ),
    Clause(
        "IF executes cmds1 if cond is true. Otherwise, executes cmds2 if the else statement is available.",
        'INT(-9,9,n) IF(n>0) STRING("+") ELSE IF(n<0) STRING("-") END END',
        ("1+", "-1-", "0"),
        ("1", "1-", "0+"),
    ),
]


def is_valid(program: str, data: str) -> bool:
    try:
        validate(parse(program.encode("latin-1")), data.encode("latin-1"))
    except InputError:
        return False
    return True


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.sentence)
def test_what_programs_accept(clause: Clause) -> None:
    assert [is_valid(clause.program, data) for data in clause.valid] == [True] * len(clause.valid)
    assert [is_valid(clause.program, data) for data in clause.invalid] == [False] * len(clause.invalid)


# What only an input can show

MEANINGLESS: Final = [
    ("No dynamic casting is performed", 'ASSERT("1" == 1)'),
    ("no operators are supported for strings", 'ASSERT("a"+"b" == "ab")'),
    ("only non-negative integer exponents", "INT(2^1.1,9)"),
    ("only non-negative integer exponents", "INT(2^-1,9)"),
    ("exponents that fit in an unsigned long", "INT(0,1^18446744073709551616)"),
    ("% is for integers", "INT(1.1%1.1,2)"),
    ("STRLEN: which must have string type", "SET(c=10) ASSERT(STRLEN(c) == 2)"),
    ("mindecimals, maxdecimals: both must be integer valued", "FLOATP(0,1,0.5,1)"),
    ("mindecimals, maxdecimals: both must be non-negative", "FLOATP(0,1,-1,1)"),
    ("the range [mindecimals,maxdecimals]", "FLOATP(0,1,4,3)"),
    ("REGEX: which must be of string type", "REGEX(1)"),
    ("The value of count must fit in an unsigned 32 bit int", "REP(4294967296) END"),
    ("UNSET: unset all values", "SET(r=1) UNSET(r) INT(0,r)"),
]


@pytest.mark.parametrize(
    "program", [program for _, program in MEANINGLESS], ids=[sentence for sentence, _ in MEANINGLESS]
)
def test_what_has_no_meaning(program: str) -> None:
    with pytest.raises(DescriptionError):
        validate(parse(program.encode()), b"")


# What is made up


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.sentence)
def test_what_programs_accept_is_made_up(clause: Clause) -> None:
    description = parse(clause.program.encode("latin-1"))
    for way in [WAYS["random"]] if clause.luck else WAYS.values():
        validate(description, generate(description, way, "1"))
