"""Many calls on an executor, until there are no more or they are interrupted: one loop for all of them.

Everything is O(calls) and O(bytes handed over) besides what the calls run.
"""

import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Hashable, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import Generic, NamedTuple, TypeAlias, TypeVar

_Key = TypeVar("_Key", bound=Hashable)
_Result = TypeVar("_Result")

Chain: TypeAlias = Sequence[Callable[[], _Result]]
"""Calls, each of which is made only if those before it don't end the chain. They must be picklable for processes."""


class ExecutorError(Exception):
    """The executor for calls can't be used; the message says why, in a line."""


class Task(NamedTuple, Generic[_Key, _Result]):
    """A call to make: its ``key``, its ``name`` in messages, and a ``function`` with ``arguments``, picklable.

    If it does the work of several calls, ``parts`` returns these: after a loss they are made instead.
    """

    key: _Key
    name: str
    function: Callable[..., _Result]
    arguments: tuple[object, ...] = ()
    parts: "Callable[[], Sequence[Task[_Key, _Result]]]" = tuple


class Done(NamedTuple, Generic[_Result]):
    """A call has returned: number ``call`` of chain number ``chain``, both from 0, and its ``result``."""

    chain: int
    call: int
    result: _Result


class WatchedExecutor(Executor):
    """An executor at which somebody has to look while its calls run."""

    def look(self) -> None:
        """See that no call is waited for in vain; :class:`ExecutorError` if none can run any more."""
        raise NotImplementedError


def results_of(
    executor: Executor,
    take: Callable[[], Task[_Key, _Result] | None],
    jobs: int,
    is_interrupted: Callable[[], bool] = lambda: False,
    *,
    waits: bool = False,
    when_lost: Callable[[_Key], _Result | None] = lambda _key: None,
) -> Generator[tuple[_Key, _Result], None, None]:
    """Run on an ``executor`` the calls that ``take`` returns, at most ``jobs`` at a time; yield keys and results.

    It ends when ``take`` returns None and nothing runs any more; a result may give ``take`` more to return. Once
    ``is_interrupted`` returns true, nothing more is begun or yielded. Calls whose futures raise ``BrokenExecutor``,
    since a process was lost, are made again, one by one. For one that is lost again, ``when_lost`` may return the
    result. If it ``waits``, it ends only when nothing runs any more, unless it is interrupted or an ``Exception`` ends
    it. Raises what a call raises, and :class:`ExecutorError` for one that is lost twice and has no result.
    """
    pending: dict[Future[_Result], Task[_Key, _Result]] = {}
    lost = deque[Task[_Key, _Result]]()  # to be made again; the first of them may be running, alone
    try:
        while not is_interrupted():
            begun = [lost[0]] if lost and not pending else []
            while not lost and len(pending) + len(begun) < jobs and (task := take()) is not None:
                begun.append(task)
            pending.update((executor.submit(task.function, *task.arguments), task) for task in begun)
            if not pending:
                return
            for future in _ended(executor, pending):
                task = pending.pop(future)
                again = bool(lost) and task is lost[0]
                try:
                    result = future.result()
                except BrokenExecutor as error:
                    if is_interrupted():
                        return
                    if not again:
                        lost.extend(task.parts() or [task])
                        continue
                    blamed = when_lost(task.key)
                    if blamed is None:
                        message = f"{task.name}: the process that ran this was killed or stopped, twice"
                        raise ExecutorError(message) from error
                    result = blamed
                if again:
                    lost.popleft()
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


def result_of(executor: Executor, function: Callable[..., _Result], *arguments: object) -> _Result:
    """Call a ``function`` on an ``executor``; return or raise what it does, or ``BrokenExecutor`` if it is lost."""
    future = executor.submit(function, *arguments)
    while not _ended(executor, [future]):
        pass
    return future.result()


def _ended(executor: Executor, futures: Collection[Future[_Result]]) -> Set[Future[_Result]]:
    """Return those of some futures that have ended, once there is one, or after some time."""
    ended = wait(futures, timeout=0.2, return_when=FIRST_COMPLETED).done
    if isinstance(executor, WatchedExecutor):
        executor.look()
    return ended


def run_chains(
    executor: Executor,
    chains: Sequence[Chain[_Result]],
    jobs: int,
    ends_chain: Callable[[_Result], bool],
    is_interrupted: Callable[[], bool],
    name_of: Callable[[int, int], str],
    when_lost: Callable[[tuple[int, int]], _Result | None] = lambda _key: None,
    is_skipped: Callable[[int, int], bool] = lambda _chain, _call: False,
) -> Generator[Done[_Result], None, None]:
    """Run the calls of ``chains`` on an ``executor``, at most ``jobs`` at a time, and yield what they return.

    Chains begin in order. A result for which ``ends_chain`` is true is the last one of its chain. The name of a call is
    what ``name_of`` returns for the numbers of its chain and the call. If ``is_skipped`` returns true for these numbers
    when it is to begin, it isn't made, and its chain ends. Lost calls, ``when_lost``, whose key is these numbers, and
    ``is_interrupted`` are as for :func:`results_of`.
    """
    left = deque((number, 0) for number, chain in enumerate(chains) if chain)

    def take() -> Task[tuple[int, int], _Result] | None:
        while left:
            chain, call = left.popleft()
            if not is_skipped(chain, call):
                return Task((chain, call), name_of(chain, call), chains[chain][call])
        return None

    for (chain, call), result in results_of(executor, take, jobs, is_interrupted, when_lost=when_lost):
        if call + 1 < len(chains[chain]) and not ends_chain(result):
            left.appendleft((chain, call + 1))
        yield Done(chain, call, result)
