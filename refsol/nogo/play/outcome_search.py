"""Who wins a small position of NoGo with best play: a search that stops at the first winning move of each position.

**Problem.** The player who cannot move loses, so there is no draw: either the side to move has a winning move, to a
position in which the opponent loses, or it has none and loses itself.

**Idea.** Try moves until one wins. Most of the time goes into positions that were seen before, or would be decided by
one look ahead, so before a position is searched

- each move leads to a key, and the outcomes of keys that were found before are in a table (:mod:`.outcome_table`): a
  move to a lost position wins, and a move to a won position need not be tried;
- a move that leaves the opponent without a legal point wins;
- the other moves are put in order, so that those that leave the opponent few legal points, and oneself many, come
  first: a point that is forbidden stays forbidden, so what matters is who runs out of points.

Positions are the same for the table if they differ by a symmetry of the board, or if colours and the side to move are
both exchanged. So there is no colour in a position, only *my* stones, of the side to move, and *their* stones.

**Why it is right.** A position is won if and only if one of its moves leads to a lost one. A position gets "won" only
for a move to a position that is lost, and "lost" only after each of its moves led to a position that is won. The key
determines the position up to what leaves the outcome alone: symmetries and the names of the colours. Moves are legal by
:meth:`.LiveBoard.legal_after`, which the tests compare with the rules.

**The key.** Number the points that are live at the start with 0, 1, …, and write the position as a number in base 3:
digit 0 for an empty point, 1 for a stone of mine, 2 for one of theirs. This is the sum of the powers of 3 of my stones,
and twice the sum of those of their stones. A move adds a power to one of the sums, and then the sums change places. So
both are kept for each symmetry, and the key, the least number of all images, costs an addition for each. No position
has to be turned or mirrored. The number of points depends on the position, and not on the size of its board
(:mod:`.live_board`).

**Cost.** Time grows exponentially: there are up to 3 to the number of live points positions, of which 4 × 5 takes
10⁷, and each takes O(points²) steps on words at most. The memory is that of the table, which is bounded; a position
that it has lost is searched again if it comes up again.

The method is the usual one for solving games, alpha-beta search with a transposition table (D. E. Knuth and
R. W. Moore, "An analysis of alpha-beta pruning", 1975), where values are only won and lost. Looking all children up
before searching one is called enhanced transposition cutoff (A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, 1996).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.errors import require_range
from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.play.live_board import LiveBoard, size_of
from refsol.nogo.play.outcome_table import UNKNOWN, OutcomeTable

_WON: Final = 1
_LOST: Final = 0


@final
class OutcomeSearch:
    """The search for the outcome of one position, which can be run in parts.

    ``stone`` and ``stride`` are those of a :class:`.nogo.board.Board`, on which every group has a liberty, ``to_move``
    is ``BLACK`` or ``WHITE``, and the table takes at most ``memory`` MiB, 1..65535. Raises ``ValueError`` for another
    ``memory``, and for a position that is too large for a :class:`.LiveBoard`. The outcome, and the number of positions
    searched, depend on nothing else.
    """

    # At each depth there is a position: new stones and legal points of the side to move (my) and of the opponent, the
    # sums of powers of 3 of its stones, for each symmetry. A child is a move of it that may have to be searched: those
    # of depth d stand from d * _width on, in the order in which they are to be tried.
    #
    #     depth          0                    1                    2
    #     children   | 0 1 2 3 . . . . . | 0 1 2 . . . . . . | 0 1 2 3 4 . . . .     _width = 9
    #                        ^ _next[0]        ^ _next[1]

    def __init__(self, stone: vec[u8], stride: i64, to_move: i64, memory: i64) -> None:
        if to_move not in (BLACK, WHITE):
            raise ValueError(f"the side to move is black ({BLACK}) or white ({WHITE}), not {to_move}")
        board = LiveBoard(stone, stride)
        self._board: Final = board
        images = board.images()
        self._black_first: Final[i64] = i64(to_move == BLACK)
        self._symmetries: Final[i64] = len(images)
        self._powers: Final = _powers_of_three(board, images)
        self._table: Final = OutcomeTable(memory)

        depths = board.count + 1
        width = board.count + 1
        self._width: Final[i64] = width
        self._mine: Final = vec[i64]([i64(0)] * depths)
        self._theirs: Final = vec[i64]([i64(0)] * depths)
        self._my_legal: Final = vec[i64]([i64(0)] * depths)
        self._their_legal: Final = vec[i64]([i64(0)] * depths)
        self._my_sums: Final = vec[i64]([i64(0)] * (depths * self._symmetries))
        self._their_sums: Final = vec[i64]([i64(0)] * (depths * self._symmetries))
        self._key: Final = vec[i64]([i64(0)] * depths)
        self._number: Final = vec[i64]([i64(0)] * depths)  # of positions searched before this one
        self._next: Final = vec[i64]([i64(0)] * depths)
        self._end: Final = vec[i64]([i64(0)] * depths)
        self._move: Final = vec[i64]([i64(0)] * (depths * width))
        self._child_key: Final = vec[i64]([i64(0)] * (depths * width))
        self._rank: Final = vec[i64]([i64(0)] * (depths * width))
        self._my_legal_after: Final = vec[i64]([i64(0)] * (depths * width))
        self._their_legal_after: Final = vec[i64]([i64(0)] * (depths * width))

        self._my_legal[0] = board.black_legal if to_move == BLACK else board.white_legal
        self._their_legal[0] = board.white_legal if to_move == BLACK else board.black_legal
        self._depth: i64 = 0
        self._nodes: i64 = 0
        self._outcome: i64 = UNKNOWN
        self._winning: i64 = 0  # the move of the latest position that was found to be won; the root comes last
        self._is_new = True  # whether the position at _depth has no children yet

    def nodes(self) -> int:
        """Return the number of positions searched so far: those whose moves were made."""
        return int(self._nodes)

    def is_won(self) -> bool:
        """Return whether the side to move wins. Raises ``ValueError`` before the outcome is known."""
        if self._outcome == UNKNOWN:
            raise ValueError("the outcome is not known yet")
        return self._outcome == _WON

    def winning_point(self) -> int | None:
        """Return a winning move of the side to move, or ``None`` if it loses. Raises as :meth:`is_won` does."""
        return int(self._board.point[self._board.index(self._winning)]) if self.is_won() else None

    def tried(self) -> tuple[int, int]:
        """Return how many first moves have been begun, and how many there are to be tried, symmetric ones included."""
        return int(self._next[0]), int(self._end[0])

    def run(self, nodes: i64) -> bool:
        """Search at most ``nodes`` further positions, and return whether the outcome is known. O(points²) for each.

        Raises ``ValueError`` for a number of ``nodes`` that is not in 0..2**62.
        """
        require_range("number of nodes", nodes, 0, 2**62)
        stop = self._nodes + nodes
        while self._outcome == UNKNOWN:
            if self._is_new:
                if self._nodes >= stop:
                    return False
                self._nodes += 1
                outcome = self._expand()
                self._is_new = False
            else:
                outcome = UNKNOWN
            if outcome == UNKNOWN:
                outcome = self._advance()
            while outcome != UNKNOWN:
                outcome = self._leave(outcome)
        return True

    def _expand(self) -> i64:
        """Make the children of the position at this depth, in order; return its outcome if that decides it."""
        depth = self._depth
        end = self._unknown_children()
        if end < 0:
            return _WON
        board = self._board
        is_black = (self._black_first + depth) % 2 == 1
        mine = self._mine[depth]
        theirs = self._theirs[depth]
        first = depth * self._width
        ranks = self._rank
        for child in range(first, end):
            point = self._move[child]
            key = self._child_key[child]
            my_legal, their_legal = board.legal_after(
                point, is_black, mine, theirs, self._my_legal[depth], self._their_legal[depth]
            )
            if not their_legal:
                self._winning = point
                return _WON
            rank = 2 * size_of(their_legal) - size_of(my_legal)  # the opponent's count twice
            at = child
            while at > first and ranks[at - 1] > rank:
                self._move[at] = self._move[at - 1]
                self._child_key[at] = self._child_key[at - 1]
                ranks[at] = ranks[at - 1]
                self._my_legal_after[at] = self._my_legal_after[at - 1]
                self._their_legal_after[at] = self._their_legal_after[at - 1]
                at -= 1
            self._move[at] = point
            self._child_key[at] = key
            ranks[at] = rank
            self._my_legal_after[at] = my_legal
            self._their_legal_after[at] = their_legal
        self._next[depth] = first
        self._end[depth] = end
        return UNKNOWN

    def _unknown_children(self) -> i64:
        """Write down the moves whose outcomes the table doesn't have, and return where they end, or -1 if one wins."""
        depth = self._depth
        first = depth * self._width
        end = first
        last = self._children()
        for child in range(first, last):  # a loop of its own, so that the processor waits for several of them at once
            outcome = self._table.find(self._child_key[child])
            if outcome == _LOST:
                self._winning = self._move[child]
                return -1
            if outcome == UNKNOWN:
                self._move[end] = self._move[child]
                self._child_key[end] = self._child_key[child]
                end += 1
        return end

    def _children(self) -> i64:
        """Write down all moves and the keys to which they lead, and return where they end."""
        depth = self._depth
        symmetries = self._symmetries
        sums = depth * symmetries
        powers = self._powers
        end = depth * self._width
        rest = self._my_legal[depth]
        while rest:
            point = rest & -rest
            rest ^= point
            at = self._board.index(point) * symmetries
            key = self._their_sums[sums] + 2 * (self._my_sums[sums] + powers[at])
            for k in range(1, symmetries):
                image = self._their_sums[sums + k] + 2 * (self._my_sums[sums + k] + powers[at + k])
                if image < key:
                    key = image
            self._move[end] = point
            self._child_key[end] = key
            end += 1
        return end

    def _advance(self) -> i64:
        """Go to the next child that has to be searched, or return the outcome of the position at this depth."""
        depth = self._depth
        while self._next[depth] < self._end[depth]:
            child = self._next[depth]
            self._next[depth] = child + 1
            outcome = self._table.find(self._child_key[child])  # it may have come up since
            if outcome == UNKNOWN:
                self._enter(child)
                return UNKNOWN
            if outcome == _LOST:
                self._winning = self._move[child]
                return _WON
        return _LOST

    def _enter(self, child: i64) -> None:
        """Make a child the position at the next depth, where the sides have changed."""
        depth = self._depth
        below = depth + 1
        point = self._move[child]
        self._mine[below] = self._theirs[depth]
        self._theirs[below] = self._mine[depth] | point
        self._my_legal[below] = self._their_legal_after[child]
        self._their_legal[below] = self._my_legal_after[child]
        symmetries = self._symmetries
        at = self._board.index(point) * symmetries
        for k in range(symmetries):
            self._my_sums[below * symmetries + k] = self._their_sums[depth * symmetries + k]
            self._their_sums[below * symmetries + k] = self._my_sums[depth * symmetries + k] + self._powers[at + k]
        self._key[below] = self._child_key[child]
        self._number[below] = self._nodes
        self._depth = below
        self._is_new = True

    def _leave(self, outcome: i64) -> i64:
        """Enter the outcome of the position at this depth and return to the one above; return its outcome if known."""
        depth = self._depth
        if depth == 0:
            self._outcome = outcome
            return UNKNOWN
        self._table.enter(self._key[depth], outcome, self._nodes - self._number[depth])
        self._depth = depth - 1
        if outcome == _WON:
            return UNKNOWN
        self._winning = self._move[self._next[depth - 1] - 1]
        return _WON


def _powers_of_three(board: LiveBoard, images: list[vec[i64]]) -> vec[i64]:
    """Return the power of 3 that stands for each live point in each of the symmetries ``images``."""
    powers = vec[i64]([i64(1)] * board.count)
    for k in range(1, board.count):
        powers[k] = 3 * powers[k - 1]
    symmetries: i64 = len(images)
    of_images = vec[i64]([i64(0)] * (board.count * symmetries))
    for k in range(symmetries):
        image = images[k]
        for number in range(board.count):
            of_images[number * symmetries + k] = powers[image[number]]
    return of_images
