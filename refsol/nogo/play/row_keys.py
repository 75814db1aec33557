"""Keys of positions in a row, a board one point high or wide: the same if they consist of the same independent parts.

A stone between two live points joins what is on both sides. All else cuts the row: a wall, a dead point, and the border
between stones of different colours. So a position is a sum of *parts*, live points with the stones between them and at
their ends, and it does not matter where in the row each of them is, in which order they are, or whether one is turned
around. Of stones side by side, one counts as much as many. A part of one point on which only one side can play is a
free move for that side; of free moves, only mine less theirs count.

The method is that of sums of games (J. H. Conway, "On Numbers and Games", 1976), which C. Du, T. Wei and M. Müller
applied to NoGo in a row ("Solving Linear NoGo with Combinatorial Game Theory", 2024). Of its simplifications, these are
the ones that take a single pass over the row.

**A part** is written in base 3, from one end to the other, after a leading 1: 0 for a live point, 1 for my stones
between live points or at the end, 2 for theirs. A group at the end that has a dead point as a liberty is safe, and
counts twice, 11 or 22. The other way around it is the same part: its code is the smaller number.

**The key** has the codes of all parts, the largest first, with 12 between them: stones of both colours side by side
aren't in any part. They fill a word of 39 digits, and another one of 30 with what the first one has no room for.

There is always room. A part has no more digits than it takes points of the row, with two points for the dead point and
the stone beyond it that make its end safe. So only the digits between parts come on top. Small parts, of which there
can be many, take at least three points with a wall or four without, so 39 points need 58 digits at most; there are few
large parts, which would leave gaps in the words.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.nogo.board import BLACK, EMPTY, WHITE
from refsol.nogo.play.live_board import MAX_ROW, LiveBoard, size_of

# The digits of stones.
_MINE: Final = 1
_THEIRS: Final = 2

_BETWEEN: Final = 5  # 12 in base 3
_ROOM: Final = 39  # digits of the first word
_FREE: Final = 128  # factor that makes room for the free moves, from -39 to 39
_NONE: Final = 64  # no free moves


@final
class RowKeys:
    """The keys of the positions of a ``board``, a row.

    After :meth:`look`, the words of the key are ``key``, in 1..2**56 - 1, and ``more``, in 1..2**63 - 1. Raises
    ``ValueError`` for a board that is no row. O(points).
    """

    def __init__(self, board: LiveBoard) -> None:
        if not board.is_row:
            raise ValueError("the board is no row")
        black: i64 = 0
        white: i64 = 0
        empty: i64 = 0
        bit: i64 = 1
        for k in range(board.count):
            colour = board.stone[board.point[k]]
            if colour == BLACK:
                black |= bit
            elif colour == WHITE:
                white |= bit
            elif colour == EMPTY:
                empty |= bit
            bit += bit
        # What is there at first, as sets of points.
        self._black: Final[i64] = black
        self._white: Final[i64] = white
        self._empty: Final[i64] = empty
        self._power: Final = vec[i64]([i64(1)] * (MAX_ROW + 1))
        for k in range(MAX_ROW):
            self._power[k + 1] = 3 * self._power[k]
        # By part.
        self._codes: Final = vec[i64]([i64(0)] * MAX_ROW)
        self._digits: Final = vec[i64]([i64(0)] * MAX_ROW)
        self._parts: i64 = 0
        self.key: i64 = 0
        self.more: i64 = 0

    def look(self, is_black: bool, mine: i64, theirs: i64, my_legal: i64, their_legal: i64) -> None:
        """Find the key of a position, given as to :meth:`.LiveBoard.legal_after`. O(runs + parts²)."""
        mine &= self._empty
        theirs &= self._empty & ~mine
        live = (my_legal | their_legal) & self._empty & ~(mine | theirs)
        dead = self._empty & ~(mine | theirs | live)
        mine |= self._black if is_black else self._white
        theirs |= self._white if is_black else self._black
        powers = self._power
        self._parts = 0
        free: i64 = 0
        rest = live
        while rest:
            first = rest & -rest
            code: i64 = 1
            reverse: i64 = 0
            digits: i64 = 0
            before = first >> 1
            stones = mine if before & mine else theirs
            kind: i64 = _MINE if before & mine else _THEIRS
            if before & stones:
                code = 3 + kind
                reverse = kind
                digits = 1
                while before & stones:
                    before >>= 1
                if before & dead:
                    code = 3 * code + kind
                    reverse += 3 * kind
                    digits = 2
            points: i64 = 0
            at = first
            while at & live:
                run = live & ~(live + at) & -at  # from this point on: adding it carries through them
                points |= run
                at += run
                length = size_of(run)
                code *= powers[length]
                digits += length
                if not at & (mine | theirs):
                    break
                stones = mine if at & mine else theirs
                kind = _MINE if at & mine else _THEIRS
                at += stones & ~(stones + at) & -at
                code = 3 * code + kind
                reverse += kind * powers[digits]
                digits += 1
                if at & dead:
                    code = 3 * code + kind
                    reverse += kind * powers[digits]
                    digits += 1
            rest &= ~points
            reverse += powers[digits]
            if reverse < code:
                code = reverse
            if points == first and not points & my_legal & their_legal:
                free += 1 if points & my_legal else -1
            else:
                self._add(code, digits)
        self._join(free)

    def _add(self, code: i64, digits: i64) -> None:
        """Put a part among the others, of which the largest come first."""
        at = self._parts
        while at and self._codes[at - 1] < code:
            self._codes[at] = self._codes[at - 1]
            self._digits[at] = self._digits[at - 1]
            at -= 1
        self._codes[at] = code
        self._digits[at] = digits
        self._parts += 1

    def _join(self, free: i64) -> None:
        """Make the key of the parts and the ``free`` moves."""
        self.more = self._codes[0] if self._parts else 1
        used = self._digits[0]
        second: i64 = 1
        for k in range(1, self._parts):
            digits = self._digits[k]
            power = self._power[digits]
            low = (_BETWEEN - 1) * power + self._codes[k]
            if used + digits + 2 <= _ROOM:
                self.more = 9 * power * self.more + low
                used += digits + 2
            else:
                second = 9 * power * second + low
        self.key = second * _FREE + _NONE + free
