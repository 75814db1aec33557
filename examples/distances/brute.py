"""Floyd and Warshall's algorithm: for at most 100 towns or so."""

import sys
from math import inf

n, *numbers = map(int, sys.stdin.read().split())
distance = [[inf] * n for _ in range(n)]
for a in range(n):
    distance[a][a] = 0
for a, b, length in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True):
    distance[a - 1][b - 1] = distance[b - 1][a - 1] = length
for via in range(n):
    for a in range(n):
        for b in range(n):
            distance[a][b] = min(distance[a][b], distance[a][via] + distance[via][b])
print(*map(max, distance), sep="\n")
