"""The verb ``validate``."""

from typing import Annotated

from refsol.cli.files import STANDARD, emit_json, emit_text, opened_input
from refsol.cli.status import BAD_INPUT, SUCCESS, print_error
from refsol.cli.verbs import JSON, argument, as_verb, option
from refsol.errors import OptionError
from refsol.jury.validation import find_errors
from refsol.problem import Problem


@as_verb("Check inputs: format, limits and everything else that the statement promises.", "--all input.txt")
def validate(
    problem: Problem,
    *,
    files: Annotated[tuple[str, ...], "The input files; - or no file means standard input.", argument("INPUT")] = (),
    subtask: Annotated[
        str | None,
        "Also require the limits of this subtask, given by name or number.",
        option("NAME", complete=lambda problem: problem.limits.slugs()),
    ] = None,
    lenient: Annotated[bool, "Accept any white space, as solve does.", option()] = False,
    every: Annotated[bool, "List every error, not only the first.", option(spelled="--all")] = False,
    json: Annotated[bool, JSON] = False,
) -> int:
    files = files or (STANDARD,)
    if files.count(STANDARD) > 1:
        raise OptionError(f"{STANDARD} stands for standard input, which can be read only once")
    jury = problem.jury
    within = None if subtask is None else problem.limits.subtask(subtask)
    status = SUCCESS
    for file in files:
        with opened_input(file) as data:
            errors = find_errors(jury, data, lenient=lenient, subtask=within)
        printed = errors if every else errors[:1]
        if json:
            named = {"file": file if len(files) > 1 else None, "subtask": within and within.slug}
            listed = [
                {"line": each.line, "column": each.column, "expected": each.expected, "found": each.found}
                for each in printed
            ]
            fields = {name: value for name, value in named.items() if value is not None}
            emit_json({**fields, "valid": not errors, "errors": listed})
        elif errors:
            hint = "" if lenient else "; --lenient accepts lines that end with CR LF"
            for error in printed:
                is_return = "\\r" in error.found
                print_error(f"{file}:{error}{hint if is_return else ''}")
                hint = "" if is_return else hint  # once
        else:
            emit_text(f"{file}: valid\n" if len(files) > 1 else "valid\n")
        if errors:
            status = BAD_INPUT
    return status
