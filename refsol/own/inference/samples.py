"""Sample inputs, as lines of tokens."""

import re
from codecs import BOM_UTF8
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description.values import brief

MAX_BYTES: Final = 2**20
"""The length of the longest sample."""

_STRANGE: Final = re.compile(rb"[^\t\n\r -~\x80-\xff]")  # bytes that no text has
_INTEGER: Final = re.compile(r"0|-?[1-9][0-9]{0,17}")


class SampleLines(NamedTuple):
    """A sample: the ``name`` of its file, and its ``data`` with single spaces between tokens, and no others."""

    name: str
    data: bytes
    lines: tuple[tuple[str, ...], ...]
    """The tokens of each line."""
    numbers: tuple[tuple[int | None, ...], ...]
    """The same for integers of at most 18 digits; None for other tokens."""
    remarks: tuple[str, ...]
    """What was changed, each a phrase for one line."""


def read_sample(name: str, data: bytes, *, drop_blank_end: bool = False) -> SampleLines:
    """Return the sample that a file called ``name`` contains: any bytes, ``data``. O(length).

    A byte order mark, ends of lines with CR, blanks at ends of lines, several in a row, and a line feed that is missing
    at the end are put right. With ``drop_blank_end``, so are blank lines at the end. Raises ``InputError`` for an
    empty, a long or a binary file.
    """
    if len(data) > MAX_BYTES:
        raise InputError(1, 1, f"at most {MAX_BYTES} bytes", "more")
    strange = _STRANGE.search(data)
    if strange is not None:
        line = data.count(b"\n", 0, strange.start()) + 1
        column = strange.start() - data.rfind(b"\n", 0, strange.start())
        raise InputError(line, column, "text", brief(strange[0]))
    remarks: list[str] = []
    if data.startswith(BOM_UTF8):
        data = data.removeprefix(BOM_UTF8)
        remarks.append("it begins with a byte order mark")
    if b"\r\n" in data:
        data = data.replace(b"\r\n", b"\n")
        remarks.append("lines end with CR LF instead of LF")
    if not data.strip():
        raise InputError(1, 1, "a number or a word", "none")
    rows = data.removesuffix(b"\n").split(b"\n")
    clean = [b" ".join(row.split()) for row in rows]
    if not data.endswith(b"\n"):
        remarks.append(f"line {len(rows)}: the line feed at the end is missing")
    if drop_blank_end:
        while not clean[-1]:
            clean.pop()
        if len(clean) < len(rows):
            remarks.append(f"line {len(clean) + 1}: blank lines at the end")
    strange_line = next((n for n, (row, short) in enumerate(zip(rows, clean, strict=False), 1) if row != short), 0)
    if strange_line:
        remarks.append(f"line {strange_line}: blanks besides single spaces between words")
    lines = tuple(tuple(row.decode("latin-1").split(" ")) if row else () for row in clean)
    numbers = tuple(tuple([int(token) if _INTEGER.fullmatch(token) else None for token in line]) for line in lines)
    return SampleLines(name, b"".join(b"%b\n" % row for row in clean), lines, numbers, (*remarks,))
