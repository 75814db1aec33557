"""Numbers as they are written, the simplest number in a range and the simplest text of a pattern."""

from decimal import Decimal
from fractions import Fraction
from math import ceil, floor
from typing import Final

from refsol.own.description.automaton import Alternation, Characters, Concatenation, Expression, Repetition, sort_key
from refsol.own.description.syntax import SCIENTIFIC
from refsol.own.description.values import Number

_MOST_DIGITS: Final = 1000  # before the point
_MOST_PLACES: Final = 18  # decimals, where their number is free
_QUICK_BITS: Final = 2**13  # of an integer which Python itself will write
_PLAIN: Final = bytes([*range(ord("a"), ord("z") + 1), *range(ord("0"), ord("9") + 1), *range(ord("A"), ord("Z") + 1)])


def simplest_integer(low: int, high: int) -> int:
    """Return the integer in ``low..high`` that is next to zero. O(1)."""
    return min(max(0, low), high)


def simplest_decimal(low: Number, high: Number, decimals: tuple[int, int] | None, notation: str | None) -> bytes | None:
    """Return how the number in ``low..high`` with the fewest decimals, of these the one next to zero, is written.

    ``decimals`` are the least and the most that are allowed, and ``notation`` is the one demanded. Returns None if
    there is no such number with a reasonable number of decimals. O(decimals · digits).
    """
    least, most = decimals or (0, _MOST_PLACES)
    if low <= 0 <= high and least == 0 and notation != SCIENTIFIC:
        return b"0"
    if max(Decimal(low).adjusted(), Decimal(high).adjusted()) > _MOST_DIGITS:
        return None
    if notation == SCIENTIFIC and decimals is not None:  # has a first digit that isn't zero
        for value in (Decimal(1), Decimal(low), Decimal(high)):
            text = written(value, least, notation)
            if value and low <= Decimal(text.decode()) <= high:
                return text
        return None
    for places in range(least, min(most, least + _MOST_PLACES) + 1):
        first, last = in_units(low, high, places)
        if first <= last:
            text = written(Decimal(simplest_integer(first, last)).scaleb(-places), places, notation)
            if low <= Decimal(text.decode()) <= high:
                return text
    return None


def in_units(low: Number, high: Number, places: int) -> tuple[int, int]:
    """Return the first and the last number in ``low..high`` with so many decimal ``places``, without the point.

    If there is none, the first is larger than the last. O(digits).
    """
    unit = 10**places
    return ceil(Fraction(low) * unit), floor(Fraction(high) * unit)


def simplest_text(expression: Expression) -> bytes | None:
    """Return a short text that matches an expression, or None where it can't be said. O(length)."""
    match expression:
        case Characters():
            allowed = plainest(expression.allowed)
            return None if allowed is None else bytes([allowed])
        case Concatenation():
            first, rest = simplest_text(expression.first), simplest_text(expression.rest)
            return None if first is None or rest is None else first + rest
        case Alternation():
            options = [simplest_text(option) for option in sorted(expression.options, key=sort_key)]
            return min((text for text in options if text is not None), key=len, default=None)
        case Repetition():
            repeated = b"" if expression.least == 0 else simplest_text(expression.repeated)
            return None if repeated is None else repeated * expression.least
    return b""


def plainest(allowed: frozenset[int]) -> int | None:
    """Return the plainest of the characters that are ``allowed``: a letter, a digit, or the smallest. O(1)."""
    for character in _PLAIN:
        if character in allowed:
            return character
    return min(allowed, default=None)


def digits(value: int) -> bytes:
    """Return how an integer ``value`` of any size is written. O(digits²)."""
    return b"%d" % value if value.bit_length() < _QUICK_BITS else f"{Decimal(value):f}".encode()


def written(value: Decimal, places: int, notation: str | None) -> bytes:
    """Return a number with ``places`` decimals, in the ``notation`` demanded, if any. O(digits)."""
    if notation != SCIENTIFIC:
        return f"{value:.{places}f}".encode()
    mantissa, exponent = f"{value:.{places}e}".split("e")
    return f"{mantissa}E{int(exponent)}".encode()
