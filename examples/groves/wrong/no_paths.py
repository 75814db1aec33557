"""Wrong: begins only at leaves, of which there are none without paths."""

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
leaves = [tree for tree in range(n) if len(near[tree]) == 1]
seen = set()
longest = []
for leaf in leaves:
    if leaf not in seen:
        reached = search(leaf)
        seen.update(other for other, _distance in reached)
        longest.append(search(reached[-1][0])[-1][1])
print(max(longest))
