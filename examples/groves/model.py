"""Two searches in each part: the tree farthest from any is an end of a longest walk. O(n)."""

import sys


def search(near: list[list[int]], start: int) -> list[tuple[int, int]]:
    """Return the trees that can be reached and how far they are, the farthest last."""
    queue = [(start, 0)]
    before = {start: -1}
    for tree, distance in queue:  # which grows
        for other in near[tree]:
            if other != before[tree]:
                before[other] = tree
                queue.append((other, distance + 1))
    return queue


n, _m, *numbers = map(int, sys.stdin.read().split())
near: list[list[int]] = [[] for _ in range(n)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    near[a].append(b)
    near[b].append(a)
longest = 0
seen: set[int] = set()
for tree in range(n):
    if tree not in seen:
        reached = search(near, tree)
        seen.update(other for other, _distance in reached)
        _end, length = search(near, reached[-1][0])[-1]
        longest = max(longest, length)
print(longest)
