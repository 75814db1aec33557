"""A program that plays NoGo by the Go Text Protocol, version 2, as an object: a command goes in, a response comes out.

The moves are those of a :class:`~refsol.nogo.play.search.Search`, whose tree is kept from move to move. The commands
are those of the protocol (G. Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002) and some of
GoGui (M. Enzenberger, R. Coulom), GNU Go and KataGo. This isn't compiled, as nearly all time goes into the search.
"""
# mypyc: interpreted

import re
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from inspect import signature
from pathlib import Path
from typing import Final, NamedTuple

from mypy_extensions import u8

from refsol import __version__
from refsol.errors import InputError
from refsol.nogo.board import BLACK, COLOURS, EDGE, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.play.many_searches import ManySearches, start_search
from refsol.nogo.play.player import SIMULATIONS, Clock, SearchSettings, new_search, run_search, winning_point
from refsol.nogo.play.record import LETTERS, PLAYERS, Record, walled_board
from refsol.nogo.play.search import Search
from refsol.nogo.play.sgf import read_sgf, write_sgf
from refsol.structures.xoshiro import Xoshiro128

MAX_SIZE: Final = 25
"""The largest number of rows, and of columns, of a board, in this protocol."""
DEFAULT_SIZE: Final = 9
"""The size of the board before the first ``boardsize``."""

_MOST: Final = 2**31 - 1  # the largest number in the protocol
_LARGEST_FILE: Final = 2**20  # bytes of a game
_SYNTAX: Final = "syntax error"
_ILLEGAL: Final = "illegal move"
_OF_THE_SEARCH: Final = {
    *("analyze", "kata-analyze", "sabaki-analyze", "lz-analyze"),
    *("refsol-values", "refsol-moves", "gogui-analyze_commands"),
}
_ANALYZE: Final = """\
gfx/Search: Values/refsol-values
hpstring/Search: Moves/refsol-moves
plist/Legal Moves/all_legal %c
string/Final Score/final_score"""

# In commands and responses, control characters are dropped; but a tab is a blank in a command.
_CONTROL: Final = dict.fromkeys([*range(32), 127])
_IN_COMMANDS: Final = {**_CONTROL, ord("\t"): " "}
_IN_RESPONSES: Final = {code: None for code in _CONTROL if code not in (ord("\t"), ord("\n"))}


class _Failure(Exception):  # noqa: N818 (a response of the protocol)
    """A command fails; the message is the response."""


class _Analysis(NamedTuple):
    """An analysis by a ``search`` of a position on a ``board``, of as many as the ``most`` best moves.

    A line is ``due`` at that time by the clock, and then in each ``interval``; shares of wins, also those expected
    before the search, are as ``shown``.
    """

    search: Search | ManySearches
    board: Board
    shown: Callable[[float], str]
    interval: float
    due: float
    most: int


class Engine:
    r"""A program on an empty 9 × 9 board, which answers command after command.

    ``clock`` returns the time in seconds. The engine resigns if the move that it has searched most wins less than the
    share ``resign`` of its simulations, by default never. It ends a search once ``interrupted`` returns true, which it
    calls after some hundred simulations. If ``choose`` is given, moves are what it returns for a copy of the game, and
    nothing is searched; ``name`` is the engine's. ``record`` has the position at the start, and the moves since; only
    the engine may change it. Once ``quit`` has come, ``is_over`` is true. While it ``is_analyzing``, the response isn't
    complete: :meth:`analyze` goes on with it, and the next line ends it. After a response, :meth:`ponder` uses the
    opponent's time. Raises ``ValueError`` for ``settings`` that no search can have, and for a share outside 0..1.

    >>> engine = Engine(SearchSettings(simulations=100))
    >>> engine.answer(b"1 boardsize 3"), engine.answer(b"2 genmove b")
    (b'=1\n\n', b'=2 A3\n\n')
    """

    def __init__(
        self,
        settings: SearchSettings = SearchSettings(),  # noqa: B008 (it can't be changed)
        *,
        clock: Callable[[], float] = time.perf_counter,
        resign: float = 0.0,
        interrupted: Callable[[], bool] = lambda: False,
        choose: Callable[[Game], int] | None = None,
        name: str = "refsol",
    ) -> None:
        if not 0.0 <= resign <= 1.0:
            raise ValueError(f"the share of wins below which the engine resigns is in 0..1, not {resign!r}")
        self._resign: Final = resign
        self._choose: Final = choose
        self._name: Final = name
        self._is_interrupted: Final = interrupted
        self.is_over = False
        self._settings: Final = settings
        self._now: Final = clock
        self._rng: Final = Xoshiro128(settings.seed)
        self._search: Search | ManySearches | None = None  # from the current position
        self._left_to_ponder = 0  # simulations
        self._clock: Final = Clock()
        self._counts_periods = False
        self._analysis: _Analysis | None = None
        self.record = Record(Board(DEFAULT_SIZE))
        commands = self._all_commands()
        self._commands: Final = {
            name: command for name, command in commands.items() if choose is None or name not in _OF_THE_SEARCH
        }
        new_search(self._settings, Game(Board(MAX_SIZE)), self._rng)  # reports wrong settings now

    def answer(self, line: bytes) -> bytes:
        """Return the response to a ``line``, with all its line ends, or nothing if there is no command in it.

        ``#`` begins a comment. Bytes that aren't UTF-8 are as in names of files. The end of an analysis comes before
        the response. O(length), and what the command takes.
        """
        ended = b"" if self._analysis is None else b"\n"
        self._analysis = None
        return ended + self._response(line)

    @property
    def is_analyzing(self) -> bool:
        """Whether the latest command is an analysis, which goes on until the next line."""
        return self._analysis is not None

    def analyze(self) -> bytes:
        """Search on for some hundredths of a second; return a line of the analysis if it is time for one."""
        analysis = self._analysis
        if analysis is None:
            return b""
        run_search(analysis.search.run, None, min(0.05, analysis.interval), self._now)
        if self._now() < analysis.due:
            return b""
        self._analysis = analysis._replace(due=self._now() + analysis.interval)
        search = analysis.search
        name = analysis.board.name
        tried = [child for child in search.children() if child.visits][: analysis.most]
        infos = [
            f"info move {name(child.point)} visits {child.visits} winrate {analysis.shown(child.wins / child.visits)} "
            f"prior {analysis.shown(child.prior)} order {k} "
            f"pv {' '.join(map(name, (child.point, *search.line([child.point]))))}"
            for k, child in enumerate(tried)
        ]
        return f"{' '.join(infos)}\n".encode()

    def ponder(self) -> bool:
        """Search on for about a hundredth of a second if the engine has moved last; return whether it can go on.

        It can until the next move or new position, and for as many simulations as the tree may have nodes, which fill
        it. What is found depends on time, so the seed no longer determines the moves.
        """
        if not self._left_to_ponder:
            return False
        if self._search is None:  # the move was the only one
            self._search = start_search(self._settings, self.record.game, self._rng)
        before = self._search.visits
        run_search(self._search.run, self._left_to_ponder, 0.01, self._now)  # a command may start the engine's clock
        self._left_to_ponder -= self._search.visits - before
        return self._left_to_ponder > 0

    def _response(self, line: bytes) -> bytes:
        text = line.decode("utf-8", "surrogateescape").translate(_IN_COMMANDS).partition("#")[0]
        words = [word for word in text.split(" ") if word]
        if not words:
            return b""
        number = words.pop(0) if re.fullmatch("[0-9]+", words[0]) else ""
        try:
            sign, response = "=", self._run(*words) if words else self._run("")
        except _Failure as failure:
            sign, response = "?", str(failure)
        if self._analysis is not None:
            return f"={number}\n".encode()
        response = re.sub(r"\n[\n ]*\n", "\n", response.translate(_IN_RESPONSES).rstrip())  # an empty line would end it
        return f"{sign}{number} {response}".rstrip().encode("utf-8", "surrogateescape") + b"\n\n"

    def _run(self, name: str, *arguments: str) -> str:
        command = self._commands.get(name)
        if command is None:
            raise _Failure("unknown command")
        try:
            signature(command).bind(*arguments)
        except TypeError:
            raise _Failure(_SYNTAX) from None
        return command(*arguments) or ""

    def _all_commands(self) -> Mapping[str, Callable[..., str | None]]:
        """Return by name what carries commands out: it takes as many words as a command has arguments."""
        return {
            "protocol_version": lambda: "2",
            "name": lambda: self._name,
            "version": lambda: __version__,
            "known_command": lambda name: str(name in self._commands).lower(),
            "list_commands": lambda: "\n".join(self._commands),
            "quit": self._quit,
            "boardsize": lambda size: self._resize(size, size),
            "rectangular_boardsize": self._resize,
            "clear_board": self._clear,
            "komi": _ignore_komi,
            "play": self._play,
            "genmove": self._generate,
            "reg_genmove": self._suggest,
            "undo": lambda: self._take_back(1),
            "gg-undo": lambda count="1": self._take_back(_number(count)),
            "time_settings": lambda main, period, stones: self._set_clock(
                _seconds(main), _seconds(period), _number(stones)
            ),
            "kata-time_settings": self._set_kata_clock,
            "kata-list_time_settings": lambda: "none absolute byoyomi canadian fischer",
            "time_left": self._set_time_left,
            "cputime": lambda: f"{time.process_time():.3f}",
            "final_score": self._score,
            "showboard": lambda: f"\n{self.record.game.board}\n{self._result()}",
            "loadsgf": self._load,
            "printsgf": self._save,
            "all_legal": lambda colour: _legal_points(self.record.turn(_colour(colour))),
            "gogui-interrupt": lambda: None,
            "gogui-analyze_commands": lambda: _ANALYZE,
            "gogui-play_sequence": self._play_sequence,
            "set_free_handicap": self._set_handicap,
            "hollow": self._set_walls,
            "gogui-setup": lambda *words: self._set_up(self._pairs(words), BLACK),
            "gogui-setup_player": self._set_up_player,
            "gogui-rules_game_id": lambda: "Nogo",
            "gogui-rules_board": self._rows,
            "gogui-rules_board_size": self._size,
            "gogui-rules_legal_moves": lambda: _legal_points(self.record.game),
            "gogui-rules_side_to_move": lambda: COLOURS[self.record.game.to_move],
            "gogui-rules_final_result": self._result,
            **dict.fromkeys(
                ("analyze", "kata-analyze", "sabaki-analyze"),
                lambda *words: self._begin_analysis("{:.4f}".format, *words),
            ),
            "lz-analyze": lambda *words: self._begin_analysis(lambda share: f"{10_000 * share:.0f}", *words),
            "refsol-values": self._values,
            "refsol-moves": self._moves,
        }

    def _quit(self) -> None:
        self.is_over = True

    # The position

    def _begin(self, record: Record) -> None:
        self.record = record
        self._use(None)
        self._clock.restart()

    def _use(self, search: Search | ManySearches | None) -> None:
        """Take a search, if there is one, for that of a new position."""
        self._search = search
        self._left_to_ponder = 0

    def _resize(self, columns: str, rows: str) -> None:
        size = _number(rows), _number(columns)
        if not all(1 <= number <= MAX_SIZE for number in size):
            raise _Failure("unacceptable size")
        board = self.record.start.board
        if size == (int(board.rows), int(board.columns)):
            self._clear()
        else:
            self._begin(Record(Board(*size)))

    def _clear(self) -> None:
        """Begin again; walls stay, since interfaces that don't know them clear the board before each game."""
        board = self.record.start.board
        self._begin(Record(Board(board.rows, board.columns, board.walls)))

    def _set_walls(self, *names: str) -> None:
        board = self.record.start.board
        try:
            walled = walled_board(board.rows, board.columns, names)
        except ValueError:
            raise _Failure("invalid color or coordinate") from None
        self._begin(Record(walled))

    def _set_up(self, stones: Iterable[tuple[int, int]], to_move: int) -> None:
        board = self.record.start.board.copy()
        if self.record.moves or board.points(BLACK) or board.points(WHITE):
            raise _Failure("board not empty")
        for colour, point in stones:
            if board.stone[point] == EDGE:
                raise _Failure(f"{_ILLEGAL}: the point is a wall")
            board.stone[point] = u8(colour)
        try:
            self._begin(Record(board, to_move))
        except ValueError:
            raise _Failure("group without liberties") from None

    def _set_handicap(self, *names: str) -> None:
        """Put black stones on an empty board; as in Go, white is to move."""
        points = {self._point(name) for name in names}
        if not 2 <= len(names) == len(points):
            raise _Failure("bad vertex list")
        self._set_up([(BLACK, point) for point in points], WHITE)

    def _set_up_player(self, colour: str) -> None:
        if self.record.moves:
            raise _Failure("game has begun")
        self._begin(Record(self.record.start.board, _colour(colour)))

    def _play(self, colour: str, name: str) -> None:
        side = _colour(colour)
        self._make(side, self._point(name), self._search_for(side))

    def _play_sequence(self, *words: str) -> None:
        moves = self._pairs(words)
        made = 0
        try:
            for colour, point in moves:
                self._make(colour, point, self._search_for(colour))
                made += 1
        except _Failure:
            self._take_back(made)
            raise

    def _make(self, colour: int, point: int, search: Search | ManySearches | None) -> None:
        """Make a move; what a ``search`` of the position before it knows about the one after it is kept."""
        board = self.record.game.board
        if board.stone[point] == EDGE or not self.record.play(colour, point):
            raise _Failure(f"{_ILLEGAL}: {_reason(board, colour, point)}")
        if search is not None:
            search.play(point)
        self._use(search)

    def _search_for(self, colour: int) -> Search | ManySearches | None:
        """Return the search of the current position if it is for this player's move."""
        return self._search if colour == self.record.game.to_move else None

    def _take_back(self, count: int) -> None:
        if count > len(self.record.moves):
            raise _Failure("cannot undo")
        for _ in range(count):
            self.record.undo()
            self._use(None)

    # The clock

    def _set_clock(
        self, main: float, period: float, stones: int, *, increment: float = 0.0, counts_periods: bool = False
    ) -> None:
        self._clock.limit(main, period, stones, increment)
        self._counts_periods = counts_periods

    def _set_kata_clock(self, *words: str) -> None:
        """Set a clock of KataGo's. Of the periods of a Japanese byo-yomi, only one is counted on."""
        match words:
            case ["none"]:
                self._set_clock(0.0, 1.0, 0)
            case ["absolute", main]:
                self._set_clock(_seconds(main), 0.0, 0)
            case ["fischer", main, increment]:
                self._set_clock(_seconds(main), 0.0, 0, increment=_seconds(increment))
            case ["canadian", main, period, stones]:
                count = _number(stones)
                self._set_clock(_seconds(main), _seconds(period) * bool(count), count)
            case ["byoyomi", main, period, periods]:
                count = min(_number(periods), 1)
                self._set_clock(_seconds(main), _seconds(period) * bool(count), count, counts_periods=count > 0)
            case _:
                raise _Failure(_SYNTAX)

    def _set_time_left(self, colour: str, left: str, stones: str) -> None:
        """Set what a player has left, 0 for less; after a Japanese byo-yomi, ``stones`` is the number of periods."""
        count = _number(stones)
        seconds = 0.0 if re.fullmatch(r"-[0-9]+(\.[0-9]*)?", left) else _seconds(left)
        self._clock.set_left(_colour(colour), seconds, min(count, 1) if self._counts_periods else count)

    # Searching

    def _generate(self, colour: str) -> str:
        begin = self._now()
        side = _colour(colour)
        game = self.record.turn(side)
        points = game.legal_points()
        if not len(points):
            return "resign"
        if self._choose is not None:
            chosen = self._chosen(game, self._choose)
            self._make(side, chosen, None)
            return game.board.name(chosen)
        search = self._search_for(side)
        seconds = self._seconds(game, begin)
        point = int(points[0]) if len(points) == 1 else winning_point(game, self._settings, seconds, self._now)
        if point is None:
            if search is None:
                search = start_search(self._settings, game, self._rng)
            self._run_search(search, self._seconds(game, begin))
            best = search.children()[0]
            if best.wins < self._resign * best.visits:
                return "resign"
            point = best.point
        self._make(side, point, search)
        if self.record.game.winner is None:
            self._left_to_ponder = self._settings.nodes
        self._clock.spend(side, self._now() - begin)
        return game.board.name(point)

    def _suggest(self, colour: str) -> str:
        game = self.record.turn(_colour(colour))
        if game.winner is not None:
            return "resign"
        if self._choose is not None:
            return game.board.name(self._chosen(game, self._choose))
        search = start_search(self._settings, game, Xoshiro128(self._settings.seed))
        self._run_search(search, self._settings.seconds)
        return game.board.name(search.best())

    def _chosen(self, game: Game, choose: Callable[[Game], int]) -> int:
        """Return the point that a function of the user's chooses, if a move there is legal."""
        point = choose(game.copy())
        if point not in game.legal_points():
            raise _Failure(f"{_ILLEGAL}: the function has returned {point!r}")
        return int(point)

    def _run_search(self, search: Search | ManySearches, seconds: float | None) -> None:
        run_search(search.run, self._settings.simulations, seconds, self._now, self._is_interrupted)

    def _seconds(self, game: Game, begin: float) -> float | None:
        """Return the time for a move of a game, counted from ``begin``, or None without a limit."""
        mine = set(game.legal_points())
        both = mine.intersection(game.legal_points(BLACK + WHITE - game.to_move))
        # A forbidden point stays forbidden, so there won't be many more moves than these; contested points are shared.
        budget = self._clock.budget(game.to_move, len(mine) - len(both) // 2)
        limits = [limit for limit in (budget, self._settings.seconds) if limit is not None]
        return max(0.0, min(limits) - (self._now() - begin)) if limits else None

    def _known(self) -> Search | ManySearches:
        """Return the search from the current position, which has run."""
        if self._search is None:
            self._search = start_search(self._settings, self.record.game, self._rng)
        if self._search.visits < (self._settings.simulations or SIMULATIONS):
            self._run_search(self._search, self._settings.seconds)
        return self._search

    def _values(self) -> str:
        game = self.record.game
        name = game.board.name
        tried = [child for child in self._known().children() if child.visits]
        if not tried:
            return self._result()
        sign = 1 if game.to_move == BLACK else -1
        shares = [(name(child.point), child.wins / child.visits) for child in tried]
        values = " ".join(f"{point} {sign * (2.0 * share - 1.0):.3f}" for point, share in shares)
        labels = " ".join(f"{point} {100.0 * share:.0f}" for point, share in shares)
        point, share = shares[0]
        words = f"{COLOURS[game.to_move]}: {point} wins {100.0 * share:.1f} % of {tried[0].visits}"
        return f"INFLUENCE {values}\nLABEL {labels}\nTEXT {words}"

    def _moves(self) -> str:
        name = self.record.game.board.name
        children = self._known().children()
        if not children:
            return self._result()
        rows = [f"{name(child.point):>4} {child.visits:>6} {child.wins:>4}" for child in children]
        return "\n".join(["", "move visits wins", *rows])

    def _begin_analysis(self, shown: Callable[[float], str], *words: str) -> None:
        """Begin to analyse the position of the side to move, or of another, unless it has no move."""
        left = [*words]
        side = PLAYERS[left.pop(0).lower()] if left and left[0].lower() in PLAYERS else self.record.game.to_move
        numbers = {"interval": 100, "maxmoves": MAX_SIZE**2, "minmoves": 0}
        if len(left) % 2:
            numbers["interval"] = _number(left.pop(0))
        game = self.record.turn(side)
        points = {*map(int, game.legal_points())}
        while left:
            name, value, *left = left
            if name in ("allow", "avoid") and len(left) > 1:  # for a colour, on points, in this many next moves
                names, depth, *left = left
                listed = {self._point(each) for each in names.split(",") if each.lower() != "pass"}
                if _colour(value) == side and _number(depth) > 0:
                    points = points & listed if name == "allow" else points - listed
            elif name in numbers:
                numbers[name] = _number(value)
            elif value not in ("true", "false"):  # options for what isn't known here, such as the owners of points
                raise _Failure(_SYNTAX)
        if not points:
            return
        if len(points) < len(game.legal_points()):
            search = start_search(self._settings, game, self._rng)  # which is of no use for a move
            search.restrict(points)
        else:
            search = self._search_for(side) or start_search(self._settings, game, self._rng)
            if side == self.record.game.to_move:
                self._search = search
        interval = max(1, numbers["interval"]) / 100  # seconds
        self._analysis = _Analysis(search, game.board, shown, interval, self._now() + interval, numbers["maxmoves"])

    # Reports

    def _score(self) -> str:
        winner = self.record.game.winner
        if winner is None:
            raise _Failure("cannot score")
        return f"{LETTERS[winner]}+1"

    def _result(self) -> str:
        game = self.record.game
        mover = COLOURS[game.to_move]
        return f"{mover} is to move" if game.winner is None else f"{COLOURS[game.winner]} wins: {mover} has no move"

    def _rows(self) -> str:
        rows = self.record.game.board.rows_of_symbols().decode("ascii").replace("#", "?").split()
        return "\n".join(map(" ".join, rows))

    def _size(self) -> str:
        board = self.record.game.board
        return f"{board.rows}" if board.rows == board.columns else f"{board.columns} {board.rows}"

    # Files

    def _load(self, path: str, move: str | None = None) -> None:
        before = None if move is None else max(0, _number(move) - 1)  # the position before that move
        try:
            record = read_sgf(_content(path), before).record
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

    def _save(self) -> str:
        winner = self.record.game.winner
        result = {} if winner is None else {"RE": f"{LETTERS[winner]}+"}
        if self.record.start.board.walls:
            raise _Failure("SGF has no walls")
        return write_sgf(self.record, {"AP": f"refsol:{__version__}", **result})

    # Arguments

    def _pairs(self, words: tuple[str, ...]) -> list[tuple[int, int]]:
        if len(words) % 2 or len(words) > 2 * MAX_SIZE**2:
            raise _Failure(_SYNTAX)
        return [(_colour(colour), self._point(name)) for colour, name in zip(words[::2], words[1::2], strict=True)]

    def _point(self, name: str) -> int:
        """Return the point of a name; there is no pass in NoGo."""
        if name.lower() in {"pass", "resign"}:
            raise _Failure(f"{_ILLEGAL}: it is no move in NoGo")
        try:
            return self.record.game.board.parse(name)
        except ValueError:
            raise _Failure("invalid color or coordinate") from None


def serve(choose: Callable[[Game], int], name: str = "my engine") -> None:
    """Play by the Go Text Protocol on standard streams, as an engine called ``name`` whose moves ``choose`` finds.

    It gets a copy of the game, which isn't over, and returns the number of a legal point. Ends at ``quit`` or the end
    of input. What ``choose`` raises also ends it.
    """
    engine = Engine(choose=choose, name=name)
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(engine.answer(line))
        sys.stdout.buffer.flush()
        if engine.is_over:
            return


def _reason(board: Board, colour: int, point: int) -> str:
    from refsol.nogo.rules import try_stone  # which nothing else here needs

    if board.stone[point] != EMPTY:
        return "the point is a wall" if board.stone[point] == EDGE else "the point has a stone"
    trial = try_stone(board, point, colour)
    if not trial.captured:
        return f"{'the stone' if len(trial.group.stones) == 1 else 'its group'} would have no liberty"
    stones = trial.captured[0].stones
    what = "stone" if len(stones) == 1 else f"group of {len(stones)} stones"
    return (
        f"the {COLOURS[trial.captured[0].colour]} {what} on {board.name(board.point(*stones[0]))} would have no liberty"
    )


def _legal_points(game: Game) -> str:
    return " ".join(game.board.name(point) for point in game.legal_points())


def _content(path: str) -> bytes:
    """Return the content of a file of up to 1 MiB. Raises ``OSError``, and ``ValueError`` for another."""
    file = Path(path)
    if file.stat().st_size > _LARGEST_FILE or not file.is_file():  # reading from a pipe might never end
        raise ValueError(path)
    return file.read_bytes()


def _ignore_komi(number: str) -> None:
    """Accept a number: NoGo has no komi."""
    try:
        komi = float(number)
    except ValueError:
        komi = float("nan")
    if not abs(komi) < float("inf"):
        raise _Failure(_SYNTAX)


def _number(word: str) -> int:
    """Return an integer as the protocol has them, 0..2³¹ - 1."""
    digits = word.lstrip("0") or "0"
    if not (word.isascii() and word.isdecimal() and len(digits) <= len(str(_MOST)) and int(digits) <= _MOST):
        raise _Failure(_SYNTAX)
    return int(digits)


def _seconds(word: str) -> float:
    """Return a time: an integer as the protocol has them, or a fraction as KataGo's extension also has."""
    if not re.fullmatch(r"[0-9]+(\.[0-9]*)?|\.[0-9]+", word) or not float(word) <= _MOST:
        raise _Failure(_SYNTAX)
    return float(word)


def _colour(word: str) -> int:
    colour = PLAYERS.get(word.lower())
    if colour is None:
        raise _Failure("invalid color or coordinate")
    return colour
