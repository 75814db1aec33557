"""Commands that travel to the workers of a Dask cluster with their files, and what runs there.

A file that a word of the command names by a relative path travels by content. A file that is named by an absolute path
must be there, at the same path, and a program without a slash on the search path there.

A worker hands each call over to a process that it starts for that, and that adopts the orphans of the program which it
runs. The client gives these processes a ``key``: one for each of its programs, and one for calls without a program. All
calls are O(bytes handed over) besides what they run.
"""

import asyncio
import atexit
import os
import pickle
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import BrokenExecutor
from importlib import import_module
from pathlib import Path
from tempfile import mkdtemp
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol import __version__
from refsol.errors import PackageError
from refsol.jury.parallel.pool import ExecutorError, failure, is_failure
from refsol.jury.run.languages import names_file, program_at
from refsol.jury.run.program import Program, RunLimits, StartError, has_posix
from refsol.portable import is_compiled
from refsol.problem import provider_of

if TYPE_CHECKING:
    from refsol.jury.parallel.server import Server
    from refsol.jury.run.command import Command

_IDLE: Final = 60.0  # seconds without a call after which a process ends
_PATIENCE: Final = 5.0  # seconds for processes to end


class PackedFile(NamedTuple):
    """A file that travels, with its ``name``, its ``permissions`` (such as 0o755) and its ``content``."""

    name: str
    permissions: int
    content: bytes


class Parcel(NamedTuple):
    """A command as it travels: ``words``, ``limits``, ``shell``, ``directory``, ``warm`` are as for :class:`.Command`.

    ``files`` are what some of the words name, by their indices; ``needed`` paths must exist at the other end.
    """

    words: tuple[str, ...]
    files: Mapping[int, PackedFile]
    needed: tuple[str, ...]
    limits: RunLimits
    shell: bool
    directory: str | None
    warm: bool


def pack(
    words: Sequence[str],
    limits: RunLimits | None = None,
    *,
    shell: bool = False,
    directory: str | None = None,
    warm: bool = False,
) -> Parcel:
    """Return a command, with its files. Its ``words``, ``limits`` and ``directory`` are as for :class:`.Command`.

    So are ``shell`` and ``warm``. Raises :class:`.StartError` for a program or a file that should travel and can't be
    read.
    """
    files: dict[int, PackedFile] = {}
    needed = [] if directory is None else [directory]
    packed = list(words)
    for k, word in enumerate([] if shell else words):
        path = Path(word)
        is_program = k == 0 and os.path.basename(word) != word  # noqa: PTH119 (a Path drops "./")
        if is_program or (k > 0 and word and not word.startswith("-") and names_file(word)):
            if not path.is_absolute() and (is_program or path.is_file()):
                if is_program:
                    program_at(word)
                try:
                    files[k] = PackedFile(path.name, path.stat().st_mode & 0o777, path.read_bytes())
                except OSError as error:
                    raise StartError(f"{word}: {error.strerror}") from error
            else:
                packed[k] = str(path.absolute())
                needed.append(packed[k])
    return Parcel(tuple(packed), files, tuple(needed), limits or RunLimits(), shell, directory, warm)


def unpack(parcel: Parcel, directory: str) -> "Command":
    """Return the command of a ``parcel``, in a new ``directory``. Raises :class:`.StartError` if a file is missing."""
    from refsol.jury.run.command import Command  # for POSIX systems only

    for path in parcel.needed:
        if not names_file(path):
            raise StartError(f"{path}: no such file or directory")
    words = list(parcel.words)
    if not parcel.shell and 0 not in parcel.files:
        program_at(words[0])
    for k, file in parcel.files.items():
        target = Path(directory, file.name)
        if target.exists():  # another file of that name
            target = Path(directory, str(k), file.name)
            target.parent.mkdir()
        try:
            target.write_bytes(file.content)
            target.chmod(file.permissions)
        except OSError as error:
            raise StartError(f"{file.name}: {error.strerror}") from error
        words[k] = str(target)
    return Command(words, parcel.limits, shell=parcel.shell, directory=parcel.directory, warm=parcel.warm)


class _Servers:
    """The processes of a worker that run calls, by keys that clients give them."""

    def __init__(self) -> None:
        self._lock: Final = Lock()
        self._all: Final[defaultdict[str, list[Server]]] = defaultdict(list)
        self._idle: Final[defaultdict[str, list[Server]]] = defaultdict(list)
        self._ended: Final[set[str]] = set()

    def idle(self, key: str) -> "Server | None":
        """Return an idle process, if there is one; those that have ended, without a client, are forgotten."""
        with self._lock:
            for other, servers in self._idle.items():
                ended = {server for server in servers if server.is_readable()}
                servers[:] = [server for server in servers if server not in ended]
                self._all[other] = [server for server in self._all[other] if server not in ended]
            return self._idle[key].pop() if self._idle[key] else None

    def start(self, key: str) -> "Server":
        """Start another one. Raises ``BrokenExecutor`` if the client has ended them all."""
        from refsol.jury.parallel.server import started  # for POSIX systems only

        with self._lock:
            if key in self._ended:
                raise BrokenExecutor
            server = started(_IDLE)
            self._all[key].append(server)
            return server

    def give_back(self, key: str, server: "Server") -> None:
        with self._lock:
            self._idle[key].append(server)

    def end(self, key: str) -> "list[Server]":
        """Let all of them end, and return them."""
        with self._lock:
            self._ended.add(key)
            self._idle.pop(key, None)
            servers = self._all.pop(key, [])
        for server in servers:
            server.terminate()
        return servers


_servers: Final = _Servers()
_programs: Final[dict[str, Program]] = {}  # in a process that runs calls: its program, by the key


def relay(mode: str, problem: str, key: str, call: bytes, parcel: bytes | None) -> bytes | None:
    """Hand a ``call`` over to a process with this ``key`` and return the reply, or None if the process is lost.

    ``mode`` is :func:`mode_here` for the ``problem`` at the client; another one here is a failure. A new process
    unpacks its program from the pickled ``parcel``, if any. If that is empty, and no process is idle, the reply is also
    empty.
    """
    address = import_module("distributed").get_worker().address
    here = f"the worker {address}"
    if mode != mode_here(problem):
        return failure(ExecutorError(refusal(address, mode_here(problem), mode)))
    if not has_posix():
        return failure(ExecutorError(f"{here} doesn't have a POSIX system"))
    server = _servers.idle(key)
    try:
        if server is None:
            if parcel == b"":
                return b""
            server = _servers.start(key)
            if parcel is not None:
                reply = server.reply_to(pickle.dumps((_arrive, (key, parcel, here), {})))
                if is_failure(reply):
                    server.terminate()
                    return reply
        reply = server.reply_to(call)
    except BrokenExecutor:
        return None
    except OSError as error:
        return failure(ExecutorError(f"{here} can't start a process: {error.strerror}"))
    _servers.give_back(key, server)
    return reply


def _arrive(key: str, parcel: bytes, here: str) -> None:
    """Unpack a program in the process that is to run it. Raises ``StartError`` if it can't run on the worker."""
    from refsol.jury.run.scratch import remove_tree  # for POSIX systems only

    try:
        root = mkdtemp(prefix="refsol-")
        atexit.register(remove_tree, root)
        for name in ("files", "empty"):
            Path(root, name).mkdir()
        os.chdir(f"{root}/empty")  # where no word of the command can name a file
        _programs[key] = unpack(pickle.loads(parcel), f"{root}/files")
    except StartError as error:
        raise StartError(f"{error}, on {here}") from error
    except OSError as error:
        raise StartError(f"no directory for the program: {error.strerror}, on {here}") from error


def arrived(key: str) -> Program:
    """Return the program of the processes with this ``key``, in one of them."""
    return _programs[key]


async def end(keys: tuple[str, ...]) -> None:
    """End the processes with these ``keys``, and let no new one begin; this isn't a task of Dask, either."""
    for server in [server for key in keys for server in _servers.end(key)]:
        await asyncio.to_thread(server.join, _PATIENCE)


def refusal(worker: str, there: str, here: str) -> str:
    """Return what says that the mode ``there``, on a ``worker`` by its address, isn't that of the client, ``here``."""
    return f"the worker {worker} runs {there}, and this is {here}"


def mode_here(problem: str = "") -> str:
    """Return version and mode of refsol here, and the package of an installed ``problem``, or why it can't be used."""
    parts = [f"refsol {__version__}", "compiled" if is_compiled() else "interpreted"]
    try:
        parts.append(provider_of(problem) if problem else "")
    except PackageError as error:
        parts.append(str(error))
    return ", ".join(filter(None, parts))
