"""A campaign of ``stress``: its progress on a terminal, and its findings in files and in a report."""

import os
import secrets
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from refsol.cli.files import emit, emit_json, write_output
from refsol.cli.status import INTERRUPTED, NEGATIVE, SUCCESS, FileError
from refsol.cli.stress import Options
from refsol.cli.stress_report import Saved, as_fields, as_text, speed
from refsol.errors import OptionError
from refsol.jury.program import Limits, Program, StartError
from refsol.jury.stress import Campaign, CasesRun, End, Event, Failure, Finding, Plan, Smaller
from refsol.problem import Problem

if TYPE_CHECKING:
    from rich.status import Status

_MINUTES: Final = 1.0
_MOST_SAVED: Final = 2**20  # bytes of the output of a program that crashed or exceeded a limit
_MOST_DIGITS: Final = 20
_ENDINGS: Final = ("SIGINT", "SIGTERM", "SIGHUP")  # those that the system has


def run_campaign(problem: Problem, options: Options) -> int:
    """Run a campaign and report what it found; return the exit status.

    Raises ``OptionError`` for families and sizes that don't exist and where commands can't be run, ``FileError`` for a
    program that can't be started and a directory that can't be written.
    """
    plan = Plan(
        problem.name,
        options.seed or secrets.token_hex(3),
        options.family,
        _sizes(options.size, options.family),
    )
    plan.raise_if_errors()
    _require_directory(options.save)
    minutes = _MINUTES if options.minutes is None and options.cases is None else options.minutes
    campaign = Campaign(
        plan,
        _program(options),
        jobs=options.jobs,
        cases=options.cases,
        seconds=None if minutes is None else 60 * minutes,
        keep_going=options.keep_going,
    )
    saved: list[Saved] = []
    end = End(0, 0.0, False)
    try:
        with _ended_by_signals(campaign), _Progress() as progress:
            for event in campaign.events():
                progress.show(event)
                if isinstance(event, Finding):
                    saved.append(Saved(event, _saved(problem.name, options.save, event)))
                elif isinstance(event, End):
                    end = event
    except StartError as error:
        raise FileError(str(error)) from error
    if options.as_json:
        emit_json(as_fields(plan.seed, end, saved))
    else:
        words = ["sh", "-c", " ".join(options.command)] if options.shell else options.command
        report = as_text(problem.name, plan.seed, end, saved, shlex.join(words), options.save)
        emit([report.encode()])
    return INTERRUPTED if end.interrupted else NEGATIVE if saved else SUCCESS


def _program(options: Options) -> Program:
    """Return the program under test."""
    try:
        from refsol.jury.command import Command  # for POSIX systems only
        from refsol.jury.processes import adopt_orphans
    except ImportError as error:
        raise OptionError("stress -- CMD needs a POSIX system, where programs can be run within limits") from error
    words = list(options.command) if options.shell else [_program_path(options.command[0]), *options.command[1:]]
    adopt_orphans()
    return Command(
        words,
        Limits(options.time_limit, options.memory_limit),
        shell=options.shell,
        directory=str(Path.cwd()) if options.here else None,
    )


@contextmanager
def _ended_by_signals(campaign: Campaign) -> Iterator[None]:
    """Let Ctrl-C and similar signals interrupt the campaign: nothing is left running, and findings are reported."""

    def interrupt(_number: int, _frame: object) -> None:
        Thread(target=campaign.interrupt).start()  # not in this thread, which may hold a lock that it needs

    numbers = [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # as nohup has it
            signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Progress:
    """A line of progress on standard error, where that is a terminal."""

    def __init__(self) -> None:
        self._status: Status | None = None
        self._speed = ""

    def __enter__(self) -> "_Progress":
        if sys.stderr is not None and sys.stderr.isatty():
            from rich.console import Console  # takes long to import
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))
            self._status.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, event: Event) -> None:
        """Show what has happened."""
        match event:
            case CasesRun(cases, seconds):
                self._speed = speed(cases, seconds)
                line = self._speed
            case Smaller(Failure(_case, data, _fault), smaller, runs):
                line = f"{self._speed}; shrinking: {len(data)} bytes to {len(smaller)}, {runs} runs"
            case _:
                return
        if self._status is not None:
            self._status.update(line)


def _saved(name: str, directory: str, finding: Finding) -> tuple[str, str, str] | None:
    """Write input, answer and output to new files and return their names, or None if that fails."""
    outcome = finding.fault.outcome
    directory = "" if directory == "." else directory
    for number in count(1):
        stem = os.path.join(directory, f"{name}-{number}")  # noqa: PTH118 (a Path drops "./")
        files = (f"{stem}.in", f"{stem}.ans", f"{stem}.out")
        if not any(Path(file).exists() for file in files):
            break
    try:
        write_output(files[0], [finding.data])
        write_output(files[1], [finding.answer])
        write_output(files[2], [outcome.output if outcome.fault is None else outcome.output[:_MOST_SAVED]])
    except FileError:
        return None
    return files


def _sizes(given: tuple[str, ...], families: tuple[str, ...]) -> dict[str, int]:
    """Return the sizes that were given as ``name=number``."""
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
    """Return the absolute path of the program that a word names."""
    found = shutil.which(word)
    if found is None:
        raise FileError(f"{word}: no such program")
    return str(Path(found).absolute())


def _require_directory(path: str) -> None:
    if not Path(path).is_dir():
        raise FileError(f"{path}: no such directory")
    if not os.access(path, os.W_OK | os.X_OK):
        raise FileError(f"{path}: the directory is not writable")
