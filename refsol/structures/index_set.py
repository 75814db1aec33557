"""A set of indices as bits in words, with a :class:`.SumTree` over the words.

The number of members between two indices is a sum over whole words, corrected by the bits before each index in its own
word. Bits are counted in parallel within a word (SWAR, popcount): first in fields of two bits, then of four, then of
eight. (H. S. Warren, "Hacker's Delight", 2nd ed. (2012), section 5-1.) The set needs little memory: a word of eight
bytes and an element of the tree for every 32 indices.
"""

from typing import Final, NoReturn, final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.errors import out_of_range, require_range
from refsol.structures.sum_tree import SumTree

MAX_INDICES: Final = 2**31 - 1
"""The largest number of indices; the smallest is 0."""

_WIDTH: Final = 5  # a word has 2**5 bits
_LAST_BIT: Final = 31


@final
class IndexSet:
    """A subset of ``0..n-1``, initially empty. Every operation is O(log n); making one for ``n`` indices is O(n).

    Raises ``ValueError`` for a number of indices beyond :data:`MAX_INDICES`, and for an index that is out of range.
    """

    # Word k has a bit for each of 32 indices. With the upper half empty, nothing ever reaches the sign bit.
    #
    #     63             32   31                       0
    #    +-------------------+--------------------------+
    #    |         0         |  32k + 31  ...  32k + 0  |
    #    +-------------------+--------------------------+

    def __init__(self, n: i64) -> None:
        require_range("number of indices", n, 0, MAX_INDICES)
        self._n: Final = n
        words = (n >> _WIDTH) + 1
        self._word: Final = vec[i64]([i64(0)] * words)
        self._sizes: Final = SumTree(words)

    def __reduce__(self) -> NoReturn:
        """Raise ``TypeError``: it can't be copied or pickled, compiled or not."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    def add(self, index: i64) -> None:
        """Add ``index`` to the set, ``0 <= index < n``. It must not be a member yet, or it would be counted twice."""
        if index < 0 or index >= self._n:
            raise _no_index(index, self._n)
        one: i64 = 1  # compiled, a literal would be shifted as 32 bits
        self._word[index >> _WIDTH] |= one << (index & _LAST_BIT)
        self._sizes.add(index >> _WIDTH, 1)

    def count(self, begin: i64, end: i64) -> i64:
        """Return the number of members from ``begin`` up to but not including ``end``, ``0 <= begin <= end <= n``."""
        if begin < 0 or begin > end or end > self._n:
            raise _no_range(begin, end, self._n)
        inside = self._sizes.sum(begin >> _WIDTH, end >> _WIDTH)
        return inside + self._count_in_word(end) - self._count_in_word(begin)

    def _count_in_word(self, end: i64) -> i64:
        """Return the number of members before ``end`` in its word."""
        one: i64 = 1
        bits = self._word[end >> _WIDTH] & (one << (end & _LAST_BIT)) - 1
        # Counts in fields of two bits, of four and of eight. For example, for eight bits:
        #
        #     bits       1 1   0 1   1 0   0 0
        #     in twos     2     1     1     0
        #     in fours       3           1
        #     in eights            4
        #
        # The product adds up the four bytes in its byte 3.
        bits -= bits >> 1 & 0x5555_5555
        bits = (bits & 0x3333_3333) + (bits >> 2 & 0x3333_3333)
        bits = bits + (bits >> 4) & 0x0F0F_0F0F
        return bits * 0x0101_0101 >> 24 & 255


# Separate functions make the errors, so that the functions that raise them stay short enough to be inlined.


def _no_index(index: i64, n: i64) -> ValueError:
    return out_of_range("index", index, 0, n - 1)


def _no_range(begin: i64, end: i64, n: i64) -> ValueError:
    return ValueError(f"no range from {begin} to {end} in a set of {n} indices")
