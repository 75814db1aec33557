"""Prefetching: memory is asked for what will be needed soon, while the work goes on.

A processor works on while it waits for a read, but only so far. Where each step depends on reads from all over a large
array, steps wait for memory one after another, although it could serve several at once. So the elements of a later step
are read while the present one is worked on; by the time that they are needed they are in the cache. (D. Callahan, K.
Kennedy and A. Porterfield, "Software prefetching", ASPLOS 1991.)

Processors have an instruction for it, which waits for nothing. Python has none, but when refsol is compiled the build
script turns the read in this module into it, where the compiler offers it.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64


def prefetch(array: vec[i32], index: i64) -> None:
    """Ask for the element ``array[index]``, and do nothing with it. O(1).

    Raises ``IndexError`` where there is none.
    """
    array[index]  # read, and not used
