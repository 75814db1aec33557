"""The tokens of a description: commands in capitals, names, numbers, strings and signs, each with its place."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.own.description.syntax import FIXED, SCIENTIFIC, Place
from refsol.own.description.values import Value

PLAIN: Final = ("SPACE", "NEWLINE", "EOF", "INT", "FLOAT", "FLOATP", "STRING", "REGEX", "ASSERT", "SET", "UNSET")
"""The words of commands without a block."""
OPENING: Final = ("REP", "REPI", "WHILE", "WHILEI", "IF")
"""The words of commands with a block."""
_OTHERS: Final = ("ELSE", "END", "ISEOF", "MATCH", "UNIQUE", "INARRAY", "STRLEN", FIXED, SCIENTIFIC)

_TOKEN: Final = re.compile(
    rb"(?P<skipped>[ \t\r\n]+|#[^\n]*)"
    rb"|(?P<word>" + "|".join(sorted((*PLAIN, *OPENING, *_OTHERS), key=len, reverse=True)).encode() + rb")"
    rb"|(?P<name>[a-z][a-z0-9]*)"
    rb"|(?P<decimal>[0-9]+(?:\.[0-9]*(?:[eE][+-]?[0-9]+)?|[eE][+-]?[0-9]+))"
    rb"|(?P<integer>[0-9]+)"
    rb'|(?P<string>"(?:[^"\\]|\\.)*")'
    rb"|(?P<sign>&&|\|\||<=|>=|==|!=|[-+*/%^<>!=(),\[\]])",
    re.DOTALL,
)
_ESCAPE: Final = re.compile(rb'\\([0-7]{1,3}|[ntrb"\\\n])')
_MEANING: Final = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b"b": b"\b", b'"': b'"', b"\\": b"\\", b"\n": b""}
_LARGEST_OCTAL: Final = 0o377
_SHOWN: Final = 24  # characters of a token in an error


class Token(NamedTuple):
    """A token: its ``kind``, its ``text`` as it is written, its ``value`` if it is one, and its ``place``.

    The kinds are word, name, decimal, integer, string, sign and, behind all others, end.
    ``start`` is the index of its first byte in the description.
    """

    kind: str
    text: str
    value: Value
    place: Place
    start: int

    def shown(self) -> str:
        """Return the token as errors show it. O(1)."""
        if self.kind == "end":
            return "end of file"
        shown = ascii(self.text[:_SHOWN])
        return f"{shown}..." if len(self.text) > _SHOWN else shown


def tokens_in(text: bytes) -> Iterator[Token]:
    """Yield the tokens of a description ``text``, without white space and comments, and one for the end. O(length).

    Raises ``InputError`` for anything that is no token, an unfinished string, an octal escape beyond 377, and for
    leading zeros.
    """
    line, start, position = 1, 0, 0  # of the line: its number, and where it starts
    while position < len(text):
        match = _TOKEN.match(text, position)
        place = Place(line, position - start + 1)
        if match is None or match.lastgroup is None:
            what = "a closing '\"'" if text[position : position + 1] == b'"' else "a command or an expression"
            found = "end of file" if what.startswith("a closing") else repr(text[position : position + 1])[1:]
            raise InputError(*place, what, found)
        written = match[0]
        if match.lastgroup != "skipped":
            yield _token(match.lastgroup, written, place, position)
        position = match.end()
        feeds = written.count(b"\n")
        if feeds:
            line += feeds
            start = match.start() + written.rindex(b"\n") + 1
    yield Token("end", "", b"", Place(line, position - start + 1), position)


def _token(kind: str, written: bytes, place: Place, start: int) -> Token:
    text = written.decode("latin-1")
    value: Value = b""
    if kind in ("integer", "decimal"):
        if len(text) > 1 and text[0] == "0" and text[1].isdecimal():
            raise InputError(*place, "a number without leading zeros", ascii(text[:_SHOWN]))
        value = int(text) if kind == "integer" else Decimal(text)
    elif kind == "string":
        value = _ESCAPE.sub(lambda escape: _unescaped(escape[1], place), written[1:-1])
    return Token(kind, text, value, place, start)


def _unescaped(escape: bytes, place: Place) -> bytes:
    if escape in _MEANING:
        return _MEANING[escape]
    code = int(escape, 8)
    if code > _LARGEST_OCTAL:
        raise InputError(*place, "octal escapes up to \\377", f"'\\{escape.decode()}'")
    return bytes([code])
