"""The command ``own new``: a package with a problem of one's own, complete and working, to be changed."""

import os
import shutil
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from refsol.cli.files import emit_text
from refsol.cli.help import HELP, HELP_TEXT, Page, rendered
from refsol.cli.signals import deferred
from refsol.cli.status import SUCCESS, FileError
from refsol.cli.verbs import VERBS
from refsol.errors import OptionError
from refsol.problem import NAMES, RESERVED
from refsol.scaffold import package_files

ABOUT: Final = "Write a package with a problem of your own into ./refsol-NAME: complete, working, and to be changed."
"""What it does."""

_NEXT: Final = """\
refsol-{name}: {files} files. To install the package, to test it, and to try its problem:
  pip install -e './refsol-{name}[test]'
  cd refsol-{name} && pytest
  refsol {name} solve samples/1.in
"""


def new(arguments: Sequence[str]) -> int:
    """Write the package whose name is the only one of ``arguments``, or print the help; return the exit status.

    Nothing is overwritten, and the package is written completely or not at all. Raises ``OptionError`` for other
    arguments or a name that can't be used, and ``FileError`` where something is in the way or can't be written.
    O(files).
    """
    match tuple(arguments):
        case (word,) if word in HELP:
            emit_text(rendered(_page()))
        case (name,) if not name.startswith("-"):
            emit_text(_NEXT.format(name=name, files=_write(name)))
        case _:
            raise OptionError("expected refsol own new NAME")
    return SUCCESS


def _page() -> Page:
    name = "a letter and at most 19 more letters or digits, all lower case"
    return Page(
        ABOUT,
        [("Usage", "refsol own new NAME"), ("Example", "refsol own new bakery")],
        [("Arguments", [("NAME", f"The problem's name: {name}.")]), ("Options", [(", ".join(HELP), HELP_TEXT)])],
    )


def _write(name: str) -> int:
    """Write the package of a problem called ``name``; return the number of its files."""
    if name in (*NAMES, *RESERVED, *VERBS):
        raise OptionError(f"{name!r} is a name of refsol's own; choose another one")
    files = package_files(name)
    target = Path(f"refsol-{name}")
    beside = Path(f".refsol-{name}-{os.urandom(8).hex()}")
    if os.path.lexists(target):
        raise FileError(f"{target}: there is such a file or directory already; nothing is changed")
    with deferred():
        try:
            for file in files:
                path = beside / file.path
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(file.text, encoding="utf-8", newline="\n")
            beside.rename(target)
        except BaseException as error:
            with suppress(OSError):
                shutil.rmtree(beside)
            if isinstance(error, OSError):
                raise FileError(f"{target}: {error.strerror}") from error
            raise
    return len(files)
