"""The verb ``statement``."""

import pkgutil
from typing import Final, NamedTuple

from refsol.cli.files import emit
from refsol.cli.options import Verb
from refsol.problem import Problem


class Options(NamedTuple):
    """``statement`` has no options."""


def statement(problem: Problem, options: Options) -> None:
    """Print the problem in our own words."""
    text = pkgutil.get_data(f"refsol.{problem.name}", "statement.md")
    assert text is not None  # every way to import packages can also read the files beside them
    emit([text])


VERB: Final = Verb(
    "statement", "Print the problem in our own words: format, limits, samples.", lambda problem: "", Options, statement
)
"""``refsol PROBLEM statement``."""
