"""Files that a program may use instead of standard input and output, as in NOIP. POSIX only. O(bytes)."""

import os
import stat
from contextlib import suppress
from typing import Final

_NEVER: Final = 0  # the time of the last access to a file that nobody has read


class NamedFiles:
    """The files with two ``names``, for input and output, in the working ``directory`` of a run, which begins now.

    The first one has the ``data``. Raises ``OSError`` if it can't be written.
    """

    def __init__(self, directory: str, names: tuple[str, str], data: bytes) -> None:
        self.names: Final = names
        self._given, self._written = (f"{directory}/{name}" for name in names)
        self._data: Final = data
        self.renew()

    def renew(self) -> None:
        """Let the files be as they were before the run. Raises ``OSError`` if the first one can't be written."""
        self._remove()
        with open(self._given, "wb", buffering=0) as file:  # noqa: PTH123 (these are called for each run)
            left = memoryview(self._data)
            while left:
                left = left[file.write(left) :]
        os.utime(self._given, ns=(_NEVER, _NEVER))

    def size(self) -> int:
        """Return how many bytes the program has written to the second file; 0 if that isn't a regular file."""
        with suppress(OSError):
            status = os.lstat(self._written)
            return status.st_size if stat.S_ISREG(status.st_mode) else 0
        return 0

    def were_used(self) -> bool:
        """Return whether the program has written, removed or read one of them.

        Reading is noticed only where the system keeps the time of the last access.
        """
        with suppress(OSError):
            return os.path.lexists(self._written) or os.stat(self._given).st_atime_ns != _NEVER  # noqa: PTH116
        return True

    def take(self, most: int) -> bytes:
        """Return at most ``most`` bytes of what the program has written, and remove both files, if they are files."""
        output = b""
        with suppress(OSError):  # a link or a pipe is neither followed nor waited for
            descriptor = os.open(self._written, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if stat.S_ISREG(os.fstat(descriptor).st_mode):
                    with open(descriptor, "rb", closefd=False) as file:
                        output = file.read(most)
            finally:
                os.close(descriptor)
        self._remove()
        return output

    def _remove(self) -> None:
        for path in (self._given, self._written):
            with suppress(OSError):
                os.unlink(path)  # noqa: PTH108
