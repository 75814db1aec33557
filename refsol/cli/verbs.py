"""The verbs, the commands that every problem has, each imported only when it is needed."""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final

from refsol.cli.options import Verb
from refsol.problem import OWN, Problem

COMPLETION: Final = "_REFSOL_COMPLETE"
"""The variable of the environment by which a shell asks for completion."""
_REFEREE: Final = "referee"
VERBS: Final = (
    *("solve", "statement", _REFEREE, "validate", "check"),
    *("generate", "testset", "package", "bundle", "stress", "judge", "explain", "show"),
)
"""The names of the verbs that problems have in common, in the order of the help."""
PARTICULAR: Final[Mapping[str, Sequence[str]]] = {"nogo": ("outcome", "gtp", "match", "botzone"), OWN: ("init", "new")}
"""The verbs that only one problem has, by its name: ``nogo outcome`` is in :mod:`refsol.cli.nogo_outcome`."""
_OF_OWN: Final = (
    *PARTICULAR[OWN],  # which need no problem yet
    *("validate", "check", "generate", "testset", "package", "stress", "judge", "explain", "show"),
)


def verb_names(problem: Problem) -> Sequence[str]:
    """Return the names of the verbs of a ``problem``, in the order of its help. O(1)."""
    if problem.name == OWN:
        return _OF_OWN
    shared = [name for name in VERBS if name != _REFEREE or problem.referee is not None]
    return [*shared, *PARTICULAR.get(problem.name, ())]


def load_verb(problem: Problem, name: str) -> Verb:
    """Import the verb called ``name``, one of :func:`verb_names` of the ``problem``. O(1)."""
    verb: Verb
    if name in PARTICULAR.get(problem.name, ()):
        verb = import_module(f"refsol.cli.{problem.name}_{name}").VERB
        return verb
    verb = import_module(f"refsol.cli.{name}").VERB
    if problem.name == OWN:
        from refsol.cli.own import own_verb

        return own_verb(verb)
    return verb
