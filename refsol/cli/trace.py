"""The verb ``trace``."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Final

from refsol.cli.files import STANDARD, emit_json, emit_text, opened_input
from refsol.cli.status import print_error
from refsol.cli.verbs import INPUT, JSON, as_verb, option
from refsol.errors import OptionError
from refsol.jury.validation import find_errors
from refsol.problem import Problem
from refsol.problem.tracing import MOST, shortened
from refsol.problem.tracing import trace as steps_of

_MARGIN: Final = 6  # columns before a line of the program
_ROOM: Final = 80  # columns for changes in a line


@as_verb("Run the plain solution line by line: print each line, and below it what it changes.", "input.txt --steps 50")
def trace(
    problem: Problem,
    *,
    source: Annotated[str, INPUT] = STANDARD,
    steps: Annotated[int, "Print at most this many steps.", option("NUMBER", least=1)] = 1000,
    first: Annotated[int, "Begin with this step.", option("NUMBER", spelled="--from", least=1)] = 1,
    json: Annotated[bool, JSON] = False,
) -> None:
    stop = first - 1 + steps
    if stop > MOST:
        raise OptionError(f"--from and --steps can reach step {MOST}, not {stop}")
    with opened_input(source) as file:
        data = file if isinstance(file, bytes) else file.read()
        for error in find_errors(problem.jury, data, lenient=True):
            raise error
        found = steps_of(problem, data, stop + 1)
    lines = found.source.splitlines()
    effects = [step.changes for step in found.steps[1:]]  # of each step, told by the next one
    if found.output is not None:
        effects.append(found.changes)
    for number in range(first - 1, min(stop, len(effects))):
        step, changes = found.steps[number], effects[number]
        if json:
            variables = {name: shortened(value) for name, value in step.variables.items()}
            fields = {"step": number + 1, "line": step.line, "function": step.function}
            emit_json({**fields, "variables": variables, "changes": changes})
        else:
            code = lines[step.line - 1]
            indent = " " * (_MARGIN + len(code) - len(code.lstrip()) + 4)
            emit_text(f"{step.line:>4}  {code}\n" + "".join(f"{indent}{text}\n" for text in _joined(changes)))
    if found.output is None or len(effects) > stop:
        print_error(f"stopped after step {stop}; --steps and --from show others")


def _joined(changes: Sequence[str]) -> Iterator[str]:
    """Yield lines with as many of the changes as have room."""
    line = ""
    for change in changes:
        if line and len(line) + len(change) + 2 > _ROOM:
            yield line
            line = ""
        line = f"{line}; {change}" if line else change
    if line:
        yield line
