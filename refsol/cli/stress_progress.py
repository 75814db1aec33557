"""A campaign of ``stress`` as it runs: progress on a terminal, interruption by signals, and findings in files."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from refsol.cli.files import write_output
from refsol.cli.status import FileError
from refsol.cli.stress_report import Saved, speed
from refsol.jury.program import Leftover
from refsol.jury.stress import Campaign, CasesRun, End, Event, Failure, Finding, Smaller

if TYPE_CHECKING:
    from rich.status import Status

_MOST_SAVED: Final = 2**20  # bytes of the output of a program that crashed or exceeded a limit
_ENDINGS: Final = ("SIGINT", "SIGTERM", "SIGHUP")  # the system may lack some


def follow(campaign: Campaign, name: str, directory: str) -> tuple[End, list[Saved], list[Leftover]]:
    """Run a ``campaign`` on the problem called ``name``; return its end, its findings and what its runs have left.

    The findings are saved in ``directory``. Ctrl-C and similar signals interrupt it. Raises :class:`.StartError` if the
    program can't be started.
    """
    saved: list[Saved] = []
    leftovers: list[Leftover] = []
    end = End(0, 0.0, False)
    with _ended_by_signals(campaign), _Progress() as progress:
        for event in campaign.events():
            progress.show(event)
            if isinstance(event, Finding):
                saved.append(Saved(event, _saved(name, directory, event)))
            elif isinstance(event, Leftover):
                leftovers.append(event)
            elif isinstance(event, End):
                end = event
    return end, saved, leftovers


@contextmanager
def _ended_by_signals(campaign: Campaign) -> Iterator[None]:
    """Let Ctrl-C and similar signals interrupt the campaign: nothing is left running, and findings are reported."""

    def interrupt(_number: int, _frame: object) -> None:
        Thread(target=campaign.interrupt).start()  # not in this thread, which may hold a lock that it needs

    numbers = [getattr(signal, name) for name in _ENDINGS if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler != signal.SIG_IGN:  # as under nohup
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
            from rich.console import Console  # slow to import
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
