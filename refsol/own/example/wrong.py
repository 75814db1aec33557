"""A wrong solution: it forgets that a part has at least one number, so where all are negative it prints 0."""

import sys

best = ending_here = 0
for number in map(int, sys.stdin.read().split()[1:]):
    ending_here = max(ending_here + number, 0)
    best = max(best, ending_here)
print(best)
