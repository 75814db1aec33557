"""Many calls on an executor, until there are no more or they are interrupted; and how calls reach other processes.

There, a call is a pickled tuple of a function, its arguments and its keyword arguments. Everything is O(calls) and
O(bytes handed over) besides what the calls run.
"""

import os
import pickle
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Collection, Generator, Hashable, Iterator, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager, suppress
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar
from weakref import finalize

_PATIENCE: Final = 0.2  # seconds between checks for an interruption
_MOST: Final = 3  # times that a call is made again

_Key = TypeVar("_Key", bound=Hashable)
_Result = TypeVar("_Result")

Chain: TypeAlias = Sequence[Callable[[], _Result]]
"""Calls, each of which is made only if those before it don't end the chain. They must be picklable for processes."""


class ExecutorError(Exception):
    """The executor for calls can't be used; the message says why, in a line."""


class LostError(BrokenExecutor):
    """The process that was to run a call was killed or stopped; ``note`` is what it had noted last."""

    def __init__(self, note: str = "") -> None:
        super().__init__(note)
        self.note: Final = note

    def __str__(self) -> str:
        return "a worker process has ended"


def _close(descriptor: int) -> None:
    """Close a descriptor, whatever the system says to that: nobody could do anything about it."""
    with suppress(OSError):
        os.close(descriptor)


class Notes:
    """What a process notes while it runs calls for another one, which knows it even if the process is killed. O(1).

    It is in the file with this ``descriptor``, which both have open until the object is gone; without one, nowhere.
    """

    def __init__(self, descriptor: int | None = None) -> None:
        self.descriptor: Final = descriptor
        if descriptor is not None:
            finalize(self, _close, descriptor)

    def write(self, text: str) -> None:
        """Note a ``text`` in ASCII of at most 255 characters, instead of the last one."""
        if self.descriptor is not None:
            os.pwrite(self.descriptor, bytes([len(text)]) + text.encode("ascii"), 0)

    def read(self) -> str:
        """Return what was noted last; the other process calls this."""
        content = b"" if self.descriptor is None else os.pread(self.descriptor, 256, 0)
        return content[1 : 1 + content[0]].decode("ascii") if content else ""


notes = Notes()
"""Those of this process."""


@contextmanager
def running(what: str) -> Iterator[None]:
    """Note that a program under test runs, and ``what`` it does, so that it gets the blame if this process is lost."""
    notes.write(what)
    try:
        yield
    except Exception:
        notes.write("")
        raise
    notes.write("")  # but not if a signal ends this process


class Task(NamedTuple, Generic[_Key, _Result]):
    """A call to make: its ``key``, its ``name`` in messages, and a ``function`` with ``arguments``, picklable."""

    key: _Key
    name: str
    function: Callable[..., _Result]
    arguments: tuple[object, ...] = ()


class Done(NamedTuple, Generic[_Result]):
    """A call has returned: number ``call`` of chain number ``chain``, both from 0, and its ``result``."""

    chain: int
    call: int
    result: _Result


class PolledExecutor(Executor):
    """An executor whose futures get results only while :meth:`poll` is called, or one is asked for its own."""

    def poll(self, seconds: float | None) -> None:
        """Wait until a call ends, for at most this many ``seconds``, and give its future the result."""
        raise NotImplementedError


class Losses:
    """Counts how often a process was lost with a call, so that a call is made again only a few times."""

    def __init__(self) -> None:
        self._counts: Final = Counter[Hashable]()

    def add(self, key: Hashable, what: str) -> None:
        """Count a loss of the call ``what``, by its ``key``; ``ExecutorError`` if there is no point in trying again."""
        self._counts[key] += 1
        if self._counts[key] > _MOST:
            raise ExecutorError(f"{what}: the process that ran this was killed {self._counts[key]} times")


def results_of(
    executor: Executor,
    take: Callable[[], Task[_Key, _Result] | None],
    jobs: int,
    is_interrupted: Callable[[], bool] = lambda: False,
    *,
    waits: bool = False,
    when_lost: Callable[[_Key, Sequence[str]], _Result | None] = lambda _key, _notes: None,
) -> Generator[tuple[_Key, _Result], None, None]:
    """Run on an ``executor`` the calls that ``take`` returns, at most ``jobs`` at a time; yield keys and results.

    It ends when ``take`` returns None and nothing runs any more; a result may give ``take`` more to return. Once
    ``is_interrupted`` returns true, nothing more is begun or yielded. A call whose future raises ``BrokenExecutor``,
    since its process was killed, is made again. If that happens again and again, each time while a program under test
    was :func:`running`, ``when_lost`` gets the key and what was noted each time, and may return the result. If it
    ``waits``, it ends only when nothing runs any more, unless it is interrupted or an ``Exception`` ends it. Raises
    what a call raises, and :class:`.ExecutorError` if one is lost again and again.
    """
    lost = deque[Task[_Key, _Result]]()
    pending: dict[Future[_Result], Task[_Key, _Result]] = {}
    losses = Losses()
    noted = defaultdict[_Key, list[str]](list)
    try:
        while not is_interrupted():
            while len(pending) < jobs and (task := lost.popleft() if lost else take()) is not None:
                pending[executor.submit(task.function, *task.arguments)] = task
            if not pending:
                return
            for future in _ended(executor, pending):
                task = pending.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor as error:
                    if is_interrupted():
                        return
                    noted[task.key].append(error.note if isinstance(error, LostError) else "")
                    try:
                        losses.add(task.key, task.name)
                    except ExecutorError:
                        blamed = when_lost(task.key, noted[task.key]) if all(noted[task.key]) else None
                        if blamed is None:
                            raise
                        result = blamed
                    else:
                        lost.append(task)
                        continue
                if is_interrupted():
                    return  # it may come from the interruption
                yield task.key, result
    finally:
        for future in pending:
            future.cancel()
        ending = sys.exc_info()[0]
        if waits and ending is not None and not issubclass(ending, Exception):  # it was closed, or Ctrl-C came
            left = {*pending}
            while left and not is_interrupted():
                left -= _ended(executor, left)


def _ended(executor: Executor, futures: Collection[Future[_Result]]) -> Set[Future[_Result]]:
    """Return those of some futures that have ended, once there is one, or after some time."""
    if isinstance(executor, PolledExecutor):
        executor.poll(_PATIENCE)
        return {future for future in futures if future.done()}
    return wait(futures, timeout=_PATIENCE, return_when=FIRST_COMPLETED).done


def run_chains(
    executor: Executor,
    chains: Sequence[Chain[_Result]],
    jobs: int,
    ends_chain: Callable[[_Result], bool],
    is_interrupted: Callable[[], bool],
    name_of: Callable[[int, int], str],
    when_lost: Callable[[tuple[int, int], Sequence[str]], _Result | None] = lambda _key, _notes: None,
) -> Generator[Done[_Result], None, None]:
    """Run the calls of ``chains`` on an ``executor``, at most ``jobs`` at a time, and yield what they return.

    Chains begin in order. A result for which ``ends_chain`` is true is the last one of its chain. The name of a call is
    what ``name_of`` returns for the numbers of its chain and the call. Lost calls, ``when_lost``, whose keys are these
    numbers, and ``is_interrupted`` are as for :func:`results_of`.
    """
    left = deque((number, 0) for number, chain in enumerate(chains) if chain)

    def take() -> Task[tuple[int, int], _Result] | None:
        if not left:
            return None
        chain, call = left.popleft()
        return Task((chain, call), name_of(chain, call), chains[chain][call])

    for (chain, call), result in results_of(executor, take, jobs, is_interrupted, when_lost=when_lost):
        if call + 1 < len(chains[chain]) and not ends_chain(result):
            left.appendleft((chain, call + 1))
        yield Done(chain, call, result)


_Reply: TypeAlias = tuple[object, Exception | None]  # what a call returned, or the exception that it raised


def reply_to(call: bytes) -> bytes:
    """Run a ``call`` and return the reply: the result or the exception."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps((function(*args, **kwargs), None))
    except Exception as error:
        return failure(error)


def failure(error: Exception) -> bytes:
    """Return the reply that raises an ``error``."""
    try:
        return pickle.dumps((None, error))
    except Exception:  # it can't be pickled
        return pickle.dumps((None, ExecutorError(f"{type(error).__name__}: {error}")))


def is_failure(reply: bytes) -> bool:
    """Return whether a ``reply`` raises an exception."""
    found: _Reply = pickle.loads(reply)
    return found[1] is not None


def result_of(reply: bytes) -> object:
    """Return the result that a ``reply`` carries, or raise its exception."""
    found: _Reply = pickle.loads(reply)
    result, error = found
    if error is not None:
        raise error
    return result
