"""The program around a bundled solver."""

import gc
import sys
from collections.abc import Callable

from refsol.errors import InputError


def run_solver(solve: Callable[[bytes], bytes]) -> int:
    """Answer the input on standard input; return the exit status: 0, or 3 for an input that breaks the format.

    O(what ``solve`` takes).
    """
    if sys.implementation.name == "cpython":
        gc.disable()  # solving makes no reference cycles; elsewhere this would keep all garbage
    elif sys.implementation.name == "pypy":
        # Solvers compute truth values instead of branching. Traced, each is a branch again, and there is a trace for
        # each combination; shorter ones have fewer, which takes half the time for some inputs.
        import pypyjit  # type: ignore[import-not-found]  # PyPy has it

        pypyjit.set_param("trace_limit=2000")
    try:
        answer = solve(sys.stdin.buffer.read())
    except InputError as error:
        print(f"-:{error}", file=sys.stderr)
        return 3
    sys.stdout.buffer.write(answer)
    return 0
