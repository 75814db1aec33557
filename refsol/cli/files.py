"""Reads inputs of bounded size, and writes outputs completely or not at all."""

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from errno import EACCES, EAGAIN, EISDIR
from io import DEFAULT_BUFFER_SIZE, BufferedIOBase, FileIO
from typing import TYPE_CHECKING, BinaryIO, Final

from refsol.cli.status import BadInputError, FileError, deferred, print_error, silence_output
from refsol.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path  # importing it would slow down every start-up

STANDARD: Final = "-"
"""Stands for standard input or standard output in place of a path."""
_MAX_INPUT: Final = 256 * 2**20  # bytes; ten times the largest input of any problem
_CHUNK: Final = 2**16
_READ: Final = max(_CHUNK, DEFAULT_BUFFER_SIZE)  # so that nothing is left in Python's buffer
_BESIDE: Final = ".refsol-"  # what the names of temporary files begin with


@contextmanager
def naming(path: object) -> Iterator[None]:
    """Make a ``FileError`` that names ``path`` of an ``OSError``, except for one by which standard output has gone."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error


class NamedFile(FileIO):
    """An open file to read, or standard input for the path ``-``; raises ``FileError``, which names it, for errors."""

    def __init__(self, path: str) -> None:
        self._path: Final = path
        with naming(path):
            if path == STANDARD:
                super().__init__(standard_input().fileno(), closefd=False)
                if self.isatty():
                    print_error("reading standard input; Ctrl-D ends it, and --help says more")
            else:
                super().__init__(path)

    def read(self, size: int | None = -1, /) -> bytes:
        with naming(self._path):
            data: bytes | None = super().read(size)
            if data is None:  # not the end: nothing can be read yet
                raise _blocked()
        return data

    def close(self) -> None:
        with naming(self._path):
            super().close()


@contextmanager
def opened_input(path: str) -> Iterator[bytes | BinaryIO]:
    """Open ``path`` for scanning: a regular file is read as it is scanned, anything else in advance.

    Either may be at most 256 MiB long. Raises ``BadInputError`` for more, and of an ``InputError`` meanwhile, and
    ``FileError`` if it can't be opened or read, or if reading would block.
    """
    try:
        with NamedFile(path) as file:
            yield _scannable(file, path)
    except InputError as error:
        raise BadInputError(f"{path}:{error}") from error
    except BrokenPipeError:  # of standard output
        raise
    except OSError as error:  # of the input, unless it names another file, such as a module
        name = error.filename if isinstance(error.filename, str) else path
        raise FileError(f"{name}: {error.strerror}") from error


def content_of(path: str) -> bytes:
    with opened_input(path) as data:
        return data if isinstance(data, bytes) else data.read()


def _scannable(file: NamedFile, path: str) -> bytes | BinaryIO:
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and file.tell() == 0:
        if status.st_size > _MAX_INPUT:
            raise _too_large(path)
        return file
    chunks = []
    size = 0
    while data := file.read(_CHUNK):
        chunks.append(data)
        size += len(data)
        if size > _MAX_INPUT:
            raise _too_large(path)
    return b"".join(chunks)


def _too_large(path: str) -> BadInputError:
    return BadInputError(f"{path}:1:1: expected at most {_MAX_INPUT} bytes, found more")


def standard_input() -> BinaryIO:
    """Return standard input as a binary file; raises ``FileError`` if it is closed."""
    if sys.stdin is None:
        raise FileError(f"{STANDARD}: standard input is closed")
    return sys.stdin.buffer


class InputLines:
    """The lines of standard input as they come, cut off after ``most`` bytes; also says whether one comes."""

    def __init__(self, most: int) -> None:
        file = standard_input()
        assert isinstance(file, BufferedIOBase)
        self._most: Final = most
        self._file: Final = file
        self._chunk = b""  # what was read last
        self._at = 0  # the lines before this byte of it were returned
        self._ended = False

    def __iter__(self) -> "InputLines":
        return self

    def __next__(self) -> bytes:
        line = b""
        while True:
            end = self._chunk.find(b"\n", self._at) + 1
            line = (line + self._chunk[self._at : end or None])[: self._most]
            self._at = end or len(self._chunk)
            if end:
                return line
            self._read()
            if self._ended:
                if line:
                    return line
                raise StopIteration

    def _read(self) -> None:
        if not self._ended:
            with naming(STANDARD):
                self._chunk, self._at = self._file.read1(_READ), 0
            self._ended = not self._chunk

    def is_ready(self) -> bool:
        """Return whether something has come of the next line, or the end; elsewhere than on POSIX always true."""
        if self._at < len(self._chunk) or self._ended or os.name != "posix":
            return True
        import select  # which few commands need

        with naming(STANDARD):
            return bool(select.select([self._file], [], [], 0)[0])

    def begins_with(self, text: bytes) -> bool:
        """Return whether the next line has come and begins with ``text``; elsewhere than on POSIX, it may be missed."""
        if self._at == len(self._chunk) and os.name == "posix" and self.is_ready():
            self._read()
        return self._chunk.startswith(text, self._at)


def emit(chunks: Iterable[bytes]) -> None:
    """Write ``chunks`` to standard output and flush it. Raises ``BrokenPipeError``, and ``FileError`` for the rest."""
    if sys.stdout is None:
        raise FileError(f"{STANDARD}: standard output is closed")
    try:
        _write_all(sys.stdout.buffer, chunks)
    except BrokenPipeError:
        raise
    except OSError as error:
        silence_output()
        raise FileError(f"standard output: {error.strerror}") from error


def emit_text(text: str) -> None:
    emit([encoded(text)])


def encoded(text: str) -> bytes:
    """Return ``text`` in UTF-8; bytes of the command line that aren't UTF-8 become the same bytes again."""
    return text.encode("utf-8", "surrogateescape")


def emit_json(fields: object) -> None:
    import json  # slow to import, and not needed for solving

    emit([json.dumps(fields).encode(), b"\n"])


def _write_all(file: BinaryIO, chunks: Iterable[bytes]) -> None:
    """Write all chunks and flush; an unbuffered file may accept only a part at a time."""
    for chunk in chunks:
        rest = memoryview(chunk)
        while rest:
            written = file.write(rest)
            if not written:
                raise _blocked()
            rest = rest[written:]
    file.flush()


def _blocked() -> BlockingIOError:
    return BlockingIOError(EAGAIN, os.strerror(EAGAIN))


def same_file(source: str, target: str) -> bool:
    """Return whether writing to ``target`` would overwrite the file ``source``. Raises ``FileError`` where unknown."""
    path = target
    try:
        there = os.stat(path)  # noqa: PTH116 (importing pathlib would slow down every start-up)
        path = source
        here = os.fstat(standard_input().fileno()) if source == STANDARD else os.stat(path)  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return False  # one of them can't be opened, which is reported when it is tried
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
    return stat.S_ISREG(there.st_mode) and os.path.samestat(here, there)


def write_output(path: str, chunks: Iterable[bytes]) -> None:
    """Write ``chunks`` to standard output or to ``path``. A regular file is replaced completely or not at all.

    Anything else, also an open descriptor (``/dev/stdout``, ``/dev/fd/3``), is written to, so that nothing in it is
    lost. Raises ``FileError``, and ``BrokenPipeError`` when its reader has gone.
    """
    if path == STANDARD:
        emit(chunks)
        return
    with naming(path):
        try:
            old = os.stat(path)  # noqa: PTH116
        except FileNotFoundError:
            old = None
        descriptor = _descriptor_in(path)
        if descriptor == 1:
            emit(chunks)
        elif descriptor is not None:
            _write_to(FileIO(descriptor, "wb", closefd=False), chunks)
        elif old is not None and sys.stdout is not None and os.path.samestat(old, os.fstat(sys.stdout.fileno())):
            emit(chunks)  # what it already holds is kept
        elif old is None or stat.S_ISREG(old.st_mode):
            _replace_file(path, old, list(chunks))
        else:  # a device or a pipe is written to, not replaced; a directory is an error
            _write_to(FileIO(path, "wb"), chunks)


def _descriptor_in(path: str) -> int | None:
    """Return the open descriptor that a ``path`` such as ``/dev/fd/3`` names, if it is one."""
    directory, name = os.path.split(path)
    named = {"/dev/stdout": 1, "/dev/stderr": 2}.get(path)
    return int(name) if directory in ("/dev/fd", "/proc/self/fd") and name.isdecimal() else named


def _write_to(file: FileIO, chunks: Iterable[bytes]) -> None:
    with file:
        _write_all(file, chunks)


def _replace_file(path: str, old: os.stat_result | None, chunks: list[bytes]) -> None:
    """Write a new file, which only SIGKILL or a crash leaves behind, and rename it: it is complete or not there."""
    if path.endswith(os.sep):
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
    path = os.path.realpath(path)
    if old is not None and not os.access(path, os.W_OK):
        raise PermissionError(EACCES, os.strerror(EACCES))
    beside = os.path.join(os.path.dirname(path), f"{_BESIDE}{os.urandom(8).hex()}")  # noqa: PTH118, PTH120
    mode = 0o666 if old is None else stat.S_IMODE(old.st_mode)
    with deferred():
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        try:
            _write_to(FileIO(handle, "wb"), chunks)
            if old is not None:
                os.chmod(beside, mode)  # noqa: PTH101
            os.replace(beside, path)  # noqa: PTH105
        except BaseException:
            os.unlink(beside)  # noqa: PTH108
            raise


def is_leftover(path: "Path") -> bool:
    """Return whether ``path`` is a temporary file, which a process that was killed may have left behind."""
    return path.name.startswith(_BESIDE) and path.is_file() and not path.is_symlink()
