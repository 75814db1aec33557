"""The command ``list``."""

from refsol.cli.files import emit
from refsol.problem import NAMES, load


def list_problems() -> None:
    """Print a line for each problem: name, title and source."""
    problems = [load(name) for name in NAMES]
    emit(f"{problem.name:10} {problem.title} ({problem.source})\n".encode() for problem in problems)
