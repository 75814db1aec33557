"""Helpers for the tests: the problems, random cases with seeds, tables, and the command line as a process."""

import os
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryFile
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar
from unittest.mock import patch

import psutil
import pytest
from librt.vecs import vec
from mypy_extensions import i32, u8

from refsol.__main__ import main
from refsol.errors import InputError
from refsol.jury import testing
from refsol.portable import is_compiled
from refsol.problem import NAMES, OWN, Problem, load
from refsol.text.scanner import Scanner, symbol_codes

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLES: Final = ROOT / "samples"
REFSOL: Final = (sys.executable, "-P", "-m", "refsol")
"""The command line, as words of a command."""

Patch: TypeAlias = pytest.MonkeyPatch
Capture: TypeAlias = pytest.CaptureFixture[str]
Done: TypeAlias = subprocess.CompletedProcess[bytes]
T = TypeVar("T")
P = ParamSpec("P")

needs_posix: Final = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX system")
needs_linux: Final = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")


def _hard_stack() -> int:
    try:
        import resource
    except ImportError:
        return 0
    limit = resource.getrlimit(resource.RLIMIT_STACK)[1]
    return sys.maxsize if limit == resource.RLIM_INFINITY else limit


needs_large_stack: Final = pytest.mark.skipif(_hard_stack() < 300 * 2**20, reason="needs a stack of 300 MiB")

COMPILED: Final = is_compiled()

once: Final = pytest.mark.once
"""For expensive tests of what no mode can change: pages, sources, programs in bundles, and examples of descriptions."""

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


def sample(name: str, number: int = 1) -> tuple[bytes, bytes]:
    """Return a sample of a problem: input and answer."""
    path = SAMPLES / name / f"{number}.in"
    return path.read_bytes(), path.with_suffix(".ans").read_bytes()


def sections(name: str) -> dict[str, str]:
    """Return the texts in ``tests/tables/NAME.txt`` by their headings, which are lines that begin with ``= ``."""
    text = (ROOT / "tests" / "tables" / f"{name}.txt").read_text(encoding="utf-8")
    parts = [part.partition("\n") for part in f"\n{text}".split("\n= ")[1:]]
    return {heading: f"{body.strip(chr(10))}\n" for heading, _, body in parts}


def toml(name: str) -> dict[str, Any]:  # the tests say the types here, too
    """Return what ``tests/tables/NAME.toml`` holds."""
    return tomllib.loads((ROOT / "tests" / "tables" / f"{name}.toml").read_text(encoding="utf-8"))


def rows(name: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the rows of such a file, whose tables are called like problems, each with its problem."""
    return [(problem, row) for problem, found in toml(name).items() for row in found]


def of_kind(kind: type[T], events: Iterable[object]) -> list[T]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]


def seeds(count: int = CASES) -> Iterator[str]:
    """Yield seeds for ``Random``: the first half is the same in every run, the rest is fresh."""
    return testing.seeds(count, FRESH)


def randoms(count: int = CASES) -> Iterator[tuple[str, Random]]:
    """Yield :func:`seeds`, each with its generator of random numbers."""
    return ((seed, Random(seed)) for seed in seeds(count))


def inputs(name: str, count: int = CASES) -> Iterator[tuple[str, Random, bytes]]:
    """Yield random inputs of a problem, each with its seed and with the generator that has made it."""
    for seed, rng in randoms(count):
        yield seed, rng, GENERATE[name](rng)


def order(data: bytes) -> tuple[int, int, bytes]:
    """Return what is less for an input that counts as smaller."""
    return len(data.split()), len(data), data


def python_process(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None, seconds: float = 300, **environment: str
) -> Done:
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
) -> Done:
    """Run the command line as a process, like ``python_process``."""
    return python_process("-m", "refsol", *arguments, stdin=stdin, cwd=cwd, seconds=seconds, **environment)


def said_by(done: Done) -> tuple[int, str, str]:
    """Return the status of a command, and the texts on its standard output and standard error."""
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def own(*arguments: str, cwd: Path, stdin: bytes = b"") -> tuple[int, str, str]:
    """Run ``refsol own`` as a process; return what :func:`said_by` does."""
    return said_by(refsol_process(OWN, *arguments, stdin=stdin, cwd=cwd))


def refsol_here(*arguments: str, stdin: bytes = b"", cwd: Path | None = None) -> Done:
    """Run the command line in this process, which saves the time to start: for commands that start no processes."""
    before = Path.cwd()
    with ExitStack() as stack:
        files = [stack.enter_context(TemporaryFile()) for _ in range(3)]
        files[0].write(stdin)
        files[0].seek(0)
        stack.callback(os.chdir, before)
        os.chdir(cwd or before)
        for number, file in enumerate(files):
            kept = os.dup(number)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, number)
            os.dup2(file.fileno(), number)
        for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
            stream = stack.enter_context(open(number, mode, encoding="utf-8", closefd=False))
            stack.enter_context(patch.object(sys, name, stream))
        stack.enter_context(patch.object(sys, "argv", ["refsol", *arguments]))
        stack.enter_context(patch.multiple("gc", disable=lambda: None, freeze=lambda: None))  # this process goes on
        status = main()
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        for file in files[1:]:
            file.seek(0)
        return Done(arguments, status, files[1].read(), files[2].read())


@contextmanager
def running(*command: str, cwd: Path, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a command with pipes in the background; kill it at the end if it still runs."""
    pipe, variables = subprocess.PIPE, {**os.environ, **environment}
    with subprocess.Popen(command, cwd=cwd, env=variables, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(is_so: Callable[[], object], seconds: float = 60) -> None:
    """Wait until something is so, at most this many ``seconds``."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def has_ended(pid: int) -> bool:
    """Return whether a process has ended, though its parent may not have asked for its status yet."""
    try:
        return psutil.Process(pid).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def require_refusal(done: Done, message: str = "", status: int = 2) -> None:
    """Require that a command printed nothing but one line on standard error, which begins with a ``message``."""
    assert (done.returncode, done.stdout) == (status, b""), done
    line = done.stderr.decode()
    assert line.startswith(f"refsol: {message}"), line
    assert line.index("\n") == len(line) - 1, line


def write_files(directory: Path, files: Mapping[str, str | bytes]) -> Path:
    """Write texts into files below a directory, which is made if need be; return it."""
    for name, text in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return directory


def write_program(path: Path, text: str) -> Path:
    """Write a program that can be executed, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="ascii")
    path.chmod(0o755)
    return path


def contents(directory: Path) -> dict[str, bytes]:
    """Return the files below a directory, by their paths in it."""
    return {str(path.relative_to(directory)): path.read_bytes() for path in directory.rglob("*") if path.is_file()}


class Losing(Executor):
    """Runs calls in two threads, but loses the first ones, as many as ``losses``."""

    def __init__(self, losses: int) -> None:
        self.losses = losses
        self.threads = ThreadPoolExecutor(2)

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        self.losses -= 1
        if self.losses >= 0:
            lost: Future[T] = Future()
            lost.set_exception(BrokenExecutor())
            return lost
        return self.threads.submit(fn, *args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.threads.shutdown(wait, cancel_futures=cancel_futures)


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
