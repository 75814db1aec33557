"""Processes that run calls for another process, one at a time. For POSIX systems only.

Such a process adopts orphans, so it knows that they come from the program that it runs. It ends when told to, when the
process that has started it ends, however that happens, or when it has been idle for some time; and before it ends it
cleans up. If it can't go on, say for lack of memory, it ends without a word, since it can be replaced. All calls are
O(bytes handed over) besides what they run.
"""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, get_ident
from typing import Final, TypeAlias

import psutil

from refsol.jury.parallel.pool import reply_to
from refsol.jury.run.processes import adopt_orphans, end_orphans
from refsol.jury.run.scratch import LABEL, LABEL_VARIABLE, locate, remove_own

Prepare: TypeAlias = Callable[[list[Connection]], Callable[[], None]]
"""Called with the connections that forks of the process have to close; what it returns is called at the end."""


class Server:
    """A process that runs calls, one after the other, by its ``pid``, at the other end of a ``connection``."""

    def __init__(self, connection: Connection, pid: int) -> None:
        self.connection: Final = connection
        self._process: Final = psutil.Process(pid)

    def reply_to(self, call: bytes) -> bytes:
        """Let the process run a ``call`` and return its reply (:mod:`refsol.jury.parallel.pool`).

        Raises ``BrokenExecutor`` if the process ends first.
        """
        self.send(call)
        return self.receive()

    def send(self, call: bytes) -> None:
        """Let the process run a ``call``, without waiting for the reply, for which :meth:`receive` waits.

        Raises ``BrokenExecutor`` if the process has ended.
        """
        try:
            self.connection.send_bytes(call)
        except OSError as error:
            raise BrokenExecutor("a worker process has ended") from error

    def receive(self) -> bytes:
        """Return the reply to the earliest call that has had none. Raises ``BrokenExecutor`` if the process ends."""
        try:
            return self.connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise BrokenExecutor("a worker process has ended") from error

    def is_readable(self) -> bool:
        """Return whether there is a reply, or the process has ended, which is what it means between two calls."""
        return self.connection.poll()

    def terminate(self) -> None:
        """Let the process end what it runs, clean up and end, without waiting for that."""
        with suppress(psutil.NoSuchProcess):
            self._process.terminate()

    def join(self, seconds: float) -> None:
        """Wait for the process to end, and kill it after this many ``seconds``."""
        with suppress(psutil.TimeoutExpired):
            self._process.wait(seconds)
        with suppress(psutil.NoSuchProcess):
            self._process.kill()


def forked(inherited: list[Connection], prepare: Prepare | None = None) -> Server:
    """Return a new server, a fork of this process, which must not have several threads yet.

    Its connection is added to ``inherited``, the connections of earlier servers, which the fork has to close. Before
    it serves, it calls ``prepare``.
    """
    ours, theirs = Pipe()
    inherited.append(ours)
    _flush()  # or the fork would write this, too
    locate()  # before the fork does
    pid = os.fork()
    if pid == 0:
        try:
            _serve_in_fork(theirs, inherited, prepare)
        finally:
            os._exit(0)  # without what this process does at its end
    theirs.close()
    return Server(ours, pid)


def started(idle: float | None = None) -> Server:
    """Return a new server, a new interpreter with this one's search path; this process may have several threads.

    It ends when it has been ``idle`` for this many seconds, if given.
    """
    ours, theirs = Pipe()
    code = f"import sys, tempfile; sys.path[:] = {sys.path!r}; tempfile.tempdir = {locate()!r}; "
    code += "from refsol.jury.parallel.server import main; "
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"{code}main({theirs.fileno()}, {idle})"],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
            env={**os.environ, LABEL_VARIABLE: LABEL},
        )
    server = Server(ours, process.pid)
    Thread(target=process.wait, daemon=True).start()  # so that no zombie remains, whenever it ends
    return server


def main(descriptor: int, idle: float | None) -> None:
    """Run what :func:`started` starts: serve the connection with that ``descriptor``; ``idle`` is as there."""
    with suppress(Exception):
        _serve(Connection(descriptor), idle)


def _serve_in_fork(connection: Connection, inherited: list[Connection], prepare: Prepare | None) -> None:
    for other in inherited:
        other.close()
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)  # the input is the parent's
    try:
        _serve(connection, None, prepare)
    finally:
        _flush()


def _flush() -> None:
    """Write what is left of the standard streams, as far as possible."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(Exception):
            stream.flush()


_ending = False
"""Whether this process, which serves a connection, has been told to end."""


def _serve(connection: Connection, idle: float | None, prepare: Prepare | None = None) -> None:
    """Answer calls until the other end is closed, SIGTERM comes, or there are none for this many seconds."""
    global _ending
    cleaning: list[Callable[[], object]] = [end_orphans, remove_own]  # ends even a program that was just being started
    try:
        _handle_signals()
        adopt_orphans()
        if prepare is not None:
            cleaning.insert(0, prepare([connection]))
        calls: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_receive, args=(connection, calls, get_ident()), daemon=True).start()
        while not _ending:
            connection.send_bytes(reply_to(calls.get(timeout=idle)))
    except (Empty, OSError, RuntimeError):  # the last if the system has no thread for it: the caller finds it closed
        pass
    finally:
        _ending = True  # no signal interrupts this
        for clean in cleaning:
            with suppress(Exception):
                clean()


def _handle_signals() -> None:
    for name in ("SIGINT", "SIGHUP"):  # from the terminal to all of its processes; the first one decides
        number = getattr(signal, name)
        if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
            signal.signal(number, _ignore)
    signal.signal(signal.SIGTERM, _end)
    sys.unraisablehook = _ignore_ending


def _receive(connection: Connection, calls: SimpleQueue[bytes], thread: int) -> None:
    """Collect calls, and end this process as soon as no more can come, even in the middle of a call.

    ``thread`` is the main thread's identity.
    """
    try:
        while True:
            calls.put(connection.recv_bytes())
    except Exception:  # the connection ends, or there is no memory for a call
        pass
    finally:
        signal.pthread_kill(thread, signal.SIGTERM)


def _ignore(_number: int, _frame: object) -> None:
    """Ignore a signal, but not in the programs that this process starts."""


def _end(_number: int, _frame: object) -> None:
    """End this process, once it has cleaned up."""
    global _ending
    if not _ending:
        _ending = True  # for whatever doesn't let the exception pass
        raise SystemExit


def _ignore_ending(raised: "sys.UnraisableHookArgs") -> None:
    """Say nothing if this process was told to end just where no exception can pass, such as in a destructor."""
    if not isinstance(raised.exc_value, SystemExit):
        sys.__unraisablehook__(raised)
