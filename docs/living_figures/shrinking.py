"""A shrinking run: each smaller input on which a wrong program still fails, and how many others refsol tried."""

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from html import escape
from io import StringIO
from pathlib import Path
from runpy import run_path
from typing import Final, NamedTuple
from unittest.mock import patch

from living_figures.figure import Figure, Slider, State, legend
from refsol.jury.shrinking import smaller_inputs
from refsol.multigo.jury.explain import MOVE, explain
from refsol.pictures.svg import MARGIN, Grid, draw_layers
from refsol.problem import load
from refsol.problem.contract import Explanation
from refsol.problem.wording import counted

PROGRAM: Final = Path(__file__).parents[1] / "tour" / "connected.py"
FAMILY: Final = "rings"
SEED: Final = "1-1"
"""Case 1 of the campaign with seed 1."""


class Step(NamedTuple):
    """An input, and how many smaller ones refsol made from the input before until it found this one."""

    data: bytes
    made: int
    ran: int
    """How many of these were valid, new and smaller, so that the program ran on them; it failed on the last."""


class Run(NamedTuple):
    """The steps, from the input that was generated; and the candidates made from the last of them, all in vain."""

    steps: tuple[Step, ...]
    made: int
    ran: int


def output_of(data: bytes) -> bytes:
    """Return what the wrong program prints for an input."""
    output = StringIO()
    with patch.object(sys, "stdin", StringIO(data.decode("ascii"))), redirect_stdout(output):
        run_path(str(PROGRAM))
    return output.getvalue().encode("ascii")


def run_of() -> Run:
    """Shrink the input on which the campaign of the tour finds the program to be wrong."""
    problem = load("multigo")
    made = ran = 0

    def reductions(data: bytes) -> Iterator[bytes]:
        nonlocal made
        for candidate in problem.jury.reductions(data):
            made += 1
            yield candidate

    def fails(data: bytes) -> bool:
        nonlocal ran
        ran += 1
        return output_of(data) != b"".join(problem.solve(data, {}))

    data = problem.jury.family(FAMILY).generate(SEED)
    steps = [Step(data, 0, 0)]
    for smaller in smaller_inputs(problem.jury._replace(reductions=reductions), data, fails):
        steps.append(Step(smaller, made, ran))
        made = ran = 0
    return Run(tuple(steps), made, ran)


def wrong_move(data: bytes) -> tuple[Explanation, str]:
    """Return refsol's explanation of the first move on which the program is wrong, and the program's answer."""
    found = output_of(data).decode("ascii").split()
    right = [explanation.answer for explanation in explain(data, {})]
    move = next(k for k, answers in enumerate(zip(right, found, strict=True), 1) if len({*answers}) > 1)
    return next(explain(data, {MOVE: move})), found[move - 1]


def figure() -> Figure:
    """Return the figure: the steps of the run."""
    run = run_of()
    grids = [Grid(wrong_move(step.data)[0].scene) for step in run.steps]
    return Figure(
        "The board before the move on which the program is wrong; the cell of the move is in a frame",
        (max(grid.right for grid in grids) + MARGIN, max(grid.bottom for grid in grids) + MARGIN),
        {str(k): _state(run, k) for k in range(len(run.steps))},
        "0",
        controls=(Slider("step", "Input", tuple([f"{len(step.data)} bytes" for step in run.steps])),),
    )


def _state(run: Run, k: int) -> State:
    step = run.steps[k]
    explanation, found = wrong_move(step.data)
    found_and_right = f"The program says {found}, refsol <b>{explanation.answer}</b>"
    words = [
        *[f"<p>{sentence}</p>" for sentence in _words(run, k)],
        f"<p>{explanation.subject.capitalize()}. {found_and_right}: {escape(' '.join(explanation.reasons))}</p>",
        *legend(explanation.scene),
        f'<pre class="input">{escape(step.data.decode("ascii").rstrip())}</pre>',
    ]
    return State(tuple(draw_layers(explanation.scene)), tuple(words))


def _words(run: Run, k: int) -> Iterator[str]:
    step, last = run.steps[k], len(run.steps) - 1
    size = f"{len(step.data)} bytes"
    if k == 0:
        yield f"<b>{size}.</b> refsol generated this input, and the program fails on it."
    else:
        refused = _refused(step.made - step.ran, step.ran - 1)
        rest = f"refsol refused {counted(step.made - 1, 'other input')} first: {refused}." if refused else ""
        yield f"<b>Step {k} of {last}: {size}.</b> The program still fails. {rest}"
    if k == last:
        yield f"refsol refused all {run.made} inputs made from this one: {_refused(run.made - run.ran, run.ran)}."


def _refused(useless: int, right: int) -> str:
    """Return why candidates were refused."""
    parts = [f"the program is right on {right}"] * (right > 0)
    parts += [f"{useless} {'is' if useless == 1 else 'are'} invalid, repeated or no simpler"] * (useless > 0)
    return ", and ".join(parts)
