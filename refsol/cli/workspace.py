"""A directory that is made completely or not at all: beside it, its parts are kept, so that it can be resumed.

Everything is in a directory beside the target, which is named after it, with ``.refsol-part`` at the end. Its manifest
records what is being made. A part is complete if it is there. At the end, the target is renamed into its place, and the
rest removed.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Final

from refsol.cli.files import is_leftover, write_output
from refsol.cli.status import FileError, print_error
from refsol.jury.packages.files import PackageFile, write_zip

ZIP: Final = ".zip"
"""The suffix of a target that is a zip archive."""
_SUFFIX: Final = ".refsol-part"
_MANIFEST: Final = "manifest.json"
_PARTS: Final = "parts"
_WHOLE: Final = "whole"


class Workspace:
    """The directory beside a ``target`` in which it is made; ``manifest`` describes the target.

    Raises ``FileError`` if the target is there already, unless it is an empty directory, if the directory beside it
    belongs to another target, or if something can't be read or written, here as in all methods.
    """

    def __init__(self, target: Path, manifest: str) -> None:
        self._target: Final = target
        self._root: Final = target.with_name(target.name + _SUFFIX)
        if _taken(target):
            raise FileError(f"{target}: already there; choose a new target, or delete it")
        mark = self._root / _MANIFEST
        try:
            there = None
            if self._root.exists():
                there = mark.read_bytes() if mark.exists() else None
                if there is None and not all(map(is_leftover, self._root.iterdir())):
                    raise FileError(f"{self._root}: is not an unfinished package")
            else:
                self._root.mkdir(parents=True)
        except OSError as error:
            raise FileError(f"{error.filename}: {error.strerror}") from error
        if there is None:
            self._begin(mark, manifest)
        elif there != manifest.encode():
            raise FileError(f"{self._root}: is left from another command; repeat that one, or delete this")

    def _begin(self, mark: Path, manifest: str) -> None:
        try:
            write_output(str(mark), [manifest.encode()])
        except Exception:
            self.discard()
            raise

    def keep(self, name: str, make: Callable[[], Iterable[bytes]]) -> Path:
        """Return the file with the part called ``name``; if it isn't there, its content is made. O(making it)."""
        path = self._root / _PARTS / name
        try:
            if not path.exists():
                path.parent.mkdir(parents=True, exist_ok=True)
                write_output(str(path), make())
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}") from error
        return path

    def finish(self, files: Sequence[PackageFile]) -> None:
        """Make the target of ``files``, a zip archive if it is called so, and remove the parts. O(total size)."""
        whole = self._root / _WHOLE
        try:
            _remove(whole)
            if self._target.suffix == ZIP:
                with whole.open("wb") as archive:
                    write_zip(archive, files)
            else:
                _write_tree(whole, files)
            whole.replace(self._target)
        except OSError as error:
            raise FileError(f"{error.filename or self._target}: {error.strerror}") from error
        self.discard()

    def discard(self) -> None:
        """Remove the parts, or say that they can't be removed. O(parts)."""
        try:
            _remove(self._root)
        except OSError as error:
            print_error(f"{self._root}: can't be removed: {error.strerror}")


def _taken(target: Path) -> bool:
    """Return whether something is in the place of a ``target``, other than an empty directory for a directory."""
    if not os.path.lexists(target):
        return False
    try:
        return target.suffix == ZIP or target.is_symlink() or not target.is_dir() or any(target.iterdir())
    except OSError as error:
        raise FileError(f"{target}: {error.strerror}") from error


def _write_tree(root: Path, files: Iterable[PackageFile]) -> None:
    """Write ``files`` into a new directory ``root``; those that lie there already are linked, if possible."""
    root.mkdir()
    for file in files:
        path = root / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(file.content, Path):
            try:
                path.hardlink_to(file.content)
                continue
            except OSError:  # the file system may have no links
                path.unlink(missing_ok=True)
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, file.mode())
        with os.fdopen(handle, "wb") as copy:
            for piece in file.chunks():
                copy.write(piece)


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
