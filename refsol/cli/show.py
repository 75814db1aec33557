"""The verb ``show``."""

import os
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeVar

from refsol.cli.explain import selection_example, selection_helps
from refsol.cli.files import STANDARD, emit, emit_text, opened_input, same_file, write_output
from refsol.cli.options import INPUT_HELP, Argument, Option, make_verb, numbers
from refsol.cli.status import BadInputError, FileError, print_error
from refsol.cli.terminal import has_colours, is_terminal
from refsol.errors import InputError, OptionError
from refsol.pictures.text import HEIGHT, WIDTH, draw
from refsol.problem import Problem
from refsol.problem.contract import Explanation, Steps
from refsol.problem.scene import Scene
from refsol.problem.selection import Selection
from refsol.text.scanner import Input

_BELOW: Final = 12  # lines of a terminal that are left for what is below the grid


_Result = TypeVar("_Result")


class Options(NamedTuple):
    """The arguments and options of ``show``."""

    source: Annotated[str, Argument(INPUT_HELP, "INPUT")] = STANDARD
    selection: Annotated[Mapping[str, int], numbers(selection_helps)] = {}
    svg: Annotated[
        str | None, Option("Write an SVG picture to this file instead of drawing a text.", metavar="FILE")
    ] = None
    html: Annotated[
        str | None,
        Option(
            "Write a page to this file instead: it replays all steps with their reasons, opened at the selected one. "
            "Without INPUT, FILE may be a game of NoGo in SGF; the page is then written beside it.",
            metavar="FILE",
        ),
    ] = None


def show(problem: Problem, options: Options) -> None:
    """Draw a position on standard output or as SVG, or write a page that replays all steps.

    Without an input, the file for the page may be a saved game: then the page of that game is written beside it.
    Of a large board or a long game, only the part that matters is drawn, and a line says so, below the drawing or, for
    a file, on standard error. Raises ``BadInputError``, ``OptionError`` if both files are given or the position doesn't
    exist, and ``FileError``.
    """
    source, selection, svg, html = options
    if svg is not None and html is not None:
        raise OptionError("--svg and --html can't be combined")
    is_beside = html is not None and source == STANDARD and _is_game(problem, html)
    if html is not None and is_beside:
        source, html = html, str(Path(html).with_suffix(".html"))
    for target in (svg, html):
        if target is not None and same_file(source, target):
            raise FileError(f"{target}: the picture would overwrite the input")
    if html is not None:
        _write_page(problem, source, selection, html)
        if is_beside:
            emit_text(f"saved: {html}\n")
        return
    scene = _read(source, lambda data: problem.explainer.show(data, selection))
    if svg is None:
        emit([_on_standard_output(scene).encode()])
        return
    from refsol.pictures.svg import draw_svg

    write_output(svg, [draw_svg(scene).encode()])
    for part in scene.crop_notes():
        print_error(f"{svg}: the board is too large for one picture: only a part is drawn {part}")


def _is_game(problem: Problem, path: str) -> bool:
    """Return whether a file is a saved game. Raises ``FileError`` if it is a file that can't be read."""
    explainer = problem.jury.explainer
    if explainer is None or explainer.is_game is None or not Path(path).is_file():
        return False
    with opened_input(path) as data:
        return explainer.is_game(data)


def _write_page(problem: Problem, source: str, selection: Selection, target: str) -> None:
    def read(data: Input) -> tuple[Steps, list[Explanation]]:
        steps = problem.explainer.steps(data, selection)
        return steps, list(steps.explanations)

    steps, explanations = _read(source, read)
    name = "" if source == STANDARD else _name_of(source)
    write_output(target, [page_of(problem, steps, explanations, name).encode()])
    for note in _left_out(steps, explanations):
        print_error(f"{target}: {note}")


def page_of(
    problem: Problem,
    steps: Steps,
    explanations: Sequence[Explanation],
    name: str,
    back: tuple[str, str] | None = None,
) -> str:
    """Return the page of the ``explanations`` of some ``steps`` of an input with a ``name``, or an empty one.

    A page of a site may have a link ``back`` there, its address and its text. O(cells drawn + cells marked) per step.
    """
    from refsol.pictures.page import draw_page

    notes = [*([f"input: {name}"] if name else []), *_left_out(steps, explanations)]
    return draw_page(
        steps.title or problem.title,
        explanations,
        first=steps.shown[0],
        last=steps.numbers[-1],
        opened=steps.opened,
        notes=[f"{note[0].upper()}{note[1:]}." for note in notes],
        back=back,
    )


def _left_out(steps: Steps, explanations: Sequence[Explanation]) -> Iterator[str]:
    """Yield notes on what is missing from the page."""
    if steps.shown != steps.numbers:
        part = f"{steps.shown[0]} to {steps.shown[-1]} of {steps.numbers[0]} to {steps.numbers[-1]}"
        yield f"there are too many steps for one page: it shows {part}; select others with {steps.option}"
    scenes = [explanation.scene for explanation in explanations]
    if any(scene.crop_notes() for scene in scenes):
        yield "the board is too large for one picture: only the part where something happens is drawn"


def _name_of(path: str) -> str:
    """Return the name of a file in a form that UTF-8 can encode."""
    return os.fsencode(Path(path).name).decode("utf-8", "replace")


def _read(source: str, take: Callable[[Input], _Result]) -> _Result:
    """Return what ``take`` returns for the opened input."""
    try:
        with opened_input(source) as data:
            return take(data)
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error


def _on_standard_output(scene: Scene) -> str:
    """Return a picture that fits the terminal, in colours if it has them; elsewhere a plain one."""
    if not is_terminal(sys.stdout):
        return _plain(scene, WIDTH, HEIGHT)
    width, lines = shutil.get_terminal_size()
    height = max(HEIGHT, lines - _BELOW)
    if not has_colours():
        return _plain(scene, width, height)
    from refsol.pictures.terminal import paint  # rich is slow to import, and not needed without colours

    return paint(scene, width, height)


def _plain(scene: Scene, width: int, height: int) -> str:
    return "".join(f"{line}\n" for line in draw(scene, width, height))


VERB: Final = make_verb(
    "show",
    "Draw the selected position; by default the start, or that of the first data set.",
    selection_example,
    Options,
    show,
)
"""``refsol PROBLEM show``."""
