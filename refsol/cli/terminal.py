"""Text for people: as wide as the terminal, and in bold and colour where it has them."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

WIDEST: Final = 100
"""The longest line that is comfortable to read, in columns."""
_USUAL: Final = 80

_BOLD: Final = "\x1b[1m"
_CYAN: Final = "\x1b[36m"
_PLAIN: Final = "\x1b[0m"


def columns() -> int:
    """Return the width of text on standard output: ``COLUMNS``, the terminal's, or 80, but at most 100. O(1)."""
    wanted = os.environ.get("COLUMNS", "")
    found = int(wanted) if wanted.isdecimal() and wanted.isascii() else 0
    if not found and _is_terminal(sys.stdout):
        with suppress(OSError):
            found = os.get_terminal_size(sys.stdout.fileno()).columns
    return min(found or _USUAL, WIDEST)


def has_colours() -> bool:
    """Return whether standard output is a terminal with colours that are wanted (``NO_COLOR``, ``TERM``). O(1)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and _is_terminal(sys.stdout)


def bold(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{text}{_PLAIN}" if styled else text


def cyan(text: str, *, styled: bool) -> str:
    """Return ``text``, in cyan if it is to be ``styled``. O(length)."""
    return f"{_CYAN}{text}{_PLAIN}" if styled else text


def wrapped(text: str, width: int) -> Sequence[str]:
    """Return the lines of ``text``, broken at blanks where longer than ``width``; a longer word is kept. O(length)."""
    lines = [""]
    for word in text.split():
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _is_terminal(file: TextIO | None) -> bool:
    return file is not None and file.isatty()


_RED: Final = "\x1b[31m"
_GREEN: Final = "\x1b[32m"
_NARROWEST: Final = 20


def red(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and red if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_RED}{text}{_PLAIN}" if styled else text


def green(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and green if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_GREEN}{text}{_PLAIN}" if styled else text


def wrapping_width() -> int | None:
    """Return the width, at least 20, at which lines are wrapped: None unless standard output is a terminal. O(1)."""
    return max(columns(), _NARROWEST) if _is_terminal(sys.stdout) else None


def hanging(line: str, width: int | None) -> Sequence[str]:
    """Return a ``line``, wrapped if longer than ``width``: further lines are indented by two more blanks. O(length)."""
    if width is None or len(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip()))
    first, *rest = wrapped(line, width - len(indent) - 2)
    return [indent + first, *(f"{indent}  {each}" for each in rest)]
