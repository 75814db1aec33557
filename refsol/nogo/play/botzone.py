"""A bot for Botzone, where students' programs play NoGo on 9 × 9 points: a request goes in, a response comes out.

Botzone (https://www.botzone.org.cn) starts a bot for every turn, or keeps it running if it asks for that. It sends the
opponent's moves, *requests*, and the bot's own, *responses*, in two forms: in JSON, which begins with a brace, on a
line, ``{"requests": [{"x": 4, "y": 3}], "responses": []}``; or the number n of the turn, and then 2n - 1 lines with the
moves in turn, ``4 3``. Points are counted from 0, x across and y down. A black bot's first request is (-1, -1).

A rule of Botzone forbids black to begin in the centre. The module also runs in a bundle.
"""
# mypyc: interpreted

import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple, TypeAlias

from refsol.errors import InputError
from refsol.nogo.board import Board
from refsol.nogo.game import Game
from refsol.nogo.play.player import SearchSettings, new_search, run_search
from refsol.nogo.play.search import Search
from refsol.structures.xoshiro import Xoshiro128

SIZE: Final = 9
"""The number of rows and columns."""
KEEP_RUNNING: Final = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
"""The line by which a bot asks to be kept running."""
NODES: Final = 2**17
"""The default size of the tree; Botzone has 256 MiB, and a bundle makes some thousands of simulations at most."""
SECONDS: Final = 0.8
"""The default time for a move. Botzone's limit is a second, or more for slow languages; to start takes a part of it."""

_START: Final = (-1, -1)  # black's first request, and the response of a bot that has no move

_INTEGER: Final = re.compile(r"-?[0-9]{1,3}\Z")
_Point: TypeAlias = tuple[int, int]


class Reply(NamedTuple):
    """A response: the point ``x``, ``y``, both -1 if there is no legal move, and how it was found, ``debug``."""

    x: int
    y: int
    debug: str


class Bot:
    """A bot that chooses moves as ``settings`` say; ``clock`` returns the time in seconds.

    What its search knows is kept from turn to turn. Raises ``ValueError`` for settings that no search can have.

    >>> bot = Bot(SearchSettings(simulations=100))
    >>> answer = bot.turn([(-1, -1)])
    >>> (answer.x, answer.y) != (4, 4)
    True
    """

    def __init__(self, settings: SearchSettings, clock: Callable[[], float] = time.perf_counter) -> None:
        self._settings: Final = settings
        self._now: Final = clock
        self._rng: Final = Xoshiro128(settings.seed)
        self._game: Game = Game(Board(SIZE))
        self._search: Search = new_search(settings, self._game, self._rng)

    def turn(self, moves: Sequence[_Point]) -> Reply:
        """Return the response after ``moves`` of both sides, as the requests and responses have them in turn.

        The first may be (-1, -1), and means nothing. They may be all moves since the start, or the new ones only. The
        response is also played. Raises ``ValueError`` for an illegal move. O(n² log n) for each simulation.
        """
        begin = self._now()
        for x, y in moves:
            if (x, y) != _START or self._game.moves:
                self._play(x, y)
        game = self._game
        if game.winner is not None:
            return Reply(*_START, "no legal move")
        seconds = self._settings.seconds
        if seconds is not None:
            seconds = max(0.0, seconds - (self._now() - begin))
        search = self._search
        run_search(search.run, self._settings.simulations, seconds, self._now)
        centre = game.board.point(SIZE // 2 + 1, SIZE // 2 + 1)
        best = next(child for child in search.children() if game.moves or child.point != centre)
        debug = f"wins {best.wins} of {best.visits} simulations, {search.visits} in all"
        row, column = game.board.coordinates(best.point)
        self._play(column - 1, row - 1)
        return Reply(column - 1, row - 1, debug)

    def _play(self, x: int, y: int) -> None:
        if not (0 <= x < SIZE and 0 <= y < SIZE):
            raise ValueError(f"there is no point {x} {y}")
        game = self._game
        point = game.board.point(y + 1, x + 1)
        if not game.move(point):
            raise ValueError(f"the move {x} {y} is illegal")
        self._search.play(point)


def responses(bot: Bot, lines: Iterator[str], keep_running: bool = True) -> Iterator[str]:
    """Yield what a bot answers to ``lines`` of input, turn by turn: a response, and the line that keeps it running.

    Without ``keep_running``, that line is left out, and there is one turn. Raises ``InputError`` for an input that
    isn't of either form, or for an illegal move, after a response of -1 -1. O(n² log n) for each simulation.
    """
    number = 0

    def numbered() -> Iterator[str]:
        nonlocal number
        for line in lines:
            number += 1
            yield line.strip()

    texts = filter(None, numbered())
    is_json = False
    for turn, text in enumerate(texts):
        is_json = text.startswith("{") if turn == 0 else is_json
        try:
            answer = bot.turn(_moves_in_json(text) if is_json else _moves_in_lines(text, texts, turn == 0))
        except ValueError as error:
            yield _response(Reply(*_START, str(error)), is_json)
            raise InputError(number, 1, "a request of Botzone", str(error)) from None
        yield _response(answer, is_json)
        if not keep_running:
            return
        yield f"{KEEP_RUNNING}\n"


def _response(answer: Reply, is_json: bool) -> str:
    if not is_json:
        return f"{answer.x} {answer.y}\n"
    fields = {"response": {"x": answer.x, "y": answer.y}, "debug": answer.debug}
    return json.dumps(fields, separators=(",", ":")) + "\n"


def _moves_in_lines(text: str, following: Iterator[str], is_first: bool) -> Sequence[_Point]:
    """Return the moves of a turn in the simple form, whose first line is ``text``."""
    numbers = _integers(text)
    if len(numbers) == 1:
        if not 1 <= numbers[0] <= SIZE * SIZE:
            raise ValueError(f"there is no turn {numbers[0]}")
        # A bot that is kept running gets the new request only, with or without the number of the turn.
        count = 2 * numbers[0] - 1 if is_first else 1
        moves = [_point(line) for line in islice(following, count)]
        if len(moves) < count:
            raise ValueError(f"the turn has {len(moves)} of {count} lines")
        return moves
    if is_first:
        raise ValueError(f"{_shown(text)} is neither the number of a turn nor JSON")
    return [_point(text)]


def _integers(text: str) -> list[int]:
    words = text.split()
    return [int(word) for word in words] if all(_INTEGER.match(word) for word in words) else []


def _point(text: str) -> _Point:
    numbers = _integers(text)
    if len(numbers) != 2:
        raise ValueError(f"{_shown(text)} is not a point")
    return numbers[0], numbers[1]


def _moves_in_json(text: str) -> Sequence[_Point]:
    """Return the moves of a turn in JSON: of all turns, or the new request only."""
    try:
        data: object = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError(f"{_shown(text)} is not JSON") from None
    if not isinstance(data, dict):
        raise ValueError("the JSON is not an object")
    requests = data.get("requests", data.get("request", data))
    if not isinstance(requests, list):
        return [_point_of(requests)]
    replies = data.get("responses", [])
    if not isinstance(replies, list) or len(requests) != len(replies) + 1:
        raise ValueError("there must be one more request than responses")
    moves = [_point_of(requests[0])]
    for reply, request in zip(replies, requests[1:]):  # noqa: B905 (equally many)
        moves += [_point_of(reply), _point_of(request)]
    return moves


def _point_of(value: object) -> _Point:
    if isinstance(value, dict):
        x, y = value.get("x"), value.get("y")
        if type(x) is int and type(y) is int:
            return x, y
    raise ValueError(f"{_shown(json.dumps(value))} is not a point")


def _shown(text: str) -> str:
    return ascii(text[:40])


def run_bot(settings: SearchSettings, keep_running: bool) -> int:
    """Play on standard input and output as a bot with ``settings`` and, as for :func:`responses`, ``keep_running``.

    Return the exit status: 0, or 3 for bad input.
    """
    try:
        for text in responses(Bot(settings), iter(sys.stdin.readline, ""), keep_running):
            sys.stdout.write(text)
            sys.stdout.flush()
    except InputError as error:
        print(f"-:{error}", file=sys.stderr)
        return 3
    return 0
