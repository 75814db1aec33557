"""Wrong: counts roads, and not their lengths, to find the ends of a longest way."""

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
lengths = roads
roads = [[(other, 1) for other, _length in each] for each in lengths]
from_first = distances(0)
one_end = from_first.index(max(from_first))
from_one_end = distances(one_end)
other_end = from_one_end.index(max(from_one_end))
roads = lengths
print(*map(max, distances(one_end), distances(other_end)), sep="\n")
