"""Points are added in random order; one that is outside lies on the new circle (Welzl's idea). O(n) on average."""

import sys
from collections.abc import Sequence
from math import dist
from random import Random
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Circle: TypeAlias = tuple[Point, float]

SLACK = 1e-9  # relative: what rounding may take away


def encloses(circle: Circle, point: Point) -> bool:
    """Return whether a point is inside or on a circle."""
    centre, radius = circle
    return dist(centre, point) <= radius * (1 + SLACK)


def through_two(p: Point, q: Point) -> Circle:
    """Return the smallest circle through two points."""
    return ((p[0] + q[0]) / 2, (p[1] + q[1]) / 2), dist(p, q) / 2


def through_three(p: Point, q: Point, r: Point) -> Circle:
    """Return the circle through three points that are not on a line."""
    ax, ay, bx, by = q[0] - p[0], q[1] - p[1], r[0] - p[0], r[1] - p[1]
    twice = 2 * (ax * by - ay * bx)
    x = (by * (ax * ax + ay * ay) - ay * (bx * bx + by * by)) / twice
    y = (ax * (bx * bx + by * by) - bx * (ax * ax + ay * ay)) / twice
    centre = (p[0] + x, p[1] + y)
    return centre, dist(centre, p)


def smallest(points: Sequence[Point]) -> Circle:
    """Return the smallest circle around at least two points, which are in random order."""
    circle: Circle = (points[0], 0.0)
    for i, p in enumerate(points):
        if encloses(circle, p):
            continue
        circle = (p, 0.0)
        for j, q in enumerate(points[:i]):
            if encloses(circle, q):
                continue
            circle = through_two(p, q)
            for r in points[:j]:
                if not encloses(circle, r):
                    circle = through_three(p, q, r)
    return circle


_n, *numbers = map(int, sys.stdin.read().split())
shuffled: list[Point] = list(zip(numbers[::2], numbers[1::2], strict=True))
Random(1).shuffle(shuffled)
print(f"{smallest(shuffled)[1]:.12f}")
