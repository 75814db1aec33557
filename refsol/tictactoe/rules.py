"""The rules of Codeforces 907B, read literally: which small board the last chip names, and where the next chip may go.

A ``cell`` is an index into ``Board.cell``; several cells are in ascending order, row by row.
"""
# mypyc: interpreted

from collections.abc import Iterable

from refsol.tictactoe.board import CELLS, EMPTY, SIDE, SMALL_SIDE, Board


def position_in_small_board(cell: int) -> tuple[int, int]:
    """Return the row and the column of ``cell`` inside its small board, both from 0."""
    row, column = divmod(cell, SIDE)
    return row % SMALL_SIDE, column % SMALL_SIDE


def small_board_of(cell: int) -> list[int]:
    row, column = divmod(cell, SIDE)
    return _small_board(row // SMALL_SIDE, column // SMALL_SIDE)


def named_small_board(last: int) -> list[int]:
    return _small_board(*position_in_small_board(last))


def allowed_cells(board: Board) -> list[int]:
    """Return the cells for the next chip: the empty ones of the named small board or, if it is full, of the board."""
    return _empty_cells(board, named_small_board(int(board.last_cell()))) or _empty_cells(board, range(CELLS))


def _small_board(row: int, column: int) -> list[int]:
    first = row * SMALL_SIDE * SIDE + column * SMALL_SIDE
    return [first + x * SIDE + y for x in range(SMALL_SIDE) for y in range(SMALL_SIDE)]


def _empty_cells(board: Board, cells: Iterable[int]) -> list[int]:
    return [cell for cell in cells if board.cell[cell] == EMPTY]
