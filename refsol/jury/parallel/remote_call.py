"""Calls in other processes: how they and their replies travel, and what happens if a process is lost.

A call is a pickled tuple of a function, its arguments and its keyword arguments. All calls are O(bytes handed over)
besides what they run.
"""

import pickle
from collections import Counter
from typing import Final, NamedTuple

_MOST: Final = 3  # times that a call is made again


class ExecutorError(Exception):
    """What is to run calls can't be used; the message says why, in a line."""


class _Returned(NamedTuple):
    """The reply to a call that returned."""

    value: object


class _Raised(NamedTuple):
    """The reply to a call that raised an exception."""

    error: Exception


def reply_to(call: bytes) -> bytes:
    """Run a ``call`` and return the reply: the result or the exception."""
    try:
        function, args, kwargs = pickle.loads(call)
        return pickle.dumps(_Returned(function(*args, **kwargs)))
    except Exception as error:
        return failure(error)


def failure(error: Exception) -> bytes:
    """Return the reply that raises an ``error``."""
    try:
        return pickle.dumps(_Raised(error))
    except Exception:  # it can't be pickled
        return pickle.dumps(_Raised(ExecutorError(f"{type(error).__name__}: {error}")))


def is_failure(reply: bytes) -> bool:
    """Return whether a ``reply`` raises an exception."""
    return isinstance(pickle.loads(reply), _Raised)


def result_of(reply: bytes) -> object:
    """Return the result that a ``reply`` carries, or raise its exception."""
    match pickle.loads(reply):
        case _Returned(value):
            return value
        case _Raised(error):
            raise error
    raise AssertionError


class Losses:
    """Counts how often a process was lost with a call, so that a call is made again only a few times.

    All calls are O(1).
    """

    def __init__(self) -> None:
        self._counts: Final = Counter[int]()

    def add(self, number: int, what: str) -> None:
        """Count a loss of the call that has this ``number`` and is named ``what``.

        Raises ``ExecutorError`` if it was lost so often that there is no point in making it again.
        """
        self._counts[number] += 1
        if self._counts[number] > _MOST:
            raise ExecutorError(f"{what}: the process that ran this was killed {self._counts[number]} times")
