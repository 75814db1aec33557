"""The board of Multi-Go: who owns which cell."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.text.scanner import Scanner

MAX_SIDE: Final = 1000
"""The most rows, and columns, of a board."""
MAX_PLAYERS: Final = 10**6
"""The most players; the fewest are 2."""
MAX_MOVES: Final = 10**6
"""The most moves of an input."""

OUTSIDE: Final = 0
"""The owner of the frame around the board; players are numbered from 1."""


class Board:
    """A ``height`` × ``width`` board of ``players`` players.

    ``owner`` has a frame one cell wide around the board, so that every cell has eight neighbours: cell (x, y), row
    x in 1..height and column y in 1..width, stands at index ``x * stride + y``, with ``stride = width + 2``.
    ``present[p]`` is 1 where player p has cells, else 0. At first nobody owns anything. Making one is O(NM + K). Raises
    ``ValueError`` for numbers beyond the limits of the statement.
    """

    def __init__(self, height: i64, width: i64, players: i64) -> None:
        if not (1 <= height <= MAX_SIDE and 1 <= width <= MAX_SIDE and 2 <= players <= MAX_PLAYERS):
            raise ValueError(f"no board has {height} rows, {width} columns and {players} players")
        self.height: Final[i64] = height
        self.width: Final[i64] = width
        self.players: Final[i64] = players
        self.stride: Final[i64] = width + 2
        self.owner: Final = vec[i32]([i32(OUTSIDE)] * ((height + 2) * (width + 2)))
        self.present: Final = vec[u8]([u8(0)] * (players + 1))

    def settle(self, cell: i64, player: i64) -> None:
        """Give the cell at index ``cell``, which nobody owns so far, to ``player``, in 1..``players``. O(1)."""
        self.owner[cell] = i32(player)
        self.present[player] = u8(1)


def scan_board(scanner: Scanner) -> tuple[Board, i64]:
    """Read ``N M K Q`` and the N rows; return the board and Q. O(NM + K).

    Raises ``InputError`` for a breach of format or limits; whether the position is legal is not checked. A scanner that
    collects errors goes on after one in the rows. The Q moves are not read.
    """
    height = scanner.integer(1, MAX_SIDE, "number of rows N")
    width = scanner.integer(1, MAX_SIDE, "number of columns M")
    players = scanner.integer(2, MAX_PLAYERS, "number of players K")
    moves = scanner.integer(1, MAX_MOVES, "number of moves Q")
    scanner.raise_if_errors()
    board = Board(height, width, players)
    owner = board.owner
    present = board.present
    for x in range(1, height + 1):
        start = x * board.stride + 1
        scanner.integers(owner, start, width, 1, players, "owner")
        for cell in range(start, start + width):
            present[i64(owner[cell])] = u8(1)
    return board, moves
