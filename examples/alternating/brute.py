"""For each number, the best subsequence that ends with it: first the longest, then that with the largest sum. O(n²)."""

import sys

numbers = iter(map(int, sys.stdin.read().split()))
for _ in range(next(numbers)):
    case = [next(numbers) for _ in range(next(numbers))]
    best: list[tuple[int, int]] = []
    for position, number in enumerate(case):
        before = [best[i] for i in range(position) if (case[i] > 0) != (number > 0)]
        length, total = max(before, default=(0, 0))
        best.append((length + 1, total + number))
    print(max(best)[1])
