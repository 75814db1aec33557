"""What is known of a game that was played, as data, as a line of JSON and as SGF. All calls are O(moves)."""

import json
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from refsol.nogo.board import Board
from refsol.nogo.play.record import Record
from refsol.nogo.play.sgf import write_sgf

SIDES: Final = ("A", "B")
"""The two engines."""


class Ending(StrEnum):
    """How a game can end. The engine that it happens to loses."""

    NO_MOVE = "no legal move"
    """It has no legal move, which is how a game ends by the rules."""
    RESIGNED = "resigned"
    """It has resigned."""
    ILLEGAL = "illegal move"
    """It has answered with anything but a legal move."""
    PROTOCOL = "protocol"
    """It refused a command that it has to accept, or its answer is none of the protocol."""
    CRASH = "crashed"
    """It has ended."""
    TIME = "time"
    """It took too long."""
    MEMORY = "memory"
    """It used too much memory."""
    OUTPUT = "output"
    """It wrote too much."""

    @property
    def is_fault(self) -> bool:
        """Whether the engine has done something that it must not do. O(1)."""
        return self not in (Ending.NO_MOVE, Ending.RESIGNED)


class GameRecord(NamedTuple):
    """A game that was played."""

    pair: int
    """The number of the pair that it belongs to, from 0."""
    black: str
    """The engine with the black stones, "A" or "B"; it is "A" in the first game of a pair."""
    winner: str
    """The engine that has won, "A" or "B"."""
    ending: Ending
    """How it ended for the other one."""
    line: str
    """What the loser did, if it is at fault: the command and the answer."""
    stderr: str
    """The last line of the loser's standard error, if it is at fault."""
    opening: int
    """The number of moves that neither engine chose."""
    moves: Sequence[str]
    """The moves, black's first, by the names of their points."""
    seconds: Sequence[float]
    """The time that A and B have taken for their moves, in seconds."""

    @property
    def loser(self) -> str:
        """The engine that has lost. O(1)."""
        return SIDES[self.winner == SIDES[0]]

    def line_of_json(self) -> str:
        """Return the record as a line of JSON, with its end."""
        return json.dumps(self._asdict(), ensure_ascii=False) + "\n"

    def sgf(self, size: int, names: Sequence[str]) -> str:
        r"""Return the game in the Smart Game Format, on a board of that ``size``; A and B have these ``names``.

        >>> GameRecord(0, "A", "B", Ending.RESIGNED, "", "", 0, ["A2", "B1"], [0, 0]).sgf(2, ["x", "[y]"])
        '(;FF[4]GM[1]CA[UTF-8]RU[NoGo]SZ[2]KM[0]PB[x]PW[[y\\]]RE[W+Resign]\n;B[aa];W[bb])\n'
        """
        black = SIDES.index(self.black)
        score = {Ending.NO_MOVE: "", Ending.RESIGNED: "Resign", Ending.TIME: "Time"}.get(self.ending, "Forfeit")
        record = Record(Board(size))
        for name in self.moves:
            record.play(record.game.to_move, record.game.board.parse(name))
        properties = {
            "KM": "0",
            "PB": names[black],
            "PW": names[1 - black],
            "RE": f"{'B' if self.winner == self.black else 'W'}+{score}",
        }
        return write_sgf(record, properties | ({"GC": f"{self.ending}: {self.line}"} if self.ending.is_fault else {}))


def record_in(line: str) -> GameRecord:
    """Return the record that a ``line`` of JSON holds. Raises ``ValueError`` if it holds none."""
    fields = json.loads(line)
    try:
        record = GameRecord(**{**fields, "ending": Ending(fields["ending"])})
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a record of a game: {line[:80]!r}") from error
    if record.winner not in SIDES or record.black not in SIDES:
        raise ValueError(f"not a record of a game: {line[:80]!r}")
    return record
