"""Zobrist keys: numbers that stand for positions.

Each stone and each wall on each point has a random number of 64 bits, and so have the empty board and white to move.
The key of a position is the exclusive or of the numbers of what it has. Different positions have equal keys with a
probability of about 2**-64 (A. L. Zobrist, "A new hashing method with application for game playing", TR 88, University
of Wisconsin, 1970).

The numbers come from :class:`.Xoshiro128` with the seed ``1024 * rows + columns``: that of the empty board, that of
white to move, and then those of a black stone, a white stone and a wall on each point, row by row. Each takes two
words, the higher one first. They never change, so keys may be stored.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.nogo.board import BLACK, EDGE, WHITE, Board
from refsol.structures.xoshiro import Xoshiro128

_KINDS: Final = 4  # of what is on a point, including nothing
_SYMMETRIES: Final = 8  # of a square; the first half are also those of other rectangles


@final
class Zobrist:
    """The numbers for boards of ``rows`` × ``columns`` points. Making them is O(n²) for n rows and columns.

    Raises ``ValueError`` for numbers of rows and columns that no board has. So do methods for boards with others. Keys
    are numbers in 0..2**64 - 1. The side ``to_move`` is ``BLACK`` or ``WHITE``.
    """

    def __init__(self, rows: i64, columns: i64) -> None:
        board = Board(rows, int(columns))
        rng = Xoshiro128(int(1024 * rows + columns))
        self._rows: Final[i64] = rows
        self._columns: Final[i64] = columns
        self._empty: Final[i64] = _number(rng)
        self._white: Final[i64] = _number(rng)
        self._numbers: Final = vec[i64]([i64(0)] * (_KINDS * len(board.stone)))  # none for the frame
        for x in range(1, rows + 1):
            for y in range(1, columns + 1):
                for kind in (BLACK, WHITE, EDGE):
                    self._numbers[_KINDS * board.point(x, y) + kind] = _number(rng)

    def key(self, board: Board, to_move: i64) -> int:
        """Return the key of the position on ``board`` with ``to_move`` to move. O(n²)."""
        self._require_fit(board)
        stone = board.stone
        key = self._start(to_move)
        for point in range(len(stone)):
            key ^= self._numbers[_KINDS * point + i64(stone[point])]
        return _unsigned(key)

    def canonical_key(self, board: Board, to_move: i64) -> int:
        """Return the key of one of the images under the symmetries, 4 of a rectangle, 8 of a square. O(n²).

        It is the least one as a signed number of 64 bits.
        """
        self._require_fit(board)
        stone = board.stone
        stride = board.stride
        keys = vec[i64]([self._start(to_move)] * (_SYMMETRIES if self._rows == self._columns else _SYMMETRIES // 2))
        for x in range(1, self._rows + 1):
            for y in range(1, self._columns + 1):
                kind = i64(stone[x * stride + y])
                if kind:
                    for symmetry in range(len(keys)):
                        u = self._rows + 1 - x if symmetry & 1 else x
                        v = self._columns + 1 - y if symmetry & 2 else y
                        image = v * stride + u if symmetry & 4 else u * stride + v
                        keys[symmetry] ^= self._numbers[_KINDS * image + kind]
        return _unsigned(min([i64(key) for key in keys]))

    def _start(self, to_move: i64) -> i64:
        return self._empty ^ self._white if to_move == WHITE else self._empty

    def _require_fit(self, board: Board) -> None:
        if board.rows != self._rows or board.columns != self._columns:
            raise ValueError(f"these numbers are for boards of {self._rows} × {self._columns}")


def _unsigned(key: i64) -> int:
    return int(key) & (2**64 - 1)


def _number(rng: Xoshiro128) -> i64:
    high = (rng.word() ^ 2**31) - 2**31  # with the sign that its highest bit says
    return high * 2**32 + rng.word()
