"""A look ahead at memory: what is read early is in the cache when it is needed.

A processor works on while it waits for a read, but only so far. Where each step depends on reads from all over a large
array, steps wait for memory one after another. If the reads of a later step are made while the present one is worked
on, they wait together. Compilers offer this as *prefetching* (D. Callahan, K. Kennedy and A. Porterfield, "Software
prefetching", ASPLOS 1991), but there is no such instruction in Python.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64


class Lookahead:
    """Reads elements early. A ``sum`` over what was read is kept, so that reading can't be left out as useless.

    Everything is O(1).
    """

    def __init__(self) -> None:
        self.sum: i64 = 0

    def read(self, array: vec[i32], first: i64, second: i64, third: i64) -> None:
        """Read the elements of ``array`` with the indices ``first``, ``second`` and ``third``, all of them valid."""
        self.sum += i64(array[first]) ^ i64(array[second]) ^ i64(array[third])
