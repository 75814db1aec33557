"""Commands that need no problem: ``list``, and ``--version``."""

from typing import Final

import refsol
from refsol.cli.files import emit_text
from refsol.cli.status import print_error
from refsol.portable import has_librt, is_compiled
from refsol.problem import NAMES, load, offered

_FIRST_STEPS: Final = """\
Find a bug in your program:  refsol multigo stress -- python3 your_program.py
Draw a game:                 refsol nogo generate small | refsol nogo show
See everything:              refsol --help
"""


def print_first_steps() -> None:
    """Print in three lines what to try first."""
    emit_text(_FIRST_STEPS)


def list_problems() -> None:
    """Print a line for each problem, the installed ones' by their packages; report those that can't be used."""
    lines = [f"{problem.name:10} {problem.title} ({problem.source})" for problem in map(load, NAMES)]
    installed, errors = offered()
    lines += [f"{problem.name:10} {problem.about}" for problem in installed]
    emit_text("".join(f"{line}\n" for line in lines))
    for error in errors:
        print_error(error)


def describe() -> str:
    """Return in one line the version, the mode (with mypyc's version, or why compiling failed) and Python's version."""
    import platform  # these are slow to import, and not needed for the list

    from refsol.problem.packaging import data_in

    mode = words = "compiled" if is_compiled() else "interpreted"
    built = data_in("refsol", "mode.txt")  # written by the build: the mode, then what to print for it
    if built is not None:
        built_mode, _, built_words = built.decode("utf-8").partition("\n")
        if built_mode == mode:  # a compiled package can also run interpreted
            words = built_words.strip()
    if not has_librt():
        words += ", without librt"
    return f"refsol {refsol.__version__} ({words}; {platform.python_implementation()} {platform.python_version()})"


def print_version() -> None:
    """Print version and mode."""
    emit_text(f"{describe()}\n")
