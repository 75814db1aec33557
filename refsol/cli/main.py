"""From arguments to an exit status: plain calls directly, everything else through typer."""

import gc
from functools import partial

from refsol.cli.plain import parse
from refsol.cli.status import guarded


def run(arguments: list[str]) -> int:
    """Run the command line ``arguments`` and return the exit status."""
    return guarded(partial(_run, arguments))


def _run(arguments: list[str]) -> int | None:
    call = parse(arguments)
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
    from refsol.cli.app import run_app

    return run_app(arguments)
