"""The errors that the library raises on purpose."""

from collections.abc import Sequence
from typing import Final

_SIMILAR: Final = 0.75  # of two equal names it is 1


class InputError(ValueError):
    """An input breaks the problem's format, limits or promises.

    ``line`` and ``column`` (from 1, in bytes) say where, ``expected`` and ``found`` say what is wrong. ``str(error)``
    is ``LINE:COLUMN: expected …, found …``, one line of printable ASCII.
    """

    def __init__(self, line: int, column: int, expected: str, found: str) -> None:
        super().__init__(f"{line}:{column}: expected {expected}, found {found}")
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found

    def __reduce__(self) -> tuple[type["InputError"], tuple[int, int, str, str]]:
        """Return how to rebuild the error, so that it can be passed between processes."""
        return InputError, (self.line, self.column, self.expected, self.found)


class OptionError(ValueError):
    """An option has an invalid value, or options contradict each other."""


class PackageError(ImportError):
    """There is no problem with a name, or the package that provides it can't be used; the message says why."""


class ToolError(Exception):
    """A program on which the jury relies, such as a model solution, fails; the message says which and how."""


class JudgeError(ToolError):
    """A checker fails on an output, or its runner is lost; the message says how."""


class ToolLimitError(ToolError):
    """A program on which the jury relies takes too long, or uses or writes too much."""


def unknown(what: str, name: str, known: Sequence[str]) -> OptionError:
    """Return the error that no ``what`` has this ``name``; it suggests a similar name or lists all that are ``known``.

    O(total length of the names).
    """
    from difflib import get_close_matches  # slow to import, and needed for mistakes only

    similar = get_close_matches(name, known, 1, _SIMILAR)
    hint = f"did you mean {similar[0]!r}?" if similar else f"choose one of {', '.join(known)}"
    return OptionError(f"there is no {what} {name!r}; {hint}")


def out_of_range(what: str, value: int, low: int, high: int) -> ValueError:
    """Return the error for a ``value``, called ``what``, that is not in ``low..high``."""
    return ValueError(f"the {what} must be in {low}..{high}, not {value}")


def require_range(what: str, value: int, low: int, high: int) -> None:
    """Raise ``ValueError`` unless ``value``, called ``what``, is in ``low..high``."""
    if not low <= value <= high:
        raise out_of_range(what, value, low, high)
