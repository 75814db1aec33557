"""The program around an interactor in a package for CMS: the manager of a task of the type Communication.

CMS starts it with the names of two pipes, from and to the contestant's program, in a directory with the input. It
prints a score from 0 to 1, and a message on standard error.
"""

import io
import os
import sys
from contextlib import redirect_stderr, suppress

INTERACTOR = ""
"""The source, in Python, of an interactor by testlib's protocol."""

_RIGHT = 0
_VERDICTS = (_RIGHT, 1, 2, 7)  # right, wrong, badly formatted, partly right


def run() -> int:
    """Let the interactor judge the program; return 0, or another number if the interactor fails."""
    from_program, to_program = sys.argv[1:3]
    score = os.dup(1)
    for name, mode, number in ((to_program, os.O_WRONLY, 1), (from_program, os.O_RDONLY, 0)):
        descriptor = os.open(name, mode)
        os.dup2(descriptor, number)
        os.close(descriptor)
    sys.argv = ["interactor", "input.txt", "output.txt"]
    said = io.StringIO()
    status: object = _RIGHT
    try:
        with redirect_stderr(said):
            exec(compile(INTERACTOR, "interactor.py", "exec"), {"__name__": "__main__"})
    except (ValueError, LookupError, EOFError, AssertionError, BrokenPipeError) as error:  # since the program is wrong
        status = f"{type(error).__name__}: {error}"
    except SystemExit as end:
        status = end.code or _RIGHT
    lines = said.getvalue().strip().splitlines()
    if not isinstance(status, int):
        lines.append(str(status))
        status = 1
    if status not in _VERDICTS:
        print("the interactor failed:", *lines[-1:], file=sys.stderr)
        return 2
    os.write(score, b"0.0\n" if status else b"1.0\n")
    print(*lines or ["translate:wrong" if status else "translate:success"], file=sys.stderr, flush=True)
    with suppress(OSError):
        sys.stdout.flush()
    os._exit(0)  # without another attempt to flush


if __name__ == "__main__":
    sys.exit(run())
