"""The submissions of a package: programs whose verdicts are known, so that a judge can test itself and the tests."""

from enum import StrEnum
from typing import NamedTuple

from refsol.bundles.programs import flawed_solver_of, oracle_of, solver_of
from refsol.problem import Problem


class Outcome(StrEnum):
    """What a judge is expected to say of a submission, as Kattis calls its directories."""

    ACCEPTED = "accepted"
    """Right, and quick enough."""
    WRONG_ANSWER = "wrong_answer"
    """As quick, but wrong for some tests."""
    TIME_LIMIT_EXCEEDED = "time_limit_exceeded"
    """Right, but far too slow for some tests."""


class Submission(NamedTuple):
    """A program in one file of Python 3.9 that needs nothing else."""

    name: str
    """The name of the file: lower-case letters and underscores, then ``.py``."""
    verdict: Outcome
    """What a judge is expected to say."""
    text: str
    """The program."""
    harmless: str | None = None
    """The slug of a subtask whose inputs a wrong one answers rightly, if there is one."""


def submissions_of(problem: Problem) -> list[Submission]:
    """Return the submissions of a problem: a solution, wrong ones with a mistake each, and the oracle, if it is slow.

    A problem without a package has none but the user's. A mistake doesn't make the solver slower, so it never exceeds a
    time limit that the solver meets. O(sources).
    """
    if not problem.parts().has_solver:
        return []
    jury = problem.jury
    found = [Submission("solver.py", Outcome.ACCEPTED, solver_of(problem))]
    for flaw in jury.flaws:
        found.append(
            Submission(f"{flaw.name}.py", Outcome.WRONG_ANSWER, flawed_solver_of(problem, flaw), flaw.harmless)
        )
    if jury.slow_oracle:
        found.append(Submission("brute_force.py", Outcome.TIME_LIMIT_EXCEEDED, oracle_of(problem)))
    return found
