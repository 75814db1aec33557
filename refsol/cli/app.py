"""The full command line: a typer app with a group of commands for each problem, built from the contract."""

from functools import partial
from typing import Annotated

import typer

from refsol.cli import verbs
from refsol.cli.files import STANDARD, emit
from refsol.cli.jury import add_jury
from refsol.cli.plain import OUTPUT_OPTIONS
from refsol.cli.signature import TableCommand, Value, option_parameter, parameter
from refsol.cli.status import CLOSED_PIPE, SUCCESS, Finished, finish, guarded
from refsol.cli.version import describe
from refsol.problem import NAMES, Problem, load

_EPILOG = (
    "Exit status: 0 success, 1 a negative verdict, 2 wrong usage or a file that can't be opened, read or written, "
    "3 bad input, 4 internal error; 130 after Ctrl-C, 141 when the reader of the output went away."
)


def _solve_command(problem: Problem) -> TableCommand:
    """Return the command ``solve`` with the problem's options."""
    parameters = [
        parameter(
            "source",
            str,
            typer.Argument(STANDARD, metavar="INPUT", help="The input file; - is standard input.", show_default=False),
        ),
        parameter(
            "target",
            str,
            typer.Option(
                STANDARD,
                *OUTPUT_OPTIONS,
                metavar="OUTPUT",
                help="Where the answer goes, whole or not at all; - is standard output.",
                show_default=False,
            ),
        ),
        *(option_parameter(option) for option in problem.options),
    ]

    def solve(values: dict[str, Value]) -> None:
        source, target = str(values.pop("source")), str(values.pop("target"))
        given = {name: value for name, value in values.items() if isinstance(value, str | int) and value is not False}
        finish(partial(verbs.solve, problem, source, target, given))

    return TableCommand("solve", parameters, solve)


def _group(problem: Problem) -> typer.Typer:
    """Build the commands of one problem."""
    group = typer.Typer(help=f"{problem.title} ({problem.source}).", epilog=_EPILOG, no_args_is_help=True)
    group.command("solve", help=_SOLVE_HELP.format(name=problem.name), epilog=_EPILOG)(_solve_command(problem))

    @group.command("statement", epilog=_EPILOG)
    def statement() -> None:
        """Print the problem in our own words: format, limits, samples."""
        finish(partial(verbs.statement, problem))

    if problem.referee is not None:

        @group.command("referee", epilog=_EPILOG)
        def referee(
            board: Annotated[
                str,
                typer.Argument(
                    help="A file with the position, as in the input of solve; the moves after it are not read."
                ),
            ],
        ) -> None:
            """Judge moves live: read them from standard input, a line each, and answer each at once."""
            finish(partial(verbs.referee, problem, board))

    add_jury(group, problem, _EPILOG)
    return group


_SOLVE_HELP = "Solve an input. For example: refsol {name} solve input.txt -o answer.txt"


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
    def list_problems() -> None:
        """List the problems."""
        finish(partial(verbs.list_problems, problems))

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
        if end.code == 1:  # typer and rich end so when the reader of their help has gone
            return CLOSED_PIPE
        return end.code if isinstance(end.code, int) else SUCCESS
    return SUCCESS
