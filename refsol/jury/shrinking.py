"""From an input that shows a fault to a smallest one that still does.

The idea of taking out chunks, from large to small, is that of delta debugging (A. Zeller and R. Hildebrandt,
"Simplifying and isolating failure-inducing input", IEEE Trans. Software Eng. 28, 2002); each problem's reductions are
the chunks, and go on to simpler things of the same size.
"""

import time
from collections.abc import Callable
from typing import TypeAlias

from refsol.jury.contract import Jury
from refsol.jury.validation import is_valid

_Key: TypeAlias = tuple[int, int, bytes]


def shrink(
    jury: Jury,
    data: bytes,
    fails: Callable[[bytes], bool],
    *,
    seconds: float = 60.0,
    progress: Callable[[bytes], None] = lambda smaller: None,
) -> bytes:
    """Return the smallest input on the way down from ``data``, by the problem's reductions, that still ``fails``.

    None of its own smaller reductions is valid and fails, unless the ``seconds`` were over before. ``progress`` hears
    of each smaller input that fails. All inputs given to ``fails`` are valid. O(r) calls of it for each smaller input,
    with r reductions, and as many validations.
    """
    end = time.monotonic() + seconds
    tried: set[int] = set()
    smaller: bytes | None = data
    while smaller is not None:
        data = smaller
        smaller = _smaller(jury, data, fails, tried, end)
        if smaller is not None:
            progress(smaller)
    return data


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
