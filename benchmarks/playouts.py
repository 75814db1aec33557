"""Random playouts of NoGo: refsol's library compared with C++ on the same games, in one run.

``python benchmarks/playouts.py [--pairs N] [--games N]`` builds the C++ baseline with ``g++ -O2``, checks for each
board size that both play the same games (number of moves, and sum of the last points), runs refsol and the baseline
alternately, and prints games per second and the ratio of the times. Without g++ only refsol is measured.

The times are those of whole processes, less their start-up, which is the time of the same command with no games,
measured in the same run. So both are measured from outside with the same clock, and the user's own loop, which is
interpreted here, counts as part of refsol's time.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import Final

from processes import COMPILER, Stopwatch, Task, alternate, compile_peer, rates

SHARES: Final = {9: 1.0, 19: 0.2}  # by board size: which share of --games is played
SEED: Final = 1

# As a user would write it. It prints what the baseline prints.
_PLAY: Final = """
import sys
from refsol.nogo import Board, Game, Playouts
size, games, seed = map(int, sys.argv[1:])
playouts = Playouts(Game(Board(size)), seed)
moves = last_points = 0
for _ in range(games):
    points = playouts.play()
    moves += len(points)
    last_points += points[-1] if points else 0
print(games, moves, last_points)
"""


def task(words: list[str], size: int, games: int) -> Task:
    """Return what is measured of a program, of which ``words`` are the beginning of the command."""
    return Task([*words, str(size), str(games), str(SEED)], [*words, str(size), "0", str(SEED)])


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=9, help="measured runs of each program per size (default: 9)")
    parser.add_argument("--games", type=int, default=100_000, help="games per run on 9×9 (default: 100000)")
    arguments = parser.parse_args()
    if COMPILER is None:
        print("g++ is not installed: refsol is measured alone", file=sys.stderr)
    print("| size | games per run | refsol games/s | C++ games/s | time ratio (min–max) |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as directory:
        stopwatch = Stopwatch(Path(directory))
        program = compile_peer("peers/playouts", Path(directory))
        for size, share in SHARES.items():
            games = max(1, round(share * arguments.games))
            ours = task([sys.executable, "-P", "-c", _PLAY], size, games)
            peer = task([str(program)], size, games) if program else None
            runs = alternate(stopwatch, ours, peer, arguments.pairs)
            print(f"| {size} | {games} | {rates(games, runs)} |", flush=True)


if __name__ == "__main__":
    main()
