"""The verb ``bundle``."""

from typing import Annotated, NamedTuple

from refsol.cli.files import STANDARD, write_output
from refsol.cli.verbs import OUTPUT, as_verb, option
from refsol.errors import OptionError
from refsol.jury.bundles import checker_of, solver_of, validator_of
from refsol.problem import Problem


class Options(NamedTuple):
    """The options of ``bundle``."""

    checker: Annotated[bool, option("Write the checker, for Kattis's and testlib's protocols.")] = False
    validator: Annotated[bool, option("Write the validator, for Kattis.")] = False
    strict: Annotated[
        bool, option("Write the solver that reads its input as solve does, with the same errors; slower.")
    ] = False
    target: Annotated[
        str, option("The file to write; - is standard output.", "FILE", spelled=OUTPUT, shows_default=False)
    ] = STANDARD


@as_verb(
    Options,
    "Write a solution, the checker or the validator as one Python file that needs only an interpreter.",
    "-o solution.py",
)
def bundle(problem: Problem, options: Options) -> None:
    """Write the plain solution, the checker or the validator of a problem as one Python file.

    Raises ``OptionError`` for options that exclude each other, and ``FileError``.
    """
    if options.checker + options.validator + options.strict > 1:
        raise OptionError("only one of --checker, --validator and --strict can be given")
    if options.checker:
        text = checker_of(problem)
    elif options.validator:
        text = validator_of(problem)
    else:
        text = solver_of(problem, strict=options.strict)
    write_output(options.target, [text.encode()])
