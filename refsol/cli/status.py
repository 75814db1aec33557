"""Exit statuses, and the one place where exceptions become a line on standard error and a status."""

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

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
    """Run ``action`` and return its exit status, by default success; print an error as one line.

    If a signal is to end the process, it does so here.
    """
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
    from refsol.cli.signals import die_of  # slow to import; by now, with the exception, all its frames are gone

    return die_of(number)


def judged(action: Callable[[], int | None], failed: int) -> int:
    """Run ``action``, guarded, and return its exit status, or ``failed`` for any failure.

    This is for protocols in which the usual statuses for failures are verdicts.
    """
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
            print(*_fitted(f"refsol: {printable(str(what))}"), sep="\n", file=sys.stderr, flush=True)


def printable(text: str) -> str:
    """Return a ``text`` with other than printable characters as in Python's strings. O(length)."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def _fitted(line: str) -> Sequence[str]:
    """Return the lines that show a ``line`` on standard error."""
    if sys.stderr.isatty():
        with suppress(Exception):  # if there is no memory or descriptor left to import it, the line is printed as it is
            from refsol.cli.terminal import hanging, wrapping_width

            return hanging(line, wrapping_width(sys.stderr))
    return [line]


def _failed(what: object, status: int) -> int:
    """Print what failed and return the ``status``."""
    print_error(what)
    return status
