"""Run the command line on a terminal, and see what it prints there. Needs POSIX."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path


def refsol_on_a_terminal(
    arguments: Sequence[str], environment: Mapping[str, str], cwd: Path | None = None
) -> tuple[int, str]:
    """Return the exit status and what is written to standard output, which is a terminal; standard error is not."""
    import pty  # not everywhere

    ours, theirs = pty.openpty()
    command = [sys.executable, "-P", "-m", "refsol", *arguments]
    with subprocess.Popen(
        command, stdout=theirs, stderr=subprocess.DEVNULL, cwd=cwd, env={**os.environ, **environment}
    ) as process:
        os.close(theirs)
        output = b"".join(_pieces(ours))
        os.close(ours)
    return process.returncode, output.decode().replace("\r\n", "\n")


def _pieces(terminal: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(terminal, 4096)
        except OSError:  # of Linux, when nobody is left who writes
            return
        if not piece:
            return
        yield piece
