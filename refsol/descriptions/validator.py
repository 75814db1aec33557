"""Validates an input by a description: whether it is exactly what the description says."""

import re
from collections.abc import Callable
from decimal import MAX_EMAX, Decimal
from typing import Final, NoReturn

from refsol.descriptions.automaton import Pattern
from refsol.descriptions.interpreter import Interpreter, shown
from refsol.descriptions.syntax import (
    FIXED,
    SCIENTIFIC,
    Assert,
    AtEnd,
    Description,
    End,
    Float,
    Integer,
    Match,
    Newline,
    Place,
    Regex,
    Repeat,
    Space,
    String,
    While,
)
from refsol.descriptions.values import Number
from refsol.errors import InputError

_INTEGER: Final = re.compile(rb"-?[0-9]*")
_FLOAT: Final = re.compile(rb"-?([0-9]*)(\.[0-9]*)?(?:[eE]([+-]?[0-9]*))?")
_BLANKS: Final = re.compile(rb"[ \t\r\v\f]*")
_WORD: Final = re.compile(rb"[^ \n]+|[ \n]")
_QUICK_DIGITS: Final = 18  # for more, another conversion is quicker and has no limit
_EXPONENT_DIGITS: Final = len(str(MAX_EMAX)) - 1


def validate(description: Description, data: bytes, *, lenient: bool = False) -> None:
    """Raise ``InputError`` at the first place where ``data`` is not what a ``description`` says.

    If ``lenient``, any blanks count as a space and may stand around a line feed. O(bytes) besides what tests compute.
    Raises :class:`.DescriptionError` where the description is wrong.
    """
    reader = Reader(data, lenient)
    Interpreter(description, reader).run()
    reader.end(End(place_after(description)))


def place_after(description: Description) -> Place:
    """Return where a description ends, or nearly so. O(1)."""
    return description.commands[-1].place if description.commands else Place(1, 1)


class Reader:
    """Reads ``data`` from its beginning; raises ``InputError`` where something else had to follow.

    If ``lenient``, any blanks count as a space and may stand around a line feed.
    """

    retries: Final = False
    """No part is made up again."""
    follows: bool = False
    """Whether it is told of loops: only if a subclass wants that."""

    def __init__(self, data: bytes, lenient: bool) -> None:
        self._data: Final = data
        self._lenient: Final = lenient
        self._position = 0
        if lenient:
            self._skip_blanks()

    def position(self) -> int:
        """Return how many bytes have been read."""
        return self._position

    def rewind(self, position: int) -> bool:
        """Never called: one can't go back to an earlier ``position``."""
        raise AssertionError("an input is read only once")

    def loop(self, command: Repeat | While, rounds: int) -> None:
        """Never called, unless a subclass follows loops: one of so many ``rounds`` begins."""
        raise AssertionError("not told")

    def round(self, command: Repeat | While, number: int) -> None:
        """Never called, unless a subclass follows loops: round ``number`` begins."""
        raise AssertionError("not told")

    def space(self, command: Space) -> None:
        """Read a space, or blanks."""
        before = self._position
        if self._lenient:
            self._skip_blanks()
            if self._position == before:
                self._fail(command.place, "a blank")
        elif self._data[before : before + 1] == b" ":
            self._position = before + 1
        else:
            self._fail(command.place, "a space")

    def newline(self, command: Newline) -> None:
        """Read a line feed, and blanks around it."""
        if self._lenient:
            self._skip_blanks()
        if self._data[self._position : self._position + 1] != b"\n":
            self._fail(command.place, "a line feed")
        self._position += 1
        if self._lenient:
            self._skip_blanks()

    def end(self, command: End) -> None:
        """Read the end."""
        if self._position < len(self._data):
            self._fail(command.place, "end of file")

    def integer(self, command: Integer, low: int, high: int) -> int:
        """Read an integer in ``low..high``."""
        start = self._position
        match = _INTEGER.match(self._data, start)
        assert match is not None  # it matches the empty text
        written = match[0]
        digits = written.removeprefix(b"-")
        if not digits or (digits[0] == _ZERO and len(written) > 1):
            self._fail(command.place, f"{_name(command, 'an integer')} in {shown(low)}..{shown(high)}")
        value = int(written) if len(written) <= _QUICK_DIGITS else self._long_integer(written, low, high)
        if value is None or not low <= value <= high:
            self._fail(command.place, f"{_name(command, 'an integer')} in {shown(low)}..{shown(high)}")
        self._position = match.end()
        return value

    def _long_integer(self, written: bytes, low: int, high: int) -> int | None:
        """Return the value of a long integer, or None if it is out of range because of its length alone."""
        bits = max(low.bit_length(), high.bit_length())
        if (len(written) - 2) * 3 > bits:  # each digit but the first has more than three bits
            return None
        return int(Decimal(written.decode()))

    def decimal(self, command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> Decimal:
        """Read a number in ``low..high`` with a number of ``decimals`` in their range."""
        match = _FLOAT.match(self._data, self._position)
        assert match is not None  # it matches the empty text
        whole, fraction, exponent = match.groups()
        places = 0 if fraction is None else len(fraction) - 1
        end = match.end() if command.notation != FIXED or exponent is None else match.start(3) - 1
        if command.notation == FIXED:
            exponent = None
        right = (
            whole
            and not (whole[0] == _ZERO and len(whole) > 1)
            and fraction != b"."
            and (exponent is not None if command.notation == SCIENTIFIC else True)
            and (exponent is None or _is_exponent(exponent))
        )
        if right and decimals is not None:
            right = decimals[0] <= places <= decimals[1]
            if exponent is not None:  # scientific notation, with one digit before the point
                right = right and len(whole) == 1 and whole != b"0" and fraction is not None
        value = _value_of(self._data[self._position : end], exponent) if right else None
        if value is None or not low <= value <= high:
            self._fail(command.place, _wanted(command, low, high, decimals))
        self._position = end
        return value

    def string(self, command: String, text: bytes) -> None:
        """Read ``text``."""
        if not self._data.startswith(text, self._position):
            self._fail(command.place, shown(text))
        self._position += len(text)

    def regex(self, command: Regex, pattern: Pattern) -> bytes:
        """Read a text, as long as possible."""
        start = self._position
        end = pattern.match(self._data, start)
        if end is None:
            self._fail(command.place, f"{_name(command, 'a text')} that matches {shown(pattern.text)}")
        self._position = end
        return self._data[start:end]

    def at_end(self, test: AtEnd) -> bool:
        """Return whether everything has been read."""
        return self._position == len(self._data)

    def matches(self, test: Match, characters: bytes) -> bool:
        """Return whether the next character is one of ``characters``."""
        position = self._position
        return position < len(self._data) and self._data[position] in characters

    def broken(self, command: Assert, found: Callable[[], str]) -> None:
        """Report an assertion that doesn't hold; ``found`` returns what there is instead."""
        raise self._error(command.place, command.text, found())

    def _skip_blanks(self) -> None:
        match = _BLANKS.match(self._data, self._position)
        assert match is not None  # it matches the empty text
        self._position = match.end()

    def _fail(self, place: Place, expected: str) -> NoReturn:
        word = _WORD.match(self._data, self._position)
        raise self._error(place, expected, "end of file" if word is None else shown(word[0]))

    def _error(self, place: Place, expected: str, found: str) -> InputError:
        line = self._data.count(b"\n", 0, self._position) + 1
        column = self._position - self._data.rfind(b"\n", 0, self._position)
        return InputError(line, column, f"{expected} (line {place.line} of the description)", found)


_ZERO: Final = ord("0")


def _name(command: Integer | Float | Regex, otherwise: str) -> str:
    return otherwise if command.target is None else command.target.name


def _is_exponent(written: bytes) -> bool:
    digits = written.lstrip(b"+-")
    return digits == b"0" or (bool(digits) and digits[0] != _ZERO)


def _value_of(written: bytes, exponent: bytes | None) -> Decimal:
    """Return the value of a number; one too far from 1 becomes infinite, or zero."""
    if exponent is None or len(exponent) <= _EXPONENT_DIGITS:
        return Decimal(written.decode())
    mantissa = Decimal(written[: -len(exponent) - 1].decode())
    return (
        mantissa * 0
        if exponent.startswith(b"-") or not mantissa
        else mantissa.copy_sign(mantissa) * Decimal("Infinity")
    )


def _wanted(command: Float, low: Number, high: Number, decimals: tuple[int, int] | None) -> str:
    wanted = f"{_name(command, 'a number')} in {shown(low)}..{shown(high)}"
    if decimals is not None:
        least, most = decimals
        wanted += f" with {least if least == most else f'{least} to {most}'} decimals"
    if command.notation is not None:
        wanted += f" in {'fixed-point' if command.notation == FIXED else 'scientific'} notation"
    return wanted
