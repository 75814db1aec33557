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
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, get_ident
from typing import Final, TypeAlias

from refsol.jury.parallel.remote_call import reply_to
from refsol.jury.run.processes import adopt_orphans, end_orphans
from refsol.jury.run.scratch import LABEL, LABEL_VARIABLE, locate, remove_own

Prepare: TypeAlias = Callable[[list[Connection]], Callable[[], None]]
"""Called with the connections that forks of the process have to close; what it returns is called at the end."""

_LONGEST_PAUSE: Final = 0.01  # seconds between looking whether a fork has ended


class _Fork:
    """A fork of this process, with the methods that it shares with a ``Popen``."""

    def __init__(self, pid: int) -> None:
        self._pid: Final = pid
        self._reaped = False

    def wait(self, seconds: float) -> None:
        """Wait for it to end. Raises ``TimeoutExpired`` if it still runs after so many ``seconds``."""
        end = time.monotonic() + seconds
        pause = 0.0001
        while not self._has_ended():
            if time.monotonic() > end:
                raise subprocess.TimeoutExpired("a fork", seconds)
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def terminate(self) -> None:
        """Let it end what it does."""
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._send(signal.SIGKILL)

    def _send(self, number: int) -> None:
        if not self._has_ended():  # or the pid may be another process's by now
            with suppress(ProcessLookupError):  # reaped by another thread
                os.kill(self._pid, number)

    def _has_ended(self) -> bool:
        if not self._reaped:
            with suppress(ChildProcessError):  # reaped by something else
                self._reaped = os.waitpid(self._pid, os.WNOHANG) != (0, 0)
                return self._reaped
            self._reaped = True
        return True


class Server:
    """A ``process`` that runs calls, at the other end of a ``connection``."""

    def __init__(self, connection: Connection, process: "_Fork | subprocess.Popen[bytes]") -> None:
        self.connection: Final = connection
        self._process: Final = process

    def reply_to(self, call: bytes) -> bytes:
        """Let the process run a ``call`` and return its reply (:mod:`refsol.jury.parallel.remote_call`).

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
        self._process.terminate()

    def join(self, seconds: float) -> None:
        """Wait for the process to end, and kill it after so many ``seconds``."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
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
    return Server(ours, _Fork(pid))


def started(idle: float | None = None) -> Server:
    """Return a new server, a new interpreter with this one's search path; this process may have several threads.

    It ends when it has been ``idle`` for so many seconds, if given.
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
    Thread(target=process.wait, daemon=True).start()  # so that no zombie remains, whenever it ends
    return Server(ours, process)


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
    """Answer calls until the other end is closed, SIGTERM comes, or there are none for so many seconds."""
    finish: Callable[[], None] = _nothing
    try:
        _handle_signals()
        adopt_orphans()
        if prepare is not None:
            finish = prepare([connection])
        calls: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_receive, args=(connection, calls, get_ident()), daemon=True).start()
        while not _ending:
            connection.send_bytes(reply_to(calls.get(timeout=idle)))
    except (Empty, OSError, RuntimeError):  # the last if the system has no thread for it: whoever calls finds it closed
        pass
    finally:
        _clean_up(finish)


def _handle_signals() -> None:
    for name in ("SIGINT", "SIGHUP"):  # from the terminal to all of its processes; the first one decides
        number = getattr(signal, name)
        if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
            signal.signal(number, _ignore)
    signal.signal(signal.SIGTERM, _end)
    sys.unraisablehook = _ignore_ending


def _clean_up(finish: Callable[[], None]) -> None:
    """Call ``finish``, end what runs have left, even a program that was just being started, and remove the files."""
    global _ending
    _ending = True  # no signal interrupts this
    for step in (finish, end_orphans, remove_own):
        with suppress(Exception):
            step()


def _nothing() -> None:
    """Do nothing."""


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
