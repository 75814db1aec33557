"""The board of Some Game: a torus of squares with the numbers of their owners; and the format of data sets."""

from collections.abc import Iterator, Sequence
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.text.scanner import Input, Scanner

MAX_PLAYERS: Final = 9001  # the smallest number is 1
MAX_SIDE: Final = 420  # rows, and columns, of a board
MAX_LINE: Final = 9001  # the largest K, the length of a line; the smallest is 0

EMPTY: Final = 0  # the owner of an empty square; players are numbered from 1

DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1), (1, 2), (2, 1), (1, -2), (2, -1))
"""The directions of lines: rows down, columns to the right. The opposite direction has the same lines."""


@final
class Board:
    """One data set: ``players`` players, ``height`` × ``width`` squares, lines of ``line`` (K in the statement).

    ``owner[row * width + column]`` (both from 0) is the player whose number is on the square, or ``EMPTY``. A new board
    is empty. Making it is O(HW), and so is copying it. Raises ``ValueError`` for numbers beyond the limits of the
    statement.
    """

    def __init__(self, players: i64, width: i64, height: i64, line: i64) -> None:
        if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
            raise ValueError(f"no board has {height} rows and {width} columns")
        if not (1 <= players <= MAX_PLAYERS and 0 <= line <= MAX_LINE):
            raise ValueError(f"no game has {players} players and lines of length {line}")
        self.players: Final[i64] = players
        self.width: Final[i64] = width
        self.height: Final[i64] = height
        self.line: Final[i64] = line
        self.owner: Final = vec[i32]([i32(EMPTY)] * (width * height))

    @staticmethod
    def from_rows(rows: Sequence[Sequence[int]], players: int, line: int) -> "Board":
        """Return the board with the owners in ``rows``, for ``players`` players and lines of ``line``. O(HW).

        Raises ``ValueError`` for numbers beyond the limits, rows of different lengths, and an owner not in
        0..``players``.
        """
        board = Board(players, len(rows[0]) if rows else 0, len(rows), line)
        owner = board.owner
        square: i64 = 0
        for number, row in enumerate(rows, 1):
            if len(row) != board.width:
                raise ValueError(f"row {number} has length {len(row)}, not {board.width}")
            for player in row:
                if not 0 <= player <= players:
                    raise ValueError(f"row {number} has the owner {player}, not in 0..{players}")
                owner[square] = player
                square += 1
        return board

    def rows(self) -> list[list[int]]:
        """Return the owners of the squares, row by row. O(HW)."""
        owner = self.owner
        width = int(self.width)
        return [[int(player) for player in owner[start : start + width]] for start in range(0, len(owner), width)]

    def text(self) -> bytes:
        """Return the data set in the format of the statement: ``N W H K``, then the H rows. O(HW)."""
        owner = self.owner
        width = int(self.width)
        lines = [f"{self.players} {width} {self.height} {self.line}"]
        for start in range(0, len(owner), width):
            lines.append(" ".join([str(player) for player in owner[start : start + width]]))
        return ("\n".join(lines) + "\n").encode("ascii")

    def __reduce__(self) -> tuple[object, ...]:
        owner = tuple([int(player) for player in self.owner])
        return _board, (self.players, self.width, self.height, self.line, owner)


def _board(players: int, width: int, height: int, line: int, owner: tuple[int, ...]) -> Board:
    board = Board(players, width, height, line)
    for square in range(len(owner)):
        board.owner[square] = i32(owner[square])
    return board


def read_boards(source: Input) -> list[Board]:
    r"""Read the whole input ``source`` and return its data sets. O(HW) for each of them.

    Raises ``InputError`` for a breach of format or limits.

    >>> [board.rows() for board in read_boards(b"1 2 1 3\n0 1\n" b"2 1 2 1\n1\n2\n")]
    [[[0, 1]], [[1], [2]]]
    """
    return list(scan_boards(Scanner(source)))


def validate(scanner: Scanner) -> None:
    for _ in scan_boards(scanner):
        pass


def scan_boards(scanner: Scanner) -> Iterator[Board]:
    yield scan_board(scanner)
    while not scanner.at_end():
        yield scan_board(scanner)


def scan_board(scanner: Scanner) -> Board:
    """Read one data set; if errors are collected, continue after them, except after one in ``N W H K``."""
    known = scanner.error_count()
    players = scanner.integer(1, MAX_PLAYERS, "number of players N")
    width = scanner.integer(1, MAX_SIDE, "width W")
    height = scanner.integer(1, MAX_SIDE, "height H")
    line = scanner.integer(0, MAX_LINE, "line length K")
    scanner.raise_if_errors(known)
    board = Board(players, width, height, line)
    scanner.integers(board.owner, 0, width * height, 0, players, "player")
    return board
