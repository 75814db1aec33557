"""Calls that run ahead, in other processes, while this one does something else. For POSIX systems only.

All calls are O(bytes handed over) besides what they run.
"""

import os
import pickle
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from itertools import cycle
from multiprocessing.connection import Connection
from threading import get_ident
from typing import Final, ParamSpec, TypeVar, cast

from refsol.jury.calls import result_of
from refsol.jury.serving import Server, forked, started

_PATIENCE: Final = 2.0  # seconds that a process is given to end

_Parameters = ParamSpec("_Parameters")
_Result = TypeVar("_Result")


def prepare(inherited: list[Connection]) -> Callable[[], None]:
    """Make the two processes beside this one now, as forks, which are ready much earlier than new interpreters.

    This process must not have several threads yet, and the forks close the connections ``inherited``. Where the system
    has no process left, nothing happens: :func:`begin` makes them later. Returns what ends all processes beside this
    one, and what they run, within seconds.
    """
    with suppress(OSError):
        _pairs[_here()] = _Pair(forked(inherited), forked(inherited))
    return _end_all


def begin(
    function: Callable[_Parameters, _Result], /, *args: _Parameters.args, **kwargs: _Parameters.kwargs
) -> Callable[[], _Result]:
    """Begin to call ``function`` with ``args`` and ``kwargs`` in one of two processes beside this one, by turns.

    Returns what waits for the result and returns it, or raises what the call raised, or ``BrokenExecutor`` if the
    process was lost. The results of calls begun earlier must be waited for earlier, if at all. What is handed over must
    be picklable. Raises ``BrokenExecutor``, too.
    """
    here = _here()
    pair = _pairs.get(here) or _Pair(_started(), _started())
    _pairs[here] = pair
    try:
        beside = pair.next()
        number = beside.send(pickle.dumps((function, args, kwargs)))
    except BrokenExecutor:
        _pairs.pop(here, None)
        raise

    def wait() -> _Result:
        try:
            reply = beside.reply(number)
        except BrokenExecutor:
            _pairs.pop(here, None)
            raise
        return cast(_Result, result_of(reply))  # what the function returns was pickled meanwhile

    return wait


class _Pair:
    """Two processes beside this one: while one answers, the other one is at work already."""

    def __init__(self, first: Server, second: Server) -> None:
        self.servers: Final = (first, second)
        self._turns: Final = cycle((_Beside(first), _Beside(second)))

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


_pairs: Final[dict[tuple[int, int], _Pair]] = {}
"""The processes beside each thread of this process; other threads, and a fork, must not use them."""


def _end_all() -> None:
    """End the processes beside the threads of this process."""
    servers = [server for (pid, _thread), pair in _pairs.items() if pid == os.getpid() for server in pair.servers]
    for server in servers:
        server.terminate()
    for server in servers:
        server.join(_PATIENCE)


def _here() -> tuple[int, int]:
    """Return what identifies this thread of this process."""
    return os.getpid(), get_ident()


def _started() -> Server:
    try:
        return started()
    except OSError as error:
        raise BrokenExecutor(f"no new process: {error.strerror}") from error
