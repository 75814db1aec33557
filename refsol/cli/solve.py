"""The verb ``solve``."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, opened_input, same_file, write_output
from refsol.cli.memory import keep_freed_memory
from refsol.cli.options import INPUT_HELP, Argument, Field, Option, Table, make_verb
from refsol.cli.status import BadInputError, FileError
from refsol.errors import InputError
from refsol.problem import Choice, Flag, Problem

OUTPUT_OPTIONS: Final = ("-o", "--output")
"""The spellings of the option for an output file."""


def _settings(problem: Problem) -> Iterator[Field]:
    """Yield the options of a problem."""
    for option in problem.options:
        if isinstance(option, Choice):
            text = f"{option.help} (default: {option.values[0]})"
            yield Field(option.name, Option(text, choices=option.values), str)
        elif isinstance(option, Flag):
            yield Field(option.name, Option(option.help), bool)
        else:
            yield Field(option.name, Option(option.help, metavar="NUMBER", least=0), int)


class Options(NamedTuple):
    """The arguments and options of ``solve``: two paths, and the settings of the problem's options."""

    source: Annotated[str, Argument(INPUT_HELP, "INPUT")] = STANDARD
    target: Annotated[
        str,
        Option(
            "The file for the answer, written completely or not at all; - is standard output.",
            *OUTPUT_OPTIONS,
            metavar="OUTPUT",
            show_default=True,
        ),
    ] = STANDARD
    settings: Annotated[Mapping[str, str | int | bool], Table(_settings)] = {}


def solve(problem: Problem, options: Options) -> None:
    """Solve the input in ``source`` and write the answer to ``target``.

    Raises ``BadInputError``, ``OptionError`` for settings that are not offered, and ``FileError``.
    """
    source, target, settings = options
    if same_file(source, target):
        raise FileError(f"{target}: the output would overwrite the input")
    keep_freed_memory()
    try:
        with opened_input(source) as data:
            answer = problem.solve(data, settings)
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error
    write_output(target, answer)


VERB: Final = make_verb("solve", "Solve an input.", lambda problem: "input.txt -o answer.txt", Options, solve)
"""``refsol PROBLEM solve``."""
