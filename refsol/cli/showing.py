"""The verb ``show``."""

import os
import shutil
import sys
from collections.abc import Mapping
from typing import Final

from refsol.cli.files import emit, opened_input, same_file, write_output
from refsol.cli.status import SUCCESS, BadInputError, FileError, tell
from refsol.errors import InputError
from refsol.judging import load_jury
from refsol.pictures.letters import HEIGHT, WIDTH, cut_off, draw
from refsol.problem import Problem
from refsol.scene import Scene

_BELOW: Final = 12  # lines of a terminal that are left for what is below the grid


def show(problem: Problem, source: str, which: Mapping[str, int], svg: str | None) -> None:
    """Draw a position on standard output or, as SVG, to the file ``svg``; of a large board the part that matters."""
    if svg is None:
        emit([_on_standard_output(_read(problem, source, which)).encode()])
        return
    if same_file(source, svg):
        raise FileError(f"{svg}: the picture would overwrite the input")
    scene = _read(problem, source, which)
    from refsol.pictures.svg import draw_svg

    write_output(svg, [draw_svg(scene).encode()])
    for part in cut_off(scene.shown_rows, scene.shown_columns, scene):
        tell(f"{svg}: the board is too large for one picture, drawn is a part {part}", SUCCESS)


def _read(problem: Problem, source: str, which: Mapping[str, int]) -> Scene:
    try:
        with opened_input(source) as data:
            return load_jury(problem.name).show(data, which)
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error


def _on_standard_output(scene: Scene) -> str:
    """Return a picture as large as a terminal has room for, in colours unless these are unwanted; or a plain one."""
    if sys.stdout is None or not sys.stdout.isatty():
        return _plain(scene, WIDTH, HEIGHT)
    width, lines = shutil.get_terminal_size()
    height = max(HEIGHT, lines - _BELOW)
    if os.environ.get("NO_COLOR"):
        return _plain(scene, width, height)
    from refsol.pictures.terminal import paint  # rich is not paid for where letters do

    return paint(scene, width, height)


def _plain(scene: Scene, width: int, height: int) -> str:
    return "".join(f"{line}\n" for line in draw(scene, width, height))
