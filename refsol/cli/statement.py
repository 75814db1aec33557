"""The verb ``statement``."""

from importlib.resources import files
from typing import Final, NamedTuple

from refsol.cli.files import emit
from refsol.cli.options import Verb
from refsol.problem import Problem


class Options(NamedTuple):
    """``statement`` has no options."""


def statement(problem: Problem, options: Options) -> None:
    """Print the problem in our own words."""
    emit([files(f"refsol.{problem.name}").joinpath("statement.md").read_bytes()])


VERB: Final = Verb(
    "statement", "Print the problem in our own words: format, limits, samples.", None, Options, statement
)
"""``refsol PROBLEM statement``."""
