"""What programs share that try very many cases of each problem: the order of the work, progress, and a table."""

import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from itertools import count
from typing import Final, NamedTuple, TypeVar

from refsol.cli.status import INTERRUPTED

PROGRESS_SECONDS: Final = 30

Result = TypeVar("Result")


class Batch(NamedTuple):
    """Cases of a problem: the numbers from ``first`` up to ``end``."""

    name: str
    first: int
    end: int


def batches(names: Iterable[str], first: int, end: int | None, size: int, seconds: float | None) -> Iterator[Batch]:
    """Yield batches of ``size`` cases of each problem in turn, from case ``first`` up to ``end``, for ``seconds``."""
    names = tuple(names)
    until = None if seconds is None else time.monotonic() + seconds
    for begin in count(first, size):
        for name in names:
            if (end is not None and begin >= end) or (until is not None and time.monotonic() >= until):
                return
            yield Batch(name, begin, begin + size if end is None else min(begin + size, end))


def in_order(
    executor: Executor, jobs: int, work: Callable[[Batch], Result], items: Iterator[Batch]
) -> Iterator[tuple[Batch, Result]]:
    """Yield batches in order, each with what ``work`` returned for it; ``jobs`` of them are worked on at a time."""
    waiting: deque[tuple[Batch, Future[Result]]] = deque()
    try:
        for item in items:
            waiting.append((item, executor.submit(work, item)))
            if len(waiting) > jobs:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()
    finally:
        executor.shutdown(cancel_futures=True)


def ending(status: int, seconds: float) -> str:
    """Describe how a process ended that SIGPROF was to end after this many ``seconds`` of processor time."""
    name = signal.Signals(-status).name if status < 0 else f"status {status}"
    return f"after {seconds} seconds of processor time" if name == "SIGPROF" else f"with {name}"


class Tally:
    """Counts the cases of each problem, how long they took, and what went wrong with them.

    Batches must be added in order. ``first`` is the number of the first case, ``end`` where they end, if that is known.
    """

    def __init__(self, names: Iterable[str], first: int = 0, end: int | None = None) -> None:
        self.cases: Final = dict.fromkeys(names, 0)
        self.wrong: Final[dict[str, list[str]]] = {name: [] for name in self.cases}
        self.interrupted = False
        """Whether somebody ended it with Ctrl-C before its end."""
        self._seconds: Final = dict.fromkeys(self.cases, 0.0)
        self._first: Final = first
        self._total: Final = "" if end is None else f" of {(end - first) * len(self.cases)}"
        self._start = self._shown = time.monotonic()

    @property
    def done(self) -> int:
        return sum(self.cases.values())

    @property
    def faults(self) -> list[str]:
        return [what for wrong in self.wrong.values() for what in wrong]

    def add(self, batch: Batch, seconds: float, wrong: Iterable[str]) -> None:
        """Count a batch, which took this many ``seconds`` of processor time; report progress every half a minute."""
        self.cases[batch.name] += batch.end - batch.first
        self._seconds[batch.name] += seconds
        self.wrong[batch.name] += wrong
        now = time.monotonic()
        if now - self._shown >= PROGRESS_SECONDS:
            self._shown = now
            rate = f"{self.done / (now - self._start):.0f} a second, {len(self.faults)} wrong"
            print(f"{self.done}{self._total}, {rate}; {self.resume()}", file=sys.stderr)

    def interrupt(self) -> None:
        """Note that it was interrupted, and report on standard error how to continue."""
        self.interrupted = True
        print(f"interrupted; {self.resume()}", file=sys.stderr)

    def resume(self) -> str:
        """Return how to continue where this ends."""
        return f"--first {self._first + min(self.cases.values())} continues"

    @property
    def status(self) -> int:
        return 1 if self.faults else INTERRUPTED if self.interrupted else 0

    def table(self, seed: str, mode: str) -> str:
        """Return a table of Markdown with a row for each problem that was tried."""
        rows = ["| problem | cases | from case | seed | mode | CPU s | wrong |", "|---|---|---|---|---|---|---|"]
        for name, cases in self.cases.items():
            if cases:
                counts = f"{cases:,} | {self._first} | {seed} | {mode} | {self._seconds[name]:.0f}"
                rows.append(f"| {name} | {counts} | {len(self.wrong[name])} |")
        return "\n".join(rows)
