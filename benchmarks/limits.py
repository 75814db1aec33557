"""Time and memory of whole processes on the largest inputs of each problem.

``python benchmarks/limits.py [--pure] [PROBLEM ...]`` writes every worst-case family of the generators to a temporary
directory, runs ``refsol PROBLEM solve`` on it, and prints a table. With ``--pure`` the interpreted mode runs too.

A new process counts what its parent held in memory into its own peak; so inputs are made in processes of their own.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Final, NamedTuple

from refsol.problem import NAMES

# Published limits, seconds and MiB, as far as they are recorded.
LIMITS: Final = {
    "multigo": (None, 512),
    "somegame": (4.2, 256),
    "chess": (None, None),
    "tictactoe": (2.0, 256),
    "nogo": (3.0, 500),
}


class Run(NamedTuple):
    """What a process took."""

    seconds: float
    mebibytes: float


def measure(arguments: list[str], pure: bool) -> Run:
    """Run the command line as a process, its output thrown away, and return wall time and peak memory."""
    environment = {**os.environ, "REFSOL_PURE": "1" if pure else "0"}
    command = [sys.executable, "-P", "-m", "refsol", *arguments]
    begin = time.perf_counter()
    null = os.open(os.devnull, os.O_WRONLY)
    pid = os.posix_spawn(sys.executable, command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, null, 1)])
    _pid, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - begin
    os.close(null)
    if status != 0:
        raise SystemExit(f"{' '.join(arguments)} ended with status {os.waitstatus_to_exitcode(status)}")
    return Run(seconds, usage.ru_maxrss / 1024)


GENERATE: Final = """
import sys
from importlib import import_module
from random import Random
name, family, path = sys.argv[1:]
data = import_module(f"refsol.{name}.generator").FAMILIES[family](Random(f"{name} {family}"))
open(path, "wb").write(data)
"""


def families(name: str) -> list[str]:
    """Return the names of the worst-case families of a problem."""
    found: object = import_module(f"refsol.{name}.generator").FAMILIES
    assert isinstance(found, dict)
    return list(found)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", default=NAMES, help=f"of {', '.join(NAMES)}")
    parser.add_argument("--pure", action="store_true", help="run the interpreted mode too")
    arguments = parser.parse_args()
    print(
        "| problem | family | input MB | seconds | limit | MiB | limit |"
        + (" pure seconds | ratio |" if arguments.pure else "")
    )
    print("|---|---|---|---|---|---|---|" + ("---|---|" if arguments.pure else ""))
    with tempfile.TemporaryDirectory() as directory:
        for name in arguments.problems:
            time_limit, memory_limit = LIMITS[name]
            for family in families(name):
                path = Path(directory, "input")
                subprocess.run([sys.executable, "-P", "-c", GENERATE, name, family, str(path)], check=True)
                solve = [name, "solve", str(path)]
                run = measure(solve, pure=False)
                row = (
                    f"| {name} | {family} | {path.stat().st_size / 1e6:.1f} | {run.seconds:.2f} | {time_limit or '-'} "
                )
                row += f"| {run.mebibytes:.0f} | {memory_limit or '-'} |"
                if arguments.pure:
                    pure = measure(solve, pure=True)
                    row += f" {pure.seconds:.1f} | {pure.seconds / run.seconds:.0f} |"
                print(row, flush=True)


if __name__ == "__main__":
    main()
