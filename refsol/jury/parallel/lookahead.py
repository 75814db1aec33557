"""Calls that run ahead, in other processes, while this one does something else. For POSIX systems only.

All calls are O(bytes handed over) besides what they run.
"""

import os
import pickle
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from threading import get_ident
from typing import Final, ParamSpec, TypeVar, cast

from refsol.jury.parallel.remote_call import result_of
from refsol.jury.parallel.server import Server, forked, started

_PATIENCE: Final = 2.0  # seconds that a process is given to end
_MOST_WAITING: Final = 4  # calls that wait for a process before the next one goes to the other one

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
    """Begin to call ``function`` with ``args`` and ``kwargs`` in one of two processes beside this one.

    Returns what waits for the result and returns it, or raises what the call raised, or ``BrokenExecutor`` if the
    process was lost. Each result is waited for once at most, and after those of calls begun earlier, if at all. What is
    handed over must be picklable. Raises ``BrokenExecutor``, too.
    """
    here = _here()
    pair = _pairs.get(here) or _Pair(_started(), _started())
    _pairs[here] = pair

    def forget() -> None:
        if _pairs.get(here) is pair:  # not replaced by another one yet
            del _pairs[here]

    try:
        beside = pair.next()
        number = beside.send(pickle.dumps((function, args, kwargs)))
    except BrokenExecutor:
        forget()
        raise

    def wait() -> _Result:
        try:
            reply = beside.reply(number)
        except BrokenExecutor:
            forget()
            raise
        return cast(_Result, result_of(reply))  # what the function returns was pickled meanwhile

    return wait


class _Pair:
    """Two processes beside this one: as long as one is fast enough, the other one leaves the processor to others."""

    def __init__(self, first: Server, second: Server) -> None:
        self.servers: Final = (first, second)
        self._first: Final = _Beside(first)
        self._second: Final = _Beside(second)

    def next(self) -> "_Beside":
        """Return the process that gets the next call. Raises ``BrokenExecutor`` if one of those asked has ended."""
        waiting = self._first.waiting()
        return self._second if waiting >= _MOST_WAITING and self._second.waiting() < waiting else self._first


class _Beside:
    """A process beside this one, and how many calls it got and answered."""

    def __init__(self, server: Server) -> None:
        self._server: Final = server
        self._sent = 0
        self._received = 0
        self._replies: Final = deque[bytes]()  # received, but not asked for yet

    def send(self, call: bytes) -> int:
        """Let the process run a call; return its number."""
        self._server.send(call)
        self._sent += 1
        return self._sent

    def waiting(self) -> int:
        """Return how many calls the process hasn't answered."""
        while self._received < self._sent and self._server.is_readable():
            self._receive()
        return self._sent - self._received

    def reply(self, number: int) -> bytes:
        """Return the reply to a call; those to earlier calls, for which nobody has waited, are dropped."""
        while self._received < number:
            self._receive()
        while self._received - len(self._replies) < number - 1:
            self._replies.popleft()
        return self._replies.popleft()

    def _receive(self) -> None:
        self._replies.append(self._server.receive())
        self._received += 1


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
