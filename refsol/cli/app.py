"""Help, completion and every spelling of a call, by typer: from arguments to what they ask for."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from inspect import Parameter, Signature
from typing import Annotated, Final, NoReturn, TypeAlias

import typer
from rich.markup import escape
from typer.core import TyperCommand, TyperGroup

from refsol.cli import load_verb
from refsol.cli.main import begins_with_source, list_problems, print_version
from refsol.cli.status import CLOSED_PIPE, SUCCESS, USAGE, FileError, UsageError, silence_output
from refsol.cli.terminal import columns
from refsol.cli.verbs import COMPLETION, Field, FieldValue, Verb, call_of, verb_names
from refsol.errors import PackageError
from refsol.problem import NAMES, OWN, Problem, load, offered

EXAMPLE: Final = "Example: "
_MARKUP: Final = "rich"
_STATUSES: Final = """\
Exit status:
  0    success
  1    a negative verdict
  2    wrong usage, or a file, a cluster, an installed problem, or a model
       solution, checker or validator that can't be used
  3    bad input
  4    an internal error
  129  ended by SIGHUP, as shells report it
  130  ended by Ctrl-C
  141  the reader of the output has gone
  143  ended by SIGTERM, as shells report it"""

_Action: TypeAlias = Callable[[], int | None]


class _ParsedError(Exception):
    """Raised by a command to end typer: the ``action`` is what the arguments ask for."""

    def __init__(self, action: _Action) -> None:
        super().__init__(action)
        self.action = action


def parsed(arguments: Sequence[str]) -> _Action:
    """Return what the ``arguments`` ask for; help and completion are printed here."""
    completing = COMPLETION in os.environ
    try:
        # Shells expect each explanation in one line.
        with _columns(10_000 if completing else min(columns(), 80)):
            root().main(list(arguments), "refsol")
    except _ParsedError as found:
        return found.action
    except PackageError:
        if not completing:  # then nothing can follow
            raise
    except BrokenPipeError:
        raise
    except OSError as error:
        if error.filename is not None:  # of a module
            raise
        silence_output()
        raise FileError(f"standard output: {error.strerror}") from error
    except SystemExit as end:
        if end.code == USAGE:
            raise UsageError from None
        # typer ends with 1 when the reader of its help has gone; fish is told by it that files may follow
        status = CLOSED_PIPE if end.code == 1 and not completing else end.code
        return lambda: status if isinstance(status, int) else SUCCESS
    return lambda: SUCCESS


def root() -> TyperGroup:
    app = typer.Typer(
        name="refsol",
        cls=_Group,
        help=_help(
            "Reference solutions for board-game problems: trustworthy, readable, fast.",
            _example(load("nogo")),
            "Further help: refsol PROBLEM --help, refsol PROBLEM COMMAND --help",
        ),
        epilog=escape(_STATUSES),
        no_args_is_help=True,
        rich_markup_mode=_MARKUP,
        context_settings={"help_option_names": ["-h", "--help"]},
        subcommand_metavar="PROBLEM COMMAND [ARGS]...",
    )

    @app.callback()
    def version(
        _wanted: Annotated[
            bool, typer.Option("--version", callback=_version, is_eager=True, help="Print version and mode.")
        ] = False,
    ) -> None:
        pass

    def add(name: str, about: str, panel: str) -> None:
        app.command(name, help=escape(about), rich_help_panel=panel)(lambda: _problem_group(load(name)))

    for name in NAMES:
        add(name, _titled(load(name)), "Problems")
    for installed in offered()[0]:
        add(installed.name, installed.about, "Installed problems")
    add(OWN, _titled(load(OWN)), "Other commands")
    about = "List the problems."
    app.command("list", help=about, rich_help_panel="Other commands")(lambda: _command("list", about, _list))
    command = typer.main.get_command(app)  # with the options for completion, which ``get_group`` leaves out
    assert isinstance(command, TyperGroup)
    return command


class _Group(TyperGroup):
    """A group of commands: the callback of each, without parameters, makes the command when it is called."""

    def resolve_command(  # type: ignore[override]  # typer's types of contexts and commands are private
        self, ctx: typer.Context, args: list[str]
    ) -> tuple[str | None, TyperCommand | TyperGroup | None, list[str]]:
        name, stub, rest = super().resolve_command(ctx, args)
        return name, None if stub is None or stub.callback is None else stub.callback(), rest


def _problem_group(problem: Problem) -> TyperGroup:
    about = _help(_titled(problem), _example(problem), _link(problem))
    app = typer.Typer(name=problem.name, cls=_Group, help=about, no_args_is_help=True, rich_markup_mode=_MARKUP)

    def add(verb: Verb) -> None:
        app.command(verb.name, help=escape(verb.help))(lambda: _verb_command(verb, problem))

    for name in verb_names(problem):
        add(load_verb(problem, name))
    return typer.main.get_group(app)


def _verb_command(verb: Verb, problem: Problem) -> TyperCommand:
    settings = {"allow_interspersed_args": not verb.takes_command, "ignore_unknown_options": verb.takes_dashes}
    about = _help(verb.help, _example(problem, verb.name), _link(problem))
    kind = _Command if verb.takes_command else TyperCommand
    return _command(verb.name, about, _Callable(verb, problem), settings, kind)


class _Command(TyperCommand):
    """A verb that takes a command: options end with it, unless it is a source file."""

    def parse_args(  # type: ignore[override]  # typer's types of contexts are private
        self, ctx: typer.Context, args: list[str]
    ) -> list[str]:
        values, _, _ = self.make_parser(ctx).parse_args(list(args))
        command = values.get("command") or ()
        ctx.allow_interspersed_args = begins_with_source(command) and args[-len(command) - 1 : -len(command)] != ["--"]
        return super().parse_args(ctx, args)


def _command(
    name: str,
    about: str,
    call: Callable[..., None],
    settings: dict[str, bool] | None = None,
    kind: type[TyperCommand] = TyperCommand,
) -> TyperCommand:
    app = typer.Typer(add_completion=False, rich_markup_mode=_MARKUP)
    app.command(name, help=about, context_settings=settings, cls=kind)(call)
    command = typer.main.get_command(app)
    assert isinstance(command, TyperCommand)
    return command


def _list() -> NoReturn:
    raise _ParsedError(list_problems)


def _version(wanted: bool) -> None:
    if wanted:
        raise _ParsedError(print_version)


class _Callable:
    """A verb for a problem, as a callable that typer can read; called, it ends typer."""

    def __init__(self, verb: Verb, problem: Problem) -> None:
        self._verb: Final = verb
        self._problem: Final = problem
        self._fields: Final = verb.parameters(problem)
        self.__name__ = verb.name
        self.__annotations__: dict[str, object] = {}
        self.__signature__ = Signature([_parameter(field, problem) for field in self._fields])

    def __call__(self, **values: FieldValue) -> None:
        given = [
            (field, tuple(value) if isinstance(value, list) else value)
            for field in self._fields
            if (value := values[field.name]) is not None
        ]
        raise _ParsedError(call_of(self._problem, self._verb, given).run)


def _parameter(field: Field, problem: Problem) -> Parameter:
    complete = field.complete
    completion = None
    if field.choices or complete:
        completion = lambda: list(complete(problem) if complete else field.choices)  # noqa: E731 (its type is clear)
    metavar = f"[{'|'.join(field.choices)}]" if field.choices else field.metavar
    default = field.default if field.default != () else None
    declare, help_text = partial(typer.Argument, ... if field.required else default), field.help
    if field.is_option:
        declare = partial(typer.Option, default, *field.spellings(), min=field.least, rich_help_panel=field.panel)
        if field.shows_default and default is not None and field.kind is not bool:
            help_text = f"{field.help} (default: {default})"
    elif metavar is None:
        metavar = field.name.upper()
    declared = declare(metavar=metavar, help=escape(help_text), show_default=False, autocompletion=completion)
    kind = list[str] if field.several else field.kind  # for typer a tuple has a fixed length
    return Parameter(field.name, Parameter.KEYWORD_ONLY, default=declared, annotation=kind)


def _titled(problem: Problem) -> str:
    return f"{problem.title} ({problem.source})." if problem.source else f"{problem.title}."


def _example(problem: Problem, name: str = "") -> str:
    verb = load_verb(problem, name or verb_names(problem)[0])
    return f"{EXAMPLE}refsol {problem.name} {verb.name} {verb.example(problem)}".rstrip()


def _link(problem: Problem) -> str:
    return problem.url and f"Problem: {problem.url}"


def _help(about: str, *lines: str) -> str:
    return escape("\n\n".join([about, "\n".join(filter(None, lines))]))


@contextmanager
def _columns(width: int) -> Iterator[None]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = str(width)
    try:
        yield
    finally:
        if before is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = before
