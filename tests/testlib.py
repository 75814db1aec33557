"""The checkers and validators in C++, compiled and run, and random inputs and outputs for them."""

import os
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final, NamedTuple, TypeVar

import fuzz
import pytest

import refsol
from refsol.jury import testing
from refsol.problem import NAMES, load
from refsol.problem.contract import VerdictKind

Test = TypeVar("Test", bound=Callable[..., None])

HEADER: Final = os.environ.get("REFSOL_TESTLIB", "")
"""The path of testlib.h, which is not part of refsol."""


def needed(test: Test) -> Test:
    """Mark a test that needs testlib.h."""
    marked: Test = pytest.mark.testlib(test)
    skipped: Test = pytest.mark.skipif(not HEADER, reason="REFSOL_TESTLIB doesn't name the file testlib.h")(marked)
    return skipped


CHECKERS: Final = {name: "nogo/jury/checker.cpp" if name == "nogo" else "jury/checker.cpp" for name in NAMES}
"""The source of each problem's checker."""
VALIDATORS: Final = {name: f"{name}/jury/validator.cpp" for name in NAMES}
"""The source of each problem's validator."""
SOURCES: Final = (*sorted(set(CHECKERS.values())), *VALIDATORS.values())

STANDARDS: Final = ("-std=c++14", "-std=c++17")
POINTS: Final = "-DPOINTS_PER_DIGIT=1"
FLAGS: Final = (
    *("-O2", "-Wall", "-Wextra", "-Werror"),
    "-fwhole-program",  # takes half the time, since most functions of testlib are not called
    "-fsigned-char",  # as on x86, so that testlib doesn't take the byte 255 of an output for its end
)

OK, WRONG, TRAILING, FAILED, PARTIAL = 0, 1, 2, 3, 7  # testlib's exit statuses
STATUS: Final = {VerdictKind.ACCEPTED: OK, VerdictKind.WRONG: WRONG, VerdictKind.TRAILING_OUTPUT: TRAILING}

JOBS: Final = os.cpu_count() or 1
_SECONDS: Final = 60.0  # for one run of a program


class Result(NamedTuple):
    """How a program ended, and what it wrote to standard error."""

    status: int
    message: str


class Judged(NamedTuple):
    """The files that a checker is given."""

    data: bytes
    output: bytes
    answer: bytes


class Programs:
    """The programs, each compiled in a ``directory`` when it is run first."""

    def __init__(self, directory: Path) -> None:
        self._directory: Final = directory
        self._locks: Final = {(source, option): Lock() for source in SOURCES for option in (*STANDARDS, POINTS)}

    def check(self, name: str, case: Judged, option: str = STANDARDS[0]) -> Result:
        """Judge an output with the checker that was compiled with ``option``, a standard or ``POINTS``."""
        with TemporaryDirectory() as directory:
            paths = [Path(directory, field) for field in case._fields]
            for path, content in zip(paths, case, strict=True):
                path.write_bytes(content)
            return _run(self._program(CHECKERS[name], option), *paths)

    def validate(self, name: str, data: bytes, option: str = STANDARDS[0], group: str = "") -> Result:
        """Validate an input, of a ``group`` if any, with the validator compiled with ``option``, a standard."""
        words = ["--group", group] if group else []
        return _run(self._program(VALIDATORS[name], option), *words, data=data)

    def _program(self, source: str, option: str) -> Path:
        """Return what a source is compiled to. Raises ``AssertionError`` if the compiler has anything to say."""
        program = self._directory / f"{source}{option}".replace("/", "-")
        path = Path(refsol.__path__[0], source)
        command: list[str | Path] = ["g++", *FLAGS, option, "-isystem", Path(HEADER).parent, path, "-o", program]
        with self._locks[source, option]:
            if not program.exists():
                done = subprocess.run(command, capture_output=True, text=True, check=False)
                assert (done.returncode, done.stdout + done.stderr) == (0, ""), (source, option)
        return program


def _run(*command: Path | str, data: bytes = b"") -> Result:
    done = subprocess.run(command, input=data, capture_output=True, timeout=_SECONDS, check=False)
    return Result(done.returncode, done.stderr.decode("utf-8", "backslashreplace"))


def random_input(name: str, seed: str) -> bytes:
    """Return a small input of some family, as it is or with changes, after which it may still be valid."""
    rng = Random(f"input {seed}")
    data = fuzz.generated(seed, name, 0)
    for _change in range(rng.choice((0, 1, 1, 1, 2))):
        data = rng.choice(CHANGES)(data, rng)
    return data


def random_output(name: str, seed: str) -> Judged:
    """Return a small input of some family, a right output, as it is or with changes, and refsol's answer."""
    rng = Random(f"output {seed}")
    data = fuzz.generated(seed, name, 0)
    answer = output = testing.solved(load(name), data, {})
    changes = [testing.mutated, _append_token, _exchange_tokens, _repeat_token, _misspell]
    if name == "nogo":
        changes += [_exchange_moves, _exchange_moves, _end_early]
        if rng.random() < 0.7:
            output = testing.solved(load(name), data, {"random": True, "seed": rng.randrange(2**64)})
    for _change in range(rng.choice((0, 1, 1, 1, 2))):
        output = rng.choice(changes)(output, rng)
    return Judged(data, output, answer)


def _append_token(output: bytes, rng: Random) -> bytes:
    return output + rng.choice((b"1", b"1\n", b"\n\n1\n", b" -1 -1\n", b"\0", output))


def _exchange_tokens(data: bytes, rng: Random) -> bytes:
    parts = re.split(rb"(\s+)", data)
    i, j = (2 * rng.randrange(len(parts) // 2 + 1) for _ in range(2))
    parts[i], parts[j] = parts[j], parts[i]
    return b"".join(parts)


def _repeat_token(data: bytes, rng: Random) -> bytes:
    parts = re.split(rb"(\s+)", data)
    parts[2 * rng.randrange(len(parts) // 2 + 1)] = parts[2 * rng.randrange(len(parts) // 2 + 1)]
    return b"".join(parts)


def _exchange_bytes(data: bytes, rng: Random) -> bytes:
    """Exchange two bytes that are not blanks, so stones, roads or digits."""
    places = [place for place in range(len(data)) if not data[place : place + 1].isspace()]
    if not places:
        return data
    changed = bytearray(data)
    i, j = rng.choices(places, k=2)
    changed[i], changed[j] = changed[j], changed[i]
    return bytes(changed)


def _misspell(output: bytes, rng: Random) -> bytes:
    """Write a token in another way, or another one that looks like it."""
    parts = re.split(rb"(\s+)", output)
    i = 2 * rng.randrange(len(parts) // 2 + 1)
    token = parts[i]
    others = [*(sign + token for sign in (b"0", b"+", b"-")), token + b".0", token + b"\0", token.swapcase()]
    others += [b"-0", b"9" * 30]
    if token.isdigit():
        others += [b"%d" % (int(token) + 1), b"%d" % abs(int(token) - 1), b"%d" % (int(token) + 2**32)]
    parts[i] = rng.choice(others)
    return b"".join(parts)


def _exchange_moves(output: bytes, rng: Random) -> bytes:
    lines = output.split(b"\n")
    i = rng.randrange(len(lines))
    j = rng.randrange(i % 2, len(lines), 2)
    lines[i], lines[j] = lines[j], lines[i]
    return b"\n".join(lines)


def _end_early(output: bytes, rng: Random) -> bytes:
    lines = output.split(b"\n")
    return b"\n".join([*lines[: rng.randrange(len(lines))], b"-1 -1\n"])


CHANGES: Final = (
    *(testing.mutated, fuzz.with_blanks, fuzz.with_other_number, _exchange_tokens, _repeat_token, _exchange_bytes),
)
