"""The steps of a plain solution for the page: its code, its variables, and the board for which they stand."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final  # Any: what JSON holds

from games import INPUT

from refsol.errors import InputError
from refsol.jury.validation import find_errors
from refsol.pictures.svg import draw_svg
from refsol.problem import load
from refsol.problem.tracing import Trace, shortened, trace

# What grows, or is filled in, with each answer.
_ANSWERS: Final = {
    "multigo": "answers[",
    "somegame": "answers[",
    "chess": "self.answers[",
    "nogo": "moves[",
    "tictactoe": "board[",
}


def begin_steps(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Run the plain solution of the ``problem`` on the file :data:`INPUT`.

    The reply has the ``source``, the number of the line of each of the ``steps``, which are at most 20,000, and as
    ``answers`` the indices of those before which one was found. ``whole`` says whether these are all. For an input that
    isn't valid or is too large, it has the line of the ``error`` only.
    """
    name, data = request["problem"], files[INPUT]
    try:
        for error in find_errors(load(name).jury, data, lenient=True):
            raise error
        found = _trace(name, data)
    except InputError as error:
        return {"error": f"refsol: {INPUT}:{error}"}
    begins = _ANSWERS[name]
    answers = [k for k, step in enumerate(found.steps) if any(each.startswith(begins) for each in step.changes)]
    lines = [step.line for step in found.steps]
    return {"source": found.source, "steps": lines, "answers": answers, "whole": found.output is not None}


def show_step(request: Mapping[str, Any], files: Mapping[str, bytes]) -> Mapping[str, object]:
    """Return what there is at the step ``at``, an index, of a run on the same ``problem`` and :data:`INPUT`.

    That is the ``function``, its ``variables``, each with its name, its value and whether it has just changed, the
    ``changes``, and as ``picture`` the text of an SVG element with the board, or null.
    """
    problem = load(request["problem"])
    step = _trace(problem.name, files[INPUT]).steps[request["at"]]
    variables = [
        [name, shortened(value), any(each.startswith((f"{name} =", f"{name}[", f"{name}.")) for each in step.changes)]
        for name, value in step.variables.items()
    ]
    state = problem.explainer.state
    scene = state and state(step.stack)
    picture = draw_svg(scene, style=False) if scene else None
    return {"function": step.function, "variables": variables, "changes": list(step.changes), "picture": picture}


@lru_cache(maxsize=1)
def _trace(name: str, data: bytes) -> Trace:
    return trace(load(name), data)
