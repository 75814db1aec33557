"""The submissions of a package: programs whose verdicts are known."""

from typing import NamedTuple

from refsol.bundles.programs import solver_of
from refsol.problem import Problem


class Submission(NamedTuple):
    """A program."""

    name: str
    verdict: str
    text: str


def submissions_of(problem: Problem) -> list[Submission]:
    """Return the submissions of a problem."""
    return [Submission("solver.py", "accepted", solver_of(problem))]
