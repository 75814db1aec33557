"""NOIP chess: the pieces leave one by one; regions of empty crossings merge, and each is an interval of the order."""

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Final, NamedTuple

from living_figures.figure import Figure, Slider, State
from refsol.chess.board import OPEN, Board, read_boards
from refsol.chess.jury.explain import QUERY, SET, show
from refsol.chess.regions import Regions
from refsol.chess.vertices import Vertices
from refsol.pictures.style import COLOURS
from refsol.pictures.svg import MARGIN, Grid, draw_layers
from refsol.problem.scene import NOTHING, PieceKind, Scene
from refsol.problem.wording import counted

INPUT: Final = b"""\
1
3 5 7
3331
3323
3133
30330
33313
0 1 1 2
1 1 2 2
0 2 2 4
1 1 3 3
0 1 1 5
1 2 2 5
0 1 3 1
"""

START: Final = "5"
"""The number of pieces that have left at the start."""

_ROW: Final = 14  # the height of a row of intervals
_BOX: Final = 24  # the height of a box of the order


class Moment(NamedTuple):
    """The regions when the pieces from ``left`` on have left."""

    left: int
    regions: tuple[tuple[int, ...], ...]
    """The vertices of each region of empty crossings, in ascending order."""


class Example:
    """The board of the figure, an order of its vertices, and the regions at each moment, found by search.

    The order is refsol's or, if it is ``by_time``, that in which the vertices become empty.
    """

    def __init__(self, *, by_time: bool = False) -> None:
        (self.board,) = read_boards(INPUT)
        self.pieces: Final = int(self.board.pieces)
        self.vertex_of: Final = [int(vertex) for vertex in Vertices(self.board).vertex_of]
        self.data: Final = Regions(self.board)
        position = [int(place) for place in self.data.position_of_vertex]
        self.order: Final = sorted(range(len(position)), key=position.__getitem__)
        if by_time:
            self.order.sort(key=lambda vertex: max(0, self.pieces - vertex))
        self.position: Final = sorted(self.order, key=self.order.__getitem__)
        self.moments: Final = [Moment(t, tuple(self._regions(t))) for t in range(self.pieces, -1, -1)]

    def name(self, vertex: int) -> str:
        """Return the name of a vertex: the number of its piece, or a letter if it never gets one."""
        return str(vertex) if vertex < self.pieces else ascii_lowercase[vertex - self.pieces]

    def _regions(self, left: int) -> Iterator[tuple[int, ...]]:
        """Yield the regions when the pieces from ``left`` on have left, by a search from each crossing."""
        seen: set[int] = set()
        for first, vertex in enumerate(self.vertex_of):
            if vertex >= left and first not in seen:
                region = {first}
                waiting = [first]
                while waiting:
                    for v in open_neighbours(self.board, waiting.pop()):
                        if self.vertex_of[v] >= left and v not in region:
                            region.add(v)
                            waiting.append(v)
                seen |= region
                yield tuple(sorted({self.vertex_of[v] for v in region}))

    def intervals(self, region: Sequence[int]) -> list[range]:
        """Return the positions of a region in the order, as intervals; with refsol's order there is one."""
        found: list[range] = []
        for place in sorted(self.position[vertex] for vertex in region):
            begin = found.pop().start if found and found[-1].stop == place else place
            found.append(range(begin, place + 1))
        return found


def open_neighbours(board: Board, v: int) -> list[int]:
    """Return the crossings to which an open road leads from crossing ``v``."""
    columns = int(board.columns)
    roads = (
        (board.east[v], v + 1),
        (board.east[v - 1], v - 1),
        (board.south[v], v + columns),
        (board.south[v - columns], v - columns),
    )
    return [other for road, other in roads if road == OPEN]


def figure() -> Figure:
    """Return the figure: each moment, from all pieces on the board to none."""
    return figure_of(Example())


def figure_of(example: Example) -> Figure:
    """Return the figure with the order of an example."""
    colours = _colours(example)
    grid = Grid(_scene(example, example.pieces))
    texts = ["all pieces are on the board"]
    texts += [f"piece {t} has just left" for t in range(example.pieces - 1, -1, -1)]
    return Figure(
        "Crossings, the regions that open roads connect, and below them the order of the vertices with its intervals",
        (grid.right + MARGIN, _top_of_rows(grid) + _ROW * example.pieces + MARGIN),
        {str(k): _state(example, k, colours) for k in range(len(example.moments))},
        START,
        controls=(Slider("moment", "Moment", tuple(texts)),),
    )


def _colours(example: Example) -> list[dict[tuple[int, ...], int]]:
    """Return the colours of the regions at each moment.

    A region keeps the colour of the part that its interval begins with.
    """
    by_begin: dict[int, int] = {}  # of the regions before
    found = []
    for moment in example.moments:
        begins = {region: example.intervals(region)[0].start for region in moment.regions}
        used = {by_begin[begin] for begin in begins.values() if begin in by_begin}
        now: dict[tuple[int, ...], int] = {}
        for region, begin in begins.items():
            if begin in by_begin:
                now[region] = by_begin[begin]
            else:
                now[region] = next((k for k in range(len(COLOURS)) if k not in used), 0)
                used.add(now[region])
        by_begin = {begins[region]: colour for region, colour in now.items()}
        found.append(now)
    return found


def _state(example: Example, k: int, colours: list[dict[tuple[int, ...], int]]) -> State:
    picture = (*_board(example, k, colours[k]), *_order(example, k, colours))
    return State(picture, tuple([f"<p>{sentence}</p>" for sentence in _words(example, k)]))


def _named(example: Example, region: Sequence[int]) -> str:
    """Return a region as a set of vertices in their order."""
    names = [example.name(vertex) for vertex in sorted(region, key=example.position.__getitem__)]
    return f"{{{', '.join(names)}}}"


def _words(example: Example, k: int) -> Iterator[str]:
    moment = example.moments[k]
    if k == 0:
        *letters, last = [example.name(vertex) for vertex in range(example.pieces, len(example.order))]
        empty = f"{', '.join(letters)} and {last}"
        yield f"All {counted(example.pieces, 'piece')} are on the board; the vertices {empty} never get one."
    else:
        t = moment.left
        joined = [region for region in example.moments[k - 1].regions if region not in moment.regions]
        (region,) = [region for region in moment.regions if t in region]
        others = " and ".join(_named(example, other) for other in joined)
        what = f"joins {others}" if joined else "is a region of its own"
        yield f"Piece {t} has left: its vertex {what}."
        size = int(example.data.size[t])
        intervals = example.intervals(region)
        where = "position" if len(region) == 1 else "positions"
        where += f" {', '.join([_extent(places) for places in intervals])}"
        crossings = counted(size, "crossing")
        yield f"Its region is now <b>{_named(example, region)}</b>, {crossings}: <b>{where}</b> of the order."
    count = len(moment.regions)
    broken = sum(len(example.intervals(region)) > 1 for region in moment.regions)
    each = "each is an interval" if count > 1 else "it is an interval"
    if broken:
        each = f"<b>{broken} of them {'is not an interval' if broken == 1 else 'are not intervals'}</b>"
    yield f"There {'are' if count > 1 else 'is'} {counted(count, 'region')}, and {each}."


def _extent(places: range) -> str:
    return str(places[0]) if len(places) == 1 else f"{places[0]} to {places[-1]}"


def _scene(example: Example, pieces: int) -> Scene:
    """Return the board with the first ``pieces`` pieces, each with its number."""
    scene = show(INPUT, {SET: 1, QUERY: max(1, pieces)})._replace(marks=(), focus=None)
    columns = int(example.board.columns)
    rows = [
        tuple(
            [
                piece._replace(text=str(example.vertex_of[x * columns + y]))
                if piece.kind is not PieceKind.EMPTY and pieces
                else NOTHING
                for y, piece in enumerate(row)
            ]
        )
        for x, row in enumerate(scene.pieces)
    ]
    return scene._replace(pieces=tuple(rows))


def _board(example: Example, k: int, colours: dict[tuple[int, ...], int]) -> Iterator[str]:
    """Yield the board: under the roads the regions, beside empty crossings the names of their vertices."""
    moment = example.moments[k]
    scene = _scene(example, moment.left)
    grid = Grid(scene)
    ground, *layers = draw_layers(scene)
    yield ground
    for region, colour in colours.items():
        path = "".join(_blob(example, grid, region))
        yield f'<g class="region m{colour}"><path d="{path}"/></g>'
    yield from layers
    columns = int(example.board.columns)
    for v, vertex in enumerate(example.vertex_of):
        if vertex >= moment.left:
            across, down = grid.centre(v // columns + 1, v % columns + 1)
            yield f'<text x="{across + 11}" y="{down + 17}" font-size="14">{example.name(vertex)}</text>'


def _blob(example: Example, grid: Grid, region: Sequence[int]) -> Iterator[str]:
    """Yield the paths through the crossings of a region, along its roads."""
    columns = int(example.board.columns)
    inside = [v for v, vertex in enumerate(example.vertex_of) if vertex in region]
    for v in inside:
        across, down = grid.centre(v // columns + 1, v % columns + 1)
        yield f"M{across} {down}h0"
        for other in open_neighbours(example.board, v):
            if other > v and other in inside:
                to_across, to_down = grid.centre(other // columns + 1, other % columns + 1)
                yield f"M{across} {down}L{to_across} {to_down}"


def _top_of_rows(grid: Grid) -> int:
    return grid.bottom + MARGIN + _BOX + 8


def _order(example: Example, k: int, colours: list[dict[tuple[int, ...], int]]) -> Iterator[str]:
    """Yield the order of the vertices as boxes, and below it a row for each piece that has left: its region then."""
    moment = example.moments[k]
    grid = Grid(_scene(example, example.pieces))
    width = (grid.right - grid.left) // len(example.order)
    top = grid.bottom + MARGIN
    for region, colour in colours[k].items():
        path = "".join(_bars(example, region, grid.left, width, top + _BOX // 2, 1))
        yield f'<g class="boxes m{colour}"><path d="{path}"/></g>'
    for place, vertex in enumerate(example.order):
        across = grid.left + width * place
        state = "empty" if vertex >= moment.left else "taken"
        yield f'<rect class="box {state}" x="{across}" y="{top}" width="{width}" height="{_BOX}"/>'
        yield f'<text x="{across + width // 2}" y="{top + 17}" font-size="14">{example.name(vertex)}</text>'
    for step in range(1, k + 1):
        t = example.moments[step].left
        (region,) = [region for region in example.moments[step].regions if t in region]
        down = _top_of_rows(grid) + _ROW * (step - 1) + _ROW // 2
        path = "".join(_bars(example, region, grid.left, width, down, 4))
        now = " now" if step == k else ""
        rim = f'<path class="rim" d="{"".join(_bars(example, region, grid.left, width, down, 3))}"/>'
        yield f'<g class="interval m{colours[step][region]}{now}">{rim}<path d="{path}"/></g>'
        yield f'<g class="number" font-size="12"><text x="{grid.left - 10}" y="{down + 4}">{t}</text></g>'


def _bars(example: Example, region: Sequence[int], left: int, width: int, down: int, gap: int) -> Iterator[str]:
    """Yield a line over the boxes of each interval of a region, but for a ``gap`` at its ends."""
    for places in example.intervals(region):
        yield f"M{left + width * places[0] + gap} {down}h{width * len(places) - 2 * gap}"
