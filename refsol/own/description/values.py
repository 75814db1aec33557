"""Values in a description: integers and decimal numbers of any size, and strings of bytes; and how they are written.

Integers become decimal numbers where one meets the other; nothing else is converted. Sums, differences and products of
numbers have :data:`DIGITS` digits at most, and so have quotients; what is written out or read is exact.
"""

# mypyc: refsol_jury

from collections.abc import Callable, Mapping
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, DivisionByZero, Inexact, InvalidOperation, Overflow
from fractions import Fraction
from math import ceil, floor
from operator import eq, ge, gt, le, lt, ne
from typing import Final, TypeAlias

Datum: TypeAlias = int | Decimal | bytes
"""A value."""
Numeric: TypeAlias = int | Decimal
"""A value with which one can compute."""

DIGITS: Final = 100
"""The number of digits of decimal numbers that are computed."""
MAX_EXPONENT: Final = 2**64 - 1
"""The largest number to the power of which another may be taken."""
FIXED: Final = "FIXED"
"""The notation of a number without an exponent."""
SCIENTIFIC: Final = "SCIENTIFIC"
"""The notation of a number with an exponent."""

_CONTEXT: Final = Context(prec=DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[InvalidOperation, DivisionByZero, Overflow])

_EXACT: Final = Context(prec=MAX_PREC, Emin=MIN_EMIN, Emax=MAX_EMAX, traps=[InvalidOperation, Overflow, Inexact])

_MOST_BITS: Final = 2**27  # of an integer that is computed: 16 MiB
_SHOWN: Final = 24  # characters
_SHOWN_BITS: Final = 128
_QUICK_BITS: Final = 2**11  # of an integer which Python itself will write
_MOST_PLACES: Final = 18  # decimals, where their number is free


class DescriptionError(ValueError):
    """A description is wrong: a variable has no value, an operation isn't defined, a loop would never end.

    ``line`` and ``column`` (from 1, in bytes) say where, and ``message`` what; as text, it is ``LINE:COLUMN: MESSAGE``.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(f"{line}:{column}: {message}")
        self.line: Final = line
        self.column: Final = column
        self.message: Final = message

    def __reduce__(self) -> tuple[type["DescriptionError"], tuple[int, int, str]]:
        """Return how to rebuild the error, so that it can be passed between processes."""
        return DescriptionError, (self.line, self.column, self.message)


class ValueTypeError(ValueError):
    """An operation isn't defined for its operands; the message says why."""


def kind_of(value: Datum) -> str:
    """Return what a value is, in words."""
    if isinstance(value, bytes):
        return "a string"
    return "an integer" if isinstance(value, int) else "a decimal number"


def brief(value: Datum) -> str:
    """Return a value as messages show it, abbreviated if it is long. O(digits shown)."""
    if isinstance(value, bytes):
        return repr(value[:_SHOWN])[1:] + ("..." if len(value) > _SHOWN else "")
    if isinstance(value, int) and value.bit_length() > _SHOWN_BITS:
        more = int((value.bit_length() - _SHOWN_BITS // 2) * 0.30103)  # digits, about
        return f"{'-' if value < 0 else ''}{abs(value) // 10**more} and about {more} more digits..."
    return str(value)


def negative(value: Datum) -> Numeric:
    """Return a number with the other sign. Raises :class:`ValueTypeError` for a string. O(digits)."""
    if isinstance(value, bytes):
        raise ValueTypeError("a string has no sign")
    return -value if isinstance(value, int) else value.copy_negate()


def computed(operator: str, left: Datum, right: Datum) -> Numeric:
    """Return the result of an ``operator``, one of ``+ - * / % ^``, on ``left`` and ``right``.

    Integers give an integer; a quotient of integers is rounded towards zero, and a remainder has the sign of ``left``.
    Raises :class:`ValueTypeError` for strings, for a remainder of decimal numbers, for a division by zero, for a power
    that isn't an integer in 0..:data:`MAX_EXPONENT`, and for a result that is too large. O(digits²).
    """
    if isinstance(left, bytes) or isinstance(right, bytes):
        raise ValueTypeError(f"{operator} is not defined for strings")
    if operator == "^":
        return _power(left, right)
    if isinstance(left, int) and isinstance(right, int):
        if operator in "/%" and right == 0:
            raise ValueTypeError("division by zero")
        if operator == "*":
            _require_size(left.bit_length() + right.bit_length())
        return _OF_INTEGERS[operator](left, right)
    if operator == "%":
        raise ValueTypeError("% is defined for integers only")
    try:
        return _OF_DECIMALS[operator](exact(left), exact(right))
    except DivisionByZero:
        raise ValueTypeError("division by zero") from None
    except (InvalidOperation, Overflow):
        raise ValueTypeError(f"{operator} has no finite result") from None


def holds(operator: str, left: Datum, right: Datum) -> bool:
    """Return whether ``left`` and ``right`` compare as ``operator`` says, one of ``< <= > >= == !=``.

    Strings are compared byte by byte. Raises :class:`ValueTypeError` for a string and a number. O(length).
    """
    if isinstance(left, bytes) == isinstance(right, bytes):
        if isinstance(left, int) and isinstance(right, Decimal):
            left = exact(left)
        elif isinstance(left, Decimal) and isinstance(right, int):
            right = exact(right)
        return _COMPARISONS[operator](left, right)
    raise ValueTypeError(f"{kind_of(left)} can't be compared with {kind_of(right)}")


def _power(base: Numeric, exponent: Numeric) -> Numeric:
    if not isinstance(exponent, int) or not 0 <= exponent <= MAX_EXPONENT:
        raise ValueTypeError(f"an exponent is an integer in 0..{MAX_EXPONENT}")
    if isinstance(base, int):
        if abs(base) > 1:
            _require_size(base.bit_length() * exponent)
        elif exponent:
            exponent = 2 - exponent % 2  # with the same result
        return int(pow(base, exponent))
    try:
        return _CONTEXT.power(base, exponent)
    except (InvalidOperation, Overflow):
        if base == 0 and exponent == 0:
            return Decimal(1)
        raise ValueTypeError("^ has no finite result") from None


def _require_size(bits: int) -> None:
    if bits > _MOST_BITS:
        raise ValueTypeError(f"the result has more than {_MOST_BITS} bits")


def _quotient(left: int, right: int) -> int:
    return left // right if (left < 0) == (right < 0) else -(-left // right)


_OF_INTEGERS: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "/": _quotient,
    "%": lambda left, right: left - right * _quotient(left, right),
}
_OF_DECIMALS: Final[Mapping[str, Callable[[Decimal, Decimal], Decimal]]] = {
    "+": _CONTEXT.add,
    "-": _CONTEXT.subtract,
    "*": _CONTEXT.multiply,
    "/": _CONTEXT.divide,
}
_COMPARISONS: Final[Mapping[str, Callable[[Datum, Datum], bool]]] = {
    "<": lt,
    "<=": le,
    ">": gt,
    ">=": ge,
    "==": eq,
    "!=": ne,
}


# As text. Python converts integers of many digits in quadratic time, or not at all; halves of them are quicker.


def integer_in(digits: str) -> int:
    """Return the integer that is written as ``digits``, perhaps behind a sign. O(digits^1.6). Ctrl-C interrupts it."""
    sign, digits = (-1, digits[1:]) if digits.startswith("-") else (1, digits)
    powers: dict[int, int] = {}

    def part(start: int, end: int) -> int:
        size = end - start
        if size <= 2**9:
            return int(digits[start:end])
        low = size // 2
        if low not in powers:
            powers[low] = 5**low << low
        return part(start, end - low) * powers[low] + part(end - low, end)

    return sign * part(0, len(digits))


def digits(value: int) -> bytes:
    """Return how an integer ``value`` of any size is written. O(digits · log² digits)."""
    return b"%d" % value if value.bit_length() < _QUICK_BITS else f"{exact(value):f}".encode()


def exact(value: Numeric) -> Decimal:
    """Return a number as a decimal one. O(digits · log² digits)."""
    if isinstance(value, Decimal) or value.bit_length() < _QUICK_BITS:
        return Decimal(value)
    powers: dict[int, Decimal] = {}

    def part(value: int, bits: int) -> Decimal:
        if bits <= _QUICK_BITS:
            return Decimal(value)
        low = bits // 2
        if low not in powers:
            powers[low] = _EXACT.power(Decimal(2), Decimal(low))
        return _EXACT.fma(part(value >> low, bits - low), powers[low], part(value & ((1 << low) - 1), low))

    return part(abs(value), value.bit_length()).copy_sign(Decimal(1 if value > 0 else -1))


def written(value: Decimal, places: int, notation: str | None) -> bytes:
    """Return a number with ``places`` decimals, in the ``notation`` demanded, if any. O(digits)."""
    if notation != SCIENTIFIC:
        return f"{value:.{places}f}".encode()
    mantissa, exponent = f"{value:.{places}e}".split("e")
    return f"{mantissa}E{int(exponent)}".encode()


def in_units(low: Numeric, high: Numeric, places: int) -> tuple[int, int]:
    """Return the first and the last number in ``low..high`` with this many decimal ``places``, without the point.

    If there is none, the first is larger than the last. O(digits).
    """
    unit = 10**places
    return ceil(Fraction(low) * unit), floor(Fraction(high) * unit)


def simplest_integer(low: int, high: int) -> int:
    """Return the integer in ``low..high`` that is next to zero."""
    return min(max(0, low), high)


def simplest_decimal(
    low: Numeric, high: Numeric, decimals: tuple[int, int] | None, notation: str | None
) -> bytes | None:
    """Return how the number in ``low..high`` with the fewest decimals, of these the one next to zero, is written.

    ``decimals`` are the least and the most that are allowed, and ``notation`` is the one demanded. Returns None if
    there is no such number with a reasonable number of decimals. O(decimals · digits).
    """
    least, most = decimals or (0, _MOST_PLACES)
    if low <= 0 <= high and least == 0 and notation != SCIENTIFIC:
        return b"0"
    if max(Decimal(low).adjusted(), Decimal(high).adjusted()) > 1000:
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
