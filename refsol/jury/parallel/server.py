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
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread, get_ident
from time import sleep
from typing import Final, TypeAlias

import psutil

from refsol.jury.parallel import pool
from refsol.jury.parallel.pool import LostError, Notes, reply_to
from refsol.jury.run.processes import adopt_orphans, end_orphans
from refsol.jury.run.scratch import LABEL, LABEL_VARIABLE, locate, remove_own
from refsol.jury.run.watch import nameless_file

_LOOK: Final = 0.2  # seconds between looks whether a process was stopped
_PATIENCE: Final = 2.0  # seconds that a process is given to end once it has been killed
_AGAIN: Final = 0.1  # seconds until a process that hasn't reacted to a signal gets another one

Prepare: TypeAlias = Callable[[list[Connection]], Callable[[], None]]
"""Called with the connections that forks of the process have to close; what it returns is called at the end."""


class Server:
    """A process that runs calls in turn, by its ``pid``, at the other end of a ``connection``, with its ``notes``."""

    def __init__(self, connection: Connection, pid: int, notes: Notes) -> None:
        self.connection: Final = connection
        self._process: Final = psutil.Process(pid)
        self._notes: Final = notes

    def reply_to(self, call: bytes) -> bytes:
        """Let the process run a ``call`` and return its reply; raises ``BrokenExecutor`` if it ends or is stopped."""
        self.send(call)
        return self.receive()

    def send(self, call: bytes) -> None:
        """Let the process begin to run a ``call``. Raises ``BrokenExecutor`` if the process has ended."""
        try:
            self.connection.send_bytes(call)
        except OSError as error:
            raise LostError from error

    def receive(self) -> bytes:
        """Return the reply to the earliest call without one; :class:`.LostError` if the process ends or is stopped."""
        try:
            while not self.connection.poll(_LOOK):
                self.end_if_stopped()
            return self.connection.recv_bytes()
        except (EOFError, OSError) as error:
            raise LostError(self._notes.read()) from error

    def end_if_stopped(self) -> None:
        """Kill the process if a signal has stopped it."""
        with suppress(psutil.NoSuchProcess):
            if self._process.status() == psutil.STATUS_STOPPED:
                self._process.kill()

    def is_readable(self) -> bool:
        """Return whether there is a reply, or the process has ended, which is what it means between two calls."""
        return self.connection.poll()

    def terminate(self) -> None:
        """Let the process end what it runs, clean up and end, without waiting for that."""
        with suppress(psutil.NoSuchProcess):
            self._process.terminate()

    def join(self, seconds: float) -> None:
        """Wait for the process to end, and kill it after this many ``seconds``; then others inherit its children."""
        with suppress(psutil.TimeoutExpired):
            self._process.wait(seconds)
            return
        with suppress(psutil.NoSuchProcess, psutil.TimeoutExpired):
            self._process.kill()
            self._process.wait(_PATIENCE)


def forked(inherited: list[Connection], prepare: Prepare | None = None) -> Server:
    """Return a new server, a fork of this process, which must not have several threads yet.

    It closes the connections ``inherited``, to which its own is added, and calls ``prepare`` before it serves.
    """
    ours, theirs = Pipe()
    notes = Notes(nameless_file())
    inherited.append(ours)
    _flush()  # or the fork would write this, too
    locate()  # before the fork does
    pid = -1
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])  # the fork has no handler yet
    try:
        pid = os.fork()
    finally:
        if pid:
            signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
    if pid == 0:
        try:
            pool.notes = notes
            for other in inherited:
                other.close()
            with Path(os.devnull).open("rb") as nothing:
                os.dup2(nothing.fileno(), 0)  # the input is the parent's
            _serve(theirs, None, prepare)
        finally:
            try:
                _flush()
            finally:  # even if a handler of the parent's raises: its code must not go on here
                os._exit(0)  # without what this process does at its end
    theirs.close()
    return Server(ours, pid, notes)


def started(idle: float | None = None) -> Server:
    """Return a new server, a new interpreter, which ends when it was ``idle`` for this many seconds, if given."""
    ours, theirs = Pipe()
    notes = Notes(nameless_file())
    code = f"import sys, tempfile; sys.path[:] = {sys.path!r}; tempfile.tempdir = {locate()!r}; "
    code += "from refsol.jury.parallel.server import main; "
    with theirs:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", f"{code}main({theirs.fileno()}, {idle}, {notes.descriptor})"],
            stdin=subprocess.DEVNULL,
            pass_fds=[descriptor for descriptor in (theirs.fileno(), notes.descriptor) if descriptor is not None],
            env={**os.environ, LABEL_VARIABLE: LABEL},
        )
    server = Server(ours, process.pid, notes)
    Thread(target=process.wait, daemon=True).start()  # so that no zombie remains, whenever it ends
    return server


def main(descriptor: int, idle: float | None, noted: int | None = None) -> None:
    """Serve the connection ``descriptor`` until ``idle``; notes are in the file ``noted``, not for programs."""
    with suppress(Exception):
        if noted is not None:
            os.set_inheritable(noted, False)
            pool.notes = Notes(noted)
        _serve(Connection(descriptor), idle)


def _flush() -> None:
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
        for name in ("SIGINT", "SIGHUP"):  # from the terminal to all of its processes; the first one decides
            number = getattr(signal, name)
            if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
                signal.signal(number, lambda _number, _frame: None)  # the programs that this starts don't ignore it
        signal.signal(signal.SIGTERM, _end)
        sys.unraisablehook = _ignore_ending
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
        adopt_orphans()
        if prepare is not None:
            cleaning.insert(0, prepare([connection]))
        calls: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_receive, args=(connection, calls, get_ident()), daemon=True).start()
        while not _ending:
            reply = reply_to(calls.get(timeout=idle))
            pool.notes.write("")
            connection.send_bytes(reply)
    except (Empty, OSError, RuntimeError):  # the last if the system has no thread for it: the caller finds it closed
        pass
    finally:
        _ending = True  # no signal interrupts this
        for clean in cleaning:
            with suppress(Exception):
                clean()


def _receive(connection: Connection, calls: SimpleQueue[bytes], main_thread: int) -> None:
    """Collect calls, and end this process as soon as no more can come, even in the middle of a call."""
    try:
        with suppress(Exception):  # the connection ends, or there is no memory for a call
            while True:
                calls.put(connection.recv_bytes())
    finally:
        while not _ending:  # a signal that comes just before the main thread begins to wait doesn't wake it
            signal.pthread_kill(main_thread, signal.SIGTERM)
            sleep(_AGAIN)


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
