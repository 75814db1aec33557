"""Some Game: who has won on a torus where lines run in eight directions, and can the position arise at all?

**Problem.** N players in turn write their number on an empty square of a board whose opposite edges are glued. Who
first owns a *line* of K squares wins and ends the game. Lines run along rows, columns, both diagonals and the four
knight directions, over the glue and round and round. Given a position, name the winner, or say that there is none,
or that no sequence of moves leads to the position.

**Idea.** Stepping in a fixed direction permutes the squares, so the board falls into *cycles*. On a cycle look at
the maximal *runs* of one player's squares. A run of length L that is not the whole cycle holds a line of K if L >=
K; a whole cycle of one player holds lines of any length. Call these *winning runs*: what matters is whose they are
and which single stones break them all.

**Why it is right.** Let T stones lie on the board.

- Turns alternate, so player i has T div N stones, and one more if i <= T mod N.
- Without a winning run, nobody had a line earlier either (fewer stones make no longer lines), so any order of the
  moves leads here.
- With one, the last stone made it. Before that stone nobody had a line; so the stone lies on every winning run,
  breaks each of them, and all of them belong to the player who moved last. If there is such a stone, the position
  without it is reachable by any order, and playing it last is legal.
- A stone breaks a run of L < cycle into parts of a and L - 1 - a squares, both below K exactly when the stone is
  not among the first L - K or the last L - K of the run: its middle 2K - L stones. A whole cycle of C squares
  becomes a run of C - 1, broken exactly when C <= K.
- With K = 0 everybody has a line before the first move; the tie goes to player 1 and no move is ever made.

Each direction puts a stone on one run only, so a stone breaks all winning runs exactly when it breaks as many as
there are.

**Cost.** Each direction visits each square at most twice: O(8·H·W) a data set.
"""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.somegame.board import EMPTY, Board, read_board
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer

ERROR: Final = -1
NO_WINNER: Final = 0  # a verdict above it is the number of the winner

_ROW_STEPS: Final = vec[i64]([i64(0), i64(1), i64(1), i64(1), i64(1), i64(2), i64(1), i64(2)])
_COLUMN_STEPS: Final = vec[i64]([i64(1), i64(0), i64(1), i64(-1), i64(2), i64(1), i64(-2), i64(-1)])


class _Runs:
    """The winning runs of a board, gathered direction by direction.

    breaks[s]  how many winning runs the stone on square s breaks
    count      the number of winning runs
    winner     the owner of the first one
    lowest     the lowest-numbered owner of one
    several    whether they have different owners
    """

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.breaks: Final = vec[u8]([u8(0)] * len(board.owner))  # at most one a direction
        self.count: i64 = 0
        self.winner: i64 = NO_WINNER
        self.lowest: i64 = NO_WINNER
        self.several: bool = False

    def gather(self, down: i64, right: i64) -> None:
        """Find the winning runs in one direction, K >= 1. O(HW)."""
        board = self.board
        width = board.width
        squares = width * board.height
        down %= board.height
        right %= width
        seen = vec[u8]([u8(0)] * squares)
        for first in range(squares):
            if not seen[first]:
                self._gather_cycle(first, down, right, seen)

    def _gather_cycle(self, first: i64, down: i64, right: i64, seen: vec[u8]) -> None:
        """Find the winning runs on the cycle through square ``first``."""
        board = self.board
        owner = board.owner
        width = board.width
        height = board.height
        run_begin = first
        run_owner = owner[first]
        run: i64 = 0
        unfinished: i64 = -1  # length of the piece from `first` on of the run that `first` is in
        length: i64 = 0
        square = first
        row = first // width
        column = first % width
        while not seen[square]:
            if owner[square] != run_owner:
                if unfinished < 0:
                    unfinished = run
                else:
                    self._judge_run(run_begin, run, down, right)
                run_begin = square
                run_owner = owner[square]
                run = 0
            seen[square] = u8(1)
            length += 1
            run += 1
            row += down
            if row >= height:
                row -= height
            column += right
            if column >= width:
                column -= width
            square = row * width + column
        if unfinished < 0:
            if run_owner != EMPTY:
                self._win(first, length, 0 if length <= board.line else length, down, right)
        elif run_owner == owner[first]:
            self._judge_run(run_begin, run + unfinished, down, right)
        else:
            self._judge_run(run_begin, run, down, right)
            self._judge_run(first, unfinished, down, right)

    def _judge_run(self, begin: i64, run: i64, down: i64, right: i64) -> None:
        """Note a maximal run, not a whole cycle, if it wins."""
        board = self.board
        if run >= board.line and board.owner[begin] != EMPTY:
            self._win(begin, run, run - board.line, down, right)

    def _win(self, begin: i64, run: i64, unbroken: i64, down: i64, right: i64) -> None:
        """Note a winning run of ``run`` squares, which all but ``unbroken`` stones at either end break."""
        board = self.board
        player = i64(board.owner[begin])
        self.count += 1
        if self.winner == NO_WINNER:
            self.winner = player
            self.lowest = player
        elif player != self.winner:
            self.several = True
            self.lowest = min(self.lowest, player)
        width = board.width
        row = begin // width
        column = begin % width
        for position in range(run):
            if unbroken <= position < run - unbroken:
                self.breaks[row * width + column] += u8(1)
            row += down
            if row >= board.height:
                row -= board.height
            column += right
            if column >= width:
                column -= width


def judge(board: Board, *, lenient: bool = False) -> i64:
    """Return the winner's number, ``NO_WINNER`` or ``ERROR``. O(8·H·W + N).

    ``lenient`` asks for the right numbers of stones only and gives the lowest-numbered player with a line.
    """
    stones = _stones_if_fair(board)
    if stones < 0:
        return ERROR
    if board.line == 0:
        return 1 if stones == 0 or lenient else ERROR
    runs = _Runs(board)
    for k in range(len(_ROW_STEPS)):
        runs.gather(_ROW_STEPS[k], _COLUMN_STEPS[k])
    if lenient or runs.count == 0:
        return runs.lowest
    mover = (stones - 1) % board.players + 1  # moved last
    if runs.several or runs.winner != mover:
        return ERROR
    for breaks in runs.breaks:
        if i64(breaks) == runs.count:
            return runs.winner
    return ERROR


def _stones_if_fair(board: Board) -> i64:
    """Return the number of stones, or -1 if some player has more or fewer than taking turns gives."""
    owned = vec[i64]([i64(0)] * (board.players + 1))
    for owner in board.owner:
        owned[i64(owner)] += 1
    stones = len(board.owner) - owned[EMPTY]
    for player in range(1, board.players + 1):
        if owned[player] != stones // board.players + i64(player <= stones % board.players):
            return -1
    return stones


def solve(data: Input, *, reading: str = "strict") -> bytes:
    """Judge every data set of an input file: a line each, with an empty line between. O(8·H·W + N) a data set.

    ``reading`` is ``"strict"`` or ``"lenient"`` (see :func:`judge`). Raises ``InputError`` for a breach of the
    format, ``ValueError`` for another reading.
    """
    if reading not in ("strict", "lenient"):
        raise ValueError(f"readings are 'strict' and 'lenient', not {reading!r}")
    scanner = Scanner(data)
    out = BytesWriter()
    while True:
        verdict = judge(read_board(scanner), lenient=reading == "lenient")
        if verdict == ERROR:
            out.write(b"ERROR\n")
        elif verdict == NO_WINNER:
            out.write(b"NO WINNERS\n")
        else:
            out.write(b"PLAYER ")
            write_integer(out, verdict)
            out.append(10)
        if scanner.at_end():
            return out.getvalue()
        out.append(10)
