"""Submissions as programs: Python, C++, which is compiled first, and files that can be executed. For POSIX systems.

Everything is O(length of what is handed over), with a few calls to the system, besides what is run.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final, NamedTuple

from refsol.jury.run.command import Command
from refsol.jury.run.program import RunLimits, RunOutcome, StartError

_PYTHON: Final = ".py"
_CPP: Final = frozenset((".cpp", ".cc", ".cxx"))
_COMPILER: Final = "g++"
_OPTIONS: Final = ("-O2", "-std=c++17")
_MERGED: Final = ("sh", "-c", 'exec "$@" 2>&1', "sh")  # runs a command whose errors are to be read from the beginning
_COMPILING: Final = RunLimits(seconds=120.0, mebibytes=4096)
_ERROR: Final = "error"


class Recipe(NamedTuple):
    """How to run a submission."""

    language: str
    """Its language, in a word."""
    words: list[str]
    """The command that runs it."""
    compiler: tuple[str, ...] = ()
    """The command that compiles it before; empty if there is nothing to compile."""


def can_run(path: Path) -> bool:
    """Return whether the file ``path`` is a submission: one in a known language, or one that can be executed."""
    return path.is_file() and (path.suffix in {_PYTHON, *_CPP} or os.access(path, os.X_OK))


def recipe_for(path: Path, program: str, python: list[str] | None = None) -> Recipe:
    """Return how to run the file ``path``; if it is compiled, then to the file ``program``.

    ``python`` is the command that runs Python, by default the interpreter that runs this. Raises :class:`.StartError`
    for a file that can't be run, and if there is no compiler.
    """
    file = str(path.absolute())
    if path.suffix == _PYTHON:
        return Recipe("Python", [*(python or [sys.executable or "python3"]), file])
    if path.suffix in _CPP:
        compiler = shutil.which(_COMPILER)
        if compiler is None:
            raise StartError(f"{path}: to compile it, {_COMPILER} is needed, which isn't there")
        return Recipe("C++", [program], (compiler, *_OPTIONS, "-o", program, file))
    if not can_run(path):
        raise StartError(f"{path}: neither Python (.py), C++ (.cpp, .cc, .cxx) nor executable")
    return Recipe("executable", [file])


def compile_with(words: tuple[str, ...], label: str) -> RunOutcome:
    """Run a compiler's command, ``words``; ``label`` is for its directory. What it reports is in the output."""
    return Command([*_MERGED, *words], _COMPILING, label=label).run(b"")


def compile_error(outcome: RunOutcome, path: Path) -> str:
    """Return in a line why the file ``path`` could not be compiled, or an empty text if it could."""
    if outcome.fault is None:
        return ""
    text = outcome.output.decode("utf-8", "backslashreplace").replace(str(path.absolute()), str(path))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if _ERROR in line), lines[0] if lines else f"the compiler {outcome.message}")
