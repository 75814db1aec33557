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

from collections.abc import Iterator
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from refsol.nogo.board import BLACK, Board, no_liberty, scan_rows
from refsol.nogo.candidates import Candidates
from refsol.nogo.groups import Groups
from refsol.nogo.move_text import MoveText
from refsol.nogo.pseudo_liberties import PseudoLiberties
from refsol.structures.xoshiro import Xoshiro128
from refsol.text.scanner import Input, Scanner

_PIECE: Final = 4096  # moves played before they are written; an even number, so black plays the next one


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
