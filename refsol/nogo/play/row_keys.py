"""Keys of positions in a row, a board one point high or wide: the same if they consist of the same independent parts.

A stone between two live points joins what is on both sides. Everything else cuts the row: a wall, a dead point, and the
border between stones of different colours. So a position is a sum of *parts*: live points, with the stones between them
and at their ends. Where in the row a part is, in which order the parts come, and whether one is turned around does not
matter. Stones of one colour side by side count as one. A part of one point on which only one side can play is a free
move for that side; of free moves, only the difference counts, mine less theirs.

The method is that of sums of games (J. H. Conway, "On Numbers and Games", 1976), which C. Du, M. Müller and others
applied to NoGo in a row (2024). Of its simplifications, these are the ones that take a single pass over the row.

**A part** is written in base 3, from one end to the other, after a leading 1: 0 for a live point, 1 for my stones
between live points or at the end, 2 for theirs. A group at the end that has a dead point as a liberty is safe, and is
written twice, 11 or 22. Read from the other end it is the same part, so the smaller of the two numbers is its code.
That determines who may play where: in a row, nothing else is beside a live point, and never a dead point. A stone there
would have the live point as a liberty, and its only other neighbour cannot forbid it to both sides.

**The key** has two words, for 39 digits and for 30. The codes of all parts are written into them, the largest first,
with 12 between them: stones of both colours side by side are in no part. What the first word has no room for goes into
the second one, with the free moves.

**There is always room.** A dead point that makes an end safe has a group of the other colour on its far side, which has
no other liberty, so a safe end takes three points for its two digits, and shares them with no other part. So n parts
with S digits need T = S + 2(n - 1) digits in all. Two parts are separated by a wall or more, or by a border. If there
are w and b of these, S is at most 39 - w. A part has two live points or more (but for 11022, which takes as many points
as X..O and a border), so 4b + 3w is at most 37, and T at most 57. If more than 30 digits went to the second word, at
least 70 - T would be free in the first, and each of those parts, and the largest one, would have 69 - T digits or more.
Two such parts and n - 2 of at least two digits give 3S >= 138 - 2n, so n is at least 11; but then w is at least 3, and
grows faster than the right side falls.
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
    """The keys of the positions of a ``board``, a short row. Raises ``ValueError`` for another one. O(points)."""

    def __init__(self, board: LiveBoard) -> None:
        if not board.is_short_row:
            raise ValueError("the board is no short row")
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

    def key(self, is_black: bool, mine: i64, theirs: i64, my_legal: i64, their_legal: i64) -> tuple[i64, i64]:
        """Return the key of a position: the word with the free moves, in 1..2**56 - 1, and the one below 2**63.

        The side to move is black if ``is_black``. Since the start, it has put stones on ``mine``, the other side on
        ``theirs``; they may play on ``my_legal`` and ``their_legal``. O(points + parts²).
        """
        # Sets that aren't those of a position must not run into the ends of the row.
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
        return self._joined(free)

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

    def _joined(self, free: i64) -> tuple[i64, i64]:
        """Return the key of the parts and the ``free`` moves."""
        first: i64 = 1
        second: i64 = 1
        used: i64 = 0
        for k in range(self._parts):
            digits = self._digits[k]
            power = self._power[digits]
            if k == 0:
                first = self._codes[k]
                used = digits
            elif used + digits + 2 <= _ROOM:
                first = 9 * power * first + (_BETWEEN - 1) * power + self._codes[k]
                used += digits + 2
            else:
                second = 9 * power * second + (_BETWEEN - 1) * power + self._codes[k]
        return second * _FREE + _NONE + free, first
