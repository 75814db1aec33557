"""Text for people, wrapped and coloured as terminals allow; every call imports this, so it imports little itself."""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final, TextIO

if TYPE_CHECKING:
    from rich.status import Status

    from refsol.problem.scene import Scene

WIDEST: Final = 100
"""The longest line that is comfortable to read, in columns."""
_USUAL: Final = 80
_NOT_BROKEN: Final = "\xa0"  # a blank at which no line is broken
BOLD: Final = "\x1b[1m"
GOOD: Final = f"{BOLD}\x1b[32m"
BAD: Final = f"{BOLD}\x1b[31m"


class Style:
    """How a report is laid out: wrapped at the ``width``, unless it is None, and with colours if it is ``coloured``."""

    def __init__(self, width: int | None = None, coloured: bool = False) -> None:
        self.width: Final = width
        self.coloured: Final = coloured

    def paint(self, text: str, how: str) -> str:
        return f"{how}{text}\x1b[0m" if self.coloured else text

    def judged(self, line: str, verdict: str, how: str, before: str = "") -> Iterator[str]:
        """Yield the lines of a ``line``, wrapped, in which the ``verdict``, after ``before``, is painted."""
        for part in hanging(line, self.width):
            start, found, end = part.partition(before + verdict)
            yield start + (before + self.paint(verdict, how) if found else "") + end


def columns() -> int:
    """Return the width of text on standard output: ``COLUMNS``, the terminal's, or 80, but at most 100."""
    return min(_width_of(sys.stdout) or _USUAL, WIDEST)


def output_style() -> Style:
    """Return how a report on standard output is laid out, without colours if ``NO_COLOR`` or ``TERM`` say so."""
    has_colours = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return Style(wrapping_width(sys.stdout), has_colours and is_terminal(sys.stdout))


def is_terminal(file: TextIO | None) -> bool:
    return file is not None and not file.closed and file.isatty()


def wrapping_width(file: TextIO | None) -> int | None:
    """Return the width, at least 20, at which lines for ``file`` are wrapped: None unless it is a terminal."""
    return max(_width_of(file) or _USUAL, 20) if is_terminal(file) else None


def printable(text: str) -> str:
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


def hanging(line: str, width: int | None, hang: int = 2) -> Sequence[str]:
    """Return a ``line``, wrapped if it is longer than ``width``, and then into lines of at most 100.

    It is broken at blanks, but not within (2, 3). All lines but the first are indented by ``hang`` more columns.
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


def reasoned(reasons: Iterable[str], scene: "Scene | None", width: int | None, indent: int = 0) -> Iterator[str]:
    """Yield ``reasons`` and a picture of a ``scene``, if any, indented, wrapped at ``width``, if given."""
    blanks = " " * indent
    for reason in reasons:
        yield from hanging(blanks + reason, width)
    if scene is not None:
        from refsol.pictures.text import WIDTH, draw  # not needed where a judge only wants to know what is right

        for line in draw(scene, WIDTH if width is None else min(WIDTH, width - indent)):
            yield from hanging((blanks + line).rstrip(), width)


class StatusLine:
    """A line on standard error that can change, and that is gone at the end; nothing where there is no terminal."""

    def __init__(self) -> None:
        self._status: Status | None = None

    def __enter__(self) -> "StatusLine":
        if is_terminal(sys.stderr):
            from rich.console import Console  # slow to import
            from rich.status import Status

            self._status = Status("", console=Console(stderr=True))
            self._status.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._status is not None:
            self._status.stop()

    def show(self, line: str) -> None:
        if self._status is not None:
            from rich.text import Text

            width = wrapping_width(sys.stderr)
            self._status.update(
                Text(printable(line)[: None if width is None else width - 3])
            )  # the spinner in front takes three


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show on a terminal ``what`` is being done, and for how long, from the second second on."""
    if not is_terminal(sys.stderr):
        yield
        return
    from threading import Event, Thread  # slow to import

    ended = Event()

    def show() -> None:
        if not ended.wait(1.0):
            with StatusLine() as line:
                seconds = 1
                while not ended.is_set():
                    line.show(f"{what}: {seconds} s")
                    ended.wait(1.0)
                    seconds += 1

    thread = Thread(target=show)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _width_of(file: TextIO | None) -> int:
    wanted = os.environ.get("COLUMNS", "")
    found = int(wanted) if wanted.isdecimal() and wanted.isascii() else 0
    if not found and file is not None and is_terminal(file):
        with suppress(OSError):
            found = os.get_terminal_size(file.fileno()).columns
    return found
