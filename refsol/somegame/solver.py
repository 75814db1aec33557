"""Some Game from bytes to bytes: the plain solution on an array of machine integers.

Problem, idea and proof are in ``plain.py``. This is what differs here, and why it is still right:

- The cycles of all eight directions are known in closed form. Steps of d rows lead from row r to all rows that equal r
  modulo g = gcd(d, H), and back to r after H / g steps. If each step also moves e columns, those H / g steps move a
  square by e * H / g columns; repeated, they lead to all columns that are congruent modulo gcd(e * H / g, W). So each
  cycle has exactly one square whose row is below the first divisor and whose column is below the second.
- A cycle is searched from a *boundary*, a square after which no run continues, and a *window* leads to the next one.
- For each stone, the winning runs that it breaks are counted. In each direction a stone is on one run only, so it
  breaks all winning runs exactly when it breaks as many as there are. On a small board two directions may have the same
  cycles; then equal runs, and the stones that break them, count twice, which changes nothing.
- The turns are checked last, since counting the stones of each player often takes longest.
"""

from math import gcd
from typing import Final, final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.somegame.board import DIRECTIONS, EMPTY, Board, scan_board
from refsol.text.scanner import Input, Scanner
from refsol.text.writer import write_integer

ERROR: Final = -1
"""The verdict that no sequence of moves leads to the position, or that the stone counts are wrong."""
NO_WINNER: Final = 0
"""The verdict that nobody has won yet. A larger verdict is the number of the winner."""

_ROW_STEPS: Final = vec[i64]([i64(down) for down, _right in DIRECTIONS])
_COLUMN_STEPS: Final = vec[i64]([i64(right) for _down, right in DIRECTIONS])


@final
class _Search:
    """The search for winning runs, K >= 1, direction by direction, until it is known that the position can't arise.

    most       the largest number of stones that any player has
    mover      the player who must own all winning runs, since they moved last, or ``NO_WINNER`` if anybody may
    winner     the lowest-numbered owner of a winning run so far
    runs       the number of winning runs of the mover so far
    breaks[s]  how many of them the stone on square s breaks; empty as long as there are none

    The number of a square is ``row + column``, where ``row`` is the number of the first square in its row. Steps are
    never positive (2 rows down are H - 2 rows up), so a coordinate that leaves the board is negative. The search
    methods return False if the position can't arise.
    """

    def __init__(self, board: Board, most: i64, mover: i64) -> None:
        self.owner: Final = board.owner
        self.width: Final[i64] = board.width
        self.height: Final[i64] = board.height
        self.squares: Final[i64] = board.width * board.height
        self.line: Final[i64] = board.line
        self.most: Final = most
        self.mover: Final = mover
        self.winner: i64 = NO_WINNER
        self.runs: i64 = 0
        self.breaks: vec[u8] = vec[u8]()
        self.down: i64 = 0  # the step of the direction being searched, down and to the right
        self.right: i64 = 0

    def search(self, down: i64, right: i64) -> bool:
        """Search one direction. O(HW)."""
        down %= self.height
        right %= self.width
        rows = i64(gcd(down, self.height))
        period = self.height // rows  # the number of steps that lead back to the same row
        columns = i64(gcd(period * right, self.width))
        cycle = period * (self.width // columns)
        if self.most < min(self.line, cycle):
            return True
        self.down = (down - self.height) * self.width
        self.right = right - self.width
        for row in range(rows):
            for column in range(columns):
                if not self._search_cycle(row * self.width, column, cycle):
                    return False
        return True

    def _search_cycle(self, row: i64, column: i64, cycle: i64) -> bool:
        if self.owner[row + column] != EMPTY:
            run = self._run(row, column, cycle)
            if run == cycle:
                return self._win(row, column, run, 0 if cycle <= self.line else cycle)
            row, column = self._after(row, column, run - 1)
        return cycle <= self.line or self._search_windows(row, column, cycle)

    def _search_windows(self, row: i64, column: i64, cycle: i64) -> bool:
        """Search a cycle of more than K squares. No run continues after the given square.

        ``index`` is that of a square on the cycle: -1 for the given square, 0 for the one after it.
        """
        owner = self.owner
        squares = self.squares
        width = self.width
        line = self.line
        up = -squares - self.down
        left = -width - self.right
        leap_down = self.down * line % squares - squares
        leap_right = self.right * line % width - width
        boundary: i64 = -1
        while boundary + line < cycle:
            row = _wrapped(row + leap_down, squares)
            column = _wrapped(column + leap_right, width)
            index = boundary + line
            player = owner[row + column]
            while player != EMPTY and index > boundary + 1:
                row = _wrapped(row + up, squares)
                column = _wrapped(column + left, width)
                index -= 1
                if owner[row + column] != player:
                    break
            else:
                if player != EMPTY:
                    run = self._run(row, column, cycle)
                    if not self._win(row, column, run, run - line):
                        return False
                    row, column = self._after(row, column, run - 1)
                    index += run - 1
            boundary = index  # or the last square of a run
        return True

    def _run(self, row: i64, column: i64, cycle: i64) -> i64:
        """Return how many squares from the given one on have the same owner, at most ``cycle``."""
        owner = self.owner
        player = owner[row + column]
        run: i64 = 1
        while run < cycle:
            row = _wrapped(row + self.down, self.squares)
            column = _wrapped(column + self.right, self.width)
            if owner[row + column] != player:
                break
            run += 1
        return run

    def _win(self, row: i64, column: i64, run: i64, unbroken: i64) -> bool:
        """Record a winning run of ``run`` squares; all its stones break it except the first and the last ``unbroken``.

        Returns False if the position can't arise.
        """
        player = i64(self.owner[row + column])
        if self.winner == NO_WINNER or player < self.winner:
            self.winner = player
        if self.mover == NO_WINNER:
            return True
        if player != self.mover:
            return False
        if self.runs == 0:
            self.breaks = vec[u8]([u8(0)] * self.squares)
        self.runs += 1
        breaks = self.breaks
        shared = False  # whether a stone breaks all winning runs so far
        row, column = self._after(row, column, unbroken)
        for _ in range(run - 2 * unbroken):
            square = row + column
            breaks[square] += u8(1)
            if i64(breaks[square]) == self.runs:
                shared = True
            row = _wrapped(row + self.down, self.squares)
            column = _wrapped(column + self.right, self.width)
        return shared

    def _after(self, row: i64, column: i64, steps: i64) -> tuple[i64, i64]:
        return (row + steps * self.down) % self.squares, (column + steps * self.right) % self.width


def _wrapped(coordinate: i64, side: i64) -> i64:
    return coordinate + side if coordinate < 0 else coordinate


def judge(board: Board, *, lenient: bool = False) -> i64:
    """Return the winner's number, ``NO_WINNER`` or ``ERROR``. O(8·H·W + N).

    If ``lenient``, only the numbers of stones must be right, and the lowest-numbered player with a line has won.

    >>> board = Board(2, 5, 5, 2)  # two players, 5 × 5 squares, lines of 2
    >>> for square, player in (0, 1), (1, 1), (12, 2):
    ...     board.owner[square] = player
    >>> int(judge(board))
    1
    """
    stones = _stones(board)
    verdict = _verdict_if_fair(board, stones, lenient)
    if verdict != ERROR and not _is_fair(board, stones):  # checked last, since it often takes longest
        return ERROR
    return verdict


def _verdict_if_fair(board: Board, stones: i64, lenient: bool) -> i64:
    if board.line == 0:
        return 1 if stones == 0 or lenient else ERROR
    most = (stones + board.players - 1) // board.players
    mover = NO_WINNER if lenient else (stones - 1) % board.players + 1
    search = _Search(board, most, mover)
    for k in range(len(_ROW_STEPS)):
        if not search.search(_ROW_STEPS[k], _COLUMN_STEPS[k]):
            return ERROR
    return search.winner


def _stones(board: Board) -> i64:
    stones: i64 = 0
    for owner in board.owner:
        stones += i64(owner != EMPTY)
    return stones


def _is_fair(board: Board, stones: i64) -> bool:
    if stones == 0:
        return True
    owned = vec[i64]([i64(0)] * (board.players + 1))
    for owner in board.owner:
        owned[i64(owner)] += 1
    for player in range(1, board.players + 1):
        if owned[player] != stones // board.players + i64(player <= stones % board.players):
            return False
    return True


def solve(data: Input, *, reading: str = "strict") -> bytes:
    """Return the verdicts on the data sets of the input ``data``, each on a line, with empty lines between them.

    ``reading`` is ``"strict"`` or ``"lenient"`` (see :func:`judge`). O(8·H·W + N) for each data set. Raises
    ``InputError`` for a breach of the format, and ``ValueError`` for any other reading.
    """
    if reading not in ("strict", "lenient"):
        raise ValueError(f"the reading is 'strict' or 'lenient', not {reading!r}")
    scanner = Scanner(data)
    out = BytesWriter()
    while True:
        verdict = judge(scan_board(scanner), lenient=reading == "lenient")
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
