"""The order in which delta debugging takes items out of a list."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

_Item = TypeVar("_Item")


def without_chunks(items: Sequence[_Item]) -> Iterator[list[_Item]]:
    """Yield ``items`` minus one chunk: all, then each half, each quarter, …, each item, from the end. O(n²) in all.

    The order is from A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input", IEEE Trans.
    Software Eng. 28, 2002.
    """
    length = len(items)
    while length:
        for end in range(len(items), 0, -length):
            yield [*items[: max(0, end - length)], *items[end:]]
        length //= 2
