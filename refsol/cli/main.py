"""From arguments to an exit status: plain calls directly, everything else through typer."""

import gc
import os
from functools import partial

from refsol.cli.plain import parse
from refsol.cli.status import guarded, judged
from refsol.cli.verbs import COMPLETION


def run(arguments: list[str], failed: int | None = None) -> int:
    """Run the command line ``arguments`` and return the exit status, for any failure ``failed`` if that is given."""
    action = partial(_run, arguments)
    return guarded(action) if failed is None else judged(action, failed)


def _run(arguments: list[str]) -> int | None:
    call = None if COMPLETION in os.environ else parse(arguments)
    if call is None or call.verb.name != "solve":
        gc.enable()  # only solving does without, see ``refsol.__main__``
    if call is not None:
        return call.run()
    if arguments == ["list"]:
        from refsol.cli.list import list_problems

        list_problems()
        return None
    if arguments == ["--version"]:
        from refsol.cli.version import print_version

        print_version()
        return None
    from refsol.cli.app import parsed

    return parsed(arguments)()
