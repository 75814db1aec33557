"""A look ahead at memory: what is read early is in the cache when it is needed.

A processor works on while it waits for a read, but only so far. Where each step depends on reads from all over a large
array, steps wait for memory one after another. If the reads of a later step are made while the present one is worked
on, they wait together. (Compilers offer this as *prefetching*.)
"""

from librt.vecs import vec
from mypy_extensions import i32, i64


class Lookahead:
    """Reads elements early. The sum of what was read is kept, so that reading can't be left out as useless."""

    def __init__(self) -> None:
        self.sum: i64 = 0

    def read(self, array: vec[i32], first: i64, second: i64, third: i64) -> None:
        """Read three elements of ``array``. O(1)."""
        self.sum += i64(array[first]) ^ i64(array[second]) ^ i64(array[third])
