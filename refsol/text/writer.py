"""Integers to bytes."""

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, u8


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


def word_of(text: bytes) -> i64:
    """Return up to eight ASCII characters as a number, the first one in its lowest byte."""
    word: i64 = 0
    for k in range(len(text)):
        word |= i64(text[k]) << (8 * k)
    return word


def write_word(out: BytesWriter, word: i64, length: i64) -> None:
    """Append the ``length`` characters, at most eight, that ``word_of`` made ``word``."""
    if length == 8:
        write_i64_le(out, word)
        return
    if length & 4:
        write_i32_le(out, i32(word & 0x7F7F7F7F))
        word >>= 32
    if length & 2:
        write_i16_le(out, i16(word & 0x7F7F))
        word >>= 16
    if length & 1:
        out.append(u8(word & 0x7F))
