"""NoGo played to the end in near-linear time.

**Problem.** Black and white in turn put a stone on an empty crossing. After every move every group, a 4-connected
set of stones of one colour, must have a *liberty*, an empty crossing next to it: neither capture nor suicide is
allowed. Who cannot move loses. Given a position, play any legal game to its end.

**Idea.** A crossing that is forbidden to a colour stays forbidden to it. So each colour looks at every crossing
only once: one pointer a colour walks over the board, row by row, and plays on the first crossing that is legal;
what it has left behind never needs a second look. The random game does the same with a shrinking bag of crossings a
colour (see :mod:`refsol.nogo.candidates`).

**Why it is right.** Let the empty point p be forbidden to black. As long as p is empty, it stays so:

- if black would capture there, p is the last liberty of a white group. A group grows only on its liberties, so this
  one can't grow while p is empty, and it gets no new liberty, since stones are never removed;
- if black would commit suicide there, every neighbour of p is the frame, a white stone or a stone of a black group
  whose last liberty is p. Such black groups can't grow either, by the same argument, and the neighbours of p stay
  what they are.

And an occupied point is forbidden for good. In the random game a point drawn from the bag and found forbidden is
thrown away, and one draws again: given that a draw is accepted, each legal point is equally likely, so moves are
uniform.

**Cost.** Two looks at each of the n² points, each O(α(n)) with pseudo-liberties (see
:mod:`refsol.nogo.pseudo_liberties`): O(n² α(n)) time, O(n²) memory, in both games.
"""

from collections.abc import Iterator
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, WHITE, Board, no_liberty, read_rows
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups
from refsol.nogo.move_text import MoveText
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Input, Scanner

_PIECE: Final = 4096  # moves that are played before they are written


class Game:
    """A game of NoGo: a position, and who is to move; black begins.

    The ``board``, on which every group has a liberty, belongs to the game from then on. Its ``groups`` decide what is
    legal: pseudo-liberties unless given, with which making a game is O(n² α(n)) and a move O(α(n)) amortised.
    ``colour`` is the side to move, ``BLACK`` or ``WHITE``.

    >>> game = Game(Board(2))
    >>> game.play(1, 1)
    >>> game.legal_moves()  # of white
    [(1, 2), (2, 1), (2, 2)]
    >>> game.play(2, 2)
    >>> game.play(1, 2)
    >>> game.legal_moves()  # of white, who has lost
    []
    """

    def __init__(self, board: Board, groups: Groups | None = None) -> None:
        self.board: Final = board
        self.groups: Final = PseudoLiberties(board) if groups is None else groups
        self.colour: i64 = BLACK

    def is_legal(self, x: i64, y: i64) -> bool:
        """Tell whether the side to move may play on (x, y), row and column from 1. O(α(n)) amortised.

        Raises ``ValueError`` off the board.
        """
        return self.groups.is_legal(self._point(x, y), self.colour)

    def legal_moves(self) -> list[tuple[int, int]]:
        """Return the crossings where the side to move may play, row by row; none if the game is over. O(n² α(n))."""
        size = self.board.size
        return [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if self.is_legal(x, y)]

    def play(self, x: i64, y: i64) -> None:
        """Play on (x, y), row and column from 1, and pass the turn. O(α(n)) amortised.

        Raises ``ValueError`` for an illegal move, and off the board.
        """
        if not self.move(self._point(x, y)):
            raise ValueError(f"crossing ({x}, {y}) is not legal")

    def move(self, point: i64) -> bool:
        """Play on ``point`` of the board and pass the turn if that is legal; tell whether it was. O(α(n)) amortised."""
        legal = self.groups.add(point, self.colour)
        if legal:
            self.colour = BLACK + WHITE - self.colour
        return legal

    def play_on(self, candidates: Candidates, moves: vec[i32]) -> i64:
        """Play legal candidates until none is left or ``moves`` is full of points played; return their number.

        O(α(n)) amortised a candidate.
        """
        count = self.groups.play(candidates, self.colour, moves)
        if count % 2:
            self.colour = BLACK + WHITE - self.colour
        return count

    def _point(self, x: i64, y: i64) -> i64:
        if x < 1 or x > self.board.size or y < 1 or y > self.board.size:
            raise ValueError(f"no crossing ({x}, {y}) on this board")
        return self.board.point(x, y)


def play_first_legal(game: Game) -> vec[i32]:
    """Play the game to its end, always on the first legal point row by row; return the points played. O(n² α(n)).

    The side to move plays the first, then the colours take turns.
    """
    return _play_to_the_end(game, Candidates(game.board))


def play_random(game: Game, rng: Xoshiro128) -> vec[i32]:
    """Play the game to its end, each move uniform over the legal ones; return the points played. O(n² α(n))."""
    return _play_to_the_end(game, Candidates(game.board, rng))


def _play_to_the_end(game: Game, candidates: Candidates) -> vec[i32]:
    moves = vec[i32]([i32(0)] * len(game.board.stone))
    return moves[: game.play_on(candidates, moves)]


@final
class Playouts:
    """Random games from the position of ``game``, one after another in the same memory, as for Monte Carlo methods.

    ``game`` stays as it is and may go on. Setting up is O(n² α(n)), and so is every game.

    >>> playouts = Playouts(Game(Board(9)), Xoshiro128(1))
    >>> [len(playouts.play()) for _ in range(5)]
    [75, 73, 74, 76, 76]
    """

    def __init__(self, game: Game, rng: Xoshiro128) -> None:
        self._start: Final = PseudoLiberties(game.board.copy())
        self._groups: Final = PseudoLiberties(game.board.copy())
        self._colour: Final[i64] = game.colour
        self._candidates: Final = Candidates(game.board, rng)
        self._moves: Final = vec[i32]([i32(0)] * len(game.board.stone))

    def play(self) -> vec[i32]:
        """Play a game to its end, each move uniform over the legal ones; return the points played. O(n² α(n)).

        Who can't move loses: if the points are odd in number, the side that was to move at the start has won.
        """
        self._groups.restore(self._start)
        self._candidates.restart()
        count = self._groups.play(self._candidates, self._colour, self._moves)
        return self._moves[:count]


def answers(source: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> Iterator[bytes]:
    """Read the position in an input and return the pieces of its answer: moves, a line ``x y`` each, then ``-1 -1``.

    ``liberties`` is ``"pseudo"`` or ``"exact"``: how groups are kept, which doesn't change the moves. With
    ``random`` each move is uniform over the legal ones, reproducibly for a ``seed`` in 0..2**64 - 1; without it the
    first legal move in row-major order is played. Raises ``InputError`` for a breach of the format or a position that
    is not valid, ``ValueError`` for other arguments, both before the first piece. O(n² α(n)), or O(n² log² n) with
    exact liberties.
    """
    scanner = Scanner(source)
    board, starts = read_rows(scanner)
    groups = PseudoLiberties(board)
    dead = groups.dead_point()
    if dead:
        raise no_liberty(scanner, board, starts, dead)
    scanner.finish()
    if liberties == "pseudo":
        game = Game(board, groups)
    elif liberties == "exact":
        from refsol.nogo.exact_liberties import ExactLiberties  # its library would cost every start-up

        game = Game(board, ExactLiberties(board))
    else:
        raise ValueError(f"liberties are 'pseudo' or 'exact', not {liberties!r}")
    return _texts(game, Candidates(board, Xoshiro128(seed) if random else None))


def _texts(game: Game, candidates: Candidates) -> Iterator[bytes]:
    """Play the game to its end; give its moves as text, some thousands at a time."""
    text = MoveText(game.board)
    moves = vec[i32]([i32(0)] * _PIECE)
    count: i64 = _PIECE
    while count == _PIECE:
        count = game.play_on(candidates, moves)
        yield text.lines(moves, count)
    yield b"-1 -1\n"


def solve(data: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> bytes:
    r"""Return the answer to the input ``data`` in one piece, of the game that :func:`answers` plays. O(n² α(n)).

    ``liberties``, ``random`` and ``seed`` mean the same, and what it raises is the same: ``InputError``,
    ``ValueError``.

    >>> solve(b"2\nX.\n.O\n")
    b'1 2\n-1 -1\n'
    """
    return b"".join(answers(data, liberties=liberties, random=random, seed=seed))
