"""A line of progress on standard error, where that is a terminal."""

import sys
from typing import TYPE_CHECKING, Final

from refsol.cli.status import printable
from refsol.cli.terminal import is_terminal, wrapping_width

if TYPE_CHECKING:
    from rich.status import Status

_SPINNER: Final = 3  # columns of what turns in front of the line


class StatusLine:
    """A line that can change, and that is gone at the end of the context; nothing where there is no terminal."""

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
        """Show a line, cut off if it is too long. O(length)."""
        if self._status is not None:
            from rich.text import Text

            width = wrapping_width(sys.stderr)
            self._status.update(Text(printable(line)[: None if width is None else width - _SPINNER]))
