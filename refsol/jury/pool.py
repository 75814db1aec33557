"""Runs many calls on an executor, some of them only if those before them succeed, until they end or are interrupted.

All calls are O(calls) besides what they run.
"""

from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from itertools import accumulate
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from refsol.jury.calls import Losses

_PATIENCE: Final = 0.2  # seconds between checks for an interruption

_Result = TypeVar("_Result")

Chain: TypeAlias = Sequence[Callable[[], _Result]]
"""Calls, each of which is made only if those before it don't end the chain. They must be picklable for processes."""


class Done(NamedTuple, Generic[_Result]):
    """A call has returned: number ``call`` of chain number ``chain``, both from 0, and its ``result``."""

    chain: int
    call: int
    result: _Result


def run_chains(
    executor: Executor,
    chains: Sequence[Chain[_Result]],
    jobs: int,
    ends_chain: Callable[[_Result], bool],
    is_interrupted: Callable[[], bool],
    name_of: Callable[[int, int], str],
) -> Generator[Done[_Result], None, None]:
    """Run the calls of ``chains`` on an ``executor``, at most ``jobs`` at a time, and yield what they return.

    Chains begin in order. A result for which ``ends_chain`` is true is the last one of its chain. Once
    ``is_interrupted`` returns true, nothing more is begun or yielded. A call whose future raises ``BrokenExecutor``,
    since its process was killed, is made again. Raises what a call raises, and :class:`.ExecutorError` if one is lost
    again and again; its name is what ``name_of`` returns for the numbers of a chain and a call.
    """
    left = deque((number, 0) for number, chain in enumerate(chains) if chain)
    pending: dict[Future[_Result], tuple[int, int]] = {}
    losses = Losses()
    first = list(accumulate(map(len, chains), initial=0))  # numbers of the first calls, if all are counted
    try:
        while not is_interrupted():
            while left and len(pending) < jobs:
                chain, call = left.popleft()
                pending[executor.submit(chains[chain][call])] = (chain, call)
            if not pending:
                return
            for future in wait(pending, timeout=_PATIENCE, return_when=FIRST_COMPLETED).done:
                chain, call = pending.pop(future)
                try:
                    result = future.result()
                except BrokenExecutor:
                    if is_interrupted():
                        return
                    losses.add(first[chain] + call, name_of(chain, call))
                    left.appendleft((chain, call))
                    continue
                if is_interrupted():
                    return  # it may come from the interruption
                if call + 1 < len(chains[chain]) and not ends_chain(result):
                    left.appendleft((chain, call + 1))
                yield Done(chain, call, result)
    finally:
        for future in pending:
            future.cancel()
