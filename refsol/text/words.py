"""Reading short integers from machine words by SWAR, *SIMD within a register*.

A ``word`` is eight bytes of a text, loaded little-endian, so that the first character is the lowest byte. Drawings show
a word in the order of the text, the lowest byte on the left::

    text       "1"  "2"  "3"  " "  "4"  "5"  " "  "6"
    byte        31   32   33   20   34   35   20   36     hexadecimal
    bit 4        1    1    1    0    1    1    0    1     1 for digits, 0 for blanks
    xor "0"      1    2    3   16    4    5   16    6     0 to 9 for digits, more for all other bytes

Reading a text full of short integers byte by byte is slow, mainly because the branch that ends each integer is often
mispredicted. Most of these functions work on all bytes of a word at once, some of them without a branch. They rely on
three facts:

- Bit 4 distinguishes digits (0x30 to 0x39) from blanks (0x20 and 0x09 to 0x0D). Other bytes with this bit are found
  when the digits are tested.
- A word is divided into *lanes* of equal width, such as its bytes. To compare all lanes with n at once, add 127 - n to
  each byte (in general, the highest number without the top bit, less n). Some lane exceeds n if and only if some top
  bit was set before the addition or is set after it. A sum may carry into the next lane, but only from a lane that
  exceeds n anyway.
- Digits become a number in steps: first the numbers of two digits, in every other byte, then those of four, then of
  eight.

Constants of more than 62 bits are written as products, which the C compiler folds. As literals they would be Python
integers, converted at each use.

"The text" is that of the ``word``, and lengths are in bytes. The comparison of lanes is due to L.
Lamport ("Multiple byte processing with full-word instructions", Comm. ACM 18, 1975).
"""

from typing import Final

from mypy_extensions import i64

from refsol.errors import out_of_range

SHORT: Final = 9999
"""The greatest integer that :func:`short_value` can read."""
FOUR_ZEROS: Final = 0x2030_2030_2030_2030
"""The word of the text ``0 0 0 0`` with a space at the end."""
_FOUR_DIGITS: Final = 0x20_3030_3030  # the text "0000 "
_ZEROS: Final = 0x3030_3030_3030_3030  # xor "0", a digit becomes its value, and every other byte more than 9
_STOP: Final = -1 << 56  # makes the last byte of a word, and what is shifted in after it, a non-digit
_BLANK: Final = 32 ^ 48
_LINE_END: Final = 10 ^ 48
_TWO_ONES: Final = 0x0000_0001_0000_0001
_FOUR_ONES: Final = 0x0001_0001_0001_0001
_EIGHT_ONES: Final = 0x0101_0101_0101_0101


def two_times(number: i64) -> i64:
    """Return a word with ``number``, less than 2**31, in each of two lanes of 32 bits."""
    return number * _TWO_ONES


def four_times(number: i64) -> i64:
    """Return a word with ``number``, less than 2**16, in each of four lanes of 16 bits."""
    return number * _FOUR_ONES


def eight_times(number: i64) -> i64:
    """Return a word with ``number``, less than 2**8, in each of eight lanes, the bytes."""
    return number * _EIGHT_ONES


def has_four_digits(word: i64) -> bool:
    """Return whether the text begins with four digits and a blank, judging by bit 4 of its first five bytes."""
    return word & 0x10_1010_1010 == 0x00_1010_1010


def short_length(word: i64) -> i64:
    """Return how many digits the text begins with: 1 if there is none, 4 if there are more.

    Bit 4 of the second, third and fourth byte is bit 12, 20 and 28 of the word; each counts if those before it do.
    """
    second = word >> 12 & 1
    third = word >> 20 & second
    return 1 + second + third + (word >> 28 & third)


def short_value(word: i64, length: i64) -> i64:
    """Return the integer at the start of the text, ``length`` digits (1 to 4) and a space; else 2**24 or more.

    With a length of 3::

        text       "1"  "2"  "3"  " "  …
        digits       0    1    2    3         shifted up so that the last digit is in byte 3
        pairs        1    .   23    .         times 10, plus the next byte; every second byte is unused
        value            123                  100 times the first pair, plus the second

    Anything else sets bits from 24 on. Raises ``ValueError`` for any other length.
    """
    if length < 1 or length > 4:
        raise _no_length(length)
    bits = length << 3
    digits = (word ^ 0x3030_3030) << (32 - bits) & 0xFFFF_FFFF
    pairs = digits * 10 + (digits >> 8)
    value = (pairs & 255) * 100 + (pairs >> 16 & 255)
    no_digits = (digits | digits + 0x7676_7676) & 0x8080_8080
    no_space = word >> bits & 255 ^ 32
    leading_zero = i64(word & 255 == 48) & i64(length > 1)
    return value + ((no_digits | no_space | leading_zero) << 24)


def _no_length(length: i64) -> ValueError:
    """Return the error, in a separate function, so that ``short_value`` stays short enough to be inlined."""
    return out_of_range("length", length, 1, 4)


def four_digit_value(word: i64) -> i64:
    """Return the integer at the start of the text, four digits and a space; else less than 1000 or 2**31 or more.

    The space is compared like a digit::

        text       "2"  "0"  "2"  "4"  " "  …
        lanes        2    0    2    4    0        of a byte each; the last is 0 only for a space
        pairs       20    .   24    .    .
    """
    lanes = (word ^ _FOUR_DIGITS) & 0xFF_FFFF_FFFF
    wrong = (lanes | lanes + 0x7F_7676_7676) & 0x80_8080_8080
    pairs = lanes * 10 + (lanes >> 8)
    return (pairs & 255) * 100 + (pairs >> 16 & 255) | wrong << 24


def fast_integer(word: i64) -> tuple[i64, i64]:
    """Return the integer at the start of the text, up to 6 digits and a space or line feed, and the length of both.

    If there is none, the integer is -1. The word is read byte by byte from the lowest one, shifted down each time::

        text       "5"  "4"  "3"  LF  …                  value 543, length 4
        xor "0"      5    4    3   58   …   …   …  255      58 is a line feed; the last byte always stops
    """
    word = word ^ _ZEROS | _STOP
    first = word & 255
    if first > 9:
        return -1, 0
    value = first
    length: i64 = 1
    word >>= 8
    c = word & 255
    while c <= 9:
        value = value * 10 + c
        length += 1
        word >>= 8
        c = word & 255
    if c not in (_BLANK, _LINE_END) or (first == 0 and length > 1):
        return -1, 0
    return value, length + 1


def positive_pair(word: i64) -> tuple[i64, i64, i64]:
    """Return two positive integers at the start of the text, up to 3 digits and a space each, and their total length.

    If there is no such pair, all three results are 0. Each integer gets a lane of 32 bits, with zeros before its first
    digit and the space at the end::

        text       "1"  "2"  "3"  " "  "4"  "5"  " "  …
        lanes        1    2    3    0 |  0    4    5    0        0 at the end only for a space
        lanes        0    1    2    3 |  0    0    4    5        shifted up by a byte
        pairs        1    .   23    . |  0    .   45    .        times 10, plus the next byte
        value            123          |        45                100 times the first pair, plus the second
    """
    first_length = _length_up_to_three(word)
    rest = word >> (first_length << 3) + 8
    second_length = _length_up_to_three(rest)
    word ^= _ZEROS
    rest ^= _ZEROS
    lanes = (word << 24 - (first_length << 3) & 0xFFFF_FFFF) | (rest << 24 - (second_length << 3) & 0xFFFF_FFFF) << 32
    lanes ^= two_times(_BLANK << 24)
    if (lanes | lanes + two_times(0x7F76_7676)) & eight_times(0x80) != 0 or word & 255 == 0 or rest & 255 == 0:
        return 0, 0, 0
    lanes <<= 8
    lanes = lanes * 10 + (lanes >> 8) & 0x00FF_00FF_00FF_00FF
    lanes = lanes * 100 + (lanes >> 16)
    return lanes & 0xFFFF, lanes >> 32 & 0xFFFF, first_length + second_length + 2


def _length_up_to_three(word: i64) -> i64:
    """Return how many digits the text begins with: 1 if there is none, 3 if there are more."""
    if word & 0x1000 == 0:
        return 1
    if word & 0x10_0000 == 0:
        return 2
    return 3


def positive_line_end(word: i64) -> tuple[i64, i64]:
    """Return the positive integer at the start of the text, up to 7 digits and a line feed, and the length of both.

    If there is none, both results are 0. The length comes from the first byte that is not a digit::

        text       "5"  "4"  "3"  LF  "7"  …
        digits       5    4    3   58    7
        others       .    .    .  top    .           the top bit of each byte that is not a digit
        below      all  all  all all but top        one less, with all bits below the lowest of these
        ones         1    1    1    1                the lowest bit of each byte: three digits and the line feed
    """
    digits = word ^ _ZEROS
    others = (digits | digits + eight_times(0x76)) & eight_times(0x80)
    below = others - 1
    # The product adds up the lowest bits of all bytes in the top one, as a popcount does.
    length = eight_times(below & _EIGHT_ONES) >> 56 & 255
    end = word >> (length << 3) - 8 & 255
    if length == 1 or digits & 255 == 0 or end != 10:
        return 0, 0
    return _value_of_eight(digits << 72 - (length << 3)), length


def _value_of_eight(digits: i64) -> i64:
    """Return the number of eight digits, less than 2**31, whose values are the bytes of a word.

    ::

        digits       2    0    2    4    1    1    2    1
        pairs          20        24        11        21           times 10, plus the next byte
        fours              2024                1121               times 100, plus the next pair
        eight                     20241121                        times 10 000, plus the other four
    """
    digits = digits * 10 + (digits >> 8) & 0x00FF_00FF_00FF_00FF
    digits = digits * 100 + (digits >> 16) & 0x0000_FFFF_0000_FFFF
    return digits * 10_000 + (digits >> 32) & 0x7FFF_FFFF
