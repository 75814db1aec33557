"""The model solution: the best part that ends here either continues the best one before, or begins here. O(n)."""

import sys

numbers = map(int, sys.stdin.read().split()[1:])
best = ending_here = next(numbers)
for number in numbers:
    ending_here = max(ending_here, 0) + number
    best = max(best, ending_here)
print(best)
