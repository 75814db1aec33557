"""The verb ``referee``."""

from itertools import count
from typing import Annotated, Final

from refsol.cli.files import STANDARD, emit, naming, opened_input, standard_input
from refsol.cli.status import BadInputError, FileError
from refsol.cli.verbs import argument, as_verb
from refsol.errors import InputError
from refsol.problem import Problem

_MAX_LINE: Final = 4096  # bytes of a line of a live game


@as_verb(
    "Judge moves interactively: read a move per line from standard input (x y k, as in the input of solve), and answer "
    "each at once.",
    "input.txt",
)
def referee(
    problem: Problem,
    *,
    board: Annotated[
        str, "A file with the position, as in the input of solve; the moves after it are not read.", argument()
    ],
) -> None:
    """Open a live game on the position in the file ``board`` and answer standard input line by line.

    Raises ``BadInputError`` for the board and for the first bad line, ``FileError``, and ``ValueError`` for a problem
    without a referee.
    """
    if board == STANDARD:
        raise FileError(f"{STANDARD}: the board comes from a file; standard input is for the moves")
    if problem.referee is None:
        raise ValueError(f"{problem.name} has no referee")
    with opened_input(board) as data:
        game = problem.referee(data)
    file = standard_input()
    for number in count(1):
        with naming(STANDARD):
            line = file.readline(_MAX_LINE)
        if not line:
            return
        where = f"{STANDARD}:{number}"
        if len(line) == _MAX_LINE:
            raise BadInputError(f"{where}:1: expected a line of less than {_MAX_LINE} bytes, found more")
        try:
            answer = game.answer(line)
        except InputError as error:
            raise BadInputError(f"{where}:{error.column}: expected {error.expected}, found {error.found}") from error
        emit([answer])
