"""An executor whose processes run batches of cases. For Linux only.

Threads would start one program at a time, since each holds the interpreter's lock until its program has started. And
a process that runs one program at a time knows whose orphans it adopts. All calls are O(bytes handed over).
"""

import pickle
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Future
from multiprocessing.connection import Connection
from multiprocessing.connection import wait as wait_for
from typing import Final, ParamSpec, TypeVar, cast

from refsol.jury.parallel.pool import PolledExecutor
from refsol.jury.parallel.remote_call import result_of
from refsol.jury.parallel.server import Prepare, Server, forked, started

_PATIENCE: Final = 5.0  # seconds that the processes are given to end

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _Call(Future[object]):
    """The future of a ``call`` of ``workers``, as in :mod:`refsol.jury.parallel.remote_call` before it is pickled."""

    def __init__(self, workers: "Workers", call: tuple[object, ...]) -> None:
        super().__init__()
        self._workers: Final = workers
        self.call: Final = call

    def result(self, timeout: float | None = None) -> object:
        """Wait for the result and return it."""
        self._wait(timeout)
        return super().result(0)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait for the exception and return it."""
        self._wait(timeout)
        return super().exception(0)

    def _wait(self, timeout: float | None) -> None:
        end = None if timeout is None else time.monotonic() + timeout
        while not self.done() and (end is None or time.monotonic() < end):
            self._workers.poll(None if end is None else max(0.0, end - time.monotonic()))


class Workers(PolledExecutor):
    """An executor with ``count`` processes that adopt orphans and end with this process.

    They are forks, made at once, so this process must not have several threads yet; each of them calls ``prepare``
    before anything else. One that is killed from outside is replaced by a new interpreter. Functions, arguments and
    results must be picklable. Only one thread may use it, the one that waits for the results: there is no other that
    could fail without its knowing.
    """

    def __init__(self, count: int, prepare: Prepare | None = None) -> None:
        inherited: list[Connection] = []
        self._count: Final = count
        self._servers: Final = [forked(inherited, prepare) for _ in range(count)]  # all that were ever made
        self._idle: Final = [*self._servers]
        self._waiting: Final = deque[_Call]()
        self._running: Final[dict[Server, _Call]] = {}
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
        """Wait until a call ends, for at most so many ``seconds``, and give its future the result.

        Or the exception, which is ``BrokenExecutor`` if the process has ended.
        """
        if self._running:
            ready = wait_for([server.connection for server in self._running], seconds)
            for server in [server for server in self._running if server.connection in ready]:
                self._receive(server)
        self._begin()

    def _begin(self) -> None:
        """Hand calls that are waiting over to idle processes, or to new ones in place of those that were lost."""
        while self._waiting and len(self._running) < self._count:
            future = self._waiting.popleft()
            if future.set_running_or_notify_cancel():
                server = self._idle.pop() if self._idle else None
                try:
                    call = pickle.dumps(future.call)
                    server = server or self._new_server()
                    server.send(call)
                    self._running[server] = future
                except Exception as error:
                    if server is not None:
                        server.terminate()
                    future.set_exception(error)

    def _receive(self, server: Server) -> None:
        """Give a call's future the result or the exception that the process replies."""
        future = self._running.pop(server)
        try:
            reply = server.receive()
            self._idle.append(server)
            future.set_result(result_of(reply))
        except BaseException as error:
            if server not in self._idle:  # its next reply might still belong to this call
                server.terminate()
            if not future.done():
                future.set_exception(error)
            if not isinstance(error, Exception):
                raise

    def _new_server(self) -> Server:
        """Return a server in place of one that was lost. Raises ``BrokenExecutor`` if that is impossible."""
        try:
            server = started()
        except OSError as error:
            raise BrokenExecutor(f"no new process: {error.strerror}") from error
        self._servers.append(server)
        return server

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes and what they run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        self._closed = True
        while self._waiting:
            future = self._waiting.pop()
            future.cancel()
            future.set_running_or_notify_cancel()
        for server in self._servers:
            server.terminate()
        end = time.monotonic() + _PATIENCE
        for server in self._servers:
            server.join(max(0.0, end - time.monotonic()))
        while self._running:
            self._running.popitem()[1].set_exception(BrokenExecutor("shut down"))
