"""A running program: its streams, and how it is watched until it ends or exceeds a limit. POSIX only. O(bytes)."""

import os
import resource
import select
import sys
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Final

from refsol.jury.run.named_files import NamedFiles
from refsol.jury.run.processes import (
    Process,
    are_sleeping,
    are_waiting,
    descendants,
    hidden_bytes,
    open_process,
    orphans,
    page_faults,
    peak_bytes,
    processor_seconds,
    proportional_bytes,
    resident_bytes,
    stack_bytes,
)
from refsol.jury.run.program import Result, RunLimits

SLICE: Final = 0.01
"""Seconds between looks at time and memory."""
FAR: Final = 10
"""Times the limit: as much time as that may pass, however little of it the program had."""

_MEBI: Final = 2**20
_NEVER: Final = 0  # the time of the last access to a file that nobody has read


def input_file(data: bytes) -> int:
    """Return a descriptor of a nameless file with ``data``: unlike a pipe, it never blocks, and can be opened again."""
    descriptor = nameless_file()
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    rewind(descriptor)
    return descriptor


def rewind(descriptor: int) -> None:
    """Let the :func:`input_file` with this ``descriptor`` be as if nobody had read from it."""
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.utime(descriptor, ns=(_NEVER, _NEVER))


def was_read(descriptor: int) -> bool:
    """Return whether somebody has read from the :func:`input_file` with this ``descriptor``, or a copy of it.

    A program that has opened the file again or mapped it into memory is noticed only where the system keeps the time of
    the last access.
    """
    return os.lseek(descriptor, 0, os.SEEK_CUR) > 0 or os.fstat(descriptor).st_atime_ns != _NEVER


def nameless_file() -> int:
    """Return a descriptor of a new file without a name, in memory where such files exist (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError):
            return os.memfd_create("input")
    with TemporaryFile(prefix="refsol-") as file:
        return os.dup(file.fileno())


class Pipe:
    """A pipe that collects what a run writes to one stream: everything or, if ``last`` is given, that many last bytes.

    A pipe, unlike a file, keeps what was written, in order, whatever a program does: open the stream again and truncate
    it, seek in it, or write to it from several processes. ``reader`` and ``writer`` are the descriptors of its ends,
    ``size`` is the number of bytes read so far, and ``ended`` says that no more can follow.
    """

    def __init__(self, last: int | None = None) -> None:
        self._last: Final = last
        self._chunks: Final = deque[bytes]()
        self._kept = 0
        self.size = 0
        self.ended = False
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)

    def read(self) -> bool:
        """Read a chunk of what is in the pipe; return whether there was any. Never waits."""
        try:
            chunk = os.read(self.reader, 2**16)  # as much as a pipe holds by default
        except BlockingIOError:
            return False
        self.ended = not chunk
        self.size += len(chunk)
        self._kept += len(chunk)
        self._chunks.append(chunk)
        while self._last is not None and self._kept - len(self._chunks[0]) >= self._last:
            self._kept -= len(self._chunks.popleft())
        return not self.ended

    def content(self) -> bytes:
        """Return what was collected."""
        collected = b"".join(self._chunks)
        return collected if self._last is None else collected[-self._last :]

    def take(self) -> bytes:
        """Return what was collected, and forget it."""
        taken = self.content()
        self._chunks.clear()
        self._kept = 0
        return taken

    def close_writer(self) -> None:
        """Close this process's copy of the end for writing, once the run has one."""
        if self.writer >= 0:
            os.close(self.writer)
            self.writer = -1

    def close(self) -> None:
        """Close both ends."""
        self.close_writer()
        os.close(self.reader)


class Watch:
    """Watches the main ``process`` of a run, identified by the ``mark``, which writes to ``stdout`` and ``stderr``.

    It reads from the descriptor ``stdin``, and may use ``files`` instead of these, if there are any. ``most`` is the
    most memory that was observed, in MiB; below the limit, what processes share counts for each. If it ``looks_early``,
    even a quick program is observed. ``seen`` are the descendants that were observed. The limit on time is for the
    processor time of all of them, and the time in which they all wait, ``waited``: ``used`` is the sum so far. Time in
    which others had the processor doesn't count, unless it is far too much. Nor does waiting if it is ``excused``,
    since others have to act: ``idle`` are the seconds of that up to now, and ``excused`` all of them. ``stack`` is
    about how many bytes the stack of the main thread has, at the end. All calls are O(1) for every hundredth of a
    second, for every process of the run, and for the bytes written.
    """

    def __init__(
        self,
        process: Process,
        mark: str,
        limits: RunLimits,
        stdin: int,
        stdout: Pipe,
        stderr: Pipe,
        *,
        looks_early: bool = False,
        excused: Callable[[], bool] = lambda: False,
        files: NamedFiles | None = None,
    ) -> None:
        self._process: Final = process
        self._mark: Final = mark
        self._limits: Final = limits
        self._input: Final = os.fstat(stdin)
        self._pipes: Final = {stdout.reader: stdout, stderr.reader: stderr}
        self._files: Final = files
        self._looks_early: Final = looks_early
        self._is_excused: Final = excused
        self._ask_again = 0.0
        self._family: set[int] = set()  # the processes, as observed last
        self._latest = 0.0  # seconds of processor time of these
        self._gone = 0.0  # of those that nobody waited for
        self._processor = 0.0
        self.waited = 0.0
        self.idle = 0.0
        self.excused = 0.0
        self._looked = time.perf_counter()
        self.most = 0.0
        self.stack = 0
        self._faults = 0  # of pages, when the size of the stack was looked at
        self.seen: Final[set[int]] = set()

    def wait(self, begin: float, stopped: Callable[[], bool], seconds: float | None = None) -> Result | None:
        """Wait until the process, started at ``begin``, ends or is ``stopped``; return the limit it exceeded, if any.

        If it has ended, it is reaped, and its return code is set. ``seconds`` of time since ``begin`` replace the limit
        on the program's time, so that one can wait for something else than the end, several times.
        """
        reported = open_process(self._process.pid)
        poll = select.poll()
        for descriptor in (*self._pipes, *(() if reported is None else (reported,))):
            poll.register(descriptor, select.POLLIN)
        deadline = begin + (FAR * self._limits.seconds if seconds is None else seconds)
        self._looked = time.perf_counter()
        check = self._looked + SLICE
        pause = SLICE if reported is not None else 0.001  # before looking for the end, at first
        try:
            if self._looks_early:
                self.look_early()
                pause = 0.0002
            while True:
                left = min(pause, check - time.perf_counter())
                pause = min(SLICE, 2 * pause)
                ended = reported is None
                for descriptor, _event in poll.poll(max(0.0, 1000 * left)):
                    if descriptor == reported:
                        ended = True
                        continue
                    pipe = self._pipes[descriptor]
                    pipe.read()
                    if pipe.ended:
                        poll.unregister(descriptor)
                if (ended and self.reap()) or stopped():
                    return None
                if self.writes_too_much():
                    return Result.OUTPUT
                now = time.perf_counter()
                if now > deadline:
                    return Result.TIME
                if now > check:
                    fault = self.look(timed=seconds is None)
                    if fault is not None:
                        return fault
                    check = time.perf_counter() + SLICE
                self.look_early()
        finally:
            if reported is not None:
                os.close(reported)

    @property
    def used(self) -> float:
        """The seconds that count so far."""
        return self._processor + self.waited

    def processor_seconds(self) -> float:
        """Return the seconds of processor time that the processes have used so far."""
        self.look()
        return self._processor

    def look(self, *, timed: bool = True) -> Result | None:
        """Return the limit on memory or, if it is ``timed``, on time that the run exceeds; call it every ``SLICE``."""
        if self._uses_too_much_memory():
            return Result.MEMORY
        return Result.TIME if timed and self._uses_too_much_time(time.perf_counter()) else None

    def look_early(self) -> None:
        """Observe the memory of a quick program, if that is wanted."""
        if self._looks_early:
            self.most = max(self.most, peak_bytes(self._process.pid) / _MEBI)

    def writes_too_much(self) -> bool:
        """Return whether one of the streams, or the file instead of it, exceeds its limit."""
        most = max(pipe.size for pipe in self._pipes.values())
        if self._files is not None:
            most = max(most, self._files.size())
        return most > self._limits.output_mebibytes * _MEBI

    def drain(self) -> None:
        """Read what is left in the pipes."""
        for pipe in self._pipes.values():
            while not self.writes_too_much() and pipe.read():
                pass

    def reap(self) -> bool:
        """Reap the process, if it has ended; return whether it has."""
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            return False
        self._process.returncode = os.waitstatus_to_exitcode(status)
        self._processor = max(self._processor, usage.ru_utime + usage.ru_stime)
        if sys.platform == "linux":  # where it is known how large the stack was before
            self.stack += (usage.ru_minflt - self._faults) * resource.getpagesize()  # if it is the stack that has grown
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        if usage.ru_maxrss > own:  # otherwise it may be the memory of this process, from before the exec
            self.most = max(self.most, usage.ru_maxrss / (_MEBI if sys.platform == "darwin" else 1024))
        return True

    def _uses_too_much_memory(self) -> bool:
        pid = self._process.pid
        stack = stack_bytes(pid)
        if stack:  # it hasn't ended
            self.stack, self._faults = stack, page_faults(pid)
        adopted = orphans(pid, self._mark, self.seen)
        family = self._family = {pid, *adopted, *descendants({pid, *adopted})}
        self.seen.update(family - {pid})
        hidden = hidden_bytes(family, self._input) / _MEBI
        most = resident_bytes(family) / _MEBI + hidden
        if most > self._limits.mebibytes:
            if time.perf_counter() < self._ask_again:
                return False
            begin = time.thread_time()
            most = proportional_bytes(family) / _MEBI + hidden
            if most > self._limits.mebibytes:  # or one of those that share memory has ended before another was asked
                most = proportional_bytes(family) / _MEBI + hidden
            self._ask_again = time.perf_counter() + 10 * (time.thread_time() - begin)  # since asking takes long
        self.most = max(self.most, most)
        return most > self._limits.mebibytes

    def _uses_too_much_time(self, now: float) -> bool:
        """Add what the processes have used since the last look, while they could run; return whether it's too much."""
        latest = processor_seconds(self._family)
        self._gone += max(0.0, self._latest - latest)
        self._latest = latest
        processor = self._gone + latest
        waits = processor <= self._processor and are_waiting(self._family)
        step = min(now - self._looked, 2 * SLICE) if waits else 0.0
        if waits and self._is_excused() and not are_sleeping(self._family):
            self.idle += step
            self.excused += now - self._looked
        else:
            self.idle = 0.0
            self.waited += step
        self._processor = max(self._processor, processor)
        self._looked = now
        return self.used > self._limits.seconds
