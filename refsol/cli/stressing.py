"""The verb ``stress``: a campaign with its progress, and what it found."""

import json
import os
import secrets
import shlex
import shutil
import signal
import time
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.status import Status

from refsol.cli.files import emit, write_output
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, FileError
from refsol.errors import OptionError
from refsol.judging import counted, load_jury
from refsol.jury.processes import adopt_orphans
from refsol.jury.program import Command, Limits, StartError
from refsol.jury.shrinking import shrink
from refsol.jury.stress import Batch, Failure, Fault, Plan, campaign, judge
from refsol.problem import Problem

_MINUTES: Final = 1.0
_SHRINK_SECONDS: Final = 60.0
_LINES: Final = 40  # of a text that is shown
_COLUMNS: Final = 100
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


class _Found(NamedTuple):
    """A failure, the smallest input found that shows it, and where that is saved."""

    failure: Failure
    data: bytes
    fault: Fault
    note: str
    """How it was made small, in words."""
    files: tuple[str, str, str] | None
    """Input, right answer and the program's output, if they could be saved."""


def stress(problem: Problem, order: Order) -> int:
    """Run a campaign and tell what it found; return the exit status.

    Raises ``OptionError`` for families and sizes that there are not, and ``FileError`` for a program that can't be
    started and a directory that can't be written.
    """
    adopt_orphans()
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)  # as Ctrl-C: nothing is left running
    try:
        campaign_ = _Campaign(problem, order)
        found = campaign_.run()
    except StartError as error:
        raise FileError(str(error)) from error
    emit([(campaign_.as_json(found) if order.as_json else campaign_.as_text(found)).encode()])
    return INTERRUPTED if campaign_.interrupted else NEGATIVE if found else SUCCESS


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
            load_jury(problem.name).family(case.family).demand(case.sizes)
        _demand_directory(order.save)
        words = order.command if order.shell else [_program_path(order.command[0]), *order.command[1:]]
        directory = str(Path.cwd()) if order.here else None
        self._program: Final = Command(words, order.limits, shell=order.shell, directory=directory)
        self._status: Final = Status("", console=Console(stderr=True))
        self._cases = 0
        self._begin: Final = time.monotonic()
        self.interrupted = False

    def run(self) -> list[_Found]:
        """Run it, and make the first failure of each kind small, alone on the machine as far as it is ours."""
        if self._status.console.is_terminal:
            self._status.start()
        try:
            found: list[_Found] = []
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
                    self._status.update(self._count())
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
        self.interrupted = True
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        self._program.stop()

    def _count(self) -> str:
        seconds = time.monotonic() - self._begin
        rate = self._cases / seconds
        return f"{counted(self._cases, 'case')} in {seconds:.1f} s, {rate:.{0 if rate >= 10 else 1}f} a second"

    def _made_small(self, failure: Failure) -> _Found:
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
            self._status.update(f"{self._count()}; shrinking: {len(failure.data)} bytes to {len(smaller)}, {runs} runs")

        try:
            if self.interrupted:
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
        return _Found(failure, data, fault, note, self._saved(data, fault))

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

    def as_text(self, found: list[_Found]) -> str:
        """Return what is told at the end."""
        lines = [line for one in found for line in self._lines(one)]
        kinds = "no fault" if not found else "1 kind of fault" if len(found) == 1 else f"{len(found)} kinds of faults"
        end = " (interrupted)" if self.interrupted else ""
        return "\n".join([*lines, f"{self._count()}, seed {self._plan.seed}: {kinds}{end}"]) + "\n"

    def _lines(self, found: _Found) -> Iterator[str]:
        case, fault, verdict = found.failure.case, found.fault, found.fault.verdict
        yield f"{fault.kind}: case {case.number}, family {case.family}; {found.note}"
        yield from _section("input", found.data)
        if verdict is None:
            if fault.outcome.stderr:
                yield from _section("standard error", fault.outcome.stderr)
            yield from ("why:", f"  the program {fault.message}")
        else:
            yield from _section("expected", b"".join(self._problem.solve(found.data, {})))
            yield from _section("found", fault.outcome.output)
            yield "why:"
            yield from (f"  {line}".rstrip() for line in (verdict.message, *verdict.meaning, *verdict.drawing))
        if found.files is None:
            yield f"could not be saved in {self._order.save}"
        else:
            yield "saved: " + ", ".join(found.files)
        yield "again:"
        yield from (f"  {command}" for command in self._again(found))
        yield ""

    def _again(self, found: _Found) -> Iterator[str]:
        """Yield the commands that show the failure again."""
        order, name, case, verdict = self._order, self._problem.name, found.failure.case, found.fault.verdict
        if found.files is not None:
            given, _right, output = (shlex.quote(file) for file in found.files)
            words = ["sh", "-c", " ".join(order.command)] if order.shell else order.command
            yield f"{shlex.join(words)} < {given} > {output}"
            if verdict is not None:
                yield f"refsol {name} check {given} {output}"
                if verdict.which:
                    yield f"refsol {name} explain {given}{_options(verdict.which)}"
        options = f"--seed {shlex.quote(case.seed)}{_options(case.sizes)}"
        yield f"refsol {name} generate {case.family} {options}  # before shrinking"

    def as_json(self, found: list[_Found]) -> str:
        """Return what was found as a JSON object."""
        failures = [
            {
                "kind": one.fault.kind,
                "message": one.fault.message,
                "meaning": one.fault.verdict.meaning if one.fault.verdict else [],
                "which": dict(one.fault.verdict.which) if one.fault.verdict else {},
                "case": one.failure.case.number,
                "family": one.failure.case.family,
                "seed": one.failure.case.seed,
                "sizes": dict(one.failure.case.sizes),
                "bytes": len(one.data),
                "files": one.files,
            }
            for one in found
        ]
        seconds = round(time.monotonic() - self._begin, 3)
        fields = {
            "cases": self._cases,
            "seconds": seconds,
            "seed": self._plan.seed,
            "interrupted": self.interrupted,
            "failures": failures,
        }
        return json.dumps(fields) + "\n"


def _section(title: str, text: bytes) -> Iterator[str]:
    """Yield a title and the text below it, as much as fits on a screen."""
    yield f"{title}:"
    lines = text.decode("ascii", "backslashreplace").splitlines()
    for line in lines[:_LINES]:
        shown = "".join(c if c.isprintable() else repr(c)[1:-1] for c in line[: _COLUMNS + 1])
        yield f"  {shown if len(shown) <= _COLUMNS else shown[:_COLUMNS] + ' ...'}".rstrip()
    if len(lines) > _LINES:
        yield f"  ... and {len(lines) - _LINES} lines more"
    if not lines:
        yield "  (nothing)"


def _options(values: Mapping[str, int]) -> str:
    return "".join(f" --{name} {value}" for name, value in values.items())


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


def _demand_directory(path: str) -> None:
    if not Path(path).is_dir():
        raise FileError(f"{path}: no such directory")
    if not os.access(path, os.W_OK | os.X_OK):
        raise FileError(f"{path}: nothing can be saved there")
