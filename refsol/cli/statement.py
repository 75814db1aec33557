"""The verb ``statement``."""

import sys
from typing import Final, NamedTuple

from refsol.cli.files import emit
from refsol.cli.options import Verb
from refsol.cli.terminal import columns, is_terminal
from refsol.problem import Problem
from refsol.statement import statement as statement_text


class Options(NamedTuple):
    """``statement`` has no options."""


def statement(problem: Problem, options: Options) -> None:
    """Print the problem in our own words."""
    text = statement_text(problem.name)
    emit([(_rendered(text) if is_terminal(sys.stdout) else text).encode()])


def _rendered(text: str) -> str:
    """Return Markdown as it looks on this terminal."""
    from rich.console import Console  # slow to import
    from rich.markdown import Markdown

    console = Console(width=columns())
    with console.capture() as captured:
        console.print(Markdown(text, hyperlinks=False))
    return captured.get()


VERB: Final = Verb(
    "statement", "Print the problem in our own words: format, limits, samples.", lambda problem: "", Options, statement
)
"""``refsol PROBLEM statement``."""
