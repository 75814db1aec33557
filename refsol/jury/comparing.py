"""Compares an output with the right answer, token by token, in pieces, so that both may have any size.

Where numbers may be nearly equal, tokens of an output are held in memory, and it may have 256 MiB.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from io import BytesIO
from itertools import islice
from typing import BinaryIO, Final, NamedTuple

from refsol.problem.contract import Verdict, VerdictKind

_MOST: Final = 2**28  # bytes of an output that is held in memory
_CHUNK: Final = 2**16
_LONGEST: Final = 100  # bytes of a token of an output that doesn't come in parts
_SHOWN: Final = 24
_TOKEN: Final = re.compile(rb"\S+")
_LIKE_TOKEN: Final = re.compile(rb"[!-~]+")
_NUMBER: Final = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


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


def compare(
    answer: Iterable[bytes], output: Iterable[bytes], equal: Callable[[bytes, bytes], bool] | None = None
) -> Comparison:
    """Compare the pieces of an ``output`` with those of the right ``answer``. O(bytes).

    Besides the pieces, only the longest token of the answer is held in memory, and none of the output that is longer.
    With ``equal``, which says whether another token is as good as that of the answer, its first argument, the longest
    token of the output is held in memory, too.
    """
    expected = Tokens(answer, whole=True)
    found = Tokens(output, whole=equal is not None)
    wanted: list[bytes] = []
    given: list[bytes] = []
    same = 0
    used = 0  # tokens of the last batch found that agree
    while True:
        if not wanted:
            wanted = expected.batch()
        if not given:
            given, used = found.batch(), 0
        if wanted and found.continues and len(given) == 1:
            line, column = found.position(used)
            beginning = given[0]
            given = _after(wanted[0], beginning, found)
            if not given:
                return Comparison(same, line, column, shown(wanted[0]), shown(beginning))
            wanted, given, used = wanted[1:], given[1:], 1
            same += 1
            continue
        count = min(len(wanted), len(given) - found.continues)
        if count <= 0 or _agreeing(wanted, given, count, equal) < count:
            break
        wanted, given = wanted[count:], given[count:]
        same += count
        used += count
    more = _agreeing(wanted, given, min(len(wanted), len(given)), equal)
    line, column = found.position(used + more)
    first = shown(wanted[more]) if wanted else None
    return Comparison(same + more, line, column, first, shown(given[more]) if given else None)


def _agreeing(wanted: list[bytes], given: list[bytes], count: int, equal: Callable[[bytes, bytes], bool] | None) -> int:
    """Return how many of the first ``count`` tokens agree with those that were wanted, before one that doesn't."""
    if wanted[:count] == given[:count]:
        return count
    same = 0
    while same < count and (wanted[same] == given[same] or (equal and equal(wanted[same], given[same]))):
        same += 1
    return same


def compare_outputs(output: BinaryIO, answer: Callable[[], Iterable[bytes]], tolerance: float | None = None) -> Verdict:
    """Return the verdict on an ``output``: it is compared with the ``answer``, token by token.

    Tokens must be equal, or numbers whose absolute or relative difference is at most ``tolerance``, if that is given.
    O(bytes of both), and of the output in memory if there is a tolerance.
    """
    if tolerance is None:
        return verdict_of(compare(answer(), chunks_of(output)))
    found = read_output(output)
    if isinstance(found, Verdict):
        return found
    comparison = compare(answer(), chunks_of(BytesIO(found)), partial(_nearly_equal, tolerance))
    verdict = verdict_of(comparison)
    wrong = verdict.kind is VerdictKind.WRONG and _is_number((comparison.found or "").encode())
    return verdict._replace(message=f"{verdict.message} (numbers may differ by {tolerance:g})") if wrong else verdict


def verdict_of(comparison: Comparison) -> Verdict:
    """Return the verdict that follows from a ``comparison``. O(1)."""
    kind = VerdictKind.ACCEPTED if comparison.equal() else VerdictKind.WRONG
    if kind is VerdictKind.WRONG and comparison.expected is None:
        kind = VerdictKind.TRAILING_OUTPUT
    return Verdict(kind, comparison.message())


def read_output(output: BinaryIO) -> bytes | Verdict:
    """Return an ``output``, or the verdict on one that is too long to be held in memory. O(bytes)."""
    pieces: list[bytes] = []
    total = 0
    for piece in chunks_of(output):  # to read that much at once reserves the memory, which takes long
        pieces.append(piece)
        total += len(piece)
        if total > _MOST:
            return Verdict(VerdictKind.WRONG, f"1:1: expected at most {_MOST} bytes, found more")
    return b"".join(pieces)


def _is_number(token: bytes) -> bool:
    return _NUMBER.fullmatch(token) is not None


def _nearly_equal(tolerance: float, right: bytes, found: bytes) -> bool:
    if not (_is_number(right) and _is_number(found)):
        return False
    wanted, given = float(right), float(found)
    return abs(wanted - given) <= tolerance * max(1.0, abs(wanted))


def _after(token: bytes, part: bytes, found: "Tokens") -> list[bytes]:
    """Return the batch in which a token that comes in parts ends, if it is equal to ``token``, else no batch.

    Its first ``part`` is the last of the latest batch ``found``.
    """
    at = 0
    given = [part]
    while found.continues and len(given) == 1:
        if not token.startswith(given[0], at):
            return []
        at += len(given[0])
        given = found.batch()
    return given if token[at:] == given[0] else []


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file in pieces of at most 64 KiB. O(bytes)."""
    return iter(partial(file.read, _CHUNK), b"")


def shown(token: bytes) -> str:
    """Return a ``token``, or the beginning of a long one, in printable ASCII. O(1)."""
    text = token[:_SHOWN].decode("ascii") if _LIKE_TOKEN.fullmatch(token[:_SHOWN]) else repr(token[:_SHOWN])[1:]
    return f"{text}..." if len(token) > _SHOWN else text


class Tokens:
    """The tokens of a text in ``pieces``, in batches, and their positions. All batches together are O(bytes).

    If they are ``whole``, no token comes in parts, and a long one is held in memory. Otherwise ``continues`` says
    whether the last token of the last batch is a part of one; the next batch begins with the next part of it.
    """

    def __init__(self, pieces: Iterable[bytes], *, whole: bool = False) -> None:
        self._pieces: Final = iter(pieces)
        self._whole: Final = whole
        self._text = b""  # what the last batch was split from
        self._rest = b""  # begins a token that may continue
        self._ended = 0  # 1 if the batch begins with the end of a token that the text doesn't contain
        self._line = 1  # of the beginning of the text
        self._column = 1
        self.continues = False

    def batch(self) -> list[bytes]:
        """Return the next tokens, at least one except at the end.

        Unless they are to be whole, a token of more than 100 bytes may come in parts, of which the last may be empty.
        """
        continued = self.continues
        self._advance()
        self._text, self._ended = b"", 0
        while True:
            piece = next(self._pieces, None)
            if piece is None:
                self._text, self._rest = self._rest, b""
                self.continues = False
            else:
                self._take(self._rest + piece)
            tokens = self._text.split()
            if continued and (self._text or piece is None):
                continued = False
                if not self._text[:1].split():
                    self._ended = 1
                    return [b"", *tokens]
            if tokens or piece is None:
                return tokens
            self._advance()

    def _take(self, text: bytes) -> None:
        """Divide what was read into the text of a batch and the beginning of a token that may continue."""
        complete = len(text)
        if text[-1:].split():
            end = text if self._whole else text[-_LONGEST:]
            complete -= len(end.rsplit(None, 1)[-1])
        self.continues = not self._whole and complete <= len(text) - _LONGEST
        if self.continues:
            complete = len(text)
        self._text, self._rest = text[:complete], text[complete:]

    def position(self, index: int) -> tuple[int, int]:
        """Return line and column of token ``index`` of the last batch or, if that is its length, of the text's end.

        O(bytes of the batch).
        """
        if index < self._ended:
            return self._line, self._column
        match = next(islice(_TOKEN.finditer(self._text), index - self._ended, None), None)
        return self._moved(self._text[: match.start() if match else len(self._text)])

    def _advance(self) -> None:
        self._line, self._column = self._moved(self._text)

    def _moved(self, text: bytes) -> tuple[int, int]:
        """Return line and column of the end of ``text``, which begins where the last batch does."""
        lines = text.count(b"\n")
        return self._line + lines, len(text) - text.rfind(b"\n") if lines else self._column + len(text)
