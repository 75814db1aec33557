"""Whole processes measured from outside: time and peak memory, as reported by the operating system.

The peak reported for a new process includes its parent's memory. So if there is a C++ compiler, a small launcher starts
the processes. Without one, their peaks include this program, which therefore generates inputs in separate processes and
imports nothing large until everything has been measured.
"""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

COMPILER: Final = shutil.which("g++")
_HERE: Final = Path(__file__).parent


class Run(NamedTuple):
    """The wall time, the peak memory and the processor time of a process."""

    seconds: float
    mebibytes: float
    processor: float = 0.0


def compile_peer(name: str, directory: Path) -> Path | None:
    """Compile ``benchmarks/NAME.cpp`` into ``directory`` and return the program, or None if there is no compiler."""
    if COMPILER is None:
        return None
    program = directory / Path(name).name
    source = str(_HERE / f"{name}.cpp")
    subprocess.run([COMPILER, "-O2", "-std=c++17", "-o", str(program), source], check=True)
    return program


class Stopwatch:
    """Runs commands, through a launcher in ``directory`` if one can be compiled."""

    def __init__(self, directory: Path) -> None:
        self._launcher: Final = compile_peer("launch", directory)

    def measure(self, command: list[str], output: str = os.devnull, pure: bool = False, given: str = os.devnull) -> Run:
        """Run ``command``, whose first word is a path, with ``given`` as its input, and its output in a file.

        Raises ``SystemExit`` if it fails.
        """
        environment = {**os.environ, "REFSOL_PURE": "1" if pure else "0"}
        if self._launcher:
            launch = [str(self._launcher), output, *command]
            with Path(given).open("rb") as file:
                done = subprocess.run(launch, env=environment, stdin=file, stdout=subprocess.PIPE, check=False)
            status = done.returncode
            if status == 0:
                seconds, processor, kibibytes = done.stdout.split()
                return Run(float(seconds), int(kibibytes) / 1024, float(processor))
        else:
            source, target = os.open(given, os.O_RDONLY), os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            streams = [(os.POSIX_SPAWN_DUP2, source, 0), (os.POSIX_SPAWN_DUP2, target, 1)]
            begin = time.perf_counter()
            pid = os.posix_spawn(command[0], command, environment, file_actions=streams)
            _pid, wait_status, usage = os.wait4(pid, 0)
            elapsed = time.perf_counter() - begin
            os.close(source)
            os.close(target)
            status = os.waitstatus_to_exitcode(wait_status)
            if status == 0:
                return Run(elapsed, usage.ru_maxrss / 1024, usage.ru_utime + usage.ru_stime)
        raise SystemExit(f"{' '.join(command)} ended with status {status}")


class Task(NamedTuple):
    """A command, and the same command with nothing to do, whose time is that of the start-up."""

    command: list[str]
    idle: list[str]

    def output(self) -> str:
        """Return what the command prints."""
        return subprocess.run(self.command, capture_output=True, text=True, check=True).stdout

    def seconds(self, stopwatch: Stopwatch) -> float:
        """Return the time of the command less its start-up."""
        start = stopwatch.measure(self.idle).seconds
        return stopwatch.measure(self.command).seconds - start


class Pair(NamedTuple):
    """Seconds that refsol and its baseline take for the same task; the baseline's are 0 if it can't be compiled."""

    refsol: float
    peer: float


def alternate(stopwatch: Stopwatch, ours: Task, peer: Task | None, pairs: int) -> list[Pair]:
    """Check that both print the same, which serves as a warm-up, then measure ``pairs`` runs of each."""
    shown = ours.output()
    if peer and peer.output() != shown:
        raise SystemExit(f"{' '.join(peer.command[1:])}: refsol and its baseline print different results")
    return [Pair(ours.seconds(stopwatch), peer.seconds(stopwatch) if peer else 0.0) for _ in range(pairs)]


def rates(amount: int, runs: list[Pair]) -> str:
    """Return the cells of a table: what refsol and the baseline do in a second of such an ``amount``, and the ratio."""
    cells = [f"{amount / median(run.refsol for run in runs):.0f}"]
    if all(run.peer for run in runs):
        ratios = [run.refsol / run.peer for run in runs]
        cells.append(f"{amount / median(run.peer for run in runs):.0f}")
        cells.append(f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")
    else:
        cells += "--"
    return " | ".join(cells)


def refsol(problem: str, path: Path) -> list[str]:
    """Return the command that solves the input at ``path``."""
    return [sys.executable, "-P", "-m", "refsol", problem, "solve", str(path)]


# Sides are scaled by the square root of the share, so that the input is scaled by the share.
_GENERATE: Final = """
import sys
from refsol.problem import load
problem, name, share, path = sys.argv[1:]
family = load(problem).jury.family(name)
sizes = {size.name: size.default_value * float(share) ** (1 if size.name in ("moves", "crossings") else 0.5)
         for size in family.sizes} if float(share) < 1 else {}
with open(path, "wb") as file:
    file.write(family.generate(f"{problem} {name}", {name: max(3, round(size)) for name, size in sizes.items()}))
"""


def generate(problem: str, family: str, path: Path, share: float = 1.0) -> None:
    """Write an input of a worst-case family to ``path``, about ``share`` times as long as the largest one."""
    subprocess.run([sys.executable, "-P", "-c", _GENERATE, problem, family, str(share), str(path)], check=True)


def families(problem: str) -> list[str]:
    """Return the names of the families at the published limits of a problem."""
    script = f"from refsol.problem import load; print(*(f.name for f in load({problem!r}).jury.families if f.largest))"
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    return done.stdout.split()
