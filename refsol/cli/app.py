"""The full command line: a typer app with a group of commands for each problem."""

from functools import partial
from typing import Annotated, Final

import typer

from refsol.cli import check, explain, generate, referee, show, solve, statement, stress, testset, validate
from refsol.cli.commands import add_command
from refsol.cli.files import emit
from refsol.cli.list import list_problems
from refsol.cli.status import CLOSED_PIPE, SUCCESS, Finished, finish, guarded
from refsol.cli.version import describe
from refsol.problem import NAMES, Problem, load

_EPILOG: Final = (
    "Exit status: 0 success, 1 a negative verdict, 2 wrong usage, a file that can't be opened, read or written, or a "
    "cluster that can't be used, 3 bad input, 4 internal error; 130 after Ctrl-C, 141 if the reader of the output has "
    "gone."
)
VERBS: Final = tuple(
    module.VERB for module in (solve, statement, referee, validate, check, generate, testset, stress, explain, show)
)
"""The commands of a problem; only a problem that has a referee has ``referee``."""


def _group(problem: Problem) -> typer.Typer:
    """Build the commands of one problem."""
    group = typer.Typer(help=f"{problem.title} ({problem.source}).", epilog=_EPILOG, no_args_is_help=True)
    for verb in VERBS:
        if verb is not referee.VERB or problem.referee is not None:
            add_command(group, verb, problem, _EPILOG)
    return group


def _print_version(wanted: bool) -> None:
    if wanted:
        finish(partial(emit, [f"{describe()}\n".encode()]))


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
            typer.Option("--version", callback=_print_version, is_eager=True, help="Print version and mode, and exit."),
        ] = False,
    ) -> None:
        pass

    problems = [load(name) for name in NAMES]

    @app.command("list", epilog=_EPILOG)
    def list_() -> None:
        """List the problems."""
        finish(partial(list_problems, problems))

    for problem in problems:
        app.add_typer(_group(problem), name=problem.name)
    return app


def run_app(arguments: list[str]) -> int:
    """Run the full command line and return the exit status."""
    return guarded(partial(_run, arguments))


def _run(arguments: list[str]) -> int:
    try:
        build()(args=arguments, prog_name="refsol")
    except Finished as end:
        return end.status
    except SystemExit as end:
        if end.code == 1:  # typer and rich end like this when the reader of their help has gone
            return CLOSED_PIPE
        return end.code if isinstance(end.code, int) else SUCCESS
    return SUCCESS
