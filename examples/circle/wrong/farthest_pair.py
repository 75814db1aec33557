"""Wrong: assumes that the two points farthest from each other are opposite on the circle."""

import sys
from itertools import combinations
from math import dist

_n, *numbers = map(int, sys.stdin.read().split())
points = list(zip(numbers[::2], numbers[1::2], strict=True))
print(max(dist(p, q) for p, q in combinations(points, 2)) / 2)
