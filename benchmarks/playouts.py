"""Random playouts of NoGo: refsol's library compared with C++ on the same games, in one run.

``python benchmarks/playouts.py [--pairs N] [--games N]`` builds the C++ peer with ``g++ -O2``, checks for each board
size that both play the same games (number of moves, and sum of the last points), runs refsol and the peer alternately,
and prints games per second and the ratio of the times. Without g++ only refsol is measured.

The times are those of whole processes, less their start-up, which is the time of the same command with no games,
measured in the same run. So both are measured from outside with the same clock, and the user's own loop, which is
interpreted here, counts as part of refsol's time.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple

from processes import COMPILER, Stopwatch, compile_peer

SHARES: Final = {9: 1.0, 19: 0.2}  # by board size: which share of --games is played
SEED: Final = 1

# As a user would write it. The last line prints what the peer prints.
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
print("checksum", moves, last_points)
"""


class Pair(NamedTuple):
    """Seconds that refsol and its peer take for the games, without start-up."""

    refsol: float
    peer: float


def refsol(size: int, games: int) -> list[str]:
    """Return the command that plays with the library."""
    return [sys.executable, "-P", "-c", _PLAY, str(size), str(games), str(SEED)]


def peer(program: Path, size: int, games: int) -> list[str]:
    """Return the command that plays with the peer."""
    return [str(program), str(size), str(games), str(SEED)]


def checksum(command: list[str]) -> str:
    """Return the last line of a command's output."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()[-1]


def seconds(stopwatch: Stopwatch, command: list[str], idle: list[str]) -> float:
    """Return the time of a command less that of ``idle``, its start-up."""
    start = stopwatch.measure(idle).seconds
    return stopwatch.measure(command).seconds - start


def compare(stopwatch: Stopwatch, program: Path | None, size: int, games: int, pairs: int) -> list[Pair]:
    """Check that both play the same games, which serves as a warm-up, then measure ``pairs`` runs of each."""
    ours = refsol(size, games)
    shown = checksum(ours)
    if program and checksum(peer(program, size, games)) != shown:
        raise SystemExit(f"size {size}: refsol and its peer play different games")
    runs = []
    for _ in range(pairs):
        mine = seconds(stopwatch, ours, refsol(size, 0))
        theirs = seconds(stopwatch, peer(program, size, games), peer(program, size, 0)) if program else 0.0
        runs.append(Pair(mine, theirs))
    return runs


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
            runs = compare(stopwatch, program, size, games, arguments.pairs)
            line = f"| {size} | {games} | {games / median(run.refsol for run in runs):.0f} "
            if program:
                ratios = [run.refsol / run.peer for run in runs]
                line += f"| {games / median(run.peer for run in runs):.0f} "
                line += f"| {median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f}) |"
            else:
                line += "| - | - |"
            print(line, flush=True)


if __name__ == "__main__":
    main()
