"""Exact outcomes of NoGo: who wins each small board with best play, the positions searched, time and memory.

``python benchmarks/outcomes.py [--points N] [--memory MIB]`` solves the empty boards of at most N points (default: 21),
each in a new process, compares the winners with the published ones, and prints a table. The shorter side is the number
of rows. Another table is of endgames: after random moves on points that both sides may take, as long as there are any,
few points are live. Times are processor seconds: other programs that run at the same time lengthen them a little, but
are not part of them. Memory is the most that was resident, Python included. It needs POSIX.
"""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

from refsol.nogo import BLACK, WHITE, Board, Game, outcome
from refsol.structures.xoshiro import Xoshiro128

# Of all boards of up to 21 points (docs/nogo/outcome.md names the sources).
SECOND_WINS: Final = {(1, 1), (1, 4), (2, 3), (2, 4), (2, 9), (2, 10), (3, 4), (4, 4)}

ENDGAMES: Final = 30
"""The number of endgames of a row."""

_SOLVE: Final = """
import json, resource, sys, time
from refsol.nogo import BLACK, Board, Game, outcome
rows, columns, memory = map(int, sys.argv[1:])
game = Game(Board(rows, columns))
start = time.process_time()
found = outcome(game, memory=memory)
seconds = time.process_time() - start
move = None if found.point is None else game.board.name(found.point)
resident = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform != "darwin" else 2**20)
print(json.dumps([found.winner == BLACK, move, found.nodes, seconds, resident]))
"""


class Solved(NamedTuple):
    """The result of a board."""

    first_wins: bool
    move: str | None
    nodes: int
    seconds: float
    mebibytes: int


def boards(points: int) -> Iterator[tuple[int, int]]:
    """Yield the rows and columns of all boards of at most ``points``, no higher than wide."""
    for rows in range(1, points + 1):
        for columns in range(rows, points // rows + 1):
            yield rows, columns


def solve(rows: int, columns: int, memory: int) -> Solved:
    """Solve an empty board in a new process."""
    command = [sys.executable, "-P", "-c", _SOLVE, str(rows), str(columns), str(memory)]
    return Solved(*json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout))


def endgames(size: int, live: int) -> Iterator[Game]:
    """Yield endgames with at most this many ``live`` points, without end; they are always the same."""
    rng = Xoshiro128(live)
    while True:
        game = Game(Board(size))
        while game.winner is None:
            mine, theirs = set(game.legal_points()), set(game.legal_points(BLACK + WHITE - game.to_move))
            if len(mine | theirs) <= live:
                yield game
                break
            points = sorted(mine & theirs or mine)
            game.move(points[rng.below(len(points))])


def print_endgames() -> None:
    """Measure endgames and print a table."""
    print("| endgame | live points | positions, mean | most | seconds, mean |")
    print("|---|---|---|---|---|")
    for size in (9, 19):
        for live in (10, 15, 20):
            source = endgames(size, live)
            games = [next(source) for _ in range(ENDGAMES)]
            start = time.process_time()
            nodes = [outcome(game).nodes for game in games]
            seconds = (time.process_time() - start) / ENDGAMES
            cells = f"{size} × {size}", live, f"{sum(nodes) / ENDGAMES:,.0f}", f"{max(nodes):,}", f"{seconds:.4f}"
            print(f"| {' | '.join(map(str, cells))} |", flush=True)


def main() -> None:
    """Measure and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=21, help="points of the largest boards (default: 21)")
    parser.add_argument("--memory", type=int, default=512, help="MiB for the table of positions (default: 512)")
    arguments = parser.parse_args()
    print("| board | winner | winning move | positions | seconds | MiB |")
    print("|---|---|---|---|---|---|")
    for rows, columns in boards(arguments.points):
        solved = solve(rows, columns, arguments.memory)
        if solved.first_wins == ((rows, columns) in SECOND_WINS):
            raise SystemExit(f"{rows} × {columns}: not the published winner")
        cells = f"{rows} × {columns}", "first" if solved.first_wins else "second", solved.move or "–"
        measured = f"{solved.nodes:,}", f"{solved.seconds:.2f}", str(solved.mebibytes)
        print(f"| {' | '.join([*cells, *measured])} |", flush=True)
    print()
    print_endgames()


if __name__ == "__main__":
    main()
