"""The verb ``referee``."""

from collections.abc import Callable
from itertools import count
from typing import Annotated, Final

from refsol.cli.files import STANDARD, emit, naming, opened_input, standard_input, write_output
from refsol.cli.status import SUCCESS, BadInputError, FileError, judged, print_error
from refsol.cli.verbs import argument, as_verb
from refsol.errors import InputError
from refsol.problem import Problem, Referee

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
    log: Annotated[
        str | None,
        "Be an interactor of testlib's protocol: write the moves to this file, and exit 0 when there are no more, 2 "
        "after a line that is no move, and 3 for a bad position.",
        argument("OUTPUT"),
    ] = None,
    answer: Annotated[
        str | None, "The right answer, which testlib's protocol also passes; it isn't read.", argument("ANSWER")
    ] = None,
) -> int | None:
    del answer
    if log is None:
        _answer(_opened(problem, board), lambda _line: None)
        return None
    moves: list[bytes] = []

    def interact() -> int:
        game = _opened(problem, board)
        status = SUCCESS
        try:
            _answer(game, moves.append)
        except BadInputError as error:
            print_error(error)
            status = 2  # in testlib's protocol
        write_output(log, moves)
        return status

    return judged(interact, 3)


def _opened(problem: Problem, board: str) -> Referee:
    if board == STANDARD:
        raise FileError(f"{STANDARD}: the board comes from a file; standard input is for the moves")
    if problem.referee is None:
        raise ValueError(f"{problem.name} has no referee")
    with opened_input(board) as data:
        return problem.referee(data)


def _answer(game: Referee, note: Callable[[bytes], object]) -> None:
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
        note(line)
        emit([answer])
