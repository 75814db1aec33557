"""Commands whose options come from tables: functions with a signature made to order, for typer to read."""

from collections.abc import Callable, Sequence
from inspect import Parameter, Signature
from typing import TypeAlias

import typer

from refsol.cli.plain import value_of
from refsol.problem import Choice, Flag, Option

Value: TypeAlias = str | int | float | bool | list[str] | None
"""What typer makes of an argument or option."""


class TableCommand:
    """A command that hands what was given for its ``parameters`` to ``action`` by name."""

    def __init__(self, name: str, parameters: Sequence[Parameter], action: Callable[[dict[str, Value]], None]) -> None:
        self.__name__ = name
        self.__annotations__: dict[str, object] = {}
        self.__signature__ = Signature(list(parameters))
        self._action = action

    def __call__(self, **values: Value) -> None:
        """Run the command."""
        self._action(values)


def parameter(name: str, kind: type, default: object) -> Parameter:
    """Return a parameter called ``name`` of which typer makes an argument or an option, as ``default`` says."""
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)


def number_parameter(name: str, help_text: str) -> Parameter:
    """Return ``--name NUMBER``, which is None unless given; ``help_text`` says what for."""
    return parameter(name, int, typer.Option(None, f"--{name}", metavar="NUMBER", help=help_text, show_default=False))


def option_parameter(option: Option) -> Parameter:
    """Return the parameter for an option of the command ``solve``."""
    flag = f"--{option.name}"
    if isinstance(option, Flag):
        return parameter(option.name, bool, typer.Option(False, flag, help=option.help, show_default=False))
    values = option.values if isinstance(option, Choice) else ()

    def parse(text: str) -> str | int:
        value = value_of(option, text)
        if value is None:
            raise typer.BadParameter(f"{text!r} is not {'one of ' + ', '.join(values) if values else 'a number'}.")
        return value

    return parameter(
        option.name,
        str,
        typer.Option(
            None,
            flag,
            help=f"{option.help} (default: {values[0]})" if values else option.help,
            metavar=f"[{'|'.join(values)}]" if values else "NUMBER",
            parser=parse,
            autocompletion=lambda: list(values),
        ),
    )
