"""Games that were played, as data, as JSON and as SGF, and a file of them: a line for the match, and one for each game.

All calls are O(moves), or O(bytes) of a file.
"""

import json
import os
from collections.abc import Mapping, Sequence
from enum import StrEnum
from io import FileIO
from pathlib import Path
from typing import Any, Final, NamedTuple
from weakref import WeakSet

from refsol.jury.run.program import has_posix
from refsol.nogo.board import Board
from refsol.nogo.play.record import Record
from refsol.nogo.play.sgf import write_sgf

SIDES: Final = ("A", "B")
"""The names of the engines."""


class Ending(StrEnum):
    """How a game can end for the engine that loses it: it has ``NO_MOVE``, as by the rules, or it has ``RESIGNED``.

    All else is a fault: an answer that is no legal move (``ILLEGAL``), or that refuses a command that it has to accept
    (``PROTOCOL``); its end (``CRASH``); too much ``TIME``, ``MEMORY`` or ``OUTPUT``.
    """

    NO_MOVE = "no legal move"
    RESIGNED = "resigned"
    ILLEGAL = "illegal move"
    PROTOCOL = "protocol"
    CRASH = "crashed"
    TIME = "time"
    MEMORY = "memory"
    OUTPUT = "output"

    @property
    def is_fault(self) -> bool:
        """Whether the engine has done something that it must not do."""
        return self not in (Ending.NO_MOVE, Ending.RESIGNED)


class GameRecord(NamedTuple):
    """A game that was played."""

    pair: int
    """The number of the pair that it belongs to, from 0."""
    black: str
    """The engine with the black stones; in the first game of a pair, that is A."""
    winner: str
    """The engine that has won."""
    ending: Ending
    """How it ended for the other one."""
    line: str
    """The command and the answer by which the loser is at fault, if it is."""
    stderr: str
    """The last line with words of the loser's standard error, if it is at fault."""
    opening: int
    """The number of moves that neither engine chose."""
    moves: Sequence[str]
    """The moves, black's first, by the names of their points."""
    seconds: Sequence[float]
    """The time that each engine has taken for its moves, in seconds."""
    notes: Sequence[str] = ()
    """What the referee could not tell an engine about its clock and walls: sentences that begin with the engine."""

    @property
    def loser(self) -> str:
        """The engine that has lost."""
        return SIDES[self.winner == SIDES[0]]

    def has_moved(self, side: str) -> bool:
        """Return whether a ``side``, one of the two engines, has made a legal move."""
        begins = (self.opening % 2 == 0) == (side == self.black)
        return len(self.moves) - self.opening > (0 if begins else 1)

    def line_of_json(self) -> str:
        """Return the record as a line of JSON, in ASCII, with its end."""
        return json.dumps(self._asdict()) + "\n"

    def sgf(self, size: int, names: Sequence[str]) -> str:
        r"""Return the game in the Smart Game Format, on a board of that ``size``; the engines have these ``names``.

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
    fields = _json(line)
    try:
        notes = tuple(map(str, fields["notes"]))
        record = GameRecord(**{**fields, "ending": Ending(fields["ending"]), "notes": notes})
    except (KeyError, TypeError) as error:
        raise ValueError(f"not a record of a game: {line[:80]!r}") from error
    if record.winner not in SIDES or record.black not in SIDES or not isinstance(record.pair, int):
        raise ValueError(f"not a record of a game: {line[:80]!r}")
    return record


def _json(line: str) -> dict[str, Any]:  # of any types, which the caller checks
    """Return the object that a ``line`` of JSON holds. Raises ``ValueError`` if it holds none."""
    try:
        found = json.loads(line)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(found, dict):
        raise ValueError(f"not an object of JSON: {line[:80]!r}")
    return found


_open_files: Final = WeakSet[FileIO]()


def _close_in_fork() -> None:
    for file in [*_open_files]:
        file.close()


if hasattr(os, "register_at_fork"):
    # A fork shares locks, and would keep them for a moment if this process is killed.
    os.register_at_fork(after_in_child=_close_in_fork)


class ResultsError(Exception):
    """A file holds no results, those of another match, or another one writes it; the message says so, in a line."""


class Results:
    """The results of a match in the file at a ``path``, which is made unless it exists; a context, or to be closed.

    ``settings`` identify the match, unless the file has no games: values by name. ``records`` are the games in the file
    when it was opened; a last line without an end, of a match that was killed while it wrote, is cut off. Until the
    end, nobody else can open it as results, where the system locks files. Raises :class:`ResultsError`, and ``OSError``
    for a file that can't be read or written.
    """

    def __init__(self, path: str, settings: Mapping[str, object]) -> None:
        first = f"{json.dumps(settings)}\n".encode()
        self._file: Final = _locked(path)
        try:
            content = self._file.readall()
            whole = content[: content.rfind(b"\n") + 1]
            self.records: Final[Sequence[GameRecord]] = _records(path, whole, json.loads(first)) if whole else []
            if not whole and content:
                raise ResultsError(f"{path}: not a file of results")
            self._file.truncate(len(whole) if self.records else 0)
            if not self.records:
                self._write(first)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> "Results":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def append(self, records: Sequence[GameRecord]) -> None:
        """Append ``records``, in one piece. Raises ``OSError`` if the file can't be written."""
        self._write("".join(record.line_of_json() for record in records).encode())

    def close(self) -> None:
        """Let others open the file; then nothing can be appended any more."""
        self._file.close()

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        while left:
            left = left[self._file.write(left) :]


def _locked(path: str) -> FileIO:
    """Open the file at a ``path`` to read it and to append to it, or raise :class:`ResultsError` if another one has."""
    if Path(path).exists() and not Path(path).is_file():  # a pipe or a device can't be read again
        raise ResultsError(f"{path}: not a regular file")
    file = FileIO(path, "a+")
    _open_files.add(file)
    if has_posix():
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.close()
            raise ResultsError(f"{path}: another match is writing to it") from None
        except OSError:  # not all file systems have locks
            pass
    file.seek(0)
    return file


def _records(path: str, content: bytes, settings: Mapping[str, object]) -> Sequence[GameRecord]:
    number = 1
    try:
        lines = content.decode().removesuffix("\n").split("\n")  # other line breaks may be part of texts
        found = _json(lines[0])
        if "engines" not in found:
            raise ResultsError(f"{path}: not a file of results")
        for name, value in settings.items() if len(lines) > 1 else ():
            if found.get(name) != value:
                raise ResultsError(f"{path}: results of another match: {name} is {found.get(name)!r}, not {value!r}")
        records = []
        for number, line in enumerate(lines[1:], start=2):  # noqa: B007 (for the message)
            records.append(record_in(line))
    except ValueError as error:
        raise ResultsError(f"{path}:{number}: {error}") from error
    return records
