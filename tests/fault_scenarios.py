"""The scenarios of ``faults.py``: commands, calls of the library, and the files that are there before."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from random import Random
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

import support

from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load

ERROR_STATUSES: Final = (2, 4)  # a file, or anything else, failed
PACKED: Final = support.sections("faults")["few tests"].encode()
"""The ``refsol.toml`` of a problem whose package has few tests."""

Files: TypeAlias = Mapping[str, bytes]
"""Files by their paths; a path that ends with a slash is a directory."""


class Scenario(NamedTuple):
    """A command to run, and what is there before."""

    name: str
    arguments: tuple[str, ...] = ()
    files: Files = MappingProxyType({})
    stdin: bytes = b""
    cold: bool = False
    """Whether to start an interpreter each time."""
    failed: tuple[int, ...] = ERROR_STATUSES
    """The statuses for a failure."""
    repeats: bool = True
    """Whether the same command, run again, leaves the same files."""
    call: Callable[[], object] | None = None
    """What to call instead of the command line, whose result is the output; it may raise ``MemoryError``."""


def scenarios() -> Iterator[Scenario]:
    yield from verbs("tictactoe")
    yield from special()
    yield from own()
    yield Scenario("cold list", ("list",), cold=True)
    yield from cold("tictactoe")
    for name in NAMES:
        yield from library(name)
    for name in NAMES:
        if name != "tictactoe":
            yield from solving(name)


def solving(name: str) -> Iterator[Scenario]:
    """Yield the scenarios that depend most on the problem."""
    data, answer = support.sample(name)
    given = {"in": data}
    yield Scenario(f"{name} solve", (name, "solve", "in"), given)
    yield Scenario(f"{name} solve stdin", (name, "solve"), stdin=data)
    yield Scenario(f"{name} solve -o new", (name, "solve", "in", "-o", "out"), given)
    yield Scenario(f"{name} solve -o old", (name, "solve", "in", "-o", "out"), {**given, "out": b"old\n"})
    yield Scenario(f"{name} validate", (name, "validate", "in"), given)
    yield Scenario(f"{name} check", (name, "check", "in", "out"), {**given, "out": answer})
    yield Scenario(f"{name} check wrong", (name, "check", "in", "out"), {**given, "out": answer[:-2] + b"#\n"})
    yield Scenario(f"{name} explain", (name, "explain", "in"), given)
    yield Scenario(f"{name} show --html", (name, "show", "in", "--html", "out"), {**given, "out": b"old\n"})


def verbs(name: str) -> Iterator[Scenario]:
    """Yield scenarios for all verbs of a problem but ``referee``."""
    yield from solving(name)
    data, answer = support.sample(name)
    given = {"in": data}
    yield Scenario(f"{name} validate bad", (name, "validate", "--all", "in"), {"in": data[:-1] + b"x"})
    kattis = ("check", "--protocol", "kattis", "in", "ans", "feedback")
    files = {**given, "ans": answer, "feedback/": b""}
    yield Scenario(f"{name} check kattis", (name, *kattis), files, stdin=answer)
    testlib = (name, "check", "--protocol", "testlib", "in", "out", "ans")
    yield Scenario(f"{name} check testlib", testlib, {**given, "out": answer, "ans": answer}, failed=(3,))
    family = load(name).jury.families[0].name
    yield Scenario(f"{name} generate", (name, "generate", family, "-o", "out"), {"out": b"old\n"})
    yield Scenario(f"{name} generate --list", (name, "generate", "--list"))
    yield Scenario(f"{name} testset", (name, "testset", "tests"))
    left = {"tests/": b"", "tests/.refsol-0123456789abcdef": b"left by a run that was killed"}
    yield Scenario(f"{name} testset again", (name, "testset", "tests"), left)
    yield Scenario(f"{name} package", (name, "package", "kattis", "new.zip"), repeats=False)
    yield Scenario(f"{name} package directory", (name, "package", "dmoj", "new"), repeats=False)
    yield Scenario(f"{name} bundle", (name, "bundle"))
    yield Scenario(f"{name} bundle -o old", (name, "bundle", "--checker", "-o", "out"), {"out": b"old\n"})
    yield Scenario(f"{name} explain --json", (name, "explain", "in", "--json"), given)
    yield Scenario(f"{name} show", (name, "show", "in"), given)
    yield Scenario(f"{name} show --svg", (name, "show", "in", "--svg", "out"), given)
    yield Scenario(f"{name} statement", (name, "statement"))
    yield Scenario(f"{name} help", (name, "solve", "--help"))
    yield Scenario("list", ("list",))
    yield Scenario("version", ("--version",))
    yield from campaigns(name)


def campaigns(name: str) -> Iterator[Scenario]:
    """Yield scenarios for ``stress``: programs that are right, wrong, leave files, or write nothing."""
    case = support.GENERATE[name](Random("s-0"))
    right = b"".join(load(name).solve(case, {}))
    options = (name, "stress", "--family", "small", "--seed", "s", "--cases", "1")
    yield Scenario(f"{name} stress", (*options, "--", "cat", "ans"), {"ans": right})
    saved = {"ans": right[:-2] + b"#\n", "saved/": b""}
    wrong = (*options, "--save", "saved", "--", "cat", "ans")
    yield Scenario(f"{name} stress wrong", wrong, saved, repeats=False)
    new = (*options, "--", "cat", "ans")
    yield Scenario(f"{name} stress wrong new", new, {"ans": saved["ans"]}, repeats=False)
    script = f"mkdir a; touch a/b; printf %s {shlex.quote(right.decode())}"
    yield Scenario(f"{name} stress files", (*options, "--shell", "--", script))
    jobs = (*options[:-1], "3", "--jobs", "2", "--", "true")
    yield Scenario(f"{name} stress jobs", jobs, repeats=False)
    yield from judging(name, case, right)


def judging(name: str, case: bytes, right: bytes) -> Iterator[Scenario]:
    """Yield scenarios for ``judge``: a right and a wrong program, and a test without an answer."""
    tests = {"tests/": b"", "tests/1.in": case, "ans": right}
    judge = (name, "judge", "--tests", "tests", "--command", "cat ans")
    yield Scenario(f"{name} judge", judge, {**tests, "tests/1.ans": right})
    wrong = (*judge, "--command", "true", "--expect", "wrong_answer=true")
    yield Scenario(f"{name} judge wrong", wrong, {**tests, "tests/1.ans": right})
    yield Scenario(f"{name} judge unanswered", judge, tests)


def special() -> Iterator[Scenario]:
    """Yield scenarios for what only some problems have: a referee, subtasks, points, outcomes."""
    data, answer = support.sample("nogo")
    points = ("nogo", "check", "--protocol", "kattis", "--points", "score", "in", "ans", "feedback")
    files = {"in": data, "ans": answer, "feedback/": b"", "feedback/score.txt": b"old\n"}
    yield Scenario("nogo check points", points, files, stdin=answer)
    data, _answer = support.sample("chess")
    yield Scenario("chess validate subtask", ("chess", "validate", "--subtask", "1", "in"), {"in": data})
    data, _answer = support.sample("multigo")
    yield Scenario("nogo outcome", ("nogo", "outcome", "in"), {"in": b"2 3 O\n#..\n.X.\n"})
    yield Scenario("nogo outcome empty", ("nogo", "outcome", "1", "5"))
    # Not loadsgf: a file that can't be read is a response of the protocol, and the engine goes on.
    playing = b"boardsize 3\ngenmove b\nprintsgf\nname\n"
    moves = ("nogo", "botzone", "--simulations", "50", "--seconds", "600", "--nodes", "1000")
    yield Scenario("nogo botzone", moves, stdin=b"1\n-1 -1\n8 8\n")
    yield Scenario("nogo botzone bundle", (*moves, "--bundle", "bot.py"))
    game = b"(;GM[1]SZ[3]PB[a];B[bb];W[aa])\n"
    yield Scenario("nogo show sgf", ("nogo", "show", "--html", "game.sgf"), {"game.sgf": game})
    yield Scenario("nogo gtp", ("nogo", "gtp", "--simulations", "50"), stdin=playing)
    resigns = "sh -c 'while read c; do case $c in genmove*) echo = resign;; *) echo =;; esac; echo; done'"
    match = ("nogo", "match", resigns, resigns, "--games", "2", "--sgf", "games")
    yield Scenario("nogo match", match)
    yield Scenario("multigo referee", ("multigo", "referee", "in"), {"in": data}, stdin=b"3 4 1\n3 4 2\n")


def own() -> Iterator[Scenario]:
    """Yield scenarios for problems without a package: a model solution, a checker, an example to be written."""
    files = {"sum.ctd": b"INT(1,9,n) NEWLINE\n", "in": b"3\n", "out": b"3\n"}
    described = ("--format", "sum.ctd")
    model = (*described, "--model", "cat")
    yield Scenario("own init", ("own", "init", "new"))
    yield Scenario("own validate", ("own", "validate", *described, "--validator", "true", "in"), files)
    yield Scenario("own generate", ("own", "generate", *described, "random", "-o", "out"), files)
    yield Scenario("own check", ("own", "check", *model, "in", "out"), files)
    yield Scenario("own check by a checker", ("own", "check", *model, "--checker", "true", "in", "out"), files)
    stress = ("own", "stress", *model, "--seed", "s", "--cases", "1", "--save", "saved", "--")
    yield Scenario("own stress", (*stress, "cat"), files)
    yield Scenario("own stress wrong", (*stress, "true"), {**files, "saved/": b""}, repeats=False)
    toml = {**files, "refsol.toml": b'format = "sum.ctd"\nmodel = "cat"\n[families]\nlarge = 0\nlargest = 0\n'}
    yield Scenario("own testset", ("own", "testset", "tests"), toml)
    yield Scenario("own judge", ("own", "judge", "--command", "cat"), toml)
    packed = {**files, "right.py": b"print(input())\n", "statement.md": b"Print $n$.\n", "refsol.toml": PACKED}
    yield Scenario("own package", ("own", "package", "kattis", "new.zip"), packed, repeats=False)
    yield Scenario("own package directory", ("own", "package", "dmoj", "new"), packed, repeats=False)


def cold(name: str) -> Iterator[Scenario]:
    """Yield scenarios for verbs with everything that they import."""
    data, answer = support.sample(name)
    files = {"in": data, "out": b"old\n"}
    yield Scenario(f"cold {name} solve", (name, "solve", "in", "-o", "out"), files, cold=True)
    testlib = (name, "check", "--protocol", "testlib", "in", "out", "ans")
    files = {"in": data, "out": answer, "ans": answer}
    yield Scenario(f"cold {name} check testlib", testlib, files, cold=True, failed=(3,))


def library(name: str) -> Iterator[Scenario]:
    """Yield scenarios that call the library."""
    data, answer = support.sample(name)
    jury = load(name).jury

    def solve() -> bytes:
        return b"".join(load(name).solve(data, {}))

    def validate() -> object:
        return find_errors(jury, data)

    def compare(output: bytes) -> object:
        return check(jury, data, BytesIO(output), lambda: [answer])

    def explain() -> object:
        return list(load(name).explainer.explain(data, {}))

    yield Scenario(f"library {name} solve", call=solve)
    yield Scenario(f"library {name} validate", call=validate)
    yield Scenario(f"library {name} check", call=lambda: compare(answer))
    yield Scenario(f"library {name} check wrong", call=lambda: compare(answer[:-2] + b"#\n"))
    yield Scenario(f"library {name} explain", call=explain)
    yield Scenario(f"library {name} generate", call=lambda: support.GENERATE[name](Random("s-0")))
