"""Right: the farthest town is below or above; a town passes on to each child the best way that avoids this child."""

import sys

n, *numbers = map(int, sys.stdin.read().split())
roads = [[] for _ in range(n)]
for a, b, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    roads[a - 1].append((b - 1, length))
    roads[b - 1].append((a - 1, length))

order, parent = [0], [-1] * n
for town in order:  # which grows
    for other, _length in roads[town]:
        if other != parent[town]:
            parent[other] = town
            order.append(other)

best = [[0, 0] for _ in range(n)]  # the two longest ways down, through different children
for town in reversed(order):
    for other, length in roads[town]:
        if other == parent[town]:
            best[other] = sorted([*best[other], best[town][0] + length], reverse=True)[:2]

above = [0] * n
for town in order:
    for other, length in roads[town]:
        if other != parent[town]:
            below = best[town][best[town][0] == best[other][0] + length]
            above[other] = length + max(above[town], below)
print(*[max(above[town], best[town][0]) for town in range(n)], sep="\n")
