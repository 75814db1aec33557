"""Problems and commands that don't exist: what the user may have meant."""

from collections.abc import Sequence

from refsol.cli.help import LIST
from refsol.cli.verbs import verb_names
from refsol.errors import OptionError, unknown
from refsol.problem import NAMES, RESERVED, exists, load, offered


def raise_if_misspelt(arguments: Sequence[str]) -> None:
    """Raise ``OptionError``, with a suggestion, if the problem or the command in ``arguments`` doesn't exist. O(1).

    Anything else may still be wrong with the arguments.
    """
    first, second = [*arguments, "", ""][:2]
    if first.startswith("-") or first == LIST:
        return
    verbs = {verb: name for name in NAMES for verb in verb_names(load(name))}
    if first in verbs:
        if exists(second) and first in verb_names(load(second)):
            raise OptionError(f"the problem comes first; did you mean 'refsol {second} {first}'?")
        raise OptionError(f"the problem comes first, as in 'refsol {verbs[first]} {first}'")
    if not exists(first):
        installed = [problem.name for problem in offered()[0]]
        raise unknown("problem or command", first, (*NAMES, *installed, *RESERVED))
    if not second.startswith("-") and second not in verb_names(load(first)):
        raise unknown(f"{first} command", second, verb_names(load(first)))
