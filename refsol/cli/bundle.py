"""The verb ``bundle``."""

from typing import Annotated

from refsol.cli.files import STANDARD, write_output
from refsol.cli.verbs import OUTPUT, as_verb, option
from refsol.errors import OptionError, unknown
from refsol.jury.bundles import checker_of, cpp_solver_of, solver_of, validator_of
from refsol.problem import Problem
from refsol.problem.packaging import CPP, PYTHON


@as_verb(
    "Write a solution, the checker or the validator as one file that needs only an interpreter or a compiler.",
    "-o solution.py",
)
def bundle(
    problem: Problem,
    *,
    checker: Annotated[bool, "Write the checker, for Kattis's and testlib's protocols.", option()] = False,
    validator: Annotated[bool, "Write the validator, for Kattis.", option()] = False,
    strict: Annotated[
        bool, "Write the solver that reads its input as solve does, with the same errors; slower.", option()
    ] = False,
    language: Annotated[str, "The language of the solution.", option(choices=(PYTHON, CPP))] = PYTHON,
    target: Annotated[
        str, "The file to write; - is standard output.", option("FILE", spelled=OUTPUT, shows_default=False)
    ] = STANDARD,
) -> None:
    if checker + validator + strict > 1:
        raise OptionError("only one of --checker, --validator and --strict can be given")
    if language not in (PYTHON, CPP):
        raise unknown("language", language, [PYTHON, CPP])
    if language == CPP and (checker or validator or strict):
        raise OptionError("--language cpp can't be used with --checker, --validator or --strict")
    if language == CPP:
        text = cpp_solver_of(problem)
    elif checker:
        text = checker_of(problem)
    elif validator:
        text = validator_of(problem)
    else:
        text = solver_of(problem, strict=strict)
    write_output(target, [text.encode()])
