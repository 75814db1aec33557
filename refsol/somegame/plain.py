"""Some Game (DMOJ, IOIQR P5): who has won on a torus, and can the position arise at all?

N players take turns, 1, 2, …, N, 1, …, to write their number on an empty square of a board whose opposite edges are
glued together. The first to have a line of K wins, and the game ends. Lines run along rows, columns, diagonals and
knight's moves, and may go around the board any number of times. Given a position, say who has won, or that nobody has,
or that no sequence of moves leads to it.

In each direction the board consists of *cycles*: keep going, and you come back. A *run* is a maximal sequence of
squares of one player along a cycle. It holds a line of K if it has K squares or more, or if it is the whole cycle, on
which you can go around for ever. Call these runs winning. How can a position with T *stones*, numbers on the
board, have come about?

- The players take turns. So each of them has T div N stones, and the first T mod N players have one more.
- If there is no winning run, the stones may have been put in any order in which the players take turns, since with
  fewer stones there was no winning run either.
- If there are some, the last stone has made them all, since nobody had won before it. So they belong to the player who
  moved last, and without that stone no winning run is left: it *breaks* them all. Any stone that breaks all winning
  runs may have been the last, since the position without it can arise, as just shown.
- Stone i of a run of L stones, counted from 0, leaves i stones on one side and L - 1 - i on the other. It breaks the
  run if both are less than K, that is, if L - K <= i < K. Without one of its stones, a whole cycle is a run of L - 1,
  so each breaks it if L <= K.

All this is for K > 0. If K = 0, player 1 has won before the first move, so only the empty board can arise.

Few squares need to be looked at. Begin with a square whose owner isn't that of the square before it, and take the
*window* of this and the next K - 1 squares. Look at its last square, then at the one before it, and so on, until one
has another owner than the last. No winning run begins with this square, or with one before it in the window: a run that
has K squares would also contain the last square, but it has one owner. So the next window begins right after this
square, again where the owner changes. In a random position that comes almost at once, and nearly K squares are skipped.
If the last square is empty, the next window begins right after that. If all K squares are one player's, a winning run
begins with the window, and the next window begins after the run. A cycle of fewer than K squares has no window, and is
winning only as a whole. In a direction, a square is looked at a few times at most, so a position takes O(HW + N).
"""

import sys
from collections.abc import Iterator
from math import gcd

EMPTY = 0


def winning_runs(board: list[list[int]], right: int, first: int, line: int) -> Iterator[tuple[int, int]]:
    """Yield the winning runs of a cycle: where each begins, and its length.

    The cycle leads from square (0, ``first``) one row down and ``right`` columns to the right, and so on. So its square
    k, counted from 0, is in row k and column ``first`` + k * ``right``, modulo the height and the width of the board.
    """
    height, width = len(board), len(board[0])

    def owner_of(k: int) -> int:
        return board[k % height][(first + k * right) % width]

    length = height * width // gcd(height * right, width)  # of this and of every cycle: see verdict
    start = 0
    while start < length and owner_of(start - 1) == owner_of(start):
        start += 1
    if start == length:  # there is one owner only
        if owner_of(0) != EMPTY:
            yield 0, length
        return

    # Go once around, from where the owner changes, so that no run goes beyond the end.
    begin = start  # of the window
    stop = start + length
    while begin + line <= stop:
        k = last = begin + line - 1
        owner = owner_of(last)
        if owner != EMPTY:
            k -= 1
            while k >= begin and board[k % height][(first + k * right) % width] == owner:  # owner_of, but faster
                k -= 1
        if k >= begin:
            begin = k + 1
        else:
            end = last + 1
            while end < stop and owner_of(end) == owner:
                end += 1
            yield begin, end - begin
            begin = end


def verdict(players: int, board: list[list[int]], line: int) -> str:
    """Return the answer for a position: ``PLAYER x``, ``NO WINNERS`` or ``ERROR``."""
    stones = [0] * (players + 1)
    for row in board:
        for owner in row:
            stones[owner] += 1
    total = sum(stones[1:])
    if line == 0:
        return "PLAYER 1" if total == 0 else "ERROR"
    for player in range(1, players + 1):
        if stones[player] != total // players + (player <= total % players):
            return "ERROR"
    mover = (total - 1) % players + 1  # who moved last
    most = max(stones[1:])

    # Eight directions, each for itself and the opposite one. The last three lead one row down, like the others, when
    # rows and columns are exchanged.
    exchanged = [[row[column] for row in board] for column in range(len(board[0]))]
    directions = [(board, right) for right in (0, 1, -1, 2, -2)] + [(exchanged, right) for right in (0, 2, -2)]
    won = False  # whether a winning run has been found
    breakers: set[tuple[int, int]] = set()  # if so, the stones that break all those found so far
    for rows, right in directions:
        height, width = len(rows), len(rows[0])
        # After `height` steps, a cycle is back in row 0, `height` * `right` columns to the right. So it meets row 0 in
        # columns that differ by multiples of this divisor, and each of the first `cycles` columns is on another cycle.
        cycles = gcd(height * right, width)
        whole = height * width // cycles  # the length of each
        if most < min(line, whole):
            continue  # nobody has enough stones for a line or a cycle
        for first in range(cycles):
            for begin, length in winning_runs(rows, right, first, line):
                if rows[begin % height][(first + begin * right) % width] != mover:
                    return "ERROR"
                # Which of its squares have stones that break it?
                if length < whole:
                    middle = range(begin + length - line, begin + line)
                else:
                    middle = range(length) if length <= line else range(0)
                found = {(k % height, (first + k * right) % width) for k in middle}
                if rows is exchanged:
                    found = {(x, y) for y, x in found}
                breakers = breakers & found if won else found
                won = True
                if not breakers:
                    return "ERROR"
    return f"PLAYER {mover}" if won else "NO WINNERS"


def solve(data: bytes) -> str:
    """Return the answer to the input ``data``: a line for each position, with empty lines between them."""
    numbers = [int(word) for word in data.split()]
    answers = []
    at = 0
    while at < len(numbers):
        players, width, height, line = numbers[at : at + 4]
        at += 4
        board = [numbers[start : start + width] for start in range(at, at + height * width, width)]
        at += height * width
        answers.append(verdict(players, board, line) + "\n")
    return "\n".join(answers)


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
