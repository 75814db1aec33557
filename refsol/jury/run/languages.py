"""How a submission is run, and what a command's words name, so that no program is blamed for a typo. O(length)."""

import os
import re
import shutil
import sys
from collections.abc import Sequence
from errno import EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from itertools import pairwise
from pathlib import Path
from typing import Final, NamedTuple

from refsol.jury.run.program import RunLimits, RunOutcome, StartError

_SUFFIXES: Final = frozenset(
    {".py", ".pyz", ".rb", ".pl", ".lua", ".php", ".jar", ".class", ".java", ".js", ".mjs", ".sh"}
)
_PYTHON: Final = ".py"
_CPP: Final = frozenset((".cpp", ".cc", ".cxx"))

COMPILING: Final = RunLimits(seconds=60.0, mebibytes=2048, output_mebibytes=1)
"""The limits on a compiler."""
_SCRIPT: Final = f'export TMPDIR="$PWD"; ulimit -f {2**19} 2> /dev/null; exec "$@" 2>&1'  # blocks of 512 bytes


class Recipe(NamedTuple):
    """How to run a submission in a ``language``: the command ``words``, after that of the ``compiler``, if any."""

    language: str
    words: list[str]
    compiler: tuple[str, ...] = ()


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
        compiler = shutil.which("g++")
        if compiler is None:
            raise StartError(f"{path}: compiling it needs g++, which isn't installed")
        return Recipe("C++", [program], (compiler, "-O2", "-std=c++17", "-o", program, file))
    if not can_run(path):
        raise StartError(f"{path}: neither Python (.py), C++ (.cpp, .cc, .cxx) nor executable")
    return Recipe("executable", [file])


def is_python(word: str) -> bool:
    """Return whether the first ``word`` of a command names an interpreter of Python 3."""
    return bool(re.fullmatch(r"(.*/)?(python|pypy)(3(\.\d+)?)?", word))


def runs_python_script(words: Sequence[str]) -> bool:
    """Return whether a command, ``words``, runs a script in Python, without options for Python.

    The script's path must be absolute.
    """
    if len(words) < 2 or not is_python(words[0]):
        return False
    script = Path(words[1])
    return script.is_absolute() and script.suffix == _PYTHON and script.is_file()


def compiling(compiler: Sequence[str]) -> list[str]:
    """Return the command that runs a ``compiler`` in its directory, within bounds; errors go to standard output."""
    return ["sh", "-c", _SCRIPT, "sh", *compiler]


def compile_error(outcome: RunOutcome, path: Path) -> str:
    """Return in a line why ``path`` could not be compiled, by the ``outcome`` of :func:`compiling`, or ""."""
    if outcome.fault is None:
        return ""
    text = outcome.output.decode("utf-8", "backslashreplace").replace(str(path.absolute()), str(path))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else f"the compiler {outcome.message}")


def names_file(word: str) -> bool:
    """Return whether a ``word`` of a command names something; :class:`.StartError` if the system can't tell."""
    try:
        os.stat(word)  # noqa: PTH116 (what Path.exists ignores depends on the version of Python)
    except ValueError:
        return False
    except OSError as error:
        if error.errno in (ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG):
            return False
        raise StartError(f"{word}: {error.strerror}") from error
    return True


def program_at(word: str) -> str:
    """Return the absolute path of the program that a command's first ``word`` names; :class:`.StartError` for none."""
    found = shutil.which(word)
    if found is not None:
        return str(Path(found).absolute())
    if not names_file(word):
        raise StartError(f"{word}: no such program")
    if Path(word).is_dir():
        raise StartError(f"{word}: a directory, not a program")
    if not os.access(word, os.X_OK):
        raise StartError(f"{word}: the file is not executable")
    raise StartError(f"{word}: no such program; did you mean .{os.sep}{word}?")


def missing_script(words: Sequence[str], directory: str) -> str | None:
    """Return the word of a command that names the script to run, if there is no such file; None if in doubt.

    ``words`` are an interpreter and its arguments; the script's name is relative to a ``directory``. Raises
    :class:`.StartError` if the system can't tell.
    """
    interpreter = Path(words[0]).name
    # The first of these run a file even without a suffix; the others run a file, a class or a command.
    runs_any_file = bool(re.fullmatch(r"(python|pypy|ruby|perl|lua|php)[\d.]*", interpreter))
    if not runs_any_file and not re.fullmatch(r"(java|node|nodejs|(ba|da|z|k)?sh)[\d.]*", interpreter):
        return None
    for before, word in pairwise(words):
        if before.startswith("-") and before != "-jar" and before[-1] in "cemprs":
            return None  # after such an option, there is code or a module instead of a file
        if not word.startswith("-"):
            is_script = Path(word).suffix in _SUFFIXES or (runs_any_file and before == words[0])
            exists = names_file(str(Path(directory, word))) or shutil.which(word) is not None
            return word if is_script and not exists else None
    return None
