"""Whole processes measured from outside: wall time and peak memory, as the system accounts for them.

A new process counts what its parent held in memory into its own peak, so a program that measures must stay small: it
makes inputs in processes of their own, and imports nothing large before it is done.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple


class Run(NamedTuple):
    """What a process took."""

    seconds: float
    mebibytes: float


def measure(command: list[str], output: str = os.devnull, pure: bool = False) -> Run:
    """Run ``command``, whose first word is a path, with its output to a file; raises ``SystemExit`` if it fails."""
    environment = {**os.environ, "REFSOL_PURE": "1" if pure else "0"}
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    begin = time.perf_counter()
    pid = os.posix_spawn(command[0], command, environment, file_actions=[(os.POSIX_SPAWN_DUP2, target, 1)])
    _pid, status, usage = os.wait4(pid, 0)
    seconds = time.perf_counter() - begin
    os.close(target)
    if status != 0:
        raise SystemExit(f"{' '.join(command)} ended with status {os.waitstatus_to_exitcode(status)}")
    return Run(seconds, usage.ru_maxrss / 1024)


def refsol(problem: str, path: Path) -> list[str]:
    """Return the command that solves the input at ``path``."""
    return [sys.executable, "-P", "-m", "refsol", problem, "solve", str(path)]


# Sides shrink with the square root of the share, so that the input shrinks with the share. The sizes of a family are
# the defaults of its function's parameters, which only the interpreted mode can tell.
_GENERATE: Final = """
import inspect, sys
from importlib import import_module
from random import Random
problem, family, share, path = sys.argv[1:]
generate = import_module(f"refsol.{problem}.generator").FAMILIES[family]
parameters = list(inspect.signature(generate).parameters.values())[1:]
sizes = {p.name: p.default * float(share) ** (1 if p.name in ("moves", "crossings") else 0.5) for p in parameters}
with open(path, "wb") as file:
    file.write(generate(Random(f"{problem} {family}"), **{name: max(3, round(size)) for name, size in sizes.items()}))
"""


def generate(problem: str, family: str, path: Path, share: float = 1.0) -> None:
    """Write an input of a worst-case family to ``path``, about ``share`` times as long as the largest one."""
    command = [sys.executable, "-P", "-c", _GENERATE, problem, family, str(share), str(path)]
    subprocess.run(command, env={**os.environ, "REFSOL_PURE": "1"}, check=True)


def families(problem: str) -> list[str]:
    """Return the names of the worst-case families of a problem."""
    script = f"from refsol.{problem}.generator import FAMILIES; print(*FAMILIES)"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()
