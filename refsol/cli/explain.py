"""The verb ``explain``."""

import sys
from collections.abc import Mapping
from typing import Annotated

from refsol.cli.files import STANDARD, emit, emit_json, opened_input
from refsol.cli.terminal import hanging, reasoned, wrapping_width
from refsol.cli.verbs import INPUT, JSON, as_verb, numbers
from refsol.pictures.text import draw
from refsol.problem import Problem
from refsol.problem.contract import Explanation


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
            if json:
                emit_json(_fields(explanation))
            else:
                emit([_as_text(explanation, width)])


def _as_text(explanation: Explanation, width: int | None) -> bytes:
    title = hanging(f"{explanation.subject}: {explanation.answer}", width)
    return ("\n".join([*title, *reasoned(explanation.reasons, explanation.scene, width, indent=2)]) + "\n").encode()


def _fields(explanation: Explanation) -> dict[str, object]:
    return {
        "which": dict(explanation.selection),
        "subject": explanation.subject,
        "answer": explanation.answer,
        "reasons": explanation.reasons,
        "marks": [mark._asdict() for mark in explanation.marks],
        "drawing": draw(explanation.scene),
    }
