"""Wrong: takes town 1 for an end of a longest way."""

import sys


def distances(start):
    found = [-1] * n
    found[start] = 0
    queue = [start]
    for town in queue:  # which grows
        for other, length in roads[town]:
            if found[other] < 0:
                found[other] = found[town] + length
                queue.append(other)
    return found


n, *numbers = map(int, sys.stdin.read().split())
roads = [[] for _ in range(n)]
for a, b, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    roads[a - 1].append((b - 1, length))
    roads[b - 1].append((a - 1, length))
from_first = distances(0)
from_end = distances(from_first.index(max(from_first)))
print(*map(max, from_first, from_end), sep="\n")
