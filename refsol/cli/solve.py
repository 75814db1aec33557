"""The verb ``solve``."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, opened_input, same_file, write_output
from refsol.cli.options import INPUT_HELP, Argument, Field, Option, Table, make_verb
from refsol.cli.status import BadInputError, FileError
from refsol.errors import InputError
from refsol.problem import Choice, Flag, Problem

OUTPUT_OPTIONS: Final = ("-o", "--output")
"""The spellings of the option for an output file."""
_LARGE: Final = 2**24  # bytes; glibc learns nothing from blocks of more than twice that


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
    _keep_freed_memory()
    try:
        with opened_input(source) as data:
            answer = problem.solve(data, settings)
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error
    write_output(target, answer)


def _keep_freed_memory() -> None:
    """Let the allocator keep memory that is freed, at most 32 MiB, if it is glibc's; otherwise do nothing.

    The first touch of a page of new memory takes thousands of processor cycles: the system has to find a page and to
    clear it. The allocator of the C library *glibc* gives large blocks back to the system as soon as they are freed, so
    a program that keeps allocating arrays pays for this again and again. But the allocator learns: once a large block
    has been freed, blocks up to that size are kept, in all at most twice that size. The block that teaches it need not
    be touched, so it costs nothing.
    """
    bytes(_LARGE)  # allocated as zeros, which touches no page, and freed at once


VERB: Final = make_verb("solve", "Solve an input.", lambda problem: "input.txt -o answer.txt", Options, solve)
"""``refsol PROBLEM solve``."""
