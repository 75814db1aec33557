"""Calls in other processes: on Linux an executor's, on POSIX systems ahead, beside this one. O(bytes handed over)."""

import os
import pickle
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from threading import get_ident
from typing import Final, ParamSpec, TypeAlias, TypeVar, cast

from refsol.jury.parallel.pool import LostError, PolledExecutor, result_of
from refsol.jury.parallel.server import Prepare, Server, forked, started
from refsol.jury.run.processes import end_orphans

_PATIENCE: Final = 5.0  # seconds that processes are given to end
_PATIENCE_BESIDE: Final = 2.0  # the same for those beside one that is ending itself
_LOOK: Final = 0.2  # seconds between looks whether a process was stopped
_MOST_WAITING: Final = 4  # calls that wait for a process before the next one goes to the other one

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _Call(Future[object]):
    """The future of a ``call`` of ``workers``, as in :mod:`refsol.jury.parallel.pool` before it is pickled."""

    def __init__(self, workers: "Workers", call: tuple[object, ...]) -> None:
        super().__init__()
        self._workers: Final = workers
        self.call: Final = call

    def result(self, timeout: float | None = None) -> object:
        self._wait(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        self._wait(timeout)
        return super().exception(0)

    def _wait(self, timeout: float | None) -> None:
        end = None if timeout is None else time.monotonic() + timeout
        while not self.done() and (end is None or time.monotonic() < end):
            self._workers.poll(None if end is None else max(0.0, end - time.monotonic()))


class Workers(PolledExecutor):
    """An executor with ``count`` processes that adopt orphans and end with this process.

    Threads would start one program at a time, since each holds the interpreter's lock until its program has started.
    And a process that runs one program at a time knows whose orphans it adopts.

    They are forks, made at once, so this process must not have several threads yet; each of them calls ``prepare``
    before anything else. One that is lost is replaced by a new interpreter. Functions, arguments and results must be
    picklable. Only one thread may use it, the one that waits for the results.
    """

    def __init__(self, count: int, prepare: Prepare | None = None) -> None:
        inherited: list[Connection] = []
        self._count: Final = count
        self._servers: Final = [forked(inherited, prepare) for _ in range(count)]  # all that were ever made
        self._idle: Final = [*self._servers]
        self._waiting: Final = deque[_Call]()
        self._running: Final[dict[Server, _Call]] = {}
        self._look = 0.0  # when to look for stopped processes again
        self._closed = False

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` in an idle process. The future raises ``BrokenExecutor`` if the process ends meanwhile.

        Raises ``RuntimeError`` after :meth:`shutdown`.
        """
        if self._closed:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = _Call(self, (fn, args, kwargs))
        self._waiting.append(future)
        self._begin()
        return cast(Future[_Result], future)  # what it returns was pickled meanwhile

    def poll(self, seconds: float | None) -> None:
        """Wait up to ``seconds`` for a call to end, and give its future the result or the exception.

        The exception is ``BrokenExecutor`` if the process has ended.
        """
        if self._running:
            seconds = _LOOK if seconds is None else min(seconds, _LOOK)
            ready = wait_for([server.connection for server in self._running], seconds)
            looks = not ready or time.monotonic() > self._look
            if looks:
                self._look = time.monotonic() + _LOOK
            for server in [*self._running]:
                if server.connection in ready:
                    self._receive(server)
                elif looks:
                    server.end_if_stopped()  # then its connection ends
        self._begin()

    def _begin(self) -> None:
        """Hand calls that are waiting over to idle processes, or to new ones in place of those that were lost."""
        while self._waiting and len(self._running) < self._count:
            future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                server = self._idle.pop() if self._idle else None
                try:
                    call = pickle.dumps(future.call)
                    if server is None:
                        server = _started()
                        self._servers.append(server)
                    server.send(call)
                    self._running[server] = future
                except Exception as error:
                    if server is not None:
                        server.terminate()
                    future.set_exception(error)

    def _receive(self, server: Server) -> None:
        future = self._running.pop(server)
        try:
            reply = server.receive()
            self._idle.append(server)
            future.set_result(result_of(reply))
        except BaseException as error:
            if server not in self._idle:  # its next reply might still belong to this call
                server.terminate()
                if isinstance(error, LostError):  # this process inherits what was running there
                    server.join(_PATIENCE)
                    end_orphans()
            if not future.done():
                future.set_exception(error)
            if not isinstance(error, Exception):
                raise

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes and what they run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        self._closed = True
        while self._waiting:
            future = self._waiting.pop()
            future.cancel()
            future.set_running_or_notify_cancel()
        _end(self._servers, _PATIENCE)
        while self._running:
            self._running.popitem()[1].set_exception(BrokenExecutor("shut down"))


def prepare(inherited: list[Connection]) -> Callable[[], None]:
    """Make the two processes beside this one now, as forks, which are ready much earlier than new interpreters.

    This process must not have several threads yet, and the forks close the connections ``inherited``. Where the system
    has no process left, nothing happens: :func:`begin` makes them later. Returns what ends all processes beside this
    one, and what they run, within seconds.
    """
    with suppress(OSError):
        _pairs[_here()] = _Beside(forked(inherited)), _Beside(forked(inherited))

    def end() -> None:
        here = os.getpid()
        _end([beside.server for (pid, _), pair in _pairs.items() if pid == here for beside in pair], _PATIENCE_BESIDE)

    return end


def begin(
    function: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
) -> Callable[[], _Result]:
    """Begin to call ``function`` with ``args`` and ``kwargs`` in one of two processes beside this one.

    Returns what waits for the result and returns it, or raises what the call raised, or ``BrokenExecutor`` if the
    process was lost. Each result is waited for once at most, and after those of calls begun earlier, if at all.
    Everything that is handed over must be picklable. Also raises ``BrokenExecutor``.
    """
    here = _here()
    pair = _pairs.get(here) or (_Beside(_started()), _Beside(_started()))
    _pairs[here] = pair
    first, second = pair

    def forget() -> None:
        if _pairs.get(here) is pair:  # not replaced by another one yet
            del _pairs[here]

    try:
        waiting = first.waiting()
        # As long as one process is fast enough, the other one leaves the processor to others.
        beside = second if waiting >= _MOST_WAITING and second.waiting() < waiting else first
        number = beside.send(pickle.dumps((function, args, kwargs)))
    except BrokenExecutor:
        forget()
        raise

    def wait() -> _Result:
        try:
            reply = beside.reply(number)
        except BrokenExecutor:
            forget()
            raise
        return cast(_Result, result_of(reply))  # what the function returns was pickled meanwhile

    return wait


class _Beside:
    """A process beside this one, and how many calls it got and answered."""

    def __init__(self, server: Server) -> None:
        self.server: Final = server
        self._sent = 0
        self._received = 0
        self._replies: Final = deque[bytes]()  # received, but not asked for yet

    def send(self, call: bytes) -> int:
        self.server.send(call)
        self._sent += 1
        return self._sent

    def waiting(self) -> int:
        """Return how many calls the process hasn't answered."""
        while self._received < self._sent and self.server.is_readable():
            self._receive()
        return self._sent - self._received

    def reply(self, number: int) -> bytes:
        """Return the reply to a call; those to earlier calls, for which nobody has waited, are dropped."""
        while self._received < number:
            self._receive()
        while self._received - len(self._replies) < number - 1:
            self._replies.popleft()
        return self._replies.popleft()

    def _receive(self) -> None:
        self._replies.append(self.server.receive())
        self._received += 1


_Pair: TypeAlias = tuple[_Beside, _Beside]

_pairs: Final[dict[tuple[int, int], _Pair]] = {}
"""The processes beside each thread of this process; other threads, and a fork, must not use them."""


def _here() -> tuple[int, int]:
    """Return what identifies this thread of this process."""
    return os.getpid(), get_ident()


def _end(servers: list[Server], seconds: float) -> None:
    """End processes, and kill those that still run after this many seconds."""
    for server in servers:
        server.terminate()
    end = time.monotonic() + seconds
    for server in servers:
        server.join(max(0.0, end - time.monotonic()))


def _started() -> Server:
    """Return a new server. Raises ``BrokenExecutor`` if the system has no process for it."""
    try:
        return started()
    except OSError as error:
        raise BrokenExecutor(f"no new process: {error.strerror}") from error
