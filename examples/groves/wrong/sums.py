"""Wrong: adds up the longest walks of all parts."""

import sys


def search(start):
    queue = [(start, 0)]
    before = {start: -1}
    for tree, distance in queue:  # which grows
        for other in near[tree]:
            if other != before[tree]:
                before[other] = tree
                queue.append((other, distance + 1))
    return queue


n, _m, *numbers = map(int, sys.stdin.read().split())
near = [[] for _ in range(n)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    near[a].append(b)
    near[b].append(a)
total = 0
seen = set()
for tree in range(n):
    if tree not in seen:
        reached = search(tree)
        seen.update(other for other, _distance in reached)
        total += search(reached[-1][0])[-1][1]
print(total)
