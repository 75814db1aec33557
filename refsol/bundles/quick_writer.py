"""The writer of a bundled solver: what is quick for an interpreter. It has a name of :mod:`refsol.text.writer`."""

from refsol.portable.substitutes import BytesWriter


def write_integer(out: BytesWriter, value: int) -> None:
    """Append ``value`` to ``out`` in decimal. O(digits)."""
    out += b"%d" % value
