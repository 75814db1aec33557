"""Wrong: recurses once for every town on a way."""

import sys

sys.setrecursionlimit(10_000)


def visit(town, before, distance):
    found[town] = distance
    for other, length in roads[town]:
        if other != before:
            visit(other, town, distance + length)


n, *numbers = map(int, sys.stdin.read().split())
roads = [[] for _ in range(n)]
for a, b, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    roads[a - 1].append((b - 1, length))
    roads[b - 1].append((a - 1, length))
found = [0] * n
ways = []
start = 0
for _ in range(3):
    visit(start, -1, 0)
    ways.append(found[:])
    start = found.index(max(found))
print(*map(max, ways[1], ways[2]), sep="\n")
