"""Wrong: divides by zero if three points are on a line."""

import sys
from itertools import combinations
from math import dist


def circles(points):
    for p, q in combinations(points, 2):
        yield ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), dist(p, q) / 2
    for p, q, r in combinations(points, 3):
        ax, ay, bx, by = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
        twice = 2 * (ax * by - ay * bx)
        x = (by * (ax * ax + ay * ay) - ay * (bx * bx + by * by)) / twice
        y = (ax * (bx * bx + by * by) - bx * (ax * ax + ay * ay)) / twice
        centre = (p[0] + x, p[1] + y)
        yield centre, dist(centre, p)


_n, *numbers = map(int, sys.stdin.read().split())
points = list(zip(numbers[::2], numbers[1::2], strict=True))
print(min(radius for centre, radius in circles(points) if all(dist(centre, p) <= radius + 1e-7 for p in points)))
