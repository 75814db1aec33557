"""An executor whose processes run batches of cases. For Linux only.

Threads would start one program at a time, since each holds the interpreter's lock until its program has started. And
a process that runs one program at a time knows whose orphans it adopts. All calls are O(bytes handed over).
"""

import pickle
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, InvalidStateError
from contextlib import suppress
from multiprocessing.connection import Connection
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Final, NamedTuple, ParamSpec, TypeVar, cast

from refsol.jury.calls import result_of
from refsol.jury.serving import Prepare, Server, forked, started

_PATIENCE: Final = 5.0  # seconds that the processes are given to end

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _Item(NamedTuple):
    """A ``call``, as in :mod:`refsol.jury.calls` before it is pickled, and the ``future`` of its result."""

    future: "Future[object]"
    call: tuple[object, ...]


class Workers(Executor):
    """An executor with ``count`` processes that adopt orphans and end with this process.

    They are forks, made at once, so this process must not have several threads yet; each of them calls ``prepare``
    before anything else. One that is killed from outside is replaced by a new interpreter. Functions, arguments and
    results must be picklable.
    """

    def __init__(self, count: int, prepare: Prepare | None = None) -> None:
        inherited: list[Connection] = []
        self._servers: Final = [forked(inherited, prepare) for _ in range(count)]  # all that were ever made
        self._items: Final[SimpleQueue[_Item | None]] = SimpleQueue()  # None: no more
        self._lock: Final = Lock()
        self._closed = False
        self._threads: Final[list[Thread]] = []
        try:
            for server in self._servers[:]:
                thread = Thread(target=self._work, args=(server,), daemon=True)
                thread.start()
                self._threads.append(thread)
        except BaseException:
            self.shutdown()
            raise

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` in an idle process. The future raises ``BrokenExecutor`` if the process ends meanwhile.

        Raises ``RuntimeError`` after :meth:`shutdown`.
        """
        with self._lock:
            if self._closed:
                raise RuntimeError("cannot schedule new futures after shutdown")
            future: Future[object] = Future()
            self._items.put(_Item(future, (fn, args, kwargs)))
        return cast(Future[_Result], future)  # what it returns was pickled meanwhile

    def _work(self, server: Server | None) -> None:
        """Hand calls over to a ``server``, or to its successors if it is lost, one after the other, in a thread."""
        while True:
            item: _Item | None = None
            try:
                item = self._items.get()
                if item is None:
                    return
                if item.future.set_running_or_notify_cancel():
                    call = pickle.dumps(item.call)
                    server = server or self._new_server()
                    _settle_by(item.future, server.reply_to(call))
            except Exception as error:  # whatever it is, the next reply of the server might belong to this call
                if server is not None:
                    server.terminate()
                    server = None
                if item is not None:
                    _settle(item.future.set_exception, error)
            if item is not None:
                _unlock(item.future)

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
        with suppress(Empty):
            while (item := self._items.get_nowait()) is not None:
                item.future.cancel()
                item.future.set_running_or_notify_cancel()
        for _ in self._threads:
            self._items.put(None)
        for server in self._servers:
            server.terminate()
        end = time.monotonic() + _PATIENCE
        for server in self._servers:
            server.join(max(0.0, end - time.monotonic()))
        for thread in self._threads:  # one may wait for ever for a future that this thread has locked without memory
            thread.join(max(0.0, end - time.monotonic()))


def _unlock(future: "Future[object]") -> None:
    """Release a future if this thread still holds it, since it had no memory for the call that releases it.

    Otherwise whoever asks for its state would wait for ever.
    """
    try:  # needs no memory itself, unlike suppress
        while True:
            future._condition.release()
    except (RuntimeError, MemoryError):  # this thread doesn't hold it, and there may be no memory to say so
        return


def _settle_by(future: "Future[object]", reply: bytes) -> None:
    """Give a future the result or the exception that a ``reply`` carries."""
    try:
        result = result_of(reply)
    except Exception as error:
        _settle(future.set_exception, error)
    else:
        _settle(future.set_result, result)


_Value = TypeVar("_Value")


def _settle(give: Callable[[_Value], None], value: _Value) -> None:
    """Let ``give`` give a future its result or exception; once more if there is no memory for a moment.

    Otherwise whoever waits for it would wait for ever.
    """
    for _ in range(2):
        with suppress(MemoryError, InvalidStateError):
            give(value)
            return
