"""Why the next chip of Codeforces 907B must go where it must: which field the last one names, and what is empty there.

The board always has 81 cells, so everything is O(1).
"""

from collections.abc import Iterator, Sequence
from typing import Final

from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.selection import Selection
from refsol.jury.wording import listed
from refsol.scene import Cell, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.text.scanner import Input, Scanner
from refsol.tictactoe.board import ALLOWED, EMPTY, FIELD, SIDE, Board, scan_board

_ROWS: Final = ("upper", "middle", "lower")
_COLUMNS: Final = ("left", "middle", "right")


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the answer, of which there is one. Raises ``InputError`` for an input that is not valid."""
    scanner = Scanner(source)
    board = scan_board(scanner)
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
    shown = _scene(board, last, marks, allowed)
    yield explained({}, f"the chip after the one on {last}", answer, reasons, shown)


def show(source: Input, selection: Selection) -> Scene:
    """Return the board, with the cells where the next chip may go. Raises ``InputError`` as :func:`explain` does."""
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Offer the answer, the only step there is. Raises ``InputError`` as :func:`explain` does."""
    return Steps(range(1, 2), range(1, 2), 1, explain(source, selection), "")


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


def _scene(board: Board, last: Cell, marks: tuple[Mark, ...], allowed: Sequence[Cell]) -> Scene:
    """Return the answer as a scene: the fields, ``!`` on the cells ``allowed``, the last chip as the focus."""
    open_cells = set(allowed)

    def piece(x: int, y: int) -> Piece:
        chip = chr(_at(board, (x, y)))
        if (x, y) in open_cells:
            return Piece(chr(ALLOWED), PieceKind.ALLOWED)
        return Piece(chip, PieceKind.EMPTY if chip == chr(EMPTY) else PieceKind.CHIP)

    drawn = take_scene(Ground.SQUARES, SIDE, SIDE, piece, marks, last)
    return drawn._replace(block_size=FIELD, notes=("[ ]: the last chip", "!: where the next chip may go"))
