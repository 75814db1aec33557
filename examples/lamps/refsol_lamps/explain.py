"""Why cells are lit or dark, by the rules, read literally: which lamp, if any, lights each empty cell of a row.

A ``cell`` is (x, y), row and column from 1. Searching the row and the column of a single cell is slower than what the
solver does, but it finds the lamp.
"""

from collections.abc import Iterator
from typing import Final

from refsol.problem.contract import Explanation, Steps, explained
from refsol.problem.scene import Cell, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.problem.selection import Selection, on_a_page, selected
from refsol.text.scanner import Input

from refsol_lamps.board import EMPTY, LAMP, SYMBOLS, WALL, Board, read_board

ROW: Final = "row"
"""The key for the number of a row in a selection."""

_EXPLAINED: Final = 20  # cells of a row
_SEARCHED: Final = 1_000_000  # cells, over all steps of a page
_DIRECTIONS: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))  # up, left, right, down
_KINDS: Final = {EMPTY: PieceKind.EMPTY, LAMP: PieceKind.NOUGHT, WALL: PieceKind.BLACK}


def lit_by(board: Board, cell: Cell) -> Cell | None:
    """Return a lamp that lights ``cell``, or None if the cell is dark or isn't empty. O(h + w)."""
    if code_at(board, cell) != EMPTY:
        return None
    for down, right in _DIRECTIONS:
        x, y = cell[0] + down, cell[1] + right
        while code_at(board, (x, y)) == EMPTY:
            x, y = x + down, y + right
        if code_at(board, (x, y)) == LAMP:
            return x, y
    return None


def code_at(board: Board, cell: Cell) -> int:
    """Return the code of ``cell``; beyond the edge this is ``WALL``, since light ends there too. O(1)."""
    x, y = cell
    inside = 1 <= x <= board.height and 1 <= y <= board.width
    return int(board.cell[(x - 1) * int(board.width) + y - 1]) if inside else WALL


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    """Explain the row in ``selection`` or, by default, all rows; a row is O(w · (h + w)).

    Raises ``InputError``, and ``OptionError`` if there is no such row.
    """
    board = read_board(source)
    for x in selected(selection, ROW, int(board.height), "row"):
        yield _explain_row(board, x)


def show(source: Input, selection: Selection) -> Scene:
    """Return the board with the lit cells, around the row in ``selection`` or the first row. O(w · (h + w)).

    Raises ``InputError``, and ``OptionError`` if there is no such row.
    """
    return next(explain(source, {ROW: selection.get(ROW, 1)})).scene


def steps(source: Input, selection: Selection) -> Steps:
    """Return a step for every row, opened at the one in ``selection`` or the first; each is O(w · (h + w)).

    Raises ``InputError``, and ``OptionError`` if there is no such row.
    """
    board = read_board(source)
    height, width = int(board.height), int(board.width)
    opened = selected({ROW: selection.get(ROW, 1)}, ROW, height, "row").start
    rows = range(1, height + 1)
    shown = on_a_page(rows, opened, (height, width), _SEARCHED)
    return Steps(rows, shown, opened, (_explain_row(board, x) for x in shown), f"--{ROW}")


def _explain_row(board: Board, x: int) -> Explanation:
    """Explain for each empty cell of row x why it is lit or dark. O(w · (h + w))."""
    row = [(x, y) for y in range(1, int(board.width) + 1)]
    empty = [cell for cell in row if code_at(board, cell) == EMPTY]
    reasons = [_reason(board, cell) for cell in empty[:_EXPLAINED]] or ["No cell of this row is empty."]
    if len(empty) > _EXPLAINED:
        reasons.append(f"And {len(empty) - _EXPLAINED} more empty cells.")
    lit = Mark("lit in this row", tuple(cell for cell in empty if lit_by(board, cell)))
    answer = f"{len(lit.cells)} of {len(empty)} empty cells lit"
    return explained({ROW: x}, f"row {x}", answer, reasons, _scene(board, x, lit))


def _reason(board: Board, cell: Cell) -> str:
    """Return a sentence that says which lamp lights an empty cell, or that none does."""
    lamp = lit_by(board, cell)
    if lamp:
        return f"{cell} is lit by the lamp on {lamp}: there is no wall between them."
    return f"{cell} is dark: in all four directions a wall or the edge comes before any lamp."


def _scene(board: Board, row: int, mark: Mark) -> Scene:
    """Return the board as a scene, with ``+`` where light falls."""

    def piece(x: int, y: int) -> Piece:
        if lit_by(board, (x, y)):
            return Piece("+", PieceKind.ALLOWED)
        code = code_at(board, (x, y))
        return Piece(chr(SYMBOLS[code]), _KINDS[code])

    drawn = take_scene(Ground.SQUARES, int(board.height), int(board.width), piece, (mark,), middle=(row, 1))
    return drawn._replace(notes=("*: a lamp, #: a wall, +: lit",))
