"""From arguments to an exit status: plain calls directly, everything else through typer."""

import gc

from refsol.cli.plain import parse
from refsol.cli.status import guarded


def run(arguments: list[str]) -> int:
    """Run the command line ``arguments`` and return the exit status."""
    call = parse(arguments)
    if call is None or call.verb.name != "solve":
        gc.enable()  # only solving does without, see ``refsol.__main__``
    if call is not None:
        return guarded(call.run)
    if arguments == ["list"]:
        from refsol.cli.list import list_problems

        return guarded(list_problems)
    if arguments == ["--version"]:
        from refsol.cli.version import print_version

        return guarded(print_version)
    from refsol.cli.app import run_app

    return run_app(arguments)
