"""Plain calls, parsed without the full command line.

Importing typer takes longer than running most verbs. So ``refsol PROBLEM VERB`` with arguments and options that are
spelled in full is parsed here, by the descriptions from which the full command line is built; for anything else, be it
help or a mistake, ``parse`` returns None and the full command line takes over.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple, TypeAlias

from refsol.cli.files import STANDARD
from refsol.cli.options import Argument, Field, Numbers, Option, ProblemOptions, Value, Values, Verb, number_in
from refsol.cli.verbs import load_verb, verb_names
from refsol.problem import Choice, Flag, Number, Problem, exists, load

_END_OF_OPTIONS: Final = "--"

_Scalar: TypeAlias = str | int | float
_Reader: TypeAlias = Callable[[str], _Scalar | None]
"""Returns the value that a text stands for, or None if the option can't have it."""


class Call(NamedTuple):
    """A call of a ``verb`` of a ``problem`` with ``values`` of its fields."""

    problem: Problem
    verb: Verb
    values: Values

    def run(self) -> int | None:
        """Run the verb and return its exit status, if it has one."""
        return self.verb.run(self.problem, self.values)


class _Slot(NamedTuple):
    """Where the value of an option belongs: to a ``field``, and there to a ``name`` if the field holds several options.

    A flag has no ``read``.
    """

    field: str
    name: str
    read: _Reader | None


def parse(arguments: Sequence[str]) -> Call | None:
    """Return the call if the ``arguments`` are a plain one, else None. O(arguments).

    Raises what :func:`refsol.problem.load` does.
    """
    if len(arguments) < 2 or not exists(arguments[0]):
        return None
    problem = load(arguments[0])
    if arguments[1] not in verb_names(problem):
        return None
    verb = load_verb(problem, arguments[1])
    values = _values(problem, verb, arguments[2:])
    return None if values is None else Call(problem, verb, values)


def value_of(option: Choice | Number, text: str) -> str | int | None:
    """Return the value that ``text`` stands for, or None if the option of ``solve`` can't have it. O(1)."""
    if isinstance(option, Choice):
        return text if text in option.values else None
    return number_in(text)


def _values(problem: Problem, verb: Verb, arguments: Sequence[str]) -> Values | None:
    """Return the values of the fields of a ``verb``, or None."""
    split = _split(problem, verb, arguments)
    if split is None:
        return None
    positional, given = split
    values: dict[str, Value] = {}
    for field in verb.fields:
        value: Value
        if isinstance(field.described, Argument):
            value, positional = _taken(field, positional)
            if field.required and value is None:
                return None
        else:
            mine = [(slot.name, value) for slot, value in given if slot.field == field.name]
            if len(dict(mine)) < len(mine) and not field.several:
                return None  # an option twice
            value = _joined(field, mine)
        if value is not None:
            values[field.name] = value
    return None if positional else values


def _split(
    problem: Problem, verb: Verb, arguments: Sequence[str]
) -> tuple[Sequence[str], Sequence[tuple[_Slot, _Scalar]]] | None:
    """Return the arguments that are no options, and the options with their values."""
    slots = {spelling: slot for field in verb.fields for spelling, slot in _slots(problem, field)}
    positional: list[str] = []
    given: list[tuple[_Slot, _Scalar]] = []
    rest = iter(arguments)
    for argument in rest:
        if argument in slots:
            slot = slots[argument]
            value = True if slot.read is None else slot.read(next(rest, ""))
            if value is None:
                return None
            given.append((slot, value))
        elif verb.takes_dashes and " " in argument:  # so it is no misspelt option
            positional.append(argument)
        elif argument == "" or (argument.startswith("-") and argument != STANDARD):
            if argument != _END_OF_OPTIONS or not verb.takes_command:
                return None
            positional += rest
        else:
            positional.append(argument)
            if verb.takes_command:
                positional += rest
    return positional, given


def _taken(field: Field, positional: Sequence[str]) -> tuple[Value, Sequence[str]]:
    """Return the value of an argument, or None, and the arguments after it."""
    if field.several:
        return tuple(positional) or None, ()
    return (positional[0], positional[1:]) if positional else (None, ())


def _joined(field: Field, given: Sequence[tuple[str, _Scalar]]) -> Value:
    """Return the value of a field from its options, by name, or None if none is given."""
    if not given:
        return None
    if field.several:
        return tuple(str(value) for _, value in given)
    return given[0][1] if isinstance(field.described, Option) else dict(given)


def _slots(problem: Problem, field: Field) -> Iterator[tuple[str, _Slot]]:
    """Yield the spellings of the options of a field, each with the place of its value."""
    described = field.described
    match described:
        case Option():
            for spelling in field.spellings():
                yield spelling, _Slot(field.name, field.name, _reader(field.kind, described.least))
        case Numbers():
            for name in described.helps(problem):
                yield f"--{name}", _Slot(field.name, name, number_in)
        case ProblemOptions():
            for option in problem.options:
                read = None if isinstance(option, Flag) else partial(value_of, option)
                yield f"--{option.name}", _Slot(field.name, option.name, read)


def _reader(kind: object, least: float | None) -> _Reader | None:
    """Return what reads a value of a kind, at ``least`` that large, or None for a flag."""
    if kind is bool:
        return None
    if kind is str:
        return _text_in
    read = number_in if kind is int else _real_in

    def bounded(text: str) -> _Scalar | None:
        value = read(text)
        return None if value is None or (least is not None and value < least) else value

    return bounded


def _text_in(text: str) -> str | None:
    """Return a text, or None if it is none or may be an option."""
    return text if text == STANDARD or (text and not text.startswith("-")) else None


def _real_in(text: str) -> float | None:
    """Return the number that decimal digits with at most one point stand for."""
    digits = text.replace(".", "", 1)
    return None if number_in(digits) is None else float(text)
