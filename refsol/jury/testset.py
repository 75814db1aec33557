"""A whole test set: its tests, their order and their names.

Without the inputs and the answers, which :func:`made` yields, everything is O(groups × tests).
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from shlex import quote
from typing import NamedTuple

from refsol.jury.calls import Losses
from refsol.jury.contract import Family, Group, Jury, load_jury
from refsol.problem import Problem, load


class Entry(NamedTuple):
    """One test: its ``name``, a path without a suffix, and the ``family`` and ``seed`` that determine its input."""

    name: str
    family: Family
    seed: str


class Made(NamedTuple):
    """A test that was made: its ``entry``, its input ``data`` and the pieces of the right ``answer``."""

    entry: Entry
    data: bytes
    answer: Iterable[bytes]


def made(problem: Problem, tests: Iterable[Entry], executor: Executor | None = None, jobs: int = 1) -> Iterator[Made]:
    """Make the ``tests`` of a ``problem`` and yield them: one by one in order or, on an ``executor``, as they end.

    At most ``jobs`` are made at a time; one whose future raises ``BrokenExecutor``, since its process was killed, is
    made again. Raises :class:`.ExecutorError` if the executor can't be used or loses a test again and again. O(making
    them).
    """
    if executor is None:
        for test in tests:
            data = test.family.generate(test.seed)
            yield Made(test, data, problem.solve(data, {}))
        return
    left = list(reversed(list(enumerate(tests))))
    pending: dict[Future[tuple[bytes, bytes]], tuple[int, Entry]] = {}
    losses = Losses()
    try:
        while left or pending:
            while left and len(pending) < jobs:
                number, test = left.pop()
                pending[executor.submit(_make, problem.name, test.family.name, test.seed)] = (number, test)
            for future in wait(pending, return_when=FIRST_COMPLETED).done:
                number, test = pending.pop(future)
                try:
                    data, answer = future.result()
                except BrokenExecutor:
                    losses.add(number, f"test {test.name}")
                    left.append((number, test))
                else:
                    yield Made(test, data, [answer])
    finally:
        for future in pending:
            future.cancel()


def _make(problem: str, family: str, seed: str) -> tuple[bytes, bytes]:
    """Return the input of a test and the answer."""
    data = load_jury(problem).family(family).generate(seed)
    return data, b"".join(load(problem).solve(data, {}))


def tests_of(jury: Jury, seed: str) -> Iterator[Entry]:
    """Yield the tests for a ``seed``, any text, group by group; one is called ``2-mistakes/03-rings``."""
    for number, group in enumerate(_groups_of(jury), start=1):
        families = [family for family in jury.families if family.group == group]
        total = sum(family.tests for family in families)
        width = max(2, len(str(total)))
        directory = f"{number}-{group.name.replace(' ', '-')}"
        test = 0
        for family in families:
            for k in range(1, family.tests + 1):
                test += 1
                yield Entry(f"{directory}/{test:0{width}}-{family.name}", family, f"{seed}-{family.name}-{k}")


def _groups_of(jury: Jury) -> list[Group]:
    """Return the groups in the order of their first family."""
    return list(dict.fromkeys(family.group for family in jury.families))


def readme(problem: Problem, jury: Jury, seed: str) -> str:
    """Return a description, in Markdown, of what each test for a ``seed`` is for and how it is made."""
    lines = [
        f"# Tests of {problem.title}",
        "",
        f"Source of the problem: {problem.source}. Each `.in` has refsol's answer in its `.ans`; the whole set",
        f"is made by {_code(f'refsol {problem.name} testset DIRECTORY --seed {quote(seed)}')}.",
    ]
    tests = list(tests_of(jury, seed))
    for group in _groups_of(jury):
        lines += ["", f"## {group.title}", "", "| test | purpose | made by |", "|---|---|---|"]
        for test in tests:
            if test.family.group == group:
                command = f"generate {test.family.name} --seed {quote(test.seed)}"
                lines.append(f"| {test.name} | {test.family.purpose} | {_code(command)} |")
    return "\n".join(lines) + "\n"


def _code(text: str) -> str:
    """Return a text as Markdown code that is safe in a table."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text}{fence}".replace("|", "\\|")
