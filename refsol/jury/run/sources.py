"""Source files as commands: compiled once per content, and kept in the user's cache; for POSIX systems only.

O(bytes) besides what the compiler does.
"""

import os
import re
import shutil
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from tempfile import mkdtemp
from typing import Final, NamedTuple

from refsol.jury.run.command import Command
from refsol.jury.run.languages import (
    COMPILING,
    CPP,
    JAVA,
    LANGUAGES,
    C,
    can_run,
    compiler_message,
    compiling,
    first_error,
    language_of,
    names_source,
    tools_of,
)
from refsol.jury.run.program import StartError

_KEPT: Final = 30 * 24 * 3600  # seconds that an unused program is kept
_PLACEHOLDER: Final = re.compile("FILE|DIR|CLASS")
_INCLUDE: Final = re.compile(rb"^[ \t]*#[ \t]*include\b(?![ \t]*<)", re.MULTILINE)
_PATHS: Final = ("CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH")  # of files that are included by names in <>

# Java's comments, texts and characters, and then what says which class is where.
_NO_CODE: Final = re.compile(r"""//[^\n]*|/\*.*?\*/|\"{3}.*?\"{3}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""", re.DOTALL)
_CODE: Final = re.compile(
    r"(?P<brace>[{}])|(?P<main>\bvoid\s+main\s*\()"
    r"|(?P<modifiers>(?:\b(?:public|final|abstract|strictfp|sealed)\s+)*)\b(?:class|interface|enum|record)\s+(?P<name>\w+)"
)
_PACKAGE: Final = re.compile(r"^\s*package\s+([\w.]+)\s*;")


class Built(NamedTuple):
    """The ``words`` of the command that runs a program or, if its compiler refuses it, the compiler's ``message``."""

    words: list[str]
    message: str = ""


class CompileError(StartError):
    """A source file can't be compiled; the message says why in a line, and ``text`` is all that the compiler says."""

    def __init__(self, path: Path, text: str) -> None:
        super().__init__(f"{path} could not be compiled: {first_error(text, path)}")
        self.text: Final = text


def command_of(words: Sequence[str], spare: str) -> list[str]:
    """Return the command that ``words`` mean: if they name a source file, the program that is built of it.

    ``spare`` is as for :func:`built`. Raises :class:`CompileError`, and :class:`.StartError` as that does.
    """
    if not names_source(words):
        return list(words)
    path = Path(words[0])
    program = built(path, spare)
    if program.message:
        raise CompileError(path, program.message)
    return [*program.words, *words[1:]]


def built(path: Path, spare: str, python: Sequence[str] = ()) -> Built:
    """Return how to run the file ``path``, which is compiled if its language wants that, unless it was before.

    ``spare`` is a directory for the program if the user's cache can't be written. ``python`` is the command that runs
    Python, by default the interpreter that runs this. Raises :class:`.StartError` for a file that can't be run, and for
    a language whose compiler or interpreter isn't installed.
    """
    language = language_of(path)
    if language is None:
        if not can_run(path):
            suffixes = ", ".join(suffix for each in LANGUAGES for suffix in each.suffixes)
            raise StartError(f"{path}: neither executable nor a source file ({suffixes})")
        return Built([str(path.absolute())])
    compiler, run = tools_of(language, path)
    file = str(path.absolute())
    if not compiler:
        return Built(_filled([*python, *run[1:]] if python else run, {"FILE": file}))
    try:
        content = path.read_bytes()
    except OSError as error:
        raise StartError(f"{path}: {error.strerror}") from error
    name, main = _java_names(content, path) if language is JAVA else (path.name, "")
    source, is_whole = f"./{name}", True
    if language in (C, CPP) and (_INCLUDE.search(content) or any(map(os.environ.get, _PATHS))):
        # Only there it finds what it includes, and that is a part of the content.
        limits = COMPILING._replace(output_mebibytes=64)
        preprocessed = Command([compiler[0], "-E", file], limits).run(b"")
        source, is_whole, content = file, preprocessed.fault is None, preprocessed.output
    key = sha256(repr((compiler, os.stat(compiler[0]).st_mtime_ns)).encode() + content).hexdigest()[:32]  # noqa: PTH116

    def program_in(directory: Path) -> Built:
        return Built(_filled(run, {"DIR": str(directory), "CLASS": main}))

    cache = cache_of("programs")
    with suppress(OSError):
        os.utime(cache / key)  # it is still used
        return program_in(cache / key)
    directory = _new_directory(cache) if is_whole else None
    target = Path(mkdtemp(dir=spare)) if directory is None else directory
    try:
        if source != file:
            (target / name).write_bytes(content)
        words = compiling(_filled(compiler, {"FILE": source}))
        outcome = Command(words, COMPILING, directory=str(target), finds_files=False).run(b"")
        message = compiler_message(outcome, source, path)
        if message:
            return Built([], message)
        if directory is None:
            return program_in(target)
        try:
            directory.rename(cache / key)
        except OSError as error:
            if not (cache / key).is_dir():  # by another process, meanwhile
                raise StartError(f"{cache / key}: {error.strerror}") from error
        return program_in(cache / key)
    finally:
        if directory is not None:
            shutil.rmtree(directory, ignore_errors=True)


def _filled(words: Sequence[str], values: Mapping[str, str]) -> list[str]:
    return [_PLACEHOLDER.sub(lambda match: values[match[0]], word) for word in words]


def cache_of(what: str) -> Path:
    """Return the directory in the user's cache for ``what`` is kept; it may not exist."""
    home = os.environ.get("XDG_CACHE_HOME", "")
    usual = os.path.expanduser("~/.cache")  # noqa: PTH111 (that of Path raises an error for a user without a home)
    return Path(os.sep, home if home.startswith(os.sep) else usual, "refsol", what)


def _new_directory(cache: Path) -> Path | None:
    """Return a new directory in the cache, without programs that were unused for long; None if it can't be written."""
    try:
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        directory = Path(mkdtemp(prefix=".new-", dir=cache))
    except OSError:
        return None
    last = time.time() - _KEPT
    with suppress(OSError):  # another process may also remove them
        for each in cache.iterdir():
            if each.stat().st_mtime < last:
                shutil.rmtree(each, ignore_errors=True)
    return directory


def _java_names(content: bytes, path: Path) -> tuple[str, str]:
    """Return the name that a file in Java needs, and its main class: that with ``main``, else the public one."""
    text = _NO_CODE.sub(" ", content.decode("utf-8", "replace"))
    depth, last, public, main = 0, "", "", ""
    for found in _CODE.finditer(text):
        if found["brace"]:
            depth += 1 if found["brace"] == "{" else -1
        elif found["main"]:
            main = main or (last if depth == 1 else "")
        elif depth == 0:
            last = found["name"]
            public = last if "public" in found["modifiers"] else public
    main = main or public or path.stem
    package = _PACKAGE.match(text)
    return f"{public or main}.java", main if package is None else f"{package[1]}.{main}"
