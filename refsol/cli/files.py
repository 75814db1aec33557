"""Reads inputs of bounded size, and writes outputs completely or not at all."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EISDIR
from typing import BinaryIO, Final, Protocol

from refsol.cli.status import BadInputError, FileError, silence_output

STANDARD: Final = "-"
"""Stands for standard input or standard output in place of a path."""
_MAX_INPUT: Final = 256 * 2**20  # bytes; ten times the largest input of any problem
_CHUNK: Final = 2**16


class _Readable(Protocol):
    """A binary file; one that doesn't block returns None when it has nothing to read yet."""

    def read(self, size: int, /) -> bytes | None: ...


@contextmanager
def opened_input(path: str) -> Iterator[bytes | BinaryIO]:
    """Open ``path`` for scanning: a regular file is read as it is scanned, anything else in advance.

    Either may be at most 256 MiB long. Raises ``BadInputError`` for more, and ``FileError`` if it can't be opened or
    read, or if reading would block.
    """
    try:
        if path == STANDARD:
            yield _scannable(standard_input(), path)
        else:
            with open(path, "rb", buffering=0) as file:  # noqa: PTH123 (importing pathlib would slow down every start-up)
                yield _scannable(file, path)
    except BrokenPipeError:  # of standard output
        raise
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


def _scannable(file: BinaryIO, path: str) -> bytes | BinaryIO:
    status = os.fstat(file.fileno())
    if not stat.S_ISREG(status.st_mode) or file.tell() != 0:
        return _read_bounded(file, path)
    if status.st_size > _MAX_INPUT:
        raise _too_large(path)
    return file


def _too_large(path: str) -> BadInputError:
    return BadInputError(f"{path}:1:1: expected at most {_MAX_INPUT} bytes, found more")


def standard_input() -> BinaryIO:
    """Return standard input as a binary file; raises ``FileError`` if it is closed."""
    if sys.stdin is None:
        raise FileError(f"{STANDARD}: standard input is closed")
    return sys.stdin.buffer


def emit(pieces: Iterable[bytes]) -> None:
    """Write ``pieces`` to standard output and flush it.

    Raises ``BrokenPipeError`` when its reader has gone, and ``FileError`` where it can't be written for other reasons.
    """
    if sys.stdout is None:
        raise FileError(f"{STANDARD}: standard output is closed")
    try:
        _write_all(sys.stdout.buffer, pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        silence_output()
        raise FileError(f"standard output: {error.strerror}") from error


def emit_json(fields: object) -> None:
    """Write ``fields`` to standard output as JSON, on one line. Raises what :func:`emit` does."""
    import json  # slow to import, and not needed for solving

    emit([json.dumps(fields).encode(), b"\n"])


def _write_all(file: BinaryIO, pieces: Iterable[bytes]) -> None:
    """Write all pieces and flush; an unbuffered file may accept only a part at a time."""
    for piece in pieces:
        rest = memoryview(piece)
        while rest:
            written = file.write(rest)
            if not written:
                raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))
            rest = rest[written:]
    file.flush()


def same_file(source: str, target: str) -> bool:
    """Return whether writing to ``target`` would overwrite the regular file that ``source`` is read from."""
    try:
        there = os.stat(target)  # noqa: PTH116 (importing pathlib would slow down every start-up)
        here = os.fstat(standard_input().fileno()) if source == STANDARD else os.stat(source)  # noqa: PTH116
    except OSError:
        return False  # one of them can't be opened, which is reported when it is tried
    return stat.S_ISREG(there.st_mode) and os.path.samestat(here, there)


def _read_bounded(file: _Readable, path: str) -> bytes:
    chunks = []
    size = 0
    while data := file.read(_CHUNK):
        chunks.append(data)
        size += len(data)
        if size > _MAX_INPUT:
            raise _too_large(path)
    if data is None:
        raise BlockingIOError(EAGAIN, os.strerror(EAGAIN))  # not the end: nothing can be read yet
    return b"".join(chunks)


def write_output(path: str, pieces: Iterable[bytes]) -> None:
    """Write ``pieces`` to standard output or to the file ``path``, which is replaced completely or not at all.

    Raises ``FileError`` where it can't be written, and ``BrokenPipeError`` when its reader has gone.
    """
    if path == STANDARD:
        emit(pieces)
        return
    try:
        _write_file(path, pieces)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


def _write_file(path: str, pieces: Iterable[bytes]) -> None:
    try:
        old = os.stat(path)  # noqa: PTH116
    except FileNotFoundError:
        old = None
    if old is not None and sys.stdout is not None and os.path.samestat(old, os.fstat(sys.stdout.fileno())):
        emit(pieces)  # /dev/stdout, for example: what it already holds is kept
    elif old is None or stat.S_ISREG(old.st_mode):
        _replace_file(path, old, pieces)
    else:  # a device or a pipe is written to, not replaced; a directory is an error
        with open(path, "wb", buffering=0) as file:  # noqa: PTH123
            _write_all(file, pieces)


def _replace_file(path: str, old: os.stat_result | None, pieces: Iterable[bytes]) -> None:
    """Write a new file beside the old one, then rename it, so that it is replaced completely or not at all."""
    if path.endswith(os.sep):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    import tempfile  # slow to import, and not needed for standard output

    path = os.path.realpath(path)  # a link stays a link
    handle, beside = tempfile.mkstemp(prefix=".refsol-", dir=os.path.dirname(path))  # noqa: PTH120
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
        os.chmod(beside, stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~_umask())  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        os.unlink(beside)  # noqa: PTH108
        raise


def _umask() -> int:
    """Return the umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
