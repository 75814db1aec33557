"""Wrong: takes away all leaves at once, which makes each walk two paths shorter, but counts the last path as two."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
near = [set() for _ in range(n)]
for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    near[a].add(b)
    near[b].add(a)
length = 0
while leaves := [tree for tree in range(n) if len(near[tree]) == 1]:
    for leaf in leaves:
        for tree in near[leaf]:
            near[tree].discard(leaf)
        near[leaf].clear()
    length += 2
print(length)
