"""The verb ``solve``."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Final

from refsol.cli.files import STANDARD, opened_input, same_file, write_output
from refsol.cli.status import FileError
from refsol.cli.verbs import INPUT, OUTPUT, Field, as_verb, option
from refsol.problem import Choice, Flag, Problem

_LARGE: Final = 2**24  # bytes; glibc learns nothing from blocks of more than twice that


def _settings(problem: Problem) -> Iterator[Field]:
    for each in problem.options:
        if isinstance(each, Choice):
            text = f"{each.help} (default: {each.values[0]})"
            yield option(help=text, choices=each.values).named(each.name, str)
        elif isinstance(each, Flag):
            yield option(help=each.help).named(each.name, bool)
        else:
            yield option("NUMBER", each.help, least=0).named(each.name, int)


@as_verb("Solve an input.", "input.txt -o answer.txt")
def solve(
    problem: Problem,
    *,
    source: Annotated[str, INPUT] = STANDARD,
    target: Annotated[
        str,
        "The file for the answer, written completely or not at all; - is standard output.",
        option("OUTPUT", spelled=OUTPUT),
    ] = STANDARD,
    settings: Annotated[Mapping[str, str | int | bool], Field(options=_settings)] = {},
) -> None:
    if same_file(source, target):
        raise FileError(f"{target}: the output would overwrite the input")
    _keep_freed_memory()
    with opened_input(source) as data:
        answer = problem.solve(data, settings)
    write_output(target, answer)


def _keep_freed_memory() -> None:
    """Let the allocator keep memory that is freed, at most 32 MiB, if it is glibc's; otherwise do nothing.

    The first touch of a page of new memory takes thousands of processor cycles. glibc gives large blocks back to the
    system as soon as they are freed, so a program that keeps allocating arrays pays for this again and again. But once
    a large block has been freed, blocks up to that size are kept, in all at most twice that size.
    """
    bytes(_LARGE)  # allocated as zeros, which touches no page, and freed at once
