"""Makes typer commands from the descriptions of verbs: callables with a generated signature that typer reads."""

from collections.abc import Callable, Iterator
from functools import partial
from inspect import Parameter, Signature, signature
from types import UnionType
from typing import Final, get_args, get_origin

import typer

from refsol.cli.options import Argument, Numbers, Option, ProblemOptions, Value, Verb
from refsol.cli.plain import value_of
from refsol.cli.status import finish
from refsol.problem import Choice, Flag, Problem
from refsol.problem import Option as SolveOption


def add_command(group: typer.Typer, verb: Verb, problem: Problem, epilog: str) -> None:
    """Add the command of a ``verb`` to the ``group`` of a ``problem``; its help ends with ``epilog``."""
    settings = {"allow_interspersed_args": False} if verb.takes_command else None
    help_text = help_of(verb, problem)
    group.command(verb.name, help=help_text, epilog=epilog, context_settings=settings)(_Command(verb, problem))


def help_of(verb: Verb, problem: Problem, quote: str = "") -> str:
    """Return the help of a ``verb`` of ``problem``, with a ``quote`` on both sides of the example. O(1)."""
    if verb.example is None:
        return verb.help
    between = " " if verb.name == "solve" else "\n\n"
    example = f"refsol {problem.name} {verb.name} {verb.example(problem)}"
    return f"{verb.help}{between}For example: {quote}{example}{quote}"


class _Command:
    """A verb for a problem, as a callable that typer can read."""

    def __init__(self, verb: Verb, problem: Problem) -> None:
        self._verb: Final = verb
        self._problem: Final = problem
        self._fields: Final = list(signature(verb.fields).parameters.values())
        self.__name__ = verb.name
        self.__annotations__: dict[str, object] = {}
        self.__signature__ = Signature([parameter for field in self._fields for parameter in self._parameters(field)])

    def __call__(self, **given: Value) -> None:
        """Run the verb and end the command."""
        values: dict[str, Value] = {}
        for field in self._fields:
            _kind, described = get_args(field.annotation)
            match described:
                case Numbers():
                    helps = described.helps(self._problem)
                    values[field.name] = {name: number for name in helps if isinstance(number := given[name], int)}
                case ProblemOptions():
                    names = [option.name for option in self._problem.options]
                    values[field.name] = {name: value for name in names if isinstance(value := given[name], str | int)}
                case _ if (value := given[field.name]) is not None:
                    values[field.name] = tuple(value) if isinstance(value, list) else value
        finish(partial(self._verb.run, self._problem, values))

    def _parameters(self, field: Parameter) -> Iterator[Parameter]:
        """Yield the parameters that typer reads for a field."""
        kind, described = get_args(field.annotation)
        match described:
            case Argument():
                yield _parameter(field.name, kind, self._argument(field, described))
            case Option():
                yield _parameter(field.name, kind, self._option(field, described))
            case Numbers():
                for name, help_text in described.helps(self._problem).items():
                    number = typer.Option(None, f"--{name}", metavar="NUMBER", help=help_text, show_default=False)
                    yield _parameter(name, int, number)
            case ProblemOptions():
                for option in self._problem.options:
                    yield _parameter(option.name, bool if isinstance(option, Flag) else str, _solve_option(option))

    def _argument(self, field: Parameter, argument: Argument) -> object:
        default = ... if field.default is Parameter.empty else field.default or None
        return typer.Argument(
            default,
            metavar=argument.metavar,
            help=argument.help,
            show_default=False,
            autocompletion=self._completion(argument),
        )

    def _option(self, field: Parameter, option: Option) -> object:
        return typer.Option(
            None if field.default == () else field.default,
            *option.names,
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
    if isinstance(kind, UnionType):  # with None, which typer needn't know about
        kind = get_args(kind)[0]
    if get_origin(kind) is tuple:  # for typer a tuple has a fixed length
        kind = list[str]
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
