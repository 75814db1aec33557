"""Why cells are lit or dark: what each sees along its row and column. By the definition, not by the solver."""

from collections.abc import Iterator
from typing import Final

from refsol.jury.contract import Explanation, Steps, explained
from refsol.jury.paging import on_a_page
from refsol.jury.selection import Selection, selected
from refsol.lamps.board import EMPTY, LAMP, SYMBOLS, WALL, Board, read_board
from refsol.lamps.oracle import is_lit, sees
from refsol.scene import Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.text.scanner import Input

ROW: Final = "row"
"""The name under which a selection has the number of a row."""

_DIRECTIONS: Final = {"up": (-1, 0), "left": (0, -1), "right": (0, 1), "down": (1, 0)}
_EXPLAINED: Final = 20  # cells of a row
_SEARCHED: Final = 1_000_000  # cells, over all steps of a page
_KINDS: Final = {EMPTY: PieceKind.EMPTY, LAMP: PieceKind.CHIP, WALL: PieceKind.BLACK}


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
    """Explain for each empty cell of a row why it is lit or dark. O(w · (h + w))."""
    row = [y for y in range(board.width) if board.cell[(x - 1) * board.width + y] == EMPTY]
    reasons = [_reason(board, x - 1, y) for y in row[:_EXPLAINED]] or ["No cell of this row is empty."]
    if len(row) > _EXPLAINED:
        reasons.append(f"And {len(row) - _EXPLAINED} more empty cells.")
    lit = Mark("lit in this row", tuple((x, y + 1) for y in row if is_lit(board, x - 1, y)))
    answer = f"{len(lit.cells)} of {len(row)} empty cells lit"
    return explained({ROW: x}, f"row {x}", answer, reasons, _scene(board, x, lit))


def _reason(board: Board, x: int, y: int) -> str:
    """Return a sentence that says which lamp an empty cell sees, or that it sees none."""
    for word, (down, right) in _DIRECTIONS.items():
        what, lamp_x, lamp_y = sees(board, x, y, down, right)
        if what == LAMP:
            return f"({x + 1}, {y + 1}) is lit: looking {word} one sees the lamp on ({lamp_x + 1}, {lamp_y + 1})."
    return f"({x + 1}, {y + 1}) is dark: no lamp is seen in any of the four directions."


def _scene(board: Board, row: int, mark: Mark) -> Scene:
    """Return the board as a scene, with ``+`` where light falls."""

    def piece(x: int, y: int) -> Piece:
        if is_lit(board, x - 1, y - 1):
            return Piece("+", PieceKind.ALLOWED)
        code = int(board.cell[(x - 1) * board.width + y - 1])
        return Piece(chr(SYMBOLS[code]), _KINDS[code])

    drawn = take_scene(Ground.SQUARES, int(board.height), int(board.width), piece, (mark,), middle=(row, 1))
    return drawn._replace(notes=("*: a lamp, #: a wall, +: lit",))
