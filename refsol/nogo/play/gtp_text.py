"""The text of the Go Text Protocol: lines that are commands, and responses.

G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2" (2002), sections 2 and 3.
"""
# mypyc: interpreted

import re
from typing import Final, NamedTuple

_CONTROL: Final = dict.fromkeys([*range(32), 127])
_CLEANED: Final = {**_CONTROL, ord("\t"): " "}
_KEPT: Final = {code: None for code in _CONTROL if code not in (ord("\t"), ord("\n"))}


class ParsedCommand(NamedTuple):
    """A command.

    ``number`` is the digits before it, as they came, or nothing. ``name`` is nothing if only a number came; the
    ``arguments`` are the words after the name.
    """

    number: str
    name: str
    arguments: tuple[str, ...]


def parse_command(line: bytes) -> ParsedCommand | None:
    r"""Return the command in a ``line``, or None if there is none, only blanks or a comment. O(length).

    Control characters are dropped, tabs are blanks, and ``#`` begins a comment. Bytes that aren't UTF-8 become
    surrogates, as in names of files.

    >>> parse_command(b"12 play\tB D4 # a move")
    ParsedCommand(number='12', name='play', arguments=('B', 'D4'))
    """
    text = line.decode("utf-8", "surrogateescape").translate(_CLEANED).partition("#")[0]
    words = [word for word in text.split(" ") if word]
    if not words:
        return None
    number = words.pop(0) if re.fullmatch("[0-9]+", words[0]) else ""
    return ParsedCommand(number, words[0] if words else "", tuple(words[1:]))


def response(number: str, text: str, *, failed: bool = False) -> bytes:
    r"""Return the response to a command with this ``number``, if any, which succeeded or ``failed``. O(length).

    In the ``text``, control characters are dropped, and so are empty lines, since the first one ends a response.

    >>> response("12", "D4"), response("", "illegal move", failed=True)
    (b'=12 D4\n\n', b'? illegal move\n\n')
    """
    cleaned = re.sub(r"\n[\n ]*\n", "\n", text.translate(_KEPT).rstrip())
    sign = "?" if failed else "="
    return f"{sign}{number} {cleaned}".rstrip().encode("utf-8", "surrogateescape") + b"\n\n"
