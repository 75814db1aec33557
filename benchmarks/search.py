"""Monte Carlo tree search for NoGo: refsol's library compared with C++ on the same trees, in one run.

``python benchmarks/search.py [--pairs N] [--simulations N]`` builds the C++ peer with ``g++ -O2``, checks for each
board size, selection and policy that both grow the same tree (number of nodes, and all counts at the root), runs refsol
and the peer alternately, and prints simulations per second and the ratio of the times. Without g++ only refsol is
measured.

The times are those of whole processes, less their start-up, which is the time of the same command with no simulations,
measured in the same run.
"""

import argparse
import subprocess
import sys
import tempfile
from itertools import product
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import COMPILER, Stopwatch, compile_peer

SHARES: Final = {9: 1.0, 19: 0.2}  # by board size: which share of --simulations is made
SEED: Final = 1
EQUIVALENCE: Final = 1000.0
EXPLORATION: Final = 0.25
EXPAND_AFTER: Final = 4
NODES: Final = 2**22

# As a user would write it. It prints what the peer prints.
_SEARCH: Final = """
import sys
from refsol.nogo import Board, Game, Search
size, simulations, seed, visits, nodes = (int(sys.argv[k]) for k in (1, 2, 3, 8, 9))
exploration, equivalence = map(float, sys.argv[6:8])
search = Search(
    Game(Board(size)), seed=seed, selection=sys.argv[4], policy=sys.argv[5], exploration=exploration,
    equivalence=equivalence, expand_after=visits, nodes=nodes,
)
search.run(simulations)
print(search.nodes)
for child in search.children():
    print(*child)
"""


class Pair(NamedTuple):
    """Seconds that refsol and its peer take for the simulations, without start-up."""

    refsol: float
    peer: float


class Kind(NamedTuple):
    """What is measured: the board's size, how a child is chosen, and how games are played to their end."""

    size: int
    selection: str
    policy: str

    def arguments(self, simulations: int) -> list[str]:
        """Return the arguments of refsol's program and of the peer."""
        words = (self.size, simulations, SEED, self.selection, self.policy, EXPLORATION, EQUIVALENCE, EXPAND_AFTER)
        return [*map(str, words), str(NODES)]


def output(command: list[str]) -> str:
    """Return what a command prints."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def seconds(stopwatch: Stopwatch, words: list[str], kind: Kind, simulations: int) -> float:
    """Return the time of the command that begins with ``words``, less its start-up."""
    start = stopwatch.measure([*words, *kind.arguments(0)]).seconds
    return stopwatch.measure([*words, *kind.arguments(simulations)]).seconds - start


def compare(stopwatch: Stopwatch, program: Path | None, kind: Kind, simulations: int, pairs: int) -> list[Pair]:
    """Check that both grow the same tree, which serves as a warm-up, then measure ``pairs`` runs of each."""
    ours = [sys.executable, "-P", "-c", _SEARCH]
    arguments = kind.arguments(simulations)
    shown = output([*ours, *arguments])
    if program and output([str(program), *arguments]) != shown:
        raise SystemExit(f"{kind}: refsol and its peer grow different trees")
    runs = []
    for _ in range(pairs):
        mine = seconds(stopwatch, ours, kind, simulations)
        theirs = seconds(stopwatch, [str(program)], kind, simulations) if program else 0.0
        runs.append(Pair(mine, theirs))
    return runs


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=9, help="measured runs of each program per kind (default: 9)")
    parser.add_argument("--simulations", type=int, default=200_000, help="simulations on 9×9 (default: 200000)")
    arguments = parser.parse_args()
    if COMPILER is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
    print("| size | selection | policy | refsol simulations/s | C++ simulations/s | time ratio (min–max) |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        stopwatch = Stopwatch(Path(directory))
        program = compile_peer("peers/search", Path(directory))
        for kind in (Kind(*words) for words in product(SHARES, ("uct", "rave"), ("uniform", "contested"))):
            simulations = max(1, round(SHARES[kind.size] * arguments.simulations))
            runs = compare(stopwatch, program, kind, simulations, arguments.pairs)
            line = f"| {kind.size} | {kind.selection} | {kind.policy} "
            line += f"| {simulations / median(run.refsol for run in runs):.0f} "
            if program:
                ratios = [run.refsol / run.peer for run in runs]
                line += f"| {simulations / median(run.peer for run in runs):.0f} "
                line += f"| {median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) |"
            else:
                line += "| - | - |"
            print(line, flush=True)


if __name__ == "__main__":
    main()
