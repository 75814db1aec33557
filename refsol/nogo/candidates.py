"""The order in which the colours try the points in a game played to its end: row by row, or random.

A colour tries each point once: either it plays there, or the point is forbidden to it for good.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import EMPTY, Board
from refsol.structures.xoshiro import Xoshiro128


@final
class Candidates:
    """The points that each side has not tried yet: taken row by row or, with ``rng``, drawn from a bag for each side.

    ``left`` points are left for the side to move, and ``other`` for the other side. Row by row, they are the last ones
    before point ``end``. With ``rng``, they are in the ``bag``: its first ``half`` entries belong to one side, the rest
    to the other side, and those of the side to move begin at ``begin``. Making the candidates is O(n²), or O(1) without
    ``rng``.
    """

    # The bag while the side with the first half is to move; otherwise begin is half, and left and other are swapped:
    #
    #     begin = 0       left             half        half + other      2 * half
    #       +---------------+----------------+---------------+----------------+
    #       | not tried yet |    used up     | not tried yet |    used up     |
    #       +---------------+----------------+---------------+----------------+
    #
    # A drawn point is replaced by the last point not tried yet, so those stay together.

    def __init__(self, board: Board, rng: Xoshiro128 | None = None) -> None:
        self.rng: Final = rng
        self.end: i64 = board.point(board.rows, board.columns) + 1
        self._all: Final[i64] = self.end - board.point(1, 1)
        self._empty: Final = vec[i32]() if rng is None else empty_points(board)
        self.half: Final[i64] = len(self._empty)
        self.bag: Final = vec[i32]([i32(0)] * (2 * len(self._empty)))
        self.left: i64 = 0
        self.other: i64 = 0
        self.begin: i64 = 0
        self.restart()

    def restart(self) -> None:
        """Start again, with every point available to both sides. O(empty points), or O(1) without ``rng``."""
        empty = self._empty
        bag = self.bag
        half = self.half
        for k in range(half):
            bag[k] = empty[k]
            bag[half + k] = empty[k]
        self.left = self._all if self.rng is None else half
        self.other = self.left
        self.begin = 0

    def next(self) -> i64:
        """Return the next point for the side to move, which must have one left. O(1) expected.

        Raises ``ValueError`` if it has none.
        """
        left = self.left
        if left < 1:
            raise ValueError("no candidate is left")
        self.left = left - 1
        rng = self.rng
        if rng is None:
            return self.end - left
        drawn = self.begin + rng.below(left)
        point = i64(self.bag[drawn])
        self.bag[drawn] = self.bag[self.begin + left - 1]
        return point

    def turn(self) -> None:
        """Make the other side the side to move. O(1)."""
        self.left, self.other = self.other, self.left
        self.begin = self.half - self.begin


def empty_points(board: Board) -> vec[i32]:
    """Return the empty points of ``board``, row by row. O(n²)."""
    stone = board.stone
    points = vec[i32]([i32(0)] * len(stone))
    count: i64 = 0
    for point in range(len(stone)):
        if stone[point] == EMPTY:
            points[count] = i32(point)
            count += 1
    return points[:count]
