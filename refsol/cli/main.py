"""From arguments to an exit status: plain ``solve`` calls directly, everything else through typer."""

import gc
from functools import partial

from refsol.cli.plain import parse
from refsol.cli.solve import solve
from refsol.cli.status import SUCCESS, guarded


def run(arguments: list[str]) -> int:
    """Run the command line ``arguments`` and return the exit status."""
    return guarded(partial(_run, arguments))


def _run(arguments: list[str]) -> int:
    call = parse(arguments)
    if call is not None:
        solve(*call)
        return SUCCESS
    gc.enable()  # a plain call does without, see ``refsol.__main__``
    from refsol.cli.app import run_app

    return run_app(arguments)
