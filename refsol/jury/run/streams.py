"""The standard streams of a run: its input from a file, its output and standard error through pipes.

For POSIX systems only. All calls are O(bytes).
"""

import os
import sys
from collections import deque
from contextlib import suppress
from tempfile import TemporaryFile
from typing import Final

_NEVER: Final = 0  # the time of the last access to a file that nobody has read
_PIECE: Final = 2**16  # bytes read at a time; as much as a pipe holds by default


def input_file(data: bytes) -> int:
    """Return a descriptor of a file without a name that holds ``data``, in memory where such files exist (Linux).

    A file, unlike a pipe, never blocks this process, and a program may open it again, as /dev/stdin.
    """
    descriptor = _nameless_file()
    left = memoryview(data)
    while left:
        left = left[os.write(descriptor, left) :]
    os.lseek(descriptor, 0, os.SEEK_SET)
    os.utime(descriptor, ns=(_NEVER, _NEVER))
    return descriptor


def was_read(descriptor: int) -> bool:
    """Return whether somebody has read from the :func:`input_file` with this ``descriptor``, or a copy of it.

    A program that has opened the file again or mapped it into memory is noticed, too, where the system keeps the time
    of the last access.
    """
    return os.lseek(descriptor, 0, os.SEEK_CUR) > 0 or os.fstat(descriptor).st_atime_ns != _NEVER


def _nameless_file() -> int:
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
        self._pieces: Final = deque[bytes]()
        self._kept = 0
        self.size = 0
        self.ended = False
        self.reader, self.writer = os.pipe()
        os.set_blocking(self.reader, False)

    def read(self) -> bool:
        """Read a piece of what is in the pipe; return whether there was any. Never waits."""
        try:
            piece = os.read(self.reader, _PIECE)
        except BlockingIOError:
            return False
        self.ended = not piece
        self.size += len(piece)
        self._kept += len(piece)
        self._pieces.append(piece)
        while self._last is not None and self._kept - len(self._pieces[0]) >= self._last:
            self._kept -= len(self._pieces.popleft())
        return not self.ended

    def content(self) -> bytes:
        """Return what was collected."""
        collected = b"".join(self._pieces)
        return collected if self._last is None else collected[-self._last :]

    def take(self) -> bytes:
        """Return what was collected, and forget it."""
        taken = self.content()
        self._pieces.clear()
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
