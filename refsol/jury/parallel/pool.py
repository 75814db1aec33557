"""Runs many calls on an executor, until there are no more, or until they are interrupted.

All calls are O(calls) besides what they run.
"""

import sys
from collections import deque
from collections.abc import Callable, Collection, Generator, Sequence, Set
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import accumulate
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from refsol.jury.parallel.remote_call import Losses

_PATIENCE: Final = 0.2  # seconds between checks for an interruption

_Result = TypeVar("_Result")

Chain: TypeAlias = Sequence[Callable[[], _Result]]
"""Calls, each of which is made only if those before it don't end the chain. They must be picklable for processes."""


class Call(NamedTuple, Generic[_Result]):
    """A call to make: its ``number``, its ``name`` in messages, and a ``function`` with ``arguments``, picklable."""

    number: int
    name: str
    function: Callable[..., _Result]
    arguments: tuple[object, ...] = ()


class Done(NamedTuple, Generic[_Result]):
    """A call has returned: number ``call`` of chain number ``chain``, both from 0, and its ``result``."""

    chain: int
    call: int
    result: _Result


class PolledExecutor(Executor):
    """An executor whose futures get their results while one of them is asked for its own, or :meth:`poll` is called.

    The function :func:`concurrent.futures.wait` does neither, so alone it waits in vain.
    """

    def poll(self, seconds: float | None) -> None:
        """Wait until a call ends, for at most so many ``seconds``, and give its future the result."""
        raise NotImplementedError


def _never() -> bool:
    return False


def results_of(
    executor: Executor,
    take: Callable[[], Call[_Result] | None],
    jobs: int,
    is_interrupted: Callable[[], bool] = _never,
    *,
    waits: bool = False,
) -> Generator[tuple[int, _Result], None, None]:
    """Run on an ``executor`` the calls that ``take`` returns, at most ``jobs`` at a time; yield numbers and results.

    It ends when ``take`` returns None and nothing runs any more; a result may give ``take`` more to return. Once
    ``is_interrupted`` returns true, nothing more is begun or yielded. A call whose future raises ``BrokenExecutor``,
    since its process was killed, is made again. If it ``waits``, it ends only when nothing runs any more, unless it is
    interrupted or an ``Exception`` ends it. Raises what a call raises, and :class:`.ExecutorError` if one is lost again
    and again.
    """
    lost = deque[Call[_Result]]()
    pending: dict[Future[_Result], Call[_Result]] = {}
    losses = Losses()
    try:
        while not is_interrupted():
            while len(pending) < jobs and (call := lost.popleft() if lost else take()) is not None:
                pending[executor.submit(call.function, *call.arguments)] = call
            if not pending:
                return
            for future in _ended(executor, pending):
                call = pending.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    if is_interrupted():
                        return
                    losses.add(call.number, call.name)
                    lost.append(call)
                    continue
                if is_interrupted():
                    return  # it may come from the interruption
                yield call.number, result
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
) -> Generator[Done[_Result], None, None]:
    """Run the calls of ``chains`` on an ``executor``, at most ``jobs`` at a time, and yield what they return.

    Chains begin in order. A result for which ``ends_chain`` is true is the last one of its chain. What ``name_of``
    returns for the numbers of a chain and a call is the name of the call. Lost calls and ``is_interrupted`` are as for
    :func:`results_of`.
    """
    left = deque((number, 0) for number, chain in enumerate(chains) if chain)
    first = list(accumulate(map(len, chains), initial=0))  # numbers of the first calls, if all are counted
    begun: dict[int, tuple[int, int]] = {}

    def take() -> Call[_Result] | None:
        if not left:
            return None
        chain, call = left.popleft()
        begun[first[chain] + call] = chain, call
        return Call(first[chain] + call, name_of(chain, call), chains[chain][call])

    for number, result in results_of(executor, take, jobs, is_interrupted):
        chain, call = begun.pop(number)
        if call + 1 < len(chains[chain]) and not ends_chain(result):
            left.appendleft((chain, call + 1))
        yield Done(chain, call, result)
