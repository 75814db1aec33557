"""How a command ends: exit statuses, the one place where exceptions become a line on standard error, and signals.

Nothing handles SIGTERM and SIGHUP while there is nothing to clean up. Their default action then ends the process at
once, even in a compiled solver, where Python would run a handler only after the solver has returned. Handlers are
installed while a temporary file exists (``deferred``), for what can be resumed (``resumable``), for ``stress``,
``judge`` and matches, whose programs have to be ended (``noted``), and for ``refsol own`` with a problem's programs
(``ending``). A signal that is ignored, as under nohup, stays ignored.
"""

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final

from refsol.cli.terminal import hanging, printable, wrapping_width
from refsol.errors import OptionError, PackageError, ToolError

SUCCESS: Final = 0
"""Success; a verdict, if any, is positive."""
NEGATIVE: Final = 1
"""A negative verdict: the output is wrong, the program is at fault, or a submission's verdict was not expected."""
USAGE: Final = 2
"""The command line is wrong, or a file, a program, a problem's package or a cluster that it names can't be used."""
BAD_INPUT: Final = 3
"""An input is invalid."""
INTERNAL: Final = 4
"""A bug in refsol, or the system refuses something that it needs, such as memory."""
INTERRUPTED: Final = 130
"""Interrupted by Ctrl-C."""
CLOSED_PIPE: Final = 141
"""The reader of standard output has gone."""


class BadInputError(Exception):
    """The input file is invalid; the message says where and why."""


class FileError(Exception):
    """A file or a cluster can't be used; the message names it and says why."""


class UsageError(Exception):
    """The command line is wrong, which has been reported already."""


class Ended(BaseException):
    """SIGTERM or SIGHUP, by its ``number``, is to end the process, once everything is cleaned up."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def guarded(action: Callable[[], int | None]) -> int:
    """Run ``action`` and return its exit status; print an error as one line. A signal takes its effect here."""
    try:
        return action() or SUCCESS
    except Ended as error:
        number = error.number
    except BadInputError as error:
        return _failed(error, BAD_INPUT)
    except (FileError, OptionError, PackageError, ToolError) as error:
        return _failed(error, USAGE)
    except UsageError:
        return USAGE
    except BrokenPipeError:
        silence_output()
        return CLOSED_PIPE
    except OSError as error:  # not of a file that the command line names: those raise FileError
        if isinstance(error.filename, str):
            return _failed(f"{error.filename}: {error.strerror}", USAGE)
        return _failed(error.strerror or f"internal error: {type(error).__name__}: {error}", INTERNAL)
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _failed("out of memory", INTERNAL)
    except Exception as error:
        return _failed(f"internal error: {type(error).__name__}: {error}", INTERNAL)
    import signal  # slow to import; by now, with the exception, all its frames are gone

    signal.signal(number, signal.SIG_DFL)
    signal.raise_signal(number)  # the parent process sees why it ended
    return 128 + number  # if it is blocked: as a shell reports it


def judged(action: Callable[[], int | None], failed: int) -> int:
    """Run ``action`` and return its status, or ``failed`` for failures: in protocols, other statuses are verdicts."""
    statuses: list[int] = []
    failure = guarded(lambda: statuses.append(action() or SUCCESS))
    return statuses[0] if failure == SUCCESS else failed


def silence_output() -> None:
    """Redirect standard output to nowhere, so that the interpreter's last flush doesn't fail again."""
    if sys.stdout is not None:
        with suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(what: object) -> None:
    """Print one line on standard error, unless that is closed; a narrow terminal gets several."""
    if sys.stderr is not None:
        with suppress(OSError):
            lines: Sequence[str] = [f"refsol: {printable(str(what))}"]
            with suppress(Exception):  # there may be no memory or descriptor left to import what wraps it
                lines = hanging(lines[0], wrapping_width(sys.stderr))
            print(*lines, sep="\n", file=sys.stderr, flush=True)


def _failed(what: object, status: int) -> int:
    print_error(what)
    return status


@contextmanager
def _handled(handler: Callable[[int, object], None], *, with_ctrl_c: bool = True) -> Iterator[None]:
    """Let ``handler`` handle the signals that end a command, unless they are ignored; in the main thread only."""
    import signal  # slow to import, and not needed for solving

    names = [*(["SIGINT"] if with_ctrl_c else []), "SIGTERM", "SIGHUP"]
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: old for number in numbers if (old := signal.getsignal(number)) not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in reversed(before.items()):  # Ctrl-C last, since it raises an exception
            signal.signal(number, old)


@contextmanager
def noted(then: Callable[[], None] = lambda: None) -> Iterator[list[int]]:
    """Yield a list of the signals that arrive, Ctrl-C among them. Each calls ``then`` and has no other effect."""
    arrived: list[int] = []

    def note(number: int, _frame: object) -> None:
        arrived.append(number)
        then()

    with _handled(note):
        yield arrived


def ended_by(arrived: int | None, status: int) -> int:
    """Return the ``status`` of a command, or of Ctrl-C, if that ``arrived``; raises ``Ended`` for another signal."""
    import signal  # slow to import

    if arrived not in (None, signal.SIGINT):
        raise Ended(arrived)
    return status if arrived is None else INTERRUPTED


@contextmanager
def deferred() -> Iterator[None]:
    """Defer the signals: the first that arrives takes effect at the end. For what is short and must not be cut off."""
    import signal  # slow to import, and not needed for standard output

    arrived: list[int] = []
    try:
        with _handled(lambda number, _frame: arrived.append(number)):
            yield
    finally:
        if arrived:
            signal.raise_signal(arrived[0])


@contextmanager
def ending() -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise ``Ended``, as Ctrl-C raises ``KeyboardInterrupt``."""

    def end(number: int, _frame: object) -> None:
        raise Ended(number)

    with _handled(end, with_ctrl_c=False):
        yield


@contextmanager
def resumable(what: object) -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise ``Ended``; if they or Ctrl-C come, say that ``what`` can be resumed."""
    with ending():
        try:
            yield
        except (KeyboardInterrupt, Ended):
            print_error(f"{what}: interrupted; run the same command again to resume")
            raise
