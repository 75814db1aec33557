"""Tic-tac-toe with quotients in place of remainders: a version that is wrong, beside the answer of refsol."""

from living_figures.figure import Figure, State, lines_of, verdicts
from living_figures.tictactoe import figure_of, frame, named, scene_of, source_of
from refsol.problem.scene import Cell
from refsol.problem.wording import counted
from refsol.tictactoe.board import EMPTY, SIDE, SMALL_SIDE, read_board
from refsol.tictactoe.jury.explain import explain


def wrong_answer(cell: Cell) -> list[Cell]:
    """Return the cells for the next chip if the last one, on ``cell``, named the small board that it is in."""
    board = read_board(source_of(cell))
    empty = [(k // SIDE + 1, k % SIDE + 1) for k, code in enumerate(board.cell) if code == EMPTY]
    return [other for other in empty if corner_of(other) == corner_of(cell)] or empty


def corner_of(cell: Cell) -> Cell:
    """Return the upper left cell of the small board that contains ``cell``: its first row is 3 · (r div 3)."""
    x, y = cell
    return (x - 1) // SMALL_SIDE * SMALL_SIDE + 1, (y - 1) // SMALL_SIDE * SMALL_SIDE + 1


def figure() -> Figure:
    """Return the figure: the last chip on each of the 81 cells."""
    title = "Nine small boards; refsol's is in a green frame, that of the version that is wrong in a dashed one"
    return figure_of(title, _state)


def _state(cell: Cell, labels: tuple[str, ...]) -> State:
    explanation = next(explain(source_of(cell), {}))
    wrong = wrong_answer(cell)
    right = next(mark.cells for mark in explanation.marks if mark.role == "allowed")
    x, y = cell[0] - 1, cell[1] - 1
    words = (
        verdicts(counted(len(wrong), "cell"), counted(len(right), "cell"), same=sorted(wrong) == sorted(right)),
        f"<p>Counted from 0, the chip is in row {x} and column {y}.</p>",
        f"<p>Quotients: {x} div 3 = {x // 3}, {y} div 3 = {y // 3}, the small board that the chip is in (dashed).</p>",
        f"<p>Remainders: {x} mod 3 = {x % 3}, {y} mod 3 = {y % 3}, the small board that it names (green).</p>",
    )
    picture = (*lines_of(scene_of(cell)), named(explanation), frame(corner_of(cell), "wrong"))
    return State(picture, words, labels)
