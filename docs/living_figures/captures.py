"""NoGo with the captures of Go, so that a forbidden point may become legal: a version of the rules that is wrong."""

from collections.abc import Iterator
from typing import Final

from mypy_extensions import u8

from living_figures.figure import Figure, Slider, State, paragraphs, verdicts
from living_figures.nogo import drawn, played, position_of, refused
from refsol.nogo import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.rules import scene_of, try_stone
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.scene import Cell
from refsol.problem.wording import listed

BOARD: Final = b"4\n.OX.\nOOX.\nX...\n....\n"
POINT: Final = (1, 1)
MOVES: Final = ((3, 2), (4, 4))
"""The moves of black and white, after which black may capture in Go."""


def is_legal_in_go(board: Board, cell: Cell) -> bool:
    """Return whether black may play on an empty point in Go: the stone captures, or its group has a liberty."""
    trial = try_stone(board, board.point(*cell), BLACK)
    return bool(trial.captured or trial.group.liberties)


def capture(board: Board, cell: Cell) -> Board:
    """Return the board after black has played on an empty point and, as in Go, taken what is captured off."""
    after = played(board, cell, BLACK)
    for group in try_stone(board, board.point(*cell), BLACK).captured:
        for stone in group.stones:
            after.stone[after.point(*stone)] = u8(EMPTY)
    return after


def boards() -> tuple[Board, Board, Board]:
    """Return the boards: at the start, after the moves, and after the capture."""
    start = read_board(BOARD)
    later = played(played(start, MOVES[0], BLACK), MOVES[1], WHITE)
    return start, later, capture(later, POINT)


def figure() -> Figure:
    """Return the figure: the three boards."""
    grid = Grid(scene_of(read_board(BOARD)))
    texts = ("at the start", f"after {MOVES[0]} and {MOVES[1]}", f"after black on {POINT}, in Go")
    across, down = grid.corner(*POINT)
    focus = f'<rect class="focus" x="{across}" y="{down}" width="{grid.unit}" height="{grid.unit}" rx="4"/>'
    return Figure(
        "A point of NoGo in a frame, and the stones around it",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        {
            str(k): State((*drawn(position_of(board)), focus), tuple(_words(k, board)))
            for k, board in enumerate(boards())
        },
        "0",
        controls=(Slider("moment", "Board", texts),),
        scale=1.4,
    )


def _words(k: int, board: Board) -> Iterator[str]:
    point = listed([POINT])
    if board.stone[board.point(*POINT)] == EMPTY:
        trial = try_stone(board, board.point(*POINT), BLACK)
        names = {True: "legal", False: "forbidden"}
        yield verdicts(names[is_legal_in_go(board, POINT)], names[trial.is_legal()])
        yield from paragraphs([refused(trial)])
        yield from paragraphs(
            [f"In Go, black would take these stones, so {point} has become legal: crossing it out was a mistake."]
            if k
            else [f"That is suicide, which most rules of Go don't allow. So a program may cross {point} out for black."]
        )
    else:
        before = boards()[1]
        taken = [before.coordinates(at) for at in board.points(EMPTY) if before.stone[at] != EMPTY]
        yield from paragraphs([f"Black has taken the white stones: {listed(taken)} are empty again."])
