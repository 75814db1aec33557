"""A whole test set: its tests, their order and their names.

No two inputs of a set are equal. Without the inputs and the answers, which :func:`made` yields, everything is
O(groups × tests), and :func:`tests_of` also makes the inputs of the families that are quick.
"""

from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from shlex import quote
from typing import NamedTuple

from refsol.jury.checking import right_answer
from refsol.jury.parallel.pool import Task, results_of
from refsol.problem import Problem
from refsol.problem.contract import Family, FamilyGroup, Jury, NoInputError


class Entry(NamedTuple):
    """One test: its ``name``, a path without a suffix, and the ``family`` and ``seed`` that determine its input."""

    name: str
    family: Family
    seed: str


class Made(NamedTuple):
    """A test that was made: its ``entry``, its input ``data`` and the chunks of the right ``answer``."""

    entry: Entry
    data: bytes
    answer: Iterable[bytes]


class Missing(NamedTuple):
    """A test for which no input was found: its ``entry``, and why, in a ``message``."""

    entry: Entry
    message: str


def made(
    problem: Problem, tests: Iterable[Entry], executor: Executor | None = None, jobs: int = 1
) -> Iterator[Made | Missing]:
    """Make the ``tests`` of a ``problem`` and yield them: one by one in order or, on an ``executor``, as they end.

    At most ``jobs`` are made at a time; one whose process was killed is made again. Without an executor, no further
    tests of a family are tried if no input was found for its first. Raises :class:`.ExecutorError` if the executor
    can't be used or loses a test again and again, and ``JudgeError`` for an answer that a user's checker refuses.
    O(making them).
    """
    if executor is None:
        missing: dict[str, str] = {}
        done: set[str] = set()
        for test in tests:
            family = test.family.name
            message = missing.get(family) if family not in done else None
            if message is None:
                try:
                    data = test.family.generate(test.seed)
                except NoInputError as error:
                    message = missing[family] = str(error)
            if message is not None:
                yield Missing(test, message)
                continue
            done.add(family)
            yield Made(test, data, right_answer(problem, data, test.name, family, test.seed))
        return
    calls = (
        Task(each, f"test {each.name}", _make, (problem, each.name, each.family.name, each.seed)) for each in tests
    )
    for test, result in results_of(executor, partial(next, calls, None), jobs):
        yield Missing(test, result) if isinstance(result, str) else Made(test, result[0], [result[1]])


def _make(problem: Problem, name: str, family: str, seed: str) -> tuple[bytes, bytes] | str:
    try:
        data = problem.jury.family(family).generate(seed)
    except NoInputError as error:
        return str(error)
    return data, b"".join(right_answer(problem, data, name, family, seed))


def tests_of(jury: Jury, seed: str) -> Iterator[Entry]:
    """Yield the tests for a ``seed``, any text, group by group; one is called ``02-mistakes/03-rings``.

    No input is there twice, so there are fewer tests of a family than it asks for if it has fewer different inputs.
    """
    seen: set[bytes] = set()
    for directory, group in groups_of(jury).items():
        families = [family for family in jury.families if family.group == group]
        total = sum(family.tests for family in families)
        width = max(2, len(str(total)))
        test = 0
        for family in families:
            for test_seed in _seeds(family, seed, seen):
                test += 1
                yield Entry(f"{directory}/{test:0{width}}-{family.name}", family, test_seed)


def _seeds(family: Family, seed: str, seen: set[bytes]) -> Iterator[str]:
    """Yield the seeds of a family's tests; those whose inputs are quick to make and were ``seen`` are left out.

    So are those for which no input is found; if that is all, the last is yielded, so that somebody says so.
    """
    left, failed = family.tests, 0
    for k in range(1, family.tests + 1001):  # 1000 are left out at most
        if left == 0:
            return
        test_seed = f"{seed}-{family.name}-{k}"
        if family.quick:
            try:
                data = family.generate(test_seed)
            except NoInputError:
                failed += 1
                if failed < max(3, family.tests):
                    continue
                if left == family.tests:
                    yield test_seed
                return
            if data in seen:
                continue
            seen.add(data)
        left -= 1
        yield test_seed


def groups_of(jury: Jury) -> dict[str, FamilyGroup]:
    """Return the groups of families in order, each by the name of the directory of its tests. O(families)."""
    groups = dict.fromkeys(family.group for family in jury.families)
    return {f"{number:02}-{group.name.replace(' ', '-')}": group for number, group in enumerate(groups, 1)}


def readme(
    problem: Problem, jury: Jury, seed: str, tests: Sequence[Entry] | None = None, samples: Iterable[str] = ()
) -> str:
    """Return a description, in Markdown, of what each test for a ``seed`` is for and how it is made.

    It names each group's subtask, if there are several. ``tests`` are those of :func:`tests_of`, if they are at hand,
    and ``samples`` the names of the tests that are samples.
    """
    command = f"{problem.command('testset')} DIRECTORY --seed {quote(seed)}"
    whose = "the model solution's" if problem.runs_model else "refsol's"
    answers = f"Each `.in` has {whose} answer in its `.ans`"
    if problem.interactive:
        answers = f"The interactor reads each `.in`; its `.ans` has {whose} answer, if there is one"
    lines = [
        f"# Tests of {problem.title}",
        "",
        *([f"Source of the problem: {problem.source}."] if problem.source else []),
        f"{answers}; the whole set is made by",
        f"{code(command)}.",
    ]
    if names := ", ".join(samples):
        lines += ["", "## samples", "", f"Those of the statement: {names}."]
    tests = list(tests_of(jury, seed)) if tests is None else tests
    subtasks = problem.limits.subtasks
    for group in groups_of(jury).values():
        lines += ["", f"## {group.title}", ""]
        if len(subtasks) > 1:
            subtask = group.subtask or subtasks[-1]
            lines += [f"In the subtask {code(subtask.slug)}, which is worth {subtask.points} points.", ""]
        lines += ["| test | purpose | made by |", "|---|---|---|"]
        for test in tests:
            if test.family.group == group:
                command = f"generate {test.family.name} --seed {quote(test.seed)}"
                lines.append(f"| {test.name} | {test.family.purpose} | {code(command)} |")
    return "\n".join(lines) + "\n"


def code(text: str) -> str:
    """Return a ``text`` as Markdown code that is safe in a table. O(length)."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|")
