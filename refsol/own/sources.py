"""The file that a command runs, where it is just one, so that packages can hold it."""

import ast
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from refsol.errors import OptionError
from refsol.problem.packaging import TESTLIB_H

PYTHON: Final = (".py",)
"""How files in Python end."""
CPP: Final = (".cpp", ".cc", ".cxx")
"""How files in C++ end."""

_INTERPRETER: Final = re.compile(r"(.*/)?(python|pypy)(3(\.\d+)?)?")
_INCLUDE: Final = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"([^"]+)"', re.MULTILINE)


def source_of(words: Sequence[str]) -> Path | None:
    """Return the file that a command, ``words``, runs: in Python, or in C++ if that is beside its program.

    ``python3 checker.py`` runs ``checker.py``; ``./checker`` is taken to be made from ``checker.cpp``. None for any
    other command, and where there is no such file. O(length), with calls to the system.
    """
    if not words:
        return None
    *interpreter, last = words
    path = Path(last)
    if interpreter:
        found = len(interpreter) == 1 and _INTERPRETER.fullmatch(interpreter[0]) and path.suffix in PYTHON
        return path if found and path.is_file() else None
    candidates = [path] if path.suffix in PYTHON else [path.with_name(path.name + suffix) for suffix in CPP]
    return next((each for each in candidates if path.is_absolute() and each.is_file()), None)


def content_of(path: Path) -> bytes:
    """Return the content of a program's only file. O(length).

    Raises ``OptionError`` for one that can't be read, and for one that needs others beside it.
    """
    try:
        data = path.read_bytes()
        beside = next((name for name in _needed(path, data) if path.with_name(name).exists()), None)
    except OSError as error:
        raise OptionError(f"{path}: {error.strerror}") from error
    if beside is not None:
        raise OptionError(f"{path}: needs {beside} beside it, and a package can hold one file")
    return data


def _needed(path: Path, data: bytes) -> Iterator[str]:
    """Yield the names of files that a program uses if they are beside it."""
    text = data.decode("utf-8", "replace")
    if path.suffix in CPP:
        yield from (name for name in _INCLUDE.findall(text) if name != TESTLIB_H)
        return
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):  # the judge will say so
        return
    for node in ast.walk(tree):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            stem = name.partition(".")[0]
            yield from (f"{stem}.py", stem) if stem else ()
