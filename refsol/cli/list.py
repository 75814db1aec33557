"""The verb ``list``."""

from collections.abc import Iterable

from refsol.cli.files import emit
from refsol.problem import Problem


def list_problems(problems: Iterable[Problem]) -> None:
    """Print a line for each of the ``problems``: name, title and source."""
    lines = [f"{problem.name:10} {problem.title} ({problem.source})\n" for problem in problems]
    emit(line.encode() for line in lines)
