"""Runs a visitor's program on an input, in a Python with nothing else; ``runner.js`` says how it is kept in check.

The program reads file descriptor 0 and writes 1 and 2, of which the worker takes care.
"""

import atexit
import builtins
import gc
import linecache
import os
import random
import sys
import traceback
from contextlib import suppress
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from types import CodeType
from typing import Final

NAME: Final = "program.py"
"""The program's name in tracebacks."""

_BUILTINS: Final = dict(vars(builtins))
_DEPTH: Final = sys.getrecursionlimit()
_HOME: Final = "/home/pyodide"
_REFSOL: Final = "/refsol.zip"

# Python begins where refsol has been imported, and with the same random numbers each time.
for _name, _module in list(sys.modules.items()):
    if (getattr(_module, "__file__", None) or "").startswith(_REFSOL):
        del sys.modules[_name]
sys.path.remove(_REFSOL)
del os.environ["REFSOL_PURE"]
random.seed()

_compiled: dict[str, CodeType] = {}  # the latest program


def run(source: str) -> tuple[int, str, int]:
    """Run the program as ``__main__``; return its exit status, the kind of exception that ended it, and the line of it.

    The last two are empty and 0 if there was none. A traceback of the program's own lines goes to standard error.
    """
    _prepare()
    status, kind, line = 0, "", 0
    namespace: dict[str, object] = {"__name__": "__main__", "__file__": NAME}
    try:
        if source not in _compiled:
            _compiled.clear()
            _compiled[source] = compile(source, NAME, "exec")
        exec(_compiled[source], namespace)
    except SystemExit as error:
        status = _status(error.code)
    except BaseException as error:
        status, kind = 1, type(error).__name__
        line = _report(error, source)
    # As at the end of an interpreter: what was registered runs, and objects go, which may still write something.
    atexit._run_exitfuncs()
    is_written = _flush()
    namespace.clear()
    gc.collect()
    return status if _flush() and is_written else status or 1, kind, line


def _flush() -> bool:
    """Write what standard output and standard error have kept; return whether there was room."""
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and not stream.closed:
                stream.flush()
    except (OSError, ValueError):
        return False
    return True


def _prepare() -> None:
    """Undo what the last run may have changed for everybody."""
    for name in vars(builtins).keys() - _BUILTINS.keys():
        delattr(builtins, name)
    vars(builtins).update(_BUILTINS)
    atexit._clear()
    sys.setrecursionlimit(_DEPTH)
    sys.settrace(None)
    sys.setprofile(None)
    sys.argv[:] = [NAME]
    os.chdir(_HOME)
    sys.stdin = TextIOWrapper(BufferedReader(FileIO(0, closefd=False)), "utf-8")
    sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w", closefd=False)), "utf-8")
    sys.stderr = TextIOWrapper(BufferedWriter(FileIO(2, "w", closefd=False)), "utf-8", "backslashreplace")


def _status(code: object) -> int:
    """Return the exit status that Python makes of what ``sys.exit`` was given."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code & 0xFF
    print(code, file=sys.stderr)
    return 1


def _report(error: BaseException, source: str) -> int:
    """Write the traceback, in which only lines of the program are, and return the last of these lines."""
    linecache.cache[NAME] = (len(source), None, source.splitlines(keepends=True), NAME)
    summary = traceback.TracebackException.from_exception(error, compact=True)
    seen: list[traceback.TracebackException] = []
    pending = [summary]
    while pending:
        one = pending.pop()
        seen.append(one)
        one.stack = traceback.StackSummary.from_list([frame for frame in one.stack if frame.filename == NAME])
        pending += [other for other in (one.__cause__, one.__context__) if other is not None and other not in seen]
    with suppress(OSError, ValueError):
        print("".join(summary.format()), end="", file=sys.stderr)
    if isinstance(error, SyntaxError) and error.filename == NAME:
        return error.lineno or 0
    return summary.stack[-1].lineno or 0 if summary.stack else 0
