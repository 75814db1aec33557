"""A wrong solution to Tic-Tac-Toe: three in a row close a small board, as in ultimate tic-tac-toe."""

import sys

*groups, x, y = sys.stdin.read().split()
board = [list("".join(groups[k : k + 3])) for k in range(0, 27, 3)]


def is_closed(cells):
    chips = [board[row][column] for row, column in cells]
    lines = [chips[0:3], chips[3:6], chips[6:9], chips[0::3], chips[1::3], chips[2::3], chips[0::4], chips[2:7:2]]
    return "." not in chips or ["x"] * 3 in lines or ["o"] * 3 in lines


top = (int(x) - 1) % 3 * 3
left = (int(y) - 1) % 3 * 3
cells = [(row, column) for row in range(top, top + 3) for column in range(left, left + 3)]
if is_closed(cells):
    cells = [(row, column) for row in range(9) for column in range(9)]
for row, column in cells:
    if board[row][column] == ".":
        board[row][column] = "!"

for row in range(9):
    if row in (3, 6):
        print()
    print(" ".join("".join(board[row][k : k + 3]) for k in (0, 3, 6)))
