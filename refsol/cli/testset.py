"""The verb ``testset``."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from refsol import __version__
from refsol.cli.files import emit_text, encoded, is_leftover, write_output
from refsol.cli.options import SEED_HELP, Argument, Option, Verb
from refsol.cli.signals import raised
from refsol.cli.status import Ended, FileError, print_error
from refsol.errors import OptionError
from refsol.jury.contract import load_jury
from refsol.jury.testset import Entry, readme, tests_of
from refsol.jury.wording import counted
from refsol.problem import Problem

_MANIFEST: Final = "testset.json"


class Options(NamedTuple):
    """The arguments and options of ``testset``."""

    directory: Annotated[str, Argument("A new or empty directory, or one with an unfinished test set.", "DIR")]
    seed: Annotated[str, Option(SEED_HELP, metavar="TEXT", show_default=True)] = "1"


def testset(problem: Problem, options: Options) -> None:
    """Write a whole test set, or what is missing from one; print how many tests were written or already there.

    A run that was cut short, even by SIGKILL, leaves complete files and at most one temporary file, which the next run
    removes. Raises ``OptionError`` for a seed that isn't one line, and ``FileError`` for a directory that neither is
    empty nor holds the same test set, or if a file can't be written.
    """
    directory, seed = options
    if not encoded(seed).decode("utf-8", "replace").isprintable():
        raise OptionError("--seed must be a single line of text")
    import json  # slow to import

    jury = load_jury(problem.name)
    root = Path(directory)
    manifest = json.dumps({"refsol": __version__, "problem": problem.name, "seed": seed}) + "\n"
    tests = list(tests_of(jury, seed))
    with raised():
        try:
            _claim(root, manifest)
            written = _write_missing(problem, root, readme(problem, jury, seed), tests)
        except (KeyboardInterrupt, Ended):
            print_error(f"{directory}: interrupted; run the same command again to resume")
            raise
    emit_text(f"{directory}: {counted(written, 'test')} written, {len(tests) - written} already there\n")


def _write_missing(problem: Problem, root: Path, description: str, tests: list[Entry]) -> int:
    """Write the ``description`` and those of the ``tests`` that aren't complete; return how many these were."""
    for directory in {root, *((root / test.name).parent for test in tests)}:
        _remove_leftovers(directory)
    write_output(str(root / "README.md"), [encoded(description)])
    written = 0
    for test in _with_progress(tests):
        given, right = (root / f"{test.name}.{ending}" for ending in ("in", "ans"))
        if given.exists() and right.exists():  # neither is ever written in part
            continue
        _make_directory(given.parent)
        data = test.family.generate(test.seed)
        write_output(str(given), [data])
        write_output(str(right), problem.solve(data, {}))
        written += 1
    return written


def _with_progress(tests: list[Entry]) -> Iterable[Entry]:
    """Return the tests; while they are written, a terminal shows a progress bar."""
    if sys.stderr is None or not sys.stderr.isatty():
        return tests
    from rich.console import Console  # slow to import
    from rich.progress import track

    return track(tests, "tests", console=Console(stderr=True), transient=True)


def _claim(root: Path, manifest: str) -> None:
    """Claim the directory: it must be new or empty, or hold the same test set, complete or not.

    One that holds only temporary files, of a run that was killed, counts as empty.
    """
    _make_directory(root)
    mark = root / _MANIFEST
    try:
        there = mark.read_bytes()
    except FileNotFoundError:
        if not all(map(is_leftover, _entries(root))):
            raise FileError(f"{root}: neither empty nor a test set") from None
        write_output(str(mark), [manifest.encode()])
    except OSError as error:
        raise FileError(f"{mark}: {error.strerror}") from error
    else:
        if there != manifest.encode():
            raise FileError(f"{mark}: belongs to a different test set")


def _remove_leftovers(directory: Path) -> None:
    for path in _entries(directory):
        if is_leftover(path):
            try:
                path.unlink(missing_ok=True)
            except OSError as error:
                raise FileError(f"{path}: {error.strerror}") from error


def _entries(directory: Path) -> list[Path]:
    """Return the entries of a directory, none if it doesn't exist."""
    try:
        return list(directory.iterdir())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise FileError(f"{directory}: {error.strerror}") from error


def _make_directory(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


VERB: Final = Verb(
    "testset",
    "Write a whole test set with answers, by subtask; tests that exist are kept, so an interrupted run can be resumed.",
    lambda problem: "tests",
    Options,
    testset,
)
"""``refsol PROBLEM testset``."""
