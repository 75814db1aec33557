"""Wrong: searches only from tree 0, as if paths led from there to all others."""

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
print(search(search(0)[-1][0])[-1][1])
