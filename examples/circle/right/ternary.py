"""Right: the largest distance is a convex function of the centre, so two nested ternary searches find its minimum."""

import sys
from math import hypot

_n, *numbers = map(int, sys.stdin.read().split())
points = list(zip(numbers[::2], numbers[1::2], strict=True))


def minimum(function):
    low, high = 0.0, 1000.0
    for _ in range(70):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if function(left) < function(right):
            high = right
        else:
            low = left
    return function((low + high) / 2)


print(minimum(lambda x: minimum(lambda y: max(hypot(x - px, y - py) for px, py in points))))
