"""What NoGo must know of its groups: is a move legal, and what changes when it is made."""

from abc import ABCMeta, abstractmethod

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, WHITE
from refsol.nogo.candidates import Candidates


class Groups(metaclass=ABCMeta):  # a base class ABC, not being native, would make attributes slower
    """The groups of a board; they put stones on it and keep up to date.

    A *group* is a 4-connected set of stones of one colour, its *liberties* are the empty points next to it. A ``point``
    is one of the board, a ``colour`` is ``BLACK`` or ``WHITE``.
    """

    @abstractmethod
    def is_legal(self, point: i64, colour: i64) -> bool:
        """Tell whether ``colour`` may play on ``point``: it is empty, and afterwards every group has a liberty.

        O(α(n)) amortised.
        """

    @abstractmethod
    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal; tell whether it was. At most O(log² n) amortised."""

    def play(self, candidates: Candidates, colour: i64, moves: vec[i32]) -> i64:
        """Let both colours, ``colour`` first, put a stone on their next candidate that is legal, in turn.

        This ends when ``moves`` is full or the side to move has no candidate left, and so no legal move. Writes the
        points played to ``moves`` and returns their number. O(1) calls of :meth:`add` a candidate.
        """
        count: i64 = 0
        while count < len(moves) and candidates.left > 0:
            point = candidates.next()
            if self.add(point, colour):
                moves[count] = i32(point)
                count += 1
                colour = BLACK + WHITE - colour
                candidates.turn()
        return count
