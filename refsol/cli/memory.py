"""Lets the C library keep freed memory for the next use.

The first touch of a page of new memory takes thousands of processor cycles: the system has to find a page and to
clear it. The allocator of the C library *glibc* gives large blocks back to the system as soon as they are freed, so
a program that keeps allocating arrays pays for this again and again. But the allocator learns: once a large block has
been freed, blocks up to that size are kept, in all at most twice that size. The block that teaches it need not be
touched, so it costs nothing.
"""

from typing import Final

_LARGE: Final = 2**24  # bytes; glibc learns nothing from blocks of more than twice that


def keep_freed_memory() -> None:
    """Let the allocator keep memory that is freed, at most 32 MiB, if it is glibc's; otherwise do nothing. O(1)."""
    bytes(_LARGE)  # allocated as zeros, which touches no page, and freed at once
