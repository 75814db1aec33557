"""Compares an output with the right answer, token by token, in pieces, so that both may have any size."""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

_CHUNK: Final = 2**16
_LONGEST: Final = 100  # bytes of a token; no token of an answer is that long
_SHOWN: Final = 24
_TOKEN: Final = re.compile(rb"\S+")
_LIKE_TOKEN: Final = re.compile(rb"[!-~]+")


class Comparison(NamedTuple):
    """The result of a comparison, up to the first difference."""

    same: int
    """The number of tokens before it, which agree."""
    line: int
    """The line of the output, from 1, where they differ, or where the output ends."""
    column: int
    """The column, in bytes from 1."""
    expected: str | None
    """The token of the answer, to be shown; None after its end."""
    found: str | None
    """The same of the output."""

    def equal(self) -> bool:
        """Return whether there is no difference."""
        return self.expected is None and self.found is None

    def message(self, meaning: str = "") -> str:
        """Return in a line what was expected, with its ``meaning``, and what was found."""
        tokens = "1 token" if self.same == 1 else f"{self.same} tokens"
        if self.equal():
            return f"{tokens}, all as expected"
        expected = f"end of file after {tokens}" if self.expected is None else f"{self.expected}{meaning}"
        return f"{self.line}:{self.column}: expected {expected}, found {self.found or 'end of file'}"


def compare(answer: Iterable[bytes], output: Iterable[bytes]) -> Comparison:
    """Compare the pieces of an ``output`` with those of the right ``answer``. O(bytes), in little memory."""
    expected = Tokens(answer)
    found = Tokens(output)
    wanted: list[bytes] = []
    given: list[bytes] = []
    same = 0
    used = 0  # tokens of the last batch found that agree
    while True:
        if not wanted:
            wanted = expected.batch()
        if not given:
            given, used = found.batch(), 0
        count = min(len(wanted), len(given))
        if count == 0 or wanted[:count] != given[:count]:
            break
        wanted, given = wanted[count:], given[count:]
        same += count
        used += count
    more = 0
    while more < min(len(wanted), len(given)) and wanted[more] == given[more]:
        more += 1
    line, column = found.position(used + more)
    first = shown(wanted[more]) if wanted else None
    return Comparison(same + more, line, column, first, shown(given[more]) if given else None)


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file in pieces of at most 64 KiB. O(bytes)."""
    return iter(partial(file.read, _CHUNK), b"")


def shown(token: bytes) -> str:
    """Return a ``token``, or the beginning of a long one, in printable ASCII. O(1)."""
    text = token[:_SHOWN].decode("ascii") if _LIKE_TOKEN.fullmatch(token[:_SHOWN]) else repr(token[:_SHOWN])[1:]
    return f"{text}..." if len(token) > _SHOWN else text


class Tokens:
    """The tokens of a text in ``pieces``, in batches, and their positions. All batches together are O(bytes)."""

    def __init__(self, pieces: Iterable[bytes]) -> None:
        self._pieces: Final = iter(pieces)
        self._text = b""  # what the last batch was split from
        self._rest = b""  # begins a token that may continue
        self._line = 1  # of the beginning of the text
        self._column = 1

    def batch(self) -> list[bytes]:
        """Return the next tokens, at least one except at the end. A token of more than 100 bytes may come in parts."""
        while True:
            piece = next(self._pieces, None)
            self._advance()
            if piece is None:
                self._text, self._rest = self._rest, b""
                return self._text.split()
            text = self._rest + piece
            complete = len(text) - len(text[-_LONGEST:].split()[-1]) if text[-1:].split() else len(text)
            if text and complete <= len(text) - _LONGEST:
                complete = len(text)
            self._text, self._rest = text[:complete], text[complete:]
            tokens = self._text.split()
            if tokens:
                return tokens

    def position(self, index: int) -> tuple[int, int]:
        """Return line and column of token ``index`` of the last batch or, if that is its length, of the text's end.

        O(bytes of the batch).
        """
        match = next(islice(_TOKEN.finditer(self._text), index, None), None)
        return self._moved(self._text[: match.start() if match else len(self._text)])

    def _advance(self) -> None:
        self._line, self._column = self._moved(self._text)

    def _moved(self, text: bytes) -> tuple[int, int]:
        """Return line and column of the end of ``text``, which begins where the last batch does."""
        lines = text.count(b"\n")
        return self._line + lines, len(text) - text.rfind(b"\n") if lines else self._column + len(text)
