"""Positions and games from files: in the format of the statement, with walls, or in SGF. The beginning decides."""
# mypyc: interpreted

import re
from typing import Final

from refsol.nogo.board import read_board
from refsol.nogo.game import Game, read_game
from refsol.nogo.play.sgf import SavedGame, read_sgf
from refsol.text.scanner import Input

_BEGINNING: Final = 4096  # bytes in which the first characters that aren't blanks are found
_SGF: Final = re.compile(rb"(?:\xef\xbb\xbf)?\s*\(\s*;")  # perhaps after a byte order mark
_WITH_SIDE: Final = re.compile(rb"\s*\d+\s+\d")


def is_sgf(source: Input) -> bool:
    """Return whether an input is a game in SGF, which begins with ``(;``; it is then read from where it was. O(1)."""
    return _SGF.match(_beginning(source)) is not None


def read_saved(source: Input) -> SavedGame:
    """Read a game in SGF. Raises ``InputError`` and costs as much as :func:`.read_sgf`."""
    return read_sgf(source if isinstance(source, bytes) else source.read())


def read_position(source: Input) -> Game:
    r"""Read a position: that of the statement, black to move, or that of :meth:`.Game.text`. O(n² α(n)).

    The latter begins with two numbers. Raises ``InputError`` for anything else, as
    :func:`~refsol.nogo.board.read_board` and :func:`.read_game` do.

    >>> [read_position(text).to_move for text in (b"2\nX.\n.O\n", b"1 2 O\n..\n")]
    [1, 2]
    """
    if _WITH_SIDE.match(_beginning(source)) is not None:
        return read_game(source)
    return Game(read_board(source))


def _beginning(source: Input) -> bytes:
    """Return the first bytes of an input, which is then read from where it was."""
    if isinstance(source, bytes):
        return source[:_BEGINNING]
    at = source.tell()
    data = source.read(_BEGINNING)
    source.seek(at)
    return data
