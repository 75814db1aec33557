"""Bytes to integers and symbols, in one pass and without token objects.

The scanner is tolerant of white space (any number of *blanks*, which include tabs and line ends, separate tokens) and
strict about content: an integer is ``0`` or a digit other than 0 followed by digits, nothing else. It holds one window
of a file at a time, so that large inputs need little memory. Lines and columns are computed only when an error needs
them.

Input in the common form is read by fast paths, a machine word of eight bytes at a time. A fast path reads a token only
if it is certain of it; everything else, including errors, is left to the slow path, which reads byte by byte.
"""

from typing import TYPE_CHECKING, BinaryIO, Final, TypeAlias, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.errors import InputError, out_of_range, require_range
from refsol.text.words import (
    FOUR_ZEROS,
    SHORT,
    fast_integer,
    four_digit_value,
    four_times,
    has_four_digits,
    positive_pair,
    short_length,
    short_value,
)

if TYPE_CHECKING:
    import mmap  # at run time it would slow down every start-up

Input: TypeAlias = "bytes | BinaryIO | mmap.mmap"
"""An input to scan: the bytes, or a seekable binary file or an mmap, which is read from its current offset."""

WINDOW: Final = 2**17
"""The default number of bytes of a file that a scanner holds; a larger window would not stay in the cache."""
MIN_WINDOW: Final = 32
"""The smallest number of bytes of a file that a scanner can hold."""
MAX_WINDOW: Final = 2**30
"""The largest number of bytes of a file that a scanner can hold."""
NO_SYMBOL: Final = 128
"""The code, in a table for :meth:`Scanner.symbols`, of a character that is not allowed."""

_LOAD: Final = 8  # bytes of a machine word
_MAX_DIGITS: Final = 18  # more may not fit in 64 bits
_SHOWN: Final = 24  # bytes of an offending token that an error shows
_BYTES: Final = 256  # different ones


def symbol_codes(symbols: bytes) -> vec[u8]:
    """Return a table of 256 codes for :meth:`Scanner.symbols`: that of each of ``symbols`` is its index.

    The symbols are distinct. Raises ``ValueError`` for more than 128.
    """
    require_range("number of symbols", len(symbols), 0, NO_SYMBOL)
    codes = vec[u8]([u8(NO_SYMBOL)] * _BYTES)
    for index, symbol in enumerate(symbols):
        codes[symbol] = u8(index)
    return codes


@final
class Scanner:
    """A place in the input ``source`` that only moves forward.

    ``window`` is the number of bytes of a file that are held at a time, from :data:`MIN_WINDOW` to :data:`MAX_WINDOW`;
    ``end`` is what errors call the end of the input. Offsets are counted in bytes from the beginning of the input.
    Raises ``ValueError`` for any other window, and ``TypeError`` for a source that is not an :data:`Input`.

    Without ``errors``, the first error is raised. With a list ``errors``, errors are added to it instead, and reading
    continues as best it can: the offending token is skipped, and the lowest number allowed takes its place.

    All methods that read are O(bytes read), including the blanks after the token. Unless stated otherwise, everything
    else is O(1).

    >>> scanner = Scanner(b"7 black")
    >>> int(scanner.integer(1, 9, "size"))
    7
    >>> scanner.integer(0, 9, "level")
    Traceback (most recent call last):
    refsol.errors.InputError: 1:3: expected level in 0..9, found 'black'
    """

    def __init__(
        self, source: Input, end: str = "end of file", window: int = WINDOW, errors: list[InputError] | None = None
    ) -> None:
        require_range("window", window, MIN_WINDOW, MAX_WINDOW)
        self._source: Final = source
        self._start: Final = 0 if isinstance(source, bytes) else _offset_of(source)
        self._end: Final = end
        self._errors: Final = errors
        self._capacity: Final = window
        self._window: bytes = source if isinstance(source, bytes) else b""
        self._size: i64 = len(self._window)
        self._base: i64 = 0  # offset of the window
        self._next: i64 = 0  # index in the window of the next byte to read

    def integer(self, low: i64, high: i64, what: str) -> i64:
        """Read an integer in ``low..high``; ``what`` names it in errors. ``0 <= low <= high < 10**18``.

        Raises ``InputError`` for anything else. If errors are collected, it is raised only at the end of the input;
        elsewhere it is collected, and ``low`` is returned.
        """
        begin = self._next
        if begin + _LOAD <= self._size:
            value, length = fast_integer(read_i64_le(self._window, begin))
            if low <= value <= high:
                self._next = begin + length
                return value
        return self._slow_integer(low, high, what)

    def integers(self, into: vec[i32], first: i64, count: i64, low: i64, high: i64, what: str) -> None:
        """Read ``count`` integers in ``low..high`` into ``into[first ..]``, as :meth:`integer` does, but faster.

        Raises ``InputError`` as :meth:`integer` does; ``what`` names a single integer. ``0 <= low <= high < 2**31``.
        Raises ``ValueError`` for other limits, and for indices beyond ``into``.
        """
        _require_inside(first, count, len(into))
        if low < 0 or low > high or high >= 2**31:
            raise ValueError(f"no limits for integers of 32 bits: {low}..{high}")
        end = first + count
        while first < end:
            first = self._fours(into, first, end, low, high)
            if low > 0:
                first = self._positive_pairs(into, first, end, low, high)
            first = self._pairs(into, first, end, low, min(high, SHORT))
            first = self._fast_singles(into, first, end, low, high)
            if first < end:
                into[first] = i32(self.integer(low, high, what))
                first += 1

    # The fast paths of `integers`. Each reads tokens of its kind, up to `into[end]` or the first token of another kind,
    # and returns the index in `into` at which it stopped.

    def _fours(self, into: vec[i32], first: i64, end: i64, low: i64, high: i64) -> i64:
        """Read integers of one digit, four from a word.

        ::

            word        "7" " "   "0" " "   "3" " "   "9" " "
            lanes       └─ 7 ─┘   └─ 0 ─┘   └─ 3 ─┘   └─ 9 ─┘       of 16 bits each; other characters give more than 9
        """
        window = self._window
        last = self._size - _LOAD
        i = self._next
        excess = four_times(0x7FFF - min(high, 9))  # adding it sets the top bit of a lane above `high`
        enough = four_times(0x8000 - min(low, 10))  # adding it sets the top bit of a lane of at least `low`
        tops = four_times(0x8000)
        while first + 4 <= end and i <= last:
            lanes = read_i64_le(window, i) ^ FOUR_ZEROS
            if (lanes | lanes + excess | ~(lanes + enough)) & tops != 0:
                break
            into[first] = i32(lanes & 15)
            into[first + 1] = i32(lanes >> 16 & 15)
            into[first + 2] = i32(lanes >> 32 & 15)
            into[first + 3] = i32(lanes >> 48)
            first += 4
            i += _LOAD
        self._next = i
        return first

    def _positive_pairs(self, into: vec[i32], first: i64, end: i64, low: i64, high: i64) -> i64:
        """Read positive integers of up to 3 digits and a space, two from a word.

        ::

            word        "1" "2" " "   "3" "4" "5" " "   "6"        12 and 345; the next word begins at the 6
        """
        window = self._window
        last = self._size - _LOAD
        i = self._next
        while first + 2 <= end and i <= last:
            value, next_value, length = positive_pair(read_i64_le(window, i))
            if (value - low | high - value | next_value - low | high - next_value) < 0:
                break
            into[first] = i32(value)
            into[first + 1] = i32(next_value)
            first += 2
            i += length
        self._next = i
        return first

    def _pairs(self, into: vec[i32], first: i64, end: i64, low: i64, high: i64) -> i64:
        """Read integers of up to 4 digits and a space, two from a word if the first has up to 3.

        ::

            word        "1" "2" "3" "4" " "   "5" "6" "7"          1234; the next word begins at the 5
            word        "1" "2" "3" " "   "4" "5" "6" " "          123, and the rest of the word is shifted down:
            rest        "4" "5" "6" " "                            456
        """
        window = self._window
        last = self._size - _LOAD
        i = self._next
        four_low = max(low, 1000)
        while first + 2 <= end and i <= last:
            word = read_i64_le(window, i)
            if has_four_digits(word):  # a well-predicted branch: where some numbers have four digits, most do
                value = four_digit_value(word)
                if value < four_low or value > high:
                    break
                into[first] = i32(value)
                first += 1
                i += 5
                continue
            length = short_length(word)
            value = short_value(word, length)
            word >>= (length << 3) + 8
            next_length = short_length(word)
            next_value = short_value(word, next_length)
            if value < low or value > high:
                break
            into[first] = i32(value)
            first += 1
            i += length + 1
            if low <= next_value <= high:
                into[first] = i32(next_value)
                first += 1
                i += next_length + 1
        self._next = i
        return first

    def _fast_singles(self, into: vec[i32], first: i64, end: i64, low: i64, high: i64) -> i64:
        """Read integers of up to 6 digits and a blank, one from a word; stop after a short one, as more may follow.

        ::

            word        "1" "2" "3" "4" "5" "6" " "   "7"          123456; the next word begins at the 7
        """
        window = self._window
        last = self._size - _LOAD
        i = self._next
        while first < end and i <= last:
            value, length = fast_integer(read_i64_le(window, i))
            if value < low or value > high:
                break
            i += length
            into[first] = i32(value)
            first += 1
            if value <= SHORT:
                break
        self._next = i
        return first

    def buffer(self) -> tuple[bytes, i64, i64]:
        """Return the window, the index in it of the next byte to read, and its size.

        This lets a caller have its own fast path, a loop without a call for each token. It ends with :meth:`skip_to`
        and leaves what it can't read to the other methods.
        """
        return self._window, self._next, self._size

    def skip_to(self, position: i64) -> None:
        """Continue reading at ``position``, the beginning of a token in the window that :meth:`buffer` returned.

        Raises ``ValueError`` for an index outside the window; its size is its end.
        """
        if position < 0 or position > self._size:
            raise out_of_range("position", position, 0, self._size)
        self._next = position

    def _slow_integer(self, low: i64, high: i64, what: str) -> i64:
        """Slow path: read any integer, byte by byte, or report what is wrong with it."""
        i = self._skip_blanks(_MAX_DIGITS + 2)
        window = self._window
        size = self._size
        start = i
        value: i64 = 0
        while i < size:
            c: i64 = window[i]
            if c < 48 or c > 57:
                break
            i += 1
            if i - start > _MAX_DIGITS:
                break
            value = value * 10 + (c - 48)
        if (
            i == start
            or value < low
            or value > high
            or i - start > _MAX_DIGITS
            or (i < size and not _is_blank(window[i]))
            or (i - start > 1 and window[start] == 48)
        ):
            error = self.unexpected(self._base + start, f"{what} in {low}..{high}")
            if start == size:
                raise error  # the end of the input: nothing is left to read
            self.report(error)
            self._skip_token()
            return low
        self._next = i
        self._skip_blanks(1)
        return value

    def symbols(self, into: vec[u8], first: i64, count: i64, codes: vec[u8], row: str, symbol: str) -> i64:
        """Read a token of exactly ``count`` characters, store their codes in ``into[first ..]`` and return its offset.

        ``codes`` has 256 entries, each less than ``NO_SYMBOL`` or, for characters that are not allowed, equal to it.
        ``row`` names the token in errors, ``symbol`` a character.

        Raises ``InputError`` for any other length or character. If errors are collected, it is raised only at the end
        of the input; elsewhere it is collected, and ``into`` is left with some codes, which may include ``NO_SYMBOL``.
        Raises ``ValueError`` for indices beyond ``into``, and for a table of another size.
        """
        _require_inside(first, count, len(into))
        if len(codes) != _BYTES:
            raise ValueError(f"a table of codes has {_BYTES} entries, not {len(codes)}")
        index = self._skip_blanks(1)
        start = self._base + index  # skipping may have moved the window
        done: i64 = 0
        seen: i64 = 0  # all codes so far, combined by OR
        while seen < NO_SYMBOL and done < count and (self._next < self._size or self._slide()):
            begin = self._next
            chunk = min(count - done, self._size - begin)
            window = self._window
            for i in range(chunk):
                c: i64 = window[begin + i]
                seen |= i64(codes[c])
                into[first + done + i] = codes[c]
            done += chunk
            self._next = begin + chunk
        if seen >= NO_SYMBOL or done < count or not self._at_token_end():
            error = self._bad_symbols(start, count, codes, row, symbol)
            if not self._part(start, start + 1):
                raise error  # the end of the input: nothing is left to read
            self.report(error)
            self._go_back(start)
            self._skip_token()
        self._skip_blanks(1)
        return start

    def _at_token_end(self) -> bool:
        return _is_blank(self._window[self._next]) if self._next < self._size or self._slide() else True

    def _bad_symbols(self, start: i64, count: i64, codes: vec[u8], row: str, symbol: str) -> InputError:
        token = self._part(start, start + count + 1)
        length: i64 = 0
        while length < len(token) and not _is_blank(token[length]):
            length += 1
        if length != count:
            return self.unexpected(start, f"{row} of 1 character" if count == 1 else f"{row} of {count} characters")
        wrong = start
        while codes[i64(token[wrong - start])] != NO_SYMBOL:
            wrong += 1
        return self.unexpected(wrong, symbol)

    def at_end(self) -> bool:
        """Skip white space and return whether the input ends there."""
        return self._skip_blanks(1) == self._size

    def finish(self) -> None:
        """Raise or collect an ``InputError`` if anything but white space is left."""
        if not self.at_end():
            self.report(self.unexpected(self._base + self._next, self._end))

    def last(self, back: int = 0) -> i64:
        """Return the offset of the last token read, or of the one ``back`` tokens before it. O(offset).

        This is for errors about the meaning of a token. Raises ``ValueError`` if there is no such token.
        """
        before = self._part(0, self._base + self._next).rstrip()
        while back > 0 and before:
            before = before[: -len(before.rsplit(None, 1)[-1])].rstrip()
            back -= 1
        if back != 0 or not before:
            raise ValueError("fewer tokens have been read")
        return len(before) - len(before.rsplit(None, 1)[-1])

    def rewound(self) -> "Scanner":
        """Return a new scanner of the same input, which raises errors; both seek in a file before they read."""
        if not isinstance(self._source, bytes):
            self._source.seek(self._start)
        return Scanner(self._source, self._end, self._capacity)

    def report(self, error: InputError) -> None:
        """Raise ``error`` (an ``InputError``) or, if errors are collected, add it; the hundredth is also raised.

        Raises ``TypeError`` for anything else.
        """
        _require_input_error(error)
        if self._errors is None:
            raise error
        self._errors.append(error)
        if len(self._errors) >= 100:
            raise error

    def error_count(self) -> i64:
        """Return how many errors have been collected; 0 if errors are raised."""
        return 0 if self._errors is None else len(self._errors)

    def raise_if_errors(self, known: i64 = 0) -> None:
        """Raise the last ``InputError`` if more than ``known`` were collected; ``ValueError`` if that is negative."""
        if known < 0:
            raise ValueError(f"no number of errors is {known}")
        if self._errors is not None and len(self._errors) > known:
            raise self._errors[-1]

    def ok(self) -> bool:
        """Return whether no error has been collected."""
        return not self._errors

    def unexpected(self, offset: i64, expected: str) -> InputError:
        """Return the error for a token at ``offset`` that is not what was ``expected``. O(offset).

        Raises ``ValueError`` for an offset beyond what has been read.
        """
        self._require_read(offset)
        return self.error(offset, expected, self._describe(offset))

    def error(self, offset: i64, expected: str, found: str) -> InputError:
        """Return an error at ``offset`` that says what was ``expected`` there and ``found`` instead. O(offset).

        Raises ``ValueError`` for an offset beyond what has been read.
        """
        self._require_read(offset)
        before = self._part(0, offset)
        line = before.count(b"\n") + 1
        column = len(before) - before.rfind(b"\n")
        return InputError(line, column, expected, found)

    def _require_read(self, offset: i64) -> None:
        if offset < 0 or offset > self._base + self._size:
            raise out_of_range("offset", offset, 0, self._base + self._size)

    def _skip_blanks(self, wanted: i64) -> i64:
        """Skip to the next token; return its index in the window, which then holds ``wanted`` bytes, or all left."""
        while True:
            window = self._window
            size = self._size
            i = self._next
            while i < size and _is_blank(window[i]):
                i += 1
            self._next = i
            if size - i >= wanted or not self._slide():
                return self._next

    def _go_back(self, offset: i64) -> None:
        """Continue reading from ``offset``, which may be before the window."""
        self._next = offset - self._base
        if self._next < 0:
            self._base = offset
            self._next = 0
            self._window = self._part(offset, offset + self._capacity)
            self._size = len(self._window)

    def _skip_token(self) -> None:
        """Skip the rest of the token in which reading stopped, and the blanks after it."""
        while not self._at_token_end():
            self._next += 1
        self._skip_blanks(1)

    def _slide(self) -> bool:
        """Move the window to the next byte to read; return whether it then holds more unread bytes than before."""
        source = self._source
        if isinstance(source, bytes):
            return False
        known = self._size - self._next
        self._base += self._next
        self._next = 0
        self._window = self._part(self._base, self._base + self._capacity)
        self._size = len(self._window)
        return self._size > known

    def _part(self, begin: i64, end: i64) -> bytes:
        """Return the bytes of the input with offsets ``begin .. end - 1``, or as many of them as there are."""
        source = self._source
        if isinstance(source, bytes):
            return source[begin:end]
        source.seek(self._start + int(begin))
        data = source.read(int(end - begin))
        while len(data) < end - begin and (more := source.read(int(end - begin) - len(data))):
            data += more
        return data

    def _describe(self, offset: i64) -> str:
        text = self._part(offset, offset + _SHOWN + 1)
        if not text:
            return self._end
        if offset == 0 and text.startswith(b"\xef\xbb\xbf"):
            return "a UTF-8 byte order mark"
        length: i64 = 0
        while length < len(text) and not _is_blank(text[length]):
            length += 1
        shown = repr(text[: min(length, _SHOWN)])[1:]  # the repr of bytes is printable ASCII; b'...' without the b
        return shown + "..." if length > _SHOWN else shown


def _offset_of(source: object) -> int:
    tell = getattr(source, "tell", None)
    if tell is None:
        raise TypeError(f"an input is bytes, a binary file or an mmap, not {type(source).__name__}")
    return int(tell())


def _require_input_error(error: object) -> None:
    if not isinstance(error, InputError):
        raise TypeError(f"an InputError was expected, not {type(error).__name__}")


def _require_inside(first: i64, count: i64, size: i64) -> None:
    """Raise ``ValueError`` unless an array of this ``size`` has ``count`` elements from index ``first`` on."""
    if first < 0 or count < 0 or first > size - count:
        raise ValueError(f"an array of {size} elements has no {count} elements from index {first} on")


def _is_blank(c: i64) -> bool:
    return c == 32 or 9 <= c <= 13
