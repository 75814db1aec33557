"""Wrong solutions on trial: how long the jury needs to find each, and how small its failure becomes.

``python tests/mutants.py`` prints a table.
"""

import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from importlib import import_module
from typing import Final, NamedTuple

import support
from wrong import Wrong

from refsol.jury.contract import load_jury
from refsol.jury.program import Command, Function, Limits, Program
from refsol.jury.shrinking import shrink
from refsol.jury.stress import Failure, Plan, campaign, judge
from refsol.problem import NAMES

CASES: Final = 20_000
SECONDS: Final = 2.0  # that a slow one may take for an input
SHRINK_SECONDS: Final = 20.0


class Trial(NamedTuple):
    """What came of a wrong solution: the failure found, the smallest input, and the seconds that both took."""

    failure: Failure
    small: bytes
    seconds: float


def wrong_ones(name: str) -> dict[str, Wrong]:
    """Return the wrong solutions of a problem."""
    table: dict[str, Wrong] = import_module(f"wrong.{name}").WRONG
    return table


def size(data: bytes) -> int:
    """Return how many characters of an input are not white space and no empty cells."""
    return sum(map(len, data.replace(b".", b" ").split()))


def first_failure(plan: Plan, program: Program, cases: int = CASES) -> Failure | None:
    """Return the first failure of a campaign, or None."""
    with ThreadPoolExecutor(1) as executor, closing(campaign(plan, program, executor, cases=cases)) as batches:
        for batch in batches:
            if batch.failure is not None:
                return batch.failure
    return None


def put_on_trial(name: str, mutant: str) -> Trial | None:
    """Let the jury find a wrong solution, by the default schedule, and shrink its failure; None if it finds nothing.

    A slow one runs as a process, within a limit; the others are called.
    """
    wrong = wrong_ones(name)[mutant]
    program = _as_process(name, mutant) if wrong.slow else Function(wrong.solve)
    begin = time.monotonic()
    failure = first_failure(Plan(name, "mutants"), program)
    if failure is None:
        return None

    def fails(data: bytes) -> bool:
        fault = judge(name, program, data)
        return fault is not None and fault.kind == failure.fault.kind

    small = shrink(load_jury(name), failure.data, fails, seconds=SHRINK_SECONDS)
    return Trial(failure, small, time.monotonic() - begin)


def _as_process(name: str, mutant: str) -> Command:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from importlib import import_module; "
        "wrong = import_module(f'wrong.{sys.argv[2]}').WRONG[sys.argv[3]]; "
        "sys.stdout.buffer.write(wrong.solve(sys.stdin.buffer.read()))"
    )
    return Command([sys.executable, "-P", "-c", script, str(support.ROOT / "tests"), name, mutant], Limits(SECONDS))


def main() -> None:
    """Print the table."""
    print("| problem | wrong solution | fault | case | seconds | size found | size shrunk |")
    print("|---|---|---|---|---|---|---|")
    for name in NAMES:
        for mutant, wrong in wrong_ones(name).items():
            trial = put_on_trial(name, mutant)
            if trial is None:
                print(f"| {name} | {wrong.what} | not found | | | | |")
                continue
            kind, case = trial.failure.fault.kind, trial.failure.case.number
            lengths = f"{size(trial.failure.data)} | {size(trial.small)}"
            print(f"| {name} | {wrong.what} | {kind} | {case} | {trial.seconds:.2f} | {lengths} |", flush=True)


if __name__ == "__main__":
    main()
