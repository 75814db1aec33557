"""The scanner of a bundled solver: quick for an interpreter, which reads all at once best.

It has those names of :mod:`refsol.text.scanner` that solvers use, and the same results. It accepts what is published,
and some of what only Python takes for an integer; an error says where it is. Everything is O(tokens read).
"""

import re
from array import array
from typing import BinaryIO, Final, TypeAlias

from refsol.errors import InputError
from refsol.portable.substitutes import FlatArray, u8, vec

Input: TypeAlias = "bytes | BinaryIO"
"""An input to scan: the bytes, or a binary file, which is read to its end."""

TRIPLE_LOOKAHEAD: Final = 3
"""The number of tokens that :func:`fast_triple` looks at."""
QUADRUPLE_LOOKAHEAD: Final = 4
"""The number of tokens that :func:`fast_quadruple` looks at."""
NO_SYMBOL: Final = 128
"""The code, in a table for :meth:`Scanner.symbols`, of a character that is not allowed."""

_BYTES: Final = 256
_TOKEN: Final = re.compile(rb"\S+")


def symbol_codes(symbols: bytes) -> FlatArray:
    """Return the table for :meth:`Scanner.symbols` that gives each of ``symbols`` its index as its code."""
    return vec[u8]([symbols.find(c) if c in symbols else NO_SYMBOL for c in range(_BYTES)])


def fast_triple(window: list[bytes], i: int) -> tuple[int, int, int, int]:
    """Return the three integers from ``window[i]`` on and 3, the number of tokens, or zeros if one is not positive."""
    try:
        first, second, third = map(int, window[i : i + 3])
    except ValueError:
        return 0, 0, 0, 0
    return (first, second, third, 3) if first > 0 and second > 0 and third > 0 else (0, 0, 0, 0)


def fast_quadruple(window: list[bytes], i: int) -> tuple[int, int, int, int, int]:
    """Return the four integers from ``window[i]`` on and 4, the number of tokens, or zeros if one is no integer."""
    try:
        first, second, third, fourth = map(int, window[i : i + 4])
    except ValueError:
        return 0, 0, 0, 0, 0
    return first, second, third, fourth, 4


class Scanner:
    """The tokens of an input in order. An offset is the number of a token, from 0."""

    def __init__(self, source: Input) -> None:
        self._data = source if isinstance(source, bytes) else source.read()
        self._tokens = self._data.split()
        self._next = 0

    def integer(self, low: int, high: int, what: str) -> int:
        """Read an integer in ``low..high``, called ``what``; raise ``InputError`` for anything else."""
        wanted = f"{what} in {low}..{high}"
        if self._next == len(self._tokens):
            raise self.error(self._next, wanted, "end of file")
        try:
            value = int(self._tokens[self._next])
        except ValueError:
            raise self._unexpected(self._next, wanted) from None
        if not low <= value <= high:
            raise self._unexpected(self._next, wanted)
        self._next += 1
        return value

    def integers(self, into: FlatArray, first: int, count: int, low: int, high: int, what: str) -> None:
        """Read ``count`` integers in ``low..high`` into ``into[first ..]``; ``what`` is as in :meth:`integer`."""
        tokens = self._tokens[self._next : self._next + count]
        try:
            values = array(into.typecode, map(int, tokens))
        except (ValueError, OverflowError):
            values = array(into.typecode)
        if len(values) == count and (count == 0 or (low <= min(values) and max(values) <= high)):
            into[first : first + count] = values
            self._next += count
        else:  # one by one, to the wrong one
            for k in range(count):
                into[first + k] = self.integer(low, high, what)

    def symbols(self, into: FlatArray, first: int, count: int, codes: FlatArray, row: str, symbol: str) -> int:
        """Read a token of ``count`` characters, store their codes in ``into[first ..]`` and return its offset.

        The token is called ``row`` in errors, and a character ``symbol``.
        """
        offset = self._next
        token = self._tokens[offset] if offset < len(self._tokens) else b""
        if len(token) != count:
            raise self._unexpected(offset, f"{row} of {count} characters")
        values = array(into.typecode, token.translate(bytes(codes)))
        if max(values) >= NO_SYMBOL:
            raise self._unexpected(offset, symbol)
        into[first : first + count] = values
        self._next += 1
        return offset

    def buffer(self) -> tuple[list[bytes], int, int]:
        """Return the tokens, the index of the next one, and their number."""
        return self._tokens, self._next, len(self._tokens)

    def skip_to(self, position: int) -> None:
        """Continue reading at ``position``, an index in what :meth:`buffer` returned."""
        self._next = position

    def at_end(self) -> bool:
        """Return whether all tokens have been read."""
        return self._next == len(self._tokens)

    def finish(self) -> None:
        """Raise ``InputError`` if a token is left."""
        if not self.at_end():
            raise self._unexpected(self._next, "end of file")

    def last(self, back: int = 0) -> int:
        """Return the offset of the last token read, or of the one ``back`` tokens before it."""
        return self._next - 1 - back

    def ok(self) -> bool:
        """Return True, since the first error is raised."""
        return True

    def error_count(self) -> int:
        """Return 0, since the first error is raised."""
        return 0

    def raise_if_errors(self, known: int = 0) -> None:
        """Do nothing, however many are ``known``, since the first error is raised."""

    def report(self, error: InputError) -> None:
        """Raise ``error``."""
        raise error

    def error(self, offset: int, expected: str, found: str) -> InputError:
        """Return the error that ``expected`` is not what was ``found`` at ``offset``. O(length of the input)."""
        starts = [token.start() for token in _TOKEN.finditer(self._data)]
        before = self._data[: starts[offset]] if offset < len(starts) else self._data
        return InputError(before.count(b"\n") + 1, len(before) - before.rfind(b"\n"), expected, found)

    def _unexpected(self, offset: int, expected: str) -> InputError:
        found = repr(self._tokens[offset][:24])[1:] if offset < len(self._tokens) else "end of file"
        return self.error(offset, expected, found)
