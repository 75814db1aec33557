"""Prefetching: request data from memory before it is needed, and continue meanwhile.

A processor can execute ahead of a read that waits for memory, but not far. If each step of an algorithm reads from
random places in a large array, the steps wait for memory one after another, although memory could serve several
requests at once. So the elements of a later step are requested during the current one, and are in the cache when they
are needed. (D. Callahan, K. Kennedy and A. Porterfield, "Software prefetching", ASPLOS 1991.)

Processors have an instruction for this, which never waits. Python has none, but when refsol is compiled, the build
script replaces the read in this module by that instruction, if the compiler offers it.
"""

from librt.vecs import vec
from mypy_extensions import i32, i64


def prefetch(array: vec[i32], index: i64) -> None:
    """Request ``array[index]`` from memory, without using it. Raises ``IndexError`` if there is none."""
    array[index]  # read but not used
