"""The verb ``solve``."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from refsol.cli.files import STANDARD, opened_input, same_file, write_output
from refsol.cli.status import FileError
from refsol.cli.verbs import INPUT, OUTPUT, Field, as_verb, option
from refsol.problem import Choice, Flag, Problem


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
    # The first touch of a page of new memory takes thousands of processor cycles, and glibc gives large blocks back to
    # the system as soon as they are freed, so a program that keeps allocating arrays pays for this again and again. But
    # once a large block has been freed, blocks up to that size are kept, in all at most twice that size. It learns
    # nothing from blocks of more than twice this one, which is allocated as zeros and so touches no page.
    bytes(2**24)
    with opened_input(source) as data:
        answer = problem.solve(data, settings)
    write_output(target, answer)
