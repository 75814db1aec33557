"""Lamps by the definition: look for a lamp from every empty cell. Shares only board and parsing with the solver."""

from refsol.lamps.board import EMPTY, LAMP, SYMBOLS, WALL, Board, read_board
from refsol.text.scanner import Input

_NOTHING = -1  # beyond the edge


def solve(data: Input) -> bytes:
    """Return the board of input ``data`` with ``+`` where light falls. Raises ``InputError``. O(cells · (h + w))."""
    board = read_board(data)
    rows = [
        "".join("+" if is_lit(board, x, y) else chr(SYMBOLS[_at(board, x, y)]) for y in range(board.width))
        for x in range(board.height)
    ]
    return "\n".join([*rows, ""]).encode("ascii")


def is_lit(board: Board, x: int, y: int) -> bool:
    """Return whether (x, y), from 0, is an empty cell that sees a lamp. O(h + w)."""
    steps = ((-1, 0), (0, -1), (0, 1), (1, 0))
    return _at(board, x, y) == EMPTY and any(sees(board, x, y, down, right)[0] == LAMP for down, right in steps)


def sees(board: Board, x: int, y: int, down: int, right: int) -> tuple[int, int, int]:
    """Return what (x, y), from 0, sees in steps of ``down`` rows and ``right`` columns, and its row and column.

    It is ``LAMP``, ``WALL`` or, if there is nothing up to the edge, -1. O(h + w).
    """
    x, y = x + down, y + right
    while _at(board, x, y) not in (LAMP, WALL, _NOTHING):
        x, y = x + down, y + right
    return _at(board, x, y), x, y


def _at(board: Board, x: int, y: int) -> int:
    inside = 0 <= x < board.height and 0 <= y < board.width
    return int(board.cell[x * int(board.width) + y]) if inside else _NOTHING
