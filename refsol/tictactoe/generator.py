"""Inputs of Codeforces 907B: random ones, and the cases that tell programs apart. Positions need not be reachable.

All boards have the same size, so nothing here is slow to solve, and everything is O(1). Every function returns a valid
input and draws from ``rng`` only.
"""

from random import Random
from typing import Final

from refsol.tictactoe.board import FIELD, SIDE

_CHIPS: Final = "xo"
_FREE: Final = "."


def small(rng: Random) -> bytes:
    """Return a random valid input: from one chip to one empty cell, the next field full or nearly so quite often."""
    rows = _rows(rng, rng.choice((0.0, 0.1, 0.5, 0.9, 1.0)))
    x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    kind = rng.randrange(6)
    if kind <= 2:
        _fill_next_field(rng, rows, x, y)
    if kind == 2:
        row, column = rng.choice(_next_field(x, y))
        rows[row][column] = _FREE
    return _text(rng, rows, x, y)


def one_chip(rng: Random) -> bytes:
    """Put a single chip on the board."""
    return _text(rng, _rows(rng, 0.0), rng.randrange(SIDE), rng.randrange(SIDE))


def one_field_free(rng: Random) -> bytes:
    """Leave nothing but the next field empty."""
    rows = _rows(rng, 1.0)
    x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    for row, column in _next_field(x, y):
        rows[row][column] = _FREE
    return _text(rng, rows, x, y)


def full_field(rng: Random) -> bytes:
    """Fill the next field: the chip may go anywhere else."""
    rows = _rows(rng, 0.5)
    x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    _fill_next_field(rng, rows, x, y)
    return _text(rng, rows, x, y)


def last_cell(rng: Random) -> bytes:
    """Leave one empty cell, anywhere."""
    return _text(rng, _rows(rng, 1.0), rng.randrange(SIDE), rng.randrange(SIDE))


def own_field(rng: Random) -> bytes:
    """Send the next chip to the field of the last one."""
    row, column = rng.randrange(FIELD), rng.randrange(FIELD)
    return _text(rng, _rows(rng, 0.3), row * FIELD + row, column * FIELD + column)


def own_field_full(rng: Random) -> bytes:
    """Let the last chip fill its own field and name it."""
    row, column = rng.randrange(FIELD), rng.randrange(FIELD)
    x, y = row * FIELD + row, column * FIELD + column
    rows = _rows(rng, 0.3)
    _fill_next_field(rng, rows, x, y)
    return _text(rng, rows, x, y)


def nearly_full(rng: Random) -> bytes:
    """Leave one cell of the next field empty, and others elsewhere."""
    rows = _rows(rng, 0.5)
    x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    _fill_next_field(rng, rows, x, y)
    row, column = rng.choice([cell for cell in _next_field(x, y) if cell != (x, y)])
    rows[row][column] = _FREE
    return _text(rng, rows, x, y)


def three_readings(rng: Random) -> bytes:
    """Put the last chip where it names neither its own field nor the same one as with row and column swapped."""
    x, y = 0, 0
    while x % FIELD == y % FIELD or (x % FIELD, y % FIELD) == (x // FIELD, y // FIELD):
        x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    return _text(rng, _rows(rng, 0.3), x, y)


def free_board(rng: Random) -> bytes:
    """Fill the next field and, beside the last chip, nothing else."""
    rows = _rows(rng, 0.0)
    x, y = rng.randrange(SIDE), rng.randrange(SIDE)
    _fill_next_field(rng, rows, x, y)
    return _text(rng, rows, x, y)


def _rows(rng: Random, density: float) -> list[list[str]]:
    """Return nine rows of cells, each taken with probability ``density``."""
    return [[rng.choice(_CHIPS) if rng.random() < density else _FREE for _ in range(SIDE)] for _ in range(SIDE)]


def _next_field(x: int, y: int) -> list[tuple[int, int]]:
    """Return the cells of the field that a chip on (x, y), both from 0, names for the next one."""
    top, left = x % FIELD * FIELD, y % FIELD * FIELD
    return [(row, column) for row in range(top, top + FIELD) for column in range(left, left + FIELD)]


def _fill_next_field(rng: Random, rows: list[list[str]], x: int, y: int) -> None:
    """Put chips on all cells of the field that a chip on (x, y) names."""
    for row, column in _next_field(x, y):
        rows[row][column] = rng.choice(_CHIPS)


def _text(rng: Random, rows: list[list[str]], x: int, y: int) -> bytes:
    """Return the input with the last chip on (x, y), both from 0; a board that is full then loses another chip."""
    rows[x][y] = rng.choice(_CHIPS)
    if not any(_FREE in row for row in rows):
        other = (x * SIDE + y + rng.randrange(1, SIDE * SIDE)) % (SIDE * SIDE)
        rows[other // SIDE][other % SIDE] = _FREE
    lines: list[str] = []
    for number, row in enumerate(rows):
        if number > 0 and number % FIELD == 0:
            lines.append("")
        text = "".join(row)
        lines.append(" ".join([text[left : left + FIELD] for left in range(0, SIDE, FIELD)]))
    lines.append(f"{x + 1} {y + 1}\n")
    return "\n".join(lines).encode("ascii")
