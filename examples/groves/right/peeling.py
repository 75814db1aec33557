"""Right: takes away leaves, and adds to each tree the two longest walks that end there."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
near = [set() for _ in range(n)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    near[a].add(b)
    near[b].add(a)
length = [0] * n
best = 0
leaves = [tree for tree in range(n) if len(near[tree]) == 1]
for leaf in leaves:  # which grows
    if near[leaf]:
        tree = near[leaf].pop()
        near[tree].discard(leaf)
        best = max(best, length[tree] + length[leaf] + 1)
        length[tree] = max(length[tree], length[leaf] + 1)
        if len(near[tree]) == 1:
            leaves.append(tree)
print(best)
