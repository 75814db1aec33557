"""The referee: plays a pair of games between two engines, with exchanged colours. For POSIX systems only.

Engines are programs that speak the Go Text Protocol, version 2 (GTP; draft by G. Farnebäck). A game is O(n² α(n)) for
each move, and O(bytes written and read), besides what the engines do.
"""

import hashlib
import re
import shlex
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from decimal import ROUND_DOWN, Decimal
from typing import Final, NamedTuple

from refsol.jury.run.command import Command
from refsol.jury.run.conversation import Conversation, ConversationError
from refsol.jury.run.program import RUNNER_LOST, Leftover, Result, RunLimits
from refsol.nogo.board import BLACK
from refsol.nogo.game import Game
from refsol.nogo.play.match.records import SIDES, Ending, GameRecord
from refsol.nogo.play.record import walled_board

_WHOLE: Final = Decimal(1)  # the unit of the seconds that the protocol can express
_FINE: Final = Decimal("0.001")  # the same for an engine that takes fractions
_COLOURS: Final = ("B", "W")
_SHOWN: Final = 200  # characters of a wrong answer
_ANSWER: Final = re.compile("^[=?]", re.MULTILINE)


class Terms(NamedTuple):
    """The terms on which all games of a match are played."""

    engines: tuple[str, str]
    """The engines A and B: commands, or options of refsol's own."""
    size: int = 9
    """The number of rows and columns of the board, 2..25."""
    seed: str = "1"
    """Any text, from which the seeds of refsol's own engine come."""
    limits: RunLimits = RunLimits(60.0, 2048, 16)
    """The limits on each engine; that on the time is for each answer."""
    main_time: float | None = None
    """The seconds that an engine has for all its moves of a game, before ``move_time``, if any."""
    move_time: float | None = None
    """The seconds that it has for each move, after the main time, if any."""
    margin: float = 0.2
    """Seconds beyond that before it loses, for what is lost on the way between referee and engine."""
    walls: Sequence[str] = ()
    """The walls, by the names of their points."""
    cpu_time: float | None = None
    """The seconds of processor time, instead of other time, that it has for a game after it was told the opening."""
    directory: str | None = None
    """The directory in which engines run, instead of empty ones."""

    @property
    def main(self) -> float | None:
        """The main time or the processor time, if one is limited."""
        return self.main_time if self.cpu_time is None else self.cpu_time

    def seed_of(self, pair: int, game: int, side: int) -> int:
        """Return the seed for refsol's own engine in a ``game``, 0 or 1, of a ``pair``, on a ``side``, 0 or 1."""
        digest = hashlib.sha256(f"{self.seed}/{pair}/{game}/{side}".encode("utf-8", "surrogateescape")).digest()
        return int.from_bytes(digest[:4], "little")


class Played(NamedTuple):
    """The ``records`` of a pair of games, and ``leftovers``: things that could not be cleaned up after them."""

    records: Sequence[GameRecord]
    leftovers: Sequence[Leftover]


def play_pair(terms: Terms, label: str, pair: int, opening: Sequence[str]) -> Played:
    """Play number ``pair`` of a match; A has black in the first game.

    Both games begin with the ``opening``, moves by names. ``label`` is that of the working directories. Raises
    :class:`.StartError` if an engine can't be started.
    """
    games = [_play(terms, label, pair, game, opening) for game in range(2)]
    return Played([record for record, _ in games], [left for _, leftovers in games for left in leftovers])


def _play(terms: Terms, label: str, pair: int, game: int, opening: Sequence[str]) -> tuple[GameRecord, list[Leftover]]:
    conversations = []
    for side, engine in enumerate(terms.engines):
        words = words_of(engine, terms.seed_of(pair, game, side))
        # The words of refsol's own engine are no files, even if files have such names.
        finds_files, where = not is_own(engine), terms.directory
        command = Command(words, terms.limits, directory=where, label=label, finds_files=finds_files)
        conversations.append(Conversation(command))
    table = _Refereed(terms, game)
    with ExitStack() as stack:
        winner, ending, line = table.play(opening, map(stack.enter_context, conversations))
    lines = conversations[1 - winner].stderr.decode("utf-8", "replace").splitlines() if ending.is_fault else []
    # The last line with a word in it, without the lines of the box around it that some libraries draw.
    said = next((line.strip(" \t│|") for line in reversed(lines) if any(map(str.isalnum, line))), "")
    seconds = [round(each, 6) for each in table.seconds]
    names = SIDES[game], SIDES[winner]
    notes = tuple(note for engine in table.engines for note in engine.notes.values())
    record = GameRecord(pair, *names, ending, line, said, len(opening), table.moves, seconds, notes)
    return record, [left for conversation in conversations for left in conversation.leftovers]


def forfeited(pair: int, opening: Sequence[str], loser: str) -> Played:
    """Return a ``pair`` that the engine ``loser`` loses, as it ended or stopped the process that played it.

    So nothing more is known of its games than the ``opening``.
    """
    lost = GameRecord(
        pair=pair,
        black=SIDES[0],
        winner=SIDES[loser == SIDES[0]],
        ending=Ending.CRASH,
        line=RUNNER_LOST.message,
        stderr="",
        opening=len(opening),
        moves=opening,
        seconds=[0.0, 0.0],
    )
    return Played([lost, lost._replace(black=SIDES[1])], ())


class _EngineError(Exception):
    """The engine is at fault, by which the game ends in an ``ending``; ``line`` says what it did."""

    def __init__(self, ending: Ending, line: str) -> None:
        super().__init__(ending, line)
        self.ending: Final = ending
        self.line: Final = line


def is_own(engine: str) -> bool:
    """Return whether an ``engine`` is refsol's own, given by options, and not a command."""
    return engine.lstrip().startswith("-")


def words_of(engine: str, seed: int) -> list[str]:
    """Return the words of the command for an ``engine``: a command, or options of refsol's own, which begin with "-".

    refsol's own gets the ``seed``, unless its options have one. Raises ``ValueError`` for quotes that aren't closed,
    and for an empty command.

    >>> words_of("my_engine --level 'very high'", 1)
    ['my_engine', '--level', 'very high']
    >>> words_of("--simulations 500", 7)[-6:]
    ['nogo', 'gtp', '--simulations', '500', '--seed', '7']
    """
    words = shlex.split(engine)
    if not words:
        raise ValueError("the command of an engine is empty")
    if not is_own(engine):
        return words
    seeded = any(word.partition("=")[0] == "--seed" for word in words)
    return [sys.executable, "-m", "refsol", "nogo", "gtp", *words, *([] if seeded else ["--seed", str(seed)])]


class _Engine:
    """An engine, told its seconds in whole numbers of a ``unit``, if at all; ``notes`` are sentences by subject."""

    def __init__(self, conversation: Conversation, seconds: float, name: str) -> None:
        self._conversation: Final = conversation
        self._seconds: Final = seconds
        self._name: Final = name
        self._known: Final[dict[str, bool | None]] = {}
        self._spent = 0.0  # seconds of processor time
        self.unit: Decimal | None = None
        self.notes: Final[dict[str, str]] = {}

    def ask(self, command: str, seconds: float | None = None) -> tuple[bool, str]:
        """Return whether the engine accepts a command within this many seconds, and its answer, without blanks.

        Lines before that, which begin with neither = nor ?, are passed over.
        """
        limit = self._seconds if seconds is None else seconds
        end = time.perf_counter() + limit
        passed = ""
        try:
            self._conversation.say(f"{command}\n".encode())
            while True:
                heard = self._conversation.hear(b"\n\n", max(0.0, end - time.perf_counter()))
                text = heard.decode("utf-8", "replace").strip()
                found = _ANSWER.search(text)
                passed = passed or text[: found.start() if found else None].partition("\n")[0][:_SHOWN]
                if found:
                    break
        except ConversationError as error:
            message = f"no answer within {limit:g} s" if error.kind is Result.TIME else error.message
            said = f"; it printed {passed!r}" if passed else ""
            raise _EngineError(Ending[error.kind.name], f"{command}: {message}{said}") from error
        if passed:
            self.note("lines", f"prints lines that begin with neither = nor ?, such as {passed!r}")
        return found[0] == "=", text[found.end() :].strip()

    def start_processor_time(self) -> None:
        """Count processor time from now on."""
        self._spent = self._conversation.processor_seconds()

    def processor_seconds(self) -> float:
        """Return the processor time that the engine has used, also on the opponent's time."""
        return self._conversation.processor_seconds() - self._spent

    def knows(self, name: str) -> bool | None:
        """Return whether the engine says that it knows the command of this name, or None if it doesn't say."""
        if name not in self._known:
            answer = self.ask(f"known_command {name}")[1].lower()
            self._known[name] = {"true": True, "false": False}.get(answer)
        return self._known[name]

    def offer(self, command: str) -> bool:
        """Return whether the engine accepts a command that it need not know; if it doesn't, that is noted."""
        name = command.partition(" ")[0]
        if self.knows(name) is False:  # some engines would answer each word of an unknown command
            self.note(name, f"doesn't know {name}")
            return False
        accepted, answer = self.ask(command)
        if not accepted:
            self.note(name, f"refuses {name}: {answer[:_SHOWN]}")
        return accepted

    def note(self, subject: str, what: str) -> None:
        self.notes.setdefault(subject, f"{self._name} {what}")

    def require(self, command: str, seconds: float | None = None) -> str:
        accepted, answer = self.ask(command, seconds)
        if not accepted:
            raise _EngineError(Ending.PROTOCOL, f"{command}: ? {answer[:_SHOWN]}")
        return answer


class _Refereed:
    """A game on these ``terms``, in which engine number ``black`` has the black stones."""

    def __init__(self, terms: Terms, black: int) -> None:
        self._terms: Final = terms
        self.engines: Final[list[_Engine]] = []
        self._black: Final = black
        self._game: Final = Game(walled_board(terms.size, terms.size, terms.walls))
        self.moves: Final[list[str]] = []
        self.seconds: Final = [0.0, 0.0]

    def play(self, opening: Sequence[str], conversations: Iterable[Conversation]) -> tuple[int, Ending, str]:
        """Play the game; return the winner, how it ended for the loser, and what that one did.

        An engine starts when its conversation is taken: one after the other, so that it is known which one fails.
        """
        asked = 0
        try:
            for asked, conversation in enumerate(conversations):
                self.engines.append(_Engine(conversation, self._terms.limits.seconds, SIDES[asked]))
                self._prepare(self.engines[asked], opening)
            for name in opening:
                self._game.move(self._game.board.parse(name))
                self.moves.append(name)
            while self._game.winner is None:
                asked = self._side()
                name = self._move(asked)
                asked = 1 - asked
                if self._game.winner is None:
                    self._tell(self.engines[asked], _COLOURS[len(self.moves) % 2 - 1], name)
        except _EngineError as error:
            return 1 - asked, error.ending, error.line
        return 1 - self._side(), Ending.NO_MOVE, ""

    def _side(self) -> int:
        return self._black if self._game.to_move == BLACK else 1 - self._black

    def _prepare(self, engine: _Engine, opening: Sequence[str]) -> None:
        terms = self._terms
        engine.require(f"boardsize {terms.size}")
        engine.require("clear_board")
        if terms.walls:  # some engines know no others
            engine.offer(f"hollow {' '.join(terms.walls)}")
        engine.ask("komi 0")
        if terms.main is not None or terms.move_time is not None:
            self._set_clock(engine, terms.main or 0.0, terms.move_time or 0.0)
        for k, name in enumerate(opening):
            self._tell(engine, _COLOURS[k % 2], name)
        engine.start_processor_time()

    def _set_clock(self, engine: _Engine, main: float, move: float) -> None:
        """Tell an engine its time, or less where it can't be expressed: GTP has only whole seconds, KataGo fractions.

        To GTP, a period of 0 seconds is none, and 0 0 0 may mean either no time or no limit.
        """
        whole = [_seconds(main, _WHOLE), _seconds(move, _WHOLE)]
        fine = [_seconds(main, _FINE), _seconds(move, _FINE)]
        if fine != whole and engine.knows("kata-time_settings"):
            kind = f"canadian {fine[0]} {fine[1]} 1" if move > 0 else f"absolute {fine[0]}"
            if engine.offer(f"kata-time_settings {kind}"):
                engine.unit = _FINE
                return
        if fine != whole and whole == ["0", "0"]:
            engine.note("clock", "takes whole seconds only, so less than one isn't sent")
            return
        engine.unit = _WHOLE
        if engine.offer(f"time_settings {whole[0]} {whole[1]} {int(move >= 1)}") and fine != whole:
            engine.note("clock", "takes whole seconds only, so its time is rounded down")

    def _tell(self, engine: _Engine, colour: str, name: str) -> None:
        """Tell an engine a move; some answer with "resign" where they think that it isn't legal."""
        command = f"play {colour} {name}"
        if engine.require(command).lower() == "resign":
            raise _EngineError(Ending.PROTOCOL, f"{command}: = resign, though it is legal")

    def _move(self, side: int) -> str:
        terms, engine = self._terms, self.engines[side]
        colour = _COLOURS[len(self.moves) % 2]
        command = f"genmove {colour}"
        limit = self._allowed(side, engine, colour)
        begin = time.perf_counter()
        answer = engine.require(command, limit)
        self.seconds[side] += time.perf_counter() - begin
        if terms.cpu_time is not None:
            self.seconds[side] = engine.processor_seconds()
            if self.seconds[side] > terms.cpu_time + terms.margin:
                line = f"{command}: used {self.seconds[side]:.2f} s of processor time"
                raise _EngineError(Ending.TIME, line)
        if answer.lower() == "resign":
            raise _EngineError(Ending.RESIGNED, "")
        board = self._game.board
        try:
            legal = self._game.move(board.parse(answer.upper()))
        except ValueError:  # no name of a point on this board
            legal = False
        if not legal:
            raise _EngineError(Ending.ILLEGAL, f"{command}: = {answer[:_SHOWN]}")
        self.moves.append(answer.upper())
        return self.moves[-1]

    def _allowed(self, side: int, engine: _Engine, colour: str) -> float:
        """Return the seconds that an engine has for a move, of which it is told."""
        terms = self._terms
        if terms.main is None and terms.move_time is None:
            return terms.limits.seconds
        move = terms.move_time or 0.0
        left = max(0.0, (terms.main or 0.0) - self.seconds[side])
        if terms.main is not None and engine.unit is not None:
            told = _seconds(left, engine.unit)
            if move > 0 and float(told) == 0:  # the byo-yomi has begun, as far as the engine can know
                engine.offer(f"time_left {colour} {_seconds(move, engine.unit)} 1")
            else:
                engine.offer(f"time_left {colour} {told} 0")
        if terms.cpu_time is not None:  # which other time says nothing about
            return terms.limits.seconds
        return min(terms.limits.seconds, left + move + terms.margin)


def _seconds(seconds: float, unit: Decimal) -> str:
    """Return the largest multiple of a ``unit``, not above ``seconds``, that the protocol can express.

    >>> _seconds(2.999, Decimal(1)), _seconds(0.5, Decimal("0.001"))
    ('2', '0.5')
    """
    known = Decimal(repr(min(float(seconds), float(2**31 - 1)))).quantize(unit, ROUND_DOWN)
    text = f"{known:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
