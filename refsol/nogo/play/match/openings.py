"""Openings: moves that neither side chooses.

refsol has some hundred for usual sizes of boards, after which both sides win about as often, as a search has found;
the program benchmarks/near_even.py makes them. For other sizes, and when these run out, openings are random moves. No
two of refsol's and of the random ones lead to symmetric positions. A file may have others.
"""

import re
from collections.abc import Iterable, Sequence
from random import Random
from typing import Final, NamedTuple

from refsol.errors import InputError
from refsol.nogo.board import EMPTY, Board
from refsol.nogo.game import Game
from refsol.nogo.play.record import walled_board
from refsol.problem.packaging import data_in

PLIES: Final = 4
"""The moves of a random opening unless another number is given."""


class Openings(NamedTuple):
    """For each pair of games the ``moves`` by the names of their points: ``given``, ``near_even`` and random ones.

    These follow each other, and of the first two kinds at most one occurs.
    """

    moves: Sequence[Sequence[str]]
    near_even: int
    given: int = 0


def openings(
    size: int,
    plies: int | None,
    count: int,
    seed: str,
    walls: Sequence[str] = (),
    given: Sequence[Sequence[str]] = (),
) -> Openings:
    """Return ``count`` openings on a board of ``size``: near even ones, or random ones of ``plies`` moves.

    With None for ``plies``, random ones of :data:`PLIES` moves follow the near even ones, which are for boards without
    ``walls``, names of points. The ``seed`` determines them and their order, whatever the ``count``. If there are
    ``given`` ones, these come in their order instead of near even ones. Where there are not this many positions that
    differ under the board's symmetries, some are used again. Raises ``ValueError`` if a game can be over so soon, and
    for impossible walls. O(count · plies · n² α(n)), for the first hundred tries.
    """
    board = walled_board(size, size, walls)
    even = near_even_openings(size) if plies is None and not walls and not given else []
    chosen = [*given[:count]] or Random(_bytes(seed)).sample(even, len(even))[:count]
    random = _random_openings(board, PLIES if plies is None else plies, count - len(chosen), seed, given or even)
    return Openings([*chosen, *random], 0 if given else len(chosen), len(chosen) if given else 0)


def read_openings(data: bytes, board: Board) -> Sequence[Sequence[str]]:
    r"""Return the openings in ``data``, one a line: the names of the points of black's first move, white's, and so on.

    They are for an empty ``board``, maybe with walls. Blank lines and what follows a ``#`` are skipped. Raises
    ``InputError`` for anything but legal moves, after which the game isn't over, and if there are none at all.
    O(bytes + moves · n² α(n)).

    >>> read_openings(b"# two\n\nE5 d4\nC3  # one move\n", Board(5))
    [['E5', 'D4'], ['C3']]
    """
    found = []
    number, line = 1, b""
    for number, line in enumerate(data.split(b"\n"), start=1):
        game = Game(board.copy())
        for word in re.finditer(rb"\S+", line.partition(b"#")[0]):
            name = word[0].decode("latin-1")
            if expected := _refusal_of(name, game):
                raise InputError(number, word.start() + 1, expected, ascii(name[:20]))
        if game.moves:
            found.append([board.name(point) for point in game.moves])
    if not found:
        raise InputError(number, len(line) + 1, "an opening, such as 'E5 D4'", "the end of the file")
    return found


def _refusal_of(name: str, game: Game) -> str:
    """Return what is expected instead of the move of this ``name``, or nothing if it is right; then it is played."""
    board = game.board
    try:
        point = board.parse(name)
    except ValueError:
        return f"a point of a board of {board.rows} rows and {board.columns} columns"
    if board.stone[point] != EMPTY or not game.move(point):
        return "a legal move"
    return "" if game.winner is None else "a move that doesn't end the game"


def near_even_openings(size: int) -> Sequence[Sequence[str]]:
    """Return all openings for boards of a ``size`` that ship with refsol, by the names of points. O(all of them)."""
    lines = (data_in("refsol.nogo.play.match", "openings.txt") or b"").decode().splitlines()
    words = [line.split() for line in lines]
    return [names for board, _share, *names in words if int(board) == size]


def _random_openings(
    board: Board, plies: int, count: int, seed: str, others: Iterable[Sequence[str]]
) -> Sequence[Sequence[str]]:
    seen = set()
    for names in others if count else ():
        game = Game(board.copy())
        for name in names:
            game.move(game.board.parse(name))
        seen.add(game.canonical_key)
    found = []
    for number in range(count):
        game = Game(board.copy())
        for attempt in range(100):  # then a position is used twice
            game = _random_game(board, plies, Random(_bytes(f"{seed}/{number}/{attempt}")))
            if game.canonical_key not in seen:
                break
        seen.add(game.canonical_key)
        found.append([game.board.name(point) for point in game.moves])
    return found


def _bytes(seed: str) -> bytes:
    """Return a seed in bytes: as text, ``Random`` refuses bytes of a command line that aren't UTF-8."""
    return seed.encode("utf-8", "surrogateescape")


def _random_game(board: Board, plies: int, source: Random) -> Game:
    """Return a game after random moves on an empty board. Raises ``ValueError`` if it is over."""
    game = Game(board.copy())
    for _ in range(plies):
        points = game.legal_points()
        if not points:
            break
        game.move(points[source.randrange(len(points))])
    if game.winner is not None:
        raise ValueError(f"on a board of {board.rows} × {board.columns}, a game may end within {plies} moves")
    return game
