"""A wrong solution to NoGo: it checks that the new stone's group has a liberty, but not the groups next to it."""

import sys

size, *rows = sys.stdin.read().split()
points = range(1, int(size) + 1)
board = {(x, y): rows[x - 1][y - 1] for x in points for y in points}


def has_liberty(stone):
    group = {stone}
    stack = [stone]
    while stack:
        x, y = stack.pop()
        for point in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if board.get(point) == ".":
                return True
            if board.get(point) == board[stone] and point not in group:
                group.add(point)
                stack.append(point)
    return False


def play(colour):
    for point in board:
        if board[point] == ".":
            board[point] = colour
            if has_liberty(point):
                return point
            board[point] = "."
    return None


colour = "X"
while (point := play(colour)) is not None:
    print(*point)
    colour = "O" if colour == "X" else "X"
print(-1, -1)
