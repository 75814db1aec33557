"""The scenarios of ``faults.py``: commands, calls of the library, and the files that are there before."""

import shlex
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from io import BytesIO
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import support

from refsol.jury.checking import check
from refsol.jury.validation import find_errors
from refsol.problem import NAMES, load

ERROR_STATUSES: Final = (2, 4)  # a file, or anything else, failed
Files: TypeAlias = Mapping[str, bytes]
"""Files by their paths; a path that ends with a slash is a directory."""


class Scenario(NamedTuple):
    """A command to run, and what is there before."""

    name: str
    line: str = ""
    """The arguments, as a shell reads them."""
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

    @property
    def arguments(self) -> tuple[str, ...]:
        return tuple(shlex.split(self.line))


def scenarios() -> Iterator[Scenario]:
    yield from verbs("tictactoe")
    yield from special()
    yield from own()
    yield Scenario("cold list", "list", cold=True)
    yield from cold("tictactoe")
    for name in NAMES:  # the commands are the same for all problems, what they call is not
        yield from library(name)


def scenario(
    problem: str, label: str, line: str, files: Files = MappingProxyType({}), **more: Any
) -> Scenario:  # fields of any type
    """Return the scenario of a problem with a ``label``: a command of it, the files, and fields."""
    return Scenario(f"{problem} {label}", f"{problem} {line}", files, **more)


def verbs(name: str) -> Iterator[Scenario]:
    """Yield scenarios for all verbs of a problem but ``referee``."""
    of = partial(scenario, name)
    data, answer = support.sample(name)
    yield of("solve", "solve in", {"in": data})
    yield of("solve stdin", "solve", stdin=data)
    yield of("solve -o new", "solve in -o out", {"in": data})
    yield of("solve -o old", "solve in -o out", {"in": data, "out": b"old\n"})
    yield of("validate", "validate in", {"in": data})
    yield of("check", "check in out", {"in": data, "out": answer})
    yield of("check wrong", "check in out", {"in": data, "out": answer[:-2] + b"#\n"})
    yield of("explain", "explain in", {"in": data})
    yield of("show --html", "show in --html out", {"in": data, "out": b"old\n"})
    family = load(name).jury.families[0].name
    yield of("validate bad", "validate --all in", {"in": data[:-1] + b"x"})
    yield of(
        "check kattis",
        "check --protocol kattis in ans feedback",
        {"in": data, "ans": answer, "feedback/": b""},
        stdin=answer,
    )
    yield of(
        "check testlib", "check --protocol testlib in out ans", {"in": data, "out": answer, "ans": answer}, failed=(3,)
    )
    yield of("generate", f"generate {family} -o out", {"out": b"old\n"})
    yield of("generate --list", "generate --list")
    yield of("testset", "testset tests")
    yield of(
        "testset again",
        "testset tests",
        {"tests/": b"", "tests/.refsol-0123456789abcdef": b"left by a run that was killed"},
    )
    yield of("package", "package kattis new.zip", repeats=False)
    yield of("package directory", "package dmoj new", repeats=False)
    yield of("bundle", "bundle")
    yield of("bundle -o old", "bundle --checker -o out", {"out": b"old\n"})
    yield of("explain --json", "explain in --json", {"in": data})
    yield of("show", "show in", {"in": data})
    yield of("show --svg", "show in --svg out", {"in": data})
    yield of("statement", "statement")
    yield of("help", "solve --help")
    yield Scenario("list", "list")
    yield Scenario("version", "--version")
    case = support.GENERATE[name](Random("s-0"))
    right = b"".join(load(name).solve(case, {}))
    files = f"mkdir a; touch a/b; printf %s {shlex.quote(right.decode())}"
    yield of("stress", "stress --family small --seed s --cases 1 -- cat ans", {"ans": right})
    yield of(
        "stress wrong",
        "stress --family small --seed s --cases 1 --save saved -- cat ans",
        {"ans": right[:-2] + b"#\n", "saved/": b""},
        repeats=False,
    )
    yield of(
        "stress wrong new",
        "stress --family small --seed s --cases 1 -- cat ans",
        {"ans": right[:-2] + b"#\n"},
        repeats=False,
    )
    yield of("stress files", f"stress --family small --seed s --cases 1 --shell -- {shlex.quote(files)}")
    yield of("stress jobs", "stress --family small --seed s --cases 3 --jobs 2 -- true", repeats=False)
    yield of(
        "judge",
        "judge --tests tests --command 'cat ans'",
        {"tests/": b"", "tests/1.in": case, "ans": right, "tests/1.ans": right},
    )
    yield of(
        "judge wrong",
        "judge --tests tests --command 'cat ans' --command true --expect wrong_answer=true",
        {"tests/": b"", "tests/1.in": case, "ans": right, "tests/1.ans": right},
    )
    yield of(
        "judge unanswered", "judge --tests tests --command 'cat ans'", {"tests/": b"", "tests/1.in": case, "ans": right}
    )


def special() -> Iterator[Scenario]:
    """Yield scenarios for what only some problems have: a referee, subtasks, points, outcomes."""
    nogo, chess, multigo = (support.sample(name)[0] for name in ("nogo", "chess", "multigo"))
    resigns = "sh -c 'while read c; do case $c in genmove*) echo = resign;; *) echo =;; esac; echo; done'"
    answer = support.sample("nogo")[1]
    yield Scenario(
        "nogo check points",
        "nogo check --protocol kattis --points score in ans feedback",
        {"in": nogo, "ans": answer, "feedback/": b"", "feedback/score.txt": b"old\n"},
        stdin=answer,
    )
    yield Scenario("chess validate subtask", "chess validate --subtask 1 in", {"in": chess})
    yield Scenario("nogo outcome", "nogo outcome in", {"in": b"2 3 O\n#..\n.X.\n"})
    yield Scenario("nogo outcome empty", "nogo outcome 1 5")
    yield Scenario("nogo botzone", "nogo botzone --simulations 50 --seconds 600 --nodes 1000", stdin=b"1\n-1 -1\n8 8\n")
    yield Scenario("nogo botzone bundle", "nogo botzone --simulations 50 --seconds 600 --nodes 1000 --bundle bot.py")
    yield Scenario("nogo show sgf", "nogo show --html game.sgf", {"game.sgf": b"(;GM[1]SZ[3]PB[a];B[bb];W[aa])\n"})
    # Not loadsgf: a file that can't be read is a response of the protocol, and the engine goes on.
    yield Scenario("nogo gtp", "nogo gtp --simulations 50", stdin=b"boardsize 3\ngenmove b\nprintsgf\nname\n")
    yield Scenario("nogo match", f"nogo match {shlex.quote(resigns)} {shlex.quote(resigns)} --games 2 --sgf games")
    yield Scenario("multigo referee", "multigo referee in", {"in": multigo}, stdin=b"3 4 1\n3 4 2\n")
    moves = b"3 4 1\n3 4 2\n"
    yield Scenario("multigo referee log", "multigo referee in log", {"in": multigo}, stdin=moves, failed=(3, 4))


def own() -> Iterator[Scenario]:
    """Yield scenarios for problems without a package."""
    files = {"sum.ctd": b"INT(1,9,n) NEWLINE\n", "in": b"3\n", "out": b"3\n"}
    toml = support.sections("faults")["few tests"].encode()
    packed = {"right.py": b"print(input())\n", "statement.md": b"Print $n$.\n", "refsol.toml": toml}
    yield Scenario("own init", "own init new")
    validator = b"format = 'sum.ctd'\nvalidator = {command = 'true'}\n"
    yield Scenario("own validate", "own validate in", {**files, "refsol.toml": validator})
    yield Scenario("own generate", "own generate --format sum.ctd random -o out", files)
    yield Scenario("own check", "own check --format sum.ctd --model cat in out", files)
    yield Scenario("own check by a checker", "own check --format sum.ctd --model cat --checker true in out", files)
    yield Scenario(
        "own stress", "own stress --format sum.ctd --model cat --seed s --cases 1 --save saved -- cat", files
    )
    yield Scenario(
        "own stress wrong",
        "own stress --format sum.ctd --model cat --seed s --cases 1 --save saved -- true",
        {**files, "saved/": b""},
        repeats=False,
    )
    yield Scenario(
        "own testset",
        "own testset tests",
        {**files, "refsol.toml": b'format = "sum.ctd"\nmodel = "cat"\n[families]\nlarge = 0\nlargest = 0\n'},
    )
    yield Scenario(
        "own judge",
        "own judge --command cat",
        {**files, "refsol.toml": b'format = "sum.ctd"\nmodel = "cat"\n[families]\nlarge = 0\nlargest = 0\n'},
    )
    talks = shlex.quote("sh -c 'cat $0; read x; test x$x = x3'")
    yield Scenario(
        "own judge interactor",
        f"own judge --format sum.ctd --interactor {talks} --tests tests --command cat --command true",
        {**files, "tests/": b"", "tests/1.in": b"3\n", "tests/1.ans": b""},
    )
    yield Scenario("own package", "own package kattis new.zip", {**files, **packed}, repeats=False)
    yield Scenario("own package directory", "own package dmoj new", {**files, **packed}, repeats=False)


def cold(name: str) -> Iterator[Scenario]:
    """Yield scenarios for verbs with everything that they import."""
    data, answer = support.sample(name)
    yield Scenario(f"cold {name} solve", f"{name} solve in -o out", {"in": data, "out": b"old\n"}, cold=True)
    yield Scenario(
        f"cold {name} check testlib",
        f"{name} check --protocol testlib in out ans",
        {"in": data, "out": answer, "ans": answer},
        cold=True,
        failed=(3,),
    )


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
