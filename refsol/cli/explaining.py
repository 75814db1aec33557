"""The verb ``explain``."""

import json
from collections.abc import Iterator, Mapping

from refsol.cli.files import emit, opened_input
from refsol.cli.status import BadInputError
from refsol.errors import InputError
from refsol.jury.contract import Explanation, load_jury
from refsol.pictures.text import draw
from refsol.problem import Problem


def explain(problem: Problem, source: str, selection: Mapping[str, int], *, as_json: bool) -> None:
    """Say why answers are what they are, one after another.

    Raises ``BadInputError``, ``OptionError`` where there is no such answer, and ``FileError``.
    """
    try:
        with opened_input(source) as data:
            for explanation in load_jury(problem.name).explain(data, selection):
                emit([_as_json(explanation) if as_json else _as_text(explanation)])
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
