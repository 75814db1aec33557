"""The full command line: a typer app with a group of commands for each problem."""

from typing import Annotated, Final

import typer

from refsol.cli.commands import add_command
from refsol.cli.list import list_problems
from refsol.cli.status import CLOSED_PIPE, SUCCESS, FileError, Finished, finish, silence_output
from refsol.cli.verbs import load_verb, verb_names
from refsol.cli.version import print_version
from refsol.problem import NAMES, Problem, load

_EPILOG: Final = (
    "Exit status: 0 success, 1 a negative verdict, 2 wrong usage, a file that can't be opened, read or written, or a "
    "cluster that can't be used, 3 bad input, 4 internal error; 130 after Ctrl-C, 141 if the reader of the output has "
    "gone."
)


def _group(problem: Problem) -> typer.Typer:
    """Build the commands of one problem."""
    group = typer.Typer(help=f"{problem.title} ({problem.source}).", epilog=_EPILOG, no_args_is_help=True)
    for name in verb_names(problem):
        add_command(group, load_verb(name), problem, _EPILOG)
    return group


def _version(wanted: bool) -> None:
    if wanted:
        finish(print_version)


def build() -> typer.Typer:
    """Return the app with the commands of every problem."""
    app = typer.Typer(
        name="refsol",
        help="Reference solutions for board-game problems: trustworthy, readable, fast.",
        epilog=_EPILOG,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )

    @app.callback()
    def options(
        version: Annotated[
            bool,
            typer.Option("--version", callback=_version, is_eager=True, help="Print version and mode, and exit."),
        ] = False,
    ) -> None:
        pass

    @app.command("list", epilog=_EPILOG)
    def list_() -> None:
        """List the problems."""
        finish(list_problems)

    for name in NAMES:
        app.add_typer(_group(load(name)), name=name)
    return app


def run_app(arguments: list[str]) -> int:
    """Run the full command line and return the exit status. Raises ``FileError`` if its help can't be written."""
    app = build()
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
        if end.code == 1:  # typer and rich end like this when the reader of their help has gone
            return CLOSED_PIPE
        return end.code if isinstance(end.code, int) else SUCCESS
    return SUCCESS
