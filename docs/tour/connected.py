"""A wrong solution to Multi-Go: it checks that both players stay connected, but not that nobody is enclosed."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
height, width, players, moves = (next(numbers) for _ in range(4))
owner = {(x, y): next(numbers) for x in range(1, height + 1) for y in range(1, width + 1)}


def is_connected(player):
    cells = {cell for cell in owner if owner[cell] == player}
    stack = list(cells)[:1]
    reached = set(stack)
    while stack:
        x, y = stack.pop()
        for cell in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
            if cell in cells and cell not in reached:
                reached.add(cell)
                stack.append(cell)
    return len(reached) == len(cells)


for _ in range(moves):
    x, y, gainer = next(numbers), next(numbers), next(numbers)
    loser = owner[x, y]
    owner[x, y] = gainer
    if is_connected(loser) and is_connected(gainer):
        print("YES")
    else:
        owner[x, y] = loser
        print("NO")
