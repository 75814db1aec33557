"""An executor whose processes run batches of cases. For Linux only.

Threads would start one program at a time, since each holds the interpreter's lock until its program has started. And
a process that runs one program at a time knows whose orphans it adopts. All calls are O(bytes handed over).
"""

import signal
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Final, Generic, NamedTuple, ParamSpec, TypeVar

from refsol.jury.processes import adopt_orphans, end_orphans, end_with_parent

_PATIENCE: Final = 5.0  # seconds that the processes are given to end

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class _Returned(NamedTuple, Generic[_Result]):
    """The reply of a process whose call returned."""

    value: _Result


class _Raised(NamedTuple):
    """The reply of a process whose call raised an exception."""

    error: Exception


class Workers(Executor):
    """An executor with ``count`` processes that adopt orphans and end with this process.

    They are forks, made at once, so this process must not have several threads yet. Functions, arguments and results
    must be picklable.
    """

    def __init__(self, count: int) -> None:
        context = get_context("fork")
        self._processes: Final[list[BaseProcess]] = []
        self._idle: Final[SimpleQueue[Connection]] = SimpleQueue()
        connections: list[Connection] = []
        for _ in range(count):
            ours, theirs = context.Pipe()
            connections.append(ours)
            process = context.Process(target=_serve, args=(theirs, connections), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)
            self._idle.put(ours)
        self._threads: Final = ThreadPoolExecutor(count)  # each waits for a reply

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` in an idle process. The future raises ``BrokenExecutor`` if the process ends meanwhile."""

        def call() -> _Result:
            connection = self._idle.get()
            try:
                connection.send((fn, args, kwargs))
                reply: _Returned[_Result] | _Raised = connection.recv()
            except (EOFError, OSError) as error:
                raise BrokenExecutor("a worker process has ended") from error
            finally:
                self._idle.put(connection)
            if isinstance(reply, _Raised):
                raise reply.error
            return reply.value

        return self._threads.submit(call)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes and what they run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        for process in self._processes:
            process.terminate()
        end = time.monotonic() + _PATIENCE
        for process in self._processes:
            process.join(max(0.0, end - time.monotonic()))
            process.kill()
        self._threads.shutdown(cancel_futures=True)


def _serve(connection: Connection, inherited: list[Connection]) -> None:
    """Answer calls until the other end is closed or SIGTERM comes."""
    for other in inherited:
        other.close()
    for name in ("SIGINT", "SIGHUP"):  # from the terminal to all of its processes; the first one decides
        number = getattr(signal, name)
        if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
            signal.signal(number, _ignore)
    signal.signal(signal.SIGTERM, _end)
    end_with_parent()
    adopt_orphans()
    try:
        while True:
            function, args, kwargs = connection.recv()
            try:
                connection.send(_Returned(function(*args, **kwargs)))
            except Exception as error:
                connection.send(_Raised(error))
    except (EOFError, OSError):  # the other end is told by the end of this process
        pass
    finally:
        end_orphans()  # and a program that was just being started when the signal came


def _ignore(_number: int, _frame: object) -> None:
    """Ignore a signal, but not in the programs that this process starts."""


def _end(_number: int, _frame: object) -> None:
    """End this process, once it has cleaned up."""
    signal.signal(signal.SIGTERM, _ignore)
    raise SystemExit
