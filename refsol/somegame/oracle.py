"""Some Game by the definition: a literal search, which is slow, to test the solver on small inputs.

A position is a tuple with the owner of each square in row-major order. None of the fast solution's ideas is used; only
the board, its directions and its parser are shared with the solver.
"""
# mypyc: refsol_jury

from typing import Final, final

from refsol.somegame.board import DIRECTIONS, EMPTY, Board, read_boards
from refsol.text.scanner import Input

NOBODY: Final = 0  # instead of a player's number


def solve(data: Input, reading: str = "strict") -> bytes:
    """Return the output for the input ``data``, one data set or more.

    ``reading`` is ``strict`` (``ERROR`` unless some sequence of moves leads to the position) or ``lenient``
    (``ERROR`` only if the stone counts are wrong). Raises ``InputError`` for a malformed input and ``ValueError`` for
    any other reading.

    With S = HW squares and T stones, a data set takes O(S(K + log S)) if lenient and O(TSK + T**2 S) if strict.
    """
    if reading not in ("strict", "lenient"):
        raise ValueError(f"the reading is 'strict' or 'lenient', not {reading!r}")
    answers: list[bytes] = []
    for board in read_boards(data):
        game = Game(board)
        valid = game.has_right_counts() and (reading == "lenient" or game.is_reachable())
        answers.append(_answer(game.winner(game.position) if valid else None))
    return b"\n".join(answers)


def _answer(winner: int | None) -> bytes:
    if winner is None:
        return b"ERROR\n"
    if winner == NOBODY:
        return b"NO WINNERS\n"
    return f"PLAYER {winner}\n".encode("ascii")


@final
class Game:
    """The game of one data set, with its ``players`` and lines of ``line``. O(S) to make, where S = HW.

    ``position`` has the owner of each square. ``successors[d][s]`` is the square one step from square s in direction
    d of :data:`.somegame.board.DIRECTIONS`.
    """

    def __init__(self, board: Board) -> None:
        height, width = int(board.height), int(board.width)
        self.players: Final = int(board.players)
        self.line: Final = int(board.line)
        self.position: Final = tuple([int(board.owner[square]) for square in range(height * width)])

        self.successors: Final = [
            [
                (row + down) % height * width + (column + right) % width
                for row in range(height)
                for column in range(width)
            ]
            for down, right in DIRECTIONS
        ]

    def winner(self, position: tuple[int, ...]) -> int:
        """Return the lowest-numbered player who owns a line of K or more in ``position``, or ``NOBODY``. O(SK).

        A line of more than K contains one of K. With K = 0 every player has one on any board.
        """
        if self.line == 0:
            return 1
        lowest = NOBODY
        for square, owner in enumerate(position):
            if owner == EMPTY or (lowest != NOBODY and owner >= lowest):
                continue
            for successor in self.successors:
                if self._owns_line(position, owner, square, successor):
                    lowest = owner
                    break
        return lowest

    def is_reachable(self) -> bool:
        """Return whether some sequence of moves leads from the empty board to ``position``, whose counts are right.

        Searches backwards: the player who moved last takes back any of their stones, and in the position before that
        the game must not have been over. O(TSK + T**2 S): once nobody has a line, stones can be taken back in any order
        until the board is empty. So no position comes up twice.
        """
        if _stones(self.position) == 0:
            return True
        befores = self._befores(self.position)
        while befores:
            position = befores.pop()
            if self.winner(position) != NOBODY:
                continue
            if _stones(position) == 0:
                return True
            befores += self._befores(position)
        return False

    def has_right_counts(self) -> bool:
        turns = [turn % self.players + 1 for turn in range(_stones(self.position))]
        return sorted(turns) == sorted([owner for owner in self.position if owner != EMPTY])

    def _owns_line(self, position: tuple[int, ...], owner: int, first: int, successor: list[int]) -> bool:
        """Return whether the K squares from ``first`` on are ``owner``'s. They may wrap around more than once."""
        square = first
        for _ in range(self.line):
            if position[square] != owner:
                return False
            square = successor[square]
        return True

    def _befores(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:
        mover = (_stones(position) - 1) % self.players + 1
        return [
            (*position[:square], EMPTY, *position[square + 1 :])
            for square, owner in enumerate(position)
            if owner == mover
        ]


def _stones(position: tuple[int, ...]) -> int:
    return len(position) - position.count(EMPTY)
