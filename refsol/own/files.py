"""The files of a problem without a package: its statement and its samples."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from refsol.errors import OptionError
from refsol.own.spec import spec_of
from refsol.problem import load

_TITLE: Final = re.compile(r"\A\s*(#[ \t].*|.+\n=+[ \t]*)(\n|\Z)")
_INPUT: Final = ".in"
_ANSWERS: Final = (".ans", ".out")


def statement_of(reference: str) -> bytes | None:
    """Return the statement of the problem that a ``reference`` (:meth:`.Spec.reference`) holds, if there is one.

    It begins with the problem's title as a heading, in place of the title that is there. O(length). Raises
    ``OptionError`` for a file that can't be read.
    """
    spec = spec_of(reference)
    if spec.statement is None:
        return None
    try:
        text = Path(spec.statement).read_bytes().decode("utf-8")
    except OSError as error:
        raise OptionError(f"{spec.statement}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise OptionError(f"{spec.statement}: byte {error.start + 1} isn't UTF-8") from error
    body = _TITLE.sub("", text.lstrip("\ufeff"))
    return f"# {spec.title}\n\n{body.strip()}\n".encode()


def samples_of(reference: str) -> Iterator[tuple[bytes, bytes]]:
    """Yield the samples of the problem that a ``reference`` (:meth:`.Spec.reference`) holds: input and answer.

    Where there is no file with an answer, it is the model solution's. Raises ``OptionError`` for a file that can't be
    read. O(length).
    """
    spec = spec_of(reference)
    if spec.samples is None:
        return
    try:
        inputs = sorted(path for path in Path(spec.samples).iterdir() if path.suffix == _INPUT)
        for path in inputs:
            data = path.read_bytes()
            beside = (path.with_suffix(suffix) for suffix in _ANSWERS)
            answer = next((file.read_bytes() for file in beside if file.is_file()), None)
            yield data, b"".join(load(reference).solve(data, {})) if answer is None else answer
    except OSError as error:
        raise OptionError(f"{error.filename}: {error.strerror}") from error
