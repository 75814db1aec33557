"""The verbs, written once over the Problem contract. They raise what :mod:`refsol.cli.status` turns into statuses."""

from collections.abc import Iterable
from functools import partial
from typing import Final

from refsol.cli.files import STANDARD, emit, opened_input, same_file, standard_input, write_output
from refsol.cli.memory import keep_freed_memory
from refsol.cli.status import BadInputError, FileError
from refsol.errors import InputError
from refsol.problem import Problem, Settings

_MAX_LINE: Final = 4096  # bytes of a line of a live game


def solve(problem: Problem, source: str, target: str, settings: Settings) -> None:
    """Solve the input in ``source`` and write the answer to ``target``.

    Raises ``BadInputError``, ``OptionError`` for settings that are not offered, and ``FileError``.
    """
    if same_file(source, target):
        raise FileError(f"{target}: the output would overwrite the input")
    keep_freed_memory()
    try:
        with opened_input(source) as data:
            answer = problem.solve(data, settings)
    except InputError as error:
        raise BadInputError(f"{source}:{error}") from error
    write_output(target, answer)


def referee(problem: Problem, board: str) -> None:
    """Open a live game on the position in the file ``board`` and answer standard input line by line.

    Raises ``BadInputError`` for the board and for the first bad line, ``FileError``, and ``ValueError`` for a problem
    without a referee.
    """
    if board == STANDARD:
        raise FileError(f"{STANDARD}: the board comes from a file, standard input is for the moves")
    if problem.referee is None:
        raise ValueError(f"{problem.name} has no referee")
    try:
        with opened_input(board) as data:
            game = problem.referee(data)
    except InputError as error:
        raise BadInputError(f"{board}:{error}") from error
    for number, line in enumerate(iter(partial(standard_input().readline, _MAX_LINE), b""), start=1):
        where = f"{STANDARD}:{number}"
        if len(line) == _MAX_LINE:
            raise BadInputError(f"{where}:1: expected a line of less than {_MAX_LINE} bytes, found more")
        try:
            answer = game.answer(line)
        except InputError as error:
            raise BadInputError(f"{where}:{error.column}: expected {error.expected}, found {error.found}") from error
        emit([answer])


def statement(problem: Problem) -> None:
    """Print the problem in our own words."""
    from importlib.resources import files  # not needed, and not paid for, where solving is all

    emit([files(f"refsol.{problem.name}").joinpath("statement.md").read_bytes()])


def list_problems(problems: Iterable[Problem]) -> None:
    """Print a line for each of the ``problems``: its name, title and source."""
    lines = [f"{problem.name:10} {problem.title} ({problem.source})\n" for problem in problems]
    emit(line.encode() for line in lines)
