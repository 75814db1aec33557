"""Validates an input by a description: whether it is exactly what the description says."""

import re
from codecs import BOM_UTF8
from collections.abc import Callable
from decimal import MAX_EMAX, Decimal
from typing import Final, NoReturn

from refsol.errors import InputError
from refsol.own.description import syntax
from refsol.own.description.automaton import Pattern
from refsol.own.description.interpreter import Interpreter
from refsol.own.description.source import Source
from refsol.own.description.values import FIXED, SCIENTIFIC, Numeric, brief, exact, integer_in
from refsol.own.shapes.checks import fault_in
from refsol.own.shapes.kinds import title_of

_INTEGER: Final = re.compile(rb"(?:0|-?[1-9][0-9]*)(?![0-9])")
_FIXED: Final = rb"-?(0|[1-9][0-9]*)(?![0-9])(?:(\.[0-9]+)(?![0-9])|(?!\.))"
_EXPONENT: Final = rb"[eE]([+-]?(?:0|[1-9][0-9]*))(?![0-9])"
_NUMBERS: Final = {
    FIXED: re.compile(_FIXED + rb"()"),
    SCIENTIFIC: re.compile(_FIXED + _EXPONENT),
    None: re.compile(_FIXED + rb"(?:" + _EXPONENT + rb"|(?![eE]))"),
}
"""The format of numbers by their notation: groups of digits, decimals with the point, and the exponent."""
_BLANKS: Final = re.compile(rb"[ \t\r\v\f]*")
_WORD: Final = re.compile(rb"[^ \n]+|[ \n]")


def validate(description: syntax.Description, data: bytes, *, lenient: bool = False) -> None:
    """Raise ``InputError`` at the first place where ``data`` is not what a ``description`` says.

    If ``lenient``, any blanks count as a space and may stand around a line feed, and a byte order mark may come first.
    O(bytes) besides what tests compute. Raises :class:`.DescriptionError` where the description is wrong.
    """
    Interpreter(description, Reader(data, lenient)).run()


class Reader(Source):
    """Reads ``data``, ``lenient`` as in :func:`validate`; raises ``InputError`` where something else had to follow."""

    def __init__(self, data: bytes, lenient: bool) -> None:
        self._data: Final = data
        self._lenient: Final = lenient
        self._position = 0
        self._noted: Final[dict[syntax.Node, list[tuple[int, int]]]] = {}  # what has a shape: positions and numbers
        if lenient:
            self._position = len(BOM_UTF8) if data.startswith(BOM_UTF8) else 0
            self._skip_blanks()

    def position(self) -> int:
        """Return how many bytes have been read."""
        return self._position

    def text(self, command: syntax.Text, text: bytes) -> None:
        """Read ``text``, or blanks that count as one."""
        before = self._position
        if self._lenient and command.blank:
            self._skip_blanks()
            if text == b" ":
                if self._position == before:
                    self._fail(command.place, "a blank")
                return
        if not self._data.startswith(text, self._position):
            self._fail(command.place, command.blank or brief(text))
        self._position += len(text)
        if self._lenient and command.blank:
            self._skip_blanks()

    def end(self, place: syntax.Location) -> None:
        """Read the end."""
        if self._position < len(self._data):
            self._fail(place, "end of file")

    def integer(self, command: syntax.Integer, low: int, high: int) -> int:
        """Read an integer in ``low..high``."""
        match = _INTEGER.match(self._data, self._position)
        if match is not None:
            written = match[0]
            value = int(written) if len(written) <= 18 else self._long_integer(written, low, high)
            if value is not None and low <= value <= high:
                noted = self._noted.get(command)
                if noted is not None:
                    noted.append((self._position, value))
                self._position = match.end()
                return value
        return self._fail(command.place, f"{_name(command, 'an integer')} in {brief(low)}..{brief(high)}")

    def _long_integer(self, written: bytes, low: int, high: int) -> int | None:
        """Return the value of an integer that ``int`` may refuse; None if its length alone puts it out of range."""
        bits = max(low.bit_length(), high.bit_length())
        if (len(written) - 2) * 3 > bits:  # each digit but the first has more than three bits
            return None
        return integer_in(written.decode())

    def decimal(self, command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> Decimal:
        """Read a number in ``low..high`` with a number of ``decimals`` in their range."""
        match = _NUMBERS[command.notation].match(self._data, self._position)
        if match is not None and (decimals is None or _has_decimals(match, *decimals)):
            value = _value_of(match)
            if exact(low) <= value <= exact(high):
                self._position = match.end()
                return value
        return self._fail(command.place, _wanted(command, low, high, decimals))

    def regex(self, command: syntax.Regex, pattern: Pattern) -> bytes:
        """Read a text, as long as possible."""
        start = self._position
        end = pattern.match(self._data, start)
        if end is None:
            self._fail(command.place, f"{_name(command, 'a text')} that matches {brief(pattern.text)}")
        self._position = end
        return self._data[start:end]

    def lookahead(self, test: syntax.Lookahead, characters: bytes | None) -> bool:
        """Return whether the next character is one of ``characters`` or, for None, whether everything has been read."""
        following = self._data[self._position : self._position + 1]
        return not following if characters is None else following != b"" and following in characters

    def begin_shape(self, command: syntax.Shaped, nodes: int, root: int | None) -> None:
        """Note what the numbers in it are, and where they stand."""
        self._noted.update((each, []) for each in command.commands)

    def end_shape(self, command: syntax.Shaped, nodes: int, root: int | None) -> None:
        """Report what doesn't have its shape, where the first number of the first wrong round stands. O(n log n).

        A graph has to have ``nodes`` and this ``root``.
        """
        columns = [self._noted.pop(each) for each in command.commands]
        values = [[value for _position, value in column] for column in columns]
        fault = fault_in(command.kinds, values, nodes, command.base, root)
        if fault is not None:
            if fault.number < len(columns[0]):
                self._position = columns[0][fault.number][0]
            raise self._error(command.place, title_of(command.kinds, command.names), fault.found)

    def broken(self, command: syntax.Assert, found: Callable[[], str]) -> None:
        """Report an assertion that doesn't hold; ``found`` returns what there is instead."""
        raise self._error(command.place, command.text, found())

    def _skip_blanks(self) -> None:
        match = _BLANKS.match(self._data, self._position)
        assert match is not None  # it matches the empty text
        self._position = match.end()

    def _fail(self, place: syntax.Location, expected: str) -> NoReturn:
        word = _WORD.match(self._data, self._position)
        found = "end of file" if word is None else brief(word[0])
        is_marked = self._position == 0 and self._data.startswith(BOM_UTF8)
        raise self._error(place, expected, "a byte order mark" if is_marked else found)

    def _error(self, place: syntax.Location, expected: str, found: str) -> InputError:
        line = self._data.count(b"\n", 0, self._position) + 1
        column = self._position - self._data.rfind(b"\n", 0, self._position)
        return InputError(line, column, f"{expected} (line {place.line} of the description)", found)


def _name(command: syntax.Choosing, otherwise: str) -> str:
    return otherwise if command.target is None else command.target.name


def _has_decimals(match: re.Match[bytes], least: int, most: int) -> bool:
    whole, fraction, exponent = match.groups(b"")
    if exponent and (not fraction or len(whole) > 1 or whole == b"0"):  # not one digit before the point
        return False
    return least <= (len(fraction) - 1 if fraction else 0) <= most


def _value_of(match: re.Match[bytes]) -> Decimal:
    """Return the value of a number; one too far from 1 becomes infinite, or zero."""
    exponent = match[3] or b""
    if len(exponent) < len(str(MAX_EMAX)):
        return Decimal(match[0].decode())
    mantissa = Decimal(match[0][: -len(exponent) - 1].decode())
    return mantissa * 0 if exponent.startswith(b"-") or not mantissa else Decimal("Infinity").copy_sign(mantissa)


def _wanted(command: syntax.Float, low: Numeric, high: Numeric, decimals: tuple[int, int] | None) -> str:
    wanted = f"{_name(command, 'a number')} in {brief(low)}..{brief(high)}"
    if decimals is not None:
        least, most = decimals
        wanted += f" with {least if least == most else f'{least} to {most}'} decimals"
    if command.notation is not None:
        wanted += f" in {'fixed-point' if command.notation == FIXED else 'scientific'} notation"
    return wanted
