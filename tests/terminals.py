"""The command line on a terminal."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

if sys.platform != "win32":
    import pty

needs_terminals: Final = pytest.mark.skipif(sys.platform == "win32", reason="needs terminals that can be looked into")


def on_a_terminal(
    *arguments: str,
    typed: bytes = b"",
    status: int = 0,
    cwd: Path | None = None,
    errors: bool = True,
    **environment: str,
) -> str:
    """Return what a command shows on a terminal with 80 columns, including what is ``typed`` there.

    Without ``errors``, standard error is not a terminal, and not shown.
    """
    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "refsol", *arguments]
    variables = {**os.environ, "TERM": "xterm", "NO_COLOR": "", "COLUMNS": "80", **environment}
    process = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs if errors else subprocess.DEVNULL, cwd=cwd, env=variables
    )
    os.close(theirs)
    os.write(ours, typed)
    shown = b"".join(_pieces(ours)).decode()
    os.close(ours)
    assert process.wait() == status, shown
    return shown.replace("\r\n", "\n")


def _pieces(terminal: int) -> Iterator[bytes]:
    """Yield what is shown until the last process that uses the terminal has ended."""
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # where Linux has nobody left who writes
            return
        if not piece:
            return
        yield piece
