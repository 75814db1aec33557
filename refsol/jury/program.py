"""Programs under test: what can be run, within which limits, and how a run ended.

All this is the same on every system; :mod:`refsol.jury.command` runs commands, on those where it can.
"""

import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

_SECONDS: Final = 5.0
_MEBIBYTES: Final = 1024
_OUTPUT_MEBIBYTES: Final = 64


class FaultKind(StrEnum):
    """What can be wrong with a run of a program."""

    WRONG_ANSWER = "wrong answer"
    """It ended well, but the output is wrong."""
    CRASH = "crashed"
    """It was ended by a signal or an exception, or its exit status is not 0."""
    TIME = "time limit"
    """It took too long."""
    MEMORY = "memory limit"
    """It took too much memory."""
    OUTPUT = "output limit"
    """It wrote too much."""


class Limits(NamedTuple):
    """What a run may take."""

    seconds: float = _SECONDS
    """Wall time."""
    mebibytes: float = _MEBIBYTES
    """Memory of all its processes together, in MiB."""
    output_mebibytes: float = _OUTPUT_MEBIBYTES
    """Bytes written to standard output, and to standard error, in MiB each."""


class Outcome(NamedTuple):
    """How a run ended."""

    fault: FaultKind | None
    """Why it did not end well, or None."""
    message: str
    """The same in words, with the limit or the status: ``took longer than 5 s``; empty where it ended well."""
    output: bytes
    """What was written to standard output, up to the limit."""
    stderr: bytes = b""
    """The end of what was written to standard error."""
    seconds: float = 0.0
    """How long it took, in wall time."""
    mebibytes: float = 0.0
    """The most memory that it was seen to use, in MiB; 0 for a function."""


class Program(Protocol):
    """What can be tested. A run takes as long as the program does."""

    def run(self, data: bytes) -> Outcome:
        """Run it on the input ``data`` and return how that ended. O(bytes of input and output) beside the run."""

    def stop(self) -> None:
        """End whatever runs, from another thread, and run nothing from now on. O(runs under way)."""


class Function:
    """A ``function`` from input to output, trusted to end; an exception is a crash. Calls are O(its time)."""

    def __init__(self, function: Callable[[bytes], bytes]) -> None:
        self._function: Final = function

    def run(self, data: bytes) -> Outcome:
        """Call it with the input ``data``."""
        begin = time.perf_counter()
        fault: FaultKind | None = None
        message = ""
        output = b""
        try:
            output = self._function(data)
        except Exception as error:
            fault, message = FaultKind.CRASH, f"crashed: {type(error).__name__}: {error}"
        return Outcome(fault, message, output, seconds=time.perf_counter() - begin)

    def stop(self) -> None:
        """Do nothing: a function can't be stopped."""


class StartError(Exception):
    """A program can't be started; the message names it and says why."""
