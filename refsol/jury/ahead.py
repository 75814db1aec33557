"""Calls that run ahead, in other processes, while this one does something else. For POSIX systems only.

All calls are O(bytes handed over) besides what they run.
"""

import os
import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from functools import cache
from itertools import cycle
from threading import get_ident
from typing import Final, ParamSpec, TypeVar, cast

from refsol.jury.calls import result_of
from refsol.jury.serving import Server, started

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def begin(
    function: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
) -> Callable[[], _Result]:
    """Begin to call ``function`` with ``args`` and ``kwargs`` in one of two processes beside this one, by turns.

    Returns what waits for the result and returns it, or raises what the call raised, or ``BrokenExecutor`` if the
    process was lost. The results of calls begun earlier must be waited for earlier, if at all. What is handed over must
    be picklable. Raises ``BrokenExecutor``, too.
    """
    pair = _pair(os.getpid(), get_ident())
    try:
        beside = pair.next()
        number = beside.send(pickle.dumps((function, args, kwargs)))
    except BrokenExecutor:
        _pair.cache_clear()
        raise

    def wait() -> _Result:
        try:
            reply = beside.reply(number)
        except BrokenExecutor:
            _pair.cache_clear()
            raise
        return cast(_Result, result_of(reply))  # what the function returns was pickled meanwhile

    return wait


class _Pair:
    """Two processes beside this one: while one answers, the other one is at work already."""

    def __init__(self) -> None:
        self._turns: Final = cycle((_Beside(_started()), _Beside(_started())))

    def next(self) -> "_Beside":
        """Return the process whose turn it is."""
        return next(self._turns)


class _Beside:
    """A process beside this one, and how many calls it got and answered."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        self._sent = 0
        self._received = 0

    def send(self, call: bytes) -> int:
        """Let the process run a call; return its number."""
        self._server.send(call)
        self._sent += 1
        return self._sent

    def reply(self, number: int) -> bytes:
        """Return the reply to a call; those to earlier calls, for which nobody has waited, are dropped."""
        while True:
            reply = self._server.receive()
            self._received += 1
            if self._received == number:
                return reply


@cache
def _pair(_pid: int, _thread: int) -> _Pair:
    """Return the processes beside this thread; others, and a fork, must not use them."""
    return _Pair()


def _started() -> Server:
    try:
        return started()
    except OSError as error:
        raise BrokenExecutor(f"no new process: {error.strerror}") from error
