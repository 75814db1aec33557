"""Smaller variants of an input of Codeforces 907B, for finding the smallest on which a program fails.

A board always has 81 cells, so smaller means fewer chips, then fewer crosses.
"""
# mypyc: interpreted

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from refsol.problem.delta_debugging import without_chunks
from refsol.tictactoe.board import CELLS, CROSS, EMPTY, NOUGHT, SIDE, Board, read_board
from refsol.tictactoe.rules import named_small_board

_Chips: TypeAlias = dict[int, int]  # the characters of the taken cells, by index into `Board.cell`


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs with fewer chips than ``data``, noughts for crosses, or another last chip."""
    board = read_board(data)
    chips = {cell: int(board.cell[cell]) for cell in range(CELLS) if board.cell[cell] != EMPTY}
    last = int(board.last_cell())
    others = [cell for cell in chips if cell != last]
    named = named_small_board(last)
    inside = [cell for cell in others if cell in named]
    if len(inside) < len(others):
        yield _text(_only([*inside, last], chips), last)
    for kept in without_chunks(others):
        yield _text(_only([*kept, last], chips), last)
    # Another chip may have been the last one.
    for cell in others:
        yield _text(_only(others, chips), cell)
    for cell in others:
        if cell < last:
            yield _text(chips, cell)
    crosses = [cell for cell in chips if chips[cell] == CROSS]
    for kept in without_chunks(crosses):
        yield _text({**chips, **dict.fromkeys(set(crosses).difference(kept), NOUGHT)}, last)


def _only(cells: Sequence[int], chips: _Chips) -> _Chips:
    return {cell: chips[cell] for cell in cells}


def _text(chips: _Chips, last: int) -> bytes:
    board = Board()
    for cell, chip in chips.items():
        board.cell[cell] = chip
    board.row, board.column = divmod(last, SIDE)
    return board.input_text()
