"""A pool of processes that run calls, adopt the orphans of programs, and are replaced. For POSIX systems only.

Threads would start one program at a time, since each holds the interpreter's lock until its program has started. And a
process that runs one program at a time knows whose orphans it adopts. On Linux, this process adopts those of a process
that was killed.
"""

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from io import StringIO
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.process import BaseProcess
from multiprocessing.util import Finalize
from threading import Thread
from typing import Final, ParamSpec, TypeVar

import psutil

from refsol.jury.parallel.pool import ExecutorError, WatchedExecutor
from refsol.jury.run.processes import adopt_orphans, end_orphans
from refsol.jury.run.scratch import locate, remove_own

_SIGNALS: Final = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
_REPORT: Final = threading.excepthook

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class WorkerPool(WatchedExecutor):
    """An executor with ``count`` processes, forks or of another ``start_method``, that end with this process.

    They are made at once and, if one of them is killed or stopped, all anew: then the futures of the calls that run
    raise ``BrokenExecutor``. Functions, arguments and results must be picklable. After :meth:`shutdown`, another call
    makes new processes.
    """

    def __init__(self, count: int, start_method: str = "fork") -> None:
        self._count: Final = count
        self._context: Final = get_context(start_method)
        self._looked = 0.0
        self._pool: ProcessPoolExecutor | None = None
        locate()  # before the forks do
        try:
            self.submit(int)  # by which the processes start
        except BaseException:
            self.shutdown()
            raise

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` in a process. Raises ``OSError`` if the system has none."""
        with _blocked():
            if self._pool is not None:
                with suppress(BrokenExecutor):
                    return self._pool.submit(fn, *args, **kwargs)
                self._end(0.0)
                end_orphans()
            threading.excepthook = _report
            others = active_children()
            self._pool = ProcessPoolExecutor(self._count, self._context, _begin)
            self._watch_queue(self._pool._call_queue)  # type: ignore[attr-defined]  # it has no public name
            try:
                return self._pool.submit(fn, *args, **kwargs)
            except BaseException:  # for lack of memory, the pool may not know a process that it has started
                for process in set(active_children()).difference(others):
                    process.kill()
                raise

    def look(self) -> None:
        """Kill all processes if one of them is stopped or dead, so that the calls end. O(processes), now and then.

        Raises :class:`.ExecutorError` if the thread that would notice that they end has failed, as for lack of memory.
        """
        now = time.monotonic()
        if now > self._looked + 0.2:
            self._looked = now
            manager: Thread | None = getattr(self._pool, "_executor_manager_thread", None)  # it has no public name
            if manager is not None and not manager.is_alive() and not getattr(self._pool, "_broken", False):
                raise ExecutorError("the thread that waits for processes has failed")
            if not all(map(_is_able, self._processes())):
                self._kill()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End the processes and what they run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        for process in self._processes():
            process.terminate()
        self._end(5.0)

    def _watch_queue(self, queue: object) -> None:
        """Let a call that can't be sent to the processes be lost, for which the pool itself would wait for ever."""
        report: Callable[[Exception, object], None] = getattr(queue, "_on_queue_feeder_error", lambda *_: None)

        def on_error(error: Exception, call: object) -> None:
            if isinstance(call, memoryview):  # pickled
                self._kill()
            else:
                report(error, call)

        vars(queue)["_on_queue_feeder_error"] = on_error

    def _processes(self) -> list[BaseProcess]:
        return [] if self._pool is None else [*(self._pool._processes or {}).values()]

    def _end(self, seconds: float) -> None:
        """Wait this many seconds for the processes to end, then kill them."""
        end = time.monotonic() + seconds
        for process in self._processes():
            process.join(max(0.0, end - time.monotonic()))
        self._kill()
        if self._pool is not None:
            queue = getattr(self._pool, "_call_queue", None)
            self._pool.shutdown(cancel_futures=True)
            for name in ("_close", "_jointhread"):  # which would wait at the end for a thread that had no memory
                finalizer: Finalize | None = getattr(queue, name, None)
                if finalizer is not None:
                    finalizer.cancel()
            self._pool = None

    def _kill(self) -> None:
        for process in self._processes():
            process.kill()
        if self._pool is not None and self._pool._result_queue is not None:
            # Otherwise the pool would wait for the rest of a result of which a process has sent the first part.
            self._pool._result_queue._writer.close()  # type: ignore[attr-defined]  # it has no public name


def _report(error: threading.ExceptHookArgs) -> None:
    """Report an error that ends a thread, unless :meth:`WorkerPool.look` notices that."""
    if type(error.thread).__name__ != "_ExecutorManagerThread":
        _REPORT(error)


def _is_able(process: BaseProcess) -> bool:
    unable = (psutil.STATUS_STOPPED, psutil.STATUS_TRACING_STOP, psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
    with suppress(psutil.NoSuchProcess):
        return psutil.Process(process.pid).status() not in unable
    return False


@contextmanager
def _blocked() -> Iterator[None]:
    """Block signals, which a new process must not handle as this one does, until it has its own handlers."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    sys.stderr = StringIO()  # an error that ends the process is reported where its call is awaited
    for number in (signal.SIGINT, signal.SIGHUP):  # from the terminal to all of its processes; the first one decides
        if signal.getsignal(number) != signal.SIG_IGN:  # which a program under test would inherit
            signal.signal(number, lambda _number, _frame: None)  # the programs that this starts don't ignore it
    signal.signal(signal.SIGTERM, _clean_up_and_end)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    adopt_orphans()
    Thread(target=_end_with_parent, daemon=True).start()


def _clean_up_and_end(_number: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        end_orphans()
        remove_own()
    finally:
        os._exit(0)  # whatever was interrupted


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    while True:  # a signal that comes just before the main thread begins to wait doesn't wake it
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.1)
