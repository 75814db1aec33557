"""The full command line: a typer app with a group of commands for each problem, built from the contract."""

from collections.abc import Callable
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated

import typer

from refsol.cli import verbs
from refsol.cli.files import STANDARD, emit
from refsol.cli.plain import OUTPUT_OPTIONS, value_of
from refsol.cli.status import CLOSED_PIPE, SUCCESS, guarded
from refsol.cli.version import describe
from refsol.problem import NAMES, Choice, Flag, Option, Problem, load

_EPILOG = (
    "Exit status: 0 success, 1 a negative verdict, 2 wrong usage or a file that can't be opened, read or written, "
    "3 bad input, 4 internal error; 130 after Ctrl-C, 141 when the reader of the output went away."
)


class _SolveCommand:
    """The command ``solve`` of one problem, with a signature made from the problem's options."""

    __name__ = "solve"

    def __init__(self, problem: Problem) -> None:
        self.__annotations__: dict[str, object] = {}
        self._problem = problem
        parameters = [
            _parameter(
                "source",
                str,
                typer.Argument(
                    STANDARD, metavar="INPUT", help="The input file; - is standard input.", show_default=False
                ),
            ),
            _parameter(
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
            *(_option_parameter(option) for option in problem.options),
        ]
        self.__signature__ = Signature(parameters)

    def __call__(self, source: str, target: str, **settings: str | int | bool | None) -> None:
        given = {name: value for name, value in settings.items() if value is not None and value is not False}
        _finish(partial(verbs.solve, self._problem, source, target, given))


def _parameter(name: str, kind: type, default: object) -> Parameter:
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def _option_parameter(option: Option) -> Parameter:
    flag = f"--{option.name}"
    if isinstance(option, Flag):
        return _parameter(option.name, bool, typer.Option(False, flag, help=option.help, show_default=False))
    values = option.values if isinstance(option, Choice) else ()

    def parse(text: str) -> str | int:
        value = value_of(option, text)
        if value is None:
            raise typer.BadParameter(f"{text!r} is not {'one of ' + ', '.join(values) if values else 'a number'}.")
        return value

    return _parameter(
        option.name,
        str,
        typer.Option(
            None,
            flag,
            help=f"{option.help} [default: {values[0]}]" if values else option.help,
            metavar=f"[{'|'.join(values)}]" if values else "NUMBER",
            parser=parse,
            autocompletion=lambda: list(values),
        ),
    )


def _finish(action: Callable[[], int | None]) -> None:
    """Run a verb and end the command with its exit status."""
    raise typer.Exit(guarded(action))


def _group(problem: Problem) -> typer.Typer:
    """Build the commands of one problem."""
    group = typer.Typer(help=f"{problem.title} ({problem.source}).", epilog=_EPILOG, no_args_is_help=True)
    group.command("solve", help=_SOLVE_HELP.format(name=problem.name), epilog=_EPILOG)(_SolveCommand(problem))

    @group.command("statement", epilog=_EPILOG)
    def statement() -> None:
        """Print the problem in our own words: format, limits, samples."""
        _finish(partial(verbs.statement, problem))

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
            _finish(partial(verbs.referee, problem, board))

    return group


_SOLVE_HELP = "Solve an input. For example: refsol {name} solve input.txt -o answer.txt"


def _print_version(wanted: bool) -> None:
    if wanted:
        _finish(partial(emit, [f"{describe()}\n".encode()]))


def build() -> typer.Typer:
    """Return the app with the commands of every problem."""
    app = typer.Typer(
        name="refsol",
        help="Reference solutions for five board-game problems: trustworthy, readable, fast.",
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
        _finish(partial(verbs.list_problems, problems))

    for problem in problems:
        app.add_typer(_group(problem), name=problem.name)
    return app


def run_app(arguments: list[str]) -> int:
    """Run the full command line and return the exit status."""
    return guarded(partial(_run, arguments))


def _run(arguments: list[str]) -> int:
    try:
        build()(args=arguments, prog_name="refsol")
    except SystemExit as end:
        if end.code == 1:  # not from a verb: typer and rich end so when the reader of their help has gone
            return CLOSED_PIPE
        return end.code if isinstance(end.code, int) else SUCCESS
    return SUCCESS
