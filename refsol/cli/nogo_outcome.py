"""The verb ``outcome`` of NoGo."""

from typing import Annotated, Final

from refsol.cli.files import emit_json, emit_text, opened_input
from refsol.cli.status import BadInputError
from refsol.cli.terminal import StatusLine
from refsol.cli.verbs import JSON, argument, as_verb, number_in, option
from refsol.errors import OptionError
from refsol.nogo import BLACK, WHITE, Board, Game, OutcomeProgress
from refsol.nogo import outcome as searched
from refsol.nogo.play.outcome import MEMORY
from refsol.nogo.play.outcome_table import MAX_MEMORY
from refsol.nogo.play.sgf import read_position
from refsol.problem import Problem
from refsol.problem.wording import counted

_SIDES: Final = {BLACK: "black", WHITE: "white"}


@as_verb(
    "Find out exactly who wins with best play, and by which move, if no more than about 20 points are live: empty, and "
    "legal for at least one side.",
    "3 5",
)
def outcome(
    _problem: Problem,
    *,
    position: Annotated[
        str,
        "The number of rows of an empty board; or a file with a position, as in the input of solve (black is to "
        "move), or with rows, columns and the side to move (X or O) in its first line, where # stands for a wall; "
        "- is standard input.",
        argument("ROWS|FILE"),
    ],
    columns: Annotated[str | None, "The number of columns, if the first argument is that of rows.", argument()] = None,
    memory: Annotated[int, "Limit on the memory of the table of positions, in MiB.", option("MIB", least=1)] = MEMORY,
    json: Annotated[bool, JSON] = False,
) -> None:
    if memory > MAX_MEMORY:
        raise OptionError(f"--memory takes a number from 1 to {MAX_MEMORY}, not {memory}")
    if columns is None:
        with opened_input(position) as data:
            game = read_position(data)
    else:
        sizes = number_in(position), number_in(columns)
        if sizes[0] is None or sizes[1] is None:
            raise OptionError(f"expected ROWS COLUMNS, two numbers, found {position!r} {columns!r}")
        try:
            game = Game(Board(sizes[0], sizes[1]))
        except ValueError as error:
            raise OptionError(str(error)) from error
    try:
        with StatusLine() as line:
            found = searched(game, memory=memory, progress=lambda progress: line.show(_described(progress)))
    except ValueError as error:  # too large
        if columns is None:
            raise BadInputError(f"{position}: {error}") from error
        raise OptionError(str(error)) from error
    winner, mover = _SIDES[found.winner], _SIDES[game.to_move]
    name = None if found.point is None else game.board.name(found.point)
    if json:
        fields = {"winner": winner, "to_move": mover, "move": name, "nodes": found.nodes}
        emit_json({**fields, "seconds": round(found.seconds, 3)})
        return
    reason = "has no winning move" if name is None else f"wins with {name}"
    emit_text(f"{winner} wins: {mover} is to move and {reason} ({counted(found.nodes, 'position')} searched)\n")


def _described(progress: OutcomeProgress) -> str:
    searched = f"{counted(progress.nodes, 'position')} searched in {progress.seconds:.0f} s"
    return f"{searched}, trying move {progress.tried} of {progress.moves}"
