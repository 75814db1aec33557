"""Reading inputs whole and within bounds, writing outputs whole or not at all."""

import os
import stat
import sys
from errno import EACCES, EAGAIN, EISDIR
from typing import BinaryIO, Final, Protocol

from refsol.cli.status import BadInputError, FileError

STANDARD: Final = "-"  # stands for standard input or output
MAX_INPUT: Final = 256 * 2**20  # bytes; ten times the largest input of any problem
_CHUNK: Final = 2**16


class _Readable(Protocol):
    """A binary file, which gives None where it is not blocking and has nothing to read."""

    def fileno(self) -> int: ...
    def read(self, size: int, /) -> bytes | None: ...


def read_input(path: str) -> bytes:
    """Return the bytes of a file or of standard input, at most ``MAX_INPUT`` of them."""
    try:
        if path == STANDARD:
            return _read_bounded(standard_input(), path)
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (pathlib would cost every start-up)
            return _read_bounded(file, path)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


def standard_input() -> BinaryIO:
    """Return standard input as bytes; raises ``FileError`` where the caller closed it."""
    if sys.stdin is None:
        raise FileError(f"{STANDARD}: standard input is closed")
    return sys.stdin.buffer


def emit(data: bytes) -> None:
    """Write to standard output at once; raises ``BrokenPipeError`` when its reader has gone."""
    if sys.stdout is None:
        raise FileError(f"{STANDARD}: standard output is closed")
    _write_all(sys.stdout.buffer, data)


def _write_all(file: BinaryIO, data: bytes) -> None:
    """Write and flush all of ``data``, also to a file without a buffer, which may take a part at a time."""
    rest = memoryview(data)
    while rest:
        written = file.write(rest)
        if not written:
            raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
        rest = rest[written:]
    file.flush()


def same_file(source: str, target: str) -> bool:
    """Tell whether writing to ``target`` would overwrite the regular file that ``source`` is read from."""
    try:
        there = os.stat(target)  # noqa: PTH116 (pathlib would cost every start-up)
        here = os.fstat(standard_input().fileno()) if source == STANDARD else os.stat(source)  # noqa: PTH116
    except OSError:
        return False  # one of them can't be opened, which is found out, and said, in its turn
    return stat.S_ISREG(there.st_mode) and os.path.samestat(here, there)


def _read_bounded(file: _Readable, path: str) -> bytes:
    chunks = []
    size = 0
    # A file whose size is known is read in one piece, which saves joining.
    chunk = max(_CHUNK, min(os.fstat(file.fileno()).st_size, MAX_INPUT) + 1)
    while data := file.read(chunk):
        chunks.append(data)
        size += len(data)
        if size > MAX_INPUT:
            raise BadInputError(f"{path}:1:1: expected at most {MAX_INPUT} bytes, found more")
    if data is None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))  # not the end: there is nothing to read just now
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def write_output(path: str, data: bytes) -> None:
    """Write ``data`` to standard output, or to a file, which appears whole or keeps what it was."""
    if path == STANDARD:
        emit(data)
        return
    try:
        _write_file(path, data)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


def _write_file(path: str, data: bytes) -> None:
    try:
        old = os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        old = None
    if old is not None and sys.stdout is not None and os.path.samestat(old, os.fstat(sys.stdout.fileno())):
        emit(data)  # /dev/stdout, for example: what was written to it before stays
    elif old is None or stat.S_ISREG(old.st_mode):
        _replace_file(path, old, data)
    else:  # a device or a pipe is written to, not replaced; a directory is an error
        with open(path, "wb", buffering=0) as file:  # noqa: PTH123
            _write_all(file, data)


def _replace_file(path: str, old: os.stat_result | None, data: bytes) -> None:
    """Write beside the file, then take its place, so that it appears whole or keeps what it was."""
    if path.endswith(os.sep):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    import tempfile  # not needed, and not paid for, where standard output is used

    path = os.path.realpath(path)  # a link stays a link
    handle, beside = tempfile.mkstemp(prefix=".refsol-", dir=os.path.dirname(path))  # noqa: PTH120
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~_umask())  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        os.unlink(beside)  # noqa: PTH108
        raise


def _umask() -> int:
    """Return the mask for the modes of new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
