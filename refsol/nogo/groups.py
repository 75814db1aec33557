"""Candidates for moves in a game of NoGo, and groups, which say what is legal and what a move changes.

Candidates are tried row by row, or in random order. A colour tries each point once: either it plays there, or the point
is forbidden to it for good.
"""

from abc import ABCMeta, abstractmethod
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import out_of_range
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.structures.xoshiro import Xoshiro128


def require_move(board: Board, point: i64, colour: i64) -> None:
    """Raise ``ValueError`` unless ``point`` is on ``board`` or its frame, and ``colour`` is one."""
    if point < 0 or point >= len(board.stone):
        raise out_of_range("point", point, 0, len(board.stone) - 1)
    require_colour(colour)


def require_colour(colour: i64) -> None:
    """Raise ``ValueError`` unless ``colour`` is ``BLACK`` or ``WHITE``."""
    if colour not in (BLACK, WHITE):
        raise _no_colour(colour)


def require_stone(board: Board, point: i64) -> i64:
    """Return the colour of the stone on ``point`` of ``board``. Raises ``ValueError`` if there is none."""
    board.require_point(point)
    if board.stone[point] == EMPTY:
        raise ValueError(f"no stone on point {point}")
    return i64(board.stone[point])


def _no_colour(colour: i64) -> ValueError:
    """Return the error, in a separate function, so that its callers stay short enough to be inlined."""
    return ValueError(f"a stone is black ({BLACK}) or white ({WHITE}), not {colour}")


@final
class Candidates:
    """The points that each side has not tried yet: taken row by row or, with ``rng``, drawn from a bag for each side.

    ``left`` points are left for the side to move, and ``other`` for the other side. Row by row, they are the last ones
    before point ``end``. With ``rng``, they are in the ``bag``: its first ``half`` entries belong to one side, the rest
    to the other side, and those of the side to move begin at ``begin``. Making the candidates is O(n²)
    with ``rng``.
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
        stone = board.stone
        self.rng: Final = rng
        self.end: i64 = board.point(board.rows, board.columns) + 1
        bag = vec[i32]()
        half: i64 = 0
        if rng is not None:
            bag = vec[i32]([i32(0)] * (2 * len(stone)))
            for point in range(len(stone)):
                if stone[point] == EMPTY:
                    bag[half] = i32(point)
                    half += 1
            for k in range(half):
                bag[half + k] = bag[k]
        self.bag: Final = bag
        self.half: Final[i64] = half
        self.left: i64 = self.end - board.point(1, 1) if rng is None else half
        self.other: i64 = self.left
        self.begin: i64 = 0

    def next(self) -> i64:
        """Return the next point for the side to move. Raises ``ValueError`` if it has none left."""
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

    def switch_sides(self) -> None:
        """Make the other side the side to move."""
        self.left, self.other = self.other, self.left
        self.begin = self.half - self.begin


class Groups(metaclass=ABCMeta):  # the base class ABC is not native and would make attributes slower
    """The groups of a ``board``. Put stones on the board only with these methods, which also update the groups.

    A *group* is a maximal 4-connected set of stones of one colour, its *liberties* are the empty points next to it. A
    ``point`` is a point of the board, a wall or a point of the frame, where no move is legal, a ``colour`` is ``BLACK``
    or ``WHITE``. Raises ``ValueError`` for any other.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board

    @abstractmethod
    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether all groups have a liberty after ``colour`` plays on an empty ``point``. O(α(n)) amortised."""

    @abstractmethod
    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal; return whether it was. O(log² n) amortised."""

    @abstractmethod
    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board, as if it had been the last one. O(n² log² n)."""

    def play(self, candidates: Candidates, colour: i64, moves: vec[i32]) -> i64:
        """Let the colours take turns, ``colour`` first, each putting a stone on its next legal candidate.

        Play ends when ``moves`` is full, or when the side to move has no candidate left and so no legal move. Writes
        the points played to ``moves`` and returns their number. One call of :meth:`add`, O(log² n), for each candidate.
        """
        require_colour(colour)
        count: i64 = 0
        while count < len(moves) and candidates.left > 0:
            point = candidates.next()
            if self.add(point, colour):
                moves[count] = i32(point)
                count += 1
                colour = BLACK + WHITE - colour
                candidates.switch_sides()
        return count
