"""Judges submissions by a test set: their verdicts and points, group by group, and what follows for the time limit.

A submission is run on the tests of each group in order, up to the first that it fails. Nothing here runs more than one
program or prints anything: :func:`attempt` is one run on one test, and :func:`judged` sums up the runs of a submission.
All else is O(tests), unless it says otherwise.
"""

import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import InputError
from refsol.jury.checking import right_answer
from refsol.jury.faults import fault_of, talking
from refsol.jury.run.program import RUNNER_LOST, Leftover, Program, ProgramError, Result, hint_of, last_line
from refsol.problem import Problem


class Expectation(StrEnum):
    """The verdict expected of a submission, by Kattis's names of directories.

    It is ``ACCEPTED`` if it passes all tests, ``REJECTED`` if it fails, and ``PARTIALLY_ACCEPTED`` if it fails some
    tests, but earns points, if there are any. The others are the worst of how it fails a group:
    ``WRONG_ANSWER`` also stands for too much output and too many queries, ``TIME_LIMIT_EXCEEDED`` also for a deadlock,
    ``MEMORY_LIMIT_EXCEEDED`` for just that, ``RUN_TIME_ERROR`` also for too much memory, and ``BRUTE_FORCE`` for too
    much time or memory, or a crash.
    """

    ACCEPTED = "accepted"
    PARTIALLY_ACCEPTED = "partially_accepted"
    REJECTED = "rejected"
    WRONG_ANSWER = "wrong_answer"
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    MEMORY_LIMIT_EXCEEDED = "memory_limit_exceeded"
    RUN_TIME_ERROR = "run_time_error"
    BRUTE_FORCE = "brute_force"


_SEVERITIES: Final = (  # the last is the worst, as for Kattis and DOMjudge
    *(Result.ACCEPTED, Result.WRONG_ANSWER, Result.QUERIES, Result.OUTPUT, Result.TIME, Result.DEADLOCK),
    *(Result.MEMORY, Result.CRASH, Result.JUDGE_ERROR, Result.COMPILE_ERROR),
)
_FAILED: Final = {*Result} - {Result.ACCEPTED, Result.COMPILE_ERROR, Result.JUDGE_ERROR}
_ALLOWED: Final = {
    Expectation.ACCEPTED: {Result.ACCEPTED},
    Expectation.PARTIALLY_ACCEPTED: _FAILED,
    Expectation.REJECTED: _FAILED,
    Expectation.WRONG_ANSWER: {Result.WRONG_ANSWER, Result.OUTPUT, Result.QUERIES},
    Expectation.TIME_LIMIT_EXCEEDED: {Result.TIME, Result.DEADLOCK},
    Expectation.MEMORY_LIMIT_EXCEEDED: {Result.MEMORY},
    Expectation.RUN_TIME_ERROR: {Result.CRASH, Result.MEMORY},
    Expectation.BRUTE_FORCE: {Result.TIME, Result.CRASH, Result.MEMORY},
}


class ItemError(Exception):
    """A test can't be used, since its input is invalid; the message names the file and says where and why."""


class Item(NamedTuple):
    """A test: its ``name``, and the files of its input, the ``source``, and of the right ``answer``, if needed."""

    name: str
    source: str
    answer: str | None = None


class ItemGroup(NamedTuple):
    """A group of tests, its ``items``, with a ``name`` such as that of a subtask, and ``points``, unless it has none.

    Where an output that is partly right earns points, ``full_score`` is full marks of each test; then all tests are
    run, and each is worth the same. Otherwise only passing all tests earns the points.
    """

    name: str
    items: tuple[Item, ...]
    points: float | None = None
    full_score: int | None = None


class Attempt(NamedTuple):
    """The verdict on a run on one test: its ``result``, a ``message`` in a line, and a ``score`` if it is partly right.

    It took this many ``seconds`` and ``mebibytes``, as observed, and ``leftovers`` could not be cleaned up.
    """

    result: Result
    message: str = ""
    score: int | None = None
    seconds: float = 0.0
    mebibytes: float = 0.0
    leftovers: tuple[Leftover, ...] = ()
    was_run: bool = True
    """Whether there was a run: else the result is that of another test."""


class GroupVerdict(NamedTuple):
    """The verdict on a submission in a group: the ``result`` of the first ``test`` that it fails, with its ``message``.

    It is None if not enough tests were run, since judging was interrupted. The ``points`` are those that it earns, None
    if the group has none or isn't judged. Of its ``runs``, the slowest took this many ``seconds``, and the most memory
    observed was this many ``mebibytes``.
    """

    result: Result | None
    test: str = ""
    message: str = ""
    points: float | None = None
    seconds: float = 0.0
    mebibytes: float = 0.0
    runs: int = 0
    slowest: str = ""
    """The test of the slowest run."""


class Judged(NamedTuple):
    """The verdict on the submission called ``name``: the worst ``result`` of its groups.

    It is None if judging was interrupted before. ``expected`` is what is expected, if anything, ``groups`` are the
    verdicts in all groups, in order, and the ``message`` says why the submission could not be compiled.
    """

    name: str
    expected: Expectation | None
    result: Result | None
    groups: tuple[GroupVerdict, ...]
    message: str = ""

    @property
    def points(self) -> float | None:
        """The points that it earns; None if nothing has points or judging was interrupted."""
        earned = [group.points for group in self.groups if group.points is not None]
        return round(sum(earned), 2) if earned and self.result is not None else None

    @property
    def seconds(self) -> float:
        """The time of the slowest run."""
        return max((group.seconds for group in self.groups), default=0.0)

    @property
    def slowest(self) -> str:
        """The test of the slowest run."""
        return max(self.groups, key=lambda group: group.seconds).slowest if self.groups else ""

    @property
    def mebibytes(self) -> float:
        """The most memory observed in a run."""
        return max((group.mebibytes for group in self.groups), default=0.0)

    @property
    def runs(self) -> int:
        """The number of tests that it was run on."""
        return sum(group.runs for group in self.groups)

    @property
    def too_slow(self) -> bool:
        """Whether a run was stopped, since it took too long."""
        return any(group.result is Result.TIME for group in self.groups)

    @property
    def as_expected(self) -> bool | None:
        """Whether the verdict is an expected one; None if none is expected or judging was interrupted."""
        if self.expected is None or self.result is None:
            return None
        if self.expected is Expectation.PARTIALLY_ACCEPTED and self.points == 0:
            return False
        return self.result in _ALLOWED[self.expected]

    @property
    def not_caught(self) -> bool:
        """Whether it is expected to fail, but passes all tests."""
        return self.expected not in (None, Expectation.ACCEPTED) and self.result is Result.ACCEPTED


Attempts: TypeAlias = Mapping[tuple[int, int], Attempt]
"""Runs of a submission, by the numbers of group and test, from 0."""


def write_test(problem: Problem, family: str, seed: str, item: Item) -> None:
    """Write the files of ``item``: a test of a ``family`` of ``problem``, from a ``seed``. O(making it)."""
    write_whole(item.source, problem.jury.family(family).generate(seed))
    write_answer(problem, item, family, seed)


def write_answer(problem: Problem, item: Item, family: str = "", seed: str = "") -> None:
    """Write the file of the right answer to the test ``item`` of ``problem``, if it needs one. O(solving it).

    Its input must be there, made by a ``family`` from a ``seed``, if that is known. Raises :class:`ItemError` for an
    invalid one, and ``JudgeError`` for an answer that a checker refuses; an error of the system names the file.
    """
    if item.answer is not None:
        try:
            answer = b"".join(right_answer(problem, Path(item.source).read_bytes(), item.name, family, seed))
        except InputError as error:
            raise ItemError(f"{item.source}:{error}") from error
        write_whole(item.answer, answer)


def write_whole(path: str, data: bytes) -> None:
    """Write ``data`` to a ``path``, completely or not at all, also while others do the same. O(bytes)."""
    beside = Path(f"{path}.{os.getpid()}")
    beside.write_bytes(data)
    beside.replace(path)


def attempt(problem: Problem, program: Program, item: Item) -> Attempt:
    """Run a ``program`` on the test ``item`` of ``problem`` and judge its output. O(bytes) plus the run.

    Raises :class:`.StartError` if the system, not the program, is the reason, and :class:`ItemError` for an input that
    a checker finds invalid; an error of the system names the file.
    """
    data = Path(item.source).read_bytes()
    answer = None if item.answer is None else Path(item.answer).read_bytes()
    try:
        outcome = talking(problem, program, answer).run(data)
    except ProgramError as error:
        return Attempt(Result.CRASH, f"crashed: {error}")
    try:
        fault = fault_of(problem, data, outcome, answer)
    except InputError as error:
        raise ItemError(f"{item.source}:{error}") from error
    run = Attempt(Result.ACCEPTED, "", None, outcome.seconds, outcome.mebibytes, outcome.leftovers)
    if fault is None:
        return run
    score = fault.verdict.score if fault.verdict is not None else None
    message = fault.message
    if fault.kind is Result.CRASH and outcome.stderr:
        message += f": {last_line(outcome.stderr)}"
    hint = "" if fault.kind is Result.JUDGE_ERROR else hint_of(outcome)
    message += f"; {hint}" if hint else ""
    return run._replace(result=fault.kind, message=message, score=score)


RUNNER_LOST_ATTEMPT: Final = Attempt(Result.CRASH, RUNNER_LOST.message)
"""The verdict on a run that ends the process which has started it."""


def not_run(test: str) -> Attempt:
    """Return the verdict on a test that isn't run, since one of about its size, called ``test``, took too long."""
    return Attempt(Result.TIME, f"not run: {test} is about as large and took too long", was_run=False)


def chains_of(group: ItemGroup, *, every: bool) -> list[range]:
    """Return the numbers of tests in chains that end with the first failure, or each alone if ``every`` one is run."""
    count = len(group.items)
    return [range(k, k + 1) for k in range(count)] if every or group.full_score is not None else [range(count)]


def judged(name: str, expected: Expectation | None, groups: Sequence[ItemGroup], attempts: Attempts) -> Judged:
    """Return the verdict on the submission called ``name``, with what is ``expected`` of it, if anything.

    ``attempts`` are its runs on the tests of ``groups``.
    """
    verdicts = tuple(
        _verdict(group, [attempts.get((number, k)) for k in range(len(group.items))])
        for number, group in enumerate(groups)
    )
    results = [verdict.result for verdict in verdicts]
    known = [each for each in results if each is not None]
    result = max(known, key=_SEVERITIES.index, default=Result.ACCEPTED) if len(known) == len(results) else None
    return Judged(name, expected, result, verdicts)


def not_compiled(name: str, expected: Expectation | None, groups: Sequence[ItemGroup], message: str) -> Judged:
    """Return the verdict if ``name`` can't be compiled: the ``message`` says why. For ``groups`` see :func:`judged`."""
    verdicts = tuple(
        GroupVerdict(Result.COMPILE_ERROR, points=None if group.points is None else 0.0) for group in groups
    )
    return Judged(name, expected, Result.COMPILE_ERROR, verdicts, message)


def _verdict(group: ItemGroup, attempts: Sequence[Attempt | None]) -> GroupVerdict:
    known = [(each, item.name) for each, item in zip(attempts, group.items, strict=True) if each is not None]
    ran = [(each, name) for each, name in known if each.was_run]
    failed = next((k for k, each in enumerate(attempts) if each is None or each.result is not Result.ACCEPTED), None)
    first = None if failed is None else attempts[failed]
    slowest, name = max(ran, key=lambda run: run[0].seconds, default=(Attempt(Result.ACCEPTED), ""))
    memory = max((each.mebibytes for each, _ in ran), default=0.0)
    verdict = GroupVerdict(Result.ACCEPTED, "", "", group.points, slowest.seconds, memory, len(ran), name)
    if failed is None:
        return verdict
    full = group.full_score
    if first is None or (full is not None and len(known) < len(attempts)):
        return verdict._replace(result=None, points=None)
    points = None if group.points is None else 0.0
    if group.points is not None and full is not None:
        earned = sum(full if each.result is Result.ACCEPTED else each.score or 0 for each, _ in known)
        points = group.points * (earned / (full * len(group.items)))
    return verdict._replace(result=first.result, test=group.items[failed].name, message=first.message, points=points)


class TimeLimit(NamedTuple):
    """A suggested time limit in ``seconds``: three times the time of the ``slowest`` accepted submission, rounded up.

    ``too_slow`` is the fastest submission that is to be too slow, if there is one.
    """

    seconds: float
    slowest: Judged
    too_slow: Judged | None

    @property
    def separates(self) -> bool:
        """Whether the limit is clearly below all times of submissions that are too slow, as far as they are known."""
        return self.too_slow is None or self.too_slow.seconds >= self.needed

    @property
    def needed(self) -> float:
        """How long a submission should take at least to be clearly too slow."""
        return 1.5 * self.seconds


def suggested_limit(submissions: Sequence[Judged]) -> TimeLimit | None:
    """Return a time limit for ``submissions``; None if none is accepted, or a right one is too slow. O(submissions)."""
    accepted: list[Judged] = []
    slow: list[Judged] = []
    for each in submissions:
        if each.result is Result.ACCEPTED and each.expected in (None, Expectation.ACCEPTED):
            accepted.append(each)
        elif each.too_slow and each.expected is Expectation.ACCEPTED:
            return None
        elif each.too_slow or (
            each.result is Result.ACCEPTED
            and each.expected in (Expectation.TIME_LIMIT_EXCEEDED, Expectation.BRUTE_FORCE)
        ):
            slow.append(each)
    if not accepted:
        return None
    slowest = max(accepted, key=lambda each: each.seconds)
    fastest = min(slow, key=lambda each: each.seconds, default=None)
    seconds = 3 * slowest.seconds
    # Up to 3 s, it has a digit after the point.
    seconds = max(1, ceil(round(10 * seconds, 6))) / 10 if seconds <= 3 else float(ceil(seconds))
    return TimeLimit(seconds, slowest, fastest)
