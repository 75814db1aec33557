"""What NoGo must know of its groups: is a move legal, and what changes when it is made."""

from abc import ABC, abstractmethod
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from refsol.nogo.board import BLACK, WHITE, Board


class Groups(ABC):
    """The groups of a board, kept up to date while stones are added to it.

    A *group* is a 4-connected set of stones of one colour, its *liberties* are the empty points next to it.
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.steps: Final = vec[i64]([-board.stride, i64(-1), i64(1), board.stride])

    @abstractmethod
    def is_legal(self, point: i64, colour: i64) -> bool:
        """Tell whether ``colour`` may play on ``point``: it is empty, and afterwards every group has a liberty."""

    @abstractmethod
    def place(self, point: i64, colour: i64) -> None:
        """Put a stone on the empty ``point``, where it is legal."""

    @abstractmethod
    def join(self, a: i64, b: i64) -> None:
        """Make one group of the groups of two stones of one colour."""

    def join_all(self) -> None:
        """Join the groups of all neighbouring stones of one colour on the board. O(n²) joins."""
        board = self.board
        stone = board.stone
        for x in range(1, board.size + 1):
            for point in range(board.point(x, 1), board.point(x, board.size) + 1):
                colour = stone[point]
                if colour in (BLACK, WHITE):
                    if stone[point + 1] == colour:
                        self.join(point, point + 1)
                    if stone[point + board.stride] == colour:
                        self.join(point, point + board.stride)
