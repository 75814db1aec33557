"""Judges an output: whether it is right and, if not, where it goes wrong and why."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import BinaryIO, Final, TypeAlias

from refsol.errors import OptionError
from refsol.jury.contract import Jury, Verdict, VerdictKind
from refsol.jury.rewinding import from_start
from refsol.jury.wording import counted
from refsol.text.scanner import Input


class AnswerError(ValueError):
    """The answer to compare with doesn't fit the input; the message says why."""


Answer: TypeAlias = Callable[[], Iterable[bytes]]
"""Returns the pieces of the right answer; each call begins again at the start."""

_CHUNK: Final = 2**16
_LONGEST: Final = 100  # bytes of a token; no token of an answer is that long
_SHOWN: Final = 24
_TOKEN: Final = re.compile(rb"\S+")
_LIKE_TOKEN: Final = re.compile(rb"[!-~]+")


def check(jury: Jury, source: Input, output: BinaryIO, answer: Answer, *, reasons: bool = True) -> Verdict:
    """Judge the ``output`` of a program for the valid input ``source``.

    If the problem has a checker, it decides; otherwise the output is compared with ``answer`` token by token, up to
    the first difference. Every sequence of bytes gets a verdict, in O(bytes of input, output and answer) and in little
    memory, plus the cost of explaining what is wrong. Without ``reasons`` nothing is explained: the message says where
    the outputs differ, what was expected and what was found, and the verdict has neither meaning nor scene.

    Raises :class:`AnswerError` if the answer has more tokens than the input calls for, ``InputError`` for an invalid
    input, if that is noticed, and ``ValueError`` if the problem has neither a checker nor ``place``.
    """
    if jury.checker is not None:
        return jury.checker(from_start(source), output, reasons=reasons)
    return _compare(jury, source, output, answer, reasons)


def require_length(prepared: Iterable[bytes], own: Iterable[bytes]) -> None:
    """Raise :class:`AnswerError` unless a prepared answer has as many non-empty lines as refsol's own.

    ``prepared`` and ``own`` are the pieces of the two. O(bytes of both), which are held in memory.
    """
    found, wanted = (sum(map(bool, b"".join(answer).split(b"\n"))) for answer in (prepared, own))
    if found != wanted:
        raise AnswerError(f"has {counted(found, 'line')}, but the input calls for {wanted}")


def chunks_of(file: BinaryIO) -> Iterator[bytes]:
    """Yield the rest of a file in pieces of at most 64 KiB. O(bytes)."""
    return iter(partial(file.read, _CHUNK), b"")


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


def _compare(jury: Jury, source: Input, output: BinaryIO, answer: Answer, reasons: bool) -> Verdict:
    expected = Tokens(answer())
    found = Tokens(chunks_of(output))
    wanted: list[bytes] = []
    given: list[bytes] = []
    done = 0  # tokens that agree
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
        done += count
        used += count
    if not wanted and not given:
        return Verdict(VerdictKind.ACCEPTED, f"{counted(done, 'token')}, all as expected")
    same = 0
    while same < min(len(wanted), len(given)) and wanted[same] == given[same]:
        same += 1
    line, column = found.position(used + same)
    where = f"{line}:{column}: expected "
    shown = _shown(given[same]) if given else "end of file"
    if not wanted:
        return Verdict(VerdictKind.TRAILING_OUTPUT, f"{where}end of file after {counted(done, 'token')}, found {shown}")
    missing = f"{where}{_shown(wanted[same])}"
    if not reasons:
        return Verdict(VerdictKind.WRONG, f"{missing}, found {shown}")
    return _difference(jury, source, answer, done + same, missing, shown)


def _difference(jury: Jury, source: Input, answer: Answer, index: int, expected: str, found: str) -> Verdict:
    """Return the verdict on a difference in the token with this index, with the reasons."""
    if jury.place is None:
        raise ValueError("outputs are compared only where there is one right answer")
    tokens = Tokens(answer())
    right = list(islice(chain.from_iterable(iter(tokens.batch, [])), index + 1))
    try:
        place = jury.place(from_start(source), right, index)
        explanation = next(jury.explain(from_start(source), place.selection))
    except (OptionError, StopIteration) as error:
        raise AnswerError("has more tokens than the input calls for") from error
    meaning = (f"{explanation.subject}: {explanation.answer}", *explanation.reasons)
    message = f"{expected} for {place.name}, found {found}"
    return Verdict(VerdictKind.WRONG, message, meaning, selection=place.selection, scene=explanation.scene)


def _shown(token: bytes) -> str:
    """Return a token, or the beginning of a long one, in printable ASCII."""
    text = token[:_SHOWN].decode("ascii") if _LIKE_TOKEN.fullmatch(token[:_SHOWN]) else repr(token[:_SHOWN])[1:]
    return f"{text}..." if len(token) > _SHOWN else text
