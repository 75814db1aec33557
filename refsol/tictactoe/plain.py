"""Codeforces 907B, tic-tac-toe on nine small boards: where may the next chip go?

A 9 × 9 board consists of nine small boards of 3 × 3 cells. The place of the last chip inside its small board names
the small board to which the next chip must go: a chip in the upper right corner of any small board names the upper
right small board. If that one is full, the next chip may go to any empty cell. Mark these cells with "!".

Count rows and columns from 0, and divide those of a cell by 3. The quotients are the row and the column of its small
board among the nine, the remainders are its row and column inside that small board. So a chip in row r and column c
names the small board whose first row is 3 * (r mod 3) and whose first column is 3 * (c mod 3).
"""

import sys


def solve(data: bytes) -> str:
    """Return the board of the input ``data`` with ``!`` where the next chip may go."""
    # Each row is three words of three characters. Blanks and empty lines only separate words, so split drops them.
    *words, x, y = data.decode().split()
    board = [list("".join(words[start : start + 3])) for start in range(0, 27, 3)]

    # The named small board begins in this row and this column. The statement counts from 1.
    top = (int(x) - 1) % 3 * 3
    left = (int(y) - 1) % 3 * 3
    empty = [(row, column) for row in range(9) for column in range(9) if board[row][column] == "."]
    named = [(row, column) for row, column in empty if top <= row < top + 3 and left <= column < left + 3]

    # If the named small board is full, `named` is an empty list, and all empty cells are marked.
    for row, column in named or empty:
        board[row][column] = "!"

    rows = [" ".join("".join(row[start : start + 3]) for start in (0, 3, 6)) for row in board]
    return "\n\n".join("\n".join(rows[start : start + 3]) for start in (0, 3, 6)) + "\n"


if __name__ == "__main__":
    sys.stdout.write(solve(sys.stdin.buffer.read()))
