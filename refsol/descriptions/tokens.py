"""The tokens of a description: commands in capitals, names, numbers, strings and signs, each with its place."""

import re
from collections.abc import Iterator
from decimal import Decimal
from enum import Enum
from typing import Final, NamedTuple

from refsol.descriptions.syntax import FIXED, SCIENTIFIC, Place
from refsol.descriptions.values import Value
from refsol.errors import InputError

COMMANDS: Final = (
    *("SPACE", "NEWLINE", "EOF", "INT", "FLOAT", "FLOATP", "STRING", "REGEX", "ASSERT", "SET", "UNSET"),
    *("REP", "REPI", "WHILE", "WHILEI", "IF", "ELSE", "END"),
)
"""The words that begin or end commands."""
_WORDS: Final = (*COMMANDS, "ISEOF", "MATCH", "UNIQUE", "INARRAY", "STRLEN", FIXED, SCIENTIFIC)

_TOKEN: Final = re.compile(
    rb"(?P<skipped>[ \t\r\n]+|#[^\n]*)"
    rb"|(?P<word>" + "|".join(sorted(_WORDS, key=len, reverse=True)).encode() + rb")"
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


class Kind(Enum):
    """What a token is: ``WORD``, ``NAME``, ``DECIMAL``, ``INTEGER``, ``STRING``, ``SIGN`` or the ``END``."""

    WORD = "word"
    NAME = "name"
    DECIMAL = "decimal"
    INTEGER = "integer"
    STRING = "string"
    SIGN = "sign"
    END = "end"


class Token(NamedTuple):
    """A token: its ``kind``, its ``text`` as it is written, its ``value`` if it is one, and its ``place``.

    ``start`` is the index of its first byte in the description.
    """

    kind: Kind
    text: str
    value: Value
    place: Place
    start: int

    def shown(self) -> str:
        """Return the token as errors show it. O(1)."""
        if self.kind is Kind.END:
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
            yield _token(Kind(match.lastgroup), written, place, position)
        position = match.end()
        feeds = written.count(b"\n")
        if feeds:
            line += feeds
            start = match.start() + written.rindex(b"\n") + 1
    yield Token(Kind.END, "", b"", Place(line, position - start + 1), position)


def _token(kind: Kind, written: bytes, place: Place, start: int) -> Token:
    text = written.decode("latin-1")
    value: Value = b""
    if kind in (Kind.INTEGER, Kind.DECIMAL):
        digits = re.match("[0-9]*", text)
        if text[0] == "0" and digits is not None and len(digits[0]) > 1:
            raise InputError(*place, "a number without leading zeros", ascii(text[:_SHOWN]))
        value = int(text) if kind is Kind.INTEGER else Decimal(text)
    elif kind is Kind.STRING:
        value = _ESCAPE.sub(lambda escape: _unescaped(escape[1], place), written[1:-1])
    return Token(kind, text, value, place, start)


def _unescaped(escape: bytes, place: Place) -> bytes:
    if escape in _MEANING:
        return _MEANING[escape]
    code = int(escape, 8)
    if code > _LARGEST_OCTAL:
        raise InputError(*place, "octal escapes up to \\377", f"'\\{escape.decode()}'")
    return bytes([code])
