"""A program that plays NoGo by the Go Text Protocol, version 2, as an object: a command goes in, a response comes out.

The moves are those of a :class:`~refsol.nogo.play.search.Search`, whose tree is kept from move to move. The commands
are those of the protocol (G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002) and some of
GoGui (M. Enzenberger, R. Coulom), of GNU Go and of KataGo. This module isn't compiled: what takes time is the search.
"""
# mypyc: interpreted

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from mypy_extensions import u8

from refsol import __version__
from refsol.errors import InputError
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.gtp_clock import Clock
from refsol.nogo.play.gtp_text import parse_command, response
from refsol.nogo.play.player import SIMULATIONS, Settings, new_search, run_search
from refsol.nogo.play.record import Record
from refsol.nogo.play.search import Search
from refsol.nogo.play.sgf import read_sgf, write_sgf
from refsol.structures.xoshiro import Xoshiro128

MAX_SIZE: Final = 25
"""The largest number of rows, and of columns, of a board, in this protocol."""
DEFAULT_SIZE: Final = 9
"""The size of the board before the first ``boardsize``."""

_SIDES: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
_LETTERS: Final = {BLACK: "B", WHITE: "W"}
_NAMES: Final = {BLACK: "black", WHITE: "white"}
_POINTS: Final = ".XO?"  # as gogui-rules_board wants them; the last one is a wall
_MOST: Final = 2**31 - 1  # the largest number in the protocol
_LARGEST_FILE: Final = 2**20  # bytes of a game
_SYNTAX: Final = "syntax error"
_ILLEGAL: Final = "illegal move"
_ANALYZE: Final = (
    "gfx/Search: Values/refsol-values",
    "hpstring/Search: Moves/refsol-moves",
    "plist/Legal Moves/all_legal %c",
    "string/Final Score/final_score",
)


class _Failure(Exception):  # noqa: N818 (a response of the protocol)
    """A command fails; the message is the response."""


class _Handler(NamedTuple):
    """What carries a command out, and between how many arguments it takes."""

    run: Callable[[Sequence[str]], str]
    least: int
    most: int


class Engine:
    r"""A program on an empty 9 × 9 board, which answers command after command.

    ``clock`` returns the time in seconds, and ``read`` the content of a file. Raises ``ValueError`` for settings that
    no search can have.

    >>> engine = Engine(Settings(simulations=100))
    >>> engine.answer(b"1 boardsize 3"), engine.answer(b"2 genmove b")
    (b'=1\n\n', b'=2 C2\n\n')
    """

    def __init__(
        self,
        settings: Settings = Settings(),  # noqa: B008 (it can't be changed)
        *,
        clock: Callable[[], float] = time.perf_counter,
        read: Callable[[str], bytes] | None = None,
    ) -> None:
        self._settings: Final = settings
        self._now: Final = clock
        self._read: Final = _content if read is None else read
        self._rng: Final = Xoshiro128(settings.seed)
        self._search: Search | None = None  # from the current position
        self._clock: Final = Clock()
        self._record = Record(Board(DEFAULT_SIZE))
        self._is_over = False
        self._handlers: Final = self._commands()
        new_search(self._settings, Game(Board(MAX_SIZE)), self._rng)  # reports wrong settings now

    @property
    def is_over(self) -> bool:
        """Whether ``quit`` has come."""
        return self._is_over

    @property
    def record(self) -> Record:
        """The position at the start, and the moves since. Only the engine may change it."""
        return self._record

    def answer(self, line: bytes) -> bytes:
        """Return the response to a ``line``, with all its line ends, or nothing if there is no command in it.

        O(length), and what the command takes.
        """
        command = parse_command(line)
        if command is None:
            return b""
        handler = self._handlers.get(command.name)
        try:
            if handler is None:
                raise _Failure("unknown command")
            if not handler.least <= len(command.arguments) <= handler.most:
                raise _Failure(_SYNTAX)
            return response(command.number, handler.run(command.arguments))
        except _Failure as failure:
            return response(command.number, str(failure), failed=True)

    def _commands(self) -> Mapping[str, _Handler]:
        """Return all commands, by name."""
        return {
            "protocol_version": _Handler(lambda _: "2", 0, 0),
            "name": _Handler(lambda _: "refsol", 0, 0),
            "version": _Handler(lambda _: __version__, 0, 0),
            "known_command": _Handler(lambda words: str(words[0] in self._handlers).lower(), 1, 1),
            "list_commands": _Handler(lambda _: "\n".join(self._handlers), 0, 0),
            "quit": _Handler(self._quit, 0, 0),
            "boardsize": _Handler(self._resize, 1, 1),
            "rectangular_boardsize": _Handler(self._resize, 2, 2),
            "clear_board": _Handler(self._clear, 0, 0),
            "komi": _Handler(_ignore_komi, 1, 1),
            "play": _Handler(self._play, 2, 2),
            "genmove": _Handler(self._generate, 1, 1),
            "reg_genmove": _Handler(self._suggest, 1, 1),
            "undo": _Handler(self._undo, 0, 0),
            "gg-undo": _Handler(self._undo, 0, 1),
            "time_settings": _Handler(self._limit_time, 3, 3),
            "time_left": _Handler(self._set_time, 3, 3),
            "cputime": _Handler(lambda _: f"{time.process_time():.3f}", 0, 0),
            "final_score": _Handler(self._score, 0, 0),
            "showboard": _Handler(self._show, 0, 0),
            "loadsgf": _Handler(self._load, 1, 2),
            "printsgf": _Handler(self._save, 0, 0),
            "all_legal": _Handler(self._legal, 1, 1),
            "gogui-analyze_commands": _Handler(lambda _: "\n".join(_ANALYZE), 0, 0),
            "gogui-play_sequence": _Handler(self._play_sequence, 0, 2 * MAX_SIZE**2),
            "gogui-setup": _Handler(self._set_up, 0, 2 * MAX_SIZE**2),
            "gogui-setup_player": _Handler(self._set_up_player, 1, 1),
            "gogui-rules_game_id": _Handler(lambda _: "Nogo", 0, 0),
            "gogui-rules_board": _Handler(self._rows, 0, 0),
            "gogui-rules_board_size": _Handler(self._size, 0, 0),
            "gogui-rules_legal_moves": _Handler(lambda _: self._names_of_legal(self._record.game), 0, 0),
            "gogui-rules_side_to_move": _Handler(lambda _: _NAMES[self._record.game.to_move], 0, 0),
            "gogui-rules_final_result": _Handler(self._result, 0, 0),
            "refsol-values": _Handler(self._values, 0, 0),
            "refsol-moves": _Handler(self._moves, 0, 0),
        }

    def _quit(self, _words: Sequence[str]) -> str:
        self._is_over = True
        return ""

    # The position

    def _start(self, board: Board, to_move: int = BLACK) -> None:
        """Begin a game from a position. Raises ``ValueError`` for a group without a liberty."""
        self._begin(Record(board, to_move))

    def _begin(self, record: Record) -> None:
        self._record = record
        self._search = None
        self._clock.restart()

    def _resize(self, words: Sequence[str]) -> str:
        columns, rows = (_number(word) for word in (words[0], words[-1]))
        if not (1 <= columns <= MAX_SIZE and 1 <= rows <= MAX_SIZE):
            raise _Failure("unacceptable size")
        self._start(Board(rows, columns))
        return ""

    def _clear(self, _words: Sequence[str]) -> str:
        board = self._record.start.board
        self._start(Board(board.rows, board.columns))
        return ""

    def _set_up(self, words: Sequence[str]) -> str:
        start = self._record.start
        if self._record.moves or len(start.board.points(EMPTY)) < start.board.rows * start.board.columns:
            raise _Failure("board not empty")
        board = start.board.copy()
        for colour, point in self._pairs(words):
            board.stone[point] = u8(colour)
        try:
            self._start(board)
        except ValueError:
            raise _Failure("group without liberties") from None
        return ""

    def _set_up_player(self, words: Sequence[str]) -> str:
        if self._record.moves:
            raise _Failure("game has begun")
        self._start(self._record.start.board, _colour(words[0]))
        return ""

    def _play(self, words: Sequence[str]) -> str:
        colour = _colour(words[0])
        self._make(colour, self._point(words[1]), self._search_for(colour))
        return ""

    def _play_sequence(self, words: Sequence[str]) -> str:
        moves = self._pairs(words)
        made = 0
        try:
            for colour, point in moves:
                self._make(colour, point, self._search_for(colour))
                made += 1
        except _Failure:
            self._take_back(made)
            raise
        return ""

    def _make(self, colour: int, point: int, search: Search | None) -> None:
        """Make a move; what a ``search`` of the position before it knows about the one after it is kept."""
        if not self._record.play(colour, point):
            raise _Failure(_ILLEGAL)
        if search is not None:
            search.play(point)
        self._search = search

    def _search_for(self, colour: int) -> Search | None:
        """Return the search of the current position if it is for this player's move."""
        return self._search if colour == self._record.game.to_move else None

    def _undo(self, words: Sequence[str]) -> str:
        count = _number(words[0]) if words else 1
        if count > len(self._record.moves):
            raise _Failure("cannot undo")
        self._take_back(count)
        return ""

    def _take_back(self, count: int) -> None:
        for _ in range(count):
            self._record.undo()
            self._search = None

    # Searching

    def _generate(self, words: Sequence[str]) -> str:
        begin = self._now()
        colour = _colour(words[0])
        game = self._record.turn(colour)
        points = game.legal_points()
        if not len(points):
            return "resign"
        point = int(points[0])
        search = self._search_for(colour)
        if len(points) > 1:
            if search is None:
                search = new_search(self._settings, game, self._rng)
            run_search(search, self._settings.simulations, self._seconds(game, begin), self._now)
            point = search.best()
        self._make(colour, point, search)
        self._clock.spend(colour, self._now() - begin)
        return game.board.name(point)

    def _suggest(self, words: Sequence[str]) -> str:
        game = self._record.turn(_colour(words[0]))
        if game.winner is not None:
            return "resign"
        search = new_search(self._settings, game, Xoshiro128(self._settings.seed))
        run_search(search, self._settings.simulations, self._settings.seconds, self._now)
        return game.board.name(search.best())

    def _seconds(self, game: Game, begin: float) -> float | None:
        """Return the time for a move of a game, counted from ``begin``, or None without a limit."""
        mine = set(game.legal_points())
        both = mine.intersection(game.legal_points(BLACK + WHITE - game.to_move))
        # A forbidden point stays forbidden, so there won't be many more moves than these; contested points are shared.
        budget = self._clock.budget(game.to_move, len(mine) - len(both) // 2)
        limits = [limit for limit in (budget, self._settings.seconds) if limit is not None]
        return max(0.0, min(limits) - (self._now() - begin)) if limits else None

    def _known(self) -> Search:
        """Return the search from the current position, which has run."""
        if self._search is None:
            self._search = new_search(self._settings, self._record.game, self._rng)
        if self._search.visits < (self._settings.simulations or SIMULATIONS):
            run_search(self._search, self._settings.simulations, self._settings.seconds, self._now)
        return self._search

    def _values(self, _words: Sequence[str]) -> str:
        game = self._record.game
        name = game.board.name
        tried = [child for child in self._known().children() if child.visits]
        if not tried:
            return self._result(())
        sign = 1 if game.to_move == BLACK else -1
        shares = [(name(child.point), child.wins / child.visits) for child in tried]
        values = " ".join(f"{point} {sign * (2.0 * share - 1.0):.3f}" for point, share in shares)
        labels = " ".join(f"{point} {100.0 * share:.0f}" for point, share in shares)
        point, share = shares[0]
        words = f"{_NAMES[game.to_move]}: {point} wins {100.0 * share:.1f} % of {tried[0].visits}"
        return f"INFLUENCE {values}\nLABEL {labels}\nTEXT {words}"

    def _moves(self, _words: Sequence[str]) -> str:
        board = self._record.game.board
        children = self._known().children()
        if not children:
            return self._result(())
        table = ["move visits wins"]
        table += [f"{board.name(child.point):>4} {child.visits:>6} {child.wins:>4}" for child in children]
        return "\n" + "\n".join(table)

    # Time

    def _limit_time(self, words: Sequence[str]) -> str:
        main, period, stones = map(_number, words)
        self._clock.limit(main, period, stones)
        return ""

    def _set_time(self, words: Sequence[str]) -> str:
        colour = _colour(words[0])
        self._clock.set_left(colour, _number(words[1]), _number(words[2]))
        return ""

    # Reports

    def _score(self, _words: Sequence[str]) -> str:
        winner = self._record.game.winner
        if winner is None:
            raise _Failure("cannot score")
        return f"{_LETTERS[winner]}+1"

    def _result(self, _words: Sequence[str]) -> str:
        game = self._record.game
        mover = _NAMES[game.to_move]
        return f"{mover} is to move" if game.winner is None else f"{_NAMES[game.winner]} wins: {mover} has no move"

    def _show(self, _words: Sequence[str]) -> str:
        return f"\n{self._record.game.board}\n{self._result(())}"

    def _rows(self, _words: Sequence[str]) -> str:
        board = self._record.game.board
        rows = range(1, board.rows + 1)
        columns = range(1, board.columns + 1)
        return "\n".join(" ".join(_POINTS[int(board.stone[board.point(x, y)])] for y in columns) for x in rows)

    def _size(self, _words: Sequence[str]) -> str:
        board = self._record.game.board
        return f"{board.rows}" if board.rows == board.columns else f"{board.columns} {board.rows}"

    def _legal(self, words: Sequence[str]) -> str:
        return self._names_of_legal(self._record.turn(_colour(words[0])))

    def _names_of_legal(self, game: Game) -> str:
        return " ".join(game.board.name(point) for point in game.legal_points())

    # Files

    def _load(self, words: Sequence[str]) -> str:
        # With a number, the position before the move with that number.
        before = None if len(words) == 1 else max(0, _number(words[1]) - 1)
        try:
            record = read_sgf(self._read(words[0]), before).record
        except OSError as error:
            raise _Failure(f"cannot load file: {error.strerror}") from None
        except InputError as error:
            raise _Failure(f"cannot load file: {error}") from None
        except ValueError:  # a name that no file can have
            raise _Failure("cannot load file") from None
        board = record.start.board
        if max(board.rows, board.columns) > MAX_SIZE:
            raise _Failure("cannot load file: unacceptable size")
        self._begin(record)
        return ""

    def _save(self, _words: Sequence[str]) -> str:
        winner = self._record.game.winner
        result = {} if winner is None else {"RE": f"{_LETTERS[winner]}+"}
        return write_sgf(self._record, {"AP": f"refsol:{__version__}", **result})

    # Arguments

    def _pairs(self, words: Sequence[str]) -> list[tuple[int, int]]:
        """Return the colours and points that stand in turns."""
        if len(words) % 2:
            raise _Failure(_SYNTAX)
        return [(_colour(words[k]), self._point(words[k + 1])) for k in range(0, len(words), 2)]

    def _point(self, word: str) -> int:
        """Return the point of a name; there is no pass in NoGo."""
        if word.lower() in {"pass", "resign"}:
            raise _Failure(_ILLEGAL)
        try:
            return self._record.game.board.parse(word)
        except ValueError:
            raise _Failure("invalid color or coordinate") from None


def _content(path: str) -> bytes:
    """Return the content of a file of up to 1 MiB. Raises ``OSError``, and ``ValueError`` for another."""
    file = Path(path)
    if not file.is_file():  # reading from a pipe might never end
        file.stat()
        raise ValueError(path)
    with file.open("rb") as opened:
        data = opened.read(_LARGEST_FILE + 1)
    if len(data) > _LARGEST_FILE:
        raise ValueError(path)
    return data


def _ignore_komi(words: Sequence[str]) -> str:
    """Accept a number: NoGo has no komi."""
    try:
        komi = float(words[0])
    except ValueError:
        komi = float("nan")
    if not abs(komi) < float("inf"):
        raise _Failure(_SYNTAX)
    return ""


def _number(word: str) -> int:
    """Return an integer as the protocol has them, 0..2³¹ - 1."""
    digits = word.lstrip("0") or "0"
    if not (word.isascii() and word.isdecimal() and len(digits) <= len(str(_MOST)) and int(digits) <= _MOST):
        raise _Failure(_SYNTAX)
    return int(digits)


def _colour(word: str) -> int:
    colour = _SIDES.get(word.lower())
    if colour is None:
        raise _Failure("invalid color or coordinate")
    return colour
