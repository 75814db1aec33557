"""From an input that shows a fault to a smallest one that still does.

The idea of taking out chunks, from large to small, is that of delta debugging (A. Zeller and R. Hildebrandt,
"Simplifying and isolating failure-inducing input", IEEE Trans. Software Eng. 28, 2002); each problem's reductions are
the chunks, and go on to simpler things of the same size.
"""

import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from refsol.jury.contract import Jury
from refsol.jury.validation import is_valid

SECONDS: Final = 60.0
"""How long shrinking may take unless told otherwise."""

_Key: TypeAlias = tuple[int, int, bytes]


def shrink(jury: Jury, data: bytes, fails: Callable[[bytes], bool], *, seconds: float = SECONDS) -> bytes:
    """Return the smallest input on the way down from ``data``, by the problem's reductions, that still ``fails``.

    None of its own smaller reductions is valid and fails, unless the ``seconds`` were over before. All inputs given to
    ``fails`` are valid. O(r) calls of it for each smaller input, with r reductions, and as many validations.
    """
    for smaller in smaller_inputs(jury, data, fails, seconds=seconds):
        data = smaller
    return data


def smaller_inputs(
    jury: Jury, data: bytes, fails: Callable[[bytes], bool], *, seconds: float = SECONDS
) -> Iterator[bytes]:
    """Yield each smaller input that ``fails`` on the way down from ``data``; the last is what :func:`shrink` returns.

    ``seconds`` mean the same, and the cost of each is O(r) runs and validations, with r reductions.
    """
    end = time.monotonic() + seconds
    tried: set[int] = set()
    smaller = _smaller(jury, data, fails, tried, end)
    while smaller is not None:
        yield smaller
        smaller = _smaller(jury, smaller, fails, tried, end)


def _smaller(jury: Jury, data: bytes, fails: Callable[[bytes], bool], tried: set[int], end: float) -> bytes | None:
    """Return the first reduction that is valid and fails, or None."""
    key = _key(data)
    for candidate in jury.reductions(data):
        if time.monotonic() > end:
            return None
        name = hash(candidate)
        if name in tried or _key(candidate) >= key:
            continue
        tried.add(name)
        if is_valid(jury, candidate) and fails(candidate):
            return candidate
    return None


def _key(data: bytes) -> _Key:
    """Return what makes an input small: few tokens, then few bytes, then low characters."""
    return len(data.split()), len(data), data
