"""Disjoint set that remembers when its sets were merged, and keeps every set of every moment contiguous.

Union by size without path compression makes trees of depth O(log n) whose links never change, so a link can carry
the step at which it was made: along a path to the root the steps never decrease, and two elements were joined at
the largest step on the path between them. This is the *partially persistent* disjoint set, known from programming
contests.

A merge also puts the elements of the smaller set behind those of the larger one. In the order that results in the
end each set that ever existed is an interval beginning at its root: later merges put elements behind it or it
behind others, never anything inside. So a question about a set of the past becomes a question about an interval of
a fixed array.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

_ROOT: Final = -1
_NEVER: Final = 2**31 - 1  # later than any step: the link of a root


class PersistentDisjointSet:
    """A partition of ``0..n-1``, at first into single elements; ``find``, ``union`` and ``joined_at`` are O(log n)."""

    def __init__(self, n: i64) -> None:
        self._parent: Final = vec[i32]([i32(_ROOT)] * n)
        self._step: Final = vec[i32]([i32(_NEVER)] * n)  # of the link to the parent
        self._size: Final = vec[i32]([i32(1)] * n)  # of the subtree at an element, final once it has a parent
        self._ahead: Final = vec[i32]([i32(0)] * n)  # elements from the parent's place to this one's in the order
        self._linked: vec[i32] = vec[i32](capacity=n)  # elements that are no roots, in the order of their links

    def find(self, x: i64) -> i64:
        """Return the root of the set that contains ``x``."""
        parent = self._parent
        above = i64(parent[x])
        while above != _ROOT:
            x = above
            above = i64(parent[x])
        return x

    def union(self, x: i64, y: i64, step: i64) -> None:
        """Merge the sets of ``x`` and ``y`` at ``step``, in ``0..2**31 - 2`` and not before that of the last merge."""
        x = self.find(x)
        y = self.find(y)
        if x == y:
            return
        if self._size[x] < self._size[y]:
            x, y = y, x
        self._parent[y] = i32(x)
        self._step[y] = i32(step)
        self._ahead[y] = self._size[x]
        self._size[x] += self._size[y]
        self._linked = append(self._linked, i32(y))

    def size(self, root: i64) -> i64:
        """Return the number of elements in the set of ``root``. O(1)."""
        return i64(self._size[root])

    def joined_at(self, x: i64, y: i64) -> i64:
        """Return the step of the merge since which ``x`` and ``y``, now in one set, are in one set; 0 if ``x == y``."""
        latest: i64 = 0
        while x != y:
            step_x = i64(self._step[x])
            step_y = i64(self._step[y])
            if step_x <= step_y:
                latest = max(latest, step_x)
                x = i64(self._parent[x])
            else:
                latest = max(latest, step_y)
                y = i64(self._parent[y])
        return latest

    def check(self) -> None:
        """Assert the invariants: paths to roots are short, and steps grow along them. O(n log n)."""
        for x in range(len(self._parent)):
            depth = 0
            above = x
            while self._parent[above] != _ROOT:
                assert self._step[above] <= self._step[int(self._parent[above])]
                above = int(self._parent[above])
                depth += 1
            assert 2**depth <= self._size[above]  # what union by size is for

    def order(self) -> vec[i32]:
        """Return each element's place in an order of ``0..n-1`` in which every set there has been is an interval.

        A set with root r and size s, at any moment, occupies the places ``order[r] .. order[r] + s - 1``. O(n).
        """
        place = vec[i32]([i32(0)] * len(self._parent))
        begin: i64 = 0
        for x in range(len(place)):
            if self._parent[x] == _ROOT:
                place[x] = i32(begin)
                begin += i64(self._size[x])
        # An element is linked after those below it, so backwards each parent has its place before its children.
        linked = self._linked
        i = len(linked) - 1
        while i >= 0:
            x = i64(linked[i])
            place[x] = place[i64(self._parent[x])] + self._ahead[x]
            i -= 1
        return place
