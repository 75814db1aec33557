"""Captures by open roads: a sweep over levels."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.chess.board import Board
from refsol.chess.regions import Regions
from refsol.structures.sum_tree import SumTree

_QUESTION: Final = 4  # numbers a question: the interval of places, the level, the piece


def add_captures(board: Board, regions: Regions, answer: vec[i32]) -> None:
    """Add to ``answer[t]`` how many pieces next to piece t's region by open roads it can capture. O(q log nm).

    Answers of pieces whose region is a single crossing stay as they are.
    """
    asks = vec[u8]([u8(0)] * board.pieces)
    if _find_askers(board, regions, asks):
        captures = _Captures(board, regions, asks)
        captures.sort()
        captures.sweep(0, answer)
        captures.sweep(1, answer)


def _find_askers(board: Board, regions: Regions, asks: vec[u8]) -> bool:
    """Find the pieces with a region of several crossings and a foe of no higher level; tell if there are any. O(q).

    When levels fall, there are none.
    """
    lowest = vec[i64]([board.pieces + 1] * 2)  # level of the pieces so far, by colour
    found: i64 = 0
    for t in range(board.pieces):
        colour = i64(board.colour[t])
        level = i64(board.level[t])
        may_capture = i64(regions.size[t] > 1) & i64(lowest[1 - colour] <= level)
        asks[t] = u8(may_capture)
        found |= may_capture
        lowest[colour] = min(lowest[colour], level)
    return found == 1


class _Captures:
    """Ties, and a question for each piece, both by colour and level.

    Colour and level make a key, ``colour * levels + level``. Questions of keys up to k end before ``ends[2 * k]``, ties
    before ``ends[2 * k + 1]``. A tie is two numbers, the places of its +1 and of its -1. The question of a piece that
    can't have anything to capture (``asks`` is 0) is about no places.
    """

    def __init__(self, board: Board, regions: Regions, asks: vec[u8]) -> None:
        self._board: Final = board
        self._regions: Final = regions
        self._levels: Final[i64] = board.pieces + 1
        self._ends: Final = vec[i32]([i32(0)] * (4 * (board.pieces + 1)))
        self._questions: Final = vec[i32]([i32(0)] * (_QUESTION * board.pieces))
        self._ties: Final = vec[i32]([i32(0)] * (2 * len(regions.minus)))
        self._asks: Final = asks

    def sort(self) -> None:
        """Sort by counting. O(q)."""
        board = self._board
        regions = self._regions
        place = regions.place
        ends = self._ends
        questions = self._questions
        ties = self._ties
        self._count_smaller()
        source: i64 = 0
        t = board.pieces - 1
        while t >= 0:
            key = self._key(t)
            slot = i64(ends[2 * key])
            questions[slot] = regions.begin[t]
            questions[slot + 1] = regions.end[t] if self._asks[t] == 1 else regions.begin[t]
            questions[slot + 2] = board.level[t]
            questions[slot + 3] = i32(t)
            ends[2 * key] = i32(slot + _QUESTION)
            slot = i64(ends[2 * key + 1])
            stop = source + i64(regions.ties[t])
            while source < stop:
                ties[slot] = place[i64(regions.plus[source])]
                ties[slot + 1] = place[i64(regions.minus[source])]
                slot += 2
                source += 1
            ends[2 * key + 1] = i32(slot)
            t -= 1

    def sweep(self, colour: i64, answer: vec[i32]) -> None:
        """Answer the questions of one colour by the ties of the other. O(q log nm)."""
        levels = self._levels
        ends = self._ends
        questions = self._questions
        ties = self._ties
        other = 1 - colour
        tie = self._begin(other, 1)
        weights = SumTree(len(self._regions.place))
        for question in range(self._begin(colour, 0), i64(ends[2 * ((colour + 1) * levels - 1)]), _QUESTION):
            begin = i64(questions[question])
            end = i64(questions[question + 1])
            if begin == end:
                continue
            stop = i64(ends[2 * (other * levels + i64(questions[question + 2])) + 1])
            while tie < stop:
                weights.add(i64(ties[tie]), 1)
                weights.add(i64(ties[tie + 1]), -1)
                tie += 2
            answer[i64(questions[question + 3])] += i32(weights.sum(begin, end))

    def _count_smaller(self) -> None:
        """Make ``ends`` tell where the questions and ties of a key begin."""
        ends = self._ends
        last = len(ends) - 2
        for t in range(self._board.pieces):
            key = self._key(t)
            if 2 * key < last:
                ends[2 * key + 2] += i32(_QUESTION)
                ends[2 * key + 3] += i32(2 * i64(self._regions.ties[t]))
        for k in range(last):
            ends[k + 2] += ends[k]

    def _key(self, t: i64) -> i64:
        return i64(self._board.colour[t]) * self._levels + i64(self._board.level[t])

    def _begin(self, colour: i64, kind: i64) -> i64:
        """Return where the questions (kind 0) or the ties (kind 1) of a colour begin, once they are sorted."""
        return 0 if colour == 0 else i64(self._ends[2 * (self._levels - 1) + kind])
