"""Makes typer commands from the descriptions of verbs: callables with a generated signature that typer reads."""

from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter, Signature
from typing import Final

import typer
from typer.core import TyperCommand, TyperGroup

from refsol.cli.help import HELP, page_for, rendered
from refsol.cli.options import Argument, Field, Numbers, Option, ProblemOptions, Value, Verb
from refsol.cli.plain import value_of
from refsol.cli.status import finish
from refsol.problem import Choice, Flag, Problem
from refsol.problem import Option as SolveOption


class Command(TyperCommand):
    """A command that shows refsol's own help."""

    # Contexts are typer's own, whose base class is private.
    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]
        """Return the page of the help."""
        return help_in(ctx)


class Group(TyperGroup):
    """A group of commands that shows refsol's own help."""

    def get_help(self, ctx: typer.Context) -> str:  # type: ignore[override]  # as above
        """Return the page of the help."""
        return help_in(ctx)


def help_in(context: typer.Context) -> str:
    """Return the page of the help about the command of a context, without the last line feed. O(options)."""
    page = page_for([*context.command_path.split()[1:], HELP[0]])
    assert page is not None  # every command has one
    return rendered(page).rstrip()


def add_command(group: typer.Typer, verb: Verb, problem: Problem) -> None:
    """Add the command of a ``verb`` to the ``group`` of a ``problem``."""
    settings = {"allow_interspersed_args": not verb.takes_command, "ignore_unknown_options": verb.takes_dashes}
    group.command(verb.name, cls=Command, context_settings=settings)(_Callable(verb, problem))


class _Callable:
    """A verb for a problem, as a callable that typer can read."""

    def __init__(self, verb: Verb, problem: Problem) -> None:
        self._verb: Final = verb
        self._problem: Final = problem
        self.__name__ = verb.name
        self.__annotations__: dict[str, object] = {}
        self.__signature__ = Signature([parameter for field in verb.fields for parameter in self._parameters(field)])

    def __call__(self, **given: Value) -> None:
        """Run the verb and end the command."""
        values: dict[str, Value] = {}
        for field in self._verb.fields:
            match field.described:
                case Numbers() as numbers:
                    helps = numbers.helps(self._problem)
                    values[field.name] = {name: number for name in helps if isinstance(number := given[name], int)}
                case ProblemOptions():
                    names = [option.name for option in self._problem.options]
                    values[field.name] = {name: value for name in names if isinstance(value := given[name], str | int)}
                case _ if (value := given[field.name]) is not None:
                    values[field.name] = tuple(value) if isinstance(value, list) else value
        finish(partial(self._verb.run, self._problem, values))

    def _parameters(self, field: Field) -> Iterator[Parameter]:
        """Yield the parameters that typer reads for a field."""
        kind = list[str] if field.several else field.kind  # for typer a tuple has a fixed length
        match field.described:
            case Argument() as argument:
                yield _parameter(field.name, kind, self._argument(field, argument))
            case Option() as option:
                yield _parameter(field.name, kind, self._option(field, option))
            case Numbers() as numbers:
                for name, help_text in numbers.helps(self._problem).items():
                    number = typer.Option(None, f"--{name}", metavar="NUMBER", help=help_text, show_default=False)
                    yield _parameter(name, int, number)
            case ProblemOptions():
                for setting in self._problem.options:
                    yield _parameter(setting.name, bool if isinstance(setting, Flag) else str, _solve_option(setting))

    def _argument(self, field: Field, argument: Argument) -> object:
        default = ... if field.required else field.default or None
        return typer.Argument(
            default,
            metavar=argument.metavar,
            help=argument.help,
            show_default=False,
            autocompletion=self._completion(argument),
        )

    def _option(self, field: Field, option: Option) -> object:
        return typer.Option(
            None if field.default == () else field.default,
            *field.spellings(),
            metavar=option.metavar,
            min=option.least,
            help=option.help,
            show_default=option.show_default,
            autocompletion=self._completion(option),
        )

    def _completion(self, described: Argument | Option) -> Callable[[], list[str]] | None:
        complete = described.complete
        return None if complete is None else lambda: list(complete(self._problem))


def _parameter(name: str, kind: object, declared: object) -> Parameter:
    """Return a parameter that typer makes into an argument or an option, as ``declared``."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=declared, annotation=kind)


def _solve_option(option: SolveOption) -> object:
    """Return the declaration of an option of ``solve``."""
    flag = f"--{option.name}"
    if isinstance(option, Flag):
        return typer.Option(None, flag, help=option.help, show_default=False)
    values = option.values if isinstance(option, Choice) else ()

    def parse(text: str) -> str | int:
        value = value_of(option, text)
        if value is None:
            raise typer.BadParameter(f"{text!r} is not {'one of ' + ', '.join(values) if values else 'a number'}.")
        return value

    return typer.Option(
        None,
        flag,
        help=f"{option.help} (default: {values[0]})" if values else option.help,
        metavar=f"[{'|'.join(values)}]" if values else "NUMBER",
        parser=parse,
        autocompletion=lambda: list(values),
    )
