"""A cycle of k numbers takes k − 1 swaps, since each swap makes at most one cycle more: n minus all cycles. O(n)."""

import sys


def cycles(permutation: list[int]) -> int:
    """Return the number of cycles of a permutation of 1..n."""
    seen = [False] * (len(permutation) + 1)
    found = 0
    for number in permutation:
        if not seen[number]:
            found += 1
        while not seen[number]:
            seen[number] = True
            number = permutation[number - 1]
    return found


n, *numbers = map(int, sys.stdin.read().split())
print(n - cycles(numbers))
