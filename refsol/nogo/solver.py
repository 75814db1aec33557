"""NoGo played to the end in near-linear time.

**Problem.** Black and white in turn put a stone on an empty crossing. After every move every group, a 4-connected
set of stones of one colour, must have a *liberty*, an empty crossing next to it: neither capture nor suicide is
allowed. Who cannot move loses. Given a position, play any legal game to its end.

**Idea.** A crossing that is forbidden to a colour stays forbidden to it. So each colour looks at every crossing
only once: one pointer a colour walks over the board, row by row, and plays on the first crossing that is legal;
what it has left behind never needs a second look. The random game does the same with a shrinking bag of crossings a
colour.

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

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import append, vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, EMPTY, WHITE, Board, read_board
from refsol.nogo.groups import Groups
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer


class Game:
    """A game of NoGo: a position, and who is to move; black begins.

    The board belongs to the game from then on. ``groups`` decides what is legal: pseudo-liberties unless given.
    """

    def __init__(self, board: Board, groups: Groups | None = None) -> None:
        self.board: Final = board
        self.groups: Final = PseudoLiberties(board) if groups is None else groups
        self.colour: i64 = BLACK

    def is_legal(self, x: i64, y: i64) -> bool:
        """Tell whether the side to move may play on (x, y), both from 1. Raises ``ValueError`` off the board."""
        return self.groups.is_legal(self._point(x, y), self.colour)

    def legal_moves(self) -> list[tuple[int, int]]:
        """Return the crossings where the side to move may play, row by row. O(n²)."""
        size = self.board.size
        return [(x, y) for x in range(1, size + 1) for y in range(1, size + 1) if self.is_legal(x, y)]

    def play(self, x: i64, y: i64) -> None:
        """Play on (x, y) and pass the turn. Raises ``ValueError`` for an illegal move."""
        point = self._point(x, y)
        if not self.groups.is_legal(point, self.colour):
            raise ValueError(f"crossing ({x}, {y}) is not legal")
        self.move(point)

    def move(self, point: i64) -> None:
        """Play on a point that is legal and pass the turn."""
        self.groups.place(point, self.colour)
        self.colour = BLACK + WHITE - self.colour

    def _point(self, x: i64, y: i64) -> i64:
        if x < 1 or x > self.board.size or y < 1 or y > self.board.size:
            raise ValueError(f"no crossing ({x}, {y}) on this board")
        return self.board.point(x, y)


def play_first_legal(game: Game) -> vec[i32]:
    """Play the game to its end, always on the first legal point row by row; return the points played. O(n² α(n))."""
    board = game.board
    groups = game.groups
    end = board.point(board.size, board.size) + 1
    start = board.point(1, 1)
    # next_point[colour]: every point before it is forbidden to the colour for good.
    next_point = vec[i64]([start, start, start])
    moves = vec[i32](capacity=board.size * board.size)
    while True:
        colour = game.colour
        point = next_point[colour]
        while point < end and not groups.is_legal(point, colour):
            point += 1
        if point == end:
            return moves
        next_point[colour] = point + 1
        game.move(point)
        moves = append(moves, i32(point))


def play_random(game: Game, rng: Xoshiro128) -> vec[i32]:
    """Play the game to its end, each move uniform over the legal ones; return the points played. O(n² α(n))."""
    board = game.board
    groups = game.groups
    black_bag = _empty_points(board)
    white_bag = _empty_points(board)
    left = vec[i64]([i64(0), i64(len(black_bag)), i64(len(white_bag))])  # how many are still in a colour's bag
    moves = vec[i32](capacity=len(black_bag))
    while True:
        colour = game.colour
        bag = black_bag if colour == BLACK else white_bag
        point: i64 = 0
        while point == 0 and left[colour] > 0:
            drawn = rng.below(left[colour])
            candidate = i64(bag[drawn])
            # Whether it is played now or forbidden for good, the colour needs it no more.
            left[colour] -= 1
            bag[drawn] = bag[left[colour]]
            if groups.is_legal(candidate, colour):
                point = candidate
        if point == 0:
            return moves
        game.move(point)
        moves = append(moves, i32(point))


def _empty_points(board: Board) -> vec[i32]:
    points = vec[i32](capacity=board.size * board.size)
    for x in range(1, board.size + 1):
        for point in range(board.point(x, 1), board.point(x, board.size) + 1):
            if board.stone[point] == EMPTY:
                points = append(points, i32(point))
    return points


def solve(data: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> bytes:
    """Play out the position in an input file: the moves, a line ``x y`` each, then ``-1 -1``.

    ``liberties`` is ``"pseudo"`` or ``"exact"``: how groups are kept, which doesn't change the moves. With
    ``random`` each move is uniform over the legal ones, reproducibly for a ``seed`` in 0..2**64 - 1; without it the
    first legal move in row-major order is played. Raises ``InputError`` for a breach of the format, ``ValueError``
    for other arguments.
    """
    scanner = Scanner(data)
    board = read_board(scanner)
    scanner.finish()
    if liberties == "pseudo":
        game = Game(board)
    elif liberties == "exact":
        from refsol.nogo.exact_liberties import ExactLiberties  # its library would cost every start-up

        game = Game(board, ExactLiberties(board))
    else:
        raise ValueError(f"liberties are 'pseudo' or 'exact', not {liberties!r}")
    moves = play_random(game, Xoshiro128(seed)) if random else play_first_legal(game)
    out = BytesWriter()
    for point in moves:
        write_integer(out, i64(point) // board.stride)
        out.append(32)
        write_integer(out, i64(point) % board.stride)
        out.append(10)
    out.write(b"-1 -1\n")
    return out.getvalue()
