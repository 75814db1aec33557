"""The longest subsequence takes a number of each run of equal signs: the largest, for the largest sum. O(n)."""

import sys


def largest_sum(numbers: list[int]) -> int:
    """Return the largest sum of an alternating subsequence of the largest length."""
    total, best = 0, numbers[0]
    for number in numbers[1:]:
        if (number > 0) == (best > 0):
            best = max(best, number)
        else:
            total += best
            best = number
    return total + best


cases, *rest = sys.stdin.read().split()
position = 0
for _ in range(int(cases)):
    end = position + 1 + int(rest[position])
    print(largest_sum(list(map(int, rest[position + 1 : end]))))
    position = end
