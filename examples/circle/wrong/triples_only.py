"""Wrong: tries only circles through three points, though two may determine the smallest."""

import sys
from itertools import combinations
from math import dist


def circles(points):
    if len(points) == 2:
        yield ((points[0][0] + points[1][0]) / 2, (points[0][1] + points[1][1]) / 2), dist(*points) / 2
    for p, q, r in combinations(points, 3):
        ax, ay, bx, by = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
        twice = 2 * (ax * by - ay * bx)
        if twice:
            x = (by * (ax * ax + ay * ay) - ay * (bx * bx + by * by)) / twice
            y = (ax * (bx * bx + by * by) - bx * (ax * ax + ay * ay)) / twice
            centre = (p[0] + x, p[1] + y)
            yield centre, dist(centre, p)


_n, *numbers = map(int, sys.stdin.read().split())
points = list(zip(numbers[::2], numbers[1::2], strict=True))
enclosing = [r for centre, r in circles(points) if all(dist(centre, p) <= r + 1e-7 for p in points)]
print(min(enclosing, default=0.0))
