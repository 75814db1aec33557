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


def described(heading: str, **names: object) -> Iterator[Scenario]:
    """Yield the scenarios in a section of ``tests/tables/fault_scenarios.txt``."""
    for name, line, files, *unusual in support.table("fault_scenarios", heading, quote=shlex.quote, **names):
        yield Scenario(name, tuple(shlex.split(line)), files, **(unusual[0] if unusual else {}))


def solving(name: str) -> Iterator[Scenario]:
    data, answer = support.sample(name)
    yield from described("what depends most on the problem", name=name, data=data, answer=answer)


def verbs(name: str) -> Iterator[Scenario]:
    """Yield scenarios for all verbs of a problem but ``referee``."""
    yield from solving(name)
    data, answer = support.sample(name)
    family = load(name).jury.families[0].name
    yield from described("the other verbs", name=name, data=data, answer=answer, family=family)
    case = support.GENERATE[name](Random("s-0"))
    right = b"".join(load(name).solve(case, {}))
    files = f"mkdir a; touch a/b; printf %s {shlex.quote(right.decode())}"
    stress = "stress: programs that are right, wrong, leave files, or write nothing"
    yield from described(stress, name=name, right=right, files=files)
    judge = "judge: a right and a wrong program, and a test without an answer"
    yield from described(judge, name=name, case=case, right=right)


def special() -> Iterator[Scenario]:
    """Yield scenarios for what only some problems have: a referee, subtasks, points, outcomes."""
    inputs = {name: support.sample(name)[0] for name in ("nogo", "chess", "multigo")}
    resigns = "sh -c 'while read c; do case $c in genmove*) echo = resign;; *) echo =;; esac; echo; done'"
    answer = support.sample("nogo")[1]
    yield from described("what only some problems have", answer=answer, resigns=resigns, **inputs)


def own() -> Iterator[Scenario]:
    """Yield scenarios for problems without a package."""
    files = {"sum.ctd": b"INT(1,9,n) NEWLINE\n", "in": b"3\n", "out": b"3\n"}
    toml = support.sections("faults")["few tests"].encode()
    packed = {"right.py": b"print(input())\n", "statement.md": b"Print $n$.\n", "refsol.toml": toml}
    heading = "problems without a package: a model solution, a checker, an example to be written"
    yield from described(heading, files=files, packed=packed)


def cold(name: str) -> Iterator[Scenario]:
    """Yield scenarios for verbs with everything that they import."""
    data, answer = support.sample(name)
    yield from described("with all imports", name=name, data=data, answer=answer)


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
