"""The board of Some Game: a torus of squares with the numbers of their players."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.text.scanner import Scanner

MAX_PLAYERS: Final = 9001
"""The most players; the fewest are 1."""
MAX_SIDE: Final = 420
"""The most rows, and columns, of a board."""
MAX_LINE: Final = 9001
"""The largest K, the length of a line; the smallest is 0."""

EMPTY: Final = 0
"""The owner of an empty square; players are numbered from 1."""


class Board:
    """One data set: ``players`` players, ``height`` × ``width`` squares, lines of ``line`` (K in the statement).

    ``owner[row * width + column]`` (both from 0) is the player whose number stands on the square, or ``EMPTY``. Making
    one, with all squares empty, is O(HW). Raises ``ValueError`` for numbers beyond the limits of the statement.
    """

    def __init__(self, players: i64, width: i64, height: i64, line: i64) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise ValueError(f"no board is {width} wide and {height} high")
        if not (1 <= players <= MAX_PLAYERS and 0 <= line <= MAX_LINE):
            raise ValueError(f"no game has {players} players and lines of {line}")
        self.players: Final[i64] = players
        self.width: Final[i64] = width
        self.height: Final[i64] = height
        self.line: Final[i64] = line
        self.owner: Final = vec[i32]([i32(EMPTY)] * (width * height))


def scan_board(scanner: Scanner) -> Board:
    """Read one data set, ``N W H K`` and the H rows. O(HW).

    Raises ``InputError`` for a breach of format or limits. A scanner that collects errors goes on after them, unless
    there is one in ``N W H K``.
    """
    known = scanner.error_count()
    players = scanner.integer(1, MAX_PLAYERS, "number of players N")
    width = scanner.integer(1, MAX_SIDE, "width W")
    height = scanner.integer(1, MAX_SIDE, "height H")
    line = scanner.integer(0, MAX_LINE, "line length K")
    scanner.raise_if_errors(known)
    board = Board(players, width, height, line)
    scanner.integers(board.owner, 0, width * height, 0, players, "player")
    return board
