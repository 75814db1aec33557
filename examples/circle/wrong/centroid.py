"""Wrong: takes the mean of the points as the centre."""

import sys
from math import hypot

n, *numbers = map(int, sys.stdin.read().split())
points = list(zip(numbers[::2], numbers[1::2], strict=True))
cx, cy = sum(numbers[::2]) / n, sum(numbers[1::2]) / n
print(max(hypot(x - cx, y - cy) for x, y in points))
