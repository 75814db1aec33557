"""Inputs of Codeforces 907B: random ones, and cases that expose mistakes. Positions need not be reachable in a game.

All boards have the same size, so no input is slow to solve. Every function returns a valid
input and draws from ``rng`` only. The *named* small board is the one that the last chip names for the next one.
"""

from collections.abc import Callable
from random import Random
from typing import Final

from refsol.tictactoe.board import CELLS, CROSS, EMPTY, NOUGHT, SIDE, SMALL_SIDE, Board
from refsol.tictactoe.rules import named_small_board, small_board_of

_CHIPS: Final = (CROSS, NOUGHT)


def small(rng: Random) -> bytes:
    board = _random_board(rng, rng.choice((0.0, 0.1, 0.5, 0.9, 1.0)))
    kind = rng.randrange(6)
    if kind <= 2:
        _fill_named(rng, board)
    if kind == 2:
        board.cell[rng.choice(_named(board))] = EMPTY
    return _input(rng, board)


def three_readings(rng: Random) -> bytes:
    """Put the last chip where quotients, or swapped coordinates, would name other small boards."""
    last = 0
    while named_small_board(last) in (small_board_of(last), named_small_board(last % SIDE * SIDE + last // SIDE)):
        last = _any_cell(rng)
    return _input(rng, _random_board(rng, 0.3, last))


def board_for(rng: Random, name: str) -> bytes:
    density, names_its_own, change_named = _BOARDS[name]
    last = None
    if names_its_own:
        row, column = rng.randrange(SMALL_SIDE), rng.randrange(SMALL_SIDE)
        last = (row * SIDE + column) * (SMALL_SIDE + 1)
    board = _random_board(rng, density, last)
    if change_named is not None:
        change_named(rng, board)
    return _input(rng, board)


def _random_board(rng: Random, density: float, last: int | None = None) -> Board:
    """Return a board with about this ``density`` of chips, without the last one, which is for ``last`` or anywhere."""
    board = Board()
    for cell in range(CELLS):
        if rng.random() < density:
            board.cell[cell] = rng.choice(_CHIPS)
    board.row, board.column = divmod(_any_cell(rng) if last is None else last, SIDE)
    return board


def _any_cell(rng: Random) -> int:
    row, column = rng.randrange(SIDE), rng.randrange(SIDE)
    return row * SIDE + column


def _named(board: Board) -> list[int]:
    return named_small_board(int(board.last_cell()))


def _fill_named(rng: Random, board: Board) -> None:
    for cell in _named(board):
        board.cell[cell] = rng.choice(_CHIPS)


def _clear_named(_rng: Random, board: Board) -> None:
    for cell in _named(board):
        board.cell[cell] = EMPTY


def _nearly_fill_named(rng: Random, board: Board) -> None:
    _fill_named(rng, board)
    board.cell[rng.choice([cell for cell in _named(board) if cell != board.last_cell()])] = EMPTY


# The density of chips, whether the last one names its own small board, and what is done to the named one.
_BOARDS: Final[dict[str, tuple[float, bool, Callable[[Random, Board], None] | None]]] = {
    "full-field": (0.5, False, _fill_named),
    "nearly-full": (0.5, False, _nearly_fill_named),
    "own-field": (0.3, True, None),
    "own-field-full": (0.3, True, _fill_named),
    "one-field-free": (1.0, False, _clear_named),
    "one-chip": (0.0, False, None),
    "last-cell": (1.0, False, None),
    "free-board": (0.0, False, _fill_named),
}


def _input(rng: Random, board: Board) -> bytes:
    """Put the last chip on its cell, remove another chip if the board is full, and return the input."""
    last = int(board.last_cell())
    board.cell[last] = rng.choice(_CHIPS)
    if EMPTY not in board.cell:
        board.cell[(last + rng.randrange(1, CELLS)) % CELLS] = EMPTY
    return board.input_text()
