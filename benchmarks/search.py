"""Monte Carlo tree search for NoGo: refsol's library compared with C++ on the same trees, in one run.

``python benchmarks/search.py [--pairs N] [--simulations N]`` builds the C++ baseline with ``g++ -O2``, checks for each
board size, selection and policy that both grow the same tree (number of nodes, and all counts at the root), runs refsol
and the baseline alternately, and prints simulations per second and the ratio of the times. Without g++ only refsol is
measured.

The times are those of whole processes, less their start-up, which is the time of the same command with no simulations,
measured in the same run.
"""

import argparse
import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Final, NamedTuple

from processes import COMPILER, Stopwatch, Task, alternate, compile_peer, rates

from refsol.nogo.play.search import EXPLORATIONS

SHARES: Final = {9: 1.0, 19: 0.2}  # by board size: which share of --simulations is made
SEED: Final = 1
EQUIVALENCE: Final = 1000.0
PRIOR: Final = 100.0
SLOPE: Final = 1.0
EXPAND_AFTER: Final = 8
NODES: Final = 2**22

# As a user would write it. It prints what the baseline prints.
_SEARCH: Final = """
import sys
from refsol.nogo import Board, Game, Search
size, simulations, seed, visits, nodes = (int(sys.argv[k]) for k in (1, 2, 3, 10, 11))
exploration, equivalence, prior, slope = map(float, sys.argv[6:10])
search = Search(
    Game(Board(size)), seed=seed, selection=sys.argv[4], policy=sys.argv[5], exploration=exploration,
    equivalence=equivalence, prior=prior, slope=slope, expand_after=visits, nodes=nodes,
)
search.run(simulations)
print(search.nodes)
known = 1 + prior if sys.argv[4] == "rave" else 0
for child in search.children():
    wins = child.amaf_wins + (1 + prior * child.prior if known else 0)
    print(child.point, child.visits, child.wins, child.amaf_visits + round(known), f"{wins:.6f}")
"""


class Kind(NamedTuple):
    """A measurement: the board's size, how a child is chosen, how games are played to their end, and the prior."""

    size: int
    selection: str
    policy: str
    prior: float = 0.0

    def task(self, words: list[str], simulations: int) -> Task:
        """Return what is measured of a program, of which ``words`` are the beginning of the command."""
        return Task([*words, *self._arguments(simulations)], [*words, *self._arguments(0)])

    def _arguments(self, simulations: int) -> list[str]:
        """Return the arguments of refsol's program and of the baseline."""
        words = (self.size, simulations, SEED, self.selection, self.policy, EXPLORATIONS[self.selection], EQUIVALENCE)
        return [*map(str, (*words, self.prior, SLOPE, EXPAND_AFTER, NODES))]


KINDS: Final = [
    *(Kind(*words) for words in product(SHARES, ("uct", "rave"), ("uniform", "contested"))),
    *(Kind(size, "rave", "settled", PRIOR) for size in SHARES),
]
"""What is measured."""


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=9, help="measured runs of each program per kind (default: 9)")
    parser.add_argument("--simulations", type=int, default=200_000, help="simulations on 9×9 (default: 200000)")
    arguments = parser.parse_args()
    if COMPILER is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
    print("| size | selection | policy | prior | refsol simulations/s | C++ simulations/s | time ratio (min–max) |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        stopwatch = Stopwatch(Path(directory))
        program = compile_peer("peers/search", Path(directory))
        for kind in KINDS:
            simulations = max(1, round(SHARES[kind.size] * arguments.simulations))
            ours = kind.task([sys.executable, "-P", "-c", _SEARCH], simulations)
            peer = kind.task([str(program)], simulations) if program else None
            runs = alternate(stopwatch, ours, peer, arguments.pairs)
            shown = [f"{each:g}" if isinstance(each, float) else str(each) for each in kind]
            print(f"| {' | '.join(shown)} | {rates(simulations, runs)} |", flush=True)


if __name__ == "__main__":
    main()
