"""Positions in plain letters: a grid of cells with numbered rows and columns, some of them marked."""

from collections.abc import Callable, Sequence
from itertools import cycle
from typing import Final

from refsol.judging import Cell, Mark

_ROWS: Final = 21
_WIDTH: Final = 78  # characters of a line
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def draw_grid(
    rows: int,
    columns: int,
    text: Callable[[int, int], str],
    marks: Sequence[Mark] = (),
    focus: Cell | None = None,
    middle: Cell | None = None,
) -> tuple[str, ...]:
    """Return the lines of a picture of cells (1, 1) to (rows, columns), of which ``text`` tells what is on them.

    The ``focus`` stands in brackets; a cell of the k-th mark has the k-th letter behind it, explained below the grid.
    Of a large grid only the part around the focus, or else around the ``middle``, is drawn, and a
    line says so. O(cells drawn + cells marked).
    """
    row, column = focus or middle or (1, 1)
    top, bottom = window(row, rows, _ROWS)
    number_width = len(str(bottom))
    near = _around(column, columns, _WIDTH // 3)  # no more have room
    cell_width = max(len(text(x, y)) for x in range(top, bottom + 1) for y in near)
    cell_width = max(cell_width, len(str(near[-1])))
    left, right = window(column, columns, max(1, (_WIDTH - number_width) // (cell_width + 2)))

    letter = letters(marks)
    lines = [" " * number_width + "".join(f" {y:>{cell_width}} " for y in range(left, right + 1))]
    for x in range(top, bottom + 1):
        cells = ""
        for y in range(left, right + 1):
            before, behind = ("[", "]") if (x, y) == focus else (" ", letter.get((x, y), " "))
            cells += f"{before}{text(x, y):>{cell_width}}{behind}"
        lines.append(f"{x:>{number_width}}{cells}")
    lines = [line.rstrip() for line in lines]
    drawn = ((x, y) for x in range(top, bottom + 1) for y in range(left, right + 1) if (x, y) != focus)
    lines += legend(marks, {letter[cell] for cell in drawn if cell in letter})
    lines += cut_off((top, bottom, rows), (left, right, columns))
    return tuple(lines)


def cut_off(rows: tuple[int, int, int], columns: tuple[int, int, int]) -> list[str]:
    """Return a line that says which rows and columns are drawn, unless all are; given are first, last and count."""
    if rows[:2] == (1, rows[2]) and columns[:2] == (1, columns[2]):
        return []
    return [f"(rows {rows[0]} to {rows[1]} of {rows[2]}, columns {columns[0]} to {columns[1]} of {columns[2]})"]


def letters(marks: Sequence[Mark]) -> dict[Cell, str]:
    """Return the letter of each marked cell: the k-th for the k-th mark."""
    return {cell: _LETTERS[k % len(_LETTERS)] for k, mark in enumerate(marks) for cell in mark.cells}


def legend(marks: Sequence[Mark], drawn: set[str]) -> list[str]:
    """Return a line for each mark that says what its letter means, if that is among those ``drawn``."""
    named = zip(cycle(_LETTERS), marks, strict=False)
    return [f"{letter}: {mark.role}" for letter, mark in named if letter in drawn]


def window(middle: int, count: int, most: int) -> tuple[int, int]:
    """Return the first and last of at most ``most`` numbers of 1..count around ``middle``."""
    first = max(1, min(middle - most // 2, count - most + 1))
    return first, min(count, first + most - 1)


def _around(middle: int, count: int, most: int) -> range:
    first, last = window(middle, count, most)
    return range(first, last + 1)
