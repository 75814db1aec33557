"""Fenwick tree (binary indexed tree): prefix sums under point updates.

P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 24 (1994).
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64


class FenwickTree:
    """An array of ``n`` integers, at first 0, whose prefix sums fit in 32 bits; both operations are O(log n)."""

    def __init__(self, n: i64) -> None:
        self._size: Final = n
        # Node i (from 1) holds the sum of the elements i - lowbit(i) .. i - 1.
        self._node: Final = vec[i32]([i32(0)] * (n + 1))

    def add(self, index: i64, value: i64) -> None:
        """Add ``value`` to element ``index``, ``0 <= index < n``."""
        node = self._node
        i = index + 1
        while i <= self._size:
            node[i] = i32(i64(node[i]) + value)
            i += i & -i

    def prefix(self, end: i64) -> i64:
        """Return the sum of the elements ``0 .. end - 1``, ``0 <= end <= n``."""
        node = self._node
        total: i64 = 0
        while end > 0:
            total += i64(node[end])
            end &= end - 1
        return total
