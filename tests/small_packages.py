"""Small packages of every format: a few tiny tests of each subtask, made in no time.

Two problems are none of refsol's: the example that ``refsol own init`` writes, and one where numbers have a tolerance.
"""

import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import count, islice
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

import pytest
import support

from refsol.jury.packages import DEFAULT_SECONDS, Contents, PackagePlan, PackageProgram, load_format, submissions_of
from refsol.jury.packages.tests import Test, TestGroup
from refsol.jury.testset import Entry, tests_of
from refsol.own import problem_of, read_spec
from refsol.problem import NAMES, Problem, load
from refsol.problem.limits import Subtask
from refsol.problem.packaging import PYTHON

TOML: Final = "refsol.toml"
_TESTS: Final = 4  # of a subtask
_SIZE: Final = 6
_DIRECTORY: Final = TemporaryDirectory(prefix="refsol-test-")  # until the tests end


def scratch(name: str) -> Path:
    directory = Path(_DIRECTORY.name, name)
    directory.mkdir()
    return directory


MEAN: Final = support.sections("mean")
"""The files of a problem without a package, whose outputs are compared as numbers."""


def example_files() -> dict[str, str]:
    """Return the files that ``refsol own init`` writes."""
    return files_in(Path(sys.modules["refsol"].__path__[0], "own", "example"))


def files_in(root: Path) -> dict[str, str]:
    """Return the texts in a directory, by their paths there."""
    paths = (path for path in root.rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return {path.relative_to(root).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def write_files(directory: Path, files: Mapping[str, str]) -> Path:
    """Write texts into a directory and return it; Python is the interpreter that runs the tests."""
    toml = {name: text.replace('"python3 ', f'"{sys.executable} ') for name, text in files.items() if name == TOML}
    return support.write_files(directory, {**files, **toml})


def problem_in(directory: Path, **changes: object) -> Problem:
    """Return the problem whose file is in a directory, with some fields changed."""
    spec = read_spec(directory / "refsol.toml")
    spec = spec._replace(description=Path(spec.path).read_text(encoding="latin-1"))
    return problem_of(spec._replace(**changes))  # type: ignore[arg-type]  # fields of any type


OWN: Final = (
    ()
    if sys.platform == "win32"
    else tuple(
        problem_in(write_files(scratch(name), files)) for name, files in (("example", example_files()), ("mean", MEAN))
    )
)
"""Problems without a package; they can't be used where there are no POSIX systems."""
PROBLEMS: Final = (*map(load, NAMES), *OWN)
ALL: Final = [pytest.param(problem, id=problem.slug) for problem in PROBLEMS]
"""The problems with which the rules of formats are tried."""

Files = dict[str, bytes]
"""The files of a package: their contents by path."""


def small_contents(problem: Problem, scored: bool = True) -> Contents:
    """Return what a package of a problem holds, with tiny tests."""
    return _contents(problem, scored)


@cache
def _contents(problem: Problem, scored: bool) -> Contents:
    limits = problem.limits
    directory = Path(mkdtemp(dir=_DIRECTORY.name))
    numbers = count(1)
    groups = tuple(
        TestGroup(
            number,
            subtask,
            tuple(_test(problem, directory, next(numbers), k, entry) for k, entry in enumerate(entries, 1)),
        )
        for number, subtask in enumerate(limits.subtasks, 1)
        if (entries := list(_entries(problem, subtask)))
    )
    submissions = [PackageProgram("solver.py", "accepted", b"# the model solution\n")] if problem.runs_model else []
    submissions += submissions_of(problem)
    submissions += [
        PackageProgram(submissions[0].name, "wrong_answer", b"print(1)\n"),
        PackageProgram("mine.cpp", "accepted", b"main(){}"),
    ]
    plan = PackagePlan("1", limits.seconds or DEFAULT_SECONDS, scored, PYTHON, testlib=b"// testlib.h of the user\n")
    return Contents(problem, plan, tuple(problem.samples()), groups, tuple(submissions), problem.parts())


def small_package(kind: str, problem: Problem, scored: bool = True) -> Files:
    """Return a package of a problem in the format called ``kind``."""
    return _package(kind, problem, scored)


@cache
def _package(kind: str, problem: Problem, scored: bool) -> Files:
    files = list(load_format(kind).files(small_contents(problem, scored)))
    found = {file.path: b"".join(file.chunks()) for file in files}
    assert len(found) == len(files), "a path is there twice"
    return found


def _entries(problem: Problem, subtask: Subtask) -> Iterator[Entry]:
    last = problem.limits.subtasks[-1]
    return islice(
        (entry for entry in tests_of(problem.jury, "1") if (entry.family.group.subtask or last) == subtask), _TESTS
    )


def _test(problem: Problem, directory: Path, number: int, in_group: int, entry: Entry) -> Test:
    sizes = {size.name: min(size.default_value, max(size.least, _SIZE)) for size in entry.family.sizes}
    paths = [directory / f"{number}.{suffix}" for suffix in ("in", "out")]
    data = entry.family.generate(entry.seed, sizes)
    paths[0].write_bytes(data)
    paths[1].write_bytes(b"".join(problem.solve(data, {})))
    return Test(number, f"{in_group:02}-{entry.family.name}", entry.family, entry.seed, sizes, paths[0], paths[1])
