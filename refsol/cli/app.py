"""The full command line: a typer app with a group of commands for each problem."""

from collections.abc import Iterable
from typing import Annotated

import typer

from refsol.cli.commands import Command, Group, add_command
from refsol.cli.help import HELP, LIST
from refsol.cli.list import list_problems
from refsol.cli.status import CLOSED_PIPE, SUCCESS, USAGE, FileError, Finished, UsageError, finish, silence_output
from refsol.cli.verbs import load_verb, verb_names
from refsol.cli.version import print_version
from refsol.problem import NAMES, OWN, Problem, exists, load


def _group(problem: Problem) -> typer.Typer:
    """Build the commands of one problem."""
    group = typer.Typer(cls=Group, no_args_is_help=True, rich_markup_mode=None)
    for name in verb_names(problem):
        add_command(group, load_verb(problem, name), problem)
    return group


def _version(wanted: bool) -> None:
    if wanted:
        finish(print_version)


def build(names: Iterable[str] = (*NAMES, OWN)) -> typer.Typer:
    """Return the app with the commands of the problems called ``names``."""
    app = typer.Typer(
        name="refsol",
        cls=Group,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": list(HELP)},
    )

    @app.callback()
    def options(
        version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True)] = False,
    ) -> None:
        pass

    @app.command(LIST, cls=Command)
    def list_() -> None:
        finish(list_problems)

    for name in names:
        app.add_typer(_group(load(name)), name=name)
    return app


def run_app(arguments: list[str]) -> int:
    """Run the full command line and return the exit status.

    Raises ``UsageError`` for wrong arguments, once they have been reported, and ``FileError`` if its help can't be
    written.
    """
    app = build([name for name in arguments[:1] if exists(name)] or (*NAMES, OWN))
    try:
        app(args=arguments, prog_name="refsol")
    except Finished as end:
        return end.status
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:  # of a module
            raise
        silence_output()
        raise FileError(f"standard output: {error.strerror}") from error
    except SystemExit as end:
        if end.code == 1:  # typer ends like this when the reader of its help has gone
            return CLOSED_PIPE
        if end.code == USAGE:
            raise UsageError from None
        return end.code if isinstance(end.code, int) else SUCCESS
    return SUCCESS
