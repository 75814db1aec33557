"""The command ``list``."""

from refsol.cli.files import emit_text
from refsol.cli.status import print_error
from refsol.problem import NAMES, load, offered


def list_problems() -> None:
    """Print a line for each problem: name, title and source; of an installed one, what its package says of itself.

    Those that can't be used, for their names, are reported.
    """
    lines = [f"{problem.name:10} {problem.title} ({problem.source})" for problem in map(load, NAMES)]
    installed, errors = offered()
    lines += [f"{problem.name:10} {problem.about}" for problem in installed]
    emit_text("".join(f"{line}\n" for line in lines))
    for error in errors:
        print_error(error)
