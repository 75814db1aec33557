"""A set of indices as bits in words, and a :class:`.SumTree` over the words.

Counting the members between two indices takes the sum over the words between, and the bits in a part of the words at
both ends, counted side by side: first in fields of two bits, then of four, then of eight. (H. S. Warren, "Hacker's
Delight", 2nd ed. (2012), section 5-1.) It needs little memory: a bit an index, and a number each for 32 of them.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.structures.sum_tree import SumTree

_WIDTH: Final = 5  # a word has 2**5 bits
_LAST_BIT: Final = 31


class IndexSet:
    """A subset of ``0..n-1``, at first empty; every operation is O(log n), and making one for ``n`` indices is O(n)."""

    def __init__(self, n: i64) -> None:
        words = (n >> _WIDTH) + 1
        self._word: Final = vec[i64]([i64(0)] * words)
        self._sizes: Final = SumTree(words)

    def add(self, index: i64) -> None:
        """Put an ``index`` into the set, ``0 <= index < n``, that is not in it: one that is would be counted twice."""
        self._word[index >> _WIDTH] |= i64(1) << (index & _LAST_BIT)
        self._sizes.add(index >> _WIDTH, 1)

    def count(self, begin: i64, end: i64) -> i64:
        """Return how many members there are from ``begin`` to before ``end``, ``0 <= begin <= end <= n``."""
        inside = self._sizes.sum(begin >> _WIDTH, end >> _WIDTH)
        return inside + self._count_in_word(end) - self._count_in_word(begin)

    def _count_in_word(self, end: i64) -> i64:
        """Return how many members there are before ``end`` in its word."""
        bits = self._word[end >> _WIDTH] & (i64(1) << (end & _LAST_BIT)) - 1
        bits -= bits >> 1 & 0x5555_5555
        bits = (bits & 0x3333_3333) + (bits >> 2 & 0x3333_3333)
        bits = bits + (bits >> 4) & 0x0F0F_0F0F
        return bits * 0x0101_0101 >> 24 & 255
