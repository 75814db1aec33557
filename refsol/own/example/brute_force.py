"""A brute force, to test the model solution with: ``refsol own stress -- python3 brute_force.py``. O(n³)."""

import sys

numbers = list(map(int, sys.stdin.read().split()[1:]))
print(max(sum(numbers[i:j]) for j in range(len(numbers) + 1) for i in range(j)))
