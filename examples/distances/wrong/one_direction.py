"""Wrong: stores each road in one direction only, which leads from the first town to the second."""

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
from_first = distances(0)
from_one_end = distances(from_first.index(max(from_first)))
from_other_end = distances(from_one_end.index(max(from_one_end)))
print(*map(max, from_one_end, from_other_end), sep="\n")
