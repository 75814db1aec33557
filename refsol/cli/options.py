"""Descriptions of the arguments and options of a verb: one for each, beside the field that holds its value.

A verb has a named tuple ``Options``. Each field is annotated with the description of one argument or option, or of a
table of options that depends on the problem. Plain calls are parsed by these annotations, and the full command line is
built from them. Every call imports this module, so it imports little itself and its classes are plain ones.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

from refsol.problem import Problem

JSON_HELP: Final = "Print JSON, for programs."
"""The help of ``--json``."""
SEED_HELP: Final = "Any text; equal seeds give equal inputs."
"""The help of a ``--seed`` from which inputs are generated."""
DASK_HELP: Final = "Run on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786."
"""The help of ``--dask``."""
INPUT_HELP: Final = "The input file; - is standard input. (default: -)"
"""The help of an input file."""

Value: TypeAlias = str | int | float | Sequence[str] | Mapping[str, str | int | float] | None
"""What a field can hold."""
Values: TypeAlias = Mapping[str, Value]
"""Values of a verb's fields, by name; fields that are absent have their defaults."""

_MOST_DIGITS: Final = 20
_Options = TypeVar("_Options", bound=tuple[object, ...])


def number_in(text: str) -> int | None:
    """Return the number that ``text`` stands for, 1 to 20 decimal digits, or None if it is anything else. O(1)."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS else None


class Argument:
    """An argument: its ``help``, its name there (``metavar``), and ``complete``, which returns its completions.

    One that has a default is ``needed`` nevertheless if the verb itself reports that it is missing. One that is
    ``dashed`` may begin with a dash.
    """

    def __init__(
        self,
        help_text: str,
        metavar: str | None = None,
        *,
        needed: bool = False,
        dashed: bool = False,
        complete: Callable[[Problem], Sequence[str]] | None = None,
    ) -> None:
        self.help: Final = help_text
        self.metavar: Final = metavar
        self.needed: Final = needed
        self.dashed: Final = dashed
        self.complete: Final = complete


class Option:
    """An option: its ``help``, and its ``names`` unless it is named after the field.

    ``metavar`` stands for the value in the help, a number is at least ``least``, ``complete`` returns completions for a
    problem, and with ``show_default`` the help shows the default.
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
    """Options ``--name NUMBER`` of a problem: ``helps`` returns the help of each, by name.

    The field holds the numbers that were given, by name.
    """

    def __init__(self, helps: Callable[[Problem], Mapping[str, str]]) -> None:
        self.helps: Final = helps


class ProblemOptions:
    """The options of ``solve`` that a problem has; the field holds the settings."""


class Field(NamedTuple):
    """A field of the options of a verb: its ``name``, and whether a value is ``required``."""

    name: str
    kind: object
    """The type of its value, or of each of its values."""
    several: bool
    """Whether it holds a tuple of values."""
    described: object
    """Its description: an :class:`Argument`, :class:`Option`, :class:`Numbers` or :class:`ProblemOptions`."""
    required: bool
    default: Value = None
    """Its value if nothing is given, unless it is required."""

    def spellings(self) -> Sequence[str]:
        """Return the spellings of the field's option."""
        names = self.described.names if isinstance(self.described, Option) else ()
        return names or (f"--{self.name.replace('_', '-')}",)


class Verb:
    """A command of a problem: its ``name``, its ``help``, and ``example``, which returns example arguments.

    ``fields`` describe its options, and ``run`` runs the verb for a problem with values of these fields. With
    ``takes_command`` everything after the first argument is part of the command, options included.
    """

    def __init__(
        self,
        name: str,
        help_text: str,
        example: Callable[[Problem], str],
        fields: Sequence[Field],
        run: Callable[[Problem, Values], int | None],
        *,
        takes_command: bool = False,
    ) -> None:
        self.name: Final = name
        self.help: Final = help_text
        self.example: Final = example
        self.fields: Final = fields
        self.run: Final = run
        self.takes_command: Final = takes_command

    @property
    def takes_dashes(self) -> bool:
        """Whether an argument may begin with a dash, if it is no option of the verb. O(fields)."""
        return any(isinstance(field.described, Argument) and field.described.dashed for field in self.fields)


def make_verb(
    name: str,
    help_text: str,
    example: Callable[[Problem], str],
    options: type[_Options],
    action: Callable[[Problem, _Options], int | None],
    *,
    takes_command: bool = False,
) -> Verb:
    """Return a verb whose fields are those of a named tuple of ``options``, with which ``action`` is called. O(fields).

    The other arguments are those of :class:`Verb`.
    """
    make: Callable[..., _Options] = options

    def run(problem: Problem, values: Values) -> int | None:
        return action(problem, make(**values))

    return Verb(name, help_text, example, fields_of(options), run, takes_command=takes_command)


def fields_of(options: type) -> Sequence[Field]:
    """Return the fields of a named tuple of ``options``. O(fields)."""
    defaults: Mapping[str, Value] = vars(options)["_field_defaults"]
    fields: list[Field] = []
    for name, annotated in options.__annotations__.items():
        kind, described = get_args(annotated)
        several = get_origin(kind) is tuple
        if several or type(None) in get_args(kind):  # tuple[KIND, ...] or KIND | None
            kind = get_args(kind)[0]
        fields.append(Field(name, kind, several, described, name not in defaults, defaults.get(name)))
    return fields
