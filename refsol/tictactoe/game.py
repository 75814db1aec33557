"""A game on nine small boards, chip by chip.

The problem says where a chip may go, but not who wins: a game ends when the board is full.
"""

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i64, u8

from refsol.tictactoe.board import ALLOWED, CELLS, CROSS, EMPTY, NOUGHT, SIDE, Board
from refsol.tictactoe.solver import mark


@final
class Game:
    """A game on ``board``, which from now on only the game changes, and the side to move, ``CROSS`` or ``NOUGHT``.

    If the cell of the board's last chip is empty, as on a new board, there is no last chip, and the next one may go
    anywhere. Rows and columns count from 1, as in the statement. Raises ``ValueError`` for another side ``to_move``.

    Games are equal if their boards are and the same side is to move; so they can't be hashed. ``repr`` shows the board.
    A copy, also one of ``copy``, is independent, with its own board and the same chips to undo.

    >>> game = Game(Board())
    >>> game.play(1, 6)  # the upper right cell of its small board
    >>> game.legal_moves()
    [(1, 7), (1, 8), (1, 9), (2, 7), (2, 8), (2, 9), (3, 7), (3, 8), (3, 9)]
    """

    def __init__(self, board: Board, to_move: i64 = CROSS) -> None:
        if to_move not in (CROSS, NOUGHT):
            raise ValueError(f"a chip is a cross ({CROSS}) or a nought ({NOUGHT}), not {to_move}")
        self.board: Final = board
        self._to_move: i64 = to_move
        self._lasts = vec[u8]()  # the cell of the last chip before each chip

    @property
    def to_move(self) -> int:
        """The side to move, ``CROSS`` or ``NOUGHT``."""
        return int(self._to_move)

    @property
    def moves(self) -> list[tuple[int, int]]:
        """The rows and columns of the chips put by this game, and not taken back, from first to last."""
        cells = [*self._lasts, int(self.board.last_cell())][1:]
        return [(cell // SIDE + 1, cell % SIDE + 1) for cell in map(int, cells)]

    def legal_moves(self) -> list[tuple[int, int]]:
        """Return the rows and columns where the next chip, of either side, may go, row by row."""
        cells = self._allowed()
        return [(cell // SIDE + 1, cell % SIDE + 1) for cell in range(CELLS) if cells[cell] == ALLOWED]

    def play(self, x: i64, y: i64) -> None:
        """Put a chip of the side to move in row ``x`` and column ``y``. Raises ``ValueError`` where it may not go."""
        if x < 1 or x > SIDE or y < 1 or y > SIDE:
            raise ValueError(f"no cell ({x}, {y}) on this board")
        cell = (x - 1) * SIDE + y - 1
        if self._allowed()[cell] != ALLOWED:
            raise ValueError(f"the next chip may not go to ({x}, {y})")
        board = self.board
        self._lasts = append(self._lasts, u8(board.last_cell()))
        board.cell[cell] = u8(self._to_move)
        board.row = x - 1
        board.column = y - 1
        self._to_move = CROSS + NOUGHT - self._to_move

    def undo(self) -> tuple[int, int]:
        """Take the last chip back, and return its row and column. Raises ``ValueError`` if this game has put none."""
        if not len(self._lasts):
            raise ValueError("there is no chip to take back")
        board = self.board
        x, y = board.row + 1, board.column + 1
        board.cell[board.last_cell()] = u8(EMPTY)
        self._lasts, last = pop(self._lasts)
        board.row = i64(last) // SIDE
        board.column = i64(last) % SIDE
        self._to_move = CROSS + NOUGHT - self._to_move
        return int(x), int(y)

    def copy(self) -> "Game":
        """Return an independent game with the same position and the same chips to take back."""
        game = Game(self.board.copy(), self._to_move)
        game._lasts = self._lasts[:]
        return game

    def _allowed(self) -> vec[u8]:
        """Return the cells, with those where the next chip may go marked."""
        board = self.board.copy()
        if board.cell[board.last_cell()] != EMPTY:
            mark(board)
            return board.cell
        for cell in range(CELLS):
            if board.cell[cell] == EMPTY:
                board.cell[cell] = u8(ALLOWED)
        return board.cell

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._to_move == other._to_move and self.board == other.board

    def __repr__(self) -> str:
        chips = "1 chip" if len(self._lasts) == 1 else f"{len(self._lasts)} chips"
        return f"<Game, {chr(self._to_move)} to move, {chips}>\n{self.board}"

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.board.copy(), self._to_move, bytes([int(cell) for cell in self._lasts]))


def _game(board: Board, to_move: int, lasts: bytes) -> Game:
    game = Game(board, to_move)
    game._lasts = vec[u8]([u8(cell) for cell in lasts])
    return game
