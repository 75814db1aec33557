"""Compare ``stress`` with a bare loop that starts the same program, with files, and waits for its end.

``python benchmarks/stress.py [--cases N] [--rounds N]`` builds the C++ peer for tic-tac-toe, which takes no time to
solve, and prints a table. In each round the bare loop runs first, then ``stress`` with one job and with two, then two
bare loops at a time, which shows what the machine allows. The bare loop knows the inputs from the beginning, ignores
the answers, and keeps its files in memory where it can; ``stress`` generates inputs, watches limits, solves and checks.
At the end of each round, ``own stress`` runs a program that adds a few numbers, which is its model solution, too, in
ten times as many cases, since the processes that run the model solution take time to start.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Final

from processes import compile_peer

from refsol.jury.contract import load_jury
from refsol.jury.stress import Plan

PROBLEM: Final = "tictactoe"
SUM: Final = "INT(1,100,n) NEWLINE REP(n,SPACE) INT(-100,100) END NEWLINE\n"
MEMORY: Final = "/dev/shm"


def bare_loop(program: str, cases: int) -> float:
    """Run ``program`` on the inputs of a campaign, in the current directory; return how many seconds that took."""
    jury, plan = load_jury(PROBLEM), Plan(PROBLEM, "1")
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


def stress(program: Path, cases: int, jobs: int) -> float:
    """Return the seconds per case of a campaign, as it reports them."""
    return _stress([PROBLEM, "stress"], program, cases, jobs)


def own_stress(program: Path, cases: int, jobs: int) -> float:
    """Return the same where ``program`` is its own model solution, and the description is beside it."""
    described = ["--format", str(program.with_suffix(".ctd")), "--model", str(program)]
    return _stress(["own", "stress", *described], program, cases, jobs)


def _stress(words: list[str], program: Path, cases: int, jobs: int) -> float:
    command = [sys.executable, "-P", "-m", "refsol", *words, "--json", "--seed", "1"]
    command += ["--cases", str(cases), "--jobs", str(jobs), "--", str(program)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return float(json.loads(done.stdout)["seconds"]) / cases


def table(rounds: list[list[float]]) -> str:
    """Return a table of the measurements: rounds of seconds per case, in the order of the rows."""
    rows = ["bare loop", "`stress`", "`stress --jobs 2`", "two bare loops", "`own stress`", "`own stress --jobs 2`"]
    lines = ["| | ms per case | cases a second | time / bare loop (min–max) |", "|---|---|---|---|"]
    for number, row in enumerate(rows):
        middle = median(measured[number] for measured in rounds)
        ratios = [measured[number] / measured[0] for measured in rounds]
        shares = f"{median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})"
        lines.append(f"| {row} | {middle * 1e3:.2f} | {1 / middle:.0f} | {shares} |")
    gains = [
        f"{median(fast):.2f} ({min(fast):.2f}–{max(fast):.2f})"
        for fast in ([one[a] / one[b] for one in rounds] for a, b in ((1, 2), (0, 3), (1, 4), (2, 5)))
    ]
    jobs = f"Two jobs are {gains[0]} times as fast as one, two bare loops {gains[1]} times."
    own = f"`own stress` runs {gains[2]} times the cases a second of `stress`, with two jobs {gains[3]} times."
    return "\n".join([*lines, "", jobs, own])


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
        program, adding = (compile_peer(f"peers/{name}", Path(directory)) for name in (PROBLEM, "sum"))
        if program is None or adding is None:
            raise SystemExit("there is no g++")
        adding.with_suffix(".ctd").write_text(SUM, encoding="utf-8")
        kinds: list[Callable[[Path, int], float]] = [
            bare,
            lambda program, cases: stress(program, cases, 1),
            lambda program, cases: stress(program, cases, 2),
            lambda program, cases: bare(program, cases, 2),
            lambda _program, cases: own_stress(adding, 10 * cases, 1),
            lambda _program, cases: own_stress(adding, 10 * cases, 2),
        ]
        rounds = [[measure(program, arguments.cases) for measure in kinds] for _ in range(arguments.rounds)]
    print(table(rounds))


if __name__ == "__main__":
    main()
