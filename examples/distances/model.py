"""One of the two ends of a longest way is farthest from every town; two searches find both. O(n)."""

import sys


def distances(roads: list[list[tuple[int, int]]], start: int) -> list[int]:
    """Return how far each town is from the first one."""
    found = [-1] * len(roads)
    found[start] = 0
    queue = [start]
    for town in queue:  # which grows
        for other, length in roads[town]:
            if found[other] < 0:
                found[other] = found[town] + length
                queue.append(other)
    return found


n, *numbers = map(int, sys.stdin.read().split())
roads: list[list[tuple[int, int]]] = [[] for _ in range(n)]
for a, b, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    roads[a - 1].append((b - 1, length))
    roads[b - 1].append((a - 1, length))
from_first = distances(roads, 0)
from_one_end = distances(roads, from_first.index(max(from_first)))
from_other_end = distances(roads, from_one_end.index(max(from_one_end)))
print(*map(max, from_one_end, from_other_end), sep="\n")
