"""The lead in legal points after each move, without making it.

A move changes which points are legal next to it and, if a group that it touches has few pseudo-liberties, next to that
group; all others stay as they are. So most moves cost a few steps instead of a look at the whole board.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.play._rings import FREE, KIND, SHIFT, Rings, _legal

_FEW: Final = 4  # pseudo-liberties of a group, all of which a single point may take


@final
class Mobility:
    """The mobility after moves on the board of ``rings``, whose groups are those of the position. O(n²) to make.

    The caller fills ``legal`` with the colours, one bit each, that may play on each empty point of the position.
    """

    def __init__(self, rings: Rings) -> None:
        size = len(rings.label)
        self._rings: Final = rings
        self.legal: Final = vec[i32]([i32(0)] * size)
        self._steps: Final = vec[i32]([i32(step) for step in (-rings.stride, -1, 1, rings.stride)])
        self._alias: Final = vec[i32]([i32(number) for number in range(size)])  # of a group, after the move
        self._seen: Final = vec[i32]([i32(0)] * size)  # points, in which of the turns
        self._turn: i64 = 0

    def change(self, point: i64, colour: i64) -> i64:
        """Return what black gains, less what white gains, in legal points by a legal move of ``colour``.

        O(its stones) for each group next to ``point`` with few pseudo-liberties.
        """
        label = self._rings.label
        count = self._rings.count
        alias = self._alias
        steps = self._steps
        own_label = label[point]
        own_count = count[point]
        # The stone, as a group by its own number, which those that it joins have as their alias.
        joined: i64 = 0
        few = False
        for k in range(4):
            next_to = i64(label[point + i64(steps[k])])
            kind = next_to & KIND
            number = next_to >> SHIFT
            if kind == FREE:
                joined += 1
            elif kind == colour:
                joined -= 1
                if i64(alias[number]) == number:
                    alias[number] = i32(point)
                    joined += i64(count[number])
                    few = few or i64(count[number]) <= _FEW
            else:
                count[number] -= 1
        label[point] = i32((point << SHIFT) + colour)
        count[point] = i32(joined)
        few = few or joined <= _FEW
        self._turn += 1
        self._seen[point] = i32(self._turn)
        gain = -_balance(i64(self.legal[point]))
        for k in range(4):
            neighbour = point + i64(steps[k])
            next_to = i64(label[neighbour])
            kind = next_to & KIND
            if kind == FREE:
                gain += self._gain(neighbour)
            elif kind and (few if kind == colour else i64(count[next_to >> SHIFT]) <= _FEW):
                gain += self._gain_around(neighbour)
        for k in range(4):
            next_to = i64(label[point + i64(steps[k])])
            number = next_to >> SHIFT
            if next_to & KIND == colour:
                alias[number] = i32(number)
            elif next_to & KIND != FREE:
                count[number] += 1
        label[point] = own_label
        count[point] = own_count
        return gain

    def _gain_around(self, stone: i64) -> i64:
        """Return the sum of :meth:`_gain` over the empty points next to the group of a stone."""
        label = self._rings.label
        ring = self._rings.ring
        steps = self._steps
        gain: i64 = 0
        member = stone
        while True:
            for k in range(4):
                neighbour = member + i64(steps[k])
                if i64(label[neighbour]) & KIND == FREE:
                    gain += self._gain(neighbour)
            member = i64(ring[member])
            if member == stone:
                return gain

    def _gain(self, point: i64) -> i64:
        """Return what the balance of legal colours of an empty point gains by the move, once for each move."""
        if i64(self._seen[point]) == self._turn:
            return 0
        self._seen[point] = i32(self._turn)
        label = self._rings.label
        stride = self._rings.stride
        alias = self._alias
        up = i64(label[point - stride])
        left = i64(label[point - 1])
        right = i64(label[point + 1])
        down = i64(label[point + stride])
        up = (i64(alias[up >> SHIFT]) << SHIFT) + (up & KIND)
        left = (i64(alias[left >> SHIFT]) << SHIFT) + (left & KIND)
        right = (i64(alias[right >> SHIFT]) << SHIFT) + (right & KIND)
        down = (i64(alias[down >> SHIFT]) << SHIFT) + (down & KIND)
        after = _legal(self._rings.count, up, left, right, down)
        return _balance(after) - _balance(i64(self.legal[point]))


def _balance(colours: i64) -> i64:
    """Return 1 if only black may play on a point with these legal colours, -1 if only white, otherwise 0."""
    return (colours & 1) - (colours >> 1)
