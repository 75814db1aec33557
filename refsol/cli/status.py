"""Exit statuses, and the one place where exceptions become one line on standard error and a status."""

import sys
from collections.abc import Callable
from typing import Final

from refsol.errors import OptionError

SUCCESS: Final = 0
NEGATIVE: Final = 1  # a verb whose answer is no
USAGE: Final = 2  # the command line, or a file it names that can't be opened, read or written
BAD_INPUT: Final = 3
INTERNAL: Final = 4
INTERRUPTED: Final = 130  # Ctrl-C
CLOSED_PIPE: Final = 141  # the reader of standard output went away


class BadInputError(Exception):
    """The input file is not what it should be; the message says where and why."""


class FileError(Exception):
    """A file can't be opened, read or written; the message names it and says why."""


def guarded(action: Callable[[], None]) -> int:
    """Run ``action`` and return the exit status; an error is told in one line on standard error."""
    try:
        action()
    except BadInputError as error:
        return _tell(error, BAD_INPUT)
    except (FileError, OptionError) as error:
        return _tell(error, USAGE)
    except BrokenPipeError:
        return CLOSED_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except MemoryError:
        return _tell("out of memory", INTERNAL)
    except Exception as error:
        return _tell(f"internal error: {type(error).__name__}: {error}", INTERNAL)
    return SUCCESS


def _tell(what: object, status: int) -> int:
    line = "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(what))
    print(f"refsol: {line}", file=sys.stderr)
    return status
