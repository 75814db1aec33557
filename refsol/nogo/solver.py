"""NoGo played to the end in near-linear time: :mod:`refsol.nogo.plain` has the proof, this solver is faster.

**What it changes.** Stones and groups are numbers in arrays of machine integers. Labels of points nearly always lead
straight to the count of a group (:mod:`refsol.nogo.pseudo_liberties`). Moves are written in pieces, from texts that are
prepared for each coordinate. An input is checked: a group without a liberty at the start is one without a
pseudo-liberty. And there is a random game, in which each move is uniform over the legal ones: each colour has a bag of
the points that it has not tried yet, and draws from it (:class:`refsol.nogo.groups.Candidates`). A point that is
occupied or forbidden is thrown away, and the next one is drawn.

**Why it is right.** The first game makes the same moves as the plain solution, by the same proof. In the random game,
only points that are illegal for good are thrown away, so the bag always holds all legal points. Each draw yields each
of them with the same probability, whatever else is in the bag. So given that a draw is accepted, each legal point is
equally likely.

**Cost.** Each of the n² points is tried at most twice, in O(α(n)): O(n² α(n)) time and O(n²) memory for either game.
"""

from collections.abc import Iterator
from typing import Final, final

from librt.strings import BytesWriter, write_i64_le
from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.errors import require_range
from refsol.nogo.board import BLACK, Board, no_liberty, scan_rows
from refsol.nogo.groups import Candidates, Groups
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import word_of, write_word

_PIECE: Final = 4096  # moves played before they are written; an even number, so black plays the next one
_LONG: Final = 100  # the first coordinate with three digits


def answers(source: Input, *, liberties: str = "pseudo", random: bool = False, seed: int = 0) -> Iterator[bytes]:
    """Return the answer to the input ``source`` in pieces: the moves, each on a line ``x y``, then ``-1 -1``.

    ``liberties`` is ``"pseudo"`` or ``"exact"``: how groups are represented, which doesn't change the moves. With
    ``random`` each move is uniform over the legal ones, and a ``seed`` in 0..2**64 - 1 determines them; otherwise
    each move is the first legal one, row by row. Raises ``InputError`` for a breach of the format or a position that
    is not valid, and ``ValueError`` for other arguments, both before the first piece. O(n² α(n)), or O(n² log² n) with
    exact liberties.
    """
    scanner = Scanner(source)
    board, starts = scan_rows(scanner)
    groups: Groups
    groups = pseudo_liberties = PseudoLiberties(board)
    dead = pseudo_liberties.dead_point()
    if dead:
        raise no_liberty(scanner, board, starts, dead)
    scanner.finish()
    if liberties == "exact":
        from refsol.nogo.exact_liberties import ExactLiberties  # imported here because it is rarely needed

        groups = ExactLiberties(board)
    elif liberties != "pseudo":
        raise ValueError(f"liberties are 'pseudo' or 'exact', not {liberties!r}")
    return _texts(board, groups, Candidates(board, Xoshiro128(seed) if random else None))


def _texts(board: Board, groups: Groups, candidates: Candidates) -> Iterator[bytes]:
    """Play the game to its end and yield its moves as text, a few thousand at a time."""
    text = MoveText(board)
    moves = vec[i32]([i32(0)] * _PIECE)
    count: i64 = _PIECE
    while count == _PIECE:
        count = groups.play(candidates, BLACK, moves)
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
    return b"".join(_texts(board, PseudoLiberties(board), Candidates(board)))


# The line "123 45" as a little-endian number:
#
#     byte     0     1     2     3     4     5     6     7
#           +-----+-----+-----+-----+-----+-----+-----+-----+
#           |  1  |  2  |  3  |space|  4  |  5  | feed|     |
#           +-----+-----+-----+-----+-----+-----+-----+-----+
#           |------- x_text[123] ---|-- y_text[45] ---|
#                                    shifted by bits[123] = 32


@final
class MoveText:
    """Writes the moves of a game on ``board``, each on a line ``x y``. O(size) to set up.

    There are many moves but few different coordinates. So the text of each coordinate is prepared as a number whose
    bytes are the characters, and a line, which has at most eight bytes, is made of two such numbers.
    """

    def __init__(self, board: Board) -> None:
        size = max(board.rows, board.columns)
        self._stride: Final[i64] = board.stride
        self._x: Final = vec[i64]([i64(0)] * (size + 1))  # the text of each x, with a space
        self._y: Final = vec[i64]([i64(0)] * (size + 1))  # the text of each y, with a line feed
        self._bits: Final = vec[i64]([i64(0)] * (size + 1))  # the length of either text in bits
        for c in range(1, size + 1):
            digits = b"%d" % int(c)
            self._x[c] = word_of(digits + b" ")
            self._y[c] = word_of(digits + b"\n")
            self._bits[c] = 8 * (len(digits) + 1)

    def lines(self, moves: vec[i32], count: i64) -> bytes:
        """Return the lines of the first ``count`` of ``moves``. O(count). Raises ``ValueError`` if there are fewer."""
        require_range("number of moves", count, 0, len(moves))
        out = BytesWriter()
        stride = self._stride
        x_text = self._x
        y_text = self._y
        bits = self._bits
        for k in range(count):
            point = i64(moves[k])
            x = point // stride
            y = point - x * stride
            if x >= _LONG and y >= _LONG:
                write_i64_le(out, x_text[x] | y_text[y] << 32)
            else:
                write_word(out, x_text[x] | y_text[y] << bits[x], (bits[x] + bits[y]) >> 3)
        return out.getvalue()
