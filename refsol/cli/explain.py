"""The verb ``explain``."""

import sys
from collections.abc import Mapping
from typing import Annotated

from refsol.cli.files import STANDARD, emit_json, emit_text, opened_input
from refsol.cli.terminal import hanging, reasoned, wrapping_width
from refsol.cli.verbs import INPUT, JSON, as_verb, numbers
from refsol.pictures.text import draw
from refsol.problem import Problem


def selection_helps(problem: Problem) -> Mapping[str, str]:
    """Return the help of each option that selects answers of a ``problem``, by name."""
    explainer = problem.jury.explainer
    return {} if explainer is None else {option.name: option.help for option in explainer.selection_options}


def selection_example(problem: Problem) -> str:
    """Return example arguments for a verb that selects answers of a ``problem``."""
    return "input.txt" + "".join(f" --{name} 1" for name in selection_helps(problem))


@as_verb("Explain why an answer is right.", selection_example)
def explain(
    problem: Problem,
    *,
    source: Annotated[str, INPUT] = STANDARD,
    selection: Annotated[Mapping[str, int], numbers(selection_helps)] = {},
    json: Annotated[bool, JSON] = False,
) -> None:
    """Explain answers. Raises ``BadInputError``, ``OptionError`` for an answer that isn't there, and ``FileError``."""
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
