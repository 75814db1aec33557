"""Wrong: passes on to a child the best way down of its parent, even if that leads through this child."""

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

best, above = [0] * n, [0] * n
for town in reversed(order):
    for other, length in roads[town]:
        if other == parent[town]:
            best[other] = max(best[other], best[town] + length)
for town in order:
    for other, length in roads[town]:
        if other != parent[town]:
            above[other] = length + max(above[town], best[town])
print(*map(max, above, best), sep="\n")
