"""A command that travels to another machine, with its files.

A word of the command that names a file by a relative path travels by content. What is named by an absolute path must be
there, at the same path, and a program without a slash on the search path there. All calls are O(bytes of the files).
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from refsol.jury.run.naming import names_file, program_at
from refsol.jury.run.program import Limits, StartError

if TYPE_CHECKING:
    from refsol.jury.run.command import Command

_PERMISSIONS: Final = 0o777


class File(NamedTuple):
    """A file that travels, with its ``name``, its ``permissions`` (such as 0o755) and its ``content``."""

    name: str
    permissions: int
    content: bytes


class Parcel(NamedTuple):
    """A command as it travels: ``words``, ``limits``, ``shell`` and ``directory`` are as for :class:`.Command`."""

    words: tuple[str, ...]
    files: Mapping[int, File]
    """What some of the words name, by their indices."""
    needed: tuple[str, ...]
    """Absolute paths that must exist at the other end."""
    limits: Limits
    shell: bool
    directory: str | None


def pack(
    words: Sequence[str], limits: Limits | None = None, *, shell: bool = False, directory: str | None = None
) -> Parcel:
    """Return the command with these ``words``, ``limits``, ``shell`` and ``directory``, and the files that travel.

    They are as for :class:`.Command`. Raises :class:`.StartError` for a program or a file that should travel and can't
    be read.
    """
    files: dict[int, File] = {}
    needed = [] if directory is None else [directory]
    packed = list(words)
    for k, word in enumerate([] if shell else words):
        path = Path(word)
        is_program = k == 0 and os.path.basename(word) != word  # noqa: PTH119 (a Path drops "./")
        if is_program or (k > 0 and word and not word.startswith("-") and names_file(word)):
            if not path.is_absolute() and (is_program or path.is_file()):
                if is_program:
                    program_at(word)
                files[k] = _read(path, word)
            else:
                packed[k] = str(path.absolute())
                needed.append(packed[k])
    return Parcel(tuple(packed), files, tuple(needed), limits or Limits(), shell, directory)


def unpack(parcel: Parcel, directory: str) -> "Command":
    """Return the command of a ``parcel``, with its files in a new ``directory``.

    Raises :class:`.StartError` if something that must be here is missing, or a file can't be written.
    """
    from refsol.jury.run.command import Command  # for POSIX systems only

    for path in parcel.needed:
        if not names_file(path):
            raise StartError(f"{path}: no such file or directory")
    words = list(parcel.words)
    if not parcel.shell and 0 not in parcel.files:
        program_at(words[0])
    for k, file in parcel.files.items():
        target = Path(directory, file.name)
        if target.exists():  # another file of that name
            target = Path(directory, str(k), file.name)
            target.parent.mkdir()
        try:
            target.write_bytes(file.content)
            target.chmod(file.permissions)
        except OSError as error:
            raise StartError(f"{file.name}: {error.strerror}") from error
        words[k] = str(target)
    return Command(words, parcel.limits, shell=parcel.shell, directory=parcel.directory)


def _read(path: Path, word: str) -> File:
    try:
        return File(path.name, path.stat().st_mode & _PERMISSIONS, path.read_bytes())
    except OSError as error:
        raise StartError(f"{word}: {error.strerror}") from error
