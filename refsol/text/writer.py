"""Integers and prepared words to bytes. Everything is O(bytes written or read)."""

from librt.strings import BytesWriter, write_i16_le, write_i32_le, write_i64_le
from mypy_extensions import i16, i32, i64, u8

from refsol.errors import out_of_range, require_range


def write_integer(out: BytesWriter, value: i64) -> None:
    """Append ``value``, ``0 <= value < 2**63``, to ``out`` in decimal; raise ``ValueError`` for any other."""
    if value < 0:
        raise _no_value(value)
    if value >= 10:
        write_integer(out, value // 10)
    out.append(u8(48 + value % 10))  # a u8 is stored without a call into Python


def word_of(text: bytes) -> i64:
    """Return ``text``, up to eight ASCII characters, as a word, the first character in the lowest byte.

    Raises ``ValueError`` for more characters.

    ::

        text        "-" "1" " " "7" LF
        byte         0   1   2   3   4   5   6   7        bytes 5 to 7 are 0
    """
    require_range("number of characters", len(text), 0, 8)
    word: i64 = 0
    for k in range(len(text)):
        word |= i64(text[k]) << (8 * k)
    return word


def write_word(out: BytesWriter, word: i64, length: i64) -> None:
    """Append to ``out`` the ``length`` characters, at most eight, from which :func:`word_of` made ``word``.

    Raises ``ValueError`` for any other length. The bits of a length below 8 divide it into parts of 4, 2 and 1; the
    word is stored in these parts::

        length 7    └─── 4 bytes ───┘└ 2 bytes ┘└ 1 ┘
    """
    if length == 8:
        write_i64_le(out, word)
        return
    if length < 0 or length > 8:
        raise _no_length(length)
    if length & 4:
        write_i32_le(out, i32(word & 0x7F7F7F7F))
        word >>= 32
    if length & 2:
        write_i16_le(out, i16(word & 0x7F7F))
        word >>= 16
    if length & 1:
        out.append(u8(word & 0x7F))


# Separate functions make the errors, so that the functions that raise them stay short enough to be inlined.


def _no_value(value: i64) -> ValueError:
    return out_of_range("value", value, 0, 2**63 - 1)


def _no_length(length: i64) -> ValueError:
    return out_of_range("length", length, 0, 8)
