"""What the playground and the living figures ask refsol in the browser, and what they get: JSON in, JSON out.

A request is an object whose ``do`` names one of :data:`ANSWERS`, in which the module that answers it is registered. A
reply is also an object. The page sends files along, by name. ``interpreter.js`` is the other side.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias  # Any: what JSON holds

from commands import picture_of_verdict, run
from games import analyse, play
from stepping import begin_steps, show_step
from trials import begin_trial, continue_trial

Request: TypeAlias = Mapping[str, Any]
"""A request; each function says which fields it has."""
Reply: TypeAlias = Mapping[str, object]
"""A reply; each function says which fields it has."""
Files: TypeAlias = Mapping[str, bytes]
"""The contents of files by name."""

ANSWERS: Final[Mapping[str, Callable[[Request, Files], Reply]]] = {
    "run": run,
    "verdict": picture_of_verdict,
    "play": play,
    "analyse": analyse,
    "steps": begin_steps,
    "step": show_step,
    "try": begin_trial,
    "ran": continue_trial,
}
"""What can be asked."""


def answer(request: str, files: Mapping[str, bytes | memoryview]) -> str:
    """Return the reply to a ``request``, both as JSON; a file is bytes or, from JavaScript, a view of them.

    Raises ``KeyError`` for what can't be asked, and whatever the function that answers raises.
    """
    asked: Request = json.loads(request)
    return json.dumps(ANSWERS[asked["do"]](asked, {name: bytes(file) for name, file in files.items()}))
