"""Commands as programs under test, within limits of time, memory and output. For POSIX systems only.

Everything besides the program's own time is O(bytes of input and output).
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
from typing import IO, Final
from uuid import uuid4

from refsol.jury.processes import MARK, descendants, kill, kill_group, marked, orphans, resident_bytes
from refsol.jury.program import FaultKind, Limits, Outcome, StartError

_MEBI: Final = 2**20
_STDERR_SHOWN: Final = 4096  # bytes
_SLICE: Final = 0.01  # seconds between checks on a running program, at most


class Command:
    """A command that reads standard input and writes standard output, in any language.

    Those of its ``words`` that name existing files become absolute paths; with ``shell`` they are a line for the shell
    and stay unchanged. Each run has its own session, a new working directory (or ``directory``, if given), and no
    open files but the standard three. If it exceeds one of the ``limits``, it is ended together with its children,
    even those that have left the session and lost their parents, if this process adopts orphans
    (:func:`refsol.jury.processes.adopt_orphans`).

    A command can be pickled and sent to other processes.
    """

    def __init__(
        self, words: list[str], limits: Limits | None = None, *, shell: bool = False, directory: str | None = None
    ) -> None:
        self.words: Final = words if shell else [_absolute(word, k == 0) for k, word in enumerate(words)]
        self.limits: Final = limits or Limits()
        self._shell: Final = shell
        self._directory: Final = directory
        self._stopped = False
        self._running: set[int] = set()
        self._lock = Lock()

    def __reduce__(self) -> tuple[Callable[..., "Command"], tuple[object, ...]]:
        """Return how to make a copy in another process, without the current runs."""
        return _rebuilt, (self.words, self.limits, self._shell, self._directory)

    def run(self, data: bytes) -> Outcome:
        """Run the command on the input ``data``. Raises :class:`.StartError` where it can't be started."""
        with TemporaryDirectory(prefix="refsol-", ignore_cleanup_errors=True) as scratch:
            given = Path(scratch, "input")
            given.write_bytes(data)
            work = Path(scratch, "work")
            work.mkdir()
            # Files, unlike pipes, never block; what happens to their names doesn't matter.
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
        byte_limit = int(limits.output_mebibytes * _MEBI)
        if fault is None and most > limits.mebibytes:
            fault = FaultKind.MEMORY
        if fault is None and max(_size(stdout), _size(stderr)) > byte_limit:
            fault = FaultKind.OUTPUT
        if fault is None and status != 0:
            fault = FaultKind.CRASH
        message = self._message(fault, status)
        stdout.seek(0)
        stderr.seek(max(0, _size(stderr) - _STDERR_SHOWN))
        return Outcome(fault, message, stdout.read(byte_limit), stderr.read(_STDERR_SHOWN), took, most)

    def _message(self, fault: FaultKind | None, status: int) -> str:
        """Return the fault in words."""
        limits = self.limits
        match fault:
            case None:
                return ""
            case FaultKind.TIME:
                return f"took longer than {limits.seconds:g} s"
            case FaultKind.MEMORY:
                return f"used more than {limits.mebibytes:g} MiB of memory"
            case FaultKind.OUTPUT:
                return f"wrote more than {limits.output_mebibytes:g} MiB"
        return f"crashed: {_signal_name(-status)}" if status < 0 else f"crashed: exit status {status}"

    def stop(self) -> None:
        """End the current runs, from another thread; later runs end at once."""
        with self._lock:
            self._stopped = True
            for pid in self._running:
                kill_group(pid)

    def _enter(self, pid: int) -> None:
        """Register a run, so that ``stop`` finds it."""
        with self._lock:
            self._running.add(pid)
            if self._stopped:
                kill_group(pid)

    def _leave(self, process: "subprocess.Popen[bytes]", mark: str, seen: set[int]) -> None:
        """Kill whatever is left of a run and forget it; ``seen`` are descendants observed during the run."""
        with self._lock:
            kill_group(process.pid)
            if process.returncode is None:
                process.wait()
            self._running.remove(process.pid)
        kill(marked(seen, mark))
        while left := orphans(process.pid, mark):  # killing these may orphan others
            kill(left)

    def _watch(
        self,
        process: "subprocess.Popen[bytes]",
        mark: str,
        begin: float,
        written: tuple[IO[bytes], IO[bytes]],
        seen: set[int],
    ) -> tuple[FaultKind | None, float]:
        """Wait until a process ends; return the limit that it exceeded, if any, and the most MiB observed.

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
                if usage.ru_maxrss > own:  # otherwise it may be the memory of this process, from before the exec
                    most = max(most, usage.ru_maxrss / (_MEBI if sys.platform == "darwin" else 1024))
                return None, most
            if pause == _SLICE:
                family = descendants(process.pid) | orphans(process.pid, mark)
                seen |= family
                most = max(most, resident_bytes({process.pid, *family}) / _MEBI)
                if time.perf_counter() - begin > limits.seconds:
                    return FaultKind.TIME, most
                if most > limits.mebibytes:
                    return FaultKind.MEMORY, most
                if max(map(_size, written)) > limits.output_mebibytes * _MEBI:
                    return FaultKind.OUTPUT, most
            time.sleep(pause)
            pause = min(_SLICE, 2 * pause)


def _rebuilt(words: list[str], limits: Limits, shell: bool, directory: str | None) -> Command:
    return Command(words, limits, shell=shell, directory=directory)


def _absolute(word: str, first: bool) -> str:
    """Return an absolute path for a word that names an existing file, since the working directory will differ.

    The ``first`` word of a command is a file only if it contains a slash.
    """
    if word.startswith("-") or (first and os.sep not in word):
        return word
    path = Path(word)
    try:
        return str(path.absolute()) if path.exists() else word
    except OSError:  # not a file name: too long, for example
        return word


def _size(file: IO[bytes]) -> int:
    return os.fstat(file.fileno()).st_size


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
