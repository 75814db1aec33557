"""Some Game: lines of which any two share a stone, a version of the theorem that is wrong, beside refsol's verdict."""

from collections.abc import Iterator, Sequence
from typing import Final

from living_figures.figure import Cells, Choice, Figure, Option, State, cell_key, lines_of, paragraphs, verdicts
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.scene import NOTHING, Cell, Ground, Scene, Stroke, player, take_scene
from refsol.problem.wording import counted, listed
from refsol.somegame import ERROR, Board, judge
from refsol.somegame.rules import Position, Run

SIDE: Final = 7
LINE: Final = 3
"""K."""
STONES: Final = {
    "triangle": ((3, 3), (3, 4), (3, 5), (4, 3), (4, 4), (5, 3)),
    "star": ((1, 1), (2, 2), (3, 3), (3, 4), (3, 5), (4, 3), (5, 3)),
}
START: Final = ((3, 3), "triangle")


def board_of(stones: Sequence[Cell]) -> Board:
    """Return the board with stones of the only player."""
    sides = range(1, SIDE + 1)
    return Board.from_rows([[int((x, y) in stones) for y in sides] for x in sides], 1, LINE)


def wrong_verdict(stones: Sequence[Cell]) -> str:
    """Return the verdict if it were enough that any two lines have a possible last stone in common."""
    position = Position(board_of(stones))
    lines = position.lines()
    pairs = [(one, other) for one in lines for other in lines]
    return "PLAYER 1" if all(position.shared_last_stones(pair) for pair in pairs) else "ERROR"


def right_verdict(stones: Sequence[Cell]) -> str:
    """Return the verdict of refsol."""
    winner = judge(board_of(stones))
    return "ERROR" if winner == ERROR else f"PLAYER {winner}"


def figure() -> Figure:
    """Return the figure: the stones of either position without that on any square."""
    grid = Grid(_scene(START[0], (), ()))
    cells = [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]
    return Figure(
        "Three lines of stones, as far as they remain without the stone in the frame",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        {f"{cell_key(cell)} {name}": _state(cell, stones) for cell in cells for name, stones in STONES.items()},
        f"{cell_key(START[0])} {START[1]}",
        Cells(grid.left, grid.top, grid.unit, SIDE, SIDE),
        (Choice("position", "Position", tuple([Option(name, name) for name in STONES])),),
        scale=0.9,
    )


def _state(cell: Cell, stones: Sequence[Cell]) -> State:
    left = [stone for stone in stones if stone != cell]
    position = Position(board_of(left))
    lines = position.lines()
    words = (
        verdicts(wrong_verdict(stones), right_verdict(stones)),
        *paragraphs(list(_words(cell, cell in stones, position, lines))),
    )
    cells = [(x, y) for x in range(1, SIDE + 1) for y in range(1, SIDE + 1)]
    labels = tuple([f"{listed([each])}, {'stone' if each in stones else 'empty'}" for each in cells])
    strokes = tuple([Stroke(position.cells(line), line.step) for line in lines])
    return State(lines_of(_scene(cell, left, strokes)), words, labels)


def _words(cell: Cell, removed: bool, position: Position, lines: Sequence[Run]) -> Iterator[str]:
    if removed and lines:
        remain = "a line remains" if len(lines) == 1 else f"{len(lines)} lines remain"
        yield f"Without the stone on {listed([cell])}, {remain}: somebody had won before, so it wasn't the last stone."
    elif removed:
        yield f"Without the stone on {listed([cell])}, no line remains: it may have been the last stone."
    else:
        yield f"{listed([cell])} is empty. With all stones there are {counted(len(lines), 'line')}."
    if lines:
        each = "; ".join([listed(position.cells(line)) for line in lines])
        yield f"The {'line is' if len(lines) == 1 else 'lines are'} {each}."


def _scene(cell: Cell, stones: Sequence[Cell], strokes: tuple[Stroke, ...]) -> Scene:
    scene = take_scene(Ground.SQUARES, SIDE, SIDE, lambda x, y: player(1) if (x, y) in stones else NOTHING)
    return scene._replace(focus=cell, strokes=strokes)
