"""Processes that run calls for another process, one at a time. For POSIX systems only.

Such a process adopts orphans, so it knows that they come from the program that it runs. It ends when told to, when the
process that has started it ends, however that happens, or when it has been idle for some time; and before it ends it
cleans up. All calls are O(bytes handed over) besides what they run.
"""

import signal
import subprocess
import sys
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from multiprocessing import Pipe, get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from threading import Thread, main_thread
from typing import Final

from refsol.jury.calls import reply_to
from refsol.jury.processes import adopt_orphans, end_orphans


class Server:
    """A ``process`` that runs calls, at the other end of a ``connection``."""

    def __init__(self, connection: Connection, process: "BaseProcess | subprocess.Popen[bytes]") -> None:
        self._connection: Final = connection
        self._process: Final = process

    def reply_to(self, call: bytes) -> bytes:
        """Let the process run a ``call`` and return its reply (:mod:`refsol.jury.calls`).

        Raises ``BrokenExecutor`` if the process ends first.
        """
        try:
            self._connection.send_bytes(call)
            return self._connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise BrokenExecutor("a worker process has ended") from error

    def has_ended(self) -> bool:
        """Return whether the process has ended, between two calls."""
        return self._connection.poll()

    def terminate(self) -> None:
        """Let the process end what it runs, clean up and end, without waiting for that."""
        self._process.terminate()

    def join(self, seconds: float) -> None:
        """Wait for the process to end, and kill it after so many ``seconds``."""
        if isinstance(self._process, BaseProcess):
            self._process.join(seconds)
        else:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        self._process.kill()


def forked(inherited: list[Connection]) -> Server:
    """Return a new server, a fork of this process, which must not have several threads yet.

    Its connection is added to ``inherited``, the connections of earlier servers, which the fork has to close.
    """
    context = get_context("fork")
    ours, theirs = context.Pipe()
    inherited.append(ours)
    process = context.Process(target=_serve_in_fork, args=(theirs, inherited), daemon=True)
    process.start()
    theirs.close()
    return Server(ours, process)


def started(idle: float | None = None) -> Server:
    """Return a new server, a new interpreter with this one's search path; this process may have several threads.

    It ends when it has been ``idle`` for so many seconds, if given.
    """
    ours, theirs = Pipe()
    code = f"import sys; sys.path[:] = {sys.path!r}; from refsol.jury.serving import main; "
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"{code}main({theirs.fileno()}, {idle})"],
            stdin=subprocess.DEVNULL,
            pass_fds=[theirs.fileno()],
        )
    Thread(target=process.wait, daemon=True).start()  # so that no zombie remains, whenever it ends
    return Server(ours, process)


def main(descriptor: int, idle: float | None) -> None:
    """Run what :func:`started` starts: serve the connection with that ``descriptor``; ``idle`` is as there."""
    _serve(Connection(descriptor), idle)


def _serve_in_fork(connection: Connection, inherited: list[Connection]) -> None:
    for other in inherited:
        other.close()
    _serve(connection, None)


def _serve(connection: Connection, idle: float | None) -> None:
    """Answer calls until the other end is closed, SIGTERM comes, or there are none for so many seconds."""
    for name in ("SIGINT", "SIGHUP"):  # from the terminal to all of its processes; the first one decides
        number = getattr(signal, name)
        if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
            signal.signal(number, _ignore)
    signal.signal(signal.SIGTERM, _end)
    adopt_orphans()
    calls: SimpleQueue[bytes] = SimpleQueue()
    try:
        Thread(target=_receive, args=(connection, calls), daemon=True).start()
    except RuntimeError:  # the system has no thread for it; whoever wants to call finds the connection closed
        return
    try:
        while True:
            connection.send_bytes(reply_to(calls.get(timeout=idle)))
    except (Empty, OSError):
        pass
    finally:
        end_orphans()  # and a program that was just being started when the signal came


def _receive(connection: Connection, calls: SimpleQueue[bytes]) -> None:
    """Collect calls, and end this process as soon as no more can come, even in the middle of a call."""
    with suppress(EOFError, OSError):
        while True:
            calls.put(connection.recv_bytes())
    identity = main_thread().ident
    assert identity is not None
    signal.pthread_kill(identity, signal.SIGTERM)


def _ignore(_number: int, _frame: object) -> None:
    """Ignore a signal, but not in the programs that this process starts."""


def _end(_number: int, _frame: object) -> None:
    """End this process, once it has cleaned up."""
    signal.signal(signal.SIGTERM, _ignore)
    raise SystemExit
