"""From arguments to an exit status: plain calls directly, everything else through typer.

Typer takes longer to import than most verbs take to run. A call is plain if its options are spelled in full, each value
in a separate argument. For anything else, such as help or a mistake, there is :mod:`refsol.cli.app`.
"""

import gc
import os
from collections.abc import Iterator, Sequence
from functools import partial

import refsol
from refsol.cli import load_verb
from refsol.cli.files import STANDARD, emit_text
from refsol.cli.status import guarded, judged, print_error
from refsol.cli.verbs import (
    COMPLETION,
    PARTICULAR,
    VERBS,
    Call,
    Field,
    FieldValue,
    Scalar,
    Verb,
    call_of,
    number_in,
    verb_names,
)
from refsol.errors import OptionError
from refsol.portable import has_librt, is_compiled
from refsol.problem import NAMES, exists, load, offered


def run(arguments: list[str], failed: int | None = None) -> int:
    """Run the command line ``arguments`` and return the exit status, for any failure ``failed`` if that is given."""
    action = partial(_run, arguments)
    return guarded(action) if failed is None else judged(action, failed)


def _run(arguments: list[str]) -> int | None:
    call = None if COMPLETION in os.environ else parse(arguments)
    if call is None or call.verb.name != "solve":
        gc.enable()  # only solving does without, see ``refsol.__main__``
    if call is not None:
        return call.run()
    if not arguments and os.isatty(1):
        print_first_steps()
        return None
    if arguments in (["list"], ["--version"]):
        list_problems() if arguments == ["list"] else print_version()
        return None
    if COMPLETION not in os.environ and arguments and (arguments[0] == "--" or not arguments[0].startswith("-")):
        _raise_if_misplaced(arguments)
    from refsol.cli.app import parsed

    return parsed(arguments)()


def _raise_if_misplaced(arguments: Sequence[str]) -> None:
    """Raise ``OptionError``, with the command to type, if a problem or a command is misplaced, left out or in capitals.

    A program stands for itself under test: ``refsol mine.cpp`` means ``refsol multigo stress mine.cpp``.
    """
    known = [*VERBS, *(verb for verbs in PARTICULAR.values() for verb in verbs)]
    first, second = [*(word.lower() for word in arguments[:2]), ""][:2]
    problem, verb = (second, first) if first in known else (first, second)
    problem = problem if exists(problem) else ""
    verb = verb if verb in known and (problem or verb == first) else ""
    rest = [*arguments[bool(problem) + bool(verb) :]]
    is_command = not verb and rest[:1] == ["--"] and len(rest) > 1
    rest = rest[is_command:]
    head = rest[0] if rest else ""
    is_source = begins_with_source(rest)
    is_file = os.path.isfile(head)  # noqa: PTH113 (importing pathlib takes longer)
    is_program = is_command or is_source or (is_file and os.access(head, os.X_OK))
    if not verb and (is_program or (not problem and head.startswith("python"))):
        verb, rest = "stress", rest if is_source else ["--", *rest]
    elif verb == "stress" and not rest:
        rest = ["mine.cpp"]
    elif verb == "stress" and len(rest) == 1 and " " in head and not is_file:
        rest = ["--", *head.split()]
    elif not (problem or verb):
        return
    problem = problem or next((name for name, verbs in PARTICULAR.items() if verb in verbs), "")
    meant = [problem or "multigo", *filter(None, [verb]), *rest]
    if meant[:2] != list(arguments[:2]):
        import shlex  # slow to import

        line = shlex.join(["refsol", *meant])
        raise OptionError(f"did you mean: {line}" if problem else f"which problem? For example: {line}")


def print_first_steps() -> None:
    emit_text("""\
Find a bug in your program:  refsol multigo stress your_program.cpp
Draw a game:                 refsol nogo generate small | refsol nogo show
See everything:              refsol --help
""")


def list_problems() -> None:
    lines = [f"{problem.name:10} {problem.title} ({problem.source})" for problem in map(load, NAMES)]
    installed, errors = offered()
    lines += [f"{problem.name:10} {problem.about}" for problem in installed]
    emit_text("".join(f"{line}\n" for line in lines))
    for error in errors:
        print_error(error)


def describe() -> str:
    import platform  # these are slow to import, and not needed for the list

    from refsol.problem.packaging import data_in

    mode = words = "compiled" if is_compiled() else "interpreted"
    built = data_in("refsol", "mode.txt")  # written by the build: the mode, then what to print for it
    if built is not None:
        built_mode, _, built_words = built.decode("utf-8").partition("\n")
        if built_mode == mode:  # a compiled package can also run interpreted
            words = built_words.strip()
    if not has_librt():
        words += ", without librt"
    return f"refsol {refsol.__version__} ({words}; {platform.python_implementation()} {platform.python_version()})"


def print_version() -> None:
    emit_text(f"{describe()}\n")


class _NotPlainError(Exception):
    """The call is not a plain one."""


def parse(arguments: Sequence[str]) -> Call | None:
    if len(arguments) < 2 or not exists(arguments[0]):
        return None
    problem = load(arguments[0])
    if arguments[1] not in verb_names(problem):
        return None
    verb = load_verb(problem, arguments[1])
    try:
        return call_of(problem, verb, _given(verb, verb.parameters(problem), arguments[2:]))
    except _NotPlainError:
        return None


def _given(verb: Verb, fields: Sequence[Field], arguments: Sequence[str]) -> Iterator[tuple[Field, FieldValue]]:
    positional, options = _split(verb, fields, arguments)
    for field in fields:
        values: Sequence[Scalar] = options.get(field.name, [])
        if not field.is_option:
            most = len(positional) if field.several else 1
            values, positional = positional[:most], positional[most:]
        if (field.required and not values) or (len(values) > 1 and not field.several):
            raise _NotPlainError
        if values:
            yield field, tuple(map(str, values)) if field.several else values[0]
    if positional:
        raise _NotPlainError


def _split(
    verb: Verb, fields: Sequence[Field], arguments: Sequence[str]
) -> tuple[Sequence[str], dict[str, list[Scalar]]]:
    spelled = {spelling: field for field in fields for spelling in field.spellings()}
    positional: list[str] = []
    options: dict[str, list[Scalar]] = {}
    rest = iter(arguments)
    for argument in rest:
        if argument in spelled:
            field = spelled[argument]
            options.setdefault(field.name, []).append(field.kind is bool or _value_of(field, next(rest, "")))
        elif argument == "--" and verb.takes_command:
            positional += rest
        elif _is_text(argument) or (verb.takes_dashes and " " in argument):  # with a blank, it is no misspelt option
            positional.append(argument)
            if verb.takes_command and not begins_with_source(positional):
                positional += rest
        else:
            raise _NotPlainError
    return positional, options


def begins_with_source(command: Sequence[str]) -> bool:
    """Return whether a command begins with the name of a source file, after which refsol's options can follow."""
    from refsol.jury.run.languages import language_of  # which few verbs need

    return bool(command) and language_of(command[0]) is not None


def _value_of(field: Field, text: str) -> Scalar:
    if field.kind is str and _is_text(text):
        return text
    whole = number_in(text if field.kind is int else text.replace(".", "", 1))
    if field.kind is str or whole is None or (field.least is not None and float(text) < field.least):
        raise _NotPlainError
    return whole if field.kind is int else float(text)


def _is_text(argument: str) -> bool:
    """Return whether an argument is neither empty nor possibly an option."""
    return argument == STANDARD or argument[:1] not in ("", "-")
