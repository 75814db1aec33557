"""Data sets and inputs of NOIP chess as text, for the generators and reductions. Everything is O(bytes written)."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from refsol.chess.board import MAX_SIDE
from refsol.errors import require_range

Placement: TypeAlias = tuple[int, int, int, int]
"""A piece as in the input: colour, level, x, y."""


def rows_of(roads: bytes, length: int) -> list[bytes]:
    """Return ``roads``, digits of road types row by row, as rows of this ``length``.

    Raises ``ValueError`` for a length that no row has.
    """
    require_range("length of a row", length, 1, MAX_SIDE)
    return [roads[start : start + length] for start in range(0, len(roads), length)]


def data_set_text(east: Sequence[bytes], south: Sequence[bytes], placements: Iterable[Placement]) -> bytes:
    """Return the lines of a data set: ``east`` and ``south`` are its rows of road types, then come ``placements``.

    Raises ``ValueError`` if there are no rows.
    """
    if not south:
        raise ValueError("a data set has roads to the south")
    pieces = [b"%d %d %d %d\n" % placement for placement in placements]
    size = b"%d %d %d" % (len(east), len(south[0]), len(pieces))
    return b"\n".join([size, *east, *south, b"".join(pieces)])


def input_text(data_sets: Sequence[bytes]) -> bytes:
    """Return the input with these ``data_sets``, each the text of one."""
    return b"%d\n" % len(data_sets) + b"".join(data_sets)
