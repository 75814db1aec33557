"""Programs under test: limits, outcomes of runs, and functions as programs, the same on every system."""

import os
import sys
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from refsol.errors import OptionError


def has_posix() -> bool:
    """Return whether this is a POSIX system, where commands can be run within limits, and no browser."""
    return hasattr(os, "wait4") and sys.platform != "emscripten"


def require_posix(what: str) -> None:
    """Raise ``OptionError``, which says that ``what`` needs a POSIX system, where there is none."""
    if not has_posix():
        raise OptionError(f"{what} needs a POSIX system, where programs can be run within limits")


class Result(StrEnum):
    """The verdicts on a run or a submission: ``ACCEPTED``, or the kind of its fault.

    ``WRONG_ANSWER``: it ended normally, but its output is wrong; ``CRASH``: a signal or an exception ended it, or its
    exit status is not 0; ``TIME``, ``MEMORY`` and ``OUTPUT``: it took too long, used too much memory or wrote too much.
    Of those that talk with an interactor, ``DEADLOCK``: both wait; ``QUERIES``: it said more than it may.
    ``JUDGE_ERROR``: the checker or the interactor has failed on this run, so it isn't known whether it is right.
    ``COMPILE_ERROR``: the submission could not be compiled.
    """

    ACCEPTED = "accepted"
    WRONG_ANSWER = "wrong answer"
    CRASH = "crashed"
    TIME = "time limit"
    MEMORY = "memory limit"
    OUTPUT = "output limit"
    DEADLOCK = "deadlock"
    QUERIES = "too many queries"
    JUDGE_ERROR = "judge error"
    COMPILE_ERROR = "compile error"


class RunLimits(NamedTuple):
    """The limits of a run: ``seconds``, and ``mebibytes`` of memory of all its processes together.

    Their processor time counts, and the time in which all of them wait. Time in which they could run, but others had
    the processor, doesn't; but a run ends when ten times as much time as the limit has passed. Standard output and
    standard error are limited to ``output_mebibytes`` each.
    """

    seconds: float = 5.0
    mebibytes: float = 1024
    output_mebibytes: float = 64


class LeftoverKind(StrEnum):
    """The kinds of things that a run can leave behind: a ``PROCESS`` that can't be ended, or ``FILES``."""

    PROCESS = "process"
    FILES = "files"


class Leftover(NamedTuple):
    """Something of a ``kind`` that a run has left and that can't be removed; the ``message`` says, in a line, what.

    If it is a process, ``pid`` is its ID.
    """

    kind: LeftoverKind
    message: str
    pid: int = 0


def process_left(pid: int) -> Leftover:
    """Return what says that the process ``pid`` can't be ended."""
    return Leftover(LeftoverKind.PROCESS, f"process {pid} can't be ended", pid)


class Said(NamedTuple):
    """A line of a conversation: its ``speaker``, its ``text`` without line feed, and ``seconds`` since the start."""

    speaker: str
    text: bytes
    seconds: float


PROGRAM: Final = ">"
"""The speaker that is the program under test."""
INTERACTOR: Final = "<"
"""The speaker that is the interactor."""
NOBODY: Final = "="
"""The speaker of what happened: how the conversation ended, or that lines were left out."""


class RunOutcome(NamedTuple):
    """How a run ended: its ``fault``, if any, and a ``message`` with the limit or status, as "took longer than 5 s".

    ``output`` is standard output, up to the limit, and ``stderr`` the end of standard error. The run took this many
    ``seconds``, counted as for :class:`RunLimits`, and was observed to use this many ``mebibytes``, a function 0.
    ``leftovers`` could not be cleaned up after it, which is no fault.
    """

    fault: Result | None
    message: str
    output: bytes
    stderr: bytes = b""
    seconds: float = 0.0
    mebibytes: float = 0.0
    leftovers: tuple[Leftover, ...] = ()
    status: int | None = None
    """The exit status of a command; minus the number of the signal that ended it, if one did."""
    read_input: bool = True
    """Whether a command read anything from standard input."""
    transcript: tuple[Said, ...] = ()
    """What it and an interactor have said, and how that ended, if there is an interactor."""
    files: tuple[str, str] | None = None
    """The names of the files that a command has used instead of standard input and output, if it could and did."""


RUNNER_LOST: Final = RunOutcome(Result.CRASH, "crashed: the process that ran it was killed or stopped", b"")
"""How a run ends of a program that kills or stops the process that has started it, again and again."""


def was_not_started(outcome: RunOutcome) -> bool:
    """Return whether a command ended as shells end that can't start what they are to start."""
    return outcome.status in (126, 127) and bool(outcome.stderr) and not outcome.output


def crashed_at_start(outcome: RunOutcome) -> bool:
    """Return whether a command failed before it read any input or wrote output; so the command is to blame."""
    reported = (outcome.status or 0) > 0 and bool(outcome.stderr) and not outcome.output
    return was_not_started(outcome) or (reported and not outcome.read_input and outcome.files is None)


def hint_of(outcome: RunOutcome) -> str:
    """Return what may explain that a run is at fault, in a line: that it has read nothing of its input; else ""."""
    has_read = outcome.fault is Result.MEMORY or outcome.read_input or outcome.files is not None or outcome.transcript
    return "" if has_read else "it never read standard input; does it read a file?"


def last_line(text: bytes) -> str:
    """Return the last line of a ``text``, at most 200 characters: of Python's standard error, it is the exception."""
    lines = text.decode("utf-8", "backslashreplace").rstrip().splitlines()
    return lines[-1].strip()[:200] if lines else "(nothing)"


class Program(Protocol):
    """A program that can be tested."""

    def run(self, data: bytes) -> RunOutcome:
        """Run it on the input ``data``. Raises :class:`.StartError` if it can't be started. O(bytes) plus the run."""

    def stop(self) -> None:
        """End all runs, from another thread, and let no new one begin. O(current runs)."""


class Function:
    """A ``function`` from input to output, trusted to end; an exception is a crash. All calls are O(its time)."""

    def __init__(self, function: Callable[[bytes], bytes]) -> None:
        self._function: Final = function

    def run(self, data: bytes) -> RunOutcome:
        """Call it with the input ``data``."""
        begin = time.perf_counter()
        try:
            outcome = RunOutcome(None, "", self._function(data))
        except Exception as error:
            outcome = RunOutcome(Result.CRASH, f"crashed: {type(error).__name__}: {error}", b"")
        return outcome._replace(seconds=time.perf_counter() - begin)

    def stop(self) -> None:
        """Do nothing, since a function can't be stopped."""


class StartError(Exception):
    """A program can't be started; the message names it and gives the reason."""


class ProgramError(StartError):
    """It can't be started since there is something wrong with its file, or with the interpreter that this names."""
