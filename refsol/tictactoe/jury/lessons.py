"""What the page says about the rules of Codeforces 907B that programs break."""
# mypyc: interpreted

from functools import partial
from typing import Final

from refsol.problem.contract import Lesson
from refsol.problem.selection import Selection
from refsol.text.scanner import Input
from refsol.tictactoe.board import EMPTY, read_board
from refsol.tictactoe.rules import named_small_board

_lesson: Final = partial(Lesson, page="docs/problems/tictactoe.md")

_ANOTHER: Final = _lesson("Another small board", "The idea")
_FIRST_ROW: Final = _lesson("A small board that begins in row r", "The proof")
_FULL: Final = _lesson("The full small board", "The proof")
_WHICH_IS_FULL: Final = _lesson("Which small board is full?", "The proof")
_TAKEN: Final = _lesson("Taken cells", "The proof")

_LINES: Final = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def lesson_of(source: Input, _selection: Selection, expected: str, found: str) -> Lesson | None:
    """Return what to read if three cells are ``found`` that aren't as ``expected``."""
    if len(found) != len(expected):
        return None
    if any(cell != right and right in "xo" for cell, right in zip(found, expected, strict=True)):
        return _TAKEN
    board = read_board(source)
    chips = [int(board.cell[cell]) for cell in named_small_board(int(board.last_cell()))]
    if EMPTY not in chips:
        return _FULL
    lines = [{chips[k] for k in line} for line in _LINES]
    if chips.count(EMPTY) == 1 or chips[0] != EMPTY or any(len(line) == 1 and EMPTY not in line for line in lines):
        return _WHICH_IS_FULL
    return _FIRST_ROW if expected == "..." and "." in found else _ANOTHER
