"""Helpers for the tests: the problems, random cases with seeds, and the command line as a process."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol.errors import InputError
from refsol.jury import testing
from refsol.portable import is_compiled
from refsol.problem import NAMES, Problem, load
from refsol.text.scanner import Scanner, symbol_codes

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLES: Final = ROOT / "samples"

COMPILED: Final = is_compiled()

# The seed of this run's fresh cases. The report header prints it; REFSOL_SEED=N repeats them.
if not os.environ.get("REFSOL_SEED"):
    os.environ["REFSOL_SEED"] = str(int.from_bytes(os.urandom(4)))  # processes that run tests side by side inherit it
FRESH_SEED: Final = int(os.environ["REFSOL_SEED"])

FRESH: Final = str(FRESH_SEED)

# The number of random cases per problem; half of them are the same in every run, half are fresh.
CASES: Final = int(os.environ.get("REFSOL_CASES") or (10_000 if COMPILED else 2_000))

GENERATE: Final[dict[str, Callable[[Random], bytes]]] = {name: load(name).jury.family("small").make for name in NAMES}


ORACLE: Final = {name: testing.oracle_of(load(name)) for name in NAMES}


SOLVE: Final = {name: partial(testing.solved, load(name)) for name in NAMES}


def changed(problem: Problem, **parts: object) -> Problem:
    """Return a copy of a ``problem`` in which some parts are others."""
    copy = object.__new__(type(problem))
    vars(copy).update(vars(problem), **parts)
    return copy


def seeds(count: int = CASES) -> Iterator[str]:
    """Yield seeds for ``Random``: the first half is the same in every run, the rest is fresh."""
    return testing.seeds(count, FRESH)


def python_process(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, seconds: float = 300, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run Python as a process, compiled or interpreted like this run unless ``environment`` overrides that."""
    return subprocess.run(
        [sys.executable, "-P", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        env={**os.environ, "TERM": "dumb", "COLUMNS": "100", **environment},
        timeout=seconds,
        check=False,
    )


def refsol_process(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, seconds: float = 300, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a process, like ``python_process``."""
    return python_process("-m", "refsol", *arguments, stdin=stdin, cwd=cwd, seconds=seconds, **environment)


class ShortReads(BytesIO):
    """A file that gives at most ``most`` bytes at a time, even if it is asked for more, as pipes and sockets do."""

    def __init__(self, data: bytes, most: int = 5) -> None:
        super().__init__(data)
        self.most = most

    def read(self, size: int | None = -1, /) -> bytes:
        assert size is not None
        return super().read(min(size, self.most))


def read_tokens(scanner: Scanner, rng: Random) -> list[object]:
    """Read random kinds of tokens to the end or the first error; return what was read, and the error."""
    got: list[object] = []
    into = vec[i32]([i32(0)] * 9)
    row = vec[u8]([u8(0)] * 99)
    codes = symbol_codes(b"0123456789")
    try:
        while not scanner.at_end():
            kind = rng.randrange(4)
            if kind == 0:
                got.append(scanner.integer(0, 10**18 - 1, "number"))
            elif kind == 1:
                scanner.integers(into, 0, count := rng.randrange(1, 9), 0, 10**9, "number")
                got.append(list(into)[:count])
            elif kind == 2:
                got.append(scanner.symbols(row, 0, count := rng.choice((1, 2, 3, 6, 19, 99)), codes, "row", "digit"))
                got.append(list(row)[:count])
            if got:
                got.append(scanner.last())
    except InputError as error:
        got.append(str(error))
    return got
