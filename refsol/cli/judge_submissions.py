"""The input of ``judge``: submissions with the verdicts expected of them, and the tests, group by group."""

import json
import os
import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from importlib import import_module
from itertools import count
from pathlib import Path
from shlex import quote
from typing import Final, NamedTuple

from refsol import __version__
from refsol.cli.files import naming
from refsol.cli.status import FileError, print_error
from refsol.cli.verbs import words_of
from refsol.errors import OptionError, unknown
from refsol.jury.judging import Expectation, Item, ItemGroup, write_answer, write_test, write_whole
from refsol.jury.run.languages import can_run
from refsol.jury.testset import tests_of
from refsol.problem import Problem

SAMPLES: Final = "samples"
"""The name of the group of the problem's samples."""
SAMPLE_NAMES: Final = ("sample", SAMPLES)
"""The names of groups that are samples."""
MANIFEST: Final = "testset.json"
"""The file in a test set that says which it is, and the subtask of each directory, in the field ``subtasks``."""
_KEPT: Final = 3  # test sets in the cache, each of which may take hundreds of megabytes
_INPUT: Final = ".in"
_ANSWERS: Final = (".ans", ".out")


class Submission(NamedTuple):
    """A submission: its ``name``, which is its ``path`` or, without one, its ``words``, and what is ``expected``."""

    name: str
    path: Path | None
    words: tuple[str, ...] = ()
    expected: Expectation | None = None


def submissions_in(files: Sequence[str], commands: Sequence[str], expected: Sequence[str]) -> list[Submission]:
    found: dict[Path, Submission] = {}
    for given in files:
        if not given:  # as an unset variable of a shell; it would be the current directory
            raise OptionError("expected SUBMISSION, found an empty name")
        for submission in _submissions_at(Path(given)):
            found.setdefault(Path(submission.name).absolute(), submission)
    submissions = [*found.values(), *(Submission(line, None, words_of(line, "--command")) for line in commands)]
    for text in expected:
        key, equals, target = text.partition("=")
        if not equals:
            raise OptionError(f"--expect takes VERDICT=PATH, not {text!r}")
        if key not in list(Expectation):
            raise unknown("verdict", key, list(Expectation))
        place, fits = Path(target).absolute(), False
        for k, (name, path, *_) in enumerate(submissions):
            if name == target if path is None else path.absolute().is_relative_to(place):
                submissions[k] = submissions[k]._replace(expected=Expectation(key))
                fits = True
        if not fits:
            raise OptionError(f"--expect {text}: {target} is not among the submissions")
    return submissions


def _submissions_at(path: Path) -> Iterator[Submission]:
    with naming(path):
        if not path.is_dir():
            if path.exists() and not path.is_file():  # opening a pipe would wait
                raise FileError(f"{path}: not a regular file")
            with path.open("rb"):  # an error names it
                yield Submission(str(path), path, expected=_expected_of([path.absolute().parent]))
            return
        hidden = (".", "__pycache__")
        files = [
            file
            for file in sorted(path.rglob("*"))
            if not any(name.startswith(hidden) for name in file.relative_to(path).parts) and can_run(file)
        ]
    if not files:
        raise FileError(f"{path}: there is no submission in this directory")
    for file in files:
        inside = [parent for parent in file.absolute().parents if parent.is_relative_to(path.absolute())]
        yield Submission(str(file), file, expected=_expected_of(inside))


def _expected_of(directories: Sequence[Path]) -> Expectation | None:
    return next((Expectation(each.name) for each in directories if each.name in list(Expectation)), None)


class Tests(NamedTuple):
    """The tests in ``groups``, none empty, and the ``missing`` ones: names, and picklable calls that write files."""

    groups: tuple[ItemGroup, ...]
    missing: Sequence[tuple[str, Callable[[], None]]]


@contextmanager
def kept_tests(problem: Problem, seed: str, scratch: Path) -> Iterator[Path]:
    """Provide the directory for the tests of a ``seed``, in the user's cache; the sets used last are kept there.

    It is ``scratch`` if the cache can't be used, and where answers come from a user's program, which may change.
    """
    import fcntl  # which only POSIX systems have, as what follows needs them

    from refsol.jury.run.sources import cache_of

    cache = cache_of("tests")
    lock = None
    with suppress(OSError):
        if not problem.runs_model:
            cache.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = (cache / "lock").open("ab")
    if lock is None:
        yield scratch
        return
    with lock:
        directory = cache / _key_of(problem, seed)
        with suppress(BlockingIOError):  # another process is using a set
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            kept = [each for each in cache.iterdir() if each.is_dir() and each != directory]
            kept.sort(key=lambda each: each.stat().st_mtime_ns, reverse=True)
            for each in kept[_KEPT - 1 :]:
                shutil.rmtree(each, ignore_errors=True)
        fcntl.flock(lock, fcntl.LOCK_SH)
        with naming(directory):
            directory.mkdir(mode=0o700, exist_ok=True)
            os.utime(directory)
        yield directory


def _key_of(problem: Problem, seed: str) -> str:
    """Return a name for the tests of a ``seed`` that changes with all files of the packages that make them."""
    roots = {path for name in ("refsol", problem.package) for path in import_module(name).__path__}
    files = sorted(path for root in roots for path in Path(root).rglob("*.*") if "__pycache__" not in path.parts)
    states = [(str(path), stat.st_size, stat.st_mtime_ns) for path in files for stat in [path.stat()]]
    return sha256(ascii((__version__, problem.key, seed, states)).encode()).hexdigest()[:32]


def generated_tests(problem: Problem, seed: str, directory: Path) -> Tests:
    """Return the tests for a ``seed`` with files in a ``directory``; those that are there aren't missing."""
    jury, limits = problem.jury, problem.limits
    missing: list[tuple[str, Callable[[], None]]] = []
    numbers = count(1)

    def new_item(name: str) -> Item:
        stem = str(directory / str(next(numbers)))
        return Item(name, f"{stem}{_INPUT}", f"{stem}{_ANSWERS[0]}" if jury.checker is None else None)

    def require(item: Item, write: Callable[[], None]) -> None:
        if not Path(item.answer or item.source).exists():  # the answer is written last
            missing.append((f"test {item.name}", write))

    samples: list[Item] = []
    for number, sample in enumerate(problem.samples(), 1):
        item = new_item(f"sample {number}")
        write_whole(item.source, sample.input)
        samples.append(item)
        require(item, partial(write_answer, problem, item))
    by_subtask: dict[str, list[Item]] = {slug: [] for slug in limits.slugs()}
    for entry in tests_of(jury, seed):
        subtask = entry.family.group.subtask or limits.subtasks[-1]
        item = new_item(entry.name)
        by_subtask[subtask.slug].append(item)
        require(item, partial(write_test, problem, entry.family.name, entry.seed, item))
    groups = [ItemGroup(SAMPLES, tuple(samples))]
    for subtask in limits.subtasks:
        groups.append(ItemGroup(subtask.slug, tuple(by_subtask[subtask.slug]), subtask.points, limits.test_points))
    return Tests(tuple(group for group in groups if group.items), missing)


def tests_in(problem: Problem, directory: str, scratch: Path) -> Tests:
    """Return the tests in a ``directory`` by groups, or the only one, an input; missing answers are in ``scratch``.

    Those of ``testset`` are in the groups of :func:`generated_tests`, with the same names. Says so if some are missing.
    """
    root = Path(directory)
    subtasks: Mapping[str, str] = {}
    with naming(directory):
        if root.is_file() and root.suffix == _INPUT:
            root, sources = root.parent, [root]
        elif root.is_dir():
            sources = sorted(path for path in root.rglob(f"*{_INPUT}") if path.is_file())
            manifest = _manifest_in(root)
            found: object = manifest.get("subtasks")
            subtasks = {str(name): str(slug) for name, slug in found.items()} if isinstance(found, dict) else {}
            tests = manifest.get("tests")
            if isinstance(tests, int) and len(sources) < tests:  # others may have been added
                line = f"{problem.command('testset')} {quote(directory)} --seed {quote(str(manifest.get('seed')))}"
                print_error(f"{directory}: only {len(sources)} of {tests} tests; to write the rest: {line}")
        else:
            raise FileError(f"{directory}: no such directory")
    if not sources:
        raise FileError(f"{directory}: there is no test (*{_INPUT}) in this directory")
    has_answers = problem.jury.checker is None
    missing: list[tuple[str, Callable[[], None]]] = []
    groups: dict[str, list[Item]] = {}
    for source in sources:
        parts = source.relative_to(root).with_suffix("").parts
        beside = [source.with_suffix(suffix) for suffix in _ANSWERS]
        answer = next((str(path.absolute()) for path in beside if path.is_file()), None) if has_answers else None
        group = parts[0] if len(parts) > 1 else "tests"
        name = f"sample {parts[-1]}" if subtasks and group == SAMPLES else "/".join(parts)
        item = Item(name, str(source.absolute()), answer)
        if has_answers and answer is None:
            item = item._replace(answer=str(scratch / f"{len(missing) + 1}{_ANSWERS[0]}"))
            missing.append((f"test {item.name}", partial(write_answer, problem, item)))
        groups.setdefault(subtasks.get(group, group), []).append(item)
    slugs = problem.limits.slugs()
    order = {name: slugs.index(_slug_of(name)) if _slug_of(name) in slugs else len(slugs) for name in groups}
    ordered = sorted(groups, key=lambda name: -1 if name in SAMPLE_NAMES else order[name])  # equal ones stay in order
    return Tests(_with_points(problem, [ItemGroup(name, tuple(groups[name])) for name in ordered]), missing)


def _manifest_in(root: Path) -> dict[object, object]:
    """Return what ``testset`` has written about the test set in a directory, or nothing."""
    manifest = root / MANIFEST
    if not manifest.is_file():
        return {}
    try:
        fields: object = json.loads(manifest.read_bytes())
    except ValueError:
        fields = None
    if not isinstance(fields, dict):
        raise FileError(f"{manifest}: expected an object in JSON, as testset writes it")
    return fields


def _slug_of(directory: str) -> str:
    return directory.lstrip("0123456789").lstrip("-")


def _with_points(problem: Problem, groups: Sequence[ItemGroup]) -> tuple[ItemGroup, ...]:
    limits = problem.limits
    graded = [group for group in groups if group.name not in SAMPLE_NAMES]
    slugs = [_slug_of(group.name) for group in graded]
    if limits.test_points is not None:
        count = sum(len(group.items) for group in graded)
        points = [100 * len(group.items) / count for group in graded]
    elif len(set(slugs)) == len(slugs) and set(slugs) <= set(limits.slugs()):
        points = [limits.subtask(slug).points for slug in slugs]
    else:
        return tuple(groups)
    worth = dict(zip((group.name for group in graded), points, strict=True))
    return tuple(
        group._replace(points=worth[group.name], full_score=limits.test_points) if group.name in worth else group
        for group in groups
    )
