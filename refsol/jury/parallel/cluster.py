"""An executor whose calls run on the workers of a Dask cluster. It needs the extra ``cluster``.

Each thread of a worker hands its calls to a process beside it (:class:`.WorkerPool`), so that programs are watched and
ended as they are here. These processes end with the worker, or when the client says so.
"""

import asyncio
import os
import pickle
import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Future
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from multiprocessing import current_process
from operator import methodcaller
from pathlib import Path
from secrets import token_hex
from threading import Thread, get_ident
from typing import TYPE_CHECKING, Any, Final, ParamSpec, TypeAlias, TypeVar
from weakref import finalize

from refsol import __version__
from refsol.errors import PackageError
from refsol.jury.parallel.pool import ExecutorError, WatchedExecutor, result_of
from refsol.jury.run.languages import names_file, program_at
from refsol.jury.run.program import Program, RunOutcome, StartError
from refsol.portable import is_compiled
from refsol.problem import Problem, provider_of

if TYPE_CHECKING:
    from refsol.jury.run.command import Command

_CONNECTING: Final = 5.0  # seconds for the scheduler to answer, and for the first worker to come
_ALONE: Final = 60.0  # seconds without any worker, or an answer, after which a cluster is given up

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


class Cluster(WatchedExecutor):
    """The executor for the Dask cluster whose scheduler is at an ``address`` such as ``tcp://10.0.0.1:8786``.

    Functions, arguments and results must be picklable. Dask repeats a call whose worker is lost; if that doesn't help,
    its future raises ``BrokenExecutor``. It raises :class:`.ExecutorError` if the scheduler is gone, or if the worker
    has another version or mode of refsol, or another package of the ``problem``. The constructor raises it if the
    scheduler doesn't answer or has no workers, or if ``distributed`` is missing.
    """

    def __init__(self, address: str, problem: Problem | None = None) -> None:
        self._address: Final = address
        self._problem: Final = "" if problem is None else problem.name
        self._key: Final = token_hex(8)  # of the processes
        self._client: Final = _connected(address)
        self._seen = self._looked = time.monotonic()  # when there were workers, and when that was asked
        try:
            self._client.wait_for_workers(1, timeout=_CONNECTING)
        except TimeoutError as error:
            self.shutdown()
            raise ExecutorError(f"{address}: the cluster has no workers") from error

    @property
    def threads(self) -> int:
        """The number of the workers' threads; :class:`.ExecutorError` if the scheduler doesn't answer for a minute."""
        try:  # the client's own function waits for ever if the client is being closed at the same time
            return sum(self._client.sync(self._client.scheduler.ncores, callback_timeout=_ALONE).values())
        except TimeoutError as error:
            raise ExecutorError(f"{self._address}: the scheduler doesn't answer") from error

    def command(self, words: Sequence[str], *arguments: Any, **options: Any) -> Program:
        """Return a command, described as for :class:`.Command`, that runs on the workers, in their environment.

        Files that its ``words`` name by relative paths travel by content; whatever else it names must exist on the
        workers. Raises :class:`.StartError` for a file that should travel and can't be read. O(bytes).
        """
        packed = tuple(words if options.get("shell") else pack(words))
        return _RemoteCommand(self, partial(unpacked, packed, *arguments, **options, label=self._key))

    def submit(
        self, fn: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
    ) -> Future[_Result]:
        """Call ``fn`` on a worker. Programs that :meth:`command` has made may be among the arguments."""
        what = self._key, self._problem, mode_here(self._problem), pickle.dumps(partial(fn, *args, **kwargs))
        future = Future[_Result]()
        future.set_running_or_notify_cancel()

        def settle(ended: Future[_Result]) -> None:
            try:
                future.set_result(ended.result())
            except (CancelledError, asyncio.CancelledError):
                future.set_exception(ExecutorError(f"{self._address}: the connection to the scheduler was lost"))
            except Exception as error:
                lost = isinstance(error, import_module("distributed").KilledWorker)
                future.set_exception(BrokenExecutor(str(error)) if lost else error)

        self._client.get_executor(pure=False).submit(_relay, *what).add_done_callback(settle)
        return future

    def look(self) -> None:
        """Raise :class:`.ExecutorError` if there have been no workers for a minute."""
        now = time.monotonic()
        if now > self._looked + 2:
            self._looked = now
            if self.threads:
                self._seen = now
            elif now > self._seen + _ALONE:
                raise ExecutorError(f"{self._address}: all workers are gone")

    def end(self) -> None:
        """End all processes of this client on the workers, within seconds."""
        with suppress(Exception):  # the scheduler may be gone
            self._client.run(_end, self._key, on_error="ignore", callback_timeout=_CONNECTING)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End what the workers still run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        self.end()
        with suppress(Exception):
            self._client.close(timeout=_CONNECTING)


def _connected(address: str) -> Any:  # distributed has types for some functions only
    try:
        distributed = import_module("distributed")
    except ModuleNotFoundError as error:
        raise ExecutorError("a Dask cluster needs the extra cluster: pip install 'refsol[cluster]'") from error
    connection = Future[Any]()

    def connect() -> None:
        try:
            connection.set_result(distributed.Client(address, timeout=_CONNECTING, set_as_default=False))
        except Exception as error:
            connection.set_exception(error)

    Thread(target=connect, daemon=True).start()  # since it waits for ever if something else is listening there
    try:
        return connection.result(_CONNECTING + 1)
    except Exception as error:
        raise ExecutorError(f"{address}: no Dask scheduler answers there") from error


def mode_here(problem: str = "") -> str:
    """Return version and mode of refsol here, and the package of an installed ``problem``, or why it can't be used."""
    parts = [f"refsol {__version__}", "compiled" if is_compiled() else "interpreted"]
    try:
        parts.append(provider_of(problem) if problem else "")
    except PackageError as error:
        parts.append(str(error))
    return ", ".join(filter(None, parts))


class _RemoteCommand:
    """A command that runs on a ``cluster``; unpickled there, it is what ``made`` returns."""

    def __init__(self, cluster: Cluster, made: Callable[[], Program]) -> None:
        self._cluster: Final = cluster
        self._made: Final = made

    def __reduce__(self) -> tuple[Callable[[], Program], tuple[()]]:
        return self._made, ()

    def run(self, data: bytes) -> RunOutcome:
        outcome: RunOutcome = result_of(self._cluster, methodcaller("run", data), self)
        return outcome

    def stop(self) -> None:
        self._cluster.end()


Packed: TypeAlias = "str | tuple[str, int, bytes]"
"""A word of a command, or the name, permissions and content of the file that it names."""


def pack(words: Sequence[str]) -> list[Packed]:
    """Return the ``words`` of a command, with what they name. Raises :class:`.StartError` if a file can't be read."""
    packed: list[Packed] = [*words]
    for k, word in enumerate(words):
        path = Path(word)
        if os.sep in word and k == 0 and not path.is_absolute():
            program_at(word)
        if (os.sep in word if k == 0 else word and not word.startswith("-")) and names_file(word):
            packed[k] = str(path.absolute())
            if path.is_file() and not path.is_absolute():
                try:
                    packed[k] = path.name, path.stat().st_mode & 0o777, path.read_bytes()
                except OSError as error:
                    raise StartError(f"{word}: {error.strerror}") from error
    return packed


@cache  # since it travels with each call
def unpacked(packed: tuple[Packed, ...], *arguments: Any, **options: Any) -> "Command":
    """Return the command whose words are ``packed``, described as for :class:`.Command`. O(bytes)."""
    from refsol.jury.run.command import Command
    from refsol.jury.run.scratch import Scratch

    files = Scratch(options["label"])
    words: list[str] = []
    for word in packed:
        if not isinstance(word, str):
            name, permissions, content = word
            path = Path(files.take().path, name)
            path.write_bytes(content)
            path.chmod(permissions)
            word = str(path)
        words.append(word)
    program = Command(words, *arguments, **options, finds_files=False)
    finalize(program, files.remove_all)
    return program


_pools: Final[dict[tuple[str, int], Any]] = {}  # on a worker: the process for each client and thread


def _relay(client: str, problem: str, mode: str, call: bytes) -> object:
    """Let the process of this thread make a ``call`` of a ``client``, which has this ``mode`` for its ``problem``."""
    here = f"the worker {import_module('distributed').get_worker().address}"
    if mode_here(problem) != mode:
        raise ExecutorError(f"{here} runs {mode_here(problem)}, and this is {mode}")
    from refsol.jury.parallel.workers import WorkerPool

    key = client, get_ident()
    if key not in _pools:
        current_process().daemon = False  # one that a nanny has started is, and may not have processes
        _pools[key] = WorkerPool(1, "spawn")
    try:
        return result_of(_pools[key], _called, call)  # which is unpickled there
    except StartError as error:
        raise StartError(f"{error}, on {here}") from error


async def _end(client: str) -> None:
    """End the processes of a ``client``; this is no task of Dask."""
    from refsol.jury.run.scratch import remove_labelled

    for key in [key for key in _pools if key[0] == client]:
        await asyncio.to_thread(_pools.pop(key).shutdown)
    remove_labelled(client)  # of processes that were killed


def _called(call: bytes) -> object:
    return pickle.loads(call)()
