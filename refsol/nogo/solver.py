"""NoGo played to the end in near-linear time.

**Problem.** Black and white take turns to put a stone on an empty point. After every move every group, a 4-connected
set of stones of one colour, must have a *liberty*, an empty point next to it: neither capture nor suicide is allowed.
The player who cannot move loses. Given a position, play any legal game to its end.

**Idea.** A point that is forbidden to a colour stays forbidden to it. So each colour needs to try every point only
once. A pointer for each colour moves over the board, row by row, and stops at the first point that is legal; the points
behind it never have to be tried again. The random game does the same with a shrinking bag of points for each colour
(see :mod:`refsol.nogo.candidates`).

**Why it is right.** Let the empty point p be forbidden to black. It stays forbidden as long as it is empty:

- If black would capture there, p is the last liberty of a white group. A group grows only on its liberties, so this
  group can't grow while p is empty; and it gets no new liberty, since stones are never removed.
- If black would commit suicide there, every neighbour of p is the frame, a white stone, or a stone of a black group
  whose last liberty is p. By the same argument such a black group can't grow either, so the neighbours of p stay as
  they are.

And an occupied point is forbidden for good. In the random game, a point that is drawn from the bag and turns out to be
forbidden is thrown away, and the next one is drawn. Given that a draw is accepted, each legal point is equally likely,
so the moves are uniform.

**Cost.** Each of the n² points is tried at most twice, in O(α(n)) with pseudo-liberties (see
:mod:`refsol.nogo.pseudo_liberties`): O(n² α(n)) time and O(n²) memory for either game.
"""

from collections.abc import Callable, Iterator
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, WHITE, Board, no_liberty, scan_rows
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups
from refsol.nogo.move_text import MoveText
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Input, Scanner

_PIECE: Final = 4096  # moves played before they are written


@final
class Game:
    """A game of NoGo: a position, and the side to move; black begins.

    Every group on the ``board`` must have a liberty, and from now on only the game may change the board. The ``groups``
    decide what is legal; by default they count pseudo-liberties, and making a game is O(n² α(n)), a move O(α(n))
    amortised. ``colour`` is the side to move, ``BLACK`` or ``WHITE``. A copy is a game of its own, on a board of its
    own, and takes as long to make as a game.

    >>> game = Game(Board(2))
    >>> game.play(1, 1)
    >>> game.legal_moves()  # white's
    [(1, 2), (2, 1), (2, 2)]
    >>> game.play(2, 2)
    >>> game.play(1, 2)
    >>> game.legal_moves()  # white has none, and has lost
    []
    """

    def __init__(self, board: Board, groups: Groups | None = None) -> None:
        self.board: Final = board
        self.groups: Final = PseudoLiberties(board) if groups is None else groups
        self.colour: i64 = BLACK

    def is_legal(self, x: i64, y: i64) -> bool:
        """Return whether the side to move may play in row ``x`` and column ``y``, both from 1. O(α(n)) amortised.

        Raises ``ValueError`` for a point off the board.
        """
        return self.groups.is_legal(self._point(x, y), self.colour)

    def legal_moves(self) -> list[tuple[int, int]]:
        """Return the rows and columns, from 1, where the side to move may play, row by row. O(n² α(n)).

        The list is empty if the game is over.
        """
        size = self.board.size
        return [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if self.is_legal(x, y)]

    def play(self, x: i64, y: i64) -> None:
        """Play in row ``x`` and column ``y``, both from 1. Then it is the other side's turn. O(α(n)) amortised.

        Raises ``ValueError`` for an illegal move and for a point off the board.
        """
        if not self.move(self._point(x, y)):
            raise ValueError(f"move ({x}, {y}) is not legal")

    def move(self, point: i64) -> bool:
        """Play on ``point`` of the board if that is legal, and return whether it was. O(α(n)) amortised.

        Raises ``ValueError`` for a point off the board.
        """
        self.board.require_point(point)
        legal = self.groups.add(point, self.colour)
        if legal:
            self.colour = BLACK + WHITE - self.colour
        return legal

    def play_on(self, candidates: Candidates, moves: vec[i32]) -> i64:
        """Play legal candidates until none is left or ``moves`` is full; return the number of moves.

        The points played are written to ``moves``. O(α(n)) amortised for each candidate.
        """
        count = self.groups.play(candidates, self.colour, moves)
        if count % 2:
            self.colour = BLACK + WHITE - self.colour
        return count

    def _point(self, x: i64, y: i64) -> i64:
        if x < 1 or x > self.board.size or y < 1 or y > self.board.size:
            raise ValueError(f"no point ({x}, {y}) on this board")
        return self.board.point(x, y)

    def __reduce__(self) -> tuple[object, ...]:
        return _game, (self.board.copy(), type(self.groups), self.colour)


def _game(board: Board, groups: Callable[[Board], Groups], colour: int) -> Game:
    """Return a copied game; ``groups`` makes the groups of the board."""
    game = Game(board, groups(board))
    game.colour = colour
    return game


def play_first_legal(game: Game) -> vec[i32]:
    """Play the game to its end, always on the first legal point, row by row; return the points played. O(n² α(n)).

    The side to move plays the first of them, then the colours take turns.
    """
    return _play_to_the_end(game, Candidates(game.board))


def play_random(game: Game, seed: int | Xoshiro128) -> vec[i32]:
    """Play the game to its end, each move uniform over the legal ones; return the points played. O(n² α(n)).

    ``seed`` determines the moves: a number in 0..2**64 - 1, or the generator to draw from. Raises ``ValueError`` for
    another number.

    >>> board = Board(3)
    >>> [board.coordinates(point) for point in play_random(Game(board), 1)][:3]
    [(2, 1), (1, 3), (1, 2)]
    """
    return _play_to_the_end(game, Candidates(game.board, _generator(seed)))


def _generator(seed: int | Xoshiro128) -> Xoshiro128:
    return Xoshiro128(seed) if isinstance(seed, int) else seed


def _play_to_the_end(game: Game, candidates: Candidates) -> vec[i32]:
    moves = vec[i32]([i32(0)] * len(game.board.stone))
    return moves[: game.play_on(candidates, moves)]


@final
class Playouts:
    """Random games from the position of ``game``, one after another in the same memory, for Monte Carlo methods.

    ``game`` itself does not change, and may be continued. ``seed`` determines the moves of all playouts: a number in
    0..2**64 - 1, or the generator to draw from. Raises ``ValueError`` for any other number. Setting up is O(n² α(n)),
    and so is every game.

    >>> playouts = Playouts(Game(Board(9)), seed=1)
    >>> [len(playouts.play()) for _ in range(5)]
    [75, 73, 74, 76, 76]
    """

    def __init__(self, game: Game, seed: int | Xoshiro128) -> None:
        self._start: Final = PseudoLiberties(game.board.copy())
        self._groups: Final = PseudoLiberties(game.board.copy())
        self._colour: Final[i64] = game.colour
        self._candidates: Final = Candidates(game.board, _generator(seed))
        self._moves: Final = vec[i32]([i32(0)] * len(game.board.stone))

    def play(self) -> vec[i32]:
        """Play a game to its end, each move uniform over the legal ones; return the points played. O(n² α(n)).

        The side that can't move loses: after an odd number of moves, the side to move at the start has won.
        """
        self._groups.restore(self._start)
        self._candidates.restart()
        count = self._groups.play(self._candidates, self._colour, self._moves)
        return self._moves[:count]


def answers(source: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> Iterator[bytes]:
    """Return the answer to the input ``source`` in pieces: the moves, each on a line ``x y``, then ``-1 -1``.

    ``liberties`` is ``"pseudo"`` or ``"exact"``: how groups are represented, which doesn't change the moves. With
    ``random`` each move is uniform over the legal ones, and a ``seed`` in 0..2**64 - 1 determines them; otherwise
    each move is the first legal one, row by row. Raises ``InputError`` for a breach of the format or a position that
    is not valid, and ``ValueError`` for other arguments, both before the first piece. O(n² α(n)), or O(n² log n) with
    exact liberties.
    """
    scanner = Scanner(source)
    board, starts = scan_rows(scanner)
    groups = PseudoLiberties(board)
    dead = groups.dead_point()
    if dead:
        raise no_liberty(scanner, board, starts, dead)
    scanner.finish()
    if liberties == "pseudo":
        game = Game(board, groups)
    elif liberties == "exact":
        from refsol.nogo.exact_liberties import ExactLiberties  # imported here because it is rarely needed

        game = Game(board, ExactLiberties(board))
    else:
        raise ValueError(f"liberties are 'pseudo' or 'exact', not {liberties!r}")
    return _texts(game, Candidates(board, Xoshiro128(seed) if random else None))


def _texts(game: Game, candidates: Candidates) -> Iterator[bytes]:
    """Play the game to its end and yield its moves as text, a few thousand at a time."""
    text = MoveText(game.board)
    moves = vec[i32]([i32(0)] * _PIECE)
    count: i64 = _PIECE
    while count == _PIECE:
        count = game.play_on(candidates, moves)
        yield text.lines(moves, count)
    yield b"-1 -1\n"


def solve(data: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> bytes:
    r"""Return the answer to the input ``data`` in one piece: that of :func:`answers`, at the same cost, O(n² α(n)).

    ``liberties``, ``random`` and ``seed`` mean the same. Raises ``InputError`` and ``ValueError`` as it does.

    >>> solve(b"2\nX.\n.O\n")
    b'1 2\n-1 -1\n'
    """
    return b"".join(answers(data, liberties=liberties, random=random, seed=seed))


def solve_plainly(data: bytes) -> bytes:
    """Return the answer to the input ``data``, as :func:`solve` does without options, and at the same cost.

    Raises ``InputError`` for a breach of the format, but does not notice a group without a liberty.
    """
    scanner = Scanner(data)
    board, _starts = scan_rows(scanner)
    scanner.finish()
    return b"".join(_texts(Game(board), Candidates(board)))
