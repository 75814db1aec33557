"""The verb ``explain``."""

import json
from collections.abc import Iterator, Mapping
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, emit, opened_input
from refsol.cli.options import INPUT_HELP, JSON_HELP, Argument, Numbers, Option, Verb
from refsol.cli.status import BadInputError
from refsol.errors import InputError
from refsol.jury.contract import Explanation, load_jury
from refsol.pictures.text import draw
from refsol.problem import Problem


def selection_helps(problem: Problem) -> Mapping[str, str]:
    """Return the help of each option by which answers of a ``problem`` are chosen."""
    return {option.name: option.help for option in load_jury(problem.name).selection_options}


def selection_example(problem: Problem) -> str:
    """Return an example of the arguments of a verb that chooses answers of a ``problem``."""
    return "input.txt" + "".join(f" --{name} 1" for name in selection_helps(problem))


class Options(NamedTuple):
    """What ``explain`` is asked for."""

    source: Annotated[str, Argument(INPUT_HELP, "INPUT")] = STANDARD
    selection: Annotated[Mapping[str, int], Numbers(selection_helps)] = {}
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def explain(problem: Problem, options: Options) -> None:
    """Say why answers are what they are, one after another.

    Raises ``BadInputError``, ``OptionError`` where there is no such answer, and ``FileError``.
    """
    source = options.source
    try:
        with opened_input(source) as data:
            for explanation in load_jury(problem.name).explain(data, options.selection):
                emit([_as_json(explanation) if options.as_json else _as_text(explanation)])
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error


def _as_text(explanation: Explanation) -> bytes:
    lines = [f"{explanation.subject}: {explanation.answer}", *_indented(explanation)]
    return ("\n".join(lines) + "\n").encode()


def _indented(explanation: Explanation) -> Iterator[str]:
    for line in (*explanation.reasons, *draw(explanation.scene)):
        yield f"  {line}".rstrip()


def _as_json(explanation: Explanation) -> bytes:
    """Return an explanation as a JSON object on a line of its own."""
    fields = {
        "which": dict(explanation.selection),
        "subject": explanation.subject,
        "answer": explanation.answer,
        "reasons": explanation.reasons,
        "marks": [mark._asdict() for mark in explanation.marks],
        "drawing": draw(explanation.scene),
    }
    return (json.dumps(fields) + "\n").encode()


VERB: Final = Verb("explain", "Say why an answer is what it is.", selection_example, Options, explain)
"""``refsol PROBLEM explain``."""
