"""Test the jury on wrong solutions: how long it takes to find each one, and how small the failing input becomes.

``python tests/mutants.py > tests/wrong_solutions.csv`` makes the table.
"""

import csv
import sys
import time
from contextlib import closing
from typing import Final

import support
from wrong import wrong_solutions

from refsol.jury.batches import Failure
from refsol.jury.cases import CampaignPlan
from refsol.jury.run.command import Command
from refsol.jury.run.program import Function, Program, RunLimits
from refsol.jury.stress import Campaign, Finding
from refsol.jury.testing import first_finding
from refsol.problem import NAMES, load

CASES: Final = 20_000
SECONDS: Final = 2.0  # time limit for slow solutions
SHRINK_SECONDS: Final = 20.0


def size(data: bytes) -> int:
    """Return the number of characters of an input, not counting white space and empty cells."""
    return sum(map(len, data.replace(b".", b" ").split()))


def first_failure(plan: CampaignPlan, program: Program, cases: int = CASES) -> Failure | None:
    with closing(Campaign(plan, program, cases=cases).events()) as events:
        return next((event for event in events if isinstance(event, Failure)), None)


def find_and_shrink(
    plan: CampaignPlan, mutant: str, *, seconds: float = SECONDS, shrink_seconds: float = SHRINK_SECONDS
) -> tuple[Finding, float] | None:
    """Test a wrong solution of the problem of a plan by that plan, and shrink the first failing input.

    Returns the finding and the seconds that all of this took, or None if no fault was found. A slow solution runs as a
    process with a time limit of ``seconds``; others are called as functions.
    """
    wrong = wrong_solutions(plan.problem.name)[mutant]
    program = _as_process(plan.problem.name, mutant, seconds) if wrong.slow else Function(wrong.solve)
    begin = time.monotonic()
    finding = first_finding(plan, program, CASES, shrink_seconds)
    return None if finding is None else (finding, time.monotonic() - begin)


def _as_process(name: str, mutant: str, seconds: float) -> Command:
    script = (
        "import sys; sys.path.insert(0, sys.argv[1]); from wrong import wrong_solutions; "
        "wrong = wrong_solutions(sys.argv[2])[sys.argv[3]]; "
        "sys.stdout.buffer.write(wrong.solve(sys.stdin.buffer.read()))"
    )
    return Command([sys.executable, "-P", "-c", script, str(support.ROOT / "tests"), name, mutant], RunLimits(seconds))


def main() -> None:
    """Print the table as CSV."""
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["problem", "wrong solution", "fault", "case", "seconds", "size found", "size shrunk"])
    for name in NAMES:
        for mutant, wrong in wrong_solutions(name).items():
            result = find_and_shrink(CampaignPlan(load(name), "mutants"), mutant)
            if result is None:
                table.writerow([name, wrong.what, "not found", "", "", "", ""])
                continue
            finding, seconds = result
            failure = finding.failure
            case, sizes = (failure.fault.kind, failure.case.number), (size(failure.data), size(finding.data))
            table.writerow([name, wrong.what, *case, f"{seconds:.2f}", *sizes])


if __name__ == "__main__":
    main()
