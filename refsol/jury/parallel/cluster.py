"""An executor whose calls run on the workers of a Dask cluster. It needs the extra ``cluster``.

On each worker, every thread hands its calls to a separate process (:mod:`refsol.jury.parallel.server`). So programs
are watched and ended as they are locally, however many threads a worker has and whatever else it runs. These processes
end with the worker, when the client says so or, if the client has vanished, when they have been idle for a minute.

refsol must also be installed on the scheduler. All calls are O(bytes handed over) besides what they run.
"""

import asyncio
import pickle
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from secrets import token_hex
from threading import Lock, Thread
from typing import Any, Final, ParamSpec, TypeAlias, TypeVar, cast

from refsol.jury.parallel.pool import ExecutorError, Losses, result_of
from refsol.jury.parallel.relay import Parcel, arrived, end, mode_here, pack, refusal, relay
from refsol.jury.run.program import Program, RunLimits, RunOutcome
from refsol.problem import Problem

_CONNECTING: Final = 5.0  # seconds for the scheduler to answer, and for the first worker to come
_ENDING: Final = 10.0  # seconds for processes to end
_LONELY: Final = 60.0  # seconds without any worker after which a cluster is given up
_LOOK: Final = 2.0  # seconds between looking whether there are workers
_THREADS: Final = 1000  # calls at a time, at most; each needs a thread that waits for the reply

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


_Client: TypeAlias = Any  # of ``distributed``, which has types for some functions only


class Cluster(Executor):
    """The executor for the Dask cluster whose scheduler is at an ``address`` such as ``tcp://10.0.0.1:8786``.

    Functions, arguments and results must be picklable, by cloudpickle. Dask repeats a call whose worker is lost; if
    that doesn't help, its future raises ``BrokenExecutor``. It raises :class:`.ExecutorError` if the scheduler or all
    workers are gone, or if the worker has another version or mode of refsol. The constructor raises it if the scheduler
    doesn't answer or has no workers, if ``distributed`` is missing, or if a worker lacks the package of the
    ``problem``.
    """

    def __init__(self, address: str, problem: Problem | None = None) -> None:
        self._address: Final = address
        self._problem: Final = "" if problem is None else problem.name
        self._client: Final = _connected(address, self._problem)
        self._keys: Final = [token_hex(8)]  # of the processes: first for calls without a program, then for programs
        self._threads: Final = ThreadPoolExecutor(_THREADS)
        self._lock: Final = Lock()
        self._seen = self._looked = time.monotonic()  # when there were workers, and when that was asked

    @property
    def threads(self) -> int:
        """The number of the workers' threads; :class:`.ExecutorError` if the scheduler doesn't answer for a minute."""
        try:
            return self._count_threads(_LONELY)
        except TimeoutError as error:
            raise ExecutorError(f"{self._address}: the scheduler doesn't answer") from error

    def command(
        self,
        words: Sequence[str],
        limits: RunLimits | None = None,
        *,
        shell: bool = False,
        directory: str | None = None,
        warm: bool = False,
    ) -> Program:
        """Return a command, described as for :class:`.Command`, that runs on the workers, in their environment.

        There, too, it may be ``warm``. Files that its ``words`` name by relative paths travel by content. Absolute
        paths must exist on the workers, and so must the ``directory`` and whatever a line for the ``shell`` names.
        Raises :class:`.StartError` for a file that should travel and can't be read; a run raises it for what a worker
        doesn't have.
        """
        program = _Travelling(self, pack(words, limits, shell=shell, directory=directory, warm=warm))
        self._keys.append(program.key)
        return program

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` on a worker; at most one of the ``args`` may be a program that :meth:`command` has made."""
        call: bytes = import_module("cloudpickle").dumps((fn, args, kwargs))
        program = next((arg for arg in args if isinstance(arg, _Travelling)), None)
        return self._threads.submit(lambda: cast(_Result, result_of(self._reply_to(call, program))))  # was pickled

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End what the workers still run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        self.end(*self._keys)
        with suppress(Exception):  # the scheduler may be gone
            self._client.close(timeout=_ENDING)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def end(self, *keys: str) -> None:
        """End all processes with these ``keys``, on all workers, and let no new one begin."""
        with suppress(Exception):  # the scheduler may be gone, and workers end what they run when they end
            self._client.run(end, keys, on_error="ignore", callback_timeout=_ENDING)

    def _reply_to(self, call: bytes, program: "_Travelling | None") -> bytes:
        key = self._keys[0] if program is None else program.key
        reply = self._relayed(key, call, None if program is None else b"")
        if reply == b"" and program is not None:
            reply = self._relayed(key, call, pickle.dumps(program.parcel))
        if reply is None:
            raise BrokenExecutor("a process of a worker has ended")
        return reply

    def _relayed(self, key: str, call: bytes, parcel: bytes | None) -> bytes | None:
        distributed = import_module("distributed")
        try:
            task = self._client.submit(relay, mode_here(self._problem), self._problem, key, call, parcel, pure=False)
            while True:
                with suppress(TimeoutError):
                    task.exception(timeout=_LOOK)
                    reply: bytes | None = task.result()
                    return reply
                self._raise_if_alone()
        except distributed.KilledWorker as error:
            raise BrokenExecutor(str(error)) from error
        except (CancelledError, asyncio.CancelledError) as error:
            raise ExecutorError(f"{self._address}: the connection to the scheduler was lost") from error
        except ExecutorError:
            raise
        except Exception as error:  # of the transport: what the call itself raises is part of the reply
            message = str(error.__cause__ or error).partition("\n")[0]
            raise ExecutorError(f"{self._address}: calls fail there: {type(error).__name__}: {message}") from error

    def _count_threads(self, seconds: float) -> int:
        """Return the number of threads of all workers. Raises ``TimeoutError`` if that takes longer."""
        # The client's own function waits for ever if the client is being closed at the same time.
        threads: Mapping[str, int] = self._client.sync(self._client.scheduler.ncores, callback_timeout=seconds)
        return sum(threads.values())

    def _raise_if_alone(self) -> None:
        """Raise ``ExecutorError`` if there have been no workers for a minute."""
        with self._lock:
            now = time.monotonic()
            if now - self._looked > _LOOK:
                self._looked = now
                with suppress(TimeoutError):
                    if self._count_threads(_CONNECTING):
                        self._seen = now
            if now - self._seen > _LONELY:
                raise ExecutorError(f"{self._address}: all workers are gone")


def _connected(address: str, problem: str) -> "_Client":
    """Return a client that is connected to the scheduler, which has workers."""
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        raise ExecutorError("a Dask cluster needs the extra cluster: pip install 'refsol[cluster]'") from error
    connections: SimpleQueue[_Client | Exception] = SimpleQueue()

    def connect() -> None:
        try:
            connections.put(distributed.Client(address, timeout=_CONNECTING, set_as_default=False, name="refsol"))
        except Exception as error:
            connections.put(error)

    Thread(target=connect, daemon=True).start()  # since it waits for ever if something else is listening there
    try:
        client = connections.get(timeout=_CONNECTING + 1)
    except Empty as error:
        client = error
    if isinstance(client, Exception):
        raise ExecutorError(f"{address}: no Dask scheduler answers there") from client
    try:
        client.wait_for_workers(1, timeout=_CONNECTING)
        modes: Mapping[str, object] = {}
        with suppress(OSError):  # a worker that doesn't answer gets no calls, either; one that comes later says so
            modes = client.run(mode_here, problem, on_error="return", callback_timeout=_CONNECTING)
        here = mode_here(problem)
        for worker, mode in sorted(modes.items()):
            if isinstance(mode, Exception):
                raise ExecutorError(f"the worker {worker} can't run {here}: {mode}")
            if mode != here:
                raise ExecutorError(refusal(worker, str(mode), here))
    except (TimeoutError, ExecutorError) as error:
        client.close(timeout=_ENDING)
        if isinstance(error, ExecutorError):
            raise
        raise ExecutorError(f"{address}: the cluster has no workers") from error
    return client


class _Travelling:
    """A command that runs on the workers of a cluster; where it has arrived, it is unpickled as what it was."""

    def __init__(self, cluster: Cluster, parcel: Parcel) -> None:
        self.key: Final = token_hex(8)  # of its processes
        self.parcel: Final = parcel
        self._cluster: Final = cluster
        self._stopped = False

    def __reduce__(self) -> tuple[Callable[[str], Program], tuple[str]]:
        return arrived, (self.key,)

    def run(self, data: bytes) -> RunOutcome:
        losses = Losses()
        while not self._stopped:
            try:
                return self._cluster.submit(_run, self, data).result()
            except BrokenExecutor:
                if not self._stopped:
                    losses.add(0, "a run of the program")
        return RunOutcome(None, "", b"")

    def stop(self) -> None:
        if not self._stopped:
            self._stopped = True
            self._cluster.end(self.key)


def _run(program: Program, data: bytes) -> RunOutcome:
    return program.run(data)
