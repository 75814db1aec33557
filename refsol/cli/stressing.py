"""The verb ``stress``: a campaign with its progress; what it found is told by ``findings``."""

import os
import secrets
import shlex
import shutil
import signal
import time
from collections.abc import Generator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.status import Status

from refsol.cli.files import emit, write_output
from refsol.cli.findings import Found, Summary, as_json, as_text
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, FileError
from refsol.errors import OptionError
from refsol.jury.contract import load_jury
from refsol.jury.processes import adopt_orphans
from refsol.jury.program import Command, Limits, StartError
from refsol.jury.shrinking import shrink
from refsol.jury.stress import Batch, Failure, Fault, Plan, campaign, judge
from refsol.problem import Problem

_MINUTES: Final = 1.0
_SHRINK_SECONDS: Final = 60.0
_MOST_SAVED: Final = 2**20  # bytes of the output of a program that crashed or passed a limit
_MOST_DIGITS: Final = 20


class Order(NamedTuple):
    """What was asked for, as the options of the command say.

    The ``command`` and its ``limits``, run through the ``shell`` or ``here``; the ``families``, the ``sizes`` as
    ``name=number``, the ``seed``, how many ``cases`` and ``minutes``, the ``jobs`` under way at a time and whether to
    ``keep_going``; the directory to ``save`` to, and whether to tell the end ``as_json``.
    """

    command: list[str]
    families: tuple[str, ...]
    sizes: tuple[str, ...]
    seed: str | None
    cases: int | None
    minutes: float | None
    limits: Limits
    jobs: int
    keep_going: bool
    shell: bool
    here: bool
    save: str
    as_json: bool


def stress(problem: Problem, order: Order) -> int:
    """Run a campaign and tell what it found; return the exit status.

    Raises ``OptionError`` for families and sizes that there are not, and ``FileError`` for a program that can't be
    started and a directory that can't be written.
    """
    adopt_orphans()
    for ending in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(ending) != signal.SIG_IGN:  # as nohup has it
            signal.signal(ending, signal.default_int_handler)  # as Ctrl-C: nothing is left running
    try:
        campaign_ = _Campaign(problem, order)
        found = campaign_.run()
    except StartError as error:
        raise FileError(str(error)) from error
    summary = campaign_.summary()
    if order.as_json:
        told = as_json(summary, found)
    else:
        words = ["sh", "-c", " ".join(order.command)] if order.shell else order.command
        told = as_text(problem, summary, found, shlex.join(words), order.save)
    emit([told.encode()])
    return INTERRUPTED if summary.interrupted else NEGATIVE if found else SUCCESS


class _Campaign:
    """A campaign under way, with a line of progress on standard error where that is a terminal."""

    def __init__(self, problem: Problem, order: Order) -> None:
        self._problem: Final = problem
        self._order: Final = order
        self._plan: Final = Plan(
            problem.name, order.seed or secrets.token_hex(3), order.families, _sizes(order.sizes, order.families)
        )
        for k in range(len(order.families)):
            case = self._plan.case(k)  # an unknown family or size is told before anything runs
            load_jury(problem.name).family(case.family).require_sizes(case.sizes)
        _require_directory(order.save)
        words = order.command if order.shell else [_program_path(order.command[0]), *order.command[1:]]
        directory = str(Path.cwd()) if order.here else None
        self._program: Final = Command(words, order.limits, shell=order.shell, directory=directory)
        self._status: Final = Status("", console=Console(stderr=True))
        self._cases = 0
        self._begin: Final = time.monotonic()
        self._interrupted = False

    def run(self) -> list[Found]:
        """Run it, and make the first failure of each kind small, alone on the machine as far as it is ours."""
        if self._status.console.is_terminal:
            self._status.start()
        try:
            found: list[Found] = []
            for failure in self._search():
                found.append(self._made_small(failure))
        finally:
            self._program.stop()
            self._status.stop()
        return found

    def _search(self) -> list[Failure]:
        """Run the cases; return the first failure, or with ``--keep-going`` the first of each kind."""
        kinds: dict[str, Failure] = {}
        executor = ThreadPoolExecutor(self._order.jobs)
        try:
            with closing(self._batches(executor)) as batches:
                for batch in batches:
                    self._cases += batch.cases
                    self._status.update(self.summary().speed())
                    if batch.failure is not None:
                        kinds.setdefault(batch.failure.fault.kind, batch.failure)
                        if not self._order.keep_going:
                            break
            executor.shutdown(cancel_futures=True)
        except KeyboardInterrupt:  # also while the other batches end
            self._interrupt()
            executor.shutdown(wait=False, cancel_futures=True)
        return list(kinds.values())

    def _batches(self, executor: Executor) -> Generator[Batch, None, None]:
        order = self._order
        minutes = _MINUTES if order.minutes is None and order.cases is None else order.minutes
        seconds = None if minutes is None else 60 * minutes
        return campaign(self._plan, self._program, executor, jobs=order.jobs, cases=order.cases, seconds=seconds)

    def _interrupt(self) -> None:
        """End what runs, and don't be interrupted again before the summary is there."""
        self._interrupted = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._program.stop()

    def summary(self) -> Summary:
        """Return what can be said of the whole by now."""
        return Summary(self._cases, time.monotonic() - self._begin, self._plan.seed, self._interrupted)

    def _made_small(self, failure: Failure) -> Found:
        """Shrink the input of a failure, as far as there is time, and save it."""
        begin = time.monotonic()
        smallest, runs = (failure.data, failure.fault), 0
        note = "not shrunk"

        def fails(data: bytes) -> bool:
            nonlocal smallest, runs
            runs += 1
            fault = judge(self._problem.name, self._program, data)
            if fault is None or fault.kind != failure.fault.kind:
                return False
            smallest = data, fault
            return True

        def show(smaller: bytes) -> None:
            speed = self.summary().speed()
            self._status.update(f"{speed}; shrinking: {len(failure.data)} bytes to {len(smaller)}, {runs} runs")

        try:
            if self._interrupted:
                pass
            elif not fails(failure.data):
                note = "run again, alone, it did not fail: the program does not always do, or take, the same"
            else:
                shrink(load_jury(self._problem.name), failure.data, fails, seconds=_SHRINK_SECONDS, progress=show)
        except KeyboardInterrupt:
            self._interrupt()
        if smallest[0] != failure.data:
            took = time.monotonic() - begin
            note = f"shrunk from {len(failure.data)} bytes to {len(smallest[0])} in {took:.1f} s, {runs} runs"
        data, fault = smallest
        return Found(failure, data, fault, note, self._saved(data, fault))

    def _saved(self, data: bytes, fault: Fault) -> tuple[str, str, str] | None:
        """Write input, answer and output to new files and return their names; None if that is impossible."""
        directory = "" if self._order.save == "." else self._order.save
        for number in count(1):
            stem = os.path.join(directory, f"{self._problem.name}-{number}")  # noqa: PTH118 (a Path drops "./")
            files = (f"{stem}.in", f"{stem}.ans", f"{stem}.out")
            if not any(Path(file).exists() for file in files):
                break
        try:
            write_output(files[0], [data])
            write_output(files[1], self._problem.solve(data, {}))
            write_output(files[2], [fault.outcome.output if fault.verdict else fault.outcome.output[:_MOST_SAVED]])
        except FileError:
            return None
        return files


def _sizes(given: tuple[str, ...], families: tuple[str, ...]) -> dict[str, int]:
    """Return the sizes spelled ``name=number``, which are sizes of families that are asked for."""
    if given and not families:
        raise OptionError("--size goes with --family")
    sizes: dict[str, int] = {}
    for text in given:
        name, _, number = text.partition("=")
        if not (number.isascii() and number.isdecimal() and len(number) <= _MOST_DIGITS):
            raise OptionError(f"--size takes NAME=NUMBER, not {text!r}")
        sizes[name] = int(number)
    return sizes


def _program_path(word: str) -> str:
    """Return the path, in full, of the program that a word names."""
    found = shutil.which(word)
    if found is None:
        raise FileError(f"{word}: no such program")
    return str(Path(found).absolute())


def _require_directory(path: str) -> None:
    if not Path(path).is_dir():
        raise FileError(f"{path}: no such directory")
    if not os.access(path, os.W_OK | os.X_OK):
        raise FileError(f"{path}: nothing can be saved there")
