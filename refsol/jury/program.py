"""Programs under test: somebody's command, run within limits, or a function in this process."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final, NamedTuple, Protocol

import psutil

_MEBI: Final = 2**20
_STDERR_SHOWN: Final = 4096  # bytes
_SLICE: Final = 0.01  # seconds between two looks at a running program, at most
_FAMILY_LOOKS: Final = 8  # one look in so many is for new descendants: it goes through all processes of the system
_SECONDS: Final = 5.0
_MEBIBYTES: Final = 1024
_OUTPUT_MEBIBYTES: Final = 64


class Limits(NamedTuple):
    """What a run may take; time is wall time, memory that of all its processes together."""

    seconds: float = _SECONDS
    mebibytes: float = _MEBIBYTES
    output_mebibytes: float = _OUTPUT_MEBIBYTES


class Outcome(NamedTuple):
    """How a run ended."""

    fault: str
    """Why it did not end well, in words, or the empty string."""
    output: bytes
    stderr: bytes = b""
    """The end of it."""
    seconds: float = 0.0
    mebibytes: float = 0.0


class Program(Protocol):
    """What can be tested."""

    def run(self, data: bytes) -> Outcome:
        """Run it on an input."""

    def stop(self) -> None:
        """End whatever runs, from another thread, and run nothing any more."""


class Function:
    """A function from input to output, trusted to end; an exception is a crash."""

    def __init__(self, function: Callable[[bytes], bytes]) -> None:
        self._function: Final = function

    def run(self, data: bytes) -> Outcome:
        """Call it."""
        begin = time.perf_counter()
        try:
            output, fault = self._function(data), ""
        except Exception as error:
            output, fault = b"", f"crashed: {type(error).__name__}: {error}"
        return Outcome(fault, output, seconds=time.perf_counter() - begin)

    def stop(self) -> None:
        """Do nothing: a function can't be stopped."""


class Command:
    """A command that reads standard input and writes standard output, in any language.

    Each run has a process group of its own, a new directory to work in (``directory`` instead, if given), and no open
    file but the standard three. It ends, with its children, when a limit is passed. Words of the command that name
    existing files are made absolute. May be sent to other processes. Raises ``OSError`` where it can't be started.
    """

    def __init__(
        self, words: list[str], limits: Limits | None = None, *, shell: bool = False, directory: str | None = None
    ) -> None:
        if os.name != "posix":
            raise OSError("programs can be run within limits on POSIX systems only")
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
        """Run the command on an input."""
        with TemporaryDirectory(prefix="refsol-", ignore_cleanup_errors=True) as scratch:
            given, taken, said = (Path(scratch, name) for name in ("input", "output", "error"))
            given.write_bytes(data)
            work = Path(scratch, "work")
            work.mkdir()
            with given.open("rb") as stdin, taken.open("wb") as stdout, said.open("wb") as stderr:
                # Files, unlike pipes, never make anybody wait.
                begin = time.perf_counter()
                process = subprocess.Popen(
                    " ".join(self.words) if self._shell else self.words,
                    shell=self._shell,
                    stdin=stdin,
                    stdout=stdout,
                    stderr=stderr,
                    cwd=self._directory or work,
                    start_new_session=True,
                )
                with self._watched(process.pid):
                    fault, status, usage = self._wait(process.pid, begin, (taken, said))
                process.returncode = status
            took = time.perf_counter() - begin
            if not fault and usage > self.limits.mebibytes:
                fault = f"took more than {self.limits.mebibytes:g} MiB of memory"
            if not fault and status != 0:
                fault = f"crashed: {_signal_name(-status)}" if status < 0 else f"crashed: exit status {status}"
            size = int(self.limits.output_mebibytes * _MEBI)
            with taken.open("rb") as file:
                output = file.read(size)
            with said.open("rb") as file:
                file.seek(max(0, said.stat().st_size - _STDERR_SHOWN))
                return Outcome(fault, output, file.read(_STDERR_SHOWN), took, usage)

    def stop(self) -> None:
        """End the runs under way, from another thread; those that begin later end at once."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                _kill_group(pid)

    @contextmanager
    def _watched(self, pid: int) -> Iterator[None]:
        """Let ``stop`` find the process group; kill what is left of it in the end."""
        with self._lock:
            self._running.add(pid)
            if self._stopped:
                _kill_group(pid)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(pid)
                _kill_group(pid)

    def _wait(self, pid: int, begin: float, written: tuple[Path, Path]) -> tuple[str, int, float]:
        """Wait for the end of a process; return the limit it passed, its status, and MiB taken."""
        limits = self.limits
        fault = ""
        most = 0.0
        pause = _SLICE / 32
        descendants: set[psutil.Process] = set()
        looks = 0
        while True:
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                break
            looks += 1
            if not fault and pause == _SLICE:
                if looks % _FAMILY_LOOKS == 0:
                    descendants |= _descendants(pid)
                now = _mebibytes(pid, descendants)
                most = max(most, now)
                if time.perf_counter() - begin > limits.seconds:
                    fault = f"took longer than {limits.seconds:g} s"
                elif now > limits.mebibytes:
                    fault = f"took more than {limits.mebibytes:g} MiB of memory"
                elif sum(path.stat().st_size for path in written) > limits.output_mebibytes * _MEBI:
                    fault = f"wrote more than {limits.output_mebibytes:g} MiB"
                if fault:
                    _kill(pid, descendants)
            time.sleep(pause)
            pause = min(_SLICE, 2 * pause)
        _kill(pid, descendants)
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if usage.ru_maxrss > own:  # else it may be what this process took, which a new one counts as its own
            most = max(most, usage.ru_maxrss / (_MEBI if sys.platform == "darwin" else 1024))
        return fault, os.waitstatus_to_exitcode(status), most


def _again(words: list[str], limits: Limits, shell: bool, directory: str | None) -> Command:
    return Command(words, limits, shell=shell, directory=directory)


def _absolute(word: str, first: bool) -> str:
    """Return the path of an existing file in full: a program works in a directory of its own.

    The ``first`` word of a command is a file only if it has a slash.
    """
    if word.startswith("-") or (first and os.sep not in word):
        return word
    path = Path(word)
    return str(path.absolute()) if path.exists() else word


def _descendants(pid: int) -> "set[psutil.Process]":
    """Return the processes that a process started, and that these started, as far as they run."""
    try:
        return set(psutil.Process(pid).children(recursive=True))
    except psutil.Error:
        return set()


def _mebibytes(pid: int, descendants: "set[psutil.Process]") -> float:
    """Return the resident memory of a process and its descendants."""
    total = 0
    for process in (psutil.Process(pid), *descendants):
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total / _MEBI


def _kill(pid: int, descendants: "set[psutil.Process]") -> None:
    """Kill a process group, and the descendants that have left it."""
    _kill_group(pid)
    for process in descendants:
        with suppress(psutil.Error):
            process.kill()


def _kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
