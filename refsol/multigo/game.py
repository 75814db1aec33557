"""A game of Multi-Go for programs that make moves themselves and take them back, and a live referee."""

from typing import Final, final

from librt.vecs import append, pop, vec
from mypy_extensions import i32, i64, u8

from refsol.multigo.board import Board, described, scan_board, scan_move
from refsol.multigo.legality import report_illegal
from refsol.multigo.solver import is_legal, make_move
from refsol.text.scanner import Input, Scanner


@final
class Game:
    """A game on a ``board`` whose position is legal and stays legal; the game changes the board.

    Games are equal if their boards are; so they can't be hashed. ``repr`` shows the board. A copy, also one of
    ``copy``, is independent, with its own board and the same moves to undo; it takes O(NM + K + moves).

    >>> game = Game(Board.from_rows([[1, 1], [1, 2]], 3))
    >>> game.play(1, 1, 2)  # would split both territories
    False
    >>> game.play(1, 2, 2)
    True
    >>> game
    <Game 2x2, 3 players, 1 move>
    1 2
    1 2
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self._cells = vec[i32]()  # of the moves made
        self._losers = vec[i32]()  # who owned these cells before
        self._gainers = vec[i32]()

    def play(self, x: i64, y: i64, player: i64) -> bool:
        """Give cell (``x``, ``y``), row and column from 1, to ``player`` if that is legal; return whether it was.

        Raises ``ValueError`` for a cell or a player that does not exist.
        """
        board = self.board
        if x < 1 or x > board.height or y < 1 or y > board.width or player < 1 or player > board.players:
            raise ValueError(f"no cell ({x}, {y}) or no player {player} on this board")
        cell = x * board.stride + y
        loser = board.owner[cell]
        legal = make_move(board.owner, board.present, board.stride, cell, player) == 1
        if legal:
            self._cells = append(self._cells, i32(cell))
            self._losers = append(self._losers, loser)
            self._gainers = append(self._gainers, i32(player))
        return legal

    @property
    def moves(self) -> list[tuple[int, int, int]]:
        """The legal moves made so far, and not undone: rows and columns, from 1, and players. O(moves)."""
        stride = int(self.board.stride)
        played = zip(self._cells, self._gainers, strict=True)
        return [(int(cell) // stride, int(cell) % stride, int(player)) for cell, player in played]

    def undo(self) -> tuple[int, int, int]:
        """Take the last move back: return row and column, from 1, and player. Raises ``ValueError`` if none is left."""
        if not len(self._cells):
            raise ValueError("there is no move to undo")
        board = self.board
        self._cells, at = pop(self._cells)
        self._losers, loser = pop(self._losers)
        self._gainers, gainer = pop(self._gainers)
        cell = i64(at)
        player = i64(gainer)
        if loser != gainer:
            board.owner[cell] = loser
            board.present[i64(loser)] = u8(1)
            # The player's territory is connected, with the cell and without it. So other cells, if any, touch this one.
            for step in vec[i64]([-board.stride, i64(-1), i64(1), board.stride]):
                if board.owner[cell + step] == gainer:
                    break
            else:
                board.present[player] = u8(0)
        return int(cell // board.stride), int(cell % board.stride), int(player)

    def legal_moves(self, player: i64) -> list[tuple[int, int]]:
        """Return the rows and columns, from 1, of the cells that may be given to ``player``, row by row. O(NM).

        Their own cells, which change nothing, are among them. Raises ``ValueError`` if there is no such player.
        """
        board = self.board
        if player < 1 or player > board.players:
            raise ValueError(f"no player {player} on this board")
        return [
            (x, y)
            for x in range(1, board.height + 1)
            for y in range(1, board.width + 1)
            if is_legal(board.owner, board.present, board.stride, x * board.stride + y, player)
        ]

    def copy(self) -> "Game":
        """Return an independent game with the same position and the same moves to undo. O(NM + K + moves)."""
        return _game(self.board.copy(), list(self._cells), list(self._losers), list(self._gainers))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.board == other.board

    def __repr__(self) -> str:
        board = self.board
        moves = "1 move" if len(self._cells) == 1 else f"{len(self._cells)} moves"
        return described(board, f"Game {board.height}x{board.width}, {board.players} players, {moves}")

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.board.copy(), list(self._cells), list(self._losers), list(self._gainers))


@final
class Referee:
    """Opens a ``game`` on the position in ``data`` and answers lines ``x y k`` with ``YES`` or ``NO``.

    ``data`` begins like an input of :func:`.multigo.solver.solve`, ``N M K Q`` and the N rows; anything after
    them, such as the moves of an input, is not read. Raises ``InputError`` for a bad or illegal position. O(NM + K).
    """

    def __init__(self, data: Input) -> None:
        scanner = Scanner(data)
        board, _moves = scan_board(scanner)
        report_illegal(scanner, board)
        self.game: Final = Game(board)

    def answer(self, line: bytes) -> bytes:
        """Play the move in ``line`` and return ``YES`` or ``NO`` with a line end, or nothing for an empty line.

        Raises ``InputError``, whose line is always 1, for anything else.
        """
        scanner = Scanner(line.rstrip(), "end of line")
        if scanner.at_end():
            return b""
        board = self.game.board
        x, y, player = scan_move(scanner, board)
        scanner.finish()
        return b"YES\n" if self.game.play(x, y, player) else b"NO\n"


def _game(board: Board, cells: list[int], losers: list[int], gainers: list[int]) -> Game:
    game = Game(board)
    game._cells = vec[i32]([i32(cell) for cell in cells])
    game._losers = vec[i32]([i32(player) for player in losers])
    game._gainers = vec[i32]([i32(player) for player in gainers])
    return game
