"""The verbs, the commands that every problem has, each imported only when it is needed."""

from collections.abc import Sequence
from importlib import import_module
from typing import Final

from refsol.cli.options import Verb
from refsol.problem import Problem

COMPLETION: Final = "_REFSOL_COMPLETE"
"""The variable of the environment by which a shell asks for completion."""
_REFEREE: Final = "referee"
VERBS: Final = (
    *("solve", "statement", _REFEREE, "validate", "check"),
    *("generate", "testset", "package", "bundle", "stress", "judge", "explain", "show"),
)
"""The names of all verbs, in the order of the help."""


def verb_names(problem: Problem) -> Sequence[str]:
    """Return the names of the verbs of a ``problem``, in the order of its help. O(1)."""
    return [name for name in VERBS if name != _REFEREE or problem.referee is not None]


def load_verb(name: str) -> Verb:
    """Import the verb called ``name``, one of :func:`verb_names`. O(1)."""
    verb: Verb = import_module(f"refsol.cli.{name}").VERB
    return verb
