"""Disjoint set (union–find) on a flat array: union by size, path halving.

R. E. Tarjan and J. van Leeuwen, "Worst-case analysis of set union algorithms", J. ACM 31 (1984).
"""

from typing import Final, NoReturn, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import out_of_range, require_range

MAX_ELEMENTS: Final = 2**31 - 1
"""The largest number of elements; the smallest is 0."""


@final
class DisjointSet:
    """A partition of ``0..n-1``, initially into single elements. Every operation is O(α(n)) amortised.

    Making one for ``n`` elements is O(n). Raises ``ValueError`` for a number of elements beyond :data:`MAX_ELEMENTS`,
    and for an element ``x`` or ``y`` that is not in ``0..n-1``.

    >>> sets = DisjointSet(4)
    >>> sets.union(0, 1) == sets.find(1)
    True
    >>> sets.size(0), sets.size(3)
    (2, 1)
    """

    def __init__(self, n: i64) -> None:
        require_range("number of elements", n, 0, MAX_ELEMENTS)
        # The parent of each element or, at a root, minus the size of its set: [-3, 0, 0, -1] is {0, 1, 2} and {3}.
        self._link: Final = vec[i32]([i32(-1)] * n)

    def __reduce__(self) -> NoReturn:
        """Raise ``TypeError``: it can't be copied or pickled, compiled or not."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    def find(self, x: i64) -> i64:
        """Return the root of the set that contains ``x``."""
        link = self._link
        if x < 0 or x >= len(link):
            raise _no_element(x, len(link))
        parent: i64 = i64(link[x])
        while parent >= 0:
            grandparent: i64 = i64(link[parent])
            if grandparent < 0:
                return parent
            link[x] = i32(grandparent)
            x = grandparent
            parent = i64(link[x])
        return x

    def union(self, x: i64, y: i64) -> i64:
        """Merge the sets of ``x`` and ``y``, which may be the same, and return the root of the result."""
        x = self.find(x)
        y = self.find(y)
        if x == y:
            return x
        link = self._link
        if link[x] > link[y]:
            x, y = y, x
        link[x] += link[y]
        link[y] = i32(x)
        return x

    def size(self, x: i64) -> i64:
        """Return the number of elements in the set of ``x``."""
        return -i64(self._link[self.find(x)])

    def check(self) -> None:
        """Assert the invariants: paths to roots are short, and sizes are right. O(n log n)."""
        n = len(self._link)
        members = [0] * n
        for x in range(n):
            depth = 0
            above = x
            while self._link[above] >= 0:
                above = int(self._link[above])
                depth += 1
            assert 2**depth <= -self._link[above]  # guaranteed by union by size
        for x in range(n):
            members[self.find(x)] += 1
        for x in range(n):
            if members[x]:
                assert -self._link[x] == members[x]
            else:
                assert self._link[x] >= 0


# A separate function makes the error, so that `find` stays short enough to be inlined.
def _no_element(x: i64, n: i64) -> ValueError:
    return out_of_range("element", x, 0, n - 1)
