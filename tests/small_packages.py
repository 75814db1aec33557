"""Small packages of every format: a few tiny tests of each subtask, made in no time."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from refsol.jury.contract import load_jury
from refsol.jury.testset import Entry, tests_of
from refsol.limits import Subtask, load_limits
from refsol.packages.contents import SECONDS, Contents, Plan, Program
from refsol.packages.formats import load_format
from refsol.packages.parts import PYTHON, parts_of
from refsol.packages.submissions import submissions_of
from refsol.packages.tests import Group, Test
from refsol.problem import load
from refsol.statement import samples_of

_TESTS: Final = 4  # of a subtask
_SIZE: Final = 6
_DIRECTORY: Final = TemporaryDirectory(prefix="refsol-test-")  # until the tests end

Files = dict[str, bytes]
"""The files of a package: their contents by path."""


def scratch(name: str) -> Path:
    """Return a new directory called ``name``, which is there until the tests end."""
    directory = Path(_DIRECTORY.name, name)
    directory.mkdir()
    return directory


def small_contents(name: str, scored: bool = True) -> Contents:
    """Return what a package of a problem holds, with tiny tests."""
    return _contents(name, scored)


@cache
def _contents(name: str, scored: bool) -> Contents:
    limits = load_limits(name)
    directory = scratch(f"{name}-{scored}")
    groups = tuple(
        Group(number, subtask, tuple(_test(name, directory, number, k, entry) for k, entry in enumerate(entries, 1)))
        for number, subtask in enumerate(limits.subtasks, 1)
        if (entries := list(_entries(name, subtask)))
    )
    submissions = [Program(each.name, str(each.verdict), each.text.encode()) for each in submissions_of(load(name))]
    submissions += [Program("solver.py", "wrong_answer", b"print(1)\n"), Program("mine.cpp", "accepted", b"main(){}")]
    plan = Plan("1", limits.seconds or SECONDS, scored, PYTHON, testlib=b"// testlib.h of the user\n")
    return Contents(load(name), limits, plan, tuple(samples_of(name)), groups, tuple(submissions), parts_of(load(name)))


def small_package(kind: str, name: str, scored: bool = True) -> Files:
    """Return a package of a problem in the format called ``kind``."""
    return _package(kind, name, scored)


@cache
def _package(kind: str, name: str, scored: bool) -> Files:
    files = list(load_format(kind).files(small_contents(name, scored)))
    found = {file.path: b"".join(file.chunks()) for file in files}
    assert len(found) == len(files), "a path is there twice"
    return found


def _entries(name: str, subtask: Subtask) -> Iterator[Entry]:
    last = load_limits(name).subtasks[-1]
    return islice(
        (entry for entry in tests_of(load_jury(name), "1") if (entry.family.group.subtask or last) == subtask), _TESTS
    )


def _test(name: str, directory: Path, group: int, number: int, entry: Entry) -> Test:
    """Make a test as small as its family can."""
    sizes = {size.name: min(size.default_value, max(size.least, _SIZE)) for size in entry.family.sizes}
    paths = [directory / f"{group}-{number}.{suffix}" for suffix in ("in", "out")]
    data = entry.family.generate(entry.seed, sizes)
    paths[0].write_bytes(data)
    paths[1].write_bytes(b"".join(load(name).solve(data, {})))
    return Test(f"{number:02}-{entry.family.name}", entry.family, entry.seed, sizes, paths[0], paths[1])
