"""The files of a package with a problem, as ``refsol own new`` writes them: those of an example, with another name.

The example, Lamps, is a package as it can be installed, in the directory ``template``. Only its name is replaced: where
it is the problem's name, its title, or a part of the package's name. Everything is O(size of the files).
"""

import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final, NamedTuple

from refsol.errors import OptionError

NAME: Final = re.compile(r"[a-z][a-z0-9]{0,19}")
"""The pattern of the name of a new problem."""

_TEMPLATE: Final = "template"
_EXAMPLE: Final = "lamps"
_LEFT_OUT: Final = ("__pycache__", ".")  # the beginnings of names
# As a name: refsol_lamps, refsol-lamps, test_lamps, "lamps", `refsol lamps solve`, and lamps = "refsol_lamps".
_NAMED: Final = re.compile(
    rf'(?<=refsol[_ -]){_EXAMPLE}\b|(?<=test_){_EXAMPLE}\b|(?<="){_EXAMPLE}(?=")|^{_EXAMPLE}(?= =)', flags=re.MULTILINE
)


class Written(NamedTuple):
    """A file of a package: its ``path`` below the package's directory, with slashes, and its ``text``."""

    path: str
    text: str


def package_files(name: str) -> list[Written]:
    """Return the files of a package with a problem called ``name``. Raises ``OptionError`` for no good name."""
    if not NAME.fullmatch(name):
        raise OptionError(
            f"a problem's name is a letter and at most 19 more letters or digits, all lower case, not {name!r}"
        )
    return [
        Written(_renamed(path, name), _renamed(text, name)) for path, text in _below(files(__name__) / _TEMPLATE, "")
    ]


def _below(directory: Traversable, path: str) -> Iterator[tuple[str, str]]:
    """Yield the paths and the texts of all files below a directory, in order."""
    for entry in sorted(directory.iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith(_LEFT_OUT):
            continue
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry.read_text(encoding="utf-8")


def _renamed(text: str, name: str) -> str:
    """Return a text of the template with the name of the new problem."""
    return _NAMED.sub(name, text).replace(_EXAMPLE.capitalize(), name.capitalize())
