"""Bytes to integers and words, in one pass and without token objects.

The scanner is tolerant of white space (any run of blanks and line ends separates tokens) and strict in
content: an integer is ``0`` or a digit other than 0 followed by digits, nothing else. Lines and columns
are worked out only when an error needs them.
"""

from typing import Final

from librt.strings import read_i64_le
from mypy_extensions import i64

from refsol.errors import InputError

_LOAD: Final = 8  # bytes of a machine word
_MAX_DIGITS: Final = 18  # more may not fit in 64 bits
_SHOWN: Final = 24  # bytes of an offending token that an error shows
_BYTE_ORDER_MARK: Final = b"\xef\xbb\xbf"


class Scanner:
    """A position in ``data`` that only moves forward; each method costs time in proportion to what it reads."""

    def __init__(self, data: bytes, end: str = "end of file") -> None:
        self.data: Final = data
        self._size: Final[i64] = len(data)
        self._end: Final = end  # what errors call the end of the data
        self._next: i64 = 0  # where reading goes on
        self._token: i64 = 0  # where the token read last begins

    def integer(self, low: i64, high: i64, what: str) -> i64:
        """Read an integer in ``low..high``; ``what`` names it in errors. ``0 <= low <= high < 10**18``."""
        i = self._next
        if i + _LOAD <= self._size:
            # Eight bytes hold the usual token: a blank, up to six digits and the blank after them. They are fetched
            # at once and shifted out; the 0 or 255 that is shifted in is neither digit nor blank.
            word = read_i64_le(self.data, i)
            if _is_blank(word & 255):
                word >>= 8
                i += 1
            start = i
            value: i64 = 0
            c: i64 = word & 255
            while 48 <= c <= 57:
                value = value * 10 + (c - 48)
                word >>= 8
                i += 1
                c = word & 255
            canonical = i == start + 1 or (value > 0 and self.data[start] != 48)
            if canonical and _is_blank(c) and low <= value <= high:
                self._token = start
                self._next = i
                return value
        return self._unusual_integer(low, high, what)

    def _unusual_integer(self, low: i64, high: i64, what: str) -> i64:
        """Read any integer, byte by byte, or find out what is wrong with it."""
        data = self.data
        size = self._size
        i = self._skip_blanks()
        start = i
        value: i64 = 0
        while i < size:
            c: i64 = data[i]
            if c < 48 or c > 57:
                break
            value = value * 10 + (c - 48)
            i += 1
            if i - start > _MAX_DIGITS:
                break
        self._token = start
        if (
            i == start
            or value < low
            or value > high
            or i - start > _MAX_DIGITS
            or (i < size and not _is_blank(data[i]))
            or (i - start > 1 and data[start] == 48)
        ):
            raise self.unexpected(start, f"{what} in {low}..{high}")
        self._next = i
        return value

    def word(self, length: i64, what: str) -> i64:
        """Read a token of exactly ``length`` bytes and return the offset of its first one in the data."""
        data = self.data
        size = self._size
        start = self._skip_blanks()
        self._token = start
        end = start
        while end < size and end - start <= length and not _is_blank(data[end]):
            end += 1
        if end - start != length:
            raise self.unexpected(start, f"{what} of {length} characters")
        self._next = end
        return start

    def at_end(self) -> bool:
        """Tell whether only white space is left."""
        return self._skip_blanks() == self._size

    def finish(self) -> None:
        """Raise :class:`InputError` if anything but white space is left."""
        if not self.at_end():
            raise self.unexpected(self._next, self._end)

    def last(self) -> i64:
        """Return the offset of the token read last, for errors about its meaning."""
        return self._token

    def unexpected(self, offset: i64, expected: str) -> InputError:
        """Return the error that at ``offset`` not the token there but ``expected`` should stand."""
        return self.error(offset, expected, self._describe(offset))

    def error(self, offset: i64, expected: str, found: str) -> InputError:
        """Return an error at ``offset`` in words of the caller's; costs O(offset)."""
        before = int(offset)
        line = self.data.count(b"\n", 0, before) + 1
        column = before - self.data.rfind(b"\n", 0, before)
        return InputError(line, column, expected, found)

    def _skip_blanks(self) -> i64:
        data = self.data
        size = self._size
        i = self._next
        while i < size and _is_blank(data[i]):
            i += 1
        self._next = i
        return i

    def _describe(self, offset: i64) -> str:
        if offset == self._size:
            return self._end
        if offset == 0 and self.data.startswith(_BYTE_ORDER_MARK):
            return "a UTF-8 byte order mark"
        end = offset
        while end < self._size and end - offset <= _SHOWN and not _is_blank(self.data[end]):
            end += 1
        token = self.data[offset : min(end, offset + _SHOWN)]
        shown = repr(token)[1:]  # the repr of bytes is printable ASCII; b'...' without the b
        return shown + "..." if end - offset > _SHOWN else shown


def _is_blank(c: i64) -> bool:
    return c == 32 or 9 <= c <= 13
