"""Interpreters of Python that have started and fork for each run, since starting takes longer than most runs.

For Linux, and for a process that adopts orphans (:func:`.adopt_orphans`): the forks become its children. What an
interpreter does is in startup/sitecustomize.py. It forks just before it opens the script, so that hardly anything but
the seed of hashes and the addresses of objects differs from a new interpreter. O(1) besides what the system does to
fork.
"""

import os
import shutil
import subprocess
import sys
from array import array
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from socket import AF_UNIX, SCM_RIGHTS, SOCK_SEQPACKET, SOL_SOCKET, socketpair
from threading import Lock
from typing import Final

from refsol.jury.run.languages import runs_python_script
from refsol.jury.run.processes import MARK, end_run, is_new_child, is_subreaper, start_helper
from refsol.jury.run.watch import nameless_file

_STARTUP: Final = Path(__file__).absolute().with_name("startup")
_SEARCH_PATH: Final = b"PYTHONPATH"
_ANSWERING: Final = 5.0  # seconds that an interpreter is given to start, or to fork
_REPLY: Final = 64  # bytes of the longest reply
_MOST_RUNS: Final = 100  # of an interpreter, since all of them have the same seed of hashes
_MOST_FAILURES: Final = 3  # of a command's interpreters before each run gets a new one


class Forked:
    """A process, by its ``pid``, that an interpreter has forked; once it is reaped, its ``returncode`` is set."""

    def __init__(self, pid: int) -> None:
        self.pid: Final = pid
        self.returncode: int | None = None


class ForkServer:
    """An interpreter that has started as for the command ``words`` in a ``directory``, and forks for a run at a time.

    Its ``stack`` may grow to this many bytes, like that of the runs. Its ``environment`` is that of the runs, which
    have the ``mark``; ``pid`` is its process ID, and ``runs`` says how many there were. Standard input of the runs is
    an input file or, if they ``talk``, a pipe. Raises ``OSError`` if it can't start, or ends or runs the program
    instead of serving.
    """

    def __init__(
        self,
        words: Sequence[str],
        environment: Mapping[bytes, bytes],
        directory: str,
        stack: int,
        *,
        talk: bool = False,
    ) -> None:
        self.mark: Final = os.urandom(16).hex()
        self.words: Final = tuple(words)
        self.environment: Final = environment
        self.stack: Final = stack
        self.talk: Final = talk
        self.runs = 0
        self._control, theirs = socketpair(AF_UNIX, SOCK_SEQPACKET)
        self._control.settimeout(_ANSWERING)
        stdin, (reader, writer) = _stream(talk), os.pipe()  # as a run will have them: streams depend on their kind
        try:
            os.set_blocking(reader, False)
            others = environment.get(_SEARCH_PATH)
            search_path = os.fsencode(_STARTUP) + (b"" if others is None else os.pathsep.encode() + others)
            variables = {
                **environment,
                MARK.encode(): self.mark.encode(),
                b"REFSOL_FORK_SERVER": os.fsencode(f"{theirs.fileno()} {words[1]}"),
                _SEARCH_PATH: search_path,
            }
            self.pid: Final = start_helper(
                lambda: subprocess.Popen(
                    self.words,
                    stdin=stdin,
                    stdout=writer,
                    stderr=writer,
                    cwd=directory,
                    env=variables,
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,
                ),
                stack,
            )
        except BaseException:
            self._control.close()
            os.close(reader)
            raise
        finally:
            theirs.close()
            os.close(stdin)
            os.close(writer)
        try:
            ready = self._control.recv(_REPLY) == b"ready"
            with suppress(BlockingIOError):
                ready &= not os.read(reader, 1)  # nor has it anything to say that each run would repeat
        except OSError:
            ready = False
        except BaseException:
            self.end()
            raise
        finally:
            os.close(reader)
        if not ready:
            self.end()
            raise OSError("the interpreter doesn't serve")

    def start(self, words: Sequence[str], directory: str, streams: Sequence[int]) -> Forked:
        """Start a run of the same script, with the arguments in ``words``, in a ``directory``.

        Its standard ``streams`` are three descriptors. Raises ``OSError`` if the interpreter doesn't answer; then it
        has to be ended, with what it may have started.
        """
        self.runs += 1
        request = b"\0".join(map(os.fsencode, (directory, *words[2:])))
        self._control.sendmsg([request], [(SOL_SOCKET, SCM_RIGHTS, array("i", streams))])
        pid = b""
        is_orphan = False
        while not (pid and is_orphan):
            reply = self._control.recv(_REPLY)
            if reply.isdigit():
                pid = reply
            elif reply == b"orphaned":
                is_orphan = True
            else:
                raise OSError("the interpreter doesn't fork")
        forked = Forked(int(pid))
        if not is_new_child(forked.pid):  # another program has answered
            raise OSError("the interpreter doesn't fork")
        return forked

    def end(self) -> None:
        """End the interpreter, and what it has started."""
        self._control.close()
        end_run(self.pid, self.mark, set(), reaped=False)


class ForkServers:
    """The interpreters of this process that wait for another run; a fork of it has none."""

    def __init__(self) -> None:
        self._idle: list[ForkServer] = []
        self._begin_anew()
        os.register_at_fork(after_in_child=self._begin_anew)

    def _begin_anew(self) -> None:
        for server in self._idle:
            server._control.close()
        self._lock = Lock()
        self._idle = []
        self._failures: dict[tuple[str, ...], int] = {}  # by the interpreter and its script, after their first run

    def take(
        self,
        words: Sequence[str],
        environment: Mapping[bytes, bytes],
        directory: str,
        stack: int,
        *,
        talk: bool = False,
    ) -> ForkServer | None:
        """Return an interpreter for a run of ``words``, for which :func:`can_serve` is true, with an ``environment``.

        Its ``stack`` may have this many bytes. The run may ``talk``: its standard input is a pipe. If none waits, it
        starts in a ``directory``. There is none for the first run, since that may be the only one, where none can
        start, and after failures.
        """
        key = tuple(words[:2])
        with self._lock:
            if key not in self._failures:
                self._failures[key] = 0
                return None
            if self._failures[key] >= _MOST_FAILURES or not is_subreaper() or not _is_usual(environment):
                return None
            for server in self._idle:
                known = server.environment, server.stack, server.talk
                if server.words[:2] == key and known == (environment, stack, talk):
                    self._idle.remove(server)
                    return server
        try:
            return ForkServer(words, environment, directory, stack, talk=talk)
        except OSError:
            self._failures[key] = _MOST_FAILURES
            return None

    def give_back(self, server: ForkServer, *, reusable: bool) -> None:
        """Take back an interpreter after a run; end it, or keep it for others if it is ``reusable``."""
        ended: ForkServer | None = server
        if reusable and server.runs < _MOST_RUNS:
            with self._lock:
                self._idle.append(server)
                ended = self._idle.pop(0) if len(self._idle) > 4 else None
        if ended is not None:
            ended.end()

    def discard(self, server: ForkServer) -> None:
        """Take back an interpreter that has failed, and end it."""
        with self._lock:
            self._failures[server.words[:2]] = self._failures.get(server.words[:2], 0) + 1
        server.end()

    def end(self) -> None:
        """End those that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        for server in idle:
            server.end()


def can_serve(words: Sequence[str], directory: str | None) -> bool:
    """Return whether a fork can run a command, ``words``: those of :func:`.runs_python_script`, if not too long.

    Nor must the runs be in a certain ``directory`` if it might decide about the version of Python.
    """
    return (
        sys.platform == "linux"
        and runs_python_script(words)
        and sum(len(os.fsencode(word)) + 1 for word in words) < 2**16 - 4096  # with the directory in front, a request
        and _STARTUP.is_dir()
        and os.pathsep not in str(_STARTUP)
        and not (directory is not None and _is_script(words[0]))
    )


def _stream(is_pipe: bool) -> int:
    """Return a descriptor for standard input that has come to its end."""
    if not is_pipe:
        return nameless_file()
    reader, writer = os.pipe()
    os.close(writer)
    return reader


def _is_script(interpreter: str) -> bool:
    """Return whether an interpreter is a script that starts another one, as those of pyenv are."""
    try:
        with Path(shutil.which(interpreter) or interpreter).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return True


def _is_usual(environment: Mapping[bytes, bytes]) -> bool:
    """Return whether the search path in an ``environment`` is the same in every working directory."""
    others = environment.get(_SEARCH_PATH)
    return others is None or all(other.startswith(b"/") for other in others.split(os.pathsep.encode()))


SERVERS: Final = ForkServers()
"""Those of this process."""
