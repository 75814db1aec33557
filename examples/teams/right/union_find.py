"""Right: each pupil is joined to the opposites of the friends, with disjoint sets."""

import sys

n, _m, *numbers = map(int, sys.stdin.read().split())
parent = list(range(2 * n + 2))  # 2 * p: the team of pupil p; 2 * p + 1: the other team


def find(node):
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


for a, b in zip(numbers[::2], numbers[1::2], strict=True):
    parent[find(2 * a)] = find(2 * b + 1)
    parent[find(2 * a + 1)] = find(2 * b)

if any(find(2 * pupil) == find(2 * pupil + 1) for pupil in range(1, n + 1)):
    print("IMPOSSIBLE")
else:
    print(*[1 if find(2 * pupil) < find(2 * pupil + 1) else 2 for pupil in range(1, n + 1)])
