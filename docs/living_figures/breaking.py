"""Some Game: a run of stones on a cycle, the length of a line, and the stones without which there would be no line."""

from collections.abc import Iterator
from typing import Final

from living_figures.figure import Figure, Slider, State
from refsol.pictures.svg import MARGIN, Grid, draw_layers
from refsol.problem.scene import NOTHING, Ground, Scene, player, take_scene
from refsol.problem.wording import counted
from refsol.somegame import Board
from refsol.somegame.rules import Position, Run

CYCLE: Final = 10
"""The number of squares of the cycle, which is a row."""
START: Final = (7, 5)

_STEP: Final = (0, 1)
_LOWER: Final = 30  # the height of what is below the board


def run_of(length: int, line: int) -> tuple[Position, Run]:
    """Return a position with a run of ``length`` stones in a row, and the run, where a line has ``line`` stones."""
    row = [1] * length + [0] * (CYCLE - length)
    position = Position(Board.from_rows([row], 1, line))
    return position, next(run for run in position.runs() if run.step == _STEP)


def breaking(length: int, line: int) -> list[int]:
    """Return how many stones are before each stone that breaks the run, if that is a line."""
    position, run = run_of(length, line)
    return [column - 1 for _row, column in position.last_stones(run)] if position.is_line(run) else []


def figure() -> Figure:
    """Return the figure: each length of a run with each length of a line."""
    grid = Grid(_scene(1))
    lengths = range(1, CYCLE + 1)
    lines = range(1, CYCLE + 3)
    return Figure(
        "A run of stones on a cycle; those that break it have a frame",
        (grid.right + MARGIN, grid.bottom + _LOWER),
        {f"{length} {line}": _state(length, line) for length in lengths for line in lines},
        "{} {}".format(*START),
        controls=(
            Slider("length", "Length of the run, L", tuple(map(str, lengths)), lengths[0]),
            Slider("line", "Length of a line, K", tuple(map(str, lines)), lines[0]),
        ),
        scale=0.9,
    )


def _state(length: int, line: int) -> State:
    return State(tuple(_drawn(length, line)), tuple([f"<p>{sentence}</p>" for sentence in _words(length, line)]))


def _words(length: int, line: int) -> Iterator[str]:
    """Yield what the page says about such a run, with numbers."""
    count = len(breaking(length, line))
    if length == CYCLE:
        yield f"<b>A whole cycle</b> of C = {CYCLE} squares is a line of any length."
        rest = f"Without one stone, a run of C − 1 = {CYCLE - 1} is left"
        if count:
            yield f"{rest}, shorter than K = {line}: <b>each stone breaks it</b>."
        else:
            yield f"{rest}, which is not shorter than K = {line}: <b>no stone breaks it</b>."
    elif length < line:
        yield f"L = {length} is less than K = {line}: <b>no line</b>, so there is nothing to break."
    else:
        yield f"L = {length} is at least K = {line}: <b>a line</b>."
        condition = f"L − K = {length - line} ≤ a ≤ K − 1 = {line - 1}"
        if count:
            breaks = "breaks" if count == 1 else "break"
            middle = f"the middle 2K − L = 2 · {line} − {length} = <b>{counted(count, 'stone')}</b>"
            yield f"Those with {condition} {breaks} it: {middle}."
        else:
            yield f"{condition} holds for <b>no stone</b>, since L = {length} is more than 2K − 1 = {2 * line - 1}."


def _scene(length: int) -> Scene:
    return take_scene(Ground.SQUARES, 1, CYCLE, lambda _x, y: player(1) if y <= length else NOTHING)


def _drawn(length: int, line: int) -> Iterator[str]:
    """Yield the picture: the row, and below each stone how many stones of the run are before it."""
    scene = _scene(length)
    grid = Grid(scene)
    yield from draw_layers(scene)
    for before in breaking(length, line):
        across, down = grid.corner(1, before + 1)
        side = grid.unit - 6
        yield f'<rect class="first" x="{across + 3}" y="{down + 3}" width="{side}" height="{side}" rx="4"/>'
    yield f'<text x="{grid.left - 14}" y="{grid.bottom + 18}" font-size="15" font-style="italic">a</text>'
    for before in range(length):
        across, _down = grid.centre(1, before + 1)
        yield f'<text x="{across}" y="{grid.bottom + 18}" font-size="15">{before}</text>'
