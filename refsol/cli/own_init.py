"""The verb ``init`` of ``refsol own``: writes an example that works at once."""

from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from shlex import quote
from typing import Annotated

from refsol.cli.files import emit_text, write_output
from refsol.cli.status import FileError
from refsol.cli.verbs import argument, as_verb
from refsol.problem import Problem
from refsol.problem.packaging import FILE


@as_verb("Write an example of refsol.toml with its files: the quick way to test and judge programs.")
def init(
    _problem: Problem,
    *,
    directory: Annotated[
        str, "The directory to write to, made if needed; nothing there is overwritten. (default: .)", argument("DIR")
    ] = ".",
) -> None:
    """Write an example, or nothing: raises ``FileError`` if another file is there, or one can't be read or written."""
    root = Path(directory)
    example = _files_in(files("refsol.own") / "example", "")
    example = {name: content for name, content in example.items() if not _is_there(root / name, content)}
    written: list[Path] = []
    try:
        for name in sorted(example, key=lambda name: name == FILE):  # which makes it a problem, last
            path = root / name
            for parent in reversed(path.parents):
                if not parent.exists():
                    parent.mkdir()
                    written.append(parent)
            write_output(str(path), [example[name]])
            written.append(path)
    except BaseException:
        for path in reversed(written):
            path.rmdir() if path.is_dir() else path.unlink()
        raise
    go_there = "" if root == Path() else f"cd {quote(directory)}\n  "
    emit_text(
        f"{root}: an example. Try it, then change {FILE} and the files that it names:\n"
        f"  {go_there}refsol own stress -- python3 wrong.py\n"
    )


def _is_there(path: Path, content: bytes) -> bool:
    try:
        if path.read_bytes() == content:
            return True
    except FileNotFoundError:
        return False
    raise FileError(f"{path}: already exists; choose another directory")


def _files_in(directory: Traversable, before: str) -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in directory.iterdir():
        if entry.is_dir():
            if not entry.name.startswith("__"):
                found |= _files_in(entry, f"{before}{entry.name}/")
        else:
            found[f"{before}{entry.name}"] = entry.read_bytes()
    return found
