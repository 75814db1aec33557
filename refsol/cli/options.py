"""Descriptions of the arguments and options of a verb: one for each, beside the field that holds its value.

A verb has a named tuple ``Options``. Each field is annotated with the description of one argument or option, or of a
table of options that depends on the problem. Plain calls are parsed by these annotations, and typer's commands are made
from them. Every call imports this module, so it imports little itself and its classes are plain ones.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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

Scalar: TypeAlias = str | int | float
"""The value of an option, or one of several."""
Value: TypeAlias = Scalar | Sequence[str] | Mapping[str, Scalar] | None
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

    One that is ``dashed`` may begin with a dash.
    """

    def __init__(
        self,
        help_text: str,
        metavar: str | None = None,
        *,
        dashed: bool = False,
        complete: Callable[[Problem], Sequence[str]] | None = None,
    ) -> None:
        self.help: Final = help_text
        self.metavar: Final = metavar
        self.dashed: Final = dashed
        self.complete: Final = complete


class Option:
    """An option: its ``help``, and its ``names`` unless it is named after the field.

    ``metavar`` stands for the value in the help, a number is at least ``least``, ``complete`` returns completions for a
    problem, or ``choices`` are all its values, and with ``show_default`` the help shows the default. There it is in the
    group called ``panel``, or among the other options.
    """

    def __init__(
        self,
        help_text: str,
        *names: str,
        metavar: str | None = None,
        least: float | None = None,
        show_default: bool = False,
        choices: Sequence[str] = (),
        complete: Callable[[Problem], Sequence[str]] | None = None,
        panel: str | None = None,
    ) -> None:
        self.help: Final = help_text
        self.names: Final = names
        self.metavar: Final = f"[{'|'.join(choices)}]" if choices else metavar
        self.least: Final = least
        self.show_default: Final = show_default
        self.complete: Final = (lambda _: choices) if choices else complete
        self.panel: Final = panel


class Table:
    """Options that depend on the problem: ``fields`` returns them. The values of those that were given, by name."""

    def __init__(self, fields: Callable[[Problem], Iterable["Field"]]) -> None:
        self.fields: Final = fields


class Field(NamedTuple):
    """A field of the options of a verb: its ``name``, and how it is ``described``."""

    name: str
    described: Argument | Option | Table
    kind: object
    """The type of its value, or of each of its values."""
    several: bool = False
    """Whether it holds a tuple of values."""
    required: bool = False
    """Whether there must be a value."""
    default: Value = None
    """Its value if nothing is given, unless it is required."""
    table: str = ""
    """The name of the field that holds its value, if that belongs to a table."""

    def spellings(self) -> Sequence[str]:
        """Return the spellings of the field's option; those of an argument are none."""
        if not isinstance(self.described, Option):
            return ()
        return self.described.names or (f"--{self.name.replace('_', '-')}",)


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

    def parameters(self, problem: Problem) -> Sequence[Field]:
        """Return the arguments and options for a ``problem``, those of tables among them. O(options)."""
        found: list[Field] = []
        for field in self.fields:
            if isinstance(field.described, Table):
                found += [option._replace(table=field.name) for option in field.described.fields(problem)]
            else:
                found.append(field)
        return found


class Call(NamedTuple):
    """A call of a ``verb`` of a ``problem`` with ``values`` of its fields."""

    problem: Problem
    verb: Verb
    values: Values

    def run(self) -> int | None:
        """Run the verb and return its exit status, if it has one."""
        return self.verb.run(self.problem, self.values)


def call_of(problem: Problem, verb: Verb, given: Iterable[tuple[Field, Value]]) -> Call:
    """Return the call of a ``verb`` of a ``problem`` with what is ``given``: parameters and values. O(options)."""
    values: dict[str, Value] = {}
    tables: dict[str, dict[str, Scalar]] = {}
    for field, value in given:
        if not field.table:
            values[field.name] = value
        elif isinstance(value, Scalar):
            tables.setdefault(field.table, {})[field.name] = value
    return Call(problem, verb, {**values, **tables})


def numbers(helps: Callable[[Problem], Mapping[str, str]]) -> Table:
    """Return options ``--name NUMBER`` of a problem: ``helps`` returns the help of each, by name. O(1)."""
    return Table(
        lambda problem: [Field(name, Option(text, metavar="NUMBER"), int) for name, text in helps(problem).items()]
    )


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
        fields.append(Field(name, described, kind, several, name not in defaults, defaults.get(name)))
    return fields
