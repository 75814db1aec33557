"""Finds file names of scripts in commands, so that a mistyped one isn't blamed on the program.

All calls are O(words), with a few calls to the system.
"""

import re
import shutil
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Final

# What runs a file that is named by the first argument, even without a suffix.
_RUNS_ANY_FILE: Final = re.compile(r"(python|pypy|ruby|perl|lua|php)[\d.]*")
# What runs a file, a class or a command.
_RUNS_FILES: Final = re.compile(r"(java|node|nodejs|(ba|da|z|k)?sh)[\d.]*")
_SUFFIXES: Final = frozenset(
    {".py", ".pyz", ".rb", ".pl", ".lua", ".php", ".jar", ".class", ".java", ".js", ".mjs", ".sh"}
)
_JAR: Final = "-jar"
_WITH_VALUE: Final = "cemprs"  # how options end after which there is code or a module instead of a file


def missing_script(words: Sequence[str], directory: str) -> str | None:
    """Return the word of a command that names the script to run, if there is no such file; None if in doubt.

    ``words`` are an interpreter and its arguments; the script's name is relative to a ``directory``.
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
            return word if is_script and not _exists(word, directory) else None
    return None


def _exists(word: str, directory: str) -> bool:
    try:
        return Path(directory, word).exists() or shutil.which(word) is not None
    except (OSError, ValueError):  # not a file name: too long, for example
        return True
