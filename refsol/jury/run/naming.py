"""What the words of a command name: a program, a script, a file. So a mistyped name isn't blamed on the program.

All calls are O(length of the words), with a few calls to the system.
"""

import os
import re
import shutil
from collections.abc import Sequence
from errno import EACCES, ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from itertools import pairwise
from pathlib import Path
from typing import Final

from refsol.jury.run.program import StartError

_NO_FILE: Final = (ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG)  # how it fails to examine what is no file for us
# What runs a file that is named by the first argument, even without a suffix.
_RUNS_ANY_FILE: Final = re.compile(r"(python|pypy|ruby|perl|lua|php)[\d.]*")
# What runs a file, a class or a command.
_RUNS_FILES: Final = re.compile(r"(java|node|nodejs|(ba|da|z|k)?sh)[\d.]*")
_SUFFIXES: Final = frozenset(
    {".py", ".pyz", ".rb", ".pl", ".lua", ".php", ".jar", ".class", ".java", ".js", ".mjs", ".sh"}
)
_JAR: Final = "-jar"
_WITH_VALUE: Final = "cemprs"  # how options end after which there is code or a module instead of a file


def names_file(word: str) -> bool:
    """Return whether a ``word`` of a command names something that exists. O(length).

    Raises :class:`.StartError` if the system can't tell.
    """
    try:
        os.stat(word)  # noqa: PTH116 (what Path.exists ignores depends on the version of Python)
    except ValueError:
        return False
    except OSError as error:
        if error.errno in _NO_FILE:
            return False
        raise StartError(f"{word}: {error.strerror}") from error
    return True


def program_at(word: str) -> str:
    """Return the absolute path of the program that the first ``word`` of a command names.

    Raises :class:`.StartError`, with what seems to be wrong, if there is none.
    """
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
    runs_any_file = bool(_RUNS_ANY_FILE.fullmatch(interpreter))
    if not runs_any_file and not _RUNS_FILES.fullmatch(interpreter):
        return None
    for before, word in pairwise(words):
        if before.startswith("-") and before != _JAR and before[-1] in _WITH_VALUE:
            return None
        if not word.startswith("-"):
            is_script = Path(word).suffix in _SUFFIXES or (runs_any_file and before == words[0])
            exists = names_file(str(Path(directory, word))) or shutil.which(word) is not None
            return word if is_script and not exists else None
    return None
