"""Names of points as in the Go Text Protocol: letters for the column, then the number of the row, such as "E5".

The letters leave out I, which looks like 1 or J. After the 25 columns up to Z come AA to AZ, BA to BZ and so on, which
is custom; the protocol itself ends at 25. All functions are O(1).
"""

from typing import Final

_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_DIGITS: Final = "0123456789"
_LONGEST: Final = 8  # characters of a name that could be on any board
_FIRST: Final = len(_LETTERS)  # columns with one letter


def column_name(column: int) -> str:
    """Return the letters of ``column``, from 1. Raises ``ValueError`` for a column beyond ZZ, the 650th.

    >>> [column_name(column) for column in (1, 9, 25, 26, 27, 51)]
    ['A', 'J', 'Z', 'AA', 'AB', 'BA']
    """
    if not 1 <= column <= _FIRST * (_FIRST + 1):
        raise ValueError(f"no column has number {column}")
    before, last = divmod(column - 1, _FIRST)
    return (_LETTERS[before - 1] if before else "") + _LETTERS[last]


def parsed_name(name: str) -> tuple[int, int]:
    """Return the column of a point with this ``name``, and its row, counted from the bottom; both from 1.

    Letters may be small. Raises ``ValueError`` for any other text.

    >>> parsed_name("e5"), parsed_name("AA10")
    ((5, 5), (26, 10))
    """
    letters = name[:_LONGEST].upper().rstrip(_DIGITS)
    digits = name[len(letters) :]
    fits = len(name) <= _LONGEST and 1 <= len(letters) <= 2 and len(digits) > 0 and digits[0] != "0"
    if not fits or not name.isascii() or not all(letter in _LETTERS for letter in letters):
        raise ValueError(f"{name[: 4 * _LONGEST]!r} is not the name of a point, such as 'E5'")
    column = 0
    for letter in letters:
        column = _FIRST * column + _LETTERS.index(letter) + 1
    return column, int(digits)
