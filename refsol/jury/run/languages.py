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

COMPILING: Final = RunLimits(seconds=60.0, mebibytes=2048, output_mebibytes=1)
"""The limits on a compiler."""
_SCRIPT: Final = f'export TMPDIR="$PWD"; ulimit -f {2**19} 2> /dev/null; exec "$@" 2>&1'  # blocks of 512 bytes


class Language(NamedTuple):
    """A language: its ``name``, and the ``suffixes`` of its files.

    ``run`` is the command that runs a program. The first of the ``compilers`` that is installed makes it before, in the
    current directory. In the commands, ``FILE`` stands for the source file, ``DIR`` for the directory with what was
    compiled, and ``CLASS`` for the main class.
    """

    name: str
    suffixes: tuple[str, ...]
    run: str
    compilers: tuple[str, ...] = ()


_JAVA: Final = "java -Xss64m -XX:+UseSerialGC"  # other collectors take processor time in several threads

PYTHON: Final = Language("Python", (".py",), "python3 FILE")
"""Python."""
C: Final = Language("C", (".c",), "DIR/program", ("gcc -O2 -std=gnu11 -o program FILE -lm",))
"""C."""
CPP: Final = Language("C++", (".cpp", ".cc", ".cxx"), "DIR/program", ("g++ -O2 -std=c++17 -o program FILE",))
"""C++."""
JAVA: Final = Language("Java", (".java",), f"{_JAVA} -cp DIR CLASS", ("javac -encoding UTF-8 -d . FILE",))
"""Java."""
LANGUAGES: Final = (
    *(PYTHON, C, CPP, JAVA),
    Language("Kotlin", (".kt",), f"{_JAVA} -jar DIR/program.jar", ("kotlinc -include-runtime -d program.jar FILE",)),
    Language("Rust", (".rs",), "DIR/program", ("rustc -O --edition=2021 --crate-name program -o program FILE",)),
    Language("Go", (".go",), "DIR/program", ("go build -o program FILE", "gccgo -O2 -o program FILE")),
    Language("JavaScript", (".js", ".mjs"), "node FILE"),
    Language(
        *("C#", (".cs",), "mono DIR/program.exe"),
        ("mcs -optimize+ -out:program.exe FILE", "csc -nologo -optimize+ -out:program.exe FILE"),
    ),
    Language("Pascal", (".pas",), "DIR/program", ("fpc -O2 -oprogram FILE",)),
)
"""All languages."""


def language_of(path: str | Path) -> Language | None:
    """Return the language of the source file ``path``, by its suffix; None for any other file."""
    suffix = Path(path).suffix
    return next((language for language in LANGUAGES if suffix in language.suffixes), None)


def names_source(words: Sequence[str]) -> bool:
    """Return whether a command, ``words``, is a source file that exists, maybe with arguments.

    With arguments, a file that can be executed is a program instead.
    """
    word = words[0] if words else ""
    if language_of(word) is None or not os.path.isfile(word):  # noqa: PTH113 (a word may be too long for a path)
        return False
    return len(words) == 1 or not os.access(word, os.X_OK)


def can_run(path: Path) -> bool:
    """Return whether the file ``path`` is a submission: one in a known language, or one that can be executed."""
    return path.is_file() and (language_of(path) is not None or os.access(path, os.X_OK))


def tools_of(language: Language, path: Path) -> tuple[list[str], list[str]]:
    """Return the commands that compile, if that is needed, and run files in a ``language``, each program as a path.

    Raises :class:`.StartError`, which names the file ``path``, if one of them isn't installed.
    """
    compilers = [line.split() for line in language.compilers]
    compiler = next((line for line in compilers if shutil.which(line[0])), [] if not compilers else compilers[0])
    run = language.run.split()
    for words in (compiler, run):
        if words and not words[0].startswith("DIR"):
            program = sys.executable if language is PYTHON and sys.executable else shutil.which(words[0])
            if program is None:
                raise StartError(f"{path}: running {language.name} needs {words[0]}, which isn't installed")
            words[0] = program
    return compiler, run


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
    return script.is_absolute() and script.suffix in PYTHON.suffixes and script.is_file()


def compiling(compiler: Sequence[str]) -> list[str]:
    """Return the command that runs a ``compiler`` in its directory, within bounds; errors go to standard output."""
    return ["sh", "-c", _SCRIPT, "sh", *compiler]


def compiler_message(outcome: RunOutcome, source: str, path: Path) -> str:
    """Return what a compiler says that has refused ``source``, by the ``outcome`` of :func:`compiling`; else "".

    ``source`` is called ``path`` in it.
    """
    if outcome.fault is None:
        return ""
    text = outcome.output.decode("utf-8", "backslashreplace").replace(source, str(path)).strip()
    return text or f"the compiler {outcome.message}"


def first_error(message: str, path: Path) -> str:
    """Return the line of a compiler's ``message`` about the file ``path`` that says why it could not be compiled."""
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    named = [line for line in lines if "error" in line.lower()] or [line for line in lines if str(path) in line]
    return [*named, *lines][0]


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
        raise StartError(f"{word}: no such {'program' if language_of(word) is None else 'file'}")
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
