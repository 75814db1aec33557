"""Sum tree: range sums and point updates of an array, designed to avoid unpredictable branches.

The elements of the array are the leaves of a complete tree in which each node has four children and holds the sum of
the leaves below it. An update adds to a leaf and all its ancestors; a prefix sum adds up, level by level, the siblings
to the left. (With two children per node it would be a bottom-up segment tree; with four there are half as many
levels.) A Fenwick tree (P. M. Fenwick, "A new data structure for cumulative frequency tables", Softw. Pract. Exper. 24,
1994) reads fewer nodes, but how many depends on the index, and a mispredicted branch costs more than all the steps
here.
"""

from typing import Final, NoReturn, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import out_of_range, require_range

MAX_ELEMENTS: Final = 2**31 - 1
"""The largest number of elements; the smallest is 0."""
MAX_SUM: Final = 2**31 - 1
"""The largest sum of elements; the smallest is -MAX_SUM."""


@final
class SumTree:
    """An array of ``n`` integers, initially 0, whose sums fit in 32 bits. Every operation is O(log n).

    Making one is O(n). Raises ``ValueError`` for a number of elements beyond :data:`MAX_ELEMENTS`, for an index that is
    out of range, and for a value that is beyond :data:`MAX_SUM` or with which the sum at a node would be.
    """

    def __init__(self, n: i64) -> None:
        require_range("number of elements", n, 0, MAX_ELEMENTS)
        self._n: Final = n
        width: i64 = 1  # of a level
        leaves: i64 = 0  # the index of the first leaf, which is the number of nodes above
        while width <= n:
            leaves += width
            width *= 4
        self._leaves: Final = leaves
        # Level by level; node i has the children 4i + 1 .. 4i + 4, and is child (i - 1) & 3 of node (i - 1) >> 2:
        #
        #    |  0  |  1   2   3   4  |  5 ... 8    9 ... 12   13 ... 16   17 ... 20  |  21 ...
        #     root   its children      of node 1   of node 2   of node 3   of node 4
        #
        # There is one more leaf than elements, for the end of the array. Its siblings are also read, and need space.
        self._node: Final = vec[i32]([i32(0)] * (leaves + n + 4))
        self._changes: i64 = 0  # the absolute values of all added up; as long as that fits, every sum fits

    def __reduce__(self) -> NoReturn:
        """Raise ``TypeError``: it can't be copied or pickled, compiled or not."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    def add(self, index: i64, value: i64) -> None:
        """Add ``value`` to element ``index``, ``0 <= index < n``."""
        if index < 0 or index >= self._n or value < -MAX_SUM or value > MAX_SUM:
            raise _refused(index, self._n)
        self._changes += value if value >= 0 else -value
        if self._changes > MAX_SUM:
            self._require_space(index, value)
        node = self._node
        i = self._leaves + index
        while i > 0:
            node[i] += i32(value)
            i = (i - 1) >> 2

    def _require_space(self, index: i64, value: i64) -> None:
        """Raise ``ValueError`` if the sum at a node above element ``index`` doesn't fit once ``value`` is added."""
        self._changes = MAX_SUM  # so every later change is also looked at
        i = self._leaves + index
        while i > 0:
            total = i64(self._node[i]) + value
            if total < -MAX_SUM or total > MAX_SUM:
                raise _too_large()
            i = (i - 1) >> 2

    def sum(self, begin: i64, end: i64) -> i64:
        """Return the sum of the elements from ``begin`` up to but not including ``end``, ``0 <= begin <= end <= n``."""
        if begin < 0 or begin > end or end > self._n:
            raise _no_range(begin, end, self._n)
        if begin == 0:
            return self._prefix(end)
        node = self._node
        total: i64 = 0
        i = self._leaves + begin
        j = self._leaves + end
        while i != j:  # from their common ancestor on, both have the same siblings to the left
            total += _left_of(node, j) - _left_of(node, i)
            i = (i - 1) >> 2
            j = (j - 1) >> 2
        return total

    def _prefix(self, end: i64) -> i64:
        node = self._node
        total: i64 = 0
        i = self._leaves + end
        while i > 0:
            total += _left_of(node, i)
            i = (i - 1) >> 2
        return total

    def check(self) -> None:
        """Assert that every node holds the sum of its children. O(n)."""
        for i in range(self._leaves):
            first = 4 * i + 1
            if first < len(self._node):
                assert i == 0 or self._node[i] == sum(int(node) for node in self._node[first : first + 4])


# Separate functions make the errors, so that the functions that raise them stay short enough to be inlined.


def _refused(index: i64, n: i64) -> ValueError:
    return out_of_range("index", index, 0, n - 1) if index < 0 or index >= n else _too_large()


def _too_large() -> ValueError:
    return ValueError(f"a sum of elements must be in {-MAX_SUM}..{MAX_SUM}")


def _no_range(begin: i64, end: i64, n: i64) -> ValueError:
    return ValueError(f"no range from {begin} to {end} in an array of {n} elements")


def _left_of(node: vec[i32], i: i64) -> i64:
    """Return the sum of the siblings to the left of node ``i``."""
    nth = (i - 1) & 3
    first = i - nth
    return (
        (i64(node[first]) & -i64(nth > 0))
        + (i64(node[first + 1]) & -i64(nth > 1))
        + (i64(node[first + 2]) & -i64(nth > 2))
    )
