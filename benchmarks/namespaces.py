"""Measure what it costs to run a program that does nothing in a PID namespace of its own.

``python benchmarks/namespaces.py [--runs N]`` prints milliseconds per run: as refsol runs programs; as the first
process of a namespace, which ignores signals that it doesn't handle, so that ``abort`` ends it by another one; and as
the second one, beside a first that is killed after the run. It needs root, or ``unshare -Urpf --mount-proc``.
"""

import argparse
import ctypes
import os
import signal
import time
from collections.abc import Callable
from statistics import median
from typing import Final

from refsol.jury.run.command import Command
from refsol.jury.run.processes import adopt_orphans

NEW_PID: Final = 0x20000000  # CLONE_NEWPID of <sched.h>
LIBC: Final = ctypes.CDLL(None, use_errno=True)


def enter(own: int) -> None:
    """Let the next process be the first of a new namespace; ``own`` is a descriptor of this process's own one."""
    if LIBC.setns(own, NEW_PID) or LIBC.unshare(NEW_PID):
        raise SystemExit(os.strerror(ctypes.get_errno()))


def seconds(action: Callable[[], None], runs: int) -> float:
    """Return the seconds that ``action`` takes, by the mean of so many ``runs``."""
    begin = time.perf_counter()
    for _ in range(runs):
        action()
    return (time.perf_counter() - begin) / runs


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description="Measure what a PID namespace costs a run.")
    parser.add_argument("--runs", type=int, default=200, help="in each of five rounds")
    runs = parser.parse_args().runs
    own = os.open("/proc/self/ns/pid", os.O_RDONLY)
    command = Command(["/bin/true"])
    adopt_orphans()

    def usual() -> None:
        assert command.run(b"").fault is None

    def first() -> None:
        enter(own)
        usual()
        LIBC.setns(own, NEW_PID)

    def second() -> None:
        enter(own)
        init = os.posix_spawn("/bin/sleep", ["sleep", "inf"], {})
        usual()
        LIBC.setns(own, NEW_PID)
        os.kill(init, signal.SIGKILL)
        os.waitpid(init, 0)

    kinds = {"as usual": usual, "first process": first, "second process": second}
    rounds = [{name: seconds(kind, runs) for name, kind in kinds.items()} for _ in range(5)]
    for name in kinds:
        print(f"{name:15} {1000 * median(found[name] for found in rounds):6.2f} ms")


if __name__ == "__main__":
    main()
