"""Smaller inputs much like a given one of Codeforces 907B, for finding the smallest that a program fails on.

A board always has 81 cells, so smaller means fewer chips, then fewer crosses, and everything is O(1).
"""

from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from refsol.jury.delta_debugging import without_chunks
from refsol.text.scanner import Scanner
from refsol.tictactoe.board import CROSS, EMPTY, FIELD, NOUGHT, SIDE, Board, scan_board

_Chips: TypeAlias = dict[int, int]
"""The characters of the taken cells, by index into ``Board.cell``."""

_CELLS: Final = SIDE * SIDE


def reductions(data: bytes) -> Iterator[bytes]:
    """Yield inputs with fewer chips than ``data`` or with noughts for crosses; not all of them are valid.

    Raises ``InputError`` for an input that is not valid.
    """
    board = scan_board(Scanner(data))
    chips = {cell: int(board.cell[cell]) for cell in range(_CELLS) if board.cell[cell] != EMPTY}
    last = int(board.row * SIDE + board.column)
    others = [cell for cell in chips if cell != last]
    field = _field_named_by(last)
    inside = [cell for cell in others if cell in field]
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


def _field_named_by(cell: int) -> set[int]:
    """Return the cells of the field that a last chip on ``cell`` names."""
    top, left = cell // SIDE % FIELD * FIELD, cell % FIELD * FIELD
    return {row * SIDE + column for row in range(top, top + FIELD) for column in range(left, left + FIELD)}


def _only(cells: Sequence[int], chips: _Chips) -> _Chips:
    """Return the chips on ``cells``."""
    return {cell: chips[cell] for cell in cells}


def _text(chips: _Chips, last: int) -> bytes:
    """Return the input file with the last chip on the cell ``last``."""
    board = Board()
    for cell, chip in chips.items():
        board.cell[cell] = chip
    return board.text() + f"{last // SIDE + 1} {last % SIDE + 1}\n".encode("ascii")
