"""Shrinks an input that shows a fault to a minimal one that still does.

Removing chunks, from large to small, is the idea of delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and
isolating failure-inducing input", IEEE Trans. Software Eng. 28, 2002). Each problem's reductions are the chunks; they
continue with simpler inputs of the same size. A candidate is run by :mod:`refsol.jury.stress`, which says whether it
still fails in the same way.
"""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from hashlib import sha256
from typing import Final

from refsol.jury.validation import is_valid
from refsol.problem.contract import Jury

SECONDS: Final = 60.0
"""How long shrinking may take by default."""


def shrink(jury: Jury, data: bytes, fails: Callable[[bytes], bool], *, seconds: float = SECONDS) -> bytes:
    """Return a minimal input that still ``fails``, reached from ``data`` by the problem's reductions.

    None of its smaller reductions is valid and fails, unless time runs out after ``seconds``. ``fails`` gets valid
    inputs only. O(r) calls of it, and as many validations, for each smaller input with r reductions.
    """
    for smaller in smaller_inputs(jury, data, fails, seconds=seconds):
        data = smaller
    return data


def smaller_inputs(
    jury: Jury,
    data: bytes,
    fails: Callable[[bytes], bool],
    *,
    seconds: float = SECONDS,
    is_stopped: Callable[[], bool] | None = None,
) -> Iterator[bytes]:
    """Yield every smaller input that ``fails`` on the way from ``data``; the last one is what :func:`shrink` returns.

    ``seconds`` and the cost are as there: O(r) calls and validations for each. It ends early once it ``is_stopped``.
    """
    candidates = smaller_candidates(jury, data, seconds=seconds, is_stopped=is_stopped)
    with suppress(StopIteration):
        candidate = next(candidates)
        while True:
            found = fails(candidate)
            if found:
                yield candidate
            candidate = candidates.send(found)


def smaller_candidates(
    jury: Jury, data: bytes, *, seconds: float = SECONDS, is_stopped: Callable[[], bool] | None = None
) -> Generator[bytes, bool, None]:
    """Yield the inputs that are to be tried on the way from ``data`` to a minimal one that fails.

    For each it has to be sent whether it fails. ``seconds``, ``is_stopped`` and the cost are as for
    :func:`smaller_inputs`.
    """
    end = time.monotonic() + seconds
    tried: set[bytes] = set()  # digests, since hashes of 32 bits, as in a browser, are often equal
    is_smaller = True
    while is_smaller:
        order = order_of(data)
        is_smaller = False
        for candidate in jury.reductions(data):
            if time.monotonic() > end or (is_stopped is not None and is_stopped()):
                return
            digest = sha256(candidate).digest()
            if digest in tried or order_of(candidate) >= order:
                continue
            tried.add(digest)
            if is_valid(jury, candidate) and (yield candidate):
                data = candidate
                is_smaller = True
                break


def order_of(data: bytes) -> tuple[int, int, bytes]:
    """Return what is less for smaller ``data``: how many tokens and how many bytes there are, and those. O(length)."""
    return len(data.split()), len(data), data
