"""The verb ``testset``."""

import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

from refsol import __version__
from refsol.cli.files import emit_text, encoded, is_leftover, naming, write_output
from refsol.cli.generate import print_refused, print_slow
from refsol.cli.judge_submissions import MANIFEST, SAMPLES
from refsol.cli.status import FileError, print_error, resumable
from refsol.cli.terminal import StatusLine, waiting
from refsol.cli.verbs import DASK_HELP, SEED_HELP, argument, as_verb, option, require_line
from refsol.jury.testset import Entry, Missing, groups_of, made, readme, tests_of
from refsol.problem import Problem
from refsol.problem.statement import Sample
from refsol.problem.wording import counted


@as_verb(
    "Write a whole test set with answers, the samples and the others by subtask; tests that exist are kept, so an "
    "interrupted run can be resumed.",
    "tests",
)
def testset(
    problem: Problem,
    *,
    directory: Annotated[str, "A new or empty directory, or one with an unfinished test set.", argument("DIR")],
    seed: Annotated[str, SEED_HELP, option("TEXT")] = "1",
    dask: Annotated[str | None, DASK_HELP, option("ADDRESS")] = None,
) -> None:
    require_line(seed)
    jury = problem.jury
    root = Path(directory)
    last = problem.limits.subtasks[-1]
    subtasks = {name: (group.subtask or last).slug for name, group in groups_of(jury).items()}  # which judge reads
    fields = {"refsol": __version__, "problem": problem.key, "seed": seed, "subtasks": subtasks}
    with waiting("choosing tests"):
        samples = {f"{SAMPLES}/{number}": sample for number, sample in enumerate(problem.samples(), 1)}
        tests = list(tests_of(jury, seed))
    with resumable(directory):
        _claim(root, fields, len(samples) + len(tests))
        written = _write_missing(problem, root, readme(problem, jury, seed, tests, samples), samples, tests, dask)
    complete = [test for test in tests if _is_complete(root, test.name)]
    if len(complete) < len(tests):
        _write_manifest(root, fields, len(samples) + len(complete))
    for message in problem.unreached(_files(root, test.name)[0].read_bytes() for test in reversed(complete)):
        print_error(message)  # the largest tests are the last ones
    print_refused(problem, len(complete))
    there = len(samples) + len(complete) - written
    emit_text(f"{directory}: {counted(written, 'test')} written, {there} already there\n")


def _write_missing(
    problem: Problem,
    root: Path,
    description: str,
    samples: Mapping[str, Sample],
    tests: list[Entry],
    dask: str | None,
) -> int:
    """Write the samples and tests that aren't complete; those without an input are left out, and each family named."""
    for directory in {root, *((root / name).parent for name in [*samples, *(test.name for test in tests)])}:
        for path in filter(is_leftover, _entries(directory)):
            path.unlink(missing_ok=True)
    write_output(str(root / "README.md"), [encoded(description)])
    new = [name for name in samples if not _is_complete(root, name)]
    for name in new:
        _write(root, name, samples[name].input, [samples[name].answer])
    missing = [test for test in tests if not _is_complete(root, test.name)]  # none is cut off
    without: set[str] = set()
    found: set[str] = set()
    written = len(new)
    with ExitStack() as stack:
        cluster = None
        if dask is not None and missing:
            from refsol.cli.workplace import connected

            cluster = stack.enter_context(connected(dask))
        if not all(test.family.quick for test in missing):
            print_slow(problem)
        jobs = 1 if cluster is None else cluster.threads
        line = stack.enter_context(StatusLine())
        line.show(f"tests: 0 of {len(missing)}")
        for count, test in enumerate(made(problem, missing, cluster, jobs), 1):
            line.show(f"tests: {count} of {len(missing)}")
            if isinstance(test, Missing):
                if test.entry.family.name not in without:
                    without.add(test.entry.family.name)
                    left_out = "this test is" if test.entry.family.name in found else "all tests of this family are"
                    print_error(f"{test.message}; {left_out} left out")
                continue
            written += 1
            found.add(test.entry.family.name)
            _write(root, test.entry.name, test.data, test.answer)
    return written


def _write(root: Path, name: str, data: bytes, answer: Iterable[bytes]) -> None:
    given, right = _files(root, name)
    _make_directory(given.parent)
    write_output(str(given), [data])
    write_output(str(right), answer)


def _is_complete(root: Path, name: str) -> bool:
    return all(path.exists() for path in _files(root, name))


def _files(root: Path, name: str) -> tuple[Path, Path]:
    return root / f"{name}.in", root / f"{name}.ans"


def _write_manifest(root: Path, fields: Mapping[str, object], tests: int) -> None:
    write_output(str(root / MANIFEST), [f"{json.dumps({**fields, 'tests': tests})}\n".encode()])


def _claim(root: Path, fields: Mapping[str, object], tests: int) -> None:
    """Claim the directory: it must be new or empty but for temporary files, or hold the same test set."""
    _make_directory(root)
    mark = root / MANIFEST
    try:
        found: object = json.loads(mark.read_bytes())
        if not isinstance(found, dict) or {**found, "tests": 0} != {**fields, "tests": 0}:
            raise FileError(f"{mark}: belongs to a different test set")
    except ValueError:
        raise FileError(f"{mark}: damaged; write the test set to another directory") from None
    except FileNotFoundError:
        if not all(map(is_leftover, _entries(root))):
            raise FileError(f"{root}: neither empty nor a test set") from None
        _write_manifest(root, fields, tests)


def _entries(directory: Path) -> list[Path]:
    try:
        return list(directory.iterdir())
    except FileNotFoundError:
        return []


def _make_directory(path: Path) -> None:
    with naming(path):
        path.mkdir(parents=True, exist_ok=True)
