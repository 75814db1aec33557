"""What a game of NoGo needs to know about groups: whether a move is legal, and what it changes."""

from abc import ABCMeta, abstractmethod

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import out_of_range
from refsol.nogo.board import BLACK, EMPTY, WHITE, Board
from refsol.nogo.candidates import Candidates


def require_move(board: Board, point: i64, colour: i64) -> None:
    """Raise ``ValueError`` unless ``point`` is on ``board`` or its frame, and ``colour`` is one. O(1)."""
    if point < 0 or point >= len(board.stone):
        raise out_of_range("point", point, 0, len(board.stone) - 1)
    require_colour(colour)


def require_colour(colour: i64) -> None:
    """Raise ``ValueError`` unless ``colour`` is ``BLACK`` or ``WHITE``. O(1)."""
    if colour not in (BLACK, WHITE):
        raise _no_colour(colour)


def require_stone(board: Board, point: i64) -> i64:
    """Return the colour of the stone on ``point`` of ``board``. O(1). Raises ``ValueError`` if there is none."""
    board.require_point(point)
    if board.stone[point] == EMPTY:
        raise ValueError(f"no stone on point {point}")
    return i64(board.stone[point])


def _no_colour(colour: i64) -> ValueError:
    """Return the error in a function of its own, so that what checks a colour stays short enough to be inlined."""
    return ValueError(f"a stone is black ({BLACK}) or white ({WHITE}), not {colour}")


class Groups(metaclass=ABCMeta):  # the base class ABC is not native and would make attributes slower
    """The groups of a board. Put stones on the board only with these methods, which also update the groups.

    A *group* is a maximal 4-connected set of stones of one colour, its *liberties* are the empty points next to it. A
    ``point`` is a point of the board, a wall or a point of the frame, where no move is legal, a ``colour`` is ``BLACK``
    or ``WHITE``. Raises ``ValueError`` for any other.
    """

    @abstractmethod
    def is_legal(self, point: i64, colour: i64) -> bool:
        """Return whether ``colour`` may play on ``point``. O(α(n)) amortised.

        It may if ``point`` is empty and every group has a liberty after the move.
        """

    @abstractmethod
    def add(self, point: i64, colour: i64) -> bool:
        """Put a stone of ``colour`` on ``point`` if that is legal; return whether it was. O(log² n) amortised."""

    @abstractmethod
    def remove(self, point: i64) -> None:
        """Take the stone on ``point`` off the board, as if it had been the last one. O(n² log² n).

        Raises ``ValueError`` if there is none.
        """

    @abstractmethod
    def remade(self, board: Board) -> "Groups":
        """Return groups of the same kind for another ``board``. O(n² log² n)."""

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
                candidates.turn()
        return count
