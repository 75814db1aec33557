"""Integers to bytes, a machine word at a time. Everything is O(bytes written or read)."""

from typing import Final

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, u8

_DIGITS: Final = 8  # as many as fit in a machine word
_POWER: Final = 10**_DIGITS


def write_integer(out: BytesWriter, value: i64) -> None:
    """Append ``value``, ``0 <= value < 2**63``, to ``out`` in decimal, without a line end."""
    least: i64 = 1
    if value >= _POWER:
        write_integer(out, value // _POWER)
        value %= _POWER
        least = _DIGITS
    # The last digit comes first; it is pushed up in the word by those before it, and written last.
    word: i64 = 0
    while value > 0 or least > 0:
        tens = value // 10
        word = word << 8 | 48 + value - 10 * tens
        value = tens
        least -= 1
    while word > 0:
        out.append(u8(word & 255))  # as a u8 it is stored directly
        word >>= 8


def word_of(text: bytes) -> i64:
    """Return the up to eight ASCII characters of ``text`` as a number, the first one in its lowest byte."""
    word: i64 = 0
    for k in range(len(text)):
        word |= i64(text[k]) << (8 * k)
    return word


def write_word(out: BytesWriter, word: i64, length: i64) -> None:
    """Append to ``out`` the ``length`` characters, at most eight, of which :func:`word_of` made ``word``."""
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
