"""Searches from the sorted order and from the given one until they meet: for at most 8 numbers or so."""

import sys
from itertools import combinations


def after_a_swap(orders):
    """Return what a swap makes of each order."""
    reached = set()
    for order in orders:
        for i, j in combinations(range(len(order)), 2):
            swapped = list(order)
            swapped[i], swapped[j] = swapped[j], swapped[i]
            reached.add(tuple(swapped))
    return reached


n, *numbers = map(int, sys.stdin.read().split())
from_here, from_sorted = {tuple(numbers)}, {tuple(range(1, n + 1))}
swaps = 0
while not from_here & from_sorted:
    if swaps % 2:
        from_sorted = after_a_swap(from_sorted)
    else:
        from_here = after_a_swap(from_here)
    swaps += 1
print(swaps)
