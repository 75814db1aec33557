"""How the arguments and options of a verb are described: once, beside the fields that hold their values.

A verb has a named tuple of options. Each field is annotated with what is said here about one argument or option, or
about a table of options that depends on the problem; the full command line is built from these annotations. This module
is on the way of every solving call, so it imports little and its classes are plain ones.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from refsol.problem import Problem

JSON_HELP: Final = "Print JSON, for programs."
"""What the help says of ``--json``."""
SEED_HELP: Final = "Any text; equal seeds give equal inputs."
"""What the help says of a ``--seed`` from which inputs are generated."""
INPUT_HELP: Final = "The input file; - is standard input."
"""What the help says of an input file."""

Value: TypeAlias = str | int | float | Sequence[str] | Mapping[str, str | int] | None
"""What a field can hold."""
Values: TypeAlias = Mapping[str, Value]
"""The values of a verb's fields, by name; a field that is absent has its default."""

_Options = TypeVar("_Options")


class Argument:
    """An argument: its ``help``, its name ``metavar`` there, and values to ``complete`` it with, by problem."""

    def __init__(
        self, help_text: str, metavar: str | None = None, *, complete: Callable[[Problem], Sequence[str]] | None = None
    ) -> None:
        self.help: Final = help_text
        self.metavar: Final = metavar
        self.complete: Final = complete


class Option:
    """An option: its ``help``, and how it is written (``names``) unless that is the field's name.

    ``metavar`` stands for the value in the help, a number is at least ``least``, and ``complete`` is as for arguments.
    The help shows the default if ``show_default``.
    """

    def __init__(
        self,
        help_text: str,
        *names: str,
        metavar: str | None = None,
        least: float | None = None,
        show_default: bool = False,
        complete: Callable[[Problem], Sequence[str]] | None = None,
    ) -> None:
        self.help: Final = help_text
        self.names: Final = names
        self.metavar: Final = metavar
        self.least: Final = least
        self.show_default: Final = show_default
        self.complete: Final = complete


class Numbers:
    """Options ``--name NUMBER`` of a problem: ``helps`` returns what the help says of each, by name.

    The field holds the numbers that were given, by name.
    """

    def __init__(self, helps: Callable[[Problem], Mapping[str, str]]) -> None:
        self.helps: Final = helps


class ProblemOptions:
    """The options that a problem has for ``solve``; the field holds the settings."""


class Verb:
    """A command of a problem: its ``name``, what it does (``help``), and what follows it in an ``example``.

    ``fields`` is the named tuple of its options, and ``run`` does it with values for these. ``takes_command`` says
    that everything behind the first argument belongs to a command, options included.
    """

    def __init__(
        self,
        name: str,
        help_text: str,
        example: Callable[[Problem], str] | None,
        fields: Callable[..., _Options],
        action: Callable[[Problem, _Options], int | None],
        *,
        takes_command: bool = False,
    ) -> None:
        self.name: Final = name
        self.help: Final = help_text
        self.example: Final = example
        self.fields: Final[Callable[..., object]] = fields
        self.takes_command: Final = takes_command
        self.run: Final[Callable[[Problem, Values], int | None]] = lambda problem, values: action(
            problem, fields(**values)
        )
