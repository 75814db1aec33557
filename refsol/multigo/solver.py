"""Multi-Go in O(1) a move: a move is legal exactly when its cell is a simple point.

**Problem.** Every cell of a board belongs to a player. A position is legal when each player's cells, the
*territory*, are connected through common edges, and nobody is enclosed: from every cell one gets to the edge of the
board, stepping over edges and corners, without meeting any one other player. Moves hand single cells to players; a
move after which the position would be illegal is refused.

**Idea.** Think of everything outside the board as foreign to everybody. "Nobody is enclosed by player l" then says
that the complement of l's territory is connected through edges and corners (8-connected): the territory has no
*hole*. So a position is legal when every territory is 4-connected and without holes. When a cell goes from player a
to player b only these two territories change, and both changes can be judged from the eight cells around it.

**Why it is right.** Walk once around the cell through its eight neighbours and look at the maximal *runs* of cells
of one territory. Only runs that contain a neighbour by edge touch the cell.

- The loser a. Two runs that touch the cell are connected in a's territory only through the cell: a path between
  them elsewhere would, closed through the cell, surround one of the two gaps between the runs, and what stands in
  that gap would have been enclosed by a already. So a stays connected exactly when one run touches the cell (or the
  cell was a's only one). A's complement gains the cell and stays connected exactly when one of the eight neighbours
  is foreign to a.
- The gainer b. B stays connected exactly when at least one run touches the cell (or it is b's first). With one
  touching run the complement stays connected: the gap between the ends of that run is one 8-connected string of
  foreign cells, so any path that used the cell can go along it. With two or more, b's territory, connected as it
  is, closes a ring through the cell around one of the gaps: a hole.

Such a cell is called a *simple point* (A. Rosenfeld, "Connectivity in digital pictures", J. ACM 17, 1970).

**Cost.** O(1) a move with a table of 256 entries; O(NM + K + Q) in all, mostly reading.
"""

from typing import Final

from librt.strings import BytesWriter
from librt.vecs import vec
from mypy_extensions import i64, u8

from refsol.multigo.board import Board, read_board
from refsol.multigo.legality import demand_legal
from refsol.text.scanner import Scanner

# The neighbours in a walk around the cell, from north-west clockwise: neighbour k is bit 1 << k of a pattern. The odd
# ones touch the cell by an edge, the even ones by a corner only.
_NEIGHBOURS: Final = 8
_ALL_AROUND: Final = 255


def _touching_runs(pattern: i64) -> i64:
    """Count the runs of 1s on the ring ``pattern`` that contain a neighbour by edge. O(1)."""
    if pattern == _ALL_AROUND:
        return 1
    runs: i64 = 0
    for k in range(_NEIGHBOURS):
        before = pattern >> (k + _NEIGHBOURS - 1) % _NEIGHBOURS & 1
        here = pattern >> k & 1
        after = pattern >> (k + 1) % _NEIGHBOURS & 1
        # A run is counted where it begins, if that is a neighbour by edge or the next one in the run is.
        if here and not before and (k % 2 == 1 or after):
            runs += 1
    return runs


# _ONE_RUN[pattern] is 1 if exactly one run touches the cell.
_ONE_RUN: Final = vec[u8]([u8(_touching_runs(pattern) == 1) for pattern in range(_ALL_AROUND + 1)])


class Game:
    """A game on a board that starts legal and stays so; the board belongs to the game from then on."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board

    def play(self, x: i64, y: i64, player: i64) -> bool:
        """Give cell (x, y), row and column from 1, to ``player`` if that is legal; tell whether it was. O(1).

        Raises ``ValueError`` for a cell or a player that does not exist.
        """
        board = self.board
        if x < 1 or x > board.height or y < 1 or y > board.width or player < 1 or player > board.players:
            raise ValueError(f"no cell ({x}, {y}) or no player {player} on this board")
        return self._play(x * board.stride + y, player)

    def _play(self, cell: i64, gainer: i64) -> bool:
        board = self.board
        owner = board.owner
        loser = i64(owner[cell])
        if loser == gainer:
            return True
        above = cell - board.stride
        below = cell + board.stride
        lost: i64 = 0  # the pattern of the loser's cells
        gained: i64 = 0  # the pattern of the gainer's
        other = i64(owner[above - 1])
        lost |= i64(other == loser)
        gained |= i64(other == gainer)
        other = i64(owner[above])
        lost |= i64(other == loser) << 1
        gained |= i64(other == gainer) << 1
        other = i64(owner[above + 1])
        lost |= i64(other == loser) << 2
        gained |= i64(other == gainer) << 2
        other = i64(owner[cell + 1])
        lost |= i64(other == loser) << 3
        gained |= i64(other == gainer) << 3
        other = i64(owner[below + 1])
        lost |= i64(other == loser) << 4
        gained |= i64(other == gainer) << 4
        other = i64(owner[below])
        lost |= i64(other == loser) << 5
        gained |= i64(other == gainer) << 5
        other = i64(owner[below - 1])
        lost |= i64(other == loser) << 6
        gained |= i64(other == gainer) << 6
        other = i64(owner[cell - 1])
        lost |= i64(other == loser) << 7
        gained |= i64(other == gainer) << 7

        loser_agrees = board.area[loser] == 1 or (_ONE_RUN[lost] and lost != _ALL_AROUND)
        gainer_agrees = board.area[gainer] == 0 or _ONE_RUN[gained]
        if not (loser_agrees and gainer_agrees):
            return False
        board.give(cell, gainer)
        return True


def solve(data: bytes, *, check: bool = False) -> bytes:
    """Answer every move of an input file with ``YES`` or ``NO``, a line each. O(NM + K + Q).

    With ``check`` the start is not trusted: an illegal one raises ``InputError``, as does every breach of the
    format.
    """
    scanner = Scanner(data)
    board, moves = read_board(scanner)
    if check:
        demand_legal(data, board)
    game = Game(board)
    out = BytesWriter()
    for _move in range(moves):
        x = scanner.integer(1, board.height, "row x")
        y = scanner.integer(1, board.width, "column y")
        player = scanner.integer(1, board.players, "player k")
        out.write(b"YES\n" if game._play(x * board.stride + y, player) else b"NO\n")
    scanner.finish()
    return out.getvalue()
