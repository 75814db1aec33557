"""What ``judge`` is given: submissions with what is expected of them, and the tests, group by group."""

import shlex
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from refsol.cli.status import FileError
from refsol.errors import OptionError, unknown
from refsol.jury.judging import Expectation, Item, ItemGroup, write_answer, write_test
from refsol.jury.run.languages import can_run
from refsol.jury.testset import tests_of
from refsol.problem import Problem

_SAMPLES: Final = "samples"
SAMPLE_NAMES: Final = ("sample", _SAMPLES)
"""The names of groups that are samples."""
_TOP: Final = "tests"  # the group of the tests that are in no directory
_INPUT: Final = ".in"
_ANSWERS: Final = (".ans", ".out")


class Submission(NamedTuple):
    """A submission as it is given: its ``name``, which is that of a file, or else a command."""

    name: str
    path: Path | None
    """The file; None for a command."""
    words: tuple[str, ...] = ()
    """The words of the command."""
    expected: Expectation | None = None
    """What is expected of it, if anything."""


def submissions_in(files: Sequence[str], commands: Sequence[str], expected: Sequence[str]) -> list[Submission]:
    """Return the submissions in ``files`` and directories, then those that are ``commands``.

    ``expected`` overrides what is expected by the names of directories, as ``VERDICT=PATH``. Raises ``OptionError`` if
    there is nothing to judge, or for an expectation that fits nothing, and ``FileError`` for a file that can't be read.
    """
    if not (files or commands):
        raise OptionError("expected SUBMISSION, found 0 files")
    found: dict[Path, Submission] = {}
    for given in files:
        for submission in _submissions_at(Path(given)):
            if submission.path is not None:
                found.setdefault(submission.path.absolute(), submission)
    submissions = [*found.values(), *(Submission(line, None, words_of(line, "--command")) for line in commands)]
    for text in expected:
        key, equals, target = text.partition("=")
        if not equals:
            raise OptionError(f"--expect takes VERDICT=PATH, not {text!r}")
        if key not in list(Expectation):
            raise unknown("verdict", key, list(Expectation))
        fitting = [k for k, submission in enumerate(submissions) if _is_at(submission, target)]
        if not fitting:
            raise OptionError(f"--expect {text}: {target} is not among the submissions")
        for k in fitting:
            submissions[k] = submissions[k]._replace(expected=Expectation(key))
    return submissions


def _submissions_at(path: Path) -> Iterator[Submission]:
    """Yield the submission ``path`` or, if that is a directory, those in it."""
    try:
        if not path.is_dir():
            with path.open("rb"):  # an error names it
                yield Submission(str(path), path, expected=_expected_of([path.absolute().parent]))
            return
        files = [file for file in sorted(path.rglob("*")) if not _is_hidden(file, path) and can_run(file)]
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
    if not files:
        raise FileError(f"{path}: there is no submission in this directory")
    for file in files:
        inside = [parent for parent in file.absolute().parents if parent.is_relative_to(path.absolute())]
        yield Submission(str(file), file, expected=_expected_of(inside))


def _is_hidden(file: Path, root: Path) -> bool:
    """Return whether a file is hidden or generated, like what is in ``__pycache__``."""
    return any(name.startswith((".", "__pycache__")) for name in file.relative_to(root).parts)


def _expected_of(directories: Sequence[Path]) -> Expectation | None:
    """Return what the first of ``directories`` that is named after an expectation stands for."""
    known = list(Expectation)
    return next((Expectation(each.name) for each in directories if each.name in known), None)


def words_of(line: str, option: str) -> tuple[str, ...]:
    """Return the words of the command in a ``line``, the value of an ``option``; raises ``OptionError`` for none."""
    try:
        words = shlex.split(line)
    except ValueError as error:
        raise OptionError(f"{option} {line}: {str(error).lower()}") from error
    if not words:
        raise OptionError(f"{option} needs a program")
    return tuple(words)


def _is_at(submission: Submission, target: str) -> bool:
    """Return whether a submission is, or is in, what ``--expect`` names."""
    if submission.path is None:
        return submission.name == target
    return submission.path.absolute().is_relative_to(Path(target).absolute())


class Maker(Protocol):
    """Writes a test; it can be sent to other processes."""

    def __call__(self, item: Item, /) -> None:
        """Write the files of the test that are missing."""


class Tests(NamedTuple):
    """The tests that submissions are judged by."""

    groups: tuple[ItemGroup, ...]
    """The groups, none of them empty."""
    missing: tuple[tuple[Maker, Item], ...]
    """The tests of which files are missing, each with what writes them."""


def generated_tests(problem: Problem, seed: str, scratch: Path) -> Tests:
    """Return the samples and the tests of a test set for a ``seed``, by subtask; their files will be in ``scratch``.

    Raises ``OSError`` if the samples can't be written there.
    """
    jury, limits = problem.jury, problem.limits
    has_answers = jury.checker is None
    missing: list[tuple[Maker, Item]] = []

    def new_item(name: str) -> Item:
        stem = str(scratch / str(len(missing) + 1))
        return Item(name, f"{stem}{_INPUT}", f"{stem}{_ANSWERS[0]}" if has_answers else None)

    samples: list[Item] = []
    for number, sample in enumerate(problem.samples(), 1):
        item = new_item(f"sample {number}")
        Path(item.source).write_bytes(sample.input)
        samples.append(item)
        missing.append((_Answer(problem), item))
    by_subtask: dict[str, list[Item]] = {slug: [] for slug in limits.slugs()}
    for entry in tests_of(jury, seed):
        subtask = entry.family.group.subtask or limits.subtasks[-1]
        item = new_item(entry.name)
        by_subtask[subtask.slug].append(item)
        missing.append((_Test(problem, entry.family.name, entry.seed), item))
    groups = [ItemGroup(_SAMPLES, tuple(samples))]
    for subtask in limits.subtasks:
        groups.append(ItemGroup(subtask.slug, tuple(by_subtask[subtask.slug]), subtask.points, limits.test_points))
    return Tests(tuple(group for group in groups if group.items), tuple(missing))


class _Answer(NamedTuple):
    problem: Problem

    def __call__(self, item: Item, /) -> None:
        write_answer(self.problem, item)


class _Test(NamedTuple):
    problem: Problem
    family: str
    seed: str

    def __call__(self, item: Item, /) -> None:
        write_test(self.problem, self.family, self.seed, item)


def tests_in(problem: Problem, directory: str, scratch: Path) -> Tests:
    """Return the tests in a ``directory``, each ``.in`` with the ``.ans`` or ``.out`` beside it.

    Each directory in it is a group. Those whose names are subtasks, after a number and a hyphen, have their points.
    Answers that are missing will be in ``scratch``. Raises ``FileError`` if there are no tests.
    """
    root = Path(directory)
    try:
        sources = sorted(path for path in root.rglob(f"*{_INPUT}") if path.is_file()) if root.is_dir() else None
    except OSError as error:
        raise FileError(f"{directory}: {error.strerror}") from error
    if sources is None:
        raise FileError(f"{directory}: no such directory")
    if not sources:
        raise FileError(f"{directory}: there is no test (*{_INPUT}) in this directory")
    has_answers = problem.jury.checker is None
    missing: list[tuple[Maker, Item]] = []
    groups: dict[str, list[Item]] = {}
    for source in sources:
        parts = source.relative_to(root).with_suffix("").parts
        beside = [source.with_suffix(suffix) for suffix in _ANSWERS]
        answer = next((str(path.absolute()) for path in beside if path.is_file()), None) if has_answers else None
        item = Item("/".join(parts), str(source.absolute()), answer)
        if has_answers and answer is None:
            item = item._replace(answer=str(scratch / f"{len(missing) + 1}{_ANSWERS[0]}"))
            missing.append((_Answer(problem), item))
        groups.setdefault(parts[0] if len(parts) > 1 else _TOP, []).append(item)
    ordered = sorted(groups, key=lambda name: name not in SAMPLE_NAMES)  # the others stay in order
    return Tests(_with_points(problem, [ItemGroup(name, tuple(groups[name])) for name in ordered]), tuple(missing))


def _with_points(problem: Problem, groups: Sequence[ItemGroup]) -> tuple[ItemGroup, ...]:
    """Return ``groups`` with the points of the subtasks that they are named after, if all but samples are.

    Where tests have points of their own, all tests but samples are worth the same, 100 points in all.
    """
    limits = problem.limits
    graded = [group for group in groups if group.name not in SAMPLE_NAMES]
    if limits.test_points is not None:
        count = sum(len(group.items) for group in graded)
        return tuple(
            group._replace(points=100 * len(group.items) / count, full_score=limits.test_points)
            if group in graded
            else group
            for group in groups
        )
    slugs = {group.name: group.name.lstrip("0123456789").lstrip("-") for group in graded}
    if not slugs or len(set(slugs.values())) < len(slugs) or not set(slugs.values()) <= set(limits.slugs()):
        return tuple(groups)
    return tuple(
        group._replace(points=limits.subtask(slugs[group.name]).points) if group in graded else group
        for group in groups
    )
