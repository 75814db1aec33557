"""Some Game: the cycles of a direction on a board of any small size, and the numbers that the solver computes."""

from collections.abc import Iterator
from math import gcd
from typing import Final, NamedTuple

from living_figures.figure import Choice, Figure, Option, Slider, State
from refsol.pictures.style import COLOURS
from refsol.pictures.svg import MARGIN, Grid, draw_layers
from refsol.problem.scene import NOTHING, Cell, Ground, take_scene
from refsol.problem.wording import counted
from refsol.somegame.board import DIRECTIONS
from refsol.somegame.rules import Step

SIDES: Final = range(1, 7)
"""The numbers of rows, and of columns, that can be chosen; there are never more cycles than colours."""
START: Final = ((2, 1), 4, 6)


class Cycles(NamedTuple):
    """The cycles of a direction by the solver's formulas: ``rows`` × ``columns`` of them, of ``length`` squares."""

    rows: int
    period: int
    """How many steps lead back to the same row."""
    columns: int
    length: int


def cycles_of(step: Step, height: int, width: int) -> Cycles:
    """Return the numbers for a step on a board of ``height`` × ``width`` squares."""
    down, right = step
    rows = gcd(down, height)
    period = height // rows
    columns = gcd(period * right, width)
    return Cycles(rows, period, columns, period * (width // columns))


def walk(first: Cell, step: Step, height: int, width: int) -> Iterator[Cell]:
    """Yield the squares of the cycle through ``first``, in the order of the steps."""
    (down, right), cell = step, first
    yield cell
    while (cell := ((cell[0] - 1 + down) % height + 1, (cell[1] - 1 + right) % width + 1)) != first:
        yield cell


def figure() -> Figure:
    """Return the figure: each direction on each small board."""
    largest = Grid(take_scene(Ground.SQUARES, SIDES[-1], SIDES[-1], lambda _x, _y: NOTHING))
    sides = tuple([str(side) for side in SIDES])
    step, height, width = START
    return Figure(
        "The squares of a torus, numbered along their cycles",
        (largest.right + MARGIN, largest.bottom + MARGIN),
        {
            _key(step, height, width): _state(step, height, width)
            for step in DIRECTIONS
            for height in SIDES
            for width in SIDES
        },
        _key(step, height, width),
        controls=(
            Choice(
                "step",
                "Step (down, right)",
                tuple([Option(_name(step), str(step).replace("-", "−")) for step in DIRECTIONS]),
            ),
            Slider("height", "Rows H", sides, SIDES[0]),
            Slider("width", "Columns W", sides, SIDES[0]),
        ),
    )


def _key(step: Step, height: int, width: int) -> str:
    return f"{_name(step)} {height} {width}"


def _name(step: Step) -> str:
    return "{},{}".format(*step)


def _state(step: Step, height: int, width: int) -> State:
    return State(tuple(_drawn(step, height, width)), tuple(_words(step, height, width)))


def _words(step: Step, height: int, width: int) -> Iterator[str]:
    """Yield the numbers of cycles and squares, as the page explains them."""
    rows, period, columns, length = cycles_of(step, height, width)
    down, right = (str(number).replace("-", "−") for number in step)
    yield (
        f'<p class="answer"><b>{counted(rows * columns, "cycle")} of {counted(length, "square")}</b></p>'
        f"<p><i>rows</i> = gcd(down, H) = gcd({down}, {height}) = <b>{rows}</b></p>"
    )
    yield f"<p><i>period</i> = H / <i>rows</i> = {height} / {rows} = <b>{period}</b> steps lead back to the row</p>"
    factor = f"({right})" if step[1] < 0 else right
    found = f"gcd({period} · {factor}, {width}) = <b>{columns}</b>"
    yield f"<p><i>columns</i> = gcd(<i>period</i> · right, W) = {found}</p>"
    yield f"<p>cycles: <i>rows</i> · <i>columns</i> = {rows} · {columns} = <b>{rows * columns}</b></p>"
    found = f"{period} · {width} / {columns} = <b>{length}</b>"
    yield f"<p>squares of each: <i>period</i> · W / <i>columns</i> = {found}</p>"


def _drawn(step: Step, height: int, width: int) -> Iterator[str]:
    """Yield the picture: a colour for each cycle, the way along the first one, the number of steps to each square."""
    scene = take_scene(Ground.SQUARES, height, width, lambda _x, _y: NOTHING)
    grid = Grid(scene)
    yield "\n".join(draw_layers(scene))  # in one piece, since all steps have it
    rows, _period, columns, _length = cycles_of(step, height, width)
    firsts = [(x, y) for x in range(1, rows + 1) for y in range(1, columns + 1)]
    cycles = [list(walk(first, step, height, width)) for first in firsts]
    for k, cycle in enumerate(cycles):
        for cell in cycle:
            across, down = grid.corner(*cell)
            side = grid.unit - 2
            colour = f"p{k % len(COLOURS)}"
            yield f'<rect class="{colour}" x="{across + 1}" y="{down + 1}" width="{side}" height="{side}"/>'
    yield from _way(grid, cycles[0], step)
    for cycle in cycles:
        for number, cell in enumerate(cycle):
            across, down = grid.centre(*cell)
            yield f'<text x="{across}" y="{down + 5}" font-size="15">{number}</text>'
    for first in firsts:
        across, down = grid.corner(*first)
        side = grid.unit - 6
        yield f'<rect class="first" x="{across + 3}" y="{down + 3}" width="{side}" height="{side}" rx="4"/>'


def _way(grid: Grid, cycle: list[Cell], step: Step) -> Iterator[str]:
    """Yield the steps of a cycle, which leave the board at one edge and return at the opposite one."""
    down, right = step
    width, height = grid.right - grid.left, grid.bottom - grid.top
    box = f'x="{grid.left}" y="{grid.top}" width="{width}" height="{height}"'
    yield f'<svg {box} viewBox="{grid.left} {grid.top} {width} {height}">'
    for (x, y), (to_x, to_y) in zip(cycle, [*cycle[1:], cycle[0]], strict=True):
        yield _segment(grid, (x, y), (x + down, y + right))
        if (to_x, to_y) != (x + down, y + right):
            yield _segment(grid, (to_x - down, to_y - right), (to_x, to_y))
    yield "</svg>"


def _segment(grid: Grid, cell: Cell, to: Cell) -> str:
    (across, down), (to_across, to_down) = grid.centre(*cell), grid.centre(*to)
    return f'<path class="way" d="M{across} {down}L{to_across} {to_down}"/>'
