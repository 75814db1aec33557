"""Where the next chip of Codeforces 907B may go, and why, in words and as a scene.

The board always has 81 cells, so everything is O(1).
"""
# mypyc: interpreted

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from refsol.problem.contract import Explanation, Steps, explained
from refsol.problem.scene import Cell, Ground, Mark, Piece, PieceKind, Scene, take_scene
from refsol.problem.selection import Selection
from refsol.problem.wording import counted, listed
from refsol.text.scanner import Input
from refsol.tictactoe.board import ALLOWED, CROSS, EMPTY, NOUGHT, SIDE, SMALL_SIDE, Board, read_board
from refsol.tictactoe.rules import allowed_cells, named_small_board, position_in_small_board, small_board_of

_ROWS: Final = ("upper", "middle", "lower")
_COLUMNS: Final = ("left", "middle", "right")
_KINDS: Final = {EMPTY: PieceKind.EMPTY, CROSS: PieceKind.CROSS, NOUGHT: PieceKind.NOUGHT}


def explain(source: Input, selection: Selection) -> Iterator[Explanation]:
    board = read_board(source)
    last = int(board.last_cell())
    small_board, named = _coordinates(small_board_of(last)), _coordinates(named_small_board(last))
    allowed = _coordinates(allowed_cells(board))
    row, column = position_in_small_board(last)
    place = _ROWS[row] if row == column == 1 else f"{_ROWS[row]} {_COLUMNS[column]}"
    cell = x, y = _coordinates((last,))[0]
    reasons = (
        f"The last chip, {chr(board.cell[last])} on {cell}, is in the {place} cell of its small board, "
        f"{_extent(small_board)}: ({x} - 1) mod 3 = {row} and ({y} - 1) mod 3 = {column}.",
        f"So it names the {place} small board, {_extent(named)}.",
        f"It has {_empty_cells(allowed)}: the next chip must go there."
        if allowed[0] in named
        else f"It is full: the next chip may go to any empty cell. The board has {_empty_cells(allowed)}.",
    )
    marks = (Mark("last chip", (cell,)), Mark("named small board", named), Mark("allowed", allowed))
    answer = f"! in {counted(len(allowed), 'cell')}"
    yield explained({}, f"the chip after the one on {cell}", answer, reasons, scene_of(board, cell, marks, allowed))


def show(source: Input, selection: Selection) -> Scene:
    return next(explain(source, selection)).scene


def steps(source: Input, selection: Selection) -> Steps:
    return Steps(range(1, 2), range(1, 2), 1, explain(source, selection), "")


def _coordinates(cells: Iterable[int]) -> tuple[Cell, ...]:
    return tuple((cell // SIDE + 1, cell % SIDE + 1) for cell in cells)


def _extent(cells: Sequence[Cell]) -> str:
    (top, left), (bottom, right) = cells[0], cells[-1]
    return f"rows {top} to {bottom} and columns {left} to {right}"


def _empty_cells(cells: Sequence[Cell]) -> str:
    return f"{counted(len(cells), 'empty cell')}, {listed(cells)}"


def scene_of(board: Board, last: Cell, marks: tuple[Mark, ...] = (), allowed: Sequence[Cell] = ()) -> Scene:
    """Return a scene: the board with ``marks``, ``!`` on the cells ``allowed``, and the ``last`` chip as the focus."""
    open_cells = set(allowed)

    def piece(x: int, y: int) -> Piece:
        if (x, y) in open_cells:
            return Piece(chr(ALLOWED), PieceKind.ALLOWED)
        code = board.cell[(x - 1) * SIDE + y - 1]
        return Piece(chr(code), _KINDS[code])

    drawn = take_scene(Ground.SQUARES, SIDE, SIDE, piece, marks, last)
    return drawn._replace(block_size=SMALL_SIDE, notes=("[ ]: the last chip", "!: where the next chip may go"))
