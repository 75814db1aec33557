"""Empty directories for runs, and their removal with what runs leave there; for POSIX systems only. O(files)."""

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import gettempdir, mkdtemp
from threading import Lock
from typing import Final, NamedTuple
from weakref import WeakSet

LABEL: Final = os.urandom(8).hex()
"""A label for working directories that is the same in this process and its forks.

:meta hide-value:
"""

_PREFIX: Final = "refsol-"
_WORK: Final = "work"
_DIRECTORY: Final = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW


class Directory(NamedTuple):
    """A working directory, alone in one called ``root``; when new, its ``state`` was its identity, mode and owner."""

    root: str
    state: tuple[int, ...]

    @property
    def path(self) -> str:
        """The path of the working directory."""
        return f"{self.root}/{_WORK}"


class Scratch:
    """Working directories, of which those that a run leaves as they were are used again.

    All their names contain the ``label``, which should be unique, and the ``owner``, the process that has made this.
    """

    def __init__(self, label: str) -> None:
        self.label: Final = label
        self._spare: Final[list[Directory]] = []
        self._taken: Final[set[Directory]] = set()
        self._lock: Final = Lock()
        self._closed = False
        self.owner: Final = os.getpid()
        _all.add(self)

    def take(self) -> Directory:
        """Return an empty directory."""
        with self._lock:
            while self._spare and not os.path.lexists(self._spare[-1].path):  # somebody else has removed it
                self._spare.pop()
            directory = self._spare.pop() if self._spare else _new_directory(f"{self.label}-{self.owner}")
            self._taken.add(directory)
        return directory

    def give_back(self, directory: Directory, *, reusable: bool) -> str:
        """Take a ``directory`` back; keep it if it is ``reusable`` and as it was. Returns why it can't be removed."""
        reusable = reusable and _is_as_new(directory)
        with self._lock:
            if reusable and not self._closed:
                self._taken.discard(directory)
                self._spare.append(directory)
                return ""
        message = remove_tree(directory.root)
        with self._lock:  # only now, in case that was interrupted
            self._taken.discard(directory)
        return message

    def close(self) -> None:
        """Remove the directories that are not in use; later ones are removed as soon as they are given back."""
        with self._lock:
            self._closed = True
            self._remove(self._spare)
            self._spare.clear()

    def remove_all(self) -> None:
        """Remove all directories, even those that were not given back, since a run was interrupted."""
        self.close()
        self._remove(self._taken)
        self._taken.clear()

    def _remove(self, directories: Iterable[Directory]) -> None:
        if os.getpid() == self.owner:  # and not a fork, which must leave them alone
            for directory in directories:
                if remove_tree(directory.root):
                    remove_tree(directory.root)  # once more, since an error can't be reported any longer


_all: Final = WeakSet[Scratch]()
"""Those of this process, and of the processes of which it is a fork."""


def remove_own() -> None:
    """Remove all working directories of this process, which is about to end, even one that was just being made."""
    here = os.getpid()
    for label in {scratch.label for scratch in list(_all) if scratch.owner == here}:
        remove_labelled(f"{label}-{here}")


def remove_labelled(label: str) -> list[str]:
    """Remove all working directories with this ``label``, no longer in use; return what can't be removed and why."""
    directory = locate()
    if directory is None:  # then there are none
        return []
    names = [name for name in os.listdir(directory) if name.startswith(f"{_PREFIX}{label}-")]  # noqa: PTH208 (as below)
    return [message for name in names if (message := remove_tree(f"{directory}/{name}"))]


def locate() -> str | None:
    """Return the directory that contains all working directories; None where no directory is writable.

    A process determines it once, by writing to it; its forks get it from here, or might have another one.
    """
    with suppress(OSError):
        return gettempdir()
    return None


def _new_directory(label: str) -> Directory:
    root = mkdtemp(prefix=f"{_PREFIX}{label}-")
    try:
        Path(root, _WORK).mkdir()
        return Directory(root, _state(f"{root}/{_WORK}"))
    except BaseException:
        remove_tree(root)
        raise


def _is_as_new(directory: Directory) -> bool:
    with suppress(OSError):
        return (
            os.listdir(directory.root) == [_WORK]  # noqa: PTH208 (this and the next are called for each run)
            and not os.listdir(directory.path)  # noqa: PTH208
            and _state(directory.path) == directory.state
        )
    return False


def _state(path: str) -> tuple[int, ...]:
    status = os.lstat(path)
    return status.st_dev, status.st_ino, status.st_mode, status.st_uid, status.st_gid


def remove_tree(path: str) -> str:
    """Remove the directory ``path`` with all in it, however deep or protected; return why it can't be, or ""."""
    errors: list[OSError] = []
    with _collected(errors), _opened(path, None) as top:
        # shutil.rmtree recurses, with a descriptor for each level, and paths have at most 4096 bytes. So directories
        # are moved up to the top before they are emptied.
        left = _emptied(top, top, errors)
        while left:
            name = left.pop()
            with _collected(errors), _opened(name, top) as directory:
                left += _emptied(directory, top, errors)
            with _collected(errors):
                os.rmdir(name, dir_fd=top)
    with _collected(errors):
        os.rmdir(path)  # noqa: PTH106 (like the others here)
    return f"{path} can't be removed: {errors[0].strerror}" if errors and os.path.lexists(path) else ""


def _emptied(directory: int, top: int, errors: list[OSError]) -> list[str]:
    """Remove the files in an open directory, and move its directories to ``top``; return their names there."""
    with os.scandir(directory) as entries:
        found = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
    moved = []
    for name, is_directory in found:
        with _collected(errors):
            if not is_directory:
                os.unlink(name, dir_fd=directory)
            elif directory == top:
                moved.append(name)
            else:
                with suppress(OSError):  # a directory is only moved by who may write to it
                    os.chmod(name, stat.S_IRWXU, dir_fd=directory)
                new_name = os.urandom(16).hex()
                os.rename(name, new_name, src_dir_fd=directory, dst_dir_fd=top)
                moved.append(new_name)
    return moved


@contextmanager
def _opened(name: str, parent: int | None) -> Iterator[int]:
    """Open a directory and make sure that its contents can be removed, if its owner can do that."""
    try:
        directory = os.open(name, _DIRECTORY, dir_fd=parent)
    except PermissionError:
        os.chmod(name, stat.S_IRWXU, dir_fd=parent)
        directory = os.open(name, _DIRECTORY, dir_fd=parent)
    try:
        with suppress(OSError):
            os.fchmod(directory, stat.S_IRWXU)
        yield directory
    finally:
        os.close(directory)


@contextmanager
def _collected(errors: list[OSError]) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        errors.append(error)
