"""Reading inputs whole and within bounds, writing outputs whole or not at all."""

import os
import stat
import sys
from typing import BinaryIO, Final

from refsol.cli.status import BadInputError, FileError

STANDARD: Final = "-"  # stands for standard input or output
MAX_INPUT: Final = 256 * 2**20  # bytes; ten times the largest input of any problem
_CHUNK: Final = 2**16


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
    try:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
    except OSError as error:
        # Keep the interpreter from trying, and failing, once more when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            raise
        raise FileError(f"{STANDARD}: {error.strerror}") from error


def _read_bounded(file: BinaryIO, path: str) -> bytes:
    chunks = []
    size = 0
    # A file whose size is known is read in one piece, which saves joining.
    chunk = max(_CHUNK, min(os.fstat(file.fileno()).st_size, MAX_INPUT) + 1)
    while data := file.read(chunk):
        chunks.append(data)
        size += len(data)
        if size > MAX_INPUT:
            raise BadInputError(f"{path}:1:1: expected at most {MAX_INPUT} bytes, found more")
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def write_output(path: str, data: bytes) -> None:
    """Write ``data`` to standard output, or to a file, which appears whole or keeps what it was."""
    if path == STANDARD:
        emit(data)
        return
    try:
        _write_file(os.path.realpath(path), data)
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


def _write_file(path: str, data: bytes) -> None:
    try:
        mode: int | None = os.stat(path).st_mode  # noqa: PTH116 (as above)
    except FileNotFoundError:
        mode = None
    if mode is not None and not stat.S_ISREG(mode):  # a device or a pipe is written to, not replaced
        with open(path, "wb", buffering=0) as file:  # noqa: PTH123
            file.write(data)
        return
    import tempfile  # not needed, and not paid for, where standard output is used

    handle, beside = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=os.path.dirname(path))  # noqa: PTH119, PTH120
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(beside, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())  # noqa: PTH101
        os.replace(beside, path)  # noqa: PTH105
    except BaseException:
        os.unlink(beside)  # noqa: PTH108
        raise


def _umask() -> int:
    """Return the mask for the modes of new files, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
