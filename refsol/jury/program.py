"""Programs under test: somebody's command, run within limits, or a function in this process.

A run takes as long as the program does, and all else is O(bytes of input and output).
"""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import IO, Final, NamedTuple, Protocol
from uuid import uuid4

from refsol.jury.processes import MARK, descendants, kill, kill_group, marked, orphans, resident_bytes

_MEBI: Final = 2**20
_STDERR_SHOWN: Final = 4096  # bytes
_SLICE: Final = 0.01  # seconds between two looks at a running program, at most
_SECONDS: Final = 5.0
_MEBIBYTES: Final = 1024
_OUTPUT_MEBIBYTES: Final = 64


class Limits(NamedTuple):
    """What a run may take."""

    seconds: float = _SECONDS
    """Of wall time."""
    mebibytes: float = _MEBIBYTES
    """Of memory, in MiB, that of all its processes together."""
    output_mebibytes: float = _OUTPUT_MEBIBYTES
    """Written to standard output, and to standard error, in MiB each."""


class Outcome(NamedTuple):
    """How a run ended."""

    fault: str
    """Why it did not end well, in words, or the empty string."""
    output: bytes
    """What was written to standard output, as far as the limit."""
    stderr: bytes = b""
    """What was written to standard error, the end of it."""
    seconds: float = 0.0
    """How long it took, in wall time."""
    mebibytes: float = 0.0
    """How much memory was found to be used at once, in MiB; 0 for a function."""


class Program(Protocol):
    """What can be tested."""

    def run(self, data: bytes) -> Outcome:
        """Run it on the input ``data`` and return how that ended."""

    def stop(self) -> None:
        """End whatever runs, from another thread, and run nothing any more."""


class Function:
    """A ``function`` from input to output, trusted to end; an exception is a crash."""

    def __init__(self, function: Callable[[bytes], bytes]) -> None:
        self._function: Final = function

    def run(self, data: bytes) -> Outcome:
        """Call it with ``data``, which has no limits."""
        begin = time.perf_counter()
        try:
            output, fault = self._function(data), ""
        except Exception as error:
            output, fault = b"", f"crashed: {type(error).__name__}: {error}"
        return Outcome(fault, output, seconds=time.perf_counter() - begin)

    def stop(self) -> None:
        """Do nothing: a function can't be stopped."""


class StartError(Exception):
    """A command can't be started; the message names it and says why."""


class Command:
    """A command that reads standard input and writes standard output, in any language.

    The command has ``words``, of which those that name existing files are made absolute; with ``shell`` they are a line
    for the shell, and stay as they are. Each run has a session of its own, a new directory to work in (``directory``
    instead, if given), and no open file but the standard three. It ends, with its children, when one of the ``limits``
    is passed. May be sent to other processes.

    Raises :class:`StartError` where programs can't be run within limits: on other systems than POSIX.

    Where this process adopts orphans (:func:`refsol.jury.processes.adopt_orphans`), children that leave the session and
    lose their parents count and end with the run, too.
    """

    def __init__(
        self, words: list[str], limits: Limits | None = None, *, shell: bool = False, directory: str | None = None
    ) -> None:
        if os.name != "posix":
            raise StartError("programs can be run within limits on POSIX systems only")
        self.words: Final = words if shell else [_absolute(word, k == 0) for k, word in enumerate(words)]
        self.limits: Final = limits or Limits()
        self._shell: Final = shell
        self._directory: Final = directory
        self._stopped = False
        self._running: set[int] = set()
        self._lock = Lock()

    def __reduce__(self) -> tuple[Callable[..., "Command"], tuple[object, ...]]:
        """Say how a copy is made in another process, without what runs here."""
        return _again, (self.words, self.limits, self._shell, self._directory)

    def run(self, data: bytes) -> Outcome:
        """Run the command on the input ``data``. Raises :class:`StartError` where it can't be started."""
        with TemporaryDirectory(prefix="refsol-", ignore_cleanup_errors=True) as scratch:
            given = Path(scratch, "input")
            given.write_bytes(data)
            work = Path(scratch, "work")
            work.mkdir()
            # Files, unlike pipes, never make anybody wait; what happens to their names does not matter.
            with (
                given.open("rb") as stdin,
                Path(scratch, "output").open("w+b") as stdout,
                Path(scratch, "error").open("w+b") as stderr,
            ):
                return self._run(stdin, stdout, stderr, self._directory or str(work))

    def _run(self, stdin: IO[bytes], stdout: IO[bytes], stderr: IO[bytes], directory: str) -> Outcome:
        limits = self.limits
        mark = uuid4().hex
        begin = time.perf_counter()
        try:
            process = subprocess.Popen(
                " ".join(self.words) if self._shell else self.words,
                shell=self._shell,
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                cwd=directory,
                env={**os.environ, MARK: mark},
                start_new_session=True,
            )
        except OSError as error:
            raise StartError(f"{self.words[0]}: {error.strerror}") from error
        self._enter(process.pid)
        seen: set[int] = set()
        try:
            fault, most = self._watch(process, mark, begin, (stdout, stderr), seen)
        finally:  # also after Ctrl-C
            self._leave(process, mark, seen)
        took = time.perf_counter() - begin
        status = process.returncode
        room = int(limits.output_mebibytes * _MEBI)
        if not fault and most > limits.mebibytes:
            fault = f"took more than {limits.mebibytes:g} MiB of memory"
        if not fault and max(_size(stdout), _size(stderr)) > room:
            fault = f"wrote more than {limits.output_mebibytes:g} MiB"
        if not fault and status != 0:
            fault = f"crashed: {_signal_name(-status)}" if status < 0 else f"crashed: exit status {status}"
        stdout.seek(0)
        stderr.seek(max(0, _size(stderr) - _STDERR_SHOWN))
        return Outcome(fault, stdout.read(room), stderr.read(_STDERR_SHOWN), took, most)

    def stop(self) -> None:
        """End the runs under way, from another thread; those that begin later end at once."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                kill_group(pid)

    def _enter(self, pid: int) -> None:
        """Let ``stop`` find a run."""
        with self._lock:
            self._running.add(pid)
            if self._stopped:
                kill_group(pid)

    def _leave(self, process: "subprocess.Popen[bytes]", mark: str, seen: set[int]) -> None:
        """Kill and forget all that is left of a run; ``seen`` are descendants that there were."""
        with self._lock:
            kill_group(process.pid)
            if process.returncode is None:
                process.wait()
            self._running.remove(process.pid)
        kill(marked(seen, mark))
        while left := orphans(process.pid, mark):  # those that these leave behind come next
            kill(left)

    def _watch(
        self,
        process: "subprocess.Popen[bytes]",
        mark: str,
        begin: float,
        written: tuple[IO[bytes], IO[bytes]],
        seen: set[int],
    ) -> tuple[str, float]:
        """Wait for the end of a process; return the limit it passed, if any, and the most MiB found.

        Descendants are added to ``seen``.
        """
        limits = self.limits
        most = 0.0
        pause = _SLICE / 32
        while True:
            pid, status, usage = os.wait4(process.pid, os.WNOHANG)
            if pid:
                process.returncode = os.waitstatus_to_exitcode(status)
                own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
                if usage.ru_maxrss > own:  # else it may be what this process took, which a new one counts as its own
                    most = max(most, usage.ru_maxrss / (_MEBI if sys.platform == "darwin" else 1024))
                return "", most
            if pause == _SLICE:
                family = descendants(process.pid) | orphans(process.pid, mark)
                seen |= family
                most = max(most, resident_bytes({process.pid, *family}) / _MEBI)
                fault = ""
                if time.perf_counter() - begin > limits.seconds:
                    fault = f"took longer than {limits.seconds:g} s"
                elif most > limits.mebibytes:
                    fault = f"took more than {limits.mebibytes:g} MiB of memory"
                elif max(map(_size, written)) > limits.output_mebibytes * _MEBI:
                    fault = f"wrote more than {limits.output_mebibytes:g} MiB"
                if fault:
                    return fault, most
            time.sleep(pause)
            pause = min(_SLICE, 2 * pause)


def _again(words: list[str], limits: Limits, shell: bool, directory: str | None) -> Command:
    return Command(words, limits, shell=shell, directory=directory)


def _absolute(word: str, first: bool) -> str:
    """Return the path of an existing file in full: a program works in a directory of its own.

    The ``first`` word of a command is a file only if it has a slash.
    """
    if word.startswith("-") or (first and os.sep not in word):
        return word
    path = Path(word)
    try:
        return str(path.absolute()) if path.exists() else word
    except OSError:  # no name of a file: too long, for example
        return word


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
