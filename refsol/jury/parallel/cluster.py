"""An executor whose calls run on the workers of a Dask cluster. It needs the extra ``cluster``.

Each thread of a worker hands its calls to a process beside it (:class:`.WorkerPool`), which ends with the worker.
"""

import os
import pickle
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache, partial
from importlib import import_module
from multiprocessing import current_process
from pathlib import Path
from secrets import token_hex
from threading import get_ident
from typing import Any, Final

from refsol import __version__
from refsol.jury.parallel.pool import ExecutorError, WatchedExecutor, result_of
from refsol.portable import is_compiled


class Cluster(WatchedExecutor):
    """The executor for the Dask cluster whose scheduler is at an ``address`` such as ``tcp://10.0.0.1:8786``.

    Calls must be picklable; Dask repeats those whose worker is lost. :class:`.ExecutorError` says why it can't be used.
    """

    def __init__(self, address: str) -> None:
        self._address: Final = address
        self._key: Final = token_hex(8)  # of the processes
        try:  # distributed has types for some functions only
            self._client: Final[Any] = import_module("distributed").Client(address, timeout=5, set_as_default=False)
        except ModuleNotFoundError as error:
            raise ExecutorError("a Dask cluster needs the extra cluster: pip install 'refsol[cluster]'") from error
        except Exception as error:
            raise ExecutorError(f"{address}: no Dask scheduler answers there") from error
        found = ", ".join({*map(str, self._client.run(mode_here, on_error="return").values())})
        if found != mode_here():
            self.shutdown()
            message = f"a worker runs {found}, and this is {mode_here()}" if found else "the cluster has no workers"
            raise ExecutorError(f"{address}: {message}")

    @property
    def threads(self) -> int:
        """The number of the workers' threads."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        """Call ``fn`` on a worker. Programs that :meth:`command` has made may be among the arguments."""
        return self._client.get_executor(pure=False).submit(_relay, self._key, pickle.dumps(_Sent(fn, *args, **kwargs)))

    def look(self) -> None:
        """Raise :class:`.ExecutorError` if there are no workers for a minute."""
        try:
            self._client.wait_for_workers(1, timeout=60)
        except OSError as error:
            raise ExecutorError(f"{self._address}: all workers are gone") from error

    def command(self, words: Sequence[str], *arguments: Any, **options: Any) -> Any:
        """Return a command, described as for :class:`.Command`, that runs on the workers only, in their environment.

        Files that its ``words`` name by relative paths travel by content; all else must be there. Raises ``OSError``.
        """
        named = () if options.get("shell") else words if os.sep in words[0] else words[1:]
        files = [word for word in named if word[:1] != os.sep and os.path.isfile(word)]  # noqa: PTH113 (of any length)
        sent = tuple((word, Path(word).read_bytes()) for word in files)
        return _Sent(_unpacked, tuple(words), sent, *arguments, **options, label=self._key)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = True) -> None:
        """End what the workers still run, within seconds; ``wait`` and ``cancel_futures`` change nothing."""
        with suppress(Exception):  # the scheduler may be gone
            self._client.run(_end, self._key, on_error="ignore", callback_timeout=5)
            self._client.close(timeout=5)


def mode_here() -> str:
    """Return version and mode of refsol here."""
    return f"refsol {__version__}, {'compiled' if is_compiled() else 'interpreted'}"


class _Sent(partial[Any]):  # a call that is made where this is unpickled
    def __reduce__(self) -> tuple[Any, ...]:
        return partial(self.func, **self.keywords), self.args

    def stop(self) -> None:
        """Do nothing; what runs is ended with the executor."""


@cache  # since it travels with each call
def _unpacked(words: Sequence[str], sent: Sequence[tuple[str, bytes]], *arguments: Any, **options: Any) -> Any:
    from refsol.jury.run.command import Command
    from refsol.jury.run.scratch import Scratch

    paths = {word: Path(Scratch(options["label"]).take().path, Path(word).name) for word, _ in sent}
    for word, content in sent:
        paths[word].write_bytes(content)
        paths[word].chmod(0o700)
    return Command([str(paths.get(word, word)) for word in words], *arguments, **options, finds_files=False)


_pools: Final[dict[tuple[str, int], Any]] = {}  # on a worker: the process for each client and thread


def _relay(client: str, call: bytes) -> Any:
    from refsol.jury.parallel.workers import WorkerPool

    key = client, get_ident()
    if key not in _pools:
        current_process().daemon = False  # one that a nanny has started is, and may not have processes
        _pools[key] = WorkerPool(1, "spawn")
    return result_of(_pools[key], pickle.loads, call)


def _end(client: str) -> None:
    from refsol.jury.run.scratch import remove_labelled

    for key in [key for key in _pools if key[0] == client]:
        _pools.pop(key).shutdown()
    remove_labelled(client)  # the files that have travelled, and those of processes that were killed
