"""Wrong: takes the circle around the box that bounds the points."""

import sys
from math import hypot

_n, *numbers = map(int, sys.stdin.read().split())
x, y = numbers[::2], numbers[1::2]
print(hypot(max(x) - min(x), max(y) - min(y)) / 2)
