"""A game of NoGo as programs exchange it: moves that say who plays them, which may break the alternation.

The Go Text Protocol and SGF both name the player of every move, and may let one player move twice. A
:class:`~refsol.nogo.game.Game` alternates; so whenever a player moves out of turn, a new ``Game`` continues the game.

Engines are told of walls, points that aren't there, where no stone can be and that are no liberties, by the command
``hollow POINT…`` of the Go Text Protocol, as H.-C. Lin's NoGo-Sample knows it.
"""
# mypyc: interpreted

from collections.abc import Sequence
from typing import Final, NamedTuple

from refsol.nogo.board import BLACK, WHITE, Board
from refsol.nogo.game import Game

PLAYERS: Final = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
"""The players by the words for them, in small letters."""
LETTERS: Final = {BLACK: "B", WHITE: "W"}
"""The letters of the players."""
WALLS: Final = {
    "hollow": ("E8", "E7", "B5", "C5", "G5", "H5", "E3", "E2"),
    "centre": ("D6", "E6", "F6", "D5", "E5", "F5", "D4", "E4", "F4"),
}
"""Walls on 9 × 9 with which students play at National Yang Ming Chiao Tung University (NYCU): hollow is Hollow NoGo."""


class Move(NamedTuple):
    """A move: its ``colour``, ``BLACK`` or ``WHITE``, and the number of its ``point`` on the board."""

    colour: int
    point: int


class Record:
    """The position on a ``board`` with ``to_move`` to move, and the moves played from there, by either colour.

    The board is copied. ``start`` is the position before the first move, and never changes. ``moves`` are the moves so
    far, which only the record may change. Raises ``ValueError`` for another colour, for a group without a liberty and,
    in methods, for a point off the board.

    >>> from refsol.nogo.board import WHITE
    >>> record = Record(Board(3))
    >>> point = record.start.board.parse("B2")
    >>> record.play(WHITE, point), record.play(WHITE, point)
    (True, False)
    >>> record.undo() == Move(WHITE, point), record.moves
    (True, [])
    """

    def __init__(self, board: Board, to_move: int = BLACK) -> None:
        self.start: Final = Game(board.copy(), to_move)
        self.moves: Final[list[Move]] = []
        self._games: Final = [self.start.copy()]  # the second and others begin with a move out of turn

    @property
    def game(self) -> Game:
        """The current position, which only the record may change."""
        return self._games[-1]

    def turn(self, colour: int) -> Game:
        """Return a game with this position and ``colour`` to move, which may be :attr:`game` itself. O(n²)."""
        game = self.game
        return game if colour == game.to_move else Game(game.board.copy(), colour)

    def play(self, colour: int, point: int) -> bool:
        """Let ``colour`` play on ``point`` if that is legal, and return whether it was.

        It costs what :meth:`~refsol.nogo.game.Game.move` does, but O(n²) out of turn.
        """
        game = self.turn(colour)
        if not game.move(point):
            return False
        if game is not self.game:
            self._games.append(game)
        self.moves.append(Move(colour, point))
        return True

    def undo(self) -> Move:
        """Take the last move back, and return it; then it is that player's turn again, unless it was out of turn.

        Raises ``ValueError`` if there is none. Costs what :meth:`~refsol.nogo.game.Game.undo` does.
        """
        self.game.undo()
        if len(self._games) > 1 and not self.game.moves:
            self._games.pop()
        return self.moves.pop()


def walled_board(rows: int, columns: int, walls: Sequence[str]) -> Board:
    """Return an empty board of ``rows`` × ``columns`` points with ``walls``, names of points. O(n²).

    Raises ``ValueError`` for sizes and walls that can't be.

    >>> walled_board(2, 3, ["A1"])
    <Board 2x3>
      A B C
    2 . . .
    1 # . .
    """
    board = Board(rows, columns)
    return Board(rows, columns, [board.coordinates(board.parse(name)) for name in walls])
