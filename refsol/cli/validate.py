"""The verb ``validate``."""

from typing import Annotated, Final, NamedTuple

from refsol.cli.files import STANDARD, emit, emit_json, opened_input
from refsol.cli.options import INPUT_HELP, JSON_HELP, Argument, Option, Verb
from refsol.cli.status import BAD_INPUT, SUCCESS, print_error
from refsol.jury.contract import load_jury
from refsol.jury.validation import find_errors
from refsol.problem import Problem


class Options(NamedTuple):
    """The arguments and options of ``validate``."""

    source: Annotated[str, Argument(INPUT_HELP, "INPUT")] = STANDARD
    lenient: Annotated[bool, Option("Accept any white space, as solve does.", "--lenient")] = False
    every: Annotated[bool, Option("List every error, not only the first.", "--all")] = False
    as_json: Annotated[bool, Option(JSON_HELP, "--json")] = False


def validate(problem: Problem, options: Options) -> int:
    """Print the first error of an input, or ``every`` one, or that it is valid; return the exit status.

    Raises ``BadInputError`` for an input that is too large, and ``FileError``.
    """
    source = options.source
    with opened_input(source) as data:
        errors = find_errors(load_jury(problem.name), data, lenient=options.lenient)
    printed = errors if options.every else errors[:1]
    if options.as_json:
        listed = [
            {"line": error.line, "column": error.column, "expected": error.expected, "found": error.found}
            for error in printed
        ]
        emit_json({"valid": not errors, "errors": listed})
    elif errors:
        for error in printed:
            print_error(f"{source}:{error}")
    else:
        emit([b"valid\n"])
    return BAD_INPUT if errors else SUCCESS


VERB: Final = Verb(
    "validate",
    "Check an input: format, limits and everything else that the statement promises.",
    lambda problem: "--all input.txt",
    Options,
    validate,
)
"""``refsol PROBLEM validate``."""
