"""Text for people: as wide as the terminal, and in bold and colour where it has them."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, TextIO

WIDEST: Final = 100
"""The longest line that is comfortable to read, in columns."""
_USUAL: Final = 80
_NARROWEST: Final = 20

_BOLD: Final = "\x1b[1m"
_RED: Final = "\x1b[31m"
_GREEN: Final = "\x1b[32m"
_CYAN: Final = "\x1b[36m"
_PLAIN: Final = "\x1b[0m"


def columns() -> int:
    """Return the width of text on standard output: ``COLUMNS``, the terminal's, or 80, but at most 100. O(1)."""
    return min(_width_of(sys.stdout) or _USUAL, WIDEST)


def has_colours() -> bool:
    """Return whether standard output is a terminal with colours that are wanted (``NO_COLOR``, ``TERM``). O(1)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal(sys.stdout)


def is_terminal(file: TextIO | None) -> bool:
    """Return whether ``file`` is an open terminal. O(1)."""
    return file is not None and not file.closed and file.isatty()


def bold(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{text}{_PLAIN}" if styled else text


def cyan(text: str, *, styled: bool) -> str:
    """Return ``text``, in cyan if it is to be ``styled``. O(length)."""
    return f"{_CYAN}{text}{_PLAIN}" if styled else text


def red(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and red if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_RED}{text}{_PLAIN}" if styled else text


def green(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and green if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_GREEN}{text}{_PLAIN}" if styled else text


def wrapped(text: str, width: int, first: int | None = None) -> Sequence[str]:
    """Return the lines of ``text``, broken at blanks where longer than ``width``; a longer word is kept. O(length).

    The first line may be as long as ``first`` says, if given.
    """
    lines = [""]
    room = width if first is None else first
    for word in text.split():
        if not lines[-1]:
            lines[-1] = word
        elif len(lines[-1]) + 1 + len(word) <= room:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
            room = width
    return lines


def fitted(head: str, text: str, hang: int, file: TextIO | None) -> Sequence[str]:
    """Return the line ``head + text`` for ``file`` or, where that is a narrower terminal, lines that fit. O(length).

    They are broken at blanks of ``text``, and all but the first one are indented by ``hang`` columns.
    """
    terminal = _width_of(file) if is_terminal(file) else 0
    if not terminal or len(head) + len(text) <= terminal:
        return [head + text]
    return _hung(head, text, hang, min(terminal, WIDEST))


def wrapping_width() -> int | None:
    """Return the width, at least 20, at which lines are wrapped: None unless standard output is a terminal. O(1)."""
    return max(columns(), _NARROWEST) if is_terminal(sys.stdout) else None


def hanging(line: str, width: int | None) -> Sequence[str]:
    """Return a ``line``, wrapped if longer than ``width``: further lines are indented by two more blanks. O(length)."""
    if width is None or len(line) <= width:
        return [line]
    indent = len(line) - len(line.lstrip())
    return _hung(line[:indent], line[indent:], indent + 2, width)


def _hung(head: str, text: str, hang: int, width: int) -> Sequence[str]:
    """Return ``head + text`` in lines of a ``width``, with a hanging indent."""
    first, *others = wrapped(text, max(1, width - hang), width - len(head))
    return [head + first, *(" " * hang + line for line in others)]


def _width_of(file: TextIO | None) -> int:
    """Return ``COLUMNS``, or the width of a terminal; 0 where neither is known."""
    wanted = os.environ.get("COLUMNS", "")
    found = int(wanted) if wanted.isdecimal() and wanted.isascii() else 0
    if not found and file is not None and is_terminal(file):
        with suppress(OSError):
            found = os.get_terminal_size(file.fileno()).columns
    return found
