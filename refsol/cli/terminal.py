"""Text for people: as wide as the terminal, and in bold and colour where it has them."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple, TextIO

WIDEST: Final = 100
"""The longest line that is comfortable to read, in columns."""
_USUAL: Final = 80
_NARROWEST: Final = 20
_NOT_BROKEN: Final = "\N{NO-BREAK SPACE}"

_BOLD: Final = "\x1b[1m"
_RED: Final = "\x1b[31m"
_GREEN: Final = "\x1b[32m"
_PLAIN: Final = "\x1b[0m"


class Style(NamedTuple):
    """How a report is laid out: by default, as in a file."""

    width: int | None = None
    """The width of the terminal, at which long lines are wrapped."""
    coloured: bool = False
    """Whether to use bold text and colours."""


def columns() -> int:
    """Return the width of text on standard output: ``COLUMNS``, the terminal's, or 80, but at most 100. O(1)."""
    return min(_width_of(sys.stdout) or _USUAL, WIDEST)


def has_colours() -> bool:
    """Return whether standard output is a terminal with colours that are wanted (``NO_COLOR``, ``TERM``). O(1)."""
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and is_terminal(sys.stdout)


def output_style() -> Style:
    """Return how a report on standard output is laid out. O(1)."""
    return Style(wrapping_width(sys.stdout), has_colours())


def is_terminal(file: TextIO | None) -> bool:
    """Return whether ``file`` is an open terminal. O(1)."""
    return file is not None and not file.closed and file.isatty()


def bold(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{text}{_PLAIN}" if styled else text


def red(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and red if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_RED}{text}{_PLAIN}" if styled else text


def green(text: str, *, styled: bool) -> str:
    """Return ``text``, in bold and green if it is to be ``styled``. O(length)."""
    return f"{_BOLD}{_GREEN}{text}{_PLAIN}" if styled else text


def wrapping_width(file: TextIO | None) -> int | None:
    """Return the width, at least 20, at which lines for ``file`` are wrapped: None unless it is a terminal. O(1)."""
    return max(_width_of(file) or _USUAL, _NARROWEST) if is_terminal(file) else None


def hanging(line: str, width: int | None, hang: int = 2) -> Sequence[str]:
    """Return a ``line``, wrapped if it is longer than ``width``, and then into lines of at most 100. O(length).

    It is broken at blanks, but not within coordinates such as (2, 3). All lines but the first are indented by ``hang``
    more columns than the first one.
    """
    if width is None or len(line) <= width:
        return [line]
    import re  # these are slow to import, and pipes don't need them
    import textwrap

    joined = re.sub(r"\((-?\d+), (-?\d+)\)", rf"(\1,{_NOT_BROKEN}\2)", line)
    indent = " " * (len(line) - len(line.lstrip()) + hang)
    lines = textwrap.wrap(
        joined, min(width, WIDEST), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
    return [line.replace(_NOT_BROKEN, " ") for line in lines]


def _width_of(file: TextIO | None) -> int:
    """Return ``COLUMNS``, or the width of a terminal; 0 where neither is known."""
    wanted = os.environ.get("COLUMNS", "")
    found = int(wanted) if wanted.isdecimal() and wanted.isascii() else 0
    if not found and file is not None and is_terminal(file):
        with suppress(OSError):
            found = os.get_terminal_size(file.fileno()).columns
    return found
