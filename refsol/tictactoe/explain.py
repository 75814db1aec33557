"""Why the next chip of Codeforces 907B must go where it must: which field the last one names, and what is empty there.

The board always has 81 cells, so everything is O(1).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.judging import Cell, Explanation, Mark, Which, listed
from refsol.text.scanner import Input, Scanner
from refsol.tictactoe.board import ALLOWED, EMPTY, FIELD, SIDE, Board, read_board

_ROWS: Final = ("upper", "middle", "lower")
_COLUMNS: Final = ("left", "middle", "right")


def explain(source: Input, which: Which) -> Iterator[Explanation]:
    """Explain the answer, of which there is one."""
    scanner = Scanner(source)
    board = read_board(scanner)
    scanner.finish()
    last = x, y = int(board.row) + 1, int(board.column) + 1
    field = _field_with(last)
    row, column = x - field[0][0], y - field[0][1]  # the place of the last chip in its field, from 0
    named = _field_with((row * FIELD + 1, column * FIELD + 1))
    place = _place_name(row, column)

    inside = [cell for cell in named if _at(board, cell) == EMPTY]
    allowed = inside or [cell for cell in _all_cells() if _at(board, cell) == EMPTY]
    reasons = (
        f"The last chip, {chr(_at(board, last))} on {last}, is in the {place} cell of its field, {_extent(field)}: "
        f"({x} - 1) mod 3 = {row} and ({y} - 1) mod 3 = {column}.",
        f"So it names the {place} field, {_extent(named)}.",
        f"This has {_count(inside)}: the next chip must go there."
        if inside
        else f"This is full: the next chip may go to any cell that is empty. The board has {_count(allowed)}.",
    )
    marks = (Mark("last chip", (last,)), Mark("named field", named), Mark("allowed", tuple(allowed)))
    answer = f"! in {len(allowed)} {'cell' if len(allowed) == 1 else 'cells'}"
    yield Explanation({}, f"the chip after the one on {last}", answer, reasons, marks, _draw(board, last, allowed))


def _field_with(cell: Cell) -> tuple[Cell, ...]:
    """Return the cells of the field that ``cell`` is in, row by row."""
    x, y = cell
    same = (x - 1) // FIELD, (y - 1) // FIELD
    return tuple((row, column) for row, column in _all_cells() if ((row - 1) // FIELD, (column - 1) // FIELD) == same)


def _all_cells() -> list[Cell]:
    return [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]


def _at(board: Board, cell: Cell) -> int:
    """Return the character on a cell."""
    x, y = cell
    return int(board.cell[(x - 1) * SIDE + y - 1])


def _place_name(row: int, column: int) -> str:
    """Return where among three times three a row and a column, from 0, are: ``lower left``, or ``middle``."""
    return _ROWS[row] if row == column == 1 else f"{_ROWS[row]} {_COLUMNS[column]}"


def _extent(field: Sequence[Cell]) -> str:
    (top, left), (bottom, right) = field[0], field[-1]
    return f"rows {top} to {bottom} and columns {left} to {right}"


def _count(empty: Sequence[Cell]) -> str:
    """Return how many cells are empty, and which."""
    number = "1 empty cell" if len(empty) == 1 else f"{len(empty)} empty cells"
    return f"{number}, {listed(empty)}"


def _draw(board: Board, last: Cell, allowed: Sequence[Cell]) -> tuple[str, ...]:
    """Return the lines of a picture: the fields, ``!`` on the cells ``allowed``, the last chip in brackets."""
    lines = ["  " + " ".join("".join(f" {y + k} " for k in range(FIELD)) for y in range(1, SIDE, FIELD)).rstrip()]
    for x in range(1, SIDE + 1):
        if x > 1 and x % FIELD == 1:
            lines.append("  " + "+".join(["-" * 3 * FIELD] * FIELD))
        texts = [_cell_text(board, (x, y), last, allowed) for y in range(1, SIDE + 1)]
        lines.append(f"{x} " + "|".join("".join(texts[y : y + FIELD]) for y in range(0, SIDE, FIELD)).rstrip())
    return (*lines, "[ ]: the last chip", "!: where the next chip may go")


def _cell_text(board: Board, cell: Cell, last: Cell, allowed: Sequence[Cell]) -> str:
    chip = chr(ALLOWED if cell in allowed else _at(board, cell))
    return f"[{chip}]" if cell == last else f" {chip} "
