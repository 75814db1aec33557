"""The verb ``stress``: a campaign with its progress, and what it found."""

import json
import os
import secrets
import shlex
import shutil
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Final, NamedTuple

from rich.console import Console
from rich.status import Status

from refsol.cli.files import emit, write_output
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, FileError
from refsol.errors import OptionError
from refsol.judging import load_jury
from refsol.jury.program import Command, Limits
from refsol.jury.shrinking import shrink
from refsol.jury.stress import Failure, Fault, Plan, campaign, judge
from refsol.problem import Problem

_MINUTES: Final = 1.0
_SHRINK_SECONDS: Final = 60.0
_LINES: Final = 40  # of a text that is shown
_COLUMNS: Final = 100


class Order(NamedTuple):
    """What was asked for; see the help of the command."""

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


class Found(NamedTuple):
    """A failure, the smallest input found that shows it, and where that is saved."""

    failure: Failure
    data: bytes
    fault: Fault
    note: str
    """How it was made small, in words."""
    files: tuple[str, str, str]
    """Input, right answer and the program's output."""


def stress(problem: Problem, order: Order) -> int:
    """Run a campaign and tell what it found."""
    campaign_ = _Campaign(problem, order)
    found, interrupted = campaign_.run()
    told = campaign_.as_json(found) if order.as_json else campaign_.as_text(found, interrupted)
    emit([told.encode()])
    return INTERRUPTED if interrupted else NEGATIVE if found else SUCCESS


class _Campaign:
    """A campaign under way, with a line of progress on standard error where that is a terminal."""

    def __init__(self, problem: Problem, order: Order) -> None:
        self._problem: Final = problem
        self._order: Final = order
        seed = order.seed or secrets.token_hex(3)
        self._plan: Final = Plan(problem.name, seed, order.families, _sizes(order.sizes))
        for k in range(len(order.families)):
            case = self._plan.case(k)  # an unknown family or size is told before anything runs
            load_jury(problem.name).family(case.family).demand(case.sizes)
        _demand_directory(order.save)
        if not order.shell and shutil.which(order.command[0]) is None:
            raise FileError(f"{order.command[0]}: no such program")
        directory = str(Path.cwd()) if order.here else None
        self._program: Final = Command(order.command, order.limits, shell=order.shell, directory=directory)
        self._status: Final = Status("", console=Console(stderr=True))
        self._cases = 0
        self._begin: Final = time.monotonic()

    def run(self) -> tuple[list[Found], bool]:
        """Run it; return the first failure of each kind, or of all, and whether it was interrupted."""
        found: dict[str, Found] = {}
        if self._status.console.is_terminal:
            self._status.start()
        executor = ThreadPoolExecutor(self._order.jobs)
        try:
            with closing(self._failures(executor)) as failures:
                for failure in failures:
                    if failure.fault.kind not in found:
                        found[failure.fault.kind] = self._made_small(failure)
                    if not self._order.keep_going:
                        break
        except KeyboardInterrupt:
            return list(found.values()), True
        finally:
            self._program.stop()
            executor.shutdown(cancel_futures=True)
            self._status.stop()
        return list(found.values()), False

    def _failures(self, executor: ThreadPoolExecutor) -> Generator[Failure, None, None]:
        order = self._order
        minutes = _MINUTES if order.minutes is None and order.cases is None else order.minutes
        batches = campaign(
            self._plan,
            self._program,
            executor,
            jobs=order.jobs,
            cases=order.cases,
            seconds=None if minutes is None else 60 * minutes,
        )
        with closing(batches):
            for batch in batches:
                self._cases += batch.cases
                self._status.update(self._count())
                if batch.failure is not None:
                    yield batch.failure

    def _count(self) -> str:
        seconds = time.monotonic() - self._begin
        cases = "1 case" if self._cases == 1 else f"{self._cases} cases"
        rate = self._cases / seconds
        return f"{cases} in {seconds:.1f} s, {rate:.{0 if rate >= 10 else 1}f} a second"

    def _made_small(self, failure: Failure) -> Found:
        """Shrink the input of a failure, and save it."""
        kind = failure.fault.kind
        faults = {failure.data: failure.fault}
        runs = 0

        def fails(data: bytes) -> bool:
            nonlocal runs
            runs += 1
            fault = judge(self._problem.name, self._program, data)
            if fault is None or fault.kind != kind:
                return False
            faults[data] = fault
            return True

        def show(smaller: bytes) -> None:
            self._status.update(f"{self._count()}; shrinking: {len(failure.data)} bytes to {len(smaller)}, {runs} runs")

        begin = time.monotonic()
        jury = load_jury(self._problem.name)
        if not fails(failure.data):
            data, note = failure.data, "run again, it did not fail: the program does not always do the same"
            faults[data] = failure.fault
        else:
            data = shrink(jury, failure.data, fails, seconds=_SHRINK_SECONDS, progress=show)
            took = time.monotonic() - begin
            note = f"shrunk from {len(failure.data)} bytes to {len(data)} in {took:.1f} s, {runs} runs"
        return Found(failure, data, faults[data], note, self._saved(data, faults[data]))

    def _saved(self, data: bytes, fault: Fault) -> tuple[str, str, str]:
        """Write input, answer and output to new files and return their names."""
        number = 1
        while True:
            stem = os.path.join(self._order.save, f"{self._problem.name}-{number}")  # noqa: PTH118 (keeps "./" away)
            stem = os.path.normpath(stem)
            files = (f"{stem}.in", f"{stem}.ans", f"{stem}.out")
            if not any(Path(file).exists() for file in files):
                break
            number += 1
        write_output(files[0], [data])
        write_output(files[1], self._problem.solve(data, {}))
        write_output(files[2], [fault.outcome.output])
        return files

    def as_text(self, found: list[Found], interrupted: bool) -> str:
        """Return what is told at the end."""
        lines = [line for one in found for line in self._lines(one)]
        kinds = "no fault" if not found else "1 kind of fault" if len(found) == 1 else f"{len(found)} kinds of faults"
        end = " (interrupted)" if interrupted else ""
        return "\n".join([*lines, f"{self._count()}, seed {self._plan.seed}: {kinds}{end}"]) + "\n"

    def _lines(self, found: Found) -> Iterator[str]:
        case, fault, verdict = found.failure.case, found.fault, found.fault.verdict
        yield f"{fault.kind}: case {case.number}, family {case.family}; {found.note}"
        yield from _section("input", found.data)
        if verdict is None:
            if fault.outcome.stderr:
                yield from _section("standard error", fault.outcome.stderr)
            yield from ("why:", f"  the program {fault.message}")
        else:
            yield from _section("expected", Path(found.files[1]).read_bytes())
            yield from _section("found", fault.outcome.output)
            yield "why:"
            yield from (f"  {line}".rstrip() for line in (verdict.message, *verdict.meaning, *verdict.drawing))
        yield "saved: " + ", ".join(found.files)
        yield "again:"
        yield from (f"  {command}" for command in self._again(found))
        yield ""

    def _again(self, found: Found) -> Iterator[str]:
        """Yield the commands that show the failure again."""
        given, _right, output = (shlex.quote(file) for file in found.files)
        order, name, case = self._order, self._problem.name, found.failure.case
        command = " ".join(order.command) if order.shell else shlex.join(order.command)
        yield f"{command} < {given} > {output}"
        if found.fault.verdict is not None:
            yield f"refsol {name} check {given} {output}"
            which = "".join(f" --{key} {value}" for key, value in found.fault.verdict.which.items())
            yield f"refsol {name} explain {given}{which}"
        sizes = "".join(f" --{key} {value}" for key, value in case.sizes.items())
        yield f"refsol {name} generate {case.family} --seed {shlex.quote(case.seed)}{sizes}  # before shrinking"

    def as_json(self, found: list[Found]) -> str:
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
        fields = {"cases": self._cases, "seconds": seconds, "seed": self._plan.seed, "failures": failures}
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


def _sizes(given: tuple[str, ...]) -> dict[str, int]:
    """Return the sizes spelled ``name=number``."""
    sizes: dict[str, int] = {}
    for text in given:
        name, _, number = text.partition("=")
        if not (number.isascii() and number.isdecimal()):
            raise OptionError(f"--size takes NAME=NUMBER, not {text!r}")
        sizes[name] = int(number)
    return sizes


def _demand_directory(path: str) -> None:
    if not Path(path).is_dir():
        raise FileError(f"{path}: no such directory")
