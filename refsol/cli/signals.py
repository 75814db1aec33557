"""The signals that end a command: Ctrl-C, SIGTERM and SIGHUP.

Nothing handles SIGTERM and SIGHUP while there is nothing to clean up. Their default action then ends the process at
once, even in a compiled solver, where Python would run a handler only after the solver has returned. Handlers are
installed while a temporary file exists (``deferred``), for a test set, which can be resumed (``raised``), and for
``stress`` and ``judge``, whose programs have to be ended (``handled``). A signal that is ignored, as under nohup, stays
ignored.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from refsol.cli.status import Ended

ENDINGS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals, as far as the system has them, Ctrl-C first."""


@contextmanager
def handled(handler: Callable[[int, object], None], numbers: tuple[int, ...] = ENDINGS) -> Iterator[None]:
    """Let ``handler`` handle the signals with these ``numbers``, unless they are ignored; in the main thread only."""
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in reversed(before.items()):  # Ctrl-C last, since it raises an exception
            signal.signal(number, old)


@contextmanager
def deferred() -> Iterator[None]:
    """Defer the signals: the first that arrives takes effect at the end. For what is short and must not be cut off."""
    arrived: list[int] = []
    try:
        with handled(lambda number, _frame: arrived.append(number)):
            yield
    finally:
        if arrived:
            signal.raise_signal(arrived[0])


@contextmanager
def raised() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise ``Ended``, as Ctrl-C raises ``KeyboardInterrupt``."""

    def end(number: int, _frame: object) -> None:
        raise Ended(number)

    with handled(end, ENDINGS[1:]):
        yield


def die_of(number: int) -> int:
    """End the process by the signal ``number``, so that whoever waits for it sees why; if blocked, return a status."""
    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)
    return 128 + number  # as a shell reports it
