"""Compare solvers with oracles on very many random cases: ``python tests/proof.py --cases 1000000 --seed 1``.

The cases are those of ``tests/test_oracles.py``: inputs of the family ``small``, made from the seed and a number. Every
reading and every way to play is compared. It runs in the mode in which it is started (``REFSOL_PURE=1`` for
interpreted), on all processors, reports progress on standard error, and prints a table. On a mismatch, it says how to
repeat the case, and ends with status 1. ``--first`` resumes a run that was interrupted.
"""

import argparse
import os
import signal
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import process_time

import campaign
import support
from nogo_games import first_wrong_line

from refsol import multigo, nogo, somegame
from refsol.multigo.oracle import is_legal
from refsol.problem import NAMES
from refsol.somegame import oracle as somegame_oracle

BATCH = 500  # cases


def compare(name: str, seed: str, number: int) -> str | None:
    """Compare the solver of a problem with its oracle in case ``number``; return what is wrong, or None."""
    data = support.GENERATE[name](Random(f"{seed} {number}"))
    try:
        wrong = difference(name, data, number)
    except Exception as error:
        wrong = f"{type(error).__name__}: {error}"
    return wrong and f"case {number} of {name}, {data!r}: {wrong}"


def difference(name: str, data: bytes, number: int) -> str | None:
    """Compare the solver with its oracle on ``data``, in every reading and way to play; ``number`` is a seed."""
    answer = support.SOLVE[name](data, {})
    right = support.ORACLE[name](data)
    if answer != right:
        return f"the solver's answer is {answer!r}, the oracle's {right!r}"
    match name:
        case "multigo":
            if (not multigo.violations(board := multigo.read_board(data))) != is_legal(board):
                return "the solver and the oracle disagree about the starting position"
        case "somegame":
            if somegame.solve(data, reading="lenient") != somegame_oracle.solve(data, "lenient"):
                return "the answers by the lenient reading differ"
        case "nogo":
            game = nogo.solve(data, random=True, seed=number)
            if first_wrong_line(data, game):
                return f"the random game {game!r} breaks the rules"
            if game != nogo.solve(data, random=True, seed=number, liberties="exact"):
                return "the random game depends on how liberties are counted"
            if answer != nogo.solve(data, liberties="exact"):
                return "the answer depends on how liberties are counted"
    return None


def compare_batch(seed: str, batch: campaign.Batch) -> tuple[float, list[str]]:
    """Compare all cases of a batch; return the processor time that it took, in seconds, and what is wrong."""
    start = process_time()
    found = [compare(batch.name, seed, number) for number in range(batch.first, batch.end)]
    return process_time() - start, [what for what in found if what]


def ignore_interrupts() -> None:
    """Let a process ignore Ctrl-C, which its parent handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare solvers with oracles on random cases.")
    parser.add_argument("--cases", type=int, default=10_000, help="the number of cases of each problem")
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    parser.add_argument("--problem", choices=NAMES, action="append", help="a problem to try; by default all")
    parser.add_argument("--seed", default=str(support.FRESH_SEED))
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options = parser.parse_args()
    names = options.problem or NAMES
    tally = campaign.Tally(names, options.first, options.cases)
    todo = campaign.batches(names, options.first, options.cases, BATCH, None)
    work = partial(compare_batch, options.seed)
    executor = ProcessPoolExecutor(options.jobs, initializer=ignore_interrupts)
    try:
        for batch, (seconds, wrong) in campaign.in_order(executor, options.jobs, work, todo):
            tally.add(batch, seconds, wrong)
            print(*wrong, sep="\n", end="\n" if wrong else "", flush=True)
    except KeyboardInterrupt:
        tally.interrupt()
    print(tally.table(options.seed, "compiled" if support.COMPILED else "interpreted"))
    if tally.faults:
        print(f"To repeat case N: python tests/proof.py --seed {options.seed} --problem PROBLEM --first N --cases N+1")
    return tally.status


if __name__ == "__main__":
    sys.exit(main())
