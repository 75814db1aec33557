"""Multi-Go without the corners: a version of the rule that is wrong, beside the verdict of refsol."""

from collections.abc import Iterator
from html import escape
from itertools import compress
from typing import Final, NamedTuple

from living_figures.figure import Cells, Figure, State, cell_key, differs, lines_of, verdicts
from living_figures.multigo import Ring, ring_of
from refsol.multigo import Board, read_board
from refsol.multigo.jury.explain import MOVE, explain
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.contract import Explanation
from refsol.problem.scene import Cell

BOARD: Final = (
    "2 2 2 2 2 2",
    "2 1 1 1 2 2",
    "1 1 2 1 1 2",
    "2 1 2 2 1 2",
    "2 1 1 2 1 2",
    "2 2 2 2 2 2",
)
START: Final = (2, 4)


def source_of(cell: Cell) -> bytes:
    """Return the input with one move: ``cell`` goes to the other one of the two players."""
    rows = [row.split() for row in BOARD]
    other = 3 - int(rows[cell[0] - 1][cell[1] - 1])
    lines = [f"{len(rows)} {len(rows[0])} 2 1", *BOARD, f"{cell[0]} {cell[1]} {other}"]
    return ("\n".join(lines) + "\n").encode("ascii")


def runs_without_corners(ring: Ring) -> int:
    """Return r if 4-neighbours that share a corner were connected: the arcs that they form among the four."""
    own = [k in ring.own for k in (1, 3, 5, 7)]
    return 1 if all(own) else sum(own[k] and not own[k - 1] for k in range(4))


class Runs(NamedTuple):
    """r of the loser and of the gainer, with the corners and without."""

    lost: tuple[int, int]
    gained: tuple[int, int]


def runs_of(board: Board, cell: Cell) -> Runs:
    """Return the numbers of runs around ``cell``, which goes to the other player."""
    loser = int(board.owner[cell[0] * board.stride + cell[1]])
    rings = [ring_of(board, cell, player) for player in (loser, 3 - loser)]
    return Runs(*[(len(ring.touching), runs_without_corners(ring)) for ring in rings])


def wrong_verdict(runs: Runs) -> str:
    """Return the verdict without the corners; on this board, nobody owns all cells around another player's."""
    return "YES" if runs.lost[1] <= 1 and runs.gained[1] == 1 else "NO"


def figure() -> Figure:
    """Return the figure: each cell of the board goes to the other player."""
    board = read_board(source_of(START))
    cells = [(x, y) for x in range(1, len(BOARD) + 1) for y in range(1, len(BOARD[0].split()) + 1)]
    explanations = [next(explain(source_of(cell), {MOVE: 1})) for cell in cells]
    grid = Grid(explanations[0].scene)
    runs = [runs_of(board, cell) for cell in cells]
    wrong = [right.answer != wrong_verdict(each) for right, each in zip(explanations, runs, strict=True)]
    dots = differs(grid, list(compress(cells, wrong)))
    labels = tuple([f"({x}, {y}), player {board.owner[x * board.stride + y]}" for x, y in cells])
    return Figure(
        "A board of Multi-Go, with a dot on each cell for which the two versions differ",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        {
            cell_key(cell): State(
                (*lines_of(right.scene._replace(marks=())), *dots), tuple(_words(right, each)), labels
            )
            for cell, right, each in zip(cells, explanations, runs, strict=True)
        },
        cell_key(START),
        Cells(grid.left, grid.top, grid.unit, len(BOARD), len(BOARD[0].split())),
    )


def _words(right: Explanation, runs: Runs) -> Iterator[str]:
    yield f"<p>{escape(right.subject.removeprefix('move 1: ').capitalize())}.</p>"
    yield verdicts(wrong_verdict(runs), right.answer)
    for who, (with_corners, without) in (("loser", runs.lost), ("gainer", runs.gained)):
        yield f"<p>For the {who}, r = {with_corners}; without the corners it is {without}.</p>"
    for reason in right.reasons:
        yield f"<p>{escape(reason)}</p>"
