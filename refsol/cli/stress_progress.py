"""A campaign of ``stress`` as it runs: progress on a terminal, interruption by signals, and findings in files."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Final, NamedTuple

from refsol.cli.files import write_output
from refsol.cli.signals import handled
from refsol.cli.status import FileError, print_error
from refsol.cli.status_line import StatusLine
from refsol.cli.stress_report import Saved, last_line, speed
from refsol.jury.run.program import Leftover, was_not_started
from refsol.jury.stress import Campaign, CampaignEnd, CasesRun, Event, Failure, Finding, Skipped, Smaller

_MOST_SAVED: Final = 2**20  # bytes of the output of a program that crashed or exceeded a limit


class Followed(NamedTuple):
    """What came of a campaign."""

    end: CampaignEnd
    """How it ended."""
    saved: list[Saved]
    """The findings, with the names of their files."""
    leftovers: list[Leftover]
    """What its runs have left."""
    skipped: list[Skipped]
    """The first case of each family that is too much for the model solution."""
    ending: int | None
    """The signal that interrupted it, if one did."""


def follow(campaign: Campaign, name: str, directory: str) -> Followed:
    """Run a ``campaign`` on the problem called ``name``; its findings are saved in ``directory``, made if needed.

    Ctrl-C and similar signals interrupt it. Raises :class:`.StartError` if the program can't be started, and
    ``FileError`` if a shell or a loader can't find it.
    """
    saved: list[Saved] = []
    leftovers: list[Leftover] = []
    skipped: list[Skipped] = []
    end = CampaignEnd(0, 0.0, False)
    progress = _Progress()
    with (
        _ended_by_signals(campaign) as arrived,
        StatusLine() as status_line,
        closing(campaign.events()) as events,
    ):
        for event in events:
            if (line := progress.line(event)) is not None:
                status_line.show(line)
            if isinstance(event, Finding):
                if event.at_start:
                    _require_start(event)
                saved.append(Saved(event, None if event.at_start else _saved(name, directory, event)))
            elif isinstance(event, Leftover):
                leftovers.append(event)
            elif isinstance(event, Skipped):
                print_error(
                    f"case {event.case.number} is skipped: {event.message}; so are later cases of the family "
                    f"{event.case.family}"
                )
                skipped.append(event)
            elif isinstance(event, CampaignEnd):
                end = event
    return Followed(end, saved, leftovers, skipped, arrived[0] if end.interrupted and arrived else None)


@contextmanager
def _ended_by_signals(campaign: Campaign) -> Iterator[list[int]]:
    """Let Ctrl-C and similar signals interrupt the campaign: nothing is left running, and findings are reported.

    Yields a list of the signals that have arrived.
    """
    arrived: list[int] = []

    def interrupt(number: int, _frame: object) -> None:
        arrived.append(number)
        Thread(target=campaign.interrupt).start()  # not in this thread, which may hold a lock that it needs

    with handled(interrupt):
        yield arrived


class _Progress:
    """The progress of a campaign in words."""

    def __init__(self) -> None:
        self._speed = ""

    def line(self, event: Event) -> str | None:
        """Return a line about what has happened, or None if that is none to show."""
        match event:
            case CasesRun(cases, seconds):
                self._speed = speed(cases, seconds)
                return self._speed
            case Smaller(Failure(_case, data, _fault), smaller, runs):
                return f"{self._speed}; shrinking: {len(data)} bytes to {len(smaller)}, {runs} runs"
            case _:
                return None


def _require_start(finding: Finding) -> None:
    """Raise ``FileError`` if the program could not be started."""
    outcome = finding.fault.outcome
    if was_not_started(outcome):
        raise FileError(f"the program could not be started: {last_line(outcome.stderr)}; is the command right?")


def _saved(name: str, directory: str, finding: Finding) -> tuple[str, str, str] | None:
    """Write input, answer and output to new files and return their names, or None if they can't be written.

    If one of them isn't written, for whatever reason, none is left.
    """
    outcome = finding.fault.outcome
    directory = "" if directory == "." else directory
    contents = (
        finding.data,
        finding.answer,
        outcome.output if outcome.fault is None else outcome.output[:_MOST_SAVED],
    )
    written: list[str] = []
    made = False
    try:
        if directory:
            with suppress(FileExistsError):
                Path(directory).mkdir()
                made = True
        files = _new_names(directory, name)
        for file, content in zip(files, contents, strict=True):
            written.append(file)  # before it is, since afterwards there may be no memory for it
            write_output(file, [content])
    except BaseException as error:
        for file in written:
            with suppress(OSError):
                Path(file).unlink()
        if made:
            with suppress(OSError):
                Path(directory).rmdir()
        if isinstance(error, (FileError, OSError)):
            return None
        raise
    return files


def _new_names(directory: str, name: str) -> tuple[str, str, str]:
    """Return the names of three files, none of which exists."""
    for number in count(1):
        stem = os.path.join(directory, f"{name}-{number}")  # noqa: PTH118 (a Path drops "./")
        files = (f"{stem}.in", f"{stem}.ans", f"{stem}.out")
        if not any(Path(file).exists() for file in files):
            break
    return files
