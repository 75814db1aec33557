"""Integers to bytes."""

from librt.strings import BytesWriter
from mypy_extensions import i64, u8


def write_integer(out: BytesWriter, value: i64) -> None:
    """Append ``value``, which is not negative, in decimal."""
    power: i64 = 1
    while value // power >= 10:
        power *= 10
    while power > 0:
        digit = value // power
        out.append(u8(48 + digit))  # as a u8 it is stored directly
        value -= digit * power
        power //= 10
