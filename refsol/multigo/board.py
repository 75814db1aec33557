"""The board of Multi-Go, and the format of inputs, read and written only here."""

from collections.abc import Sequence
from typing import Final, final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.text.scanner import Input, Scanner
from refsol.text.words import positive_line_end, positive_pair

MAX_SIDE: Final = 1000  # rows, and columns, of a board
MAX_PLAYERS: Final = 10**6  # of whom there are at least two
MAX_MOVES: Final = 10**6  # in an input

TRIPLE_LOOKAHEAD: Final = 16  # the bytes that fast_triple may look at, from the beginning of a line

OUTSIDE: Final = 0  # the owner of the frame around the board; players are numbered from 1

_SHOWN: Final = 60  # the largest number of rows, and of columns, of a board that is shown as text


@final
class Board:
    """A ``height`` × ``width`` board for ``players`` players.

    ``owner`` has a frame one cell wide around the board, so that every cell has eight neighbours: cell (x, y), row
    x in 1..height and column y in 1..width, is at index ``x * stride + y``, with ``stride = width + 2``.
    ``present[p]`` is 1 if player p has cells, else 0. A new board has no owners yet. Creating it is O(NM + K), and so
    is copying it. Raises ``ValueError`` for numbers beyond the limits of the statement.

    Boards are equal if they are for equally many players and have the same owners; so they can't be hashed. ``str``
    shows the owners row by row, ``repr`` adds a headline.
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

    @staticmethod
    def from_rows(rows: Sequence[Sequence[int]], players: int) -> "Board":
        """Return the board with the owners in ``rows``, for ``players`` players. O(NM + K).

        Raises ``ValueError`` for numbers beyond the limits, rows of different lengths, and an owner not in
        1..``players``.
        """
        board = Board(len(rows), len(rows[0]) if rows else 0, players)
        for x, row in enumerate(rows, 1):
            if len(row) != board.width:
                raise ValueError(f"row {x} has {len(row)} cells, not {board.width}")
            for y, player in enumerate(row, 1):
                if not 1 <= player <= players:
                    raise ValueError(f"cell ({x}, {y}) cannot belong to player {player} of {players}")
                board.settle(x * board.stride + y, player)
        return board

    def rows(self) -> list[list[int]]:
        """Return the owners of the cells, row by row. O(NM)."""
        owner = self.owner
        width = int(self.width)
        starts = [int(x * self.stride) + 1 for x in range(1, self.height + 1)]
        return [[int(owner[cell]) for cell in range(start, start + width)] for start in starts]

    def settle(self, cell: i64, player: i64) -> None:
        """Give the cell at index ``cell``, which nobody owns yet, to ``player``, in 1..``players``.

        Raises ``ValueError`` for a cell or a player that does not exist.
        """
        x = cell // self.stride
        y = cell % self.stride
        if x < 1 or x > self.height or y < 1 or y > self.width or player < 1 or player > self.players:
            raise ValueError(f"no cell {cell} or no player {player} on this board")
        self.owner[cell] = i32(player)
        self.present[player] = u8(1)

    def copy(self) -> "Board":
        """Return an independent board with the same owners. O(NM + K)."""
        board = Board(self.height, self.width, self.players)
        for cell in range(len(self.owner)):
            board.owner[cell] = self.owner[cell]
        for player in range(len(self.present)):
            board.present[player] = self.present[player]
        return board

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        if (self.height, self.width, self.players) != (other.height, other.width, other.players):
            return False
        owner = self.owner
        others = other.owner
        return all(owner[cell] == others[cell] for cell in range(len(owner)))

    def __str__(self) -> str:
        rows = self.rows()
        width = max([len(str(owner)) for row in rows for owner in row])
        return "\n".join([" ".join([str(owner).rjust(width) for owner in row]) for row in rows])

    def __repr__(self) -> str:
        return described(self, f"Board {self.height}x{self.width}, {self.players} players")

    def __reduce__(self) -> tuple[object, ...]:
        owner = tuple([int(player) for player in self.owner])
        return _board, (self.height, self.width, self.players, owner, bytes([int(one) for one in self.present]))


def described(board: Board, words: str) -> str:
    if board.height > _SHOWN or board.width > _SHOWN:
        return f"<{words}>"
    return f"<{words}>\n{board}"


def _board(height: int, width: int, players: int, owner: tuple[int, ...], present: bytes) -> Board:
    board = Board(height, width, players)
    for cell in range(len(owner)):
        board.owner[cell] = i32(owner[cell])
    for player in range(len(present)):
        board.present[player] = u8(present[player])
    return board


def read_board(source: Input) -> Board:
    """Read ``N M K Q`` and the N rows from ``source``, bytes or an open binary file. O(NM + K).

    Moves that follow are not read; how far a file has been read is unspecified. Raises ``InputError`` for a breach
    of format or limits; whether the position is legal is not checked: see :func:`.multigo.legality.violations`.

    >>> board = read_board(b"2 3 4 1  1 1 2  3 1 2")
    >>> board.rows()
    [[1, 1, 2], [3, 1, 2]]
    """
    board, _moves = scan_board(Scanner(source))
    return board


def scan_board(scanner: Scanner) -> tuple[Board, i64]:
    """Read ``N M K Q`` and the N rows, legal or not; return the board and Q, with the moves left to read."""
    height, width, players, moves = _scan_header(scanner)
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


def _scan_header(scanner: Scanner) -> tuple[i64, i64, i64, i64]:
    height = scanner.integer(1, MAX_SIDE, "number of rows N")
    width = scanner.integer(1, MAX_SIDE, "number of columns M")
    players = scanner.integer(2, MAX_PLAYERS, "number of players K")
    moves = scanner.integer(1, MAX_MOVES, "number of moves Q")
    return height, width, players, moves


def rewound_to_owner(scanner: Scanner, x: i64, y: i64) -> Scanner:
    """Return a scanner of the same input whose last token is the owner of cell (``x``, ``y``), counted from 1.

    ``scanner`` has read the board without errors and can still be used.
    """
    rewound = scanner.rewound()
    _height, width, players, _moves = _scan_header(rewound)
    for _cell in range((x - 1) * width + y):
        rewound.integer(1, players, "owner")
    return rewound


def scan_move(scanner: Scanner, board: Board) -> tuple[i64, i64, i64]:
    x = scanner.integer(1, board.height, "row x")
    y = scanner.integer(1, board.width, "column y")
    player = scanner.integer(1, board.players, "player k")
    return x, y, player


def move_line(x: i64, y: i64, player: i64) -> str:
    return f"{x} {y} {player}\n"


def input_text(rows: list[list[int]], players: i64, moves: list[str]) -> bytes:
    lines = [f"{len(rows)} {len(rows[0])} {players} {len(moves)}\n"]
    for row in rows:
        lines.append(" ".join([str(owner) for owner in row]) + "\n")
    lines += moves
    return "".join(lines).encode("ascii")


def fast_triple(window: bytes, i: i64) -> tuple[i64, i64, i64, i64]:
    """Return the three integers of the line that begins at ``window[i]``, and its length.

    The integers are positive. The first two have up to 3 digits and are followed by a space, the last one has up to 7
    and is followed by a line feed. For any other line all four results are 0. ``window`` must have
    ``TRIPLE_LOOKAHEAD`` bytes from index ``i`` on; reading beyond them raises ``IndexError`` or, for a negative
    index, ``ValueError``. Two words are read, the second one from where the pair ends::

        window[i:]   1  2  _  3  4  5  _  6  7  8  9  LF …  …  …       12, 345, 6789; length 12
        word 1      └───── the pair ────┘ ·
        word 2                           └─ the third ─┘ ·  ·  ·
    """
    first, second, pair_length = positive_pair(read_i64_le(window, i))
    if pair_length == 0:
        return 0, 0, 0, 0
    third, rest_length = positive_line_end(read_i64_le(window, i + pair_length))
    if rest_length == 0:
        return 0, 0, 0, 0
    return first, second, third, pair_length + rest_length
