"""An executor whose processes run batches of cases. For Linux only.

Threads would start one program at a time, since each holds the interpreter's lock until its program has started. And
a process that runs one program at a time knows whose orphans it adopts. All calls are O(bytes handed over).
"""

import pickle
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing.connection import Connection
from queue import SimpleQueue
from threading import Lock
from typing import Final, ParamSpec, TypeVar, cast

from refsol.jury.calls import result_of
from refsol.jury.serving import Server, forked, started

_PATIENCE: Final = 5.0  # seconds that the processes are given to end

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Workers(Executor):
    """An executor with ``count`` processes that adopt orphans and end with this process.

    They are forks, made at once, so this process must not have several threads yet; one that is killed from outside is
    replaced by a new interpreter. Functions, arguments and results must be picklable.
    """

    def __init__(self, count: int) -> None:
        inherited: list[Connection] = []
        self._servers: Final = [forked(inherited) for _ in range(count)]  # all that were ever made
        self._idle: Final[SimpleQueue[Server | None]] = SimpleQueue()  # None: to be started
        for server in self._servers:
            self._idle.put(server)
        self._lock: Final = Lock()
        self._closed = False
        self._threads: Final = ThreadPoolExecutor(count)  # each waits for a reply

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` in an idle process. The future raises ``BrokenExecutor`` if the process ends meanwhile."""

        def call() -> _Result:
            pickled = pickle.dumps((fn, args, kwargs))
            server = self._idle.get()
            try:
                server = server or self._new_server()
                reply = server.reply_to(pickled)
            except BrokenExecutor:
                server = None
                raise
            finally:
                self._idle.put(server)
            return cast(_Result, result_of(reply))  # it was pickled meanwhile

        return self._threads.submit(call)

    def _new_server(self) -> Server:
        """Return a server in place of one that was lost. Raises ``BrokenExecutor`` if that is impossible."""
        with self._lock:
            if self._closed:
                raise BrokenExecutor("shut down")
            try:
                server = started()
            except OSError as error:
                raise BrokenExecutor(f"no new process: {error.strerror}") from error
            self._servers.append(server)
            return server

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes and what they run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        with self._lock:
            self._closed = True
        for server in self._servers:
            server.terminate()
        end = time.monotonic() + _PATIENCE
        for server in self._servers:
            server.join(max(0.0, end - time.monotonic()))
        self._threads.shutdown(cancel_futures=True)
