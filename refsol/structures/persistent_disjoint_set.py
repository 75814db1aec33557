"""Disjoint set that remembers when its sets were merged, and arranges the elements so that all sets are contiguous.

Union by size without path compression makes trees of logarithmic depth whose links never change. So each link can store
the step at which it was made. Along a path to the root the steps never decrease, and two elements were joined at the
largest step on the path between them. Such a structure is called *partially persistent*: its past can be queried, but
not changed (J. R. Driscoll, N. Sarnak, D. D. Sleator and R. E. Tarjan, "Making data structures persistent", J. Comput.
Syst. Sci. 38, 1989). This form of it is well known from programming contests.

A merge also appends the elements of the smaller set to those of the larger one. In the final order each set that ever
existed is an interval that begins at its root: later merges append elements to it or append it to others, and never
insert anything. So a query about a past set becomes a query about an interval of a fixed array.
"""

from typing import Final, NoReturn, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import out_of_range, require_range

MAX_ELEMENTS: Final = 2**31 - 1
"""The largest number of elements; the smallest is 0."""

_NEVER: Final = 2**31 - 1  # the step of a root: later than any other


@final
class PersistentDisjointSet:
    """A partition of ``0..n-1``, initially into single elements. Making one for ``n`` elements is O(n).

    Raises ``ValueError`` for a number of elements beyond :data:`MAX_ELEMENTS`, and for an element ``x`` or ``y`` that
    is not in ``0..n-1``.
    """

    def __init__(self, n: i64) -> None:
        require_range("number of elements", n, 0, MAX_ELEMENTS)
        self._link: Final = vec[i32]([i32(-1)] * n)  # the parent, or, at a root, minus the size of its set
        self._step: Final = vec[i32]([i32(_NEVER)] * n)  # of the link to the parent
        # `_made` is a list of pairs, one for each link in the order of the merges:
        #
        #     2k                          2k + 1
        #    | element that was linked   | size of the set that it was linked to, before the merge |
        self._links: i64 = 0
        self._made: Final = vec[i32]([i32(0)] * (2 * n))

    def __reduce__(self) -> NoReturn:
        """Raise ``TypeError``: it can't be copied or pickled, compiled or not."""
        raise TypeError(f"cannot pickle {type(self).__name__!r} object")

    def find(self, x: i64) -> i64:
        """Return the root of the set that contains ``x``. O(log n)."""
        if x < 0 or x >= len(self._link):
            raise _no_element(x, len(self._link))
        above = i64(self._link[x])
        while above >= 0:
            x = above
            above = i64(self._link[x])
        return x

    def size(self, root: i64) -> i64:
        """Return the size of the set of ``root``. Raises ``ValueError`` for anything but a root."""
        if root < 0 or root >= len(self._link) or self._link[root] >= 0:
            raise _no_root(root)
        return -i64(self._link[root])

    def union(self, x: i64, y: i64, step: i64) -> None:
        """Merge the sets of ``x`` and ``y`` at ``step``, unless they are already the same. O(log n).

        ``0 <= step < 2**31 - 1``, and steps must not decrease from one merge to the next. Raises ``ValueError`` for a
        step out of range.
        """
        x = self.find(x)
        y = self.find(y)
        if x != y:
            self.merge(x, y, step)

    def merge(self, x: i64, y: i64, step: i64) -> i64:
        """Merge the sets of two different roots ``x`` and ``y`` at ``step``, as ``union`` does.

        Returns the root of the result: that of the larger set, or ``x`` if they are equally large. Raises
        ``ValueError`` if they are not two roots, and for a step out of range.
        """
        link = self._link
        n = len(link)
        if x < 0 or x >= n or y < 0 or y >= n or x == y or link[x] >= 0 or link[y] >= 0:
            raise _no_roots(x, y)
        if step < 0 or step >= _NEVER:
            raise _no_step(step)
        if link[x] > link[y]:
            x, y = y, x
        made = self._made
        made[2 * self._links] = i32(y)
        made[2 * self._links + 1] = -link[x]
        self._links += 1
        link[x] += link[y]
        link[y] = i32(x)
        self._step[y] = i32(step)
        return x

    def joined_at(self, x: i64, y: i64) -> i64:
        """Return the step of the merge that joined ``x`` and ``y``, 0 if they are equal. O(log n).

        Raises ``ValueError`` if they are in different sets.
        """
        n = len(self._link)
        if x < 0 or x >= n or y < 0 or y >= n:
            raise _no_element(y if 0 <= x < n else x, n)
        step: i64 = 0
        while x != y:
            # Of the two links, the one made first was made at or before the merge that joined x and y.
            if self._step[x] > self._step[y]:
                x, y = y, x
            step = i64(self._step[x])
            if step == _NEVER:  # both are roots
                raise _not_joined()
            x = i64(self._link[x])
        return step

    def order(self) -> vec[i32]:
        """Return each element's position in an order of ``0..n-1`` in which every set that ever existed is an interval.

        If a set had root r and size s at some moment, its elements have the positions ``order[r] .. order[r] + s - 1``.
        The largest of the current sets comes first. O(n).
        """
        position = vec[i32]([i32(0)] * len(self._link))
        largest: i64 = 0
        for x in range(len(position)):
            if self._link[x] < self._link[largest]:
                largest = x
        begin = self.size(largest)
        for x in range(len(position)):
            if self._link[x] < 0 and x != largest:
                position[x] = i32(begin)
                begin += self.size(x)
        # An element is linked after those below it, so in reverse each parent gets its position before its children.
        made = self._made
        k = self._links - 1
        while k >= 0:
            x = i64(made[2 * k])
            position[x] = position[i64(self._link[x])] + made[2 * k + 1]
            k -= 1
        return position

    def check(self) -> None:
        """Assert the invariants: paths to roots are short, and steps never decrease along them. O(n log n)."""
        for x in range(len(self._link)):
            depth = 0
            above = x
            while self._link[above] >= 0:
                assert self._step[above] <= self._step[int(self._link[above])]
                above = int(self._link[above])
                depth += 1
            assert 2**depth <= -self._link[above]  # guaranteed by union by size


# Separate functions make the errors, so that the functions that raise them stay short enough to be inlined.


def _no_element(x: i64, n: i64) -> ValueError:
    return out_of_range("element", x, 0, n - 1)


def _no_root(x: i64) -> ValueError:
    return ValueError(f"{x} is not a root")


def _no_roots(x: i64, y: i64) -> ValueError:
    return ValueError(f"{x} and {y} are not two roots")


def _no_step(step: i64) -> ValueError:
    return out_of_range("step", step, 0, _NEVER - 1)


def _not_joined() -> ValueError:
    return ValueError("the elements are in different sets")
