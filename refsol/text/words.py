"""Short integers out of machine words: eight bytes of a text, the first of them in the lowest byte.

Byte by byte, a text full of short integers is read slowly, chiefly because no processor can foretell how long each of
them is. Most of these functions work on all bytes of a word at once, and some without branches. They rest on three
facts:

- Bit 4 tells digits (0x30 to 0x39) from blanks (0x20 and 0x09 to 0x0D). What else has it is found out with the value.
- To compare several *lanes* of a word (bytes, say) with n at once, add 127 - n to each byte (in general, its highest
  number without the top bit, less n). A lane exceeds n just if it had the top bit before or has it now; a sum that
  carries into the next lane comes from a lane that exceeds n anyway.
- Digits become a number in steps: the numbers of two digits in every other byte, then those of four, then of eight.

Constants of more than 62 bits are products: as such the compiler makes them, otherwise each use would make a Python
integer of them first.

Everything is O(1). "The text" is the eight bytes of a ``word``, and lengths are in bytes. Comparing lanes is an idea of
L. Lamport's ("Multiple byte processing with full-word instructions", Comm. ACM 18, 1975).
"""

from typing import Final

from mypy_extensions import i64

SHORT: Final = 9999
"""The greatest integer of a text that :func:`short_value` can read."""
FOUR_ZEROS: Final = 0x2030_2030_2030_2030
"""The word of the text ``0 0 0 0`` with a space at the end."""
_FOUR_DIGITS: Final = 0x20_3030_3030  # the text "0000 "
_ZEROS: Final = 0x3030_3030_3030_3030  # a digit exclusive-or "0" is its value, everything else more
_STOP: Final = -1 << 56  # no digit in the last byte of a word, nor in what is shifted in behind it
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
    """Return a word with ``number``, less than 2**8, in each byte."""
    return number * _EIGHT_ONES


def has_four_digits(word: i64) -> bool:
    """Tell whether the text begins with four digits and a blank."""
    return word & 0x10_1010_1010 == 0x00_1010_1010


def short_length(word: i64) -> i64:
    """Return how many digits the text begins with: 1 if there is none, 4 if there are more."""
    second = word >> 12 & 1
    third = word >> 20 & second
    return 1 + second + third + (word >> 28 & third)


def short_value(word: i64, length: i64) -> i64:
    """Return the integer of ``length`` digits, 1 to 4, and a space that the text begins with; else 2**24 or more."""
    bits = length << 3
    digits = (word ^ 0x3030_3030) << (32 - bits) & 0xFFFF_FFFF  # the last one in byte 3, zeros before the first
    pairs = digits * 10 + (digits >> 8)  # the numbers of two digits in bytes 0 and 2
    value = (pairs & 255) * 100 + (pairs >> 16 & 255)
    no_digits = (digits | digits + 0x7676_7676) & 0x8080_8080
    no_space = word >> bits & 255 ^ 32
    leading_zero = i64(word & 255 == 48) & i64(length > 1)
    return value + ((no_digits | no_space | leading_zero) << 24)


def four_digit_value(word: i64) -> i64:
    """Return the integer of four digits and a space that the text begins with; else less than 1000 or 2**31 or more."""
    lanes = (word ^ _FOUR_DIGITS) & 0xFF_FFFF_FFFF  # of a byte each; that of the space is 0
    wrong = (lanes | lanes + 0x7F_7676_7676) & 0x80_8080_8080
    pairs = lanes * 10 + (lanes >> 8)  # the numbers of two digits in bytes 0 and 2
    return (pairs & 255) * 100 + (pairs >> 16 & 255) | wrong << 24


def fast_integer(word: i64) -> tuple[i64, i64]:
    """Return the integer of up to 6 digits and a blank or line end that the text begins with, and their length.

    The integer is -1 if there is none.
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
    """Return the two positive integers of up to 3 digits and a space each that the text begins with, and their length.

    All three are 0 if there are no such two.
    """
    first_length = _length_up_to_three(word)
    rest = word >> (first_length << 3) + 8
    second_length = _length_up_to_three(rest)
    word ^= _ZEROS
    rest ^= _ZEROS
    # Three digits and the space of each in a lane of 32 bits, zeros before the first digit.
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
    """Return the positive integer of up to 7 digits and a line feed that the text begins with, and their length.

    Both are 0 if there is none.
    """
    digits = word ^ _ZEROS
    others = (digits | digits + eight_times(0x76)) & eight_times(0x80)
    # Below the lowest bit of them are the lowest bits of the bytes up to that one; a product counts these.
    below = (others & -others) - 1
    length = eight_times(below & _EIGHT_ONES) >> 56 & 255
    end = word >> (length << 3) - 8 & 255
    if length == 1 or digits & 255 == 0 or end != 10:
        return 0, 0
    return _value_of_eight(digits << 72 - (length << 3)), length


def positive_before(word: i64, blank: i64) -> tuple[i64, i64]:
    """Return the positive integer of up to 7 digits and a ``blank`` that the text begins with, and their length.

    Both are 0 if there is none. The number of digits is found with branches: best where it seldom changes, since the
    processor need not wait for it to go on.
    """
    length: i64 = 1
    rest = word >> 12
    while rest & 1 == 1 and length < 7:
        length += 1
        rest >>= 8
    digits = (word ^ _ZEROS) << 64 - (length << 3)
    no_digits = (digits | digits + eight_times(0x76)) & eight_times(0x80)
    if no_digits != 0 or word & 255 == 48 or word >> (length << 3) & 255 != blank:
        return 0, 0
    return _value_of_eight(digits), length + 1


def _value_of_eight(digits: i64) -> i64:
    """Return the number of eight digits, less than 2**31, whose values stand in the bytes of a word."""
    digits = digits * 10 + (digits >> 8) & 0x00FF_00FF_00FF_00FF
    digits = digits * 100 + (digits >> 16) & 0x0000_FFFF_0000_FFFF
    return digits * 10_000 + (digits >> 32) & 0x7FFF_FFFF
