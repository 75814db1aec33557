"""The table of positions whose outcome is known, for the exact search: as large as its limit allows, and no larger.

A position is entered under its key, which determines its outcome. So an outcome that is found is never
wrong: nothing depends on hashing but where an entry stands.

Four entries that follow one another are a *bucket*. A key belongs to one bucket. If that is full, the entry gives way
whose search was the shortest, since that is the cheapest one to repeat (D. M. Breuker, J. W. H. M. Uiterwijk and
H. J. van den Herik, "Replacement schemes for transposition tables", ICCA Journal 17 (1994), where this is "big").

The bucket grows with a hash of the key, without regard to how many there are. So all entries keep their order when the
table grows, and moving them is a walk through the old and the new memory, both from the beginning to the end.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.errors import require_range

MAX_KEY: Final = 2**56 - 1
"""The largest key."""
MAX_MEMORY: Final = 2**16 - 1
"""The largest limit on memory, in MiB."""
UNKNOWN: Final = -1
"""The outcome, by :meth:`OutcomeTable.find`, of a position that isn't there."""

# An entry is a word, and 0 if there is none:
#
#     62                           7   6           1     0
#    +------------------------------+----------------+---------+
#    |             key              |  log2 of work  |  is won |
#    +------------------------------+----------------+---------+
_KEY: Final = 7
_WORK: Final = 1
_MOST_WORK: Final = 63
_WON: Final = 1

_BUCKET: Final = 4  # entries
_FIRST: Final = 2**12  # entries of a new table

# Fibonacci hashing (Knuth, "The Art of Computer Programming", volume 3, section 6.4): the product modulo 2**62, of
# which the upper half is well mixed. Overflow wraps, and leaves the bits that count as they are.
_FACTOR: Final = 0x1E3779B97F4A7C15
_MASK: Final = 2**62 - 1
_HALF: Final = 31


@final
class OutcomeTable:
    """Outcomes by key, at most ``memory`` MiB of them, 1..65535, also while it grows from one table into another.

    It begins with room for 4096 entries; growth takes amortised constant time for each entry. Raises ``ValueError`` for
    another ``memory``.
    """

    def __init__(self, memory: i64) -> None:
        require_range("memory in MiB", memory, 1, MAX_MEMORY)
        self._limit: Final[i64] = memory * (2**20 // 8)
        self._entries = vec[i64]([i64(0)] * _FIRST)
        self._buckets: i64 = _FIRST // _BUCKET
        self._until_growth: i64 = _FIRST // 2

    def find(self, key: i64) -> i64:
        """Return 1 if the side to move wins in the position with this ``key``, 0 if it loses, or :data:`UNKNOWN`."""
        entries = self._entries
        first = self._first(key)
        for at in range(first, first + _BUCKET):
            entry = entries[at]
            if entry >> _KEY == key:
                return entry & _WON
        return UNKNOWN

    def enter(self, key: i64, won: i64, work: i64) -> None:
        """Enter whether the side to move has ``won``, 1 or 0, in the position with this ``key``, in 1..2**56 - 1.

        ``work``, not negative, is the number of positions that were searched to find
        out. A position that is there already may get a second entry. Raises ``ValueError`` for arguments out of range.
        """
        if key < 1 or key > MAX_KEY or won < 0 or won > _WON or work < 0:
            raise ValueError(f"there can be no entry of {won} after {work} for the key {key}")
        log: i64 = 0
        while work > 1:
            work >>= 1
            log += 1
        self._place((key << _KEY) | (log << _WORK) | won)
        if self._until_growth == 0:
            self._grow()

    def size(self) -> int:
        """Return the number of entries for which there is room."""
        return len(self._entries)

    def _first(self, key: i64) -> i64:
        mixed = (key * _FACTOR) & _MASK
        return ((mixed >> _HALF) * self._buckets >> _HALF) * _BUCKET

    def _place(self, entry: i64) -> None:
        """Put an entry into its bucket, in place of none or of the one with the least work."""
        entries = self._entries
        first = self._first(entry >> _KEY)
        least: i64 = _MOST_WORK + 1
        place = first
        for at in range(first, first + _BUCKET):
            if entries[at] == 0:
                self._until_growth -= 1
                place = at
                break
            work = (entries[at] >> _WORK) & _MOST_WORK
            if work < least:
                least = work
                place = at
        entries[place] = entry

    def _grow(self) -> None:
        """Make a table several times as large, if the limit allows twice the size, and move the entries there."""
        old = self._entries
        size = min(8 * i64(len(old)), self._limit - i64(len(old))) // _BUCKET * _BUCKET
        if size < 2 * len(old):
            self._until_growth = -1  # never
            return
        self._entries = vec[i64]([i64(0)] * size)
        self._buckets = size // _BUCKET
        self._until_growth = size // 2
        for at in range(i64(len(old))):
            if old[at]:
                self._place(old[at])
