"""Games played to their end: with the first legal moves, or with random ones, once or many times.

A :class:`Simulator` plays games from one position, one after another, for playouts and for searches. Each game starts
from a copy of the position, continues with given moves, if any, and is then played to its end by a *policy*.
``uniform``: each move is random among the legal ones. ``contested``: a point is *contested* while it is legal for both
sides, and *private* to a side while it is legal for that side only. The numbers of private points that the sides will
have decide the game. So each move is random among the contested points as long as there are any, and afterwards among
the mover's private points. ``settled``, the policy of HaHaNoGo, which won TAAI's tournament of 2016: only the points
that are private when the policy takes over are kept for the end. Until then, the sides draw from the other points; a
point that only the opponent may play on is kept for the opponent, but one that only the mover may play on is played at
once.

A point that is forbidden to a side stays forbidden to it. So with ``uniform``, each side draws points from its own bag,
and loses those that it can't play. With the others there are three bags: one with the points that may still be
contested, and one for each side with the private points that are kept for it. Each point is drawn from the first bag
once, and at most once from another; when the first is empty, no point is contested.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.game import Game
from refsol.nogo.groups import Candidates, require_colour
from refsol.nogo.play._rings import FREE, KIND, Rings, legal_for, place
from refsol.portable import allow_interrupts
from refsol.structures.xoshiro import Xoshiro128

POLICIES: Final = ("uniform", "contested", "settled")
"""The names of the policies."""

_MASK: Final = 0xFFFFFFFF
_BETWEEN: Final = 2**20  # points of boards played on before an interrupt is looked for: a few milliseconds


def play_first_legal(game: Game) -> vec[i32]:
    """Play the game to its end, always on the first legal point, row by row; return the points played. O(n² α(n))."""
    return _play_to_the_end(game, Candidates(game.board))


def play_random(game: Game, seed: int | Xoshiro128) -> vec[i32]:
    """Play the game to its end, each move uniform over the legal ones; return the points played. O(n² α(n)).

    ``seed`` determines the moves: a number in 0..2**64 - 1, or the generator to draw from. Raises ``ValueError`` for
    another number.

    >>> from refsol.nogo.board import Board
    >>> board = Board(3)
    >>> [board.coordinates(point) for point in play_random(Game(board), 1)][:3]
    [(2, 1), (1, 3), (1, 2)]
    """
    return _play_to_the_end(game, Candidates(game.board, generator(seed)))


def generator(seed: int | Xoshiro128) -> Xoshiro128:
    """Return the generator with a ``seed``, or ``seed`` if it is one. Raises ``ValueError`` as it does."""
    return Xoshiro128(seed) if isinstance(seed, int) else seed


def _play_to_the_end(game: Game, candidates: Candidates) -> vec[i32]:
    moves = vec[i32]([i32(0)] * len(game.board.stone))
    return moves[: game.play_on(candidates, moves)]


@final
class Playouts:
    """Random games from the position of ``game``, one after another in the same memory, for Monte Carlo methods.

    ``game`` itself does not change, and may be continued. ``seed`` determines the moves of all playouts: a number in
    0..2**64 - 1, or the generator to draw from. ``policy`` is one of :data:`POLICIES`: ``"uniform"``, ``"contested"``,
    whose games are better, and take a little longer, or ``"settled"``, which is best for a search. Raises
    ``ValueError`` for another number or policy. Setting up is O(n² log n), and so is every game.

    >>> from refsol.nogo.board import Board
    >>> playouts = Playouts(Game(Board(9)), seed=1)
    >>> [len(playouts.play()) for _ in range(5)]
    [75, 73, 74, 76, 76]
    >>> playouts.wins(1000)  # of black, who is to move
    503
    """

    def __init__(self, game: Game, seed: int | Xoshiro128 = 1, policy: str = "uniform") -> None:
        self._simulator: Final = Simulator(game.board, generator(seed), policy)
        self._colour: Final[i64] = game.to_move

    def play(self) -> vec[i32]:
        """Play a game to its end, and return the points played, an odd number if the first side won. O(n² log n)."""
        count = self._play()
        return self._simulator.moves[:count]

    def wins(self, games: i64) -> int:
        """Play ``games`` games as :meth:`play` does, and return how many the first side wins. O(n² log n) each.

        Ctrl-C ends it. Raises ``ValueError`` for a number of games not in 0..2**31 - 1.
        """
        require_range("number of games", games, 0, 2**31 - 1)
        size: i64 = len(self._simulator.moves)
        won: i64 = 0
        points: i64 = 0
        for _ in range(games):
            won += self._play() & 1
            points += size
            if points > _BETWEEN:
                points = 0
                allow_interrupts()
        return int(won)

    def _play(self) -> i64:
        self._simulator.restart()
        return self._simulator.finish(self._colour)


@final
class Simulator:
    """Games from the position on ``board``, played to their ends by a ``policy`` with random numbers of ``rng``.

    ``rings`` are the groups of the current game, and ``moves`` the points that the latest :meth:`finish` has played.
    Raises ``ValueError`` for another policy. O(n² log n) to make.
    """

    def __init__(self, board: Board, rng: Xoshiro128, policy: str = "uniform") -> None:
        if policy not in POLICIES:
            raise ValueError(f"policy is one of {', '.join(POLICIES)}, not {policy!r}")
        empty = board.points(EMPTY)
        self.rng: Final = rng
        self.rings: Final = Rings(board)
        self.moves: Final = vec[i32]([i32(0)] * len(board.stone))
        self._start: Final = Rings(board)
        self._uniform: Final = policy == "uniform"
        self._settled: Final = policy == "settled"
        # Who must be able to play a drawn point, besides the mover.
        self._wanted: Final[i64] = 0 if self._settled else FREE
        self._half: Final[i64] = len(empty)
        self._empty: Final = vec[i32]([i32(point) for point in (*empty, *empty)])
        self._private: Final = vec[i32]([i32(0)] * (2 * len(empty)))

    def restart(self) -> None:
        """Go back to the start. O(n²), at the speed of copying memory."""
        self.rings.restore(self._start)

    def finish(self, colour: i64) -> i64:
        """Play to the end of the game, ``colour`` first, and return the number of moves. O(n² log n).

        It is odd if ``colour`` has won. Raises ``ValueError`` for a colour other than ``BLACK`` and ``WHITE``.
        """
        require_colour(colour)
        return self._finish_uniform(colour) if self._uniform else self._finish_kept(colour)

    # Separate loops, since branches would cost as much as the steps do.

    def _finish_uniform(self, colour: i64) -> i64:
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

    def _finish_kept(self, colour: i64) -> i64:
        """Play random points by one of the policies that keep private points for the end, then those."""
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
        wanted = self._wanted
        shared = half
        black: i64 = 0
        white: i64 = 0
        played: i64 = 0
        if self._settled:
            shared = 0
            for k in range(half):
                point = i64(bag[k])
                if label[point] & KIND != FREE:
                    continue
                legal = legal_for(label, count, stride, point)
                if legal == FREE:
                    bag[shared] = i32(point)
                    shared += 1
                elif legal == BLACK:
                    private[black] = i32(point)
                    black += 1
                elif legal == WHITE:
                    private[half + white] = i32(point)
                    white += 1
        while shared:
            drawn = _below(rng, shared)
            shared -= 1
            point = i64(bag[drawn])
            bag[drawn] = bag[shared]
            if label[point] & KIND != FREE:
                continue
            legal = place(label, count, ring, stride, point, colour, colour | wanted)
            if legal & (colour | wanted) == colour | wanted:
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
    """Return what ``rng.below(n)`` would; a call of that in another library takes 4 % of a playout."""
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
