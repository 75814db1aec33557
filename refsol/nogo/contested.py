"""The policy *contested*: playouts that fight first for what both sides may still play on.

A point is *contested* while it is legal for both sides, and *private* to a side while it is legal for that side only.
What decides a game is how many private points each side will have. So in a playout by this policy, each move is random
among the contested points as long as there are any, and afterwards among the mover's private points.

A point that is forbidden to a side stays forbidden to it, so a contested point may become private, but never the other
way round. That gives three bags: one with the points that may still be contested, and one for each side with the points
found to be private when they were drawn from the first. Each point is drawn from the first bag once, and at most once
from another; when the first is empty, no point is contested. So a playout is O(n² α(n)), like one with uniform moves.

Both questions that a point is asked are answered at once: a label has a bit for each colour (see
:mod:`refsol.nogo._labels`).
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from refsol.nogo._labels import FREE, KIND, LAST, PAIR, SHIFT, join, life, take
from refsol.nogo.board import BLACK, WHITE, Board
from refsol.nogo.candidates import empty_points
from refsol.nogo.groups import require_colour
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128

_BOTH: Final = BLACK | WHITE


@final
class ContestedCandidates:
    """The points that may be played in a game with the policy *contested*, drawn by ``rng``. Making them is O(n²).

    They are the empty points of ``board`` as it was. ``bag`` has three parts of ``part`` entries: the points that may
    be contested, ``shared`` of them, and the private points of black and white, ``black`` and ``white`` of them.
    """

    def __init__(self, board: Board, rng: Xoshiro128) -> None:
        self.rng: Final = rng
        self._empty: Final = empty_points(board)
        self.part: Final[i64] = len(self._empty)
        self.bag: Final = vec[i32]([i32(0)] * (3 * len(self._empty)))
        self.shared: i64 = 0
        self.black: i64 = 0
        self.white: i64 = 0
        self.restart()

    def restart(self) -> None:
        """Start again, with every point that was empty at the start. O(n²)."""
        for k in range(self.part):
            self.bag[k] = self._empty[k]
        self.shared = self.part
        self.black = 0
        self.white = 0


def play_contested(groups: PseudoLiberties, candidates: ContestedCandidates, colour: i64, moves: vec[i32]) -> i64:
    """Let the colours take turns, ``colour`` first, each playing a random contested point or else a private one.

    Play ends when ``moves`` is full or the side to move has no legal move. Writes the points played to ``moves`` and
    returns their number, O(α(n)) amortised for each candidate. The ``candidates`` must include the empty points;
    occupied ones do no harm, so they may be those of an earlier position of the game, restarted. Raises ``ValueError``
    for a colour other than ``BLACK`` and ``WHITE``, and ``IndexError`` for candidates of a larger board.
    """
    # shared, black, white      points left in each of the bags
    # wanted                    the colours for which a candidate has to be legal: both, or the side to move
    # legal                     those for which it is
    # up, left, right, down     labels of the four neighbours, as take returns them
    # free                      number of empty neighbours
    # number                    number of the stone's group, 0 as long as there is none
    # numbers                   how many have been given out, so also the next new one
    # played, capacity          moves made so far, and the most that fit
    require_colour(colour)
    stone = groups.board.stone
    stride = groups.board.stride
    label = groups.label
    count = groups.count
    numbers = groups.numbers
    rng = candidates.rng
    bag = candidates.bag
    part = candidates.part
    shared = candidates.shared
    black = candidates.black
    white = candidates.white
    capacity: i64 = len(moves)
    played: i64 = 0
    while played < capacity:
        # The next candidate is drawn from the first bag or, when that is empty, from the mover's.
        if shared:
            wanted: i64 = _BOTH
            drawn = rng.below(shared)
            point = i64(bag[drawn])
            shared -= 1
            bag[drawn] = bag[shared]
        elif colour == BLACK:
            if not black:
                break
            wanted = BLACK
            drawn = part + rng.below(black)
            point = i64(bag[drawn])
            black -= 1
            bag[drawn] = bag[part + black]
        else:
            if not white:
                break
            wanted = WHITE
            drawn = 2 * part + rng.below(white)
            point = i64(bag[drawn])
            white -= 1
            bag[drawn] = bag[2 * part + white]
        if label[point] != FREE:
            continue
        # What the stone takes: a pseudo-liberty from the group of each neighbour.
        up = take(label, count, point - stride)
        left = take(label, count, point - 1)
        right = take(label, count, point + 1)
        down = take(label, count, point + stride)
        # Who may play here? A colour that lives there and is not the opponent of one that would lose its last liberty.
        alive = life(count, up) | life(count, left) | life(count, right) | life(count, down)
        last = (up | left | right | down) >> LAST & KIND
        legal = alive & ~(last >> 1 | last << 1)
        if legal & wanted != wanted:
            count[up >> SHIFT] += PAIR
            count[left >> SHIFT] += PAIR
            count[right >> SHIFT] += PAIR
            count[down >> SHIFT] += PAIR
            if wanted == _BOTH:  # it may be private
                if legal == BLACK:
                    bag[part + black] = i32(point)
                    black += 1
                elif legal == WHITE:
                    bag[2 * part + white] = i32(point)
                    white += 1
            continue
        # The group of the stone: the groups of its colour next to it, joined, or else a new one.
        free = i64(up == FREE) + i64(left == FREE) + i64(right == FREE) + i64(down == FREE)
        number: i64 = 0
        if up & KIND == colour:
            number = up >> SHIFT
        if left & KIND == colour:
            number = join(count, number, left >> SHIFT) if number else left >> SHIFT
        if right & KIND == colour:
            number = join(count, number, right >> SHIFT) if number else right >> SHIFT
        if down & KIND == colour:
            number = join(count, number, down >> SHIFT) if number else down >> SHIFT
        if number:
            count[number] += i32(PAIR * free)
        else:
            number = numbers
            numbers += 1
            if number < len(count):
                count[number] = i32(PAIR * free)
            else:
                count = append(count, i32(PAIR * free))
        # The stone is on the board, and it is the other side's turn.
        label[point] = i32((number << SHIFT) + colour)
        stone[point] = u8(colour)
        moves[played] = i32(point)
        played += 1
        colour = BLACK + WHITE - colour
    groups.count = count
    groups.numbers = numbers
    candidates.shared = shared
    candidates.black = black
    candidates.white = white
    return played
