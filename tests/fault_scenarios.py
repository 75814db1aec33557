"""The scenarios of ``faults.py``: commands, calls of the library, and the files that are there before."""

import shlex
from collections.abc import Callable, Iterator, Mapping
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
    yield Scenario("list", "list")
    yield Scenario("version", "--version")
    yield from in_table("tictactoe", "verbs")
    for name in ("multigo", "chess", "nogo"):
        yield from in_table(name, name)
    yield from own()
    yield Scenario("cold list", "list", cold=True)
    yield from cold("tictactoe")
    for name in NAMES:  # the commands are the same for all problems, what they call is not
        yield from library(name)


def in_table(name: str, key: str) -> Iterator[Scenario]:
    data, answer = support.sample(name)
    case = support.GENERATE[name](Random("s-0"))
    right = b"".join(load(name).solve(case, {}))
    texts = {
        "DATA": data,
        "BAD": data[:-1] + b"x",
        "ANSWER": answer,
        "WRONG": answer[:-2] + b"#\n",
        "CASE": case,
        "RIGHT": right,
        "NOT_RIGHT": right[:-2] + b"#\n",
    }
    yield from (scenario(name, texts, *row) for row in support.toml("faults")[key])


def scenario(
    name: str, texts: Files, label: str, line: str, files: Mapping[str, str], fields: Mapping[str, Any] | None = None
) -> Scenario:
    """Return the scenario in a row of the table, whose files are texts or names of ``texts``."""
    line = line.replace("RIGHT", texts.get("RIGHT", b"").decode())
    contents = {path: texts.get(text, text.encode()) for path, text in files.items()}
    more = {"stdin": "", "failed": ERROR_STATUSES, **(fields or {})}
    more["stdin"] = texts.get(more["stdin"], more["stdin"].encode())
    return Scenario(f"{name} {label}", f"{name} {line}", contents, **more)


def own() -> Iterator[Scenario]:
    few = b'format = "sum.ctd"\nmodel = "cat"\n[families]\nlarge = 0\nlargest = 0\n'
    texts = {"FEW": few, "FEWER": support.sections("faults")["few tests"].encode()}
    there = {"sum.ctd": b"INT(1,9,n) NEWLINE\n", "in": b"3\n", "out": b"3\n"}
    for row in support.toml("faults")["own"]:
        found = scenario("own", texts, *row)
        yield found._replace(files={**there, **found.files})


def cold(name: str) -> Iterator[Scenario]:
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
