"""The verb ``new`` of ``refsol own``: writes a package with a problem, complete and working, to be changed."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Final

from refsol.cli.files import emit_text
from refsol.cli.status import FileError, deferred
from refsol.cli.verbs import VERBS, argument, as_verb
from refsol.errors import OptionError
from refsol.own.scaffold import package_files
from refsol.problem import NAMES, RESERVED, Problem

_NEXT: Final = """\
refsol-{name}: {files} files. To install the package, to test it, and to try its problem:
  pip install -e './refsol-{name}[test]'
  cd refsol-{name} && pytest
  refsol {name} solve samples/1.in
"""


@as_verb(
    "Write a Python package to start from, in ./refsol-NAME: for problems that also need reasons and pictures.",
    "bakery",
)
def new(
    _problem: Problem,
    *,
    name: Annotated[
        str, "The problem's name: a letter and at most 19 more letters or digits, all lower case.", argument("NAME")
    ],
) -> None:
    """Write a package, or nothing: raises ``OptionError`` for a name that can't be used; ``FileError``. O(files)."""
    if name in (*NAMES, *RESERVED, *VERBS):
        raise OptionError(f"refsol itself uses the name {name!r}; choose another one")
    files = package_files(name)
    target = Path(f"refsol-{name}")
    beside = Path(f".refsol-{name}-{os.urandom(8).hex()}")
    if os.path.lexists(target):
        raise FileError(f"{target}: this file or directory already exists; nothing was changed")
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
    emit_text(_NEXT.format(name=name, files=len(files)))
