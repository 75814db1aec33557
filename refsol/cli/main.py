"""From arguments to an exit status: plain calls directly, everything else through typer."""

import gc
import os
from functools import partial

from refsol.cli.files import emit_text
from refsol.cli.plain import parse
from refsol.cli.status import SUCCESS, USAGE, guarded, judged
from refsol.cli.verbs import COMPLETION


def run(arguments: list[str], failed: int | None = None) -> int:
    """Run the command line ``arguments`` and return the exit status, for any failure ``failed`` if that is given."""
    action = partial(_run, arguments)
    return guarded(action) if failed is None else judged(action, failed)


def _run(arguments: list[str]) -> int | None:
    if COMPLETION in os.environ:
        return _complete()
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
    from refsol.cli.help import HELP, page_for, rendered

    page = page_for(arguments)
    if page is not None:
        emit_text(rendered(page))
        return SUCCESS if arguments and arguments[-1] in HELP else USAGE
    from refsol.cli.mistakes import raise_if_misspelt

    raise_if_misspelt(arguments)
    from refsol.cli.app import run_app

    return run_app(arguments)


def _complete() -> int:
    """Print what can follow what has been typed in a shell; return the exit status."""
    from refsol.cli.completion import complete

    status = complete(os.environ)
    if status is not None:
        return status
    from refsol.cli.app import run_app

    return run_app([])
