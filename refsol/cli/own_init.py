"""The verb ``init`` of ``refsol own``: writes an example that works at once."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import emit_text, write_output
from refsol.cli.options import Argument, make_verb
from refsol.cli.status import FileError
from refsol.problem import Problem
from refsol.problem.packaging import FILE

_EXAMPLE: Final = "example"
_LAST: Final = FILE  # which makes the directory a problem


class Options(NamedTuple):
    """The argument of ``init``."""

    directory: Annotated[
        str, Argument("The directory to write to, made if needed; nothing there is overwritten. (default: .)", "DIR")
    ] = "."


def init(_problem: Problem, options: Options) -> None:
    """Write an example of a problem of one's own; print what to try.

    Raises ``FileError`` if another file is there already where one of the example's belongs, or if one can't be read or
    written: then nothing is written.
    """
    root = Path(options.directory)
    example = _files_in(files("refsol.own") / _EXAMPLE, "")
    example = {name: content for name, content in example.items() if not _is_there(root / name, content)}
    written: list[Path] = []
    try:
        for name in sorted(example, key=lambda name: name == _LAST):
            path = root / name
            _make_directory(path.parent, written)
            write_output(str(path), [example[name]])
            written.append(path)
    except BaseException:
        for path in reversed(written):
            path.rmdir() if path.is_dir() else path.unlink()
        raise
    go_there = "" if root == Path() else f"cd {quote(options.directory)}\n  "
    emit_text(
        f"{root}: an example. Try it, then change {FILE} and the files that it names:\n"
        f"  {go_there}refsol own stress -- python3 wrong.py\n"
    )


def _is_there(path: Path, content: bytes) -> bool:
    """Return whether the file ``path`` is there already, with this content."""
    try:
        if path.read_bytes() == content:
            return True
    except FileNotFoundError:
        return False
    except OSError as error:
        raise FileError(f"{path}: {error.strerror}") from error
    raise FileError(f"{path}: exists already; choose another directory")


def _files_in(directory: Traversable, before: str) -> dict[str, bytes]:
    """Return the files in a directory and below, by their paths."""
    found: dict[str, bytes] = {}
    for entry in directory.iterdir():
        if entry.is_dir():
            if not entry.name.startswith("__"):
                found |= _files_in(entry, f"{before}{entry.name}/")
        else:
            found[f"{before}{entry.name}"] = entry.read_bytes()
    return found


def _make_directory(path: Path, made: list[Path]) -> None:
    """Make a directory, and add to ``made`` it and those above it that had to be made."""
    if not path.exists():
        _make_directory(path.parent, made)
        try:
            path.mkdir()
        except OSError as error:
            raise FileError(f"{path}: {error.strerror}") from error
        made.append(path)


VERB: Final = make_verb(
    "init",
    "Write an example of refsol.toml, with its files: the quick way, for testing and judging programs.",
    lambda problem: "",
    Options,
    init,
)
"""``refsol own init``."""
