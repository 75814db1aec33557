"""The verbs, which are the commands of problems, each in a module: their names, and the form of their options.

A verb is a function. Each of its keyword parameters is annotated with the help and the form of one argument or option,
or of a table of options that depends on the problem. Plain calls are parsed by these annotations, and typer's commands
are made from them. Every call imports this module, so it imports little itself.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias, get_args, get_origin

from refsol.errors import OptionError
from refsol.problem import OWN, Problem

COMPLETION: Final = "_REFSOL_COMPLETE"
"""The variable of the environment by which a shell asks for completion."""
VERBS: Final = (
    *("solve", "statement", "referee", "validate", "check"),
    *("generate", "testset", "package", "bundle", "stress", "judge", "explain", "show", "trace"),
)
"""The names of the verbs that problems have in common, in the order of the help."""
PARTICULAR: Final[Mapping[str, Sequence[str]]] = {
    "nogo": ("outcome", "gtp", "match", "botzone"),
    OWN: ("describe", "init"),
}
"""The verbs that only one problem has, by its name: ``nogo outcome`` is in :mod:`refsol.cli.nogo_outcome`."""
_OF_OWN: Final = (
    *PARTICULAR[OWN],  # which need no problem yet
    *("validate", "check", "generate", "testset", "package", "stress", "judge", "explain", "show"),
)

Scalar: TypeAlias = str | int | float
"""The value of an option, or one of several."""
FieldValue: TypeAlias = Scalar | Sequence[str] | Mapping[str, Scalar] | None
"""The values that a field can hold."""
Values: TypeAlias = Mapping[str, FieldValue]
"""Values of a verb's fields, by name; fields that are absent have their defaults."""


class Field(NamedTuple):
    """An argument or an option, or a table of options: a parameter of a verb's function, with its ``help``.

    It has a ``name``, and the ``kind`` of its value or, if there may be ``several`` in a tuple, of each of them. It is
    ``required``, or has a ``default``. ``metavar`` stands for its value in the help, and ``complete`` returns
    completions, unless there are ``choices``. An option (``is_option``) is ``spelled`` in one or more ways, separated
    by blanks, belongs to the group called ``panel``, if any, and may take a number, at ``least`` this one. Its help
    shows its default unless ``shows_default`` is false. An argument that is ``dashed`` may begin with a dash. Of a
    table, ``options`` returns the options, whose values it holds by name, and which have its name as their ``table``.
    """

    metavar: str | None = None
    help: str = ""
    is_option: bool = False
    spelled: str = ""
    least: float | None = None
    choices: Sequence[str] = ()
    complete: Callable[[Problem], Sequence[str]] | None = None
    panel: str | None = None
    shows_default: bool = True
    dashed: bool = False
    options: Callable[[Problem], Iterable["Field"]] | None = None
    name: str = ""
    kind: object = str
    several: bool = False
    required: bool = False
    default: FieldValue = None
    table: str = ""

    def spellings(self) -> Sequence[str]:
        return self.spelled.split()

    def named(self, name: str, kind: object) -> "Field":
        default = f"--{name.replace('_', '-')}" if self.is_option else ""
        return self._replace(name=name, kind=kind, spelled=self.spelled or default)


argument: Final = Field
option: Final = partial(Field, is_option=True)


def numbers(helps: Callable[[Problem], Mapping[str, str]]) -> Field:
    """Return the table of options ``--name NUMBER`` of a problem: ``helps`` returns the help of each, by name."""
    return Field(
        options=lambda problem: [option("NUMBER", text).named(name, int) for name, text in helps(problem).items()]
    )


SEED_HELP: Final = "Any text; equal seeds give equal inputs."
DASK_HELP: Final = "Run on the Dask cluster with this scheduler, such as tcp://10.0.0.1:8786."
FRESH_HELP: Final = "Start a new interpreter for each run of a program in Python."
OUTPUT: Final = "-o --output"

INPUT: Final = argument("INPUT", "The input file; - is standard input. (default: -)")
JSON: Final = option(help="Print JSON, for programs.")


class Verb(NamedTuple):
    """A command of a problem: its ``name``, its ``help``, and ``example``, which returns example arguments.

    ``fields`` are its arguments and options, and ``run`` runs it for a problem with values of these. With
    ``takes_command`` everything after the first argument is part of the command, options included, unless that argument
    is a source file.
    """

    name: str
    help: str
    example: Callable[[Problem], str]
    fields: Sequence[Field]
    run: Callable[..., int | None]
    takes_command: bool

    @property
    def takes_dashes(self) -> bool:
        return any(field.dashed for field in self.fields)

    def parameters(self, problem: Problem) -> Sequence[Field]:
        found: list[Field] = []
        for field in self.fields:
            if field.options is None:
                found.append(field)
            else:
                found += [each._replace(table=field.name) for each in field.options(problem)]
        return found


class Call(NamedTuple):
    """A call of a ``verb`` of a ``problem`` with ``values`` of its fields."""

    problem: Problem
    verb: Verb
    values: Values

    def run(self) -> int | None:
        return self.verb.run(self.problem, **self.values)


def call_of(problem: Problem, verb: Verb, given: Iterable[tuple[Field, FieldValue]]) -> Call:
    """Return the call of a ``verb`` with what is ``given``; ``OptionError`` for NaN and infinity."""
    values: dict[str, FieldValue] = {}
    tables: dict[str, dict[str, Scalar]] = {}
    for field, value in given:
        if isinstance(value, float) and not abs(value) < float("inf"):
            raise OptionError(f"{field.spelled} takes a finite number, not {value}")
        if not field.table:
            values[field.name] = value
        elif isinstance(value, Scalar) and value != field.default:  # typer also gives the defaults
            tables.setdefault(field.table, {})[field.name] = value
    return Call(problem, verb, {**values, **tables})


def as_verb(
    help_text: str, example: str | Callable[[Problem], str] = "", *, takes_command: bool = False
) -> Callable[[Callable[..., int | None]], Verb]:
    shown = (lambda _: example) if isinstance(example, str) else example
    return lambda action: Verb(action.__name__, help_text, shown, fields_of(action), action, takes_command)


def fields_of(function: Callable[..., object]) -> Sequence[Field]:
    defaults: Mapping[str, FieldValue] = getattr(function, "__kwdefaults__", None) or {}
    fields: list[Field] = []
    for name, annotated in function.__annotations__.items():
        described = get_args(annotated)
        if not described or not isinstance(described[-1], Field):  # the problem, or what is returned
            continue
        kind, *texts, field = described
        several = get_origin(kind) is tuple
        if several or type(None) in get_args(kind):  # tuple[KIND, ...] or KIND | None
            kind = get_args(kind)[0]
        known = field.named(name, kind)._replace(help=texts[0] if texts else field.help)
        fields.append(known._replace(several=several, required=name not in defaults, default=defaults.get(name)))
    return fields


def verb_names(problem: Problem) -> Sequence[str]:
    if problem.name == OWN:
        return _OF_OWN
    shared = [name for name in VERBS if name != "referee" or problem.referee is not None]
    return [*shared, *PARTICULAR.get(problem.name, ())]


def number_in(text: str) -> int | None:
    """Return the number that ``text`` stands for, 1 to 20 decimal digits, or None if it is anything else."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) <= 20 else None


def require_line(seed: str) -> None:
    if not seed.encode("utf-8", "surrogateescape").decode("utf-8", "replace").isprintable():
        raise OptionError("--seed must be a single line of text")


def words_of(line: str, name: str) -> tuple[str, ...]:
    import shlex  # slow to import

    try:
        words = shlex.split(line)
    except ValueError as error:
        raise OptionError(f"{name} {line}: {str(error).lower()}") from error
    if not words:
        raise OptionError(f"{name} needs a program")
    return tuple(words)
