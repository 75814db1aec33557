"""Compare ``stress`` with a bare loop that starts the same program, with files, and waits for its end.

``python benchmarks/stress.py [--cases N] [--rounds N]`` builds the C++ baseline for tic-tac-toe, which takes no time to
solve, and prints a table. In each round the bare loop runs first, then ``stress`` with one job and with two, then two
bare loops at a time, which shows what the machine allows. The bare loop knows the inputs from the beginning, ignores
the answers, and keeps its files in memory where it can; ``stress`` generates inputs, watches limits, solves and checks.

At the end of each round, ``own stress`` runs a program that adds a few numbers and is also its own model solution, and
``stress`` runs the C++ baselines for the other problems. All these campaigns have ten times as many cases, since the
processes that run a model solution take time to start.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import compile_peer

from refsol.jury.cases import CampaignPlan
from refsol.problem import NAMES, OWN, load

PROBLEM: Final = "tictactoe"
ADDING: Final = "sum"
SUM: Final = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(-100,100) END NEWLINE\n"
MEMORY: Final = "/dev/shm"


def bare_loop(program: str, cases: int) -> float:
    """Run ``program`` on the inputs of a campaign, in the current directory; return how many seconds that took."""
    jury, plan = load(PROBLEM).jury, CampaignPlan(load(PROBLEM), "1")
    numbered = [plan.case(number) for number in range(cases)]
    inputs = [jury.family(case.family).generate(case.seed, case.sizes) for case in numbered]
    begin = time.perf_counter()
    for data in inputs:
        Path("input").write_bytes(data)
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, "input", os.O_RDONLY, 0),
            (os.POSIX_SPAWN_OPEN, 1, "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666),
        ]
        _pid, status = os.waitpid(os.posix_spawn(program, [program], os.environ, file_actions=actions), 0)
        if status != 0:
            raise SystemExit(f"{program} failed")
        Path("output").read_bytes()
    return time.perf_counter() - begin


def bare(program: Path, cases: int, loops: int = 1) -> float:
    """Return the seconds per case of a bare loop or, if there are several at a time, of the slowest per case of all."""
    command = [sys.executable, __file__, "--cases", str(cases), "--bare", str(program)]
    with tempfile.TemporaryDirectory(dir=MEMORY if Path(MEMORY).is_dir() else None) as directory:
        places = [Path(directory, str(number)) for number in range(loops)]
        for place in places:
            place.mkdir()
        running = [subprocess.Popen(command, cwd=place, stdout=subprocess.PIPE) for place in places]
        return max(float(process.communicate()[0]) for process in running) / (cases * loops)


def stress(words: list[str], program: Path, cases: int, jobs: int = 1) -> float:
    """Return the seconds per case of a campaign, as it reports them; ``words`` come before the other options."""
    command = [sys.executable, "-P", "-m", "refsol", *words, "--json", "--seed", "1"]
    command += ["--cases", str(cases), "--jobs", str(jobs), "--", str(program)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return float(json.loads(done.stdout)["seconds"]) / cases


class Kind(NamedTuple):
    """A measurement: its ``name``, and a function that returns the seconds per case."""

    name: str
    measure: Callable[[], float]


def kinds_of(programs: Mapping[str, Path], cases: int) -> list[Kind]:
    """Return what is measured, with this many ``cases``, of ``programs`` by their names."""
    program, adding = programs[PROBLEM], programs[ADDING]
    own = [OWN, "stress", "--format", str(adding.with_suffix(".ctd")), "--model", str(adding)]

    def built_in(name: str) -> Kind:
        return Kind(f"`{name} stress`", lambda: stress([name, "stress"], programs[name], 10 * cases))

    return [
        Kind("bare loop", lambda: bare(program, cases)),
        Kind("`stress`", lambda: stress([PROBLEM, "stress"], program, cases)),
        Kind("`stress --jobs 2`", lambda: stress([PROBLEM, "stress"], program, cases, 2)),
        Kind("two bare loops", lambda: bare(program, cases, 2)),
        Kind("`own stress`", lambda: stress(own, adding, 10 * cases)),
        Kind("`own stress --jobs 2`", lambda: stress(own, adding, 10 * cases, 2)),
        *map(built_in, NAMES),
    ]


def table(kinds: Sequence[Kind], rounds: list[list[float]]) -> str:
    """Return a table of the measurements: rounds of seconds per case, in the order of the ``kinds``."""
    lines = ["| what runs | ms per case | cases a second | time / bare loop (min–max) |", "|---|---|---|---|"]
    for number, kind in enumerate(kinds):
        middle = median(measured[number] for measured in rounds)
        lines.append(f"| {kind.name} | {middle * 1e3:.2f} | {1 / middle:.0f} | {_ratio(rounds, number, 0)} |")
    jobs = f"Two jobs are {_ratio(rounds, 1, 2)} times as fast as one, two bare loops {_ratio(rounds, 0, 3)} times."
    first = len(kinds) - len(NAMES)
    faster = [f"{_ratio(rounds, number, 4)} times those of {kinds[number].name}" for number in range(first, len(kinds))]
    return "\n".join([*lines, "", jobs, f"The cases a second of `own stress` are {', '.join(faster)}."])


def _ratio(rounds: list[list[float]], slow: int, fast: int) -> str:
    """Return how many times as long one kind takes as another: the median, the least and the largest ratio."""
    ratios = [measured[slow] / measured[fast] for measured in rounds]
    return f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"


def main() -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=500, help="cases per measurement")
    parser.add_argument("--rounds", type=int, default=25, help="measurements of each kind")
    parser.add_argument("--bare", metavar="PROGRAM", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.bare:
        print(bare_loop(arguments.bare, arguments.cases))
        return
    with tempfile.TemporaryDirectory() as directory:
        programs = {name: compile_peer(f"peers/{name}", Path(directory)) for name in (*NAMES, ADDING)}
        built = {name: program for name, program in programs.items() if program is not None}
        if len(built) < len(programs):
            raise SystemExit("there is no g++")
        built[ADDING].with_suffix(".ctd").write_text(SUM, encoding="utf-8")
        kinds = kinds_of(built, arguments.cases)
        rounds = [[kind.measure() for kind in kinds] for _ in range(arguments.rounds)]
    print(table(kinds, rounds))


if __name__ == "__main__":
    main()
