"""Multi-Go: a cell and the player that it goes to; the runs on the ring of eight, and the verdict with its reasons."""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from living_figures.figure import Cells, Choice, Figure, Option, State, cell_key, legend, lines_of, paragraphs
from refsol.multigo import Board, read_board
from refsol.multigo.jury.explain import MOVE, explain
from refsol.pictures.style import COLOURS
from refsol.pictures.svg import MARGIN, Grid
from refsol.problem.contract import Explanation
from refsol.problem.scene import Cell

# Player 1 has almost closed a ring around player 3; player 2 owns a block of nine, player 5 a single cell, and player 6
# none: each row of the table of legal changes occurs.
BOARD: Final = (
    "1 1 1 1 2 2 2",
    "1 3 3 1 2 2 2",
    "1 3 3 3 2 2 2",
    "1 1 1 1 4 2 2",
    "4 4 4 4 4 4 2",
    "5 4 4 4 4 4 4",
)
PLAYERS: Final = 6
START: Final = ((3, 4), 1)

RING: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))
"""The ring in the order of the solver, clockwise: the odd ones share an edge with the cell."""
_ALL_AROUND: Final = len(RING)
_UNIT: Final = 30  # of the picture of a ring


class Ring(NamedTuple):
    """What a player owns on the ring around a cell, as indices of the ring."""

    own: tuple[int, ...]
    touching: tuple[tuple[int, ...], ...]
    """The runs that contain a 4-neighbour, each clockwise."""
    corners: tuple[int, ...]
    """The isolated corners."""


def source_of(cell: Cell, gainer: int) -> bytes:
    """Return the input with one move: ``cell`` goes to the ``gainer``."""
    lines = [f"{len(BOARD)} {len(BOARD[0].split())} {PLAYERS} 1", *BOARD, f"{cell[0]} {cell[1]} {gainer}"]
    return ("\n".join(lines) + "\n").encode("ascii")


def ring_of(board: Board, cell: Cell, player: int) -> Ring:
    """Return the cells of ``player`` on the ring around a cell, by runs."""
    x, y = cell
    own = [board.owner[(x + dx) * board.stride + y + dy] == player for dx, dy in RING]
    if all(own):
        everything = tuple(range(_ALL_AROUND))
        return Ring(everything, (everything,), ())
    runs = [tuple(_run(own, k)) for k in range(_ALL_AROUND) if own[k] and not own[k - 1]]
    touching = tuple([run for run in runs if any(k % 2 for k in run)])
    corners = tuple([run[0] for run in runs if run not in touching])
    return Ring(tuple([k for k in range(_ALL_AROUND) if own[k]]), touching, corners)


def _run(own: list[bool], first: int) -> Iterator[int]:
    k = first
    while own[k]:
        yield k
        k = (k + 1) % _ALL_AROUND


def figure() -> Figure:
    """Return the figure: each cell of the board with each player."""
    board = read_board(source_of(*START))
    height, width = int(board.height), int(board.width)
    cells = [(x, y) for x in range(1, height + 1) for y in range(1, width + 1)]
    labels = tuple([f"({x}, {y}), player {board.owner[x * board.stride + y]}" for x, y in cells])
    states = {
        f"{cell_key(cell)} {player}": _state(board, cell, player, labels)
        for cell in cells
        for player in range(1, PLAYERS + 1)
    }
    grid = Grid(next(explain(source_of(*START), {MOVE: 1})).scene)
    players = tuple([Option(str(p), f"{p}" if board.present[p] else f"{p} (no cells)") for p in range(1, PLAYERS + 1)])
    return Figure(
        "A board of Multi-Go, and the cell that changes hands in a frame",
        (grid.right + MARGIN, grid.bottom + MARGIN),
        states,
        f"{cell_key(START[0])} {START[1]}",
        Cells(grid.left, grid.top, grid.unit, height, width),
        (Choice("player", "The cell goes to player", players),),
    )


def _state(board: Board, cell: Cell, gainer: int, labels: tuple[str, ...]) -> State:
    explanation = next(explain(source_of(cell, gainer), {MOVE: 1}))
    loser = int(board.owner[cell[0] * board.stride + cell[1]])
    words = [f'<p class="answer">{escape(_subject(explanation))}: <b>{explanation.answer}</b></p>']
    if loser != gainer:
        lost, gained = ring_of(board, cell, loser), ring_of(board, cell, gainer)
        losing, gaining = _losing(lost), _gaining(gained, bool(board.present[gainer]))
        words += [
            '<div class="rings">',
            "<div>",
            *_drawn(lost, loser),
            f"<p>Player {loser} would lose it: {losing}.</p></div><div>",
            *_drawn(gained, gainer),
            f"<p>Player {gainer} would gain it: {gaining}.</p></div>",
            "</div>",
        ]
    words += [*paragraphs(explanation.reasons), *legend(explanation.scene)]
    picture = [*lines_of(explanation.scene), *_frame_of_ring(Grid(explanation.scene), cell)]
    return State(tuple(picture), tuple(words), labels)


def _subject(explanation: Explanation) -> str:
    return explanation.subject.removeprefix("move 1: ").capitalize()


def _losing(ring: Ring) -> str:
    runs = f"<b>r = {len(ring.touching)}</b>"
    if len(ring.own) == _ALL_AROUND:
        return f"{runs}, but all eight neighbours are theirs, so not legal"
    return f"{runs} ≤ 1, so legal" if len(ring.touching) <= 1 else f"{runs} &gt; 1, so not legal"


def _gaining(ring: Ring, has_cells: bool) -> str:
    runs = f"<b>r = {len(ring.touching)}</b>"
    if not has_cells:
        return f"{runs}, a first cell, so legal"
    return f"{runs}, so legal" if len(ring.touching) == 1 else f"{runs} ≠ 1, so not legal"


def _frame_of_ring(grid: Grid, cell: Cell) -> Iterator[str]:
    """Yield a dashed frame around the ring, as far as it is on the board."""
    scene = grid.scene
    (x, y), unit = cell, grid.unit
    across, down = grid.corner(max(1, x - 1), max(1, y - 1))
    right, bottom = grid.corner(min(scene.rows, x + 1), min(scene.columns, y + 1))
    size = f'width="{right + unit - across}" height="{bottom + unit - down}"'
    yield f'<rect class="around" x="{across}" y="{down}" {size}/>'


def _drawn(ring: Ring, player: int) -> Iterator[str]:
    """Yield the picture of a ring: a player's cells in their colour, the runs as bands, isolated corners as circles."""
    size = 3 * _UNIT + 4
    yield f'<svg class="refsol ring" viewBox="-2 -2 {size} {size}" width="{size}" height="{size}" aria-hidden="true">'
    colour = f"p{(player - 1) % len(COLOURS)}"
    for k, (dx, dy) in enumerate(RING):
        square = f"M{_UNIT * (1 + dy)} {_UNIT * (1 + dx)}h{_UNIT}v{_UNIT}h-{_UNIT}z"
        yield f'<path class="{colour if k in ring.own else "board"}" d="{square}"/><path class="grid" d="{square}"/>'
    yield f'<rect class="focus" x="{_UNIT}" y="{_UNIT}" width="{_UNIT}" height="{_UNIT}"/>'
    for number, run in enumerate(ring.touching, 1):
        points = [_centre(k) for k in run]
        path = (
            "M" + "L".join([f"{across} {down}" for across, down in points]) + ("z" if len(run) == _ALL_AROUND else "h0")
        )
        across, down = _centre(next(k for k in run if k % 2))
        yield (
            f'<g class="badge m{number % len(COLOURS)}" font-size="13"><path class="rim" d="{path}"/>'
            f'<path d="{path}"/><text x="{across}" y="{down + 4}">{number}</text></g>'
        )
    for k in ring.corners:
        across, down = _centre(k)
        yield f'<circle class="isolated" cx="{across}" cy="{down}" r="7"/>'
    yield "</svg>"


def _centre(k: int) -> tuple[int, int]:
    dx, dy = RING[k]
    return _UNIT * (1 + dy) + _UNIT // 2, _UNIT * (1 + dx) + _UNIT // 2
