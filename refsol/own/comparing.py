"""Compares an output with the right answer where tokens may be long, and numbers nearly equal."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import BinaryIO, Final, TypeAlias

from refsol.jury.comparing import Comparison, chunks_of, compare, shown
from refsol.jury.contract import Verdict, VerdictKind
from refsol.text.scanner import Input

MOST: Final = 2**28
"""The largest number of bytes of an output that is compared."""
_TOKEN: Final = re.compile(rb"\S+")
_NUMBER: Final = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")

Equal: TypeAlias = Callable[[bytes, bytes], bool]
"""Returns whether a token of an output is as good as one of the right answer, the first argument."""


def compare_outputs(
    tolerance: float | None, _source: Input, output: BinaryIO, answer: Callable[[], Iterable[bytes]]
) -> Verdict:
    """Return the verdict on an ``output``: it is compared with the ``answer``, token by token.

    Tokens must be equal, or numbers whose absolute or relative difference is at most ``tolerance``, if that is given.
    O(bytes of both), which are held in memory if there is a tolerance.
    """
    if tolerance is None:
        return _verdict(compare(answer(), chunks_of(output)), None)
    found = beginning_of(output)
    if len(found) > MOST:
        return Verdict(VerdictKind.WRONG, f"1:1: expected at most {MOST} bytes, found more")
    return _verdict(_compare(b"".join(answer()), found, partial(_nearly_equal, tolerance)), tolerance)


def _verdict(comparison: Comparison, tolerance: float | None) -> Verdict:
    """Return the verdict that follows from a comparison."""
    if comparison.equal():
        return Verdict(VerdictKind.ACCEPTED, comparison.message())
    kind = VerdictKind.TRAILING_OUTPUT if comparison.expected is None else VerdictKind.WRONG
    return Verdict(kind, comparison.message() + _allowed(comparison, tolerance))


def beginning_of(output: BinaryIO) -> bytes:
    """Return an ``output`` or, if it is longer than :data:`MOST`, somewhat more than that. O(bytes)."""
    pieces: list[bytes] = []
    total = 0
    for piece in chunks_of(output):  # to read that much at once reserves the memory, which takes long
        pieces.append(piece)
        total += len(piece)
        if total > MOST:
            break
    return b"".join(pieces)


def _allowed(comparison: Comparison, tolerance: float | None) -> str:
    """Return what was allowed where two numbers differ too much."""
    if tolerance is None or comparison.expected is None or comparison.found is None:
        return ""
    return f" (numbers may differ by {tolerance:g})" if _is_number(comparison.found.encode()) else ""


def _is_number(token: bytes) -> bool:
    return _NUMBER.fullmatch(token) is not None


def _nearly_equal(tolerance: float, right: bytes, found: bytes) -> bool:
    if not (_is_number(right) and _is_number(found)):
        return False
    wanted, given = float(right), float(found)
    return abs(wanted - given) <= tolerance * max(1.0, abs(wanted))


def _compare(right: bytes, found: bytes, equal: Equal) -> Comparison:
    """Return the comparison of two texts, up to the first difference."""
    wanted, given = right.split(), found.split()
    same = 0
    for expected, token in zip(wanted, given, strict=False):
        if expected != token and not equal(expected, token):
            break
        same += 1
    line, column = _position(found, same)
    first = shown(wanted[same]) if same < len(wanted) else None
    return Comparison(same, line, column, first, shown(given[same]) if same < len(given) else None)


def _position(text: bytes, index: int) -> tuple[int, int]:
    """Return line and column of a token or, if there are not so many, of the end of the text."""
    match = next(islice(_TOKEN.finditer(text), index, None), None)
    start = len(text) if match is None else match.start()
    return text.count(b"\n", 0, start) + 1, start - text.rfind(b"\n", 0, start)
