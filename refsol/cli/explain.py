"""The verbs ``explain`` and ``show``."""

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated

from refsol.cli.files import STANDARD, emit, emit_json, emit_text, opened_input, same_file, write_output
from refsol.cli.status import FileError, print_error
from refsol.cli.terminal import hanging, is_terminal, output_style, reasoned, wrapping_width
from refsol.cli.verbs import INPUT, JSON, as_verb, numbers, option
from refsol.errors import OptionError
from refsol.pictures.text import HEIGHT, WIDTH, draw
from refsol.problem import Problem
from refsol.problem.contract import Explanation, Steps
from refsol.problem.scene import Scene


def selection_helps(problem: Problem) -> Mapping[str, str]:
    explainer = problem.jury.explainer
    return {} if explainer is None else {option.name: option.help for option in explainer.selection_options}


def selection_example(problem: Problem) -> str:
    return "input.txt" + "".join(f" --{name} 1" for name in selection_helps(problem))


@as_verb("Explain why an answer is right.", selection_example)
def explain(
    problem: Problem,
    *,
    source: Annotated[str, INPUT] = STANDARD,
    selection: Annotated[Mapping[str, int], numbers(selection_helps)] = {},
    json: Annotated[bool, JSON] = False,
) -> None:
    width = wrapping_width(sys.stdout)
    with opened_input(source) as data:
        for explanation in problem.explainer.explain(data, selection):
            which, subject, answer, reasons, scene = explanation
            if json:
                marks = [mark._asdict() for mark in explanation.marks]
                fields = {"which": dict(which), "subject": subject, "answer": answer, "reasons": reasons}
                emit_json({**fields, "marks": marks, "drawing": draw(scene)})
            else:
                lines = [*hanging(f"{subject}: {answer}", width), *reasoned(reasons, scene, width, indent=2)]
                emit_text("\n".join(lines) + "\n")


@as_verb("Draw the selected position; by default the starting position, or the first data set.", selection_example)
def show(
    problem: Problem,
    *,
    source: Annotated[str, INPUT] = STANDARD,
    selection: Annotated[Mapping[str, int], numbers(selection_helps)] = {},
    svg: Annotated[str | None, "Write an SVG picture to this file instead of drawing in text.", option("FILE")] = None,
    html: Annotated[
        str | None,
        "Write a page to this file instead, which replays all steps with their reasons and opens at the selected "
        "one. Without INPUT, FILE may be a game of NoGo in SGF; the page is then written beside it.",
        option("FILE"),
    ] = None,
) -> None:
    if svg is not None and html is not None:
        raise OptionError("--svg and --html can't be combined")
    is_beside = html is not None and source == STANDARD and _is_game(problem, html)
    if html is not None and is_beside:
        source, html = html, str(Path(html).with_suffix(".html"))
    for target in (svg, html):
        if target is not None and same_file(source, target):
            raise FileError(f"{target}: the picture would overwrite the input")
    if html is not None:
        with opened_input(source) as data:
            steps = problem.explainer.steps(data, selection)
            explanations = list(steps.explanations)
        name = "" if source == STANDARD else os.fsencode(Path(source).name).decode("utf-8", "replace")
        write_output(html, [page_of(problem, steps, explanations, name).encode()])
        for note in _left_out(steps, explanations):
            print_error(f"{html}: {note}")
        if is_beside:
            emit_text(f"saved: {html}\n")
        return
    with opened_input(source) as data:
        scene = problem.explainer.show(data, selection)
    if svg is None:
        emit([_on_standard_output(scene).encode()])
        return
    from refsol.pictures.svg import draw_svg

    write_output(svg, [draw_svg(scene).encode()])
    for part in scene.crop_notes():
        print_error(f"{svg}: the board is too large for one picture: only a part is drawn {part}")


def _is_game(problem: Problem, path: str) -> bool:
    explainer = problem.jury.explainer
    if explainer is None or explainer.is_game is None or not Path(path).is_file():
        return False
    with opened_input(path) as data:
        return explainer.is_game(data)


def page_of(
    problem: Problem, steps: Steps, explanations: Sequence[Explanation], name: str, back: tuple[str, str] | None = None
) -> str:
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
    if steps.shown != steps.numbers:
        part = f"{steps.shown[0]} to {steps.shown[-1]} of {steps.numbers[0]} to {steps.numbers[-1]}"
        yield f"there are too many steps for one page: it shows {part}; select others with {steps.option}"
    scenes = [explanation.scene for explanation in explanations]
    if any(scene.crop_notes() for scene in scenes):
        yield "the board is too large for one picture: only the part where something happens is drawn"


def _on_standard_output(scene: Scene) -> str:
    width, height = WIDTH, HEIGHT
    if is_terminal(sys.stdout):
        import shutil  # slow to import

        width, lines = shutil.get_terminal_size()
        height = max(HEIGHT, lines - 12)  # which are left for what is below the grid
        if output_style().coloured:
            from refsol.pictures.terminal import paint  # rich is slow to import, and not needed without colours

            return paint(scene, width, height)
    return "".join(f"{line}\n" for line in draw(scene, width, height))
