"""Plays games from one position to their ends, one after another, for playouts and for searches.

Each game starts from a copy of the position, goes on with given moves, if any, and is then played to its end by a
*policy*. ``uniform``: each move is random among the legal ones. ``contested``: a point is *contested* while it is legal
for both sides, and *private* to a side while it is legal for that side only. What decides a game is how many private
points each side will have. So each move is random among the contested points as long as there are any, and afterwards
among the mover's private points.

A point that is forbidden to a side stays forbidden to it. So with ``uniform``, each side draws from a bag of its own,
and what it can't play is gone. With ``contested`` there are three bags: one with the points that may still be
contested, and one for each side with those that were found to be private when they were drawn from the first. Each
point is drawn from the first bag once, and at most once from another; when the first is empty, no point is contested.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.groups import require_colour
from refsol.nogo.play._rings import FREE, KIND, Rings, place
from refsol.structures.xoshiro import Xoshiro128

POLICIES: Final = ("uniform", "contested")
"""The names of the policies."""

_MASK: Final = 0xFFFFFFFF


@final
class Simulator:
    """Games from the position on ``board``, played to their ends by a ``policy`` with random numbers of ``rng``.

    ``rings`` are the groups of the current game, and ``moves`` the points that the latest :meth:`finish` has played.
    Raises ``ValueError`` for another policy. O(n² log n) to make.
    """

    def __init__(self, board: Board, rng: Xoshiro128, policy: str = "uniform") -> None:
        if policy not in POLICIES:
            raise ValueError(f"policies are {' and '.join(map(repr, POLICIES))}, not {policy!r}")
        empty = board.points(EMPTY)
        self.rng: Final = rng
        self.rings: Final = Rings(board)
        self.moves: Final = vec[i32]([i32(0)] * len(board.stone))
        self._start: Final = Rings(board)
        self._uniform: Final = policy == POLICIES[0]
        self._half: Final[i64] = len(empty)
        self._empty: Final = vec[i32]([i32(point) for point in (*empty, *empty)])
        self._private: Final = vec[i32]([i32(0)] * (2 * len(empty)))

    def restart(self) -> None:
        """Go back to the start. O(n²), at the speed of copying memory."""
        self.rings.restore(self._start)

    def finish(self, colour: i64) -> i64:
        """Play to the end of the game, ``colour`` first, and return the number of moves. O(n² log n).

        The side that can't move loses: after an odd number of moves, ``colour`` has won. Raises ``ValueError`` for a
        colour other than ``BLACK`` and ``WHITE``.
        """
        require_colour(colour)
        return self._finish_uniform(colour) if self._uniform else self._finish_contested(colour)

    # The two policies have loops of their own, since branches would cost as much as the steps do.

    def _finish_uniform(self, colour: i64) -> i64:
        """Play random legal moves."""
        # The bag while the side with the first half is to move; otherwise begin is half:
        #
        #     begin = 0      waiting           half        half + other      2 * half
        #       +---------------+----------------+---------------+----------------+
        #       | not tried yet |    used up     | not tried yet |    used up     |
        #       +---------------+----------------+---------------+----------------+
        #
        # A drawn point is replaced by the last point not tried yet, so those stay together.
        rings = self.rings
        label = rings.label
        count = rings.count
        ring = rings.ring
        stride = rings.stride
        rng = self.rng
        moves = self.moves
        bag = self._empty[:]
        half = self._half
        begin: i64 = 0
        waiting = half
        other = half
        played: i64 = 0
        while waiting > 0:
            drawn = begin + _below(rng, waiting)
            waiting -= 1
            point = i64(bag[drawn])
            bag[drawn] = bag[begin + waiting]
            if label[point] & KIND != FREE:
                continue
            if not place(label, count, ring, stride, point, colour, colour) & colour:
                continue
            moves[played] = i32(point)
            played += 1
            colour = BLACK + WHITE - colour
            waiting, other = other, waiting
            begin = half - begin
        return played

    def _finish_contested(self, colour: i64) -> i64:
        """Play random contested points as long as there are any, then private ones."""
        # shared, black, white: points left in each of the bags
        rings = self.rings
        label = rings.label
        count = rings.count
        ring = rings.ring
        stride = rings.stride
        rng = self.rng
        moves = self.moves
        bag = self._empty[:]
        half = self._half
        private = self._private  # black's in the first half, white's in the second
        shared = half
        black: i64 = 0
        white: i64 = 0
        played: i64 = 0
        while shared:
            drawn = _below(rng, shared)
            shared -= 1
            point = i64(bag[drawn])
            bag[drawn] = bag[shared]
            if label[point] & KIND != FREE:
                continue
            legal = place(label, count, ring, stride, point, colour, FREE)
            if legal == FREE:
                moves[played] = i32(point)
                played += 1
                colour = BLACK + WHITE - colour
            elif legal == BLACK:
                private[black] = i32(point)
                black += 1
            elif legal == WHITE:
                private[half + white] = i32(point)
                white += 1
        while True:
            if colour == BLACK:
                if not black:
                    break
                drawn = _below(rng, black)
                black -= 1
                point = i64(private[drawn])
                private[drawn] = private[black]
            else:
                if not white:
                    break
                drawn = half + _below(rng, white)
                white -= 1
                point = i64(private[drawn])
                private[drawn] = private[half + white]
            if place(label, count, ring, stride, point, colour, colour) & colour:
                moves[played] = i32(point)
                played += 1
                colour = BLACK + WHITE - colour
        return played


def _below(rng: Xoshiro128, n: i64) -> i64:
    """Return what ``rng.below(n)`` would. O(1) expected.

    That one is in the library for solving, and a call there would cost as much as the drawing: 4 % of a playout.
    """
    while True:
        b = rng._b
        scrambled = (b * 5) & _MASK
        scrambled = (((scrambled << 7) | (scrambled >> 25)) & _MASK) * 9 & _MASK
        shifted = (b << 9) & _MASK
        c = rng._c ^ rng._a
        d = rng._d ^ b
        rng._b = b ^ c
        rng._a ^= d
        rng._c = c ^ shifted
        rng._d = ((d << 11) | (d >> 21)) & _MASK
        product = scrambled * n
        if product & _MASK >= n or product & _MASK >= (_MASK + 1) % n:
            return product >> 32
