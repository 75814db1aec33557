"""A game of NoGo, move by move: legal moves, the winner, the moves so far, and undo."""

from collections.abc import Callable
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from refsol.nogo.board import (
    BLACK,
    COLOURS,
    EDGE,
    EMPTY,
    MAX_SIZE,
    SYMBOLS,
    WALLED_SYMBOLS,
    WHITE,
    Board,
    described,
    no_liberty,
)
from refsol.nogo.groups import Candidates, Groups, require_colour
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.nogo.zobrist import Zobrist
from refsol.text.scanner import Input, Scanner, symbol_codes

_SIDES: Final = symbol_codes(b"\0XO")  # by colour
_POINTS: Final = symbol_codes(WALLED_SYMBOLS)


@final
class Game:
    """A game of NoGo: a position, the side to move, and the moves that led there.

    Every group on the ``board`` must have a liberty, and from now on only the game may change the board. ``to_move`` is
    ``BLACK`` or ``WHITE``. The ``groups`` decide what is legal; by default they count pseudo-liberties, and making a
    game is O(n² α(n)), a move O(α(n)) amortised. Raises ``ValueError`` for another colour and, unless ``groups`` are
    given, for a group without a liberty. So do methods for another colour, and for points that the board hasn't.

    Games are equal if their boards are and the same side is to move, however they came there; so they can't be hashed.
    ``repr`` shows the board. A copy, also one of ``copy``, is independent, with its own board and the same
    moves to undo, and takes as long to make as a game.

    >>> game = Game(Board(2))
    >>> game.play(1, 1)
    >>> game.legal_moves()  # white's
    [(1, 2), (2, 1), (2, 2)]
    >>> game.play(2, 2)
    >>> game.play(1, 2)
    >>> game.legal_moves()  # white has none, and has lost
    []
    >>> game.winner == BLACK
    True
    >>> game
    <Game 2x2, white to move, 3 moves>
      A B
    2 X X
    1 . O
    """

    def __init__(self, board: Board, to_move: i64 = BLACK, *, groups: Groups | None = None) -> None:
        require_colour(to_move)
        self.board: Final = board
        self.groups: Final = _groups_of(board) if groups is None else groups
        self._to_move: i64 = to_move
        self._moves: Final = vec[i32]([i32(0)] * len(board.stone))  # the first _count are points played
        self._count: i64 = 0
        # The points before this one are forbidden to the colour, and stay so until a move is undone.
        self._first_for_black: i64 = 0
        self._first_for_white: i64 = 0
        self._zobrist: Zobrist | None = None

    @property
    def to_move(self) -> int:
        """The side to move, ``BLACK`` or ``WHITE``."""
        return int(self._to_move)

    @property
    def moves(self) -> list[int]:
        """The points played and not undone, from first to last. O(moves)."""
        return [int(self._moves[k]) for k in range(self._count)]

    @property
    def winner(self) -> int | None:
        """``BLACK`` or ``WHITE`` once the side to move has no legal move and so has lost, ``None`` before that.

        The board is searched from where the last search for this side has ended, so asking after every move takes
        O(n² α(n)) for a whole game. An undone move makes the next search start again.
        """
        colour = self._to_move
        first = self._first_for_black if colour == BLACK else self._first_for_white
        size: i64 = len(self.board.stone)
        while first < size and not self.groups.is_legal(first, colour):
            first += 1
        if colour == BLACK:
            self._first_for_black = first
        else:
            self._first_for_white = first
        return int(BLACK + WHITE - colour) if first == size else None

    @property
    def key(self) -> int:
        """A number in 0..2**64 - 1 for the position: the board with its walls, the stones, and the side to move.

        Equal games have equal keys, and others hardly ever, in any version; see :mod:`refsol.nogo.zobrist`. O(n²).
        """
        return self._numbers().key(self.board, self._to_move)

    @property
    def canonical_key(self) -> int:
        """A number like :attr:`key`, but the same for all images under the symmetries of the rectangle. O(n²)."""
        return self._numbers().canonical_key(self.board, self._to_move)

    def is_legal(self, x: i64, y: i64) -> bool:
        """Return whether the side to move may play in row ``x`` and column ``y``, from 1. O(α(n)) amortised."""
        return self.groups.is_legal(self._point(x, y), self._to_move)

    def legal_moves(self) -> list[tuple[int, int]]:
        """Return rows and columns, from 1, where the side to move may play, row by row. O(n² α(n))."""
        return [self.board.coordinates(point) for point in self.legal_points()]

    def legal_points(self, colour: int | None = None) -> vec[i64]:
        """Return the legal points of the side to move, or of ``colour``, row by row. O(n² α(n))."""
        side = self._side(colour)
        groups = self.groups
        board = self.board
        points = vec[i64]([i64(0)] * len(board.stone))
        count: i64 = 0
        for point in range(board.stride + 1, len(points) - board.stride - 1):
            if groups.is_legal(point, side):
                points[count] = point
                count += 1
        return points[:count]

    def legal_mask(self, colour: int | None = None) -> vec[u8]:
        """Return 1 for each legal point of the side to move, or of ``colour``, else 0. O(n² α(n))."""
        mask = vec[u8]([u8(0)] * len(self.board.stone))
        for point in self.legal_points(colour):
            mask[point] = u8(1)
        return mask

    def play(self, x: i64, y: i64) -> None:
        """Play in row ``x`` and column ``y``, from 1. O(α(n)) amortised. Raises ``ValueError`` if it is illegal."""
        point = self._point(x, y)
        if self.board.stone[point] == EDGE or not self.move(point):
            raise ValueError(f"move ({x}, {y}) is not legal, since {self._reason(point)}")

    def play_point(self, point: i64) -> None:
        """Play on ``point``, one of :meth:`legal_points`. O(α(n)) amortised. Raises ``ValueError`` if it is illegal."""
        if not self.move(point):
            name, action = self.board.name(point), self.board.action_of(point)
            raise ValueError(f"move {name} (point {point}, action {action}) is not legal, since {self._reason(point)}")

    def move(self, point: i64) -> bool:
        """Play on ``point`` if that is legal, and return whether it was. O(α(n)) amortised.

        This is for programs that try moves; :meth:`play_point` raises for an illegal one. Raises ``ValueError`` for a
        wall.
        """
        self.board.require_point(point)
        legal = self.groups.add(point, self._to_move)
        if legal:
            self._to_move = BLACK + WHITE - self._to_move
            self._moves[self._count] = i32(point)
            self._count += 1
        return legal

    def undo(self) -> int:
        """Take the last move back, and return its point. Raises ``ValueError`` if no move is left.

        O(s) amortised for the s stones of its group.
        """
        if not self._count:
            raise ValueError("there is no move to undo")
        self._to_move = BLACK + WHITE - self._to_move
        self._count -= 1
        point = i64(self._moves[self._count])
        self.groups.remove(point)
        self._first_for_black = 0
        self._first_for_white = 0
        return int(point)

    def play_on(self, candidates: Candidates, moves: vec[i32]) -> i64:
        """Play legal candidates, and write them to ``moves``, as long as possible; return how many. O(α(n)) each."""
        count = self.groups.play(candidates, self._to_move, moves)
        if count % 2:
            self._to_move = BLACK + WHITE - self._to_move
        for k in range(count):
            self._moves[self._count + k] = moves[k]
        self._count += count
        return count

    def copy(self) -> "Game":
        """Return an independent game with the same position and the same moves to undo. O(n² α(n))."""
        other = _game(self.board.copy(), type(self.groups), self._to_move, self.moves)
        other._zobrist = self._zobrist
        return other

    def text(self) -> bytes:
        r"""Return the position: a line with rows, columns and the side to move, then the rows. O(n²).

        The sides are ``X`` for black and ``O`` for white; ``#`` is a wall.

        >>> Game(Board(2, 3, walls=[(1, 1)]), WHITE).text()
        b'2 3 O\n#..\n...\n'
        """
        board = self.board
        side = SYMBOLS[self._to_move : self._to_move + 1]
        return b"%d %d %b\n" % (int(board.rows), int(board.columns), side) + board.rows_of_symbols()

    def _point(self, x: i64, y: i64) -> i64:
        if x < 1 or x > self.board.rows or y < 1 or y > self.board.columns:
            raise ValueError(f"no point ({x}, {y}) on this board")
        return self.board.point(x, y)

    def _reason(self, point: i64) -> str:
        stone = i64(self.board.stone[point])
        if stone == EDGE:
            return "there is a wall"
        if stone != EMPTY:
            return f"there is a {COLOURS[stone]} stone"
        return f"after it, a group would have no liberty ({COLOURS[self._to_move]} is to move)"

    def _side(self, colour: int | None) -> i64:
        if colour is None:
            return self._to_move
        side = i64(colour)
        require_colour(side)
        return side

    def _numbers(self) -> Zobrist:
        """Return the numbers that keys are made of; they are made when they are first needed, and shared by copies."""
        zobrist = self._zobrist
        if zobrist is None:
            zobrist = self._zobrist = Zobrist(self.board.rows, self.board.columns)
        return zobrist

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.board.copy(), type(self.groups), self._to_move, self.moves)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._to_move == other._to_move and self.board == other.board

    def __repr__(self) -> str:
        size = f"{self.board.rows}x{self.board.columns}"
        moves = "1 move" if self._count == 1 else f"{self._count} moves"
        return described(self.board, f"Game {size}, {COLOURS[self._to_move]} to move, {moves}")


def _game(board: Board, groups: Callable[[Board], Groups], to_move: int, moves: list[int]) -> Game:
    game = Game(board, to_move, groups=groups(board))
    for point in moves:
        game._moves[game._count] = i32(point)
        game._count += 1
    return game


def _groups_of(board: Board) -> PseudoLiberties:
    groups = PseudoLiberties(board)
    dead = groups.dead_point()
    if dead:
        raise ValueError(f"the group of the stone on {board.name(dead)} has no liberty")
    return groups


def read_game(source: Input) -> Game:
    r"""Read the whole input ``source``, a position in the format of :meth:`Game.text`, and return a game from there.

    Blanks between rows and numbers may be any white space. O(n²). Raises ``InputError`` for a breach of the format, a
    group without a liberty, or anything after the last row.

    >>> read_game(b"2 3 O\n#..\n.X.\n")
    <Game 2x3, white to move, 0 moves>
      A B C
    2 # . .
    1 . X .
    """
    scanner = Scanner(source)
    rows = scanner.integer(1, MAX_SIZE, "number of rows")
    columns = scanner.integer(1, MAX_SIZE, "number of columns")
    side = vec[u8]([u8(0)])
    scanner.symbols(side, 0, 1, _SIDES, "the side to move, a token", "the side to move, 'X' or 'O'")
    board = Board(rows, int(columns))
    starts = vec[i64]([i64(0)] * rows)
    for x in range(1, rows + 1):
        symbol = "a point 'X', 'O', '.' or '#'"
        starts[x - 1] = scanner.symbols(board.stone, board.point(x, 1), columns, _POINTS, "a row", symbol)
    groups = PseudoLiberties(board)
    dead = groups.dead_point()
    if dead:
        raise no_liberty(scanner, board, starts, dead)
    scanner.finish()
    return Game(board, i64(side[0]), groups=groups)
